'use strict';

const binding = require('./binding.js');
const { encodings, getEncoding, getOutputEncoding, labelsOf } = require('./encodings.js');

module.exports = { encodings, getEncoding, getOutputEncoding };

// What is asked for is loaded then: nobody needs all of it, and the runtime's streams take longer than all of the rest.
const onDemand = {
  DecodeStream: () => require('./transform.js').DecodeStream,
  EncodeStream: () => require('./transform.js').EncodeStream,
  TextDecoder: () => require('./text-decoder.js').TextDecoder,
  TextDecoderStream: () => require('./text-decoder-stream.js').TextDecoderStream,
  TextEncoder: () => require('./text-encoder.js').TextEncoder,
  TextEncoderStream: () => require('./text-encoder-stream.js').TextEncoderStream,
  TranscodeStream: () => require('./transform.js').TranscodeStream,
  Transcoder: () => require('./transcoder.js').Transcoder,
  canEncode: () => require('./encode.js').canEncode,
  decode: () => require('./decode.js').decode,
  decodedLength: () => require('./decode.js').decodedLength,
  encode: () => require('./encode.js').encode,
  encodeInto: () => require('./encode.js').encodeInto,
  encodedLength: () => require('./encode.js').encodedLength,
  findUnencodable: () => require('./encode.js').findUnencodable,
  labels: () => labelsOf(binding.encodings),
  transcode: () => require('./transcoder.js').transcode,
  validate: () => require('./decode.js').validate,
};
for (const [name, load] of Object.entries(onDemand)) {
  const define = (value) => Object.defineProperty(module.exports, name, { value, writable: true });
  Object.defineProperty(module.exports, name, {
    get() {
      const value = load();
      define(value);
      return value;
    },
    set: define,
    enumerable: true,
    configurable: true,
  });
}
