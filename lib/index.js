'use strict';

const binding = require('./native/backend.js');
const { decode, decodedLength, validate } = require('./transcoding/decode.js');
const { encodings, labelsOf } = require('./native/encodings.js');
const { getEncoding, getOutputEncoding } = require('./standard/names-and-labels.js');
const {
  canEncode,
  encode,
  encodeInto,
  encodedLength,
  findUnencodable,
} = require('./transcoding/encode.js');
const { TextDecoder } = require('./standard/text-decoder.js');
const { TextDecoderStream } = require('./standard/text-decoder-stream.js');
const { TextEncoder } = require('./standard/text-encoder.js');
const { TextEncoderStream } = require('./standard/text-encoder-stream.js');
const { Transcoder, transcode } = require('./transcoding/transcoder.js');
const { DecodeStream, EncodeStream, TranscodeStream } = require('./transcoding/transform.js');

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
