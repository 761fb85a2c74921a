'use strict';

// The entry point `whatwg-transcoder/http` for CommonJS. lib/http.d.ts describes the exports.

const { FormStream } = require('./http/form-stream.js');
const { parseForm } = require('./http/form.js');
const { urlencodedDecoder } = require('./http/urlencoded-decoder.js');

// The exports are plain values, not getters, because tools that mock or copy a module read the values of its properties.
module.exports = { FormStream, parseForm, urlencodedDecoder };
