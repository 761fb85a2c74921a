'use strict';

// Takes the steps of the reference through an installed package, by the functions of its joined files that its other files call. It runs in
// every runtime that the package is for. Usage: walk.cjs decoders|encoders PACKAGE TABLES OUTPUT EVERY NAME[=TABLE]...
//
// TABLES is the folder with the steps. The results are written to OUTPUT as JSON. With EVERY above 1 the walk leaves out what it names.

const { writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { DecoderTable, EMPTY, END, END_OF_TEXT, EncoderTable } = require('./tables.cjs');
const { NOT_FOLLOWED, REPLACEMENT } = require('./tables.cjs');

const [kind, folder, tables, output, everyText, ...names] = process.argv.slice(2);
const every = Number(everyText);
const core = require(join(folder, 'lib/core.js'));
const { decodeChunk, decodeWhole, encodeInto, encodeText, newDecodeState, newEncodeState } = core;
// Rollup has named the exports of lib/backend/backend.js.
const calls = Object.values(core).find((one) => one?.maxPendingBytes !== undefined);
const { flags, maxPendingBytes, noMore, numbersPerEntry, unencodables } = calls;

/** The first states, code points and texts are walked in any case: all other states are reached from them. */
const ALWAYS = every > 1000 ? 128 : 2048;

const isWalked = (number) => number < ALWAYS || number % every === 0;

const nameOf = (row) => (typeof row === 'string' ? row : row[0]);

const ids = new Map(
  [
    ...[...calls.encodings, ...calls.historicalEncodings, ...calls.codePages].map(nameOf),
    ...calls.fullEncodings.map((row) => `${nameOf(row)}-full`),
  ].map((name, id) => [name, id]),
);

/** Whether a text is what a table has composed, behind `prefix`. */
function isText(text, { units, count }, prefix = '') {
  const start = prefix.length;
  if (text.length !== start + count || !text.startsWith(prefix)) return false;
  for (let at = 0; at < count; at++) if (text.charCodeAt(start + at) !== units[at]) return false;
  return true;
}

const hexOf = (bytes) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');
const wordsOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);

/**
 * The states of a codec that have been seen, each as the bytes that the package carries from call to call. From `counters` on these bytes
 * have counters, such as the place in the stream, and padding. All states here have those of the first sample.
 */
class States {
  #rest;
  #first = new Map();
  #more = new Map();
  #words = [];
  references = [];
  parents = [];
  inputs = [];

  /** `samples` are states that differ only in their counters. */
  constructor(samples) {
    const [first, ...others] = samples;
    const at = first.findIndex((byte, place) => others.some((other) => other[place] !== byte));
    if (at < 4 || at % 8 !== 0) throw new Error(`the counters of a state do not begin at ${at}`);
    this.counters = at / 4;
    this.#rest = wordsOf(first).slice(this.counters);
  }

  get size() {
    return this.#words.length;
  }

  copyTo(state, number) {
    const words = this.#words[number];
    const { counters } = this;
    const rest = this.#rest;
    for (let at = 0; at < counters; at++) state[at] = words[at];
    for (let at = 0; at < rest.length; at++) state[counters + at] = rest[at];
  }

  #is(number, state) {
    const words = this.#words[number];
    for (let at = 0; at < words.length; at++) if (words[at] !== state[at]) return false;
    return true;
  }

  /** Returns the number of a state that stands for a state of the reference. */
  numberOf(state, reference, parent, input) {
    const first = this.#first.get(reference);
    if (first !== undefined && this.#is(first, state)) return first;
    const words = state.slice(0, this.counters);
    const number = this.#words.length;
    if (first === undefined) {
      this.#first.set(reference, number);
    } else {
      const key = `${reference}:${words}`;
      const found = this.#more.get(key);
      if (found !== undefined) return found;
      this.#more.set(key, number);
    }
    this.#words.push(words);
    this.references.push(reference);
    this.parents.push(parent);
    this.inputs.push(input);
    return number;
  }

  /** The inputs that lead to a state from the start. */
  pathTo(number) {
    const path = [];
    for (let at = number; this.parents[at] >= 0; at = this.parents[at])
      path.unshift(this.inputs[at]);
    return path;
  }
}

