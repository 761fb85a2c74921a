'use strict';

// The entry point `whatwg-transcoder/encodings` for CommonJS. lib/encodings.d.ts describes the exports.

module.exports = require('./labels/handles.js');
