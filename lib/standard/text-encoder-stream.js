'use strict';

// TextEncoderStream: the native encoder of UTF-8 inside a TransformStream of the runtime.
// https://encoding.spec.whatwg.org/#interface-textencoderstream

const binding = require('../native/backend.js');
const { encodingId } = require('../native/encodings.js');
const { invalidThis } = require('../base/errors.js');
const { START, STREAM, headOf } = require('../transcoding/options.js');
const { newState } = require('../native/states.js');
const { plainBytes, toDOMString } = require('../base/webidl.js');

const utf8 = encodingId('utf-8');

class TextEncoderStream {
  #transform;

  constructor() {
    const state = newState(binding.encodeStateSize); // keeps a leading surrogate that ends a chunk
    let flags = START | STREAM;
    const encodeAndEnqueue = (controller, text) => {
      const bytes = binding.encode(headOf(utf8, flags), text, state);
      flags &= ~START;
      if (bytes.length > 0) controller.enqueue(plainBytes(bytes));
    };
    // Loaded here because it takes milliseconds, and few programs need it.
    const { TransformStream } = require('node:stream/web');
    this.#transform = new TransformStream({
      // https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
      transform: (chunk, controller) => encodeAndEnqueue(controller, toDOMString(chunk)),
      // https://encoding.spec.whatwg.org/#encode-and-flush
      flush: (controller) => {
        flags &= ~STREAM;
        encodeAndEnqueue(controller, '');
      },
    });
  }

  get encoding() {
    TextEncoderStream.#check(this);
    return 'utf-8';
  }

  get readable() {
    return TextEncoderStream.#check(this).#transform.readable;
  }

  get writable() {
    return TextEncoderStream.#check(this).#transform.writable;
  }

  static #check(stream) {
    if (typeof stream !== 'object' || stream === null || !(#transform in stream)) {
      throw invalidThis('TextEncoderStream');
    }
    return stream;
  }
}

Object.defineProperties(TextEncoderStream.prototype, {
  encoding: { enumerable: true },
  readable: { enumerable: true },
  writable: { enumerable: true },
  [Symbol.toStringTag]: { value: 'TextEncoderStream', configurable: true },
});

module.exports = { TextEncoderStream };
