'use strict';

// Cuts text into pieces, holds the lists of unencodable code points and of malformed sequences in a piece, and keeps the bytes or
// the code unit that wait for the next chunk.

const {
  flags,
  maxPendingBytes,
  numbersPerEntry: NUMBERS_PER_ENTRY,
  reasons,
} = require('../backend/backend.js');
const { isLeadingSurrogate, lengthOf, restOf } = require('../base/webidl.js');

// The bytes that a decoder has still to read after an error in a stream.

/**
 * Bytes that wait to be decoded: they are added at the end and read from the front. Each byte is copied a bounded number
 * of times on average, in whatever order the calls come.
 * https://encoding.spec.whatwg.org/#concept-stream
 */
class IoQueue {
  #buffer = new Uint8Array(0);
  #start = 0;
  #end = 0;
  #added = 0; // where the bytes end that with() has added

  /**
   * Returns the bytes that wait and a copy of `bytes` behind them, as a view that is valid until the next call. Only read()
   * makes the added bytes wait, so that a call that fails need not take them out again.
   */
  with(bytes) {
    const waiting = this.#end - this.#start;
    const length = lengthOf(bytes);
    if (this.#end + length > this.#buffer.length) {
      const room = waiting + length;
      const target = 2 * room <= this.#buffer.length ? this.#buffer : new Uint8Array(2 * room);
      target.set(this.#buffer.subarray(this.#start, this.#end));
      this.#buffer = target;
      this.#start = 0;
      this.#end = waiting;
    }
    // A detached buffer contains no bytes, and copying it would throw.
    if (length > 0) this.#buffer.set(bytes, this.#end);
    this.#added = this.#end + length;
    return this.#buffer.subarray(this.#start, this.#added);
  }

  /** Adds a copy of `bytes`. */
  append(bytes) {
    this.with(bytes);
    this.read(0);
  }

  /** The bytes that wait, as a view that is valid until the next call. */
  get bytes() {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /** Removes `count` bytes from the front of what with() has returned, because they have been decoded. The rest waits. */
  read(count) {
    this.#start += count;
    this.#end = this.#added;
  }
}

/** Makes a queue in which a copy of some bytes waits. */
function queueOf(bytes) {
  const queue = new IoQueue();
  queue.append(bytes);
  return queue;
}

/** In UTF-16 code units: the longest piece of text. When bytes are transcoded, it is also the longest piece in bytes. */
const PIECE_UNITS = 8192;

// A list has NUMBERS_PER_ENTRY numbers for each unencodable code point: its index, the code point, and its place. A malformed sequence,
// for which the text has U+FFFD, is described in place of the code point. A decoder makes at most `maxPendingBytes` code units more than
// it is given bytes. A list also has an end.
const LIST_NUMBERS = NUMBERS_PER_ENTRY * (PIECE_UNITS + maxPendingBytes + 1);

// One call uses at most this many lists, unless a caller's function converts as well.
const MAX_SPARE_LISTS = 3;

const spareLists = [];

/**
 * Returns { offset, length, reason } of the malformed sequence at an offset that the second number of an entry describes; null
 * where that number is a code point.
 */
function sequenceOf(number, offset) {
  const reason = number >>> flags.reasonShift;
  if (reason === 0) return null;
  return { offset, length: number & ((1 << flags.reasonShift) - 1), reason: reasons[reason] };
}

/** Returns what `run(list)` returns. The list is a Uint32Array for the errors of a piece, which nobody else uses meanwhile. */
function withList(run) {
  const list = spareLists.pop() ?? new Uint32Array(LIST_NUMBERS);
  try {
    return run(list);
  } finally {
    if (spareLists.length < MAX_SPARE_LISTS) spareLists.push(list);
  }
}

/** Tells whether a code unit is one of the two letters that have pairs of bytes in Big5 with the mark that may follow them. */
const isLetterOfPair = (unit) => unit === 0xca || unit === 0xea;

/** Returns where the piece of a text that begins at `start` ends, so that neither a surrogate pair nor a letter and its mark are split. */
function endOfPiece(text, start, most) {
  const end = start + most;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return isLeadingSurrogate(last) || isLetterOfPair(last) ? end - 1 : end;
}

/**
 * Calls `run(piece, isLast, start)` for each piece of a text, which has at most `most` UTF-16 code units and begins at `start`, until
 * that returns something other than null and undefined. Returns that, or null. An empty text has one piece.
 */
function eachPiece(text, most, run) {
  for (let start = 0, end; ; start = end) {
    end = endOfPiece(text, start, most);
    const isLast = end === text.length;
    const result = run(text.slice(start, end), isLast, start) ?? null;
    if (result !== null || isLast) return result;
  }
}

/** Does what eachPiece() does, for bytes. What `run` has detached has no more pieces. */
function eachPieceOfBytes(bytes, most, run) {
  const length = lengthOf(bytes);
  for (let start = 0; ; start += most) {
    const rest = Math.max(0, Math.min(length, lengthOf(bytes)) - start);
    const isLast = rest <= most;
    const isWhole = start === 0 && isLast && rest > 0;
    const piece = isWhole ? bytes : restOf(bytes, start, Math.min(most, rest));
    const result = run(piece, isLast, start) ?? null;
    if (result !== null || isLast) return result;
  }
}

/** Calls `take(run, isInside, start)` for each run of code units for all of which `contains(unit)` returns the same. */
function eachRun(text, contains, take) {
  for (let start = 0, end = 0; end < text.length; start = end) {
    const isInside = contains(text.charCodeAt(start));
    while (end < text.length && contains(text.charCodeAt(end)) === isInside) end++;
    take(text.slice(start, end), isInside, start);
  }
}

/** Joins the chunks of a stream of text: what may belong to the next chunk waits for it. */
class Joiner {
  #waits;
  /** The text that waits for the next chunk. After a conversion the caller of join() puts its `waiting` here. */
  waiting = '';

  /** `waits(unit)` tells whether the last code unit of a chunk waits; it is the first half of a surrogate pair unless given. */
  constructor(waits = isLeadingSurrogate) {
    this.#waits = waits;
  }

  /** Returns the text of a chunk, behind what has waited and without what waits then, as { whole, waiting }. */
  join(text, isLast) {
    const whole = this.waiting + text;
    const waits = !isLast && this.#waits(whole.charCodeAt(whole.length - 1));
    return waits ? { whole: whole.slice(0, -1), waiting: whole.slice(-1) } : { whole, waiting: '' };
  }
}

/** Returns the number of UTF-16 code units of a code point. */
const unitsOf = (codePoint) => (codePoint > 0xffff ? 2 : 1);

module.exports = {
  NUMBERS_PER_ENTRY,
  Joiner,
  PIECE_UNITS,
  eachPiece,
  eachPieceOfBytes,
  eachRun,
  isLetterOfPair,
  queueOf,
  sequenceOf,
  unitsOf,
  withList,
};
