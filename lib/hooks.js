'use strict';

// The entry point `whatwg-transcoder/hooks` for CommonJS. lib/hooks.d.ts describes the exports.

const hooks = require('./standard/hooks.js');
const {
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} = require('./url/url.js');

module.exports = { ...hooks, parseUrlencoded, percentEncodeAfterEncoding, serializeUrlencoded };
