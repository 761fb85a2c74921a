'use strict';

// Encoder instances that are kept alive between calls, for callers that handle errors themselves.
// https://encoding.spec.whatwg.org/#legacy-hooks

const { encodeChunkApart, newEncodeState, unencodables } = require('../native/encode.js');
const { encodingId, encodings, hasEncoder } = require('../native/encodings.js');
const { invalidArgument, unsupportedEncoding } = require('../base/errors.js');
const { toText } = require('../transcoding/options.js');
const { concatBytes, toDOMString } = require('../base/webidl.js');

// In UTF-16 code units, twice as many each time: the core copies the text that it is given, and of
// a text with many errors only a piece is copied for each.
const FIRST_PIECE = 256;

class Encoder {
  #id;
  #state = newEncodeState();
  #isNew = true;

  constructor(id) {
    this.#id = id;
  }

  /** The name of the encoding, as the standard spells it. */
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

/**
 * A new instance of an encoding's encoder, for encodeOrFail(); `encoding` is its encoding's name.
 * Throws RangeError with code ERR_ENCODING_NOT_SUPPORTED for no encoding and for replacement,
 * UTF-16BE and UTF-16LE, which have no encoder: see getOutputEncoding().
 * https://encoding.spec.whatwg.org/#get-an-encoder
 */
function getEncoder(encoding) {
  return new Encoder(toEncoderId(encoding));
}

/**
 * Encodes a string up to its first code point that the encoding does not have, or to its end:
 * { codePoint, read, output }.
 *
 * `codePoint` is the one that could not be encoded, or null; `read` is how many UTF-16 code units
 * were read, that code point included; `output` is a Buffer of the bytes of what came before it.
 * After an error, call it again with the same encoder and the text from `read` on: the ISO-2022-JP
 * encoder goes on in the state it was left in, so what is written in the place of the error must be
 * bytes from 0x00 to 0x7F, without 0x0E, 0x0F, 0x1B, 0x5C and 0x7E. When `codePoint` is null,
 * end-of-queue was read too, and the encoder is again as new. ISO-2022-JP reports U+FFFD for
 * U+000E, U+000F and U+001B. Throws TypeError for a text that is no string and for what
 * getEncoder() has not returned.
 * https://encoding.spec.whatwg.org/#encode-or-fail
 */
function encodeOrFail(text, encoder) {
  const string = toText(text, 'text');
  if (!Encoder.isEncoder(encoder)) {
    throw invalidArgument('encoder', 'an encoder from getEncoder()', encoder);
  }
  return Encoder.encodeOrFail(string, encoder);
}

module.exports = { encodeOrFail, getEncoder, toEncoderId };
