'use strict';

// Finds the malformed sequences of bytes: for a caller's function, for a limit of errors, and for validate(). One native
// call lists all malformed sequences of a piece.

const {
  flags,
  maxPendingBytes: MAX_PENDING_BYTES,
  noMore: NO_MORE,
  reasons,
} = require('../backend/backend.js');
const { findMalformed, newDecodeState } = require('../backend/decode.js');
const { EACH, PIECE_UNITS: PIECE_BYTES, returnList, takeList } = require('./pieces.js');
const { REPLACEMENT, copyBytes, lengthOf, restOf } = require('../base/webidl.js');

// A list has EACH numbers for each malformed sequence: the index of its U+FFFD in the text, its offset, and its length with
// its reason. A number behind the last one is NO_MORE.
const LENGTH_MASK = (1 << flags.reasonShift) - 1;

const lengthAt = (list, at) => list[at + 2] & LENGTH_MASK;
const reasonAt = (list, at) => reasons[list[at + 2] >>> flags.reasonShift];

/** The malformed sequences of a stream of bytes that is decoded piece by piece. */
class MalformedSequences {
  #from;
  #settings;
  #errorOf;
  #scratch = newDecodeState();
  #list = null; // of the current piece
  #base = 0; // the offset in the stream from which the offsets in the list count
  #at = 0; // the place in the list that isAt() has come to
  #piece = null;
  // A malformed sequence may have begun in an earlier piece. These are the bytes before the current piece.
  #tail = new Uint8Array(MAX_PENDING_BYTES);
  #position = 0; // the offset in the stream of the current piece
  #saved = { tail: new Uint8Array(MAX_PENDING_BYTES), position: 0 };

  /**
   * `from` is the core's number of the encoding; `settings` are those of decoding; `errorOf` makes an error of what
   * current() returns.
   */
  constructor(from, settings, errorOf) {
    this.#from = from;
    this.#settings = settings;
    this.#errorOf = errorOf;
  }

  /**
   * Fills a list with the malformed sequences of a piece, which `decoder`, a state, is about to decode. The list is in use
   * until the piece is read.
   */
  find(piece, flush, decoder, list) {
    copyBytes(this.#scratch, decoder);
    this.#base = findMalformed(
      this.#from,
      this.#settings,
      piece,
      false,
      flush,
      this.#scratch,
      list,
    );
    this.#list = list;
    this.#at = 0;
    this.#piece = piece;
  }

  /** Says that the piece has no malformed sequences. */
  findNone() {
    this.#list = null;
  }

  /**
   * Adds the malformed sequences to a list of the unencodable code points of the text, so that the list is in the order
   * of the text. A U+FFFD that stands for a malformed sequence is in the list once. The list has room for all code units of the
   * text. Returns how many entries there are.
   */
  merge(list, count) {
    const own = this.#list;
    if (own === null) return count;
    let ownCount = 0;
    let total = count;
    for (let other = 0; own[EACH * ownCount] !== NO_MORE; ownCount++) {
      const index = own[EACH * ownCount];
      while (other < count && list[EACH * other] < index) other++;
      if (other === count || list[EACH * other] !== index) total++;
    }
    // From the end on, so that no entry is overwritten before it has been moved.
    let last = count - 1;
    for (let number = total - 1, mine = ownCount - 1; mine >= 0; number--) {
      const to = EACH * number;
      const index = own[EACH * mine];
      if (last >= 0 && list[EACH * last] > index) {
        list.copyWithin(to, EACH * last, EACH * (last + 1));
        last--;
        continue;
      }
      if (last >= 0 && list[EACH * last] === index) last--;
      list[to] = index;
      list[to + 1] = REPLACEMENT.charCodeAt(0);
      list[to + 2] = own[EACH * mine + 1];
      mine--;
    }
    return total;
  }

  /** The offset in the stream from which the offsets of merge() count. */
  get base() {
    return this.#base;
  }

  /**
   * Tells whether the U+FFFD at an index of the text stands for a malformed sequence, which current() then describes. The
   * index must not be smaller than in the call before.
   */
  isAt(index) {
    const list = this.#list;
    if (list === null) return false;
    while (list[this.#at] < index) this.#at += EACH;
    return list[this.#at] === index;
  }

  /** Returns { offset, length, reason } of the malformed sequence that isAt() has come to. */
  current() {
    const list = this.#list;
    const at = this.#at;
    const offset = this.#base + list[at + 1];
    return { offset, length: lengthAt(list, at), reason: reasonAt(list, at) };
  }

  /** Returns the error for the malformed sequence that isAt() has come to. */
  error() {
    return this.#errorOf(this.current());
  }

  /** Returns a copy of the bytes of a malformed sequence that current() has described. */
  bytesOf({ offset, length }) {
    const bytes = Buffer.allocUnsafe(length);
    const begin = offset - this.#position;
    for (let i = 0; i < length; i++) {
      const at = begin + i;
      bytes[i] = at < 0 ? this.#tail[MAX_PENDING_BYTES + at] : this.#piece[at];
    }
    return bytes;
  }

  /** Says that `count` bytes of a piece have been read. */
  read(piece, count) {
    this.#position += count;
    for (let i = 0; i < MAX_PENDING_BYTES; i++) {
      const at = count - MAX_PENDING_BYTES + i;
      this.#tail[i] = at < 0 ? this.#tail[MAX_PENDING_BYTES + at] : piece[at];
    }
  }

  /** Forgets the stream. */
  reset() {
    this.#position = 0;
  }

  save() {
    copyBytes(this.#saved.tail, this.#tail);
    this.#saved.position = this.#position;
  }

  restore() {
    copyBytes(this.#tail, this.#saved.tail);
    this.#position = this.#saved.position;
  }
}

/** Returns { offset, length, reason } of the first `most` malformed sequences of bytes; the offsets count from `base`. */
function malformedIn(id, bytes, most, base) {
  const errors = [];
  const length = lengthOf(bytes);
  const state = newDecodeState();
  const list = takeList();
  for (let read = 0; errors.length < most && (read < length || read === 0); read += PIECE_BYTES) {
    const size = Math.min(length - read, PIECE_BYTES);
    const isLast = read + size === length;
    const piece = restOf(bytes, read, size);
    const begin = base + findMalformed(id, flags.ignoreBOM, piece, read === 0, isLast, state, list);
    for (let at = 0; errors.length < most && list[at] !== NO_MORE; at += EACH) {
      const offset = begin + list[at + 1];
      errors.push({ offset, length: lengthAt(list, at), reason: reasonAt(list, at) });
    }
  }
  returnList(list);
  return errors;
}

module.exports = { MalformedSequences, malformedIn };
