'use strict';

// The entry point `whatwg-transcoder/hooks` for CommonJS. lib/hooks.d.ts describes the exports.

module.exports = require('./standard/hooks.js');
