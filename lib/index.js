'use strict';

// The entry point `whatwg-transcoder` for CommonJS. lib/index.d.ts describes the exports.

const { decode, decodedLength, validate } = require('./transcoding/decode.js');
const { backend } = require('./transcoding/codecs.js');
const { encodings, labels } = require('./labels/encodings.js');
const { getEncoding, getOutputEncoding } = require('./standard/names-and-labels.js');
const {
  canEncode,
  encode,
  encodeInto,
  encodedLength,
  findUnencodable,
} = require('./transcoding/encode.js');
const { TextDecoder, TextDecoderStream } = require('./standard/text-decoder.js');
const { TextEncoder, TextEncoderStream } = require('./standard/text-encoder.js');
const { Transcoder } = require('./transcoding/transcoder.js');
const { transcode } = require('./transcoding/transcoding-stream.js');
const { DecodeStream, EncodeStream, TranscodeStream } = require('./transcoding/transform.js');

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
  backend,
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
