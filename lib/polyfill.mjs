// The entry point `whatwg-transcoder/polyfill` for ES modules.
// It loads the CommonJS module, so that the decoders are tested and replaced once.

import polyfill from './polyfill.js';

export const { replaced } = polyfill;
