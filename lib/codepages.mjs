// The entry point `whatwg-transcoder/codepages` for ES modules.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './codepages.js';

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
