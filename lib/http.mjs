// The entry point `whatwg-transcoder/http` for ES modules. `npm run lint -- --fix` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './http.js';

export const {
  DecodeBodyStream,
  DecodeBodyTransform,
  FormStream,
  decodeBody,
  decodeResponse,
  parseForm,
  sniffEncoding,
  urlencodedDecoder,
} = library;
