'use strict';

// Reads the steps of the reference, which decoder-steps.mjs and encoder-steps.mjs have written. It composes what a call of the package
// must do from them: steps of ../step_table.h, one after the other until the input has been read.

const { readFileSync } = require('node:fs');

// What a decoder is given beside a byte: an empty chunk, and end-of-queue.
const EMPTY = 256;
const END = 257;
const ITEMS = 258;

/** Stands for a next state that the table does not follow. */
const NOT_FOLLOWED = 0xfffffffe;

const ABSENT = 15;
const REPLACEMENT = 0xfffd;

/** How many rows are kept: many states lead to the same ones. */
const MAX_ROWS = 20_000;

function readWords(file) {
  const bytes = readFileSync(file);
  const words = new Uint32Array(bytes.length / 4);
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

class DecoderTable {
  #words;
  #begins = [];
  #rows = new Map();
  /** What the last run has made: code units, and for each error the code units before it, its length with its reason, and where it begins. */
  units = new Uint16Array(4096);
  count = 0;
  errors = [];

  constructor(file) {
    const words = readWords(file);
    this.#words = words;
    for (let at = 0; at < words.length; ) {
      this.#begins.push(at++);
      for (let item = 0; item < ITEMS; at += 2 + ((words[at] >>> 9) & 7)) item += words[at] & 0x1ff;
    }
  }

  get size() {
    return this.#begins.length;
  }

  /** How many bytes of an unfinished sequence have been read in a state. */
  pending(state) {
    return this.#words[this.#begins[state]];
  }

  #row(state) {
    let row = this.#rows.get(state);
    if (row !== undefined) return row;
    const words = this.#words;
    row = new Uint32Array(ITEMS);
    let at = this.#begins[state] + 1;
    for (let item = 0; item < ITEMS; at += 2 + ((words[at] >>> 9) & 7)) {
      for (let count = words[at] & 0x1ff; count > 0; count--) row[item++] = at;
    }
    if (this.#rows.size >= MAX_ROWS) this.#rows.clear();
    this.#rows.set(state, row);
    return row;
  }

  begin() {
    this.count = 0;
    this.errors.length = 0;
  }

  #push(codePoint) {
    if (codePoint > 0xffff) {
      this.units[this.count++] = 0xd7c0 + (codePoint >>> 10);
      this.units[this.count++] = 0xdc00 | (codePoint & 0x3ff);
    } else {
      this.units[this.count++] = codePoint;
    }
  }

  /**
   * Adds what an item makes in replacement mode to the output, and returns the next state. `read` is how many bytes have been read with
   * it since the place that errors are counted from.
   */
  run(from, given, read, shift) {
    const words = this.#words;
    let [state, item] = [from, given];
    for (;;) {
      const at = this.#row(state)[item];
      const head = words[at];
      const codePoints = (head >>> 9) & 7;
      for (let i = 0; i < codePoints; i++) this.#push(words[at + 2 + i]);
      const reason = (head >>> 12) & 15;
      state = words[at + 1];
      if (reason === 0) return state;
      if (reason === ABSENT) throw new Error(`state ${from} cannot be given ${given}`);
      const [length, held, unread] = [(head >>> 16) & 15, (head >>> 20) & 15, (head >>> 24) & 1];
      this.errors.push(this.count, length | (reason << shift), read - held - unread - length);
      this.#push(REPLACEMENT);
      if (state === NOT_FOLLOWED) return state;
      if (item < EMPTY && unread === 0) return state;
      if (item === EMPTY && held === 0) return state;
    }
  }
}

/** Above the last code point: end-of-queue. */
const END_OF_TEXT = 0x110000;

/** What a step of an encoder reports. */
const GOOD = 0;
const OF_REPLACEMENT = 2;

class EncoderTable {
  #words;
  #rows = [];
  /** What the steps since begin() have made. */
  bytes = new Uint8Array(1 << 16);
  count = 0;
  /** What the last step has reported. */
  isError = false;
  named = 0;

  constructor(file) {
    const words = readWords(file);
    this.#words = words;
    for (let at = 0; at < words.length; ) {
      const row = new Uint32Array(END_OF_TEXT + 1);
      for (let item = 0; item <= END_OF_TEXT; at += 3 + (((words[at + 1] >>> 8) + 3) >> 2)) {
        for (let count = words[at]; count > 0; count--) {
          if (item === 0xd800) item = 0xe000;
          row[item++] = at;
        }
      }
      this.#rows.push(row);
    }
  }

  get size() {
    return this.#rows.length;
  }

  begin() {
    this.count = 0;
  }

  /** The state behind a scalar value or END_OF_TEXT. */
  next(state, item) {
    return this.#words[this.#rows[state][item] + 2];
  }

  /** Adds the bytes of a scalar value or of END_OF_TEXT, and returns the next state. */
  step(state, item) {
    const words = this.#words;
    const at = this.#rows[state][item];
    const head = words[at + 1];
    const size = head >>> 8;
    for (let i = 0; i < size; i++) {
      this.bytes[this.count++] = words[at + 3 + (i >> 2)] >>> (8 * (i & 3));
    }
    this.isError = (head & 0xff) !== GOOD;
    this.named = (head & 0xff) === OF_REPLACEMENT ? REPLACEMENT : item;
    return words[at + 2];
  }

  /** Does the same with `&#n;` or `?` in the place of a scalar value that the encoding does not have. */
  stepInMode(from, item, mode) {
    let state = this.step(from, item);
    if (!this.isError) return state;
    const text = mode === 'html' ? `&#${this.named};` : '?';
    for (let i = 0; i < text.length; i++) state = this.step(state, text.charCodeAt(i));
    return state;
  }
}

module.exports = {
  DecoderTable,
  EMPTY,
  END,
  END_OF_TEXT,
  EncoderTable,
  NOT_FOLLOWED,
  REPLACEMENT,
};
