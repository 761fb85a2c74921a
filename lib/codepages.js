'use strict';

// The entry point `whatwg-transcoder/codepages` for CommonJS. lib/codepages.d.ts describes the exports.

module.exports = require('./other-encodings/code-pages.js');