/** In bytes or code units: how much of a stream has been read in each state of States. */
const BASE = 16;

const one = new Uint8Array(1);
const noBytes = new Uint8Array(0);

/** What the walks through decoders and encoders have in common. */
class Walk {
  steps = 0;
  calls = 0;
  left = 0;

  constructor(name) {
    this.name = name;
    this.id = ids.get(name);
  }

  result() {
    const { name, states, steps, calls: made, left } = this;
    const reached = new Set(states.references).size;
    return { name, states: reached, steps, calls: made, left };
  }
}

class DecoderWalk extends Walk {
  state = newDecodeState();
  words = wordsOf(this.state);
  #list = new Uint32Array(numbersPerEntry * (maxPendingBytes + 2));

  constructor(name, file) {
    super(name);
    this.table = new DecoderTable(file);
    const utf8 = ids.get('UTF-8');
    const samples = [BASE, BASE + 1].map((length) => {
      decodeChunk(utf8, flags.ignoreBOM, Buffer.alloc(length, 'A'), true, false, this.state);
      return this.state.slice();
    });
    this.states = new States(samples);
    decodeChunk(this.id, flags.ignoreBOM, noBytes, true, false, this.state);
    this.states.numberOf(this.words, 0, -1, 0);
  }

  fail(number, item, what) {
    const given = item < EMPTY ? hexOf([item]) : item === EMPTY ? 'an empty chunk' : 'end-of-queue';
    const path = hexOf(this.states.pathTo(number));
    throw new Error(`${this.name}: after [${path}], with ${given}: ${what}`);
  }

