// The entry point `whatwg-transcoder/codepages` for ES modules. `npm run format` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './codepages.js';

export const DecodeStream = library.DecodeStream;
export const EncodeStream = library.EncodeStream;
export const TextDecoder = library.TextDecoder;
export const TextDecoderStream = library.TextDecoderStream;
export const TranscodeStream = library.TranscodeStream;
export const Transcoder = library.Transcoder;
export const canEncode = library.canEncode;
export const decode = library.decode;
export const decodedLength = library.decodedLength;
export const encode = library.encode;
export const encodeInto = library.encodeInto;
export const encodedLength = library.encodedLength;
export const encodings = library.encodings;
export const findUnencodable = library.findUnencodable;
export const getEncoding = library.getEncoding;
export const labels = library.labels;
export const transcode = library.transcode;
export const validate = library.validate;
