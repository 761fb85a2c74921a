'use strict';

// The core as a WebAssembly module: the backend where no addon can be loaded. It has the calls of the addon, with the same
// arguments and results (src/node/*.h), and runs the same C++ (src/wasm/calls.cc). Input goes through the module's memory
// in slices, so that this memory never grows; Node itself reads a whole text of ASCII. The module is text in a file of JavaScript, so
// that bundlers pack it as they pack other files, and no file has to be read at run time in another way.

const { constants, isAscii } = require('node:buffer');
const { addonNotLoaded, memoryNotAllocated, stringTooLong } = require('../base/errors.js');
const { copyBytes, copyOf, isShared, lengthOf, restOf, stableBytes } = require('../base/webidl.js');

/** Returns what a new instance exports. Throws where there is no WebAssembly or no module. */
function instantiate() {
  try {
    if (typeof WebAssembly === 'undefined') {
      throw new Error(
        'there is no WebAssembly: the options --jitless and --build-snapshot of Node.js remove it',
      );
    }
    // The path is a literal, so that bundlers can follow it.
    const base64 = require('../../build/wasm/whatwg_transcoder.js');
    const wasm = new WebAssembly.Module(Buffer.from(base64, 'base64'));
    const { exports } = new WebAssembly.Instance(wasm);
    exports.__wasm_call_ctors();
    return exports;
  } catch (cause) {
    // For the memory of a module Node reserves 10 GB of addresses. From version 24 on it does without them where they are limited.
    if (String(cause.message).includes('Wasm memory')) {
      cause.message +=
        ' (where addresses are limited, as by ulimit -v, Node 20 and 22 need --disable-wasm-trap-handler)';
    }
    const [reason] = String(cause.message).split('\n', 1);
    throw addonNotLoaded(`whatwg-transcoder cannot load its WebAssembly module: ${reason}`, cause);
  }
}

const core = instantiate();

// Everything below is on the memory of the module, which is never detached because it never grows.
const { buffer } = core.memory;
const all = Buffer.from(buffer);
const [INPUT, INPUT_BYTES, OUTPUT, OUTPUT_BYTES, LIST, MAX_LISTED, STATE, ANSWER] = new Uint32Array(
  buffer,
  core.places(),
  8,
);

const INPUT_UNITS = INPUT_BYTES / 2;

// In code units: no encoder writes as much as 16 bytes for one, so that a slice of this size always fits into the output.
const INTO_UNITS = OUTPUT_BYTES / 16;

/** copyNumbers(target, source, at) copies the numbers of a Uint32Array. */
const copyNumbers = Function.prototype.call.bind(Uint32Array.prototype.set);

// Captured at load, so that user code that replaces the methods later cannot change the results.
const { call } = Function.prototype;
const toText = call.bind(Buffer.prototype.toString, all);
const textOfLatin1 = call.bind(Buffer.prototype.latin1Slice);
const textOfUnits = call.bind(Buffer.prototype.ucs2Slice);
const writeTo = call.bind(Buffer.prototype.write);
const writeText = writeTo.bind(undefined, all);

const description = JSON.parse(toText('latin1', OUTPUT, OUTPUT + core.describe()));
const { decodeStateSize, encodeStateSize, flags, numbersPerEntry, transcodeStateSize } =
  description;
const { maxPendingBytes, maxSharedBytes, noMore, outcomes, reasons, slabRoomBytes } = description;

const { placeShift } = flags;
const IN_SLAB = flags.inSlab << flags.flagsShift;
const ID_MASK = (1 << flags.flagsShift) - 1;

// In bytes: shorter ASCII goes through the module, because the functions of Node take their time, too.
const MIN_ASCII_BYTES = 64;

// In bytes: the engine joins the text of shorter input from slices faster than it finds memory for the whole. A joined text lies in the
// engine's heap, whose limit may be lower than what a long text takes. A text that Node makes at once lies outside of this
// heap. In Deno every text lies in the heap.
const MAX_JOINED_BYTES = 64 * INPUT_BYTES;