  /** Decodes a chunk behind a state. */
  #decode(number, bytes, isLast) {
    this.states.copyTo(this.words, number);
    this.calls += 1;
    return decodeChunk(this.id, flags.ignoreBOM, bytes, false, isLast, this.state);
  }

  run() {
    for (let number = 0; number < this.states.size; number++) {
      if (isWalked(number)) this.#walk(number);
      else this.left += 1;
    }
  }

  #walk(number) {
    const { table, states } = this;
    const reference = states.references[number];
    const pending = table.pending(reference);
    const path = states.pathTo(number);
    const whole = Uint8Array.from([...path, 0]);
    table.begin();
    path.reduce((state, byte) => table.run(state, byte, 0, 0), 0);
    const prefix = String.fromCharCode(...table.units.subarray(0, table.count));
    for (let byte = 0; byte < EMPTY; byte++) {
      one[0] = byte;
      table.begin();
      const next = table.run(reference, byte, pending + 1, flags.reasonShift);
      if (!isText(this.#decode(number, one, false), table)) this.fail(number, byte, 'text');
      this.steps += 1;
      const isFollowed = next !== NOT_FOLLOWED;
      const reached = isFollowed ? states.numberOf(this.words, next, number, byte) : -1;
      this.#findErrors(number, byte, reached, next);
      if (!isFollowed) continue;
      table.run(next, END, pending + 1, flags.reasonShift);
      if (!isText(this.#decode(number, one, true), table))
        this.fail(number, byte, 'text at the end');
      this.steps += 1;
      // The package decodes a short whole stream by tables in JavaScript where it can.
      whole[path.length] = byte;
      this.calls += 1;
      const text = decodeWhole(this.id, flags.ignoreBOM, whole);
      if (!isText(text, table, prefix)) this.fail(number, byte, 'text of the whole stream');
    }
    table.begin();
    if (this.#decode(number, noBytes, false) !== '') this.fail(number, EMPTY, 'text');
    if (states.numberOf(this.words, reference, number, EMPTY) !== number)
      this.fail(number, EMPTY, 'state');
    table.run(reference, END, pending, flags.reasonShift);
    if (!isText(this.#decode(number, noBytes, true), table)) this.fail(number, END, 'text');
    this.steps += 2;
  }

  /** Compares the list of the malformed sequences of a step, and the state after it. */
  #findErrors(number, byte, reached, next) {
    const { states, table } = this;
    const { errors } = table;
    states.copyTo(this.words, number);
    this.calls += 1;
    const list = this.#list;
    const descriptor = calls.descriptorOf(
      this.id,
      flags.ignoreBOM | calls.placeFlags(false, false),
    );
    const count = calls.transcodeOffsets(descriptor, one, this.state, list, 0, calls.answerBytes);
    if (calls.answers[calls.answer.offset] !== BASE - table.pending(states.references[number]))
      this.fail(number, byte, 'start of the sequence');
    for (let at = 0; at < errors.length; at++) {
      if (list[at] !== errors[at]) this.fail(number, byte, 'malformed sequences');
    }
    if (errors.length !== numbersPerEntry * count)
      this.fail(number, byte, 'number of malformed sequences');
    if (reached !== -1 && states.numberOf(this.words, next, number, byte) !== reached) {
      this.fail(number, byte, 'state after malformed sequences');
    }
  }
}

const isSurrogate = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdfff;
const isLeading = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdbff;
const scalarOf = (codePoint) => (isSurrogate(codePoint) ? REPLACEMENT : codePoint);

/** Texts of this number of code points, with this treatment of code points that cannot be encoded. Each size is another way to the core. */
const texts = [
  [5, 'replace'],
  [300, 'html'],
  [4000, 'replace'],
];

class EncoderWalk extends Walk {
  state = newEncodeState();
  words = wordsOf(this.state);
  #list = new Uint32Array(3 * numbersPerEntry);
  #target = new Uint8Array(64);

  constructor(name, file) {
    super(name);
    this.table = new EncoderTable(file);
    const other = ids.get('windows-1252');
    const samples = [BASE, BASE + 1].map((length) => {
      this.#encode(other, 'A'.repeat(length), true, new Uint32Array(numbersPerEntry * (BASE + 2)));
      return this.state.slice();
    });
    this.states = new States(samples);
    this.#encode(this.id, '', true, this.#list);
    this.states.numberOf(this.words, 0, -1, 0);
  }

  fail(number, codePoint, what) {
    const path = this.states.pathTo(number).map((each) => each.toString(16));
    throw new Error(`${this.name}: after [${path}], with U+${codePoint.toString(16)}: ${what}`);
  }

  /** Encodes a chunk: its bytes, and a list of the code points that cannot be encoded. */
  #encode(id, text, isFirst, list) {
    const descriptor =
      calls.descriptorOf(id, calls.placeFlags(isFirst, false)) | calls.IN_SLAB_DESCRIPTOR;
    const { memory } = calls.slab;
    this.calls += 1;
    return calls.resultOf(memory, calls.encodeAround(descriptor, text, this.state, list));
  }

  #isMade(bytes, size) {
    const { table } = this;
    if (size !== table.count) return false;
    for (let at = 0; at < size; at++) if (bytes[at] !== table.bytes[at]) return false;
    return true;
  }

  run() {
    const { name, table, states } = this;
    const reached = new Set([0]);
    for (let number = 0; number < states.size; number++) {
      const path = String.fromCodePoint(...states.pathTo(number));
      for (let codePoint = 0; codePoint < END_OF_TEXT; codePoint++) {
        const next = table.next(states.references[number], scalarOf(codePoint));
        // A short walk enters every state, too.
        if (isWalked(codePoint) || !reached.has(next)) this.#walk(number, path, codePoint);
        else this.left += 1;
        reached.add(next);
      }
      this.steps += 1;
      this.#whole(number, path, END_OF_TEXT);
    }
    for (const [size, mode] of texts) this.#encodeTexts(size, mode);
    if (new Set(states.references).size !== table.size) {
      throw new Error(`${name}: a state of the reference was not reached`);
    }
  }

  #walk(number, path, codePoint) {
    const { states, table } = this;
    const reference = states.references[number];
    const text = String.fromCodePoint(codePoint);
    states.copyTo(this.words, number);
    const list = this.#list;
    const bytes = this.#encode(this.id, text, false, list);
    table.begin();
    // The stream keeps a leading surrogate until it knows what follows.
    if (isLeading(codePoint)) {
      if (bytes.length !== 0 || list[1] !== noMore) this.fail(number, codePoint, 'bytes');
    } else {
      const next = table.step(reference, scalarOf(codePoint));
      if (!this.#isMade(bytes, bytes.length)) this.fail(number, codePoint, 'bytes');
      const isSame = table.isError
        ? list[1] === table.named && list[2] === table.count && list[4] === noMore
        : list[1] === noMore;
      if (!isSame) this.fail(number, codePoint, 'error');
      states.numberOf(this.words, next, number, codePoint);
    }
    this.#whole(number, path, codePoint);
    this.steps += 2;
  }

  /** Encodes the path to a state and a code point, or nothing more, as a whole text. */
  #whole(number, path, codePoint) {
    const { table } = this;
    table.begin();
    let state = 0;
    for (const each of path) state = table.step(state, each.codePointAt(0));
    if (state !== this.states.references[number]) this.fail(number, codePoint, 'path');
    let isError = false;
    let named = 0;
    if (codePoint !== END_OF_TEXT) {
      state = table.step(state, scalarOf(codePoint));
      ({ isError, named } = table);
    }
    table.step(state, END_OF_TEXT);
    const text = codePoint === END_OF_TEXT ? path : path + String.fromCodePoint(codePoint);
    const result = encodeInto(this.id, unencodables.fatal, text, this.#target);
    this.calls += 1;
    if (!this.#isMade(this.#target, result.written))
      this.fail(number, codePoint, 'bytes of the whole');
    const expected = isError ? named : undefined;
    if (result.codePoint !== expected) this.fail(number, codePoint, 'error of the whole');
    if (result.read !== (isError ? path : text).length)
      this.fail(number, codePoint, 'code units read');
  }

  /** Encodes all code points in texts of several, a letter behind each leading surrogate. */
  #encodeTexts(size, mode) {
    const { table } = this;
    for (let from = 0; from < END_OF_TEXT; from += size) {
      // A short walk takes all code points up to U+FFFF in these texts, and others as its time allows.
      const isShort = every > 1 && (size < 300 || from > 0xffff);
      if (isShort && (every > 1000 || !isWalked(from / size))) continue;
      table.begin();
      let state = 0;
      let text = '';
      const end = Math.min(from + size, END_OF_TEXT);
      for (let codePoint = from; codePoint < end; codePoint++) {
        text += String.fromCodePoint(codePoint);
        state = table.stepInMode(state, scalarOf(codePoint), mode);
        if (!isLeading(codePoint)) continue;
        text += 'A';
        state = table.stepInMode(state, 0x41, mode);
      }
      table.step(state, END_OF_TEXT);
      const bytes = encodeText(this.id, unencodables[mode], text);
      this.calls += 1;
      if (!this.#isMade(bytes, bytes.length))
        this.fail(0, from, `bytes of a text of ${size}, ${mode}`);
    }
  }
}

const OfKind = kind === 'decoders' ? DecoderWalk : EncoderWalk;
const results = names.map((argument) => {
  const [name, table = name] = argument.split('=');
  const walk = new OfKind(name, join(tables, `${table}.${kind.slice(0, -1)}`));
  walk.run();
  return walk.result();
});
const { bun, node } = process.versions;
const about = {
  runtime: bun === undefined ? `Node.js ${node}` : `Bun ${bun}`,
  platform: `${process.platform}-${process.arch}`,
  backend: calls.backend,
  kernels: calls.kernels,
  // The files of JavaScript that the walk went through, but not the WebAssembly module.
  scripts: Object.keys(require.cache)
    .filter((file) => file.startsWith(join(folder, 'lib')))
    .map((file) => relative(folder, file).replaceAll('\\', '/')),
};
writeFileSync(output, JSON.stringify({ ...about, results }));
