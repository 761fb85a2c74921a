'use strict';

// The entry point `whatwg-transcoder` for CommonJS. lib/index.d.ts describes the exports.

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

const labels = labelsOf(binding.encodings);

// The exports are plain values, not getters, because tools that mock or copy a module read the values of its properties.
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
