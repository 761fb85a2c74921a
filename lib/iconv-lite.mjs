// The entry point `whatwg-transcoder/iconv-lite` for ES modules. `npm run lint -- --fix` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './iconv-lite.js';

export const {
  Iconv,
  IconvLiteDecoderStream,
  IconvLiteEncoderStream,
  _canonicalizeEncoding,
  _codecDataCache,
  decode,
  decodeStream,
  defaultCharSingleByte,
  defaultCharUnicode,
  enableStreamingAPI,
  encode,
  encodeStream,
  encodingExists,
  encodings,
  fromEncoding,
  getCodec,
  getDecoder,
  getEncoder,
  skipDecodeWarning,
  supportsStreams,
  toEncoding,
} = library;

export default library;
