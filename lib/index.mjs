// The entry point `whatwg-transcoder` for ES modules. `npm run lint -- --fix` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './index.js';

export const {
  DecodeStream,
  EncodeStream,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  TranscodeStream,
  Transcoder,
  backend,
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
