'use strict';

// The entry point `whatwg-transcoder/http` for CommonJS. lib/http.d.ts describes the exports.

const { decodeBody, sniffEncoding } = require('./http/body.js');
const { decodeResponse } = require('./http/response.js');
const { DecodeBodyStream, DecodeBodyTransform } = require('./http/streams.js');

module.exports = {
  DecodeBodyStream,
  DecodeBodyTransform,
  decodeBody,
  decodeResponse,
  sniffEncoding,
};
