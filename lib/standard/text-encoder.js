'use strict';

// TextEncoder encodes strings to UTF-8; TextEncoderStream does so inside a TransformStream of the runtime.
// https://encoding.spec.whatwg.org/#interface-textencoder
// https://encoding.spec.whatwg.org/#interface-textencoderstream

const {
  encodeChunkApart,
  encodeInto,
  encodeUtf8Apart,
  newEncodeState,
  unencodables,
} = require('../backend/encode.js');
const { utf8 } = require('../labels/encodings.js');
const { invalidArgument, invalidThis } = require('../base/errors.js');
const {
  defineInterface,
  defineTransformStream,
  isUint8Array,
  newTransform,
  plainBytes,
  toDOMString,
} = require('../base/webidl.js');

class TextEncoder {
  #encoding = 'utf-8';

  get encoding() {
    return TextEncoder.#check(this).#encoding;
  }

  encode(input = '') {
    TextEncoder.#check(this);
    return encodeUtf8Apart(toDOMString(input, 'input'));
  }

  encodeInto(source, destination) {
    TextEncoder.#check(this);
    // biome-ignore lint/complexity/noArguments: Web IDL counts them before it looks at any.
    if (arguments.length < 2) throw invalidArgument('destination', 'a Uint8Array', destination);
    const text = toDOMString(source, 'source');
    if (!isUint8Array(destination)) {
      throw invalidArgument('destination', 'a Uint8Array', destination);
    }
    return encodeInto(utf8, unencodables.fatal, text, destination);
  }

  static #check(encoder) {
    if (#encoding in Object(encoder)) return encoder;
    throw invalidThis('TextEncoder');
  }
}

defineInterface(TextEncoder);

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
    this.#transform = newTransform({
      // https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
      transform: (chunk, controller) =>
        encodeAndEnqueue(controller, toDOMString(chunk, 'chunk'), false),
      // https://encoding.spec.whatwg.org/#encode-and-flush
      flush: (controller) => encodeAndEnqueue(controller, '', true),
    });
  }

  get encoding() {
    TextEncoderStream.#check(this);
    return 'utf-8';
  }

  static #check(stream) {
    if (#transform in Object(stream)) return stream;
    throw invalidThis('TextEncoderStream');
  }

  static {
    defineTransformStream(
      TextEncoderStream,
      (stream) => TextEncoderStream.#check(stream).#transform,
    );
  }
}

module.exports = { TextEncoder, TextEncoderStream };
