'use strict';

// TextEncoderStream: the native encoder of UTF-8 inside a TransformStream of the runtime.
// https://encoding.spec.whatwg.org/#interface-textencoderstream

const { encodeChunkApart, newEncodeState, unencodables } = require('../native/encode.js');
const { encodingId } = require('../native/encodings.js');
const { invalidThis } = require('../base/errors.js');
const { defineInterface, plainBytes, toDOMString } = require('../base/webidl.js');

const utf8 = encodingId('utf-8');

class TextEncoderStream {
  #transform;

  constructor() {
    const state = newEncodeState(); // with the leading surrogate
    let isFirst = true;
    const encodeAndEnqueue = (controller, text, isLast) => {
      const bytes = encodeChunkApart(utf8, unencodables.fatal, text, isFirst, isLast, state);
      isFirst = false;
      if (bytes.length > 0) controller.enqueue(plainBytes(bytes));
    };
    // Loaded here because it takes milliseconds, and few programs need it.
    const { TransformStream } = require('node:stream/web');
    this.#transform = new TransformStream({
      // https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
      transform: (chunk, controller) => encodeAndEnqueue(controller, toDOMString(chunk), false),
      // https://encoding.spec.whatwg.org/#encode-and-flush
      flush: (controller) => encodeAndEnqueue(controller, '', true),
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

defineInterface(TextEncoderStream);

module.exports = { TextEncoderStream };
