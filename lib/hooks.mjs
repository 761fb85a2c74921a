// The entry point `whatwg-transcoder/hooks` for ES modules. `npm run format` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './hooks.js';

export const BOMSniff = library.BOMSniff;
export const UTF8Decode = library.UTF8Decode;
export const UTF8DecodeWithoutBOM = library.UTF8DecodeWithoutBOM;
export const UTF8DecodeWithoutBOMOrFail = library.UTF8DecodeWithoutBOMOrFail;
export const UTF8Encode = library.UTF8Encode;
export const decode = library.decode;
export const encode = library.encode;
export const encodeOrFail = library.encodeOrFail;
export const getEncoder = library.getEncoder;
export const getEncoding = library.getEncoding;
export const getOutputEncoding = library.getOutputEncoding;
export const parseUrlencoded = library.parseUrlencoded;
export const percentEncodeAfterEncoding = library.percentEncodeAfterEncoding;
export const serializeUrlencoded = library.serializeUrlencoded;
