'use strict';

// The entry point `whatwg-transcoder/http` for CommonJS. lib/http.d.ts describes the exports.

const { decodeBody, sniffEncoding } = require('./http/body.js');
const { parseForm, urlencodedDecoder } = require('./http/form.js');
const { DecodeBodyStream, DecodeBodyTransform, FormStream } = require('./http/streams.js');

/** Loads what reads messages when there is the first one: many programs have bodies alone. */
async function decodeResponse(response, options = undefined) {
  return require('./http/response.js').decodeResponse(response, options);
}

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
