import library from './historical.js';

export const {
  DecodeStream,
  EncodeStream,
  TextDecoder,
  TextDecoderStream,
  TranscodeStream,
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
