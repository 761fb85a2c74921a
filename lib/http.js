'use strict';

// The entry point `whatwg-transcoder/http` for CommonJS. lib/http.d.ts describes the exports.

const { FormStream, parseForm, urlencodedDecoder } = require('./http/form.js');
const {
  DecodeBodyStream,
  DecodeBodyTransform,
  decodeBody,
  sniffEncoding,
} = require('./http/body.js');
const { decodeResponse } = require('./http/response.js');

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
