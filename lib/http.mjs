// The entry point `whatwg-transcoder/http` for ES modules. `npm run format` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './http.js';

export const DecodeBodyStream = library.DecodeBodyStream;
export const DecodeBodyTransform = library.DecodeBodyTransform;
export const FormStream = library.FormStream;
export const decodeBody = library.decodeBody;
export const decodeResponse = library.decodeResponse;
export const parseForm = library.parseForm;
export const sniffEncoding = library.sniffEncoding;
export const urlencodedDecoder = library.urlencodedDecoder;
