'use strict';

const { decode, decodedLength, validate } = require('./decode.js');
const { canEncode, encode, encodeInto, encodedLength, findUnencodable } = require('./encode.js');
const { encodings, getEncoding, getOutputEncoding, labels } = require('./encodings.js');
const { TextDecoder } = require('./text-decoder.js');

module.exports = {
  TextDecoder,
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
  validate,
};

// The runtime's streams take longer to load than all of the rest: they wait until one is asked for, as what
// else not everybody needs does.
const onDemand = {
  DecodeStream: () => require('./transform.js').DecodeStream,
  EncodeStream: () => require('./transform.js').EncodeStream,
  TextDecoderStream: () => require('./text-decoder-stream.js').TextDecoderStream,
  TextEncoder: () => require('./text-encoder.js').TextEncoder,
  TextEncoderStream: () => require('./text-encoder-stream.js').TextEncoderStream,
  TranscodeStream: () => require('./transform.js').TranscodeStream,
  Transcoder: () => require('./transcoder.js').Transcoder,
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
