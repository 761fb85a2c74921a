'use strict';

const binding = require('./binding.js');
const { decode, decodedLength, validate } = require('./decode.js');
const { encodings, getEncoding, getOutputEncoding, labelsOf } = require('./encodings.js');
const { canEncode, encode, encodeInto, encodedLength, findUnencodable } = require('./encode.js');
const { TextDecoder } = require('./text-decoder.js');
const { TextDecoderStream } = require('./text-decoder-stream.js');
const { TextEncoder } = require('./text-encoder.js');
const { TextEncoderStream } = require('./text-encoder-stream.js');
const { Transcoder, transcode } = require('./transcoder.js');
const { DecodeStream, EncodeStream, TranscodeStream } = require('./transform.js');

/** Every label in ASCII lowercase, as a key whose value is the name of its encoding. */
const labels = labelsOf(binding.encodings);

// Plain values and no getters: tools that mock a module look at them, and so do those that copy its properties.
module.exports = {
  DecodeStream,
  EncodeStream,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  TranscodeStream,
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
