'use strict';

// The entry point `whatwg-transcoder/http` for CommonJS. lib/http.d.ts describes the exports.

const { FormStream } = require('./http/form-stream.js');
const { decodeBody, sniffEncoding } = require('./http/body.js');
const { decodeResponse } = require('./http/response.js');
const { DecodeBodyStream, DecodeBodyTransform } = require('./http/streams.js');
const { parseForm } = require('./http/form.js');
const { urlencodedDecoder } = require('./http/urlencoded-decoder.js');

module.exports = {
  DecodeBodyStream,
  DecodeBodyTransform,
  FormStream,
  decodeBody,
  decodeResponse,
  parseForm,
  sniffEncoding,
  urlencodedDecoder,
};
