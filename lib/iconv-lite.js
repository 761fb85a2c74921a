'use strict';

// The entry point `whatwg-transcoder/iconv-lite` for CommonJS. lib/iconv-lite.d.ts describes the exports.

module.exports = require('./iconv-lite/api.js');
