import library from './index.js';

export const {
  TextDecoder,
  Transcoder,
  canEncode,
  decode,
  decodedLength,
  encode,
  encodeInto,
  encodedLength,
  encodings,
  findUnencodable,
  getEncoding,
  getOutputEncoding,
  labels,
  transcode,
  validate,
} = library;
