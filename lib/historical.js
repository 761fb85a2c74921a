'use strict';

// The entry point `whatwg-transcoder/historical` for CommonJS. lib/historical.d.ts describes the exports.

const { historical } = require('./other-encodings/other-encodings.js');

module.exports = historical();
