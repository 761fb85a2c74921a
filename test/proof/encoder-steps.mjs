// Runs the reference encoder of encodings through all of its states, and writes what each step does to build/proof, where
// encoders.cc reads it. Usage: node test/proof/encoder-steps.mjs ENCODING...
//
// From each state there is a step for each scalar value and one for end-of-queue. A step ends where the encoder has read
// everything, or at an error.

import { endOfQueue } from '../reference/io-queue.mjs';
import { continue_, finished, HandlerError } from '../reference/process.mjs';
import { encoderOf } from './reference.mjs';
import { Fields, Words } from './words.mjs';

const END = 0x110000;

// What a step reports: nothing, that its code point cannot be encoded, or that U+FFFD cannot.
const [GOOD, OWN, REPLACEMENT] = [0, 1, 2];

class Walk {
  words = new Words();
  #states = [];
  #numbers = new Map();
  #queue = [];
  #ioQueue = { restore: (items) => this.#queue.unshift(...items) };

  constructor(name) {
    this.encoder = encoderOf(name);
    this.fields = new Fields(this.encoder);
    this.#numberOf(this.fields.read(this.encoder));
  }

  run() {
    for (let at = 0; at < this.#states.length; at += 1) this.#writeRow(this.#states[at]);
  }

  #numberOf(fields) {
    const key = fields.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#states.length;
      this.#numbers.set(key, number);
      this.#states.push(fields);
    }
    return number;
  }

  /** The step with a code point, or with END: what it reports, and the bytes. The encoder is then in the next state. */
  #step(fields, item) {
    const { encoder } = this;
    this.fields.write(encoder, fields);
    this.#queue = item === END ? [] : [item];
    const bytes = [];
    while (item === END || this.#queue.length > 0) {
      const next = this.#queue.length > 0 ? this.#queue.shift() : endOfQueue;
      const result = encoder.handler(this.#ioQueue, next);
      if (result instanceof HandlerError) {
        const { codePoint } = result;
        if (codePoint !== item && codePoint !== 0xfffd)
          throw new Error(`an error with ${codePoint}`);
        return { report: codePoint === item ? OWN : REPLACEMENT, bytes };
      }
      if (result === finished) break;
      if (Array.isArray(result)) bytes.push(...result);
      else if (result !== continue_) bytes.push(result);
    }
    return { report: GOOD, bytes };
  }

  /** Writes the steps of a state, each with how many items take it: the count, report and size, next state, four bytes in each number. */
  #writeRow(fields) {
    const { words } = this;
    let [count, last] = [0, null];
    const flush = () => {
      if (count === 0) return;
      words.push(count);
      words.push(last.report | (last.bytes.length << 8));
      words.push(last.next);
      for (let at = 0; at < last.bytes.length; at += 4) {
        const [first, second = 0, third = 0, fourth = 0] = last.bytes.slice(at, at + 4);
        words.push(first | (second << 8) | (third << 16) | (fourth << 24));
      }
    };
    for (let item = 0; item <= END; item += 1) {
      if (item === 0xd800) item = 0xe000;
      const step = this.#step(fields, item);
      step.next = this.#numberOf(this.fields.read(this.encoder));
      const isSame =
        last !== null &&
        step.report === last.report &&
        step.next === last.next &&
        step.bytes.length === last.bytes.length &&
        step.bytes.every((byte, at) => byte === last.bytes[at]);
      if (!isSame) {
        flush();
        [count, last] = [0, step];
      }
      count += 1;
    }
    flush();
  }
}

for (const name of process.argv.slice(2)) {
  const walk = new Walk(name);
  walk.run();
  walk.words.save(`${name}.encoder`);
}
