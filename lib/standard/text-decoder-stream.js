'use strict';

// TextDecoderStream: a TextDecoder inside a TransformStream of the runtime.
// https://encoding.spec.whatwg.org/#interface-textdecoderstream

const { invalidArgument, invalidThis } = require('../base/errors.js');
const { defineInterface } = require('../base/webidl.js');
const { TextDecoder } = require('./text-decoder.js');

// Captured at load, so that user code that replaces the members of TextDecoder later cannot change this class.
const { decode } = TextDecoder.prototype;
const getterOf = (name) => Object.getOwnPropertyDescriptor(TextDecoder.prototype, name).get;
const getEncoding = getterOf('encoding');
const getFatal = getterOf('fatal');
const getIgnoreBOM = getterOf('ignoreBOM');

class TextDecoderStream {
  #decoder; // implements the standard's TextDecoderCommon
  #transform;

  constructor(label = 'utf-8', options = undefined) {
    const decoder = new TextDecoder(label, options);
    const decodeAndEnqueue = (controller, chunk, stream) => {
      const text = decode.call(decoder, chunk, { stream });
      if (text !== '') controller.enqueue(text);
    };
    this.#decoder = decoder;
    // Loaded here because it takes milliseconds, and few programs need it.
    const { TransformStream } = require('node:stream/web');
    this.#transform = new TransformStream({
      // https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk
      transform: (chunk, controller) => {
        // decode() would accept undefined, as no bytes; a chunk must be a buffer or a view.
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

defineInterface(TextDecoderStream);

module.exports = { TextDecoderStream };
