'use strict';

// Finds the encoding of a stream whose ASCII has been passed on.

const { concatBytes, restOf } = require('../base/webidl.js');
const { utf8 } = require('../labels/encodings.js');
const { ChunkDetector, detectBytes } = require('../transcoding/detection.js');
const { HeldDetector, asciiOf } = require('./answers.js');
const { CR, LF, LineVotes, hasSameText, isUtf8, weightOf } = require('./votes.js');

// In bytes beyond ASCII: fewer do not settle the encoding of a stream. UTF-8 is hardly ever another encoding by chance.
const MIN_UTF8_WEIGHT = 6;
const MIN_WEIGHT = 96;
/** The least weight of a line that has not ended. No other line confirms the encoding of such a line. */
const MIN_LINE_WEIGHT = 192;

/** How many lines have these bytes at least, so that no single line decides. */
const MIN_LINES = 3;

/** How many times as many votes as all other lines the lines of the answer have. */
const MIN_LEAD = 4;

const MIN_PROBABILITY = 0.9995;

/** The share of the votes that an answer needs at least. */
const MIN_SHARE = 0.5;

/** In bytes: the stream looks at an unended line of this length, and again each time when the line has twice the length. */
const LINE_LOOK_BYTES = 256;

/** In bytes: a byte order mark is not longer. */
const MARK_BYTES = 4;

/** The weight grows by this factor before lines are looked at again. */
const GROWTH = 1.25;

const isBreak = (byte) => byte === LF || byte === CR || byte === 0;

const isCertain = ({ id, isReliable, candidates }) =>
  id !== undefined && isReliable && candidates[0].probability > MIN_PROBABILITY;

/** The lines of a kind: those that are UTF-8, or the others. ASCII is of both kinds. */
class Side {
  weight = 0;
  lines = 0;
  #detector;
  #start = 0; // of the bytes that the detector has still to read
  #end = 0;

  constructor(core, before) {
    this.#detector = new ChunkDetector(core);
    this.#detector.feed(before);
  }

  /** Adds a line of this weight, from `start` to `end` of the bytes. */
  add(bytes, start, end, weight) {
    if (start !== this.#end) {
      this.#feed(bytes);
      this.#start = start;
    }
    this.#end = end;
    this.weight += weight;
    if (weight > 0) this.lines++;
  }

  /** Many lines count for more than one with as many bytes. */
  get votes() {
    return this.weight * this.lines;
  }

  answer(bytes, isWhole = false) {
    this.#feed(bytes);
    return this.#detector.result(isWhole);
  }

  // Lines are fed together, because each call of the core takes its time.
  #feed(bytes) {
    this.#detector.feed(restOf(bytes, this.#start, this.#end - this.#start));
    this.#start = this.#end;
  }
}

/**
 * Decides about a stream, from its first byte that is not ASCII on, at places that do not depend on how it is cut into chunks. Each line
 * votes alone; the lines that are not UTF-8 are also read together, as one text.
 */
class Decision {
  #settings;
  #maxBytes;
  #before;
  #hasUtf8;
  #utf8;
  #other;
  #votes;
  #firstEnd = 0; // where the first line ends that is not UTF-8
  #start = 0; // where the line begins that has not ended
  #scanned = 0; // where the search for its end goes on
  #next = LINE_LOOK_BYTES; // in this line
  #checkAt = 0; // the weight at which the lines are looked at again
  #held = null; // looks at bytes with NUL, which may be UTF-16, as a whole

  /** `before` has the last bytes before those that are held, if there are any. */
  constructor(settings, maxBytes, before) {
    const { core, ids } = settings;
    this.#settings = settings;
    this.#maxBytes = maxBytes;
    this.#before = before;
    this.#hasUtf8 = ids.includes(utf8);
    this.#utf8 = new Side(core, before);
    this.#other = new Side(core, before);
    this.#votes = new LineVotes(core);
  }

