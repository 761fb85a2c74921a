// The entry point `whatwg-transcoder/labels` for ES modules. `npm run format` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './labels.js';

export const ambiguousNames = library.ambiguousNames;
export const labelFromCodePage = library.labelFromCodePage;
export const otherNames = library.otherNames;
export const resolveLabel = library.resolveLabel;
export const windowsCodePages = library.windowsCodePages;
