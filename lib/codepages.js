'use strict';

// The entry point `whatwg-transcoder/codepages` for CommonJS. lib/codepages.d.ts describes the exports.

const { codePages } = require('./other-encodings/other-encodings.js');

module.exports = codePages();
