import library from './index.js';

export const { TextDecoder, encodings, getEncoding, labels } = library;
