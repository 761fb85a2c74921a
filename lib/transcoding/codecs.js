'use strict';

// The room transcoding/ has what is our own: decode(), encode(), Transcoder, and the streams of Node.js.
// May require base/, backend/ and labels/.
//
// This file has what rooms above ask of the codecs; only this room and standard/ speak to lib/backend/. `id` is the core's number of
// an encoding, and `settings` are a sum of FATAL and IGNORE_BOM.

const { clearTimeout, setTimeout } = require('node:timers');
const { copyBytes } = require('../base/webidl.js');
const { backend, flags, noMore } = require('../backend/backend.js');
const { decodeChunk, decodeWhole, measureBytes, newDecodeState } = require('../backend/decode.js');
const { encodeAround, encodeText, newEncodeState, unencodables } = require('../backend/encode.js');
const { NUMBERS_PER_ENTRY, PIECE_UNITS, eachPiece, withList } = require('./pieces.js');

const { fatal: FATAL, ignoreBOM: IGNORE_BOM } = flags;

/** Decodes streams of chunks, one after the other. */
class ChunkDecoder {
  #id;
  #settings;
  #state = newDecodeState();
  #next = null; // the state after what tryDecode() has decoded
  /** Whether a stream has begun and not ended. */
  isOpen = false;

  constructor(id, settings) {
    this.#id = id;
    this.#settings = settings;
  }

  /**
   * Decodes a chunk; returns what decodeWhole() returns. If the core throws, because there is not enough memory or the text is
   * too long for a string, the decoder stays as it was.
   */
  decode(bytes, isLast) {
    const result = decodeChunk(this.#id, this.#settings, bytes, !this.isOpen, isLast, this.#state);
    this.isOpen = !isLast;
    return result;
  }

  /** Decodes a chunk as decode() does, but the stream stays where it is until accept() is called. */
  tryDecode(bytes, isLast) {
    this.#next ??= newDecodeState();
    copyBytes(this.#next, this.#state);
    return decodeChunk(this.#id, this.#settings, bytes, !this.isOpen, isLast, this.#next);
  }

  /** Goes on behind what tryDecode() has decoded, and removes `read` bytes from a queue if there is one. If this throws, nothing has changed. */
  accept(isLast, queue, read) {
    queue?.read(read);
    const state = this.#state;
    this.#state = this.#next;
    this.#next = state;
    this.isOpen = !isLast;
  }
}

/** Encodes a whole text; « ? » stands for what the encoding does not contain. */
const encodeReplacing = (id, text) => encodeText(id, unencodables.replace, text);

/**
 * Returns a function that encodes whole texts piece by piece, with nothing in the place of unencodable code points. It calls
 * `take(bytes, unencodable)` for each piece: `unencodable` has [codePoint, place] for each, where the place is among the bytes.
 */
function encoderAround(id) {
  const state = newEncodeState();
  return (text, take) =>
    withList((list) =>
      eachPiece(text, PIECE_UNITS, (piece, isLast, start) => {
        const bytes = encodeAround(id, piece, start === 0, isLast, state, list);
        const unencodable = [];
        for (let at = 0; list[at + 1] !== noMore; at += NUMBERS_PER_ENTRY) {
          unencodable.push([list[at + 1], list[at + 2]]);
        }
        take(bytes, unencodable);
      }),
    );
}

module.exports = {
  ChunkDecoder,
  FATAL,
  IGNORE_BOM,
  /** Which backend runs the core: 'native' or 'wasm'. */
  backend,
  /** Decodes a whole stream; returns the text, or the core's description of the error that ended it. */
  decodeWhole,
  encodeReplacing,
  encoderAround,
  /** Returns { length, replacements, firstError } of the text that bytes would be decoded to. */
  measureBytes,
  clearTimeout,
  /** Captured at load: where a test replaces the timers with fake ones that stand still, an error must not wait forever. */
  setTimeout,
};
