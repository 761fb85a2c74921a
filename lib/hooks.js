'use strict';

// The entry point `whatwg-transcoder/hooks` for CommonJS. lib/hooks.d.ts describes the exports.

const {
  BOMSniff,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
  decode,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
} = require('./standard/hooks.js');
const {
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} = require('./url/url.js');

module.exports = {
  BOMSniff,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
  decode,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
};
