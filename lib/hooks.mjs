// The entry point `whatwg-transcoder/hooks` for ES modules. `npm run lint -- --fix` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './hooks.js';

export const {
  BOMSniff,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
  decode,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} = library;
