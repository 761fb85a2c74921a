// Runs the reference decoder of encodings through all of its states, and writes what each step does to build/proof, where
// decoders.cc reads it. Usage: node test/proof/decoder-steps.mjs ENCODING...
//
// A state is what the decoder's variables contain, with the bytes that it has restored and not read again. From each state there
// is a step for each byte, one for an empty chunk and one for end-of-queue. Each ends where the decoder has read everything, or
// at an error. The states are found breadth-first from the start of a stream, until there are no new ones.

import { isMainProgram } from '../../indexes/main-program.mjs';
import { endOfQueue } from '../reference/io-queue.mjs';
import { continue_, finished, HandlerError } from '../reference/process.mjs';
import { reasons } from '../reference/reference.mjs';
import { decoderOf } from './reference.mjs';
import { Fields, Words } from './words.mjs';

const EMPTY = 256;
const END = 257;
const ITEMS = 258;

// Numbers of states that have no row: the end of the stream, and a state that is not followed.
const FINISHED = 0xffffffff;
const NOT_FOLLOWED = 0xfffffffe;

const ABSENT = 15; // instead of a reason: the standard never takes this step from this state

// UTF-32 has 2^24 states after three bytes. Followed are those in which at most one of the bytes is not one of these: the borders
// of planes, of surrogates and of the last code point.
const marked = new Set([0x00, 0x01, 0x0f, 0x10, 0x11, 0xd7, 0xd8, 0xdf, 0xe0, 0xff]);
const isFollowed = (name, { fields: [bytes] }) =>
  !name.startsWith('UTF-32') || bytes.filter((byte) => !marked.has(byte)).length <= 1;

const isSame = (left, right) => {
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return left.length === right.length;
};

const quiet = { outputs: [], reason: 0, length: 0, heldLength: 0, unread: 0 };

