'use strict';

// Finds the bytes of code units, and compares what a decoder would do next after different bytes. Byte order marks are text here.

const { copyBytes, getOrMake, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { flags } = require('../backend/backend.js');
const { decodeChunk, newDecodeState } = require('../backend/decode.js');
const { findOffsets } = require('../backend/transcode.js');
const { NUMBERS_PER_ENTRY, PIECE_UNITS, eachPieceOfBytes, withList } = require('./pieces.js');

// Bytes whose text tells how a decoder reads: a pair, or two characters.
const pairProbe = Uint8Array.of(0x5c, 0x5c);

/** In UTF-16 code units: the usual length of a part that cut() finds. */
const CHUNK_UNITS = 1024;

// In bytes: what is given to the decoder at once, in search of the end of such a part.
const WINDOW_BYTES = 8192;

/**
 * A decoder of one encoding that can be put into any State in which it holds no bytes. A State is { bytes, position, pair }: the state as the
 * core has it, how many bytes the decoder had read, and the text of the two bytes 5C 5C. There is one object for each state.
 */
class PlaceFinder {
  #id;
  #state = newDecodeState();
  #mode = null; // what findOffsets() has said of the decoder, as long as it is true
  #origin = 0; // the position of the State in which the last call began
  #states = new Map(); // by the decoder's mode
  #read = 0; // how many bytes have been read since begin()
  /** The State at the start of a stream. */
  start;
  /** Why an edit is refused whose bytes would not be read as its text. */
  reason = 'malformed bytes';

  constructor(id) {
    this.#id = id;
    decodeChunk(id, flags.ignoreBOM, noBytes, true, false, this.#state);
    this.start = this.state;
  }

  /** Puts the decoder into a State. */
  begin(state) {
    copyBytes(this.#state, state.bytes);
    this.#origin = state.position;
    this.#mode = null;
    this.#read = 0;
  }

  /** Returns the text of more bytes; `isLast` means that the stream ends with them. */
  decode(bytes, isLast) {
    this.#read += lengthOf(bytes);
    this.#mode = null;
    return decodeChunk(this.#id, flags.ignoreBOM, bytes, false, isLast, this.#state);
  }

  /** How many bytes have been read since begin(), without those that the decoder holds. */
  get end() {
    return this.#look().begin - this.#origin;
  }

  /** The State in which the decoder is; null while it holds bytes. */
  get state() {
    const mode = this.#mode ?? this.#look().mode;
    if (mode === 0) return null;
    return getOrMake(this.#states, mode, () => {
      const bytes = new Uint8Array(this.#state);
      const pair = decodeChunk(this.#id, flags.ignoreBOM, pairProbe, false, false, this.#state);
      copyBytes(this.#state, bytes);
      return { bytes, position: this.#origin + this.#read, pair };
    });
  }

  /**
   * Returns where the sequences of code units begin in bytes that begin in a State; `units` are their numbers, each greater than the one before
   * it. The list ends before the first that the bytes do not make. The decoder has then read up to the end of the last of these sequences.
   */
  placesOf(state, bytes, units, isLast) {
    this.begin(state);
    const places = [];
    let made = 0;
    eachPieceOfBytes(bytes, PIECE_UNITS, (piece, isEnd) => {
      withList((list) => {
        const first = places.length;
        const count = Math.min(units.length - first, list.length / NUMBERS_PER_ENTRY);
        for (let i = 0; i < count; i++) list[NUMBERS_PER_ENTRY * i] = units[first + i] - made;
        const found = this.#find(piece, isLast && isEnd, list, count);
        for (let i = 0; i < count && list[NUMBERS_PER_ENTRY * i] < found.made; i++) {
          places.push(found.begin + list[NUMBERS_PER_ENTRY * i + 2] - this.#origin);
        }
        made += found.made;
      });
      return places.length < units.length ? null : places;
    });
    return places;
  }

  /**
   * Returns the first part of bytes that begin in a State, up to a place where the decoder holds nothing: { to, units, state }, its length
   * in bytes and in code units, and the State behind it. Null stands for all of the bytes.
   */
  cut(state, bytes) {
    this.begin(state);
    let units = 0;
    let want = CHUNK_UNITS;
    for (let more = 1; lengthOf(bytes) - this.#read > WINDOW_BYTES; ) {
      const window = restOf(bytes, this.#read, WINDOW_BYTES);
      // Reads up to the end of the sequence that makes the last code unit that is wanted, or the whole window.
      const { made, isSettled } = withList((list) => {
        list[0] = want - units - 1;
        return this.#find(window, false, list, 1);
      });
      units += made;
      if (units < want) continue;
      const next = isSettled ? this.state : null;
      if (next !== null) return { to: this.#read, units, state: next };
      // In malformed bytes the decoder may hold some at the end of many characters.
      want = units + more;
      more *= 2;
    }
    return null;
  }

  // Asks about the decoder as it is.
  #look() {
    return withList((list) => this.#find(noBytes, false, list, 0));
  }

  // Finds the bytes of the first `count` code units in a list, and returns what findOffsets() does.
  #find(bytes, isLast, list, count) {
    const settings = flags.ignoreBOM | flags.fatal;
    const found = findOffsets(this.#id, settings, bytes, isLast, this.#state, list, count);
    this.#read += found.read;
    this.#mode = found.mode;
    return found;
  }
}

module.exports = { CHUNK_UNITS, PlaceFinder };
