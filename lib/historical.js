'use strict';

// The entry point `whatwg-transcoder/historical` for CommonJS. lib/historical.d.ts describes the exports.

module.exports = require('./other-encodings/historical.js');
