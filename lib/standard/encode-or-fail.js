'use strict';

// Encoders that keep their state from one call to the next, for callers that handle unencodable code points themselves.
// https://encoding.spec.whatwg.org/#legacy-hooks

const { encodeChunkApart, newEncodeState, unencodables } = require('../native/encode.js');
const { encodingId, encodings, hasEncoder } = require('../native/encodings.js');
const { invalidArgument, unsupportedEncoding } = require('../base/errors.js');
const { toText } = require('../transcoding/options.js');
const { concatBytes, toDOMString } = require('../base/webidl.js');

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
      const isFirst = encoder.#isNew;
      const state = encoder.#state;
      const result = encodeChunkApart(
        encoder.#id,
        unencodables.fatal,
        piece,
        isFirst,
        isLast,
        state,
      );
      encoder.#isNew = false;
      const failed = 'codePoint' in result;
      outputs.push(failed ? result.output : result);
      read += failed ? result.read : piece.length;
      if (!failed && !isLast) continue;
      const output = outputs.length === 1 ? outputs[0] : concatBytes(outputs);
      return { codePoint: failed ? result.codePoint : null, read, output };
    }
  }

  static isEncoder(value) {
    return typeof value === 'object' && value !== null && #id in value;
  }
}

/** The core's number of an encoding that has an encoder; throws RangeError for others. */
function toEncoderId(encoding) {
  const label = toDOMString(encoding);
  const id = encodingId(label);
  if (id === undefined || !hasEncoder(id)) throw unsupportedEncoding(label);
  return id;
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

module.exports = { encodeOrFail, getEncoder, toEncoderId };
