'use strict';

// The streams for bodies and forms: of Node.js, and a pair of web streams. What finds the encoding and decodes is in body.js and
// form.js.

const { defineGetters, lengthOf, toBytes } = require('../base/webidl.js');
const { BodyDecoder } = require('./body.js');
const { FormReader } = require('./form.js');
const { toBodySettings, toMediaType } = require('./options.js');
const { findingStream, findingTransform } = require('../transcoding/finding-streams.js');
const { LazyConvertStream } = require('../transcoding/transform.js');

const newBodyDecoder = (contentType, options) =>
  new BodyDecoder(toMediaType(contentType), toBodySettings(options));

const DecodeBodyStream = findingStream('DecodeBodyStream', newBodyDecoder);
const DecodeBodyTransform = findingTransform('DecodeBodyTransform', newBodyDecoder);

// Parses the body of a form as a stream: bytes in, pairs of name and value out.
// https://nodejs.org/api/stream.html#class-streamtransform

// A Transform whose chunks are [name, value]. For Node's Transform `encoding` means something else: ConvertStream leaves it out.
class FormStream extends LazyConvertStream {
  #reader;

  constructor(contentType = undefined, options = undefined) {
    const reader = new FormReader(contentType, options);
    const pairsIn = (chunk) => {
      if (chunk === null) return reader.pairsOfPart();
      const bytes = toBytes(chunk, 'chunk');
      return reader.pairsIn(reader.bytesWithin(bytes), lengthOf(bytes), false);
    };
    super(pairsIn, options, true);
    this.#reader = reader;
  }

  static {
    defineGetters(FormStream, ['encoding', 'source'], (stream) => stream.#reader);
  }
}

module.exports = { DecodeBodyStream, DecodeBodyTransform, FormStream };
