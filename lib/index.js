'use strict';

const { encodings, getEncoding, labels } = require('./encodings.js');
const { TextDecoder } = require('./text-decoder.js');

module.exports = { TextDecoder, encodings, getEncoding, labels };