export class Walk {
  words = new Words();
  #states = [];
  #numbers = new Map();
  #queue = [];
  #pending = 0;
  // What the decoder sees of its input: it takes bytes from there itself, and only restores them.
  #ioQueue = {
    restore: (items) => {
      this.#queue = [...items, ...this.#queue];
      this.#pending -= items.length;
    },
  };
  // The state after the last error, and what it was made of. Most steps from one state end in the same error.
  #afterError = null;

  constructor(name) {
    this.name = name;
    this.decoder = decoderOf(name);
    this.fields = new Fields(this.decoder);
    const fields = this.fields.read(this.decoder);
    this.start = { fields, held: [], pending: 0, ahead: null, isEnded: false };
    this.#numberOf(this.start);
  }

  /** Writes the rows of all states. */
  run() {
    for (let at = 0; at < this.#states.length; at += 1) this.#writeRow(this.#states[at]);
  }

  /** The shortest inputs that reach the first states, at most `limit` of them. */
  paths(limit) {
    const paths = [[]];
    for (let at = 0; at < paths.length && paths.length < limit; at += 1) {
      for (let byte = 0; byte < EMPTY; byte += 1) {
        const step = this.#step(this.#states[at], byte);
        // States behind an error are reached by the bytes alone.
        if (step?.next == null || step.reason !== 0) continue;
        const number = this.#numberOf(step.next);
        if (number === paths.length && paths.length < limit) paths.push([...paths[at], byte]);
      }
    }
    return paths;
  }

  #numberOf(state) {
    if (state.number !== undefined) return state.number;
    const { fields, held, pending, ahead, isEnded } = state;
    let key = `${pending};${ahead};${isEnded}`;
    for (const value of fields) key += `;${value}`;
    for (const value of held) key += `,${value}`;
    let number = isFollowed(this.name, state) ? this.#numbers.get(key) : NOT_FOLLOWED;
    if (number === undefined) {
      number = this.#states.length;
      this.#numbers.set(key, number);
      this.#states.push(state);
    }
    state.number = number;
    return number;
  }

  /**
   * Gives an item to the decoder in a state. Returns undefined for an item that cannot come here.
   *
   * `pending` is how many bytes of an unfinished sequence have been read. After ISO-2022-JP has read 0x1B instead of a trailing
   * byte, `ahead` is that byte: an error comes before it, so that the core leaves it in the input, and it is the next item.
   */
  #step(state, item) {
    const { ahead, isEnded } = state;
    if (ahead !== null && item !== ahead && item !== EMPTY) return undefined;
    if (isEnded && item !== END) return undefined;
    if (ahead !== null) {
      return {
        ...quiet,
        next: item === EMPTY ? state : this.#stateWith(state.fields, state.pending),
      };
    }
    const { decoder } = this;
    this.fields.write(decoder, state.fields);
    this.#pending = state.pending;
    this.#queue = state.held.slice();
    if (item < EMPTY) this.#queue.push(item);
    const outputs = [];
    while (this.#queue.length > 0 || item === END) {
      const isByte = this.#queue.length > 0;
      const next = isByte ? this.#queue.shift() : endOfQueue;
      if (isByte) this.#pending += 1;
      const result = decoder.handler(this.#ioQueue, next);
      if (result instanceof HandlerError) return this.#error(result, item, outputs);
      if (result === finished) {
        // Replacement also finishes before the end: no byte after that means anything.
        if (!isByte) return { ...quiet, outputs, next: null };
        this.#queue = [];
      } else if (Array.isArray(result)) {
        outputs.push(...result);
      } else if (result !== continue_) {
        outputs.push(result);
      }
      if (result !== continue_ || decoder.betweenSequences) this.#pending = 0;
    }
    const next = this.#stateWith(this.fields.read(decoder), this.#pending);
    return { outputs, reason: 0, length: 0, heldLength: 0, unread: 0, next };
  }

  #stateWith(fields, pending) {
    if (pending === 0 && isSame(fields, this.start.fields)) return this.start;
    return { fields, held: [], pending, ahead: null, isEnded: false };
  }

  #error({ reason, begun }, item, outputs) {
    const queue = this.#queue;
    const length = this.#pending - begun;
    const isUnread = item < EMPTY && (queue.length > 0 || begun > 0);
    const held = begun === 0 && isUnread ? queue.slice(0, -1) : queue;
    const ahead = begun > 0 ? item : null;
    const next = this.#stateAfter(this.fields.read(this.decoder), held, ahead, item === END);
    return {
      outputs,
      reason: reasons.indexOf(reason),
      length,
      heldLength: held.length,
      unread: isUnread ? 1 : 0,
      next,
    };
  }

  #stateAfter(fields, held, ahead, isEnded) {
    const last = this.#afterError;
    const isLast =
      last !== null &&
      last.made.ahead === ahead &&
      last.made.isEnded === isEnded &&
      isSame(last.made.fields, fields) &&
      isSame(last.made.held, held);
    if (isLast) return last.state;
    const made = { fields, held, pending: ahead === null ? 0 : 1, ahead, isEnded };
    const state = this.#readOn(made);
    this.#afterError = { made, state };
    return state;
  }

  /** Reads restored bytes again if nothing comes of it, so that a state has one form only. */
  #readOn(state) {
    if (state.isEnded || state.ahead !== null) return state;
    if (state.held.length === 0) return this.#stateWith(state.fields, 0);
    const { outputs, reason, next } = this.#step(state, EMPTY);
    return outputs.length === 0 && reason === 0 ? next : state;
  }

  /** Writes a row: the number of pending and held bytes, and the steps, each with how many items take it. */
  #writeRow(state) {
    const { words } = this;
    words.push(state.pending + state.held.length - (state.ahead === null ? 0 : 1));
    let last = [];
    let count = 0;
    const flush = () => {
      if (count === 0) return;
      words.push(last[0] | count);
      for (let at = 1; at < last.length; at += 1) words.push(last[at]);
    };
    for (let item = 0; item < ITEMS; item += 1) {
      const step = this.#wordsOf(this.#step(state, item));
      if (isSame(step, last)) {
        count += 1;
      } else {
        flush();
        last = step;
        count = 1;
      }
    }
    flush();
  }

  /** A step as numbers: sizes and kind above the nine bits of the count, the next state, the code points. */
  #wordsOf(step) {
    if (step === undefined) return [ABSENT << 12, NOT_FOLLOWED];
    const { outputs, reason, length, heldLength, unread, next } = step;
    const head =
      (outputs.length << 9) | (reason << 12) | (length << 16) | (heldLength << 20) | (unread << 24);
    return [head, next === null ? FINISHED : this.#numberOf(next), ...outputs];
  }
}

if (isMainProgram(import.meta.url)) {
  for (const name of process.argv.slice(2)) {
    const walk = new Walk(name);
    walk.run();
    walk.words.save(`${name}.decoder`);
  }
}
