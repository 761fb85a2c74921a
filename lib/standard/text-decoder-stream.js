'use strict';

// https://encoding.spec.whatwg.org/#interface-textdecoderstream

const { invalidArgument, invalidThis } = require('../base/errors.js');
const { TextDecoder } = require('./text-decoder.js');

// The decoder's own, whatever becomes of the public ones.
const { decode } = TextDecoder.prototype;
const getterOf = (name) => Object.getOwnPropertyDescriptor(TextDecoder.prototype, name).get;
const getEncoding = getterOf('encoding');
const getFatal = getterOf('fatal');
const getIgnoreBOM = getterOf('ignoreBOM');

class TextDecoderStream {
  #decoder; // all of TextDecoderCommon
  #transform;

  constructor(label = 'utf-8', options = undefined) {
    const decoder = new TextDecoder(label, options);
    const decodeAndEnqueue = (controller, chunk, stream) => {
      const text = decode.call(decoder, chunk, { stream });
      if (text !== '') controller.enqueue(text);
    };
    this.#decoder = decoder;
    // The runtime takes long to load it, and few programs need it.
    const { TransformStream } = require('node:stream/web');
    this.#transform = new TransformStream({
      // https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk
      transform: (chunk, controller) => {
        // decode() takes it for no bytes.
        if (chunk === undefined) throw invalidArgument('chunk', 'a buffer or a view on one', chunk);
        decodeAndEnqueue(controller, chunk, true);
      },
      // https://encoding.spec.whatwg.org/#flush-and-enqueue
      flush: (controller) => decodeAndEnqueue(controller, undefined, false),
    });
  }

  get encoding() {
    return getEncoding.call(TextDecoderStream.#check(this).#decoder);
  }

  get fatal() {
    return getFatal.call(TextDecoderStream.#check(this).#decoder);
  }

  get ignoreBOM() {
    return getIgnoreBOM.call(TextDecoderStream.#check(this).#decoder);
  }

  get readable() {
    return TextDecoderStream.#check(this).#transform.readable;
  }

  get writable() {
    return TextDecoderStream.#check(this).#transform.writable;
  }

  static #check(stream) {
    if (typeof stream !== 'object' || stream === null || !(#transform in stream)) {
      throw invalidThis('TextDecoderStream');
    }
    return stream;
  }
}

Object.defineProperties(TextDecoderStream.prototype, {
  encoding: { enumerable: true },
  fatal: { enumerable: true },
  ignoreBOM: { enumerable: true },
  readable: { enumerable: true },
  writable: { enumerable: true },
  [Symbol.toStringTag]: { value: 'TextDecoderStream', configurable: true },
});

module.exports = { TextDecoderStream };
