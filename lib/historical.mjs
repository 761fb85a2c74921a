import library from './historical.js';

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
  labels,
  transcode,
  validate,
} = library;
