'use strict';

// Reads lines one by one: whether they are UTF-8, and which encoding each votes for.

const { isUtf8: isWellFormed } = require('node:buffer');
const { decodeWhole } = require('../transcoding/codecs.js');
const { detectBytes } = require('../transcoding/detection.js');
const { concatBytes, copyOf, getOrMake, lengthOf, restOf } = require('../base/webidl.js');

const LF = 0x0a;
const CR = 0x0d;

/** How many bytes are not ASCII: the weight of a line. */
function weightOf(bytes) {
  let weight = 0;
  for (let at = 0; at < bytes.length; at++) weight += bytes[at] >> 7;
  return weight;
}

/** The length of a UTF-8 sequence by its first byte; 1 for a byte that begins none. */
const lengthOfSequence = (byte) => (byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);

/** Returns the length of some bytes without the character of UTF-8 that their end cuts, if it does. */
function uncutLength(bytes) {
  const { length } = bytes;
  for (let count = 1; count <= Math.min(3, length); count++) {
    const byte = bytes[length - count];
    if (byte >= 0xc0) return lengthOfSequence(byte) > count ? length - count : length;
    if (byte < 0x80) break;
  }
  return length;
}

/** Whether bytes are well-formed UTF-8. With `isCut` their end may cut a character. */
const isUtf8 = (bytes, isCut = false) =>
  isWellFormed(isCut ? restOf(bytes, 0, uncutLength(bytes)) : bytes);

/** A byte order mark within a text, whose first byte is EF, FE or FF, is none. */
const withoutMark = (line) => (line[0] >= 0xef ? concatBytes([Uint8Array.of(LF), line]) : line);

/** How many lines vote, and after them one of as many, because each vote takes 20 microseconds. */
const MAX_VOTES = 1024;
const VOTE_EVERY = 16;

/** In bytes: how much of a line that has voted is kept, for encodings that get their first vote later. */
const MAX_KEPT_BYTES = 256;

/** Whether two encodings, by their numbers, give the same text. */
const hasSameText = (bytes, id, other) =>
  id === other ||
  (other !== undefined && decodeWhole(id, 0, bytes) === decodeWhole(other, 0, bytes));

/**
 * The votes of lines. Each line is looked at alone, so that a line in another encoding does not spoil what the others tell. The
 * vote of a line counts for each encoding that gives the line the same text. ISO-8859-2 and windows-1250 give many lines of Polish the
 * same text.
 */
class LineVotes {
  #core;
  #lines = []; // { bytes, id, votes } of lines, of which the first MAX_VOTES are kept
  #byId = new Map(); // { id, weight, answer } by the number of the encoding
  #total = 0;
  #count = 0;

  /** `core` is what the core takes as the options of a detector. */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Counts the vote of a line of this weight, twice if it is reliable. Returns whether it has one: a line that no encoding explains has
   * none.
   */
  add(line, weight) {
    this.#count++;
    if (this.#count > MAX_VOTES && this.#count % VOTE_EVERY !== 0) return false;
    const answer = detectBytes(this.#core, withoutMark(line), false);
    const { id, isReliable } = answer;
    if (id === undefined) return false;
    getOrMake(this.#byId, id, () => ({ id, weight: this.#weightOf(id), answer }));
    const votes = isReliable ? 2 * weight : weight;
    const bytes = copyOf(restOf(line, 0, Math.min(lengthOf(line), MAX_KEPT_BYTES)));
    for (const [, own] of this.#byId) {
      if (hasSameText(bytes, id, own.id)) own.weight += votes;
    }
    this.#total += votes;
    if (this.#count <= MAX_VOTES) this.#lines.push({ bytes, id, votes });
    return true;
  }

  /** The encoding with the most votes: { id, weight, answer }, or null. */
  get winner() {
    let best = null;
    for (const [, own] of this.#byId) {
      if (best === null || own.weight > best.weight) best = own;
    }
    return best;
  }

  /** The share of the votes that count for an encoding; 1 where no line has voted. */
  shareOf(id) {
    if (this.#total === 0) return 1;
    return (this.#byId.get(id)?.weight ?? this.#weightOf(id)) / this.#total;
  }

  // The votes so far that count for an encoding without a line of its own.
  #weightOf(id) {
    let weight = 0;
    for (const line of this.#lines) {
      if (hasSameText(line.bytes, line.id, id)) weight += line.votes;
    }
    return weight;
  }
}

module.exports = { CR, LF, LineVotes, hasSameText, isUtf8, uncutLength, weightOf };
