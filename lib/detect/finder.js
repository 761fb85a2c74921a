'use strict';

// Finds the encoding of a stream: tells its ASCII from other bytes, which are held until they tell the encoding.

const { concatBytes, copyOf, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { detectBytes } = require('../transcoding/detection.js');
const { HeldDetector, certainAnswer } = require('./answers.js');
const { AsciiScanner, SAMPLE_BYTES, follows, isUtf16, utf16be, utf16le } = require('./ascii.js');
const { Decision } = require('./decision.js');
const { CR, LF } = require('./votes.js');

/** In bytes: how much of the ASCII before other bytes the detector reads at most. */
const BEFORE_BYTES = 64;

/** How often ASCII may look like other text. */
const MAX_ALARMS = 256;

class Finder {
  #settings;
  #maxBytes;
  #scanner;
  #decision = null; // null while the stream is ASCII
  #alarms = 0; // how often ASCII looked like other text
  /** In bytes: how much of the stream is ASCII that nothing holds. */
  passed = 0;
  /** The last of these bytes. */
  before = noBytes;

  /** At most `maxBytes` bytes have to be held. */
  constructor(settings, maxBytes) {
    this.#settings = settings;
    this.#maxBytes = maxBytes;
    this.#scanner = new AsciiScanner(settings.ids);
    if (settings.holdsAscii) this.#decision = new HeldDetector(settings, maxBytes);
  }

  /**
   * Looks at the bytes that are held, to which others were added since the last look. Returns { at, found }: how many of them are ASCII that
   * nothing holds, and the answer of the core about those behind it, or null while more have to come. With `isForced` no more are waited for.
   */
  look(bytes, isForced) {
    for (let at = 0; ; ) {
      const rest = restOf(bytes, at);
      if (this.#decision === null) {
        const { count, next } = this.#scanner.scan(rest, isForced, this.passed);
        this.#pass(restOf(rest, 0, count));
        at += count;
        if (next === follows.utf16) {
          // No other text is in front of a NUL that begins a stream.
          return { at, found: certainAnswer(this.passed === 0 ? utf16be : utf16le) };
        }
        if (next === follows.sample) {
          const answer = this.#sample(restOf(bytes, at));
          if (isUtf16(answer.id)) return { at, found: answer };
          if (answer.isAscii || answer.id === undefined) {
            this.#passAlarm(restOf(bytes, at, 1));
            at++;
            continue;
          }
        } else if (next !== follows.other) return { at, found: null };
        const before = this.#context(bytes[at]);
        this.#decision = new Decision(this.#settings, this.#maxBytes, before);
      } else {
        const found = this.#decision.look(rest, isForced);
        if (found === null || !Object.hasOwn(found, 'ascii')) return { at, found };
        this.#passAlarm(restOf(rest, 0, found.ascii));
        at += found.ascii;
        this.#decision = null;
      }
    }
  }

  // What the bytes from a NUL on are, which may be the second half of a unit of UTF-16.
  #sample(bytes) {
    const sample = restOf(bytes, 0, Math.min(lengthOf(bytes), SAMPLE_BYTES));
    const all = concatBytes([this.#context(0), sample]);
    return detectBytes(this.#settings.core, all, false);
  }

  // Passes on what looked like other text than ASCII. After some of it nothing does, because each look takes its time.
  #passAlarm(bytes) {
    this.#pass(bytes);
    this.#alarms++;
    if (this.#alarms === MAX_ALARMS) this.#scanner = new AsciiScanner([]);
  }

  #pass(bytes) {
    const length = lengthOf(bytes);
    if (length === 0) return;
    this.passed += length;
    const last = restOf(bytes, Math.max(0, length - BEFORE_BYTES));
    const both = length < BEFORE_BYTES ? concatBytes([this.before, last]) : copyOf(last);
    this.before = both.subarray(Math.max(0, both.length - BEFORE_BYTES));
  }

  // Returns the bytes before the one that is not ASCII which belong to its line, or at least one, so that no byte order mark is seen. A
  // NUL may be the second half of a unit of UTF-16. Otherwise such units begin at even places of the stream.
  #context(byte) {
    const before = this.before;
    const { length } = before;
    if (byte === 0) return before.subarray(Math.max(0, length - 1));
    let start = length;
    while (start > 0 && before[start - 1] !== LF && before[start - 1] !== CR) start--;
    if (start === length && start > 0) start--;
    if ((this.passed - (length - start)) % 2 === 1) start += start > 0 ? -1 : 1;
    return before.subarray(start);
  }
}

module.exports = { Finder };
