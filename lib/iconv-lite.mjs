// The entry point `whatwg-transcoder/iconv-lite` for ES modules. `npm run format` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './iconv-lite.js';

export const Iconv = library.Iconv;
export const IconvLiteDecoderStream = library.IconvLiteDecoderStream;
export const IconvLiteEncoderStream = library.IconvLiteEncoderStream;
export const _canonicalizeEncoding = library._canonicalizeEncoding;
export const _codecDataCache = library._codecDataCache;
export const decode = library.decode;
export const decodeStream = library.decodeStream;
export const defaultCharSingleByte = library.defaultCharSingleByte;
export const defaultCharUnicode = library.defaultCharUnicode;
export const enableStreamingAPI = library.enableStreamingAPI;
export const encode = library.encode;
export const encodeStream = library.encodeStream;
export const encodingExists = library.encodingExists;
export const encodings = library.encodings;
export const fromEncoding = library.fromEncoding;
export const getCodec = library.getCodec;
export const getDecoder = library.getDecoder;
export const getEncoder = library.getEncoder;
export const skipDecodeWarning = library.skipDecodeWarning;
export const supportsStreams = library.supportsStreams;
export const toEncoding = library.toEncoding;

export default library;
