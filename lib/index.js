'use strict';

const binding = require('./binding.js');
const { decode, decodedLength, validate } = require('./decode.js');
const { encodings, getEncoding, getOutputEncoding, labelsOf } = require('./encodings.js');
const { TextDecoder } = require('./text-decoder.js');

module.exports = {
  TextDecoder,
  decode,
  decodedLength,
  encodings,
  getEncoding,
  getOutputEncoding,
  validate,
};

// What not everybody needs is loaded when it is asked for; the runtime's streams take longer than all of the rest.
const onDemand = {
  DecodeStream: () => require('./transform.js').DecodeStream,
  EncodeStream: () => require('./transform.js').EncodeStream,
  TextDecoderStream: () => require('./text-decoder-stream.js').TextDecoderStream,
  TextEncoder: () => require('./text-encoder.js').TextEncoder,
  TextEncoderStream: () => require('./text-encoder-stream.js').TextEncoderStream,
  TranscodeStream: () => require('./transform.js').TranscodeStream,
  Transcoder: () => require('./transcoder.js').Transcoder,
  canEncode: () => require('./encode.js').canEncode,
  encode: () => require('./encode.js').encode,
  encodeInto: () => require('./encode.js').encodeInto,
  encodedLength: () => require('./encode.js').encodedLength,
  findUnencodable: () => require('./encode.js').findUnencodable,
  labels: () => labelsOf(binding.encodings),
  transcode: () => require('./transcoder.js').transcode,
};
for (const [name, load] of Object.entries(onDemand)) {
  Object.defineProperty(module.exports, name, {
    get() {
      const value = load();
      Object.defineProperty(module.exports, name, { value, writable: true });
      return value;
    },
    enumerable: true,
    configurable: true,
  });
}
