'use strict';

// Reads lines one by one: whether they are UTF-8, and which encoding each votes for.

const { isUtf8: isWellFormed } = require('node:buffer');
const { detectBytes } = require('../transcoding/detection.js');
const { concatBytes, getOrMake, restOf } = require('../base/webidl.js');

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

/** The votes of lines. Each line is looked at alone, so that a line in another encoding does not spoil what the others tell. */
class LineVotes {
  #core;
  #byId = new Map(); // { weight, answer } by the number of the encoding
  #total = 0;
  #count = 0;
  #winner; // what `winner` has returned since the last vote

  /** `core` is what the core takes as the options of a detector. */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Counts the vote of a line of this weight, twice if it is reliable. A line that no encoding explains has none. Returns { id, votes },
   * the number of the encoding and how many votes it has got.
   */
  add(line, weight) {
    this.#count++;
    if (this.#count > MAX_VOTES && this.#count % VOTE_EVERY !== 0)
      return { id: undefined, votes: 0 };
    const answer = detectBytes(this.#core, withoutMark(line), false);
    const { id, isReliable } = answer;
    if (id === undefined) return { id: undefined, votes: 0 };
    const own = getOrMake(this.#byId, id, () => ({ weight: 0, answer }));
    const votes = isReliable ? 2 * weight : weight;
    own.weight += votes;
    this.#total += votes;
    this.#winner = undefined;
    return { id, votes };
  }

  /** The encoding with the most votes: { id, share, answer }, where `share` is that of all votes; or null. */
  get winner() {
    if (this.#winner !== undefined) return this.#winner;
    let best = null;
    for (const [id, own] of this.#byId) {
      if (best === null || own.weight > best.weight) best = { id, ...own };
    }
    this.#winner = best && { ...best, share: best.weight / this.#total };
    return this.#winner;
  }
}

module.exports = { CR, LF, LineVotes, isUtf8, uncutLength, weightOf };
