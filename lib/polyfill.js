'use strict';

// The entry point `whatwg-transcoder/polyfill` for CommonJS: to load it replaces the decoders that deviate from the standard.
// lib/polyfill.d.ts describes the exports.

const { replaceWhatDeviates } = require('./polyfill/runtime-decoders.js');

const replaced = Object.freeze(replaceWhatDeviates());

module.exports = { replaced };
