// The entry point `whatwg-transcoder/polyfill` for ES modules. `npm run lint -- --fix` makes this file.
// It exports the values of the CommonJS module, so that there is one instance of each class.

import library from './polyfill.js';

export const { replaced } = library;
