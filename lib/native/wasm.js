'use strict';

// The core as a WebAssembly module: the backend where no addon can be loaded. It has the calls of the addon, with the same
// arguments and results (src/node/*.h), and runs the same C++ (src/wasm/calls.cc). Input goes through the module's memory
// in slices, so that this memory never grows.

const { constants } = require('node:buffer');
const { memoryNotAllocated, stringTooLong } = require('../base/errors.js');
const { copyBytes, lengthOf, restOf } = require('../base/webidl.js');
const { instantiate } = require('./wasm-module.js');

const core = instantiate();

// Everything below is on the memory of the module, which is never detached because it never grows.
const { buffer } = core.memory;
const all = Buffer.from(buffer);
const [INPUT, INPUT_BYTES, OUTPUT, OUTPUT_BYTES, STATE, ANSWER] = new Uint32Array(
  buffer,
  core.places(),
  6,
);
const answerNumbers = new Uint32Array(buffer, ANSWER, 12);
const answerDoubles = new Float64Array(buffer, ANSWER, 2);

// In the order of the struct Answer in src/wasm/calls.cc.
const answer = {
  get offset() {
    return answerDoubles[0];
  },
  get replacements() {
    return answerDoubles[1];
  },
  get read() {
    return answerNumbers[4];
  },
  get written() {
    return answerNumbers[5];
  },
  get start() {
    return answerNumbers[6];
  },
  get utf8Bytes() {
    return answerNumbers[7];
  },
  get outcome() {
    return answerNumbers[8];
  },
  get length() {
    return answerNumbers[9];
  },
  get reason() {
    return answerNumbers[10];
  },
  get codePoint() {
    return answerNumbers[11];
  },
};

// The outcomes of decode(), and those of encode() and transcode().
const LATIN1 = 1;
const FULL = 1;
const UNENCODABLE = 2;
const DONE = 0;

const INPUT_UNITS = INPUT_BYTES / 2;

// In code units: no encoder writes as much as 16 bytes for one, so that a slice of this size always fits into the output.
const INTO_UNITS = OUTPUT_BYTES / 16;

/** copyNumbers(target, source) copies the numbers of a Uint32Array. */
const copyNumbers = Function.prototype.call.bind(Uint32Array.prototype.set);

// Captured at load, so that user code that replaces the methods later cannot change the results.
const { call } = Function.prototype;
const toText = call.bind(Buffer.prototype.toString, all);
const writeText = call.bind(Buffer.prototype.write, all);

const description = JSON.parse(toText('latin1', OUTPUT, OUTPUT + core.describe()));
const { decodeStateSize, encodeStateSize, flags, numbersEach, transcodeStateSize } = description;
const { maxPendingBytes, maxSharedBytes, noMore, reasons, slabRoomBytes, unencodables } =
  description;

const { flagsShift, placeShift } = flags;
const IGNORE_BOM = flags.ignoreBOM << flagsShift;
const STREAM = flags.stream << flagsShift;
const START = flags.start << flagsShift;
const KEEP_TEXT = flags.keepText << flagsShift;
const IN_SLAB = flags.inSlab << flagsShift;
const ALL_UNENCODABLES =
  (unencodables.fatal | unencodables.html | unencodables.replace | unencodables.skip) << flagsShift;

const encodingCount = description.asciiCompatible.length;

// Copies the state of a stream into the module, and returns the head of the first call. Without a state, or where the head
// says so, a new stream begins.
function begin(head, state, size) {
  if ((head & 0xff) >= encodingCount || head >>> flags.toShift >= encodingCount) {
    throw new RangeError('No such encoding');
  }
  if (state === undefined) return head | START;
  if (lengthOf(state) !== size) throw new RangeError('Not a state of a stream');
  if ((head & START) === 0) copyBytes(all, state, STATE);
  return head;
}