  /**
   * Looks at the bytes that are held, to which others were added since the last look. Returns an answer of the core; or { ascii }, how
   * many of the bytes are nothing but ASCII after all; or null while more bytes have to come. `isEnd` says that the stream ends with
   * them.
   */
  look(bytes, isEnd) {
    const most = Math.min(bytes.length, this.#maxBytes);
    const isLast = isEnd || most === this.#maxBytes;
    const isWhole = isEnd && most === bytes.length && this.#settings.isWhole;
    if (this.#scanned < MARK_BYTES && this.#before.length === 0 && most >= MARK_BYTES) {
      const answer = this.#markOf(restOf(bytes, 0, MARK_BYTES));
      if (answer !== null) return this.#foundOf(answer);
    }
    while (this.#held === null) {
      const within = this.#start + this.#next;
      const limit = Math.min(most, within);
      let at = this.#scanned;
      while (at < limit && !isBreak(bytes[at])) at++;
      this.#scanned = at;
      let answer = null;
      if (at < limit && bytes[at] === 0) {
        this.#held = new HeldDetector(this.#settings, this.#maxBytes, this.#before);
      } else if (at < limit) {
        this.#addLine(bytes, at + 1, false);
        answer = this.#settled(bytes);
      } else if (at === within) {
        answer = this.#settledWithin(bytes, at);
        this.#next *= 2;
      } else if (isLast) {
        this.#addLine(bytes, at, !isWhole);
        answer = this.#best(bytes, isWhole);
      } else return null;
      if (answer !== null) return this.#foundOf(answer);
    }
    return this.#held.look(bytes, isEnd);
  }

  // An answer for bytes without a byte beyond ASCII is that nothing of them was an escape sequence.
  #foundOf(answer) {
    const isAscii = this.#utf8.weight + this.#other.weight === 0 && this.#start > 0;
    return isAscii && (answer.isAscii || answer.id === undefined) ? asciiOf(this.#start) : answer;
  }

  // Only a byte order mark settles a few bytes.
  #markOf(bytes) {
    const detector = new ChunkDetector(this.#settings.core);
    return detector.feed(bytes) ? detector.result(false) : null;
  }

  // Counts a line that ends at `end`. With `isCut` its end may cut a character.
  #addLine(bytes, end, isCut) {
    const start = this.#start;
    const line = restOf(bytes, start, end - start);
    const weight = weightOf(line);
    this.#start = end;
    this.#scanned = end;
    this.#next = LINE_LOOK_BYTES;
    const isOfUtf8 = this.#hasUtf8 && weight > 0 && isUtf8(line, isCut);
    if (isOfUtf8 || weight === 0) this.#utf8.add(bytes, start, end, weight);
    if (isOfUtf8) return;
    this.#other.add(bytes, start, end, weight);
    if (weight === 0) return;
    const voting = start === 0 ? concatBytes([this.#before, line]) : line;
    this.#votes.add(voting, weight);
    if (this.#firstEnd === 0) this.#firstEnd = end;
  }

  // Returns the answer if it is safe after a line, or null.
  #settled(bytes) {
    const all = this.#utf8.weight + this.#other.weight;
    if (all === 0) return this.#other.answer(bytes);
    if (all < this.#checkAt) return null;
    this.#checkAt = GROWTH * all;
    const [best, worse] = this.#isUtf8 ? [this.#utf8, this.#other] : [this.#other, this.#utf8];
    if (best.lines < MIN_LINES || best.votes < MIN_LEAD * worse.votes) return null;
    if (best.weight < (this.#isUtf8 ? MIN_UTF8_WEIGHT : MIN_WEIGHT)) return null;
    const answer = best.answer(bytes);
    if (this.#isUtf8) return answer.id === utf8 && answer.isReliable ? answer : null;
    const isSafe =
      isCertain(answer) &&
      this.#votes.shareOf(answer.id) >= MIN_SHARE &&
      this.#isWithoutFirst(answer.id, bytes);
    return isSafe ? answer : null;
  }

  // Whether the text without its first line has the same answer: of all lines the first one misleads most.
  #isWithoutFirst(id, bytes) {
    if (this.#utf8.weight > 0) return true;
    const others = restOf(bytes, this.#firstEnd, this.#start - this.#firstEnd);
    return hasSameText(others, id, detectBytes(this.#settings.core, others, false).id);
  }

  // Returns the answer if it is safe within a line, or null.
  #settledWithin(bytes, end) {
    const line = restOf(bytes, this.#start, end - this.#start);
    const weight = weightOf(line);
    if (weight < MIN_LINE_WEIGHT) return null;
    const isOfUtf8 = this.#hasUtf8 && isUtf8(line, true);
    if ((isOfUtf8 ? this.#other : this.#utf8).weight > 0) return null;
    const all = concatBytes([this.#before, restOf(bytes, 0, end)]);
    const answer = detectBytes(this.#settings.core, all, false);
    const isSame = isOfUtf8 ? answer.id === utf8 : this.#votes.shareOf(answer.id) >= MIN_SHARE;
    return isSame && isCertain(answer) ? answer : null;
  }

  // Returns the answer for bytes that nothing follows, or behind which nothing is looked at.
  #best(bytes, isWhole) {
    if (this.#isUtf8) return this.#utf8.answer(bytes, isWhole);
    const answer = this.#other.answer(bytes, isWhole);
    const { winner } = this.#votes;
    if (winner === null || this.#votes.shareOf(winner.id) < MIN_SHARE) return answer;
    return this.#votes.shareOf(answer.id) < MIN_SHARE ? winner.answer : answer;
  }

  get #isUtf8() {
    return this.#utf8.votes > this.#other.votes;
  }
}

module.exports = { Decision };