// The numbers with which a call of the module answers: answer[READ], for example.
const fields = description.answer;
const answer = new Float64Array(buffer, ANSWER, fields.fields);
const { offset: OFFSET, read: READ, start: FIRST, written: WRITTEN, outcome: OUTCOME } = fields;
const { length: LENGTH, reason: REASON, codePoint: CODE_POINT } = fields;
const answerBytes = restOf(all, ANSWER, 8 * fields.fields);

const list = new Uint32Array(buffer, LIST, numbersPerEntry * MAX_LISTED);

// The place where the module's own stack begins. Where the stack of the engine overflows in the module, nothing puts this place
// back, so that each call does.
const { __stack_pointer: stackPointer } = core;
const STACK_START = stackPointer.value;

/** Begins a call: copies the state of its stream into the module, if there is one. */
function begin(descriptor, state, size) {
  stackPointer.value = STACK_START;
  const hasState = state !== undefined;
  if (hasState && lengthOf(state) !== size) throw new RangeError('Not a state of a stream');
  if (hasState) copyBytes(all, state, STATE);
  if (core.begin(descriptor, size, hasState ? 1 : 0) === 0)
    throw new RangeError('No such encoding');
}

/** Copies the state of the stream back. */
function keep(state) {
  if (state !== undefined) copyBytes(state, restOf(all, STATE, lengthOf(state)));
}

/**
 * Calls `run(size, isLast, at)` for each slice of `length` bytes or code units, after `take(input, at, size)` has put the slice
 * into the module, until it returns something other than undefined; returns that. The last slice may be empty.
 */
function eachSlice(input, length, most, take, run) {
  for (let at = 0; ; at += most) {
    const size = Math.min(length - at, most);
    const isLast = at + size === length;
    take(input, at, size);
    const result = run(size, isLast ? 1 : 0, at);
    if (result !== undefined || isLast) return result;
  }
}

function takeBytes(bytes, at, size) {
  if (size !== 0) copyBytes(all, restOf(bytes, at, size), INPUT);
}

function takeUnits(text, at, size) {
  if (size !== 0)
    writeText(
      at === 0 && size === text.length ? text : text.slice(at, at + size),
      INPUT,
      2 * size,
      'utf16le',
    );
}

const eachSliceOfBytes = (bytes, run) =>
  eachSlice(bytes, lengthOf(bytes), INPUT_BYTES, takeBytes, run);
const eachSliceOfText = (text, run, most = INPUT_UNITS) =>
  eachSlice(text, text.length, most, takeUnits, run);

/** Returns { offset, length, reason } of the malformed sequence that the core has answered with. */
const malformed = () => ({
  offset: answer[OFFSET],
  length: answer[LENGTH],
  reason: reasons[answer[REASON]],
});

/** Whether bytes are a whole text of ASCII. */
function isWholeAscii(descriptor, bytes, state) {
  const length = lengthOf(bytes);
  if (state !== undefined || length < MIN_ASCII_BYTES || length > constants.MAX_STRING_LENGTH) {
    return false;
  }
  return description.asciiCompatible[descriptor & ID_MASK] && !isShared(bytes) && isAscii(bytes);
}

/** Returns the text of ASCII. */
function textOfAscii(bytes) {
  const length = lengthOf(bytes);
  if (length > MAX_JOINED_BYTES) return textOfLatin1(bytes, 0, length);
  let text = '';
  for (let at = 0; at < length; at += INPUT_BYTES) {
    text += textOfLatin1(bytes, at, Math.min(at + INPUT_BYTES, length));
  }
  return text;
}

/** Returns a Buffer with memory of its own. */
function newBuffer(size) {
  try {
    return Buffer.allocUnsafeSlow(size);
  } catch (cause) {
    throw memoryNotAllocated(cause);
  }
}

