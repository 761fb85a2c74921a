'use strict';

const { decode, decodedLength, validate } = require('./decode.js');
const { canEncode, encode, encodeInto, encodedLength, findUnencodable } = require('./encode.js');
const { encodings, getEncoding, getOutputEncoding, labels } = require('./encodings.js');
const { TextDecoder } = require('./text-decoder.js');
const { TextDecoderStream } = require('./text-decoder-stream.js');
const { TextEncoder } = require('./text-encoder.js');
const { TextEncoderStream } = require('./text-encoder-stream.js');
const { Transcoder, transcode } = require('./transcoder.js');
const { DecodeStream, EncodeStream, TranscodeStream } = require('./transform.js');

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
