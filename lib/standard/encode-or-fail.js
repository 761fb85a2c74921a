'use strict';

// Encoders that keep their state from one call to the next, for callers that handle unencodable code points themselves.
// https://encoding.spec.whatwg.org/#legacy-hooks

const { encodeChunkApart, newEncodeState, unencodables } = require('../native/encode.js');
const { encodings } = require('../native/encodings.js');
const { toEncoderId } = require('./names-and-labels.js');
const { invalidArgument } = require('../base/errors.js');
const { toText } = require('../transcoding/options.js');
const { concatBytes } = require('../base/webidl.js');

// In UTF-16 code units: the length of the first piece of a text. Each next piece is twice as long. The core copies the
// text that it receives, so that with pieces a text with many errors is not copied as a whole for each error.
const FIRST_PIECE = 256;

class Encoder {
  #id;
  #state = newEncodeState();
  #isNew = true;

  constructor(id) {
    this.#id = id;
  }

  get encoding() {
    return encodings[this.#id];
  }

  static encodeOrFail(text, encoder) {
    const outputs = [];
    let read = 0;
    for (let size = FIRST_PIECE; ; size *= 2) {
      const isLast = text.length - read <= size;
      const piece = text.slice(read, isLast ? undefined : read + size);
      const { fatal } = unencodables;
      const result = encodeChunkApart(
        encoder.#id,
        fatal,
        piece,
        encoder.#isNew,
        isLast,
        encoder.#state,
      );
      encoder.#isNew = false;
      const failed = 'codePoint' in result;
      outputs.push(failed ? result.output : result);
      read += failed ? result.read : piece.length;
      if (!failed && !isLast) continue;
      return { codePoint: failed ? result.codePoint : null, read, output: concatBytes(outputs) };
    }
  }

  static isEncoder(value) {
    return typeof value === 'object' && value !== null && #id in value;
  }
}

// Returns a new encoder.
// https://encoding.spec.whatwg.org/#get-an-encoder
function getEncoder(encoding) {
  return new Encoder(toEncoderId(encoding));
}

// Encodes a string up to its first code point that the encoding does not contain, or to its end.
// https://encoding.spec.whatwg.org/#encode-or-fail
function encodeOrFail(text, encoder) {
  const string = toText(text, 'text');
  if (!Encoder.isEncoder(encoder)) {
    throw invalidArgument('encoder', 'an encoder from getEncoder()', encoder);
  }
  return Encoder.encodeOrFail(string, encoder);
}

module.exports = { encodeOrFail, getEncoder };
