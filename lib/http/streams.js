'use strict';

// Streams that decode a body: one of Node.js, and a pair of web streams.

const { Failure } = require('../transcoding/errors.js');
const { invalidThis } = require('../base/errors.js');
const { defineInterface } = require('../base/webidl.js');
const { ConvertStream, isUtf8 } = require('../transcoding/transform.js');
const { BodyDecoder } = require('./body-decoder.js');
const { toBodySettings, toMediaType } = require('./options.js');

// Decodes a body of bytes.
class DecodeBodyStream extends ConvertStream {
  #decoder;

  constructor(contentType = undefined, options = undefined) {
    const decoder = new BodyDecoder(toMediaType(contentType), toBodySettings(options));
    super((piece) => decoder.run(piece, isUtf8(this.readableEncoding)), options);
    this.#decoder = decoder;
    // A signal that is already aborted has destroyed the stream.
    if (this.destroyed) decoder.end(this.errored);
  }

  get detected() {
    return this.#decoder.detected;
  }

  get replacements() {
    return this.#decoder.replacements;
  }

  get firstErrorOffset() {
    return this.#decoder.firstErrorOffset;
  }

  _destroy(error, callback) {
    if (#decoder in this) this.#decoder.end(error);
    super._destroy(error, callback);
  }
}

// Decodes a body of bytes as a pair of web streams.
class DecodeBodyTransform {
  #decoder;
  #transform;

  constructor(contentType = undefined, options = undefined) {
    const decoder = new BodyDecoder(toMediaType(contentType), toBodySettings(options));
    const decodeAndEnqueue = (controller, chunk) => {
      const output = decoder.run(chunk, true);
      const text = output instanceof Failure ? output.output : output;
      if (text !== '') controller.enqueue(text);
      if (output instanceof Failure) throw output.error;
    };
    this.#decoder = decoder;
    const { TransformStream } = require('node:stream/web');
    // No prototypes: the runtime must not find methods on Object.prototype.
    this.#transform = new TransformStream(
      {
        __proto__: null,
        // toBytes() refuses undefined and strings; null would be the end of the body.
        transform: (chunk, controller) => decodeAndEnqueue(controller, chunk ?? undefined),
        flush: (controller) => decodeAndEnqueue(controller, null),
        cancel: (reason) => decoder.end(reason),
      },
      undefined,
      // The encoding is found before anybody reads.
      { __proto__: null, highWaterMark: 1 },
    );
  }

  get detected() {
    return DecodeBodyTransform.#check(this).#decoder.detected;
  }

  get replacements() {
    return DecodeBodyTransform.#check(this).#decoder.replacements;
  }

  get firstErrorOffset() {
    return DecodeBodyTransform.#check(this).#decoder.firstErrorOffset;
  }

  get readable() {
    return DecodeBodyTransform.#check(this).#transform.readable;
  }

  get writable() {
    return DecodeBodyTransform.#check(this).#transform.writable;
  }

  static #check(stream) {
    if (#transform in Object(stream)) return stream;
    throw invalidThis('DecodeBodyTransform');
  }
}

defineInterface(DecodeBodyTransform);

module.exports = { DecodeBodyStream, DecodeBodyTransform };
