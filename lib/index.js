'use strict';

const { decode, decodedLength, validate } = require('./decode.js');
const { canEncode, encode, encodeInto, encodedLength, findUnencodable } = require('./encode.js');
const { encodings, getEncoding, getOutputEncoding, labels } = require('./encodings.js');
const { TextDecoder } = require('./text-decoder.js');
const { Transcoder, transcode } = require('./transcoder.js');

module.exports = {
  TextDecoder,
  Transcoder,
  canEncode,
  decode,
  decodedLength,
  encode,
  encodeInto,
  encodedLength,
  encodings,
  findUnencodable,
  getEncoding,
  getOutputEncoding,
  labels,
  transcode,
  validate,
};