/** Copies the state of the stream back. */
function keep(state, size) {
  if (state !== undefined) copyBytes(state, restOf(all, STATE, size));
}

/**
 * Calls `run(head, size, at)` for each slice of `length` bytes or code units, after `take(start, end, at)` has put the slice into the
 * module, until it returns something other than undefined; returns that. The last slice may be empty.
 */
function eachSlice(head, input, length, most, take, run) {
  let sliceHead = head;
  for (let at = 0; ; at += most) {
    const size = Math.min(length - at, most);
    const isLast = at + size === length;
    take(input, at, size);
    const result = run(isLast ? sliceHead : sliceHead | STREAM, size, at);
    if (result !== undefined || isLast) return result;
    sliceHead &= ~START;
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

const eachSliceOfBytes = (head, bytes, run) =>
  eachSlice(head, bytes, lengthOf(bytes), INPUT_BYTES, takeBytes, run);
const eachSliceOfText = (head, text, run) =>
  eachSlice(head, text, text.length, INPUT_UNITS, takeUnits, run);

/** Returns { offset, length, reason } of the malformed sequence that the core has answered with. */
function malformed() {
  const { offset, length, reason } = answer;
  return { offset, length, reason: reasons[reason] };
}

function decode(head, bytes, state) {
  const first = begin(head, state, decodeStateSize);
  const bomSeen = (first & START) === 0 ? core.bomSeen() : 0;
  const keepsText = (head & KEEP_TEXT) !== 0;
  let text = '';
  const error = eachSliceOfBytes(first, bytes, (sliceHead, size, at) => {
    core.decode(sliceHead, size);
    const { outcome, read, reason, written } = answer;
    if (reason !== 0 && !keepsText) {
      // The text of the whole call is lost, and with it what it had shown of a byte order mark.
      core.setBomSeen(bomSeen);
      return { ...malformed(), read: at + read };
    }
    if (text.length + written > constants.MAX_STRING_LENGTH) throw stringTooLong();
    const start = OUTPUT + 2 * answer.start;
    text +=
      outcome === LATIN1
        ? toText('latin1', INPUT, INPUT + written)
        : toText('utf16le', start, start + 2 * written);
    return reason === 0 ? undefined : { ...malformed(), read: at + read, output: text };
  });
  keep(state, decodeStateSize);
  return error ?? text;
}

function measureBytes(head, bytes) {
  const measured = { length: 0, utf8Length: 0, replacements: 0 };
  let hasBom = false;
  eachSliceOfBytes(begin(head), bytes, (sliceHead, size) => {
    core.measureBytes(sliceHead, size);
    hasBom ||= measured.length === 0 && answer.start === 1;
    measured.length += answer.written;
    measured.utf8Length += answer.utf8Bytes;
    measured.replacements = answer.replacements;
    const { outcome } = answer;
    if (answer.reason !== 0) measured.firstError = malformed();
    return outcome === DONE ? undefined : outcome;
  });
  if (hasBom && (head & IGNORE_BOM) === 0) {
    measured.length -= 1;
    measured.utf8Length -= 3;
  }
  return measured;
}

function findMalformed(head, bytes, state, list) {
  const length = lengthOf(bytes);
  const numbers = numbersEach * (length + maxPendingBytes + 1);
  if (list.length < numbers || 4 * numbers > OUTPUT_BYTES) {
    throw new RangeError('The list is too short');
  }
  const first = begin(head, state, decodeStateSize);
  takeBytes(bytes, 0, length);
  const count = core.findMalformed(first, length);
  copyNumbers(list, new Uint32Array(buffer, OUTPUT, numbersEach * count + 1));
  keep(state, decodeStateSize);
  return answer.offset;
}

// The memory that the Buffers of short results share, and how much of it is used. pools.js says what it is.
let slabBytes = Buffer.alloc(0);
let slabUsed = 0;

function useSlab(bytes) {
  slabBytes = bytes;
  slabUsed = 0;
}

/** The bytes of one result, which one or more calls of the core make. */
class Output {
  #isShared;
  #saved = [];
  #savedBytes = 0;
  #written = 0; // in bytes: what the last call has left in the module

  constructor(head) {
    this.#isShared = (head & IN_SLAB) !== 0 && lengthOf(slabBytes) - slabUsed >= slabRoomBytes;
  }

  /** In bytes. */
  get size() {
    return this.#savedBytes + this.#written;
  }

  /** Calls the core, and counts what the call has written as part of the result. */
  run(coreCall, head, start, size) {
    if (this.#written !== 0) {
      this.#saved.push(new Uint8Array(restOf(all, OUTPUT, this.#written)));
      this.#savedBytes += this.#written;
    }
    coreCall(head, start, size);
    this.#written = answer.written;
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
    let result;
    try {
      result = Buffer.allocUnsafeSlow(this.size);
    } catch (cause) {
      throw memoryNotAllocated(cause);
    }
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

/**
 * Calls encode() or transcode() for a slice until the core has read all of it, or stops at an error. Returns undefined, or
 * how much of the slice the core has read when it stopped.
 */
function runSlice(output, coreCall, head, size) {
  let callHead = head;
  let read = 0;
  for (;;) {
    output.run(coreCall, callHead, read, size - read);
    read += answer.read;
    if (answer.outcome === DONE) return undefined;
    if (answer.outcome !== FULL) return read;
    callHead &= ~START;
  }
}

function encode(head, text, state) {
  const output = new Output(head);
  const read = eachSliceOfText(begin(head, state, encodeStateSize), text, (sliceHead, size, at) => {
    const readOfSlice = runSlice(output, core.encode, sliceHead, size);
    return readOfSlice === undefined ? undefined : at + readOfSlice;
  });
  const { codePoint, offset: index } = answer;
  const result = read === undefined ? output.toResult() : output.toBuffer();
  keep(state, encodeStateSize);
  return read === undefined ? result : { index, codePoint, read, output: result };
}

const unitsOf = (codePoint) => (codePoint > 0xffff ? 2 : 1);

function addToList(list, number, index, codePoint, place) {
  list[numbersEach * number] = index;
  list[numbersEach * number + 1] = codePoint;
  list[numbersEach * number + 2] = place;
}

function encodeAround(head, text, state, list) {
  if (list.length / numbersEach <= text.length) throw new RangeError('The list is too short');
  const output = new Output(head);
  const fatalHead = begin(head, state, encodeStateSize) & ~ALL_UNENCODABLES;
  let count = 0;
  eachSliceOfText(fatalHead, text, (sliceHead, size, at) => {
    let callHead = sliceHead;
    for (let read = 0; ; callHead &= ~START) {
      output.run(core.encode, callHead, read, size - read);
      read += answer.read;
      if (answer.outcome === DONE) return;
      if (answer.outcome === FULL) continue;
      const { codePoint } = answer;
      addToList(list, count++, at + read - unitsOf(codePoint), codePoint, output.size);
    }
  });
  addToList(list, count, text.length, noMore, output.size);
  const result = output.toResult();
  keep(state, encodeStateSize);
  return result;
}

function findUnencodables(head, text, list) {
  const most = Math.floor(list.length / numbersEach);
  const fatalHead = begin(head) & ~ALL_UNENCODABLES;
  let count = 0;
  eachSliceOfText(fatalHead, text, (sliceHead, size) => {
    let callHead = sliceHead;
    for (let read = 0; count < most; callHead &= ~START) {
      core.encode(callHead, read, size - read);
      read += answer.read;
      if (answer.outcome === DONE) return undefined;
      if (answer.outcome === FULL) continue;
      const { codePoint, offset } = answer;
      addToList(list, count++, offset, codePoint, offset);
    }
    return most;
  });
  return count;
}

function encodeInto(head, text, target) {
  let read = 0;
  let written = 0;
  for (let callHead = begin(head); ; callHead &= ~START) {
    let size = Math.min(text.length - read, INTO_UNITS);
    const isPart = read + size < text.length;
    // A surrogate pair is not cut: if it has no room, none of it is read.
    if (isPart && (text.charCodeAt(read + size - 1) & 0xfc00) === 0xd800) size -= 1;
    takeUnits(text, read, size);
    const room = Math.min(lengthOf(target) - written, OUTPUT_BYTES);
    core.encodeInto(isPart ? callHead | STREAM : callHead, size, room);
    if (answer.written !== 0) copyBytes(target, restOf(all, OUTPUT, answer.written), written);
    written += answer.written;
    read += answer.read;
    const { codePoint, outcome } = answer;
    // A code point that cannot be encoded is not read: what comes next begins with it.
    if (outcome === UNENCODABLE) return { read: read - unitsOf(codePoint), written, codePoint };
    if (outcome === FULL || !isPart) return { read, written };
  }
}

function measureText(head, text) {
  let length = 0;
  const isUnencodable = eachSliceOfText(begin(head), text, (sliceHead, size) => {
    let callHead = sliceHead;
    for (let read = 0; ; callHead &= ~START) {
      core.encode(callHead, read, size - read);
      read += answer.read;
      length += answer.written;
      if (answer.outcome === DONE) return undefined;
      if (answer.outcome === UNENCODABLE) return true;
    }
  });
  if (isUnencodable) return { index: answer.offset, codePoint: answer.codePoint };
  return { length, replacements: answer.replacements };
}

function transcode(head, bytes, state) {
  const output = new Output(head);
  const start = begin(head, state, transcodeStateSize);
  const read = eachSliceOfBytes(start, bytes, (sliceHead, size, at) => {
    const readOfSlice = runSlice(output, core.transcode, sliceHead, size);
    return readOfSlice === undefined ? undefined : at + readOfSlice;
  });
  const { codePoint, offset, outcome } = answer;
  const result = read === undefined ? output.toResult() : output.toBuffer();
  keep(state, transcodeStateSize);
  if (read === undefined) return result;
  const error = outcome === UNENCODABLE ? { offset, codePoint } : malformed();
  return { ...error, read, output: result };
}

function transcodeOffsets(head, bytes, state, list, count) {
  const numbers = numbersEach * count;
  if (list.length < numbers + 2 || 4 * numbers > OUTPUT_BYTES || lengthOf(bytes) > INPUT_BYTES) {
    throw new RangeError('The list is too short');
  }
  begin(head, state, decodeStateSize);
  takeBytes(bytes, 0, lengthOf(bytes));
  const places = new Uint32Array(buffer, OUTPUT, numbers);
  copyNumbers(places, list.subarray(0, numbers));
  core.transcodeOffsets(head, lengthOf(bytes), count);
  copyNumbers(list, places);
  list[numbers] = answer.read;
  list[numbers + 1] = answer.written;
  keep(state, decodeStateSize);
  return answer.offset;
}

function progress(state) {
  const isEncode = lengthOf(state) === encodeStateSize;
  begin(0, state, isEncode ? encodeStateSize : transcodeStateSize);
  core.progress(isEncode ? 1 : 0);
  const { offset: firstErrorOffset, reason, replacements } = answer;
  return reason === 0 ? { replacements } : { replacements, firstErrorOffset };
}

module.exports = {
  backend: 'wasm',
  // The short calls exist because a call of an addon takes longer the more arguments it has. Here they would save nothing.
  description: { ...description, maxShortBytes: -1, maxShortUnits: -1 },
  decode,
  encode,
  encodeAround,
  encodeInto,
  findMalformed,
  findUnencodables,
  measureBytes,
  measureText,
  progress,
  slab: { bytes: Buffer.alloc(0), memory: null },
  transcode,
  transcodeOffsets,
  useSlab,
};