/** The text of one call. No other thread can write to the input of a long one. */
class Text {
  #input;
  #text = '';
  #units = null; // of a long text, from the first slice on whose code points are not its bytes

  /** In UTF-16 code units. */
  length = 0;

  constructor(input) {
    this.#input = input;
  }

  get #isLong() {
    return lengthOf(this.#input) > MAX_JOINED_BYTES;
  }

  /** Adds what the core has made of a slice: its own bytes, or `size` code units from `start` on. */
  add(isLatin1, start, size) {
    if (this.length + size > constants.MAX_STRING_LENGTH) throw stringTooLong();
    if (!this.#isLong) {
      this.#text += isLatin1
        ? toText('latin1', INPUT, INPUT + size)
        : toText('utf16le', start, start + 2 * size);
    } else if (this.#units !== null || !isLatin1) {
      this.#addUnits(isLatin1, start, size);
    }
    this.length += size;
  }

  #addUnits(isLatin1, start, size) {
    const at = 2 * this.length;
    if (this.#units === null) {
      // A decoder makes at most four code units more than it reads bytes.
      const most = Math.min(lengthOf(this.#input) + 4, constants.MAX_STRING_LENGTH);
      this.#units = newBuffer(2 * most);
      writeTo(this.#units, textOfLatin1(this.#input, 0, this.length), 0, 'utf16le');
    }
    if (isLatin1) writeTo(this.#units, toText('latin1', INPUT, INPUT + size), at, 'utf16le');
    else if (size !== 0) copyBytes(this.#units, restOf(all, start, 2 * size), at);
  }

  toString() {
    if (!this.#isLong) return this.#text;
    return this.#units === null
      ? textOfLatin1(this.#input, 0, this.length)
      : textOfUnits(this.#units, 0, 2 * this.length);
  }
}

function decode(descriptor, bytes, state) {
  if (isWholeAscii(descriptor, bytes, state)) return textOfAscii(bytes);
  begin(descriptor, state, decodeStateSize);
  const input = lengthOf(bytes) > MAX_JOINED_BYTES ? stableBytes(bytes) : bytes;
  const text = new Text(input);
  const error = eachSliceOfBytes(input, (size, isLast, at) => {
    core.decode(size, isLast);
    const written = answer[WRITTEN];
    const outcome = answer[OUTCOME];
    if (outcome === outcomes.malformed) return { ...malformed(), read: at + answer[READ] };
    text.add(outcome === outcomes.latin1, OUTPUT + 2 * answer[FIRST], written);
    if (outcome !== outcomes.malformedAfterText) return undefined;
    return { ...malformed(), read: at + answer[READ], output: text.toString() };
  });
  const result = error ?? text.toString();
  keep(state);
  return result;
}

/** Makes a call that measures all slices with a call of the core, up to an error, and answers with the sums. */
const measuring = (measure, stateSize, eachSliceOf) => (descriptor, input, target) => {
  begin(descriptor, undefined, stateSize);
  eachSliceOf(input, (size, isLast) => {
    measure(size, isLast);
    return answer[OUTCOME] === outcomes.done ? undefined : true;
  });
  copyBytes(target, answerBytes);
};

const measureBytes = measuring(core.measureBytes, decodeStateSize, eachSliceOfBytes);
const measureText = measuring(core.measureText, encodeStateSize, eachSliceOfText);

// The memory that the Buffers of short results share, and how much of it is used. backend.js says what it is.
let slabBytes = Buffer.alloc(0);
let slabUsed = 0;

function newSlab() {
  const bytes = Buffer.allocUnsafeSlow(description.slabBytes);
  // Whatever fails does so before anything changes: backend.js must know the memory that results are put into.
  const { buffer: memory } = bytes;
  slabBytes = bytes;
  slabUsed = 0;
  return memory;
}

/** Whether a call asks for a place in the slab, and there is room. */
const mayShare = (descriptor) =>
  (descriptor & IN_SLAB) !== 0 && lengthOf(slabBytes) - slabUsed >= slabRoomBytes;

/** The bytes of one result, which one or more calls of the core make. */
class Output {
  #isShared;
  #saved = [];
  #savedBytes = 0;
  #written = 0; // in bytes: what the last call has left in the module

  constructor(descriptor) {
    this.#isShared = mayShare(descriptor);
  }

  /** In bytes. */
  get size() {
    return this.#savedBytes + this.#written;
  }

  /**
   * Calls `coreCall(start, size, isLast)` for the rest of a slice until the core has read all of it, or stops at an error, and
   * adds to the result what each call has written. Returns undefined, or how much of the slice the core has read when it stopped.
   */
  runSlice(coreCall, size, isLast) {
    for (let read = 0; ; ) {
      if (this.#written !== 0) {
        this.#saved.push(copyOf(restOf(all, OUTPUT, this.#written)));
        this.#savedBytes += this.#written;
      }
      coreCall(read, size - read, isLast);
      this.#written = answer[WRITTEN];
      read += answer[READ];
      if (answer[OUTCOME] === outcomes.done) return undefined;
      if (answer[OUTCOME] !== outcomes.full) return read;
    }
  }

  #copyTo(target, start) {
    let at = start;
    for (const bytes of this.#saved) {
      copyBytes(target, bytes, at);
      at += lengthOf(bytes);
    }
    if (this.#written !== 0) copyBytes(target, restOf(all, OUTPUT, this.#written), at);
  }

  /** Returns a Buffer with memory of its own. */
  toBuffer() {
    const result = newBuffer(this.size);
    this.#copyTo(result, 0);
    return result;
  }

  /** Returns the place of a short result in the slab, where the call asks for that and there is room; else a Buffer. */
  toResult() {
    const { size } = this;
    if (!this.#isShared || size > maxSharedBytes) return this.toBuffer();
    const start = slabUsed;
    this.#copyTo(slabBytes, start);
    slabUsed += size;
    return ((start << placeShift) | size) >>> 0;
  }
}

/** Runs encode() or transcode() over all slices. Returns the output and, after an error, how much of the input has been read. */
function runSlices(descriptor, eachSliceOf, input, coreCall) {
  const output = new Output(descriptor);
  const read = eachSliceOf(input, (size, isLast, at) => {
    const readOfSlice = output.runSlice(coreCall, size, isLast);
    return readOfSlice === undefined ? undefined : at + readOfSlice;
  });
  return { read, output: read === undefined ? output.toResult() : output.toBuffer() };
}

function encode(descriptor, text, state) {
  begin(descriptor, state, encodeStateSize);
  const { read, output } = runSlices(descriptor, eachSliceOfText, text, core.encode);
  keep(state);
  if (read === undefined) return output;
  return { index: answer[OFFSET], codePoint: answer[CODE_POINT], read, output };
}

/** Returns a function that copies the first entries of the module's list behind those that it has copied to a list before. */
function entriesTo(target) {
  let at = 0;
  return (count) => {
    copyNumbers(target, new Uint32Array(buffer, LIST, numbersPerEntry * count), at);
    at += numbersPerEntry * count;
    return at / numbersPerEntry;
  };
}

function encodeAround(descriptor, text, state, target) {
  if (target.length / numbersPerEntry <= text.length) throw new RangeError('The list is too short');
  begin(descriptor, state, encodeStateSize);
  const output = new Output(descriptor);
  const addEntries = entriesTo(target);
  const coreCall = (...slice) => addEntries(core.encodeAround(...slice));
  const run = (size, isLast) => output.runSlice(coreCall, size, isLast);
  eachSliceOfText(text, run, MAX_LISTED);
  copyNumbers(target, [text.length, noMore, output.size], numbersPerEntry * addEntries(0));
  const result = output.toResult();
  keep(state);
  return result;
}

function findUnencodables(descriptor, text, target) {
  const most = Math.floor(target.length / numbersPerEntry);
  begin(descriptor, undefined, encodeStateSize);
  const addEntries = entriesTo(target);
  let count = 0;
  eachSliceOfText(
    text,
    (size, isLast) => {
      count = addEntries(core.findUnencodables(size, isLast, most - count));
      return count === most ? true : undefined;
    },
    MAX_LISTED,
  );
  return count;
}

function encodeInto(descriptor, text, target, answerTarget) {
  begin(descriptor, undefined, encodeStateSize);
  let read = 0;
  let written = 0;
  for (;;) {
    const size = Math.min(text.length - read, INTO_UNITS);
    const isLast = read + size === text.length;
    takeUnits(text, read, size);
    core.encodeInto(size, isLast ? 1 : 0, Math.min(lengthOf(target) - written, OUTPUT_BYTES));
    const bytes = answer[WRITTEN];
    if (bytes !== 0) copyBytes(target, restOf(all, OUTPUT, bytes), written);
    written += bytes;
    read += answer[READ];
    if (answer[OUTCOME] !== outcomes.done || isLast) break;
  }
  answer[READ] = read;
  answer[WRITTEN] = written;
  copyBytes(answerTarget, answerBytes);
}

function transcode(descriptor, bytes, state) {
  begin(descriptor, state, transcodeStateSize);
  const { read, output } = runSlices(descriptor, eachSliceOfBytes, bytes, core.transcode);
  keep(state);
  if (read === undefined) return output;
  const isMalformed = answer[OUTCOME] === outcomes.malformed;
  const error = isMalformed
    ? malformed()
    : { offset: answer[OFFSET], codePoint: answer[CODE_POINT] };
  return { ...error, read, output };
}

function transcodeOffsets(descriptor, bytes, state, target, count, answerTarget) {
  const length = lengthOf(bytes);
  const needed = Math.max(count, length + maxPendingBytes);
  if (Math.floor(target.length / numbersPerEntry) < needed || needed > MAX_LISTED) {
    throw new RangeError('The list is too short');
  }
  begin(descriptor, state, decodeStateSize);
  takeBytes(bytes, 0, length);
  copyNumbers(list, target.subarray(0, numbersPerEntry * count));
  const total = core.transcodeOffsets(length, count);
  copyNumbers(target, list.subarray(0, numbersPerEntry * total));
  keep(state);
  copyBytes(answerTarget, answerBytes);
  return total;
}

function progress(state, target) {
  const isEncode = lengthOf(state) === encodeStateSize;
  begin(0, state, isEncode ? encodeStateSize : transcodeStateSize);
  core.progress(isEncode ? 1 : 0);
  copyBytes(target, answerBytes);
}

function detectOptions(target, allowed, topLevelDomain, tags) {
  const parts = [allowed, topLevelDomain, tags];
  let at = INPUT;
  for (const part of parts) {
    copyBytes(all, part, at);
    at += lengthOf(part);
  }
  stackPointer.value = STACK_START;
  core.detectOptions(...parts.map(lengthOf));
  copyBytes(target, restOf(all, OUTPUT, description.detectOptionsSize));
}

function detect(descriptor, bytes, target, options, state) {
  const hasState = state !== undefined;
  if (hasState) copyBytes(all, state, STATE);
  copyBytes(all, options, INPUT);
  stackPointer.value = STACK_START;
  core.beginDetect(descriptor, hasState ? 1 : 0);
  eachSliceOfBytes(bytes, core.detect);
  const size = lengthOf(target);
  const isSettled = size === 0 ? core.isSettled() : 0;
  if (size !== 0) {
    core.detection();
    copyBytes(target, restOf(all, OUTPUT, size));
  }
  keep(state);
  return isSettled;
}

module.exports = {
  backend: 'wasm',
  description,
  decode,
  detect,
  detectOptions,
  encode,
  encodeAround,
  encodeInto,
  findUnencodables,
  measureBytes,
  measureText,
  newSlab,
  progress,
  slab: { memory: null, start: null },
  transcode,
  transcodeOffsets,
};
