'use strict';

// The room backend/ is the only one that knows the backends: it loads them, packs calls, reads answers, and owns memory for output.
// May require base/.
//
// The core. Everything else in lib/ reaches it through here. Two backends run the core: the native addon and a WebAssembly
// module. In an installed package `addon-or-wasm.js` chooses between them. A bundle has what its bundler finds for `#backend`,
// under `imports` in package.json: the WebAssembly module alone, unless the bundler was told that it can pack addons.
//
// Both have the same calls (src/node/*.h), and the same description of the core (src/protocol/description.cc): the names and
// labels of the encodings by their numbers, what can be said of each encoding, and the numbers that both sides know.
//
// The descriptor, the first argument of most calls, is packed here: an encoding's number and flags in one number, because each
// argument takes time.

const { isUint8Array } = require('node:util').types;
const { lengthOf, noBytes } = require('../base/webidl.js');
const { demandedBackend, isPlain } = require('./environment.js');
const { backendOf } = require('./memory.js');

// No require() names the file beside this one, because bundlers would follow it to the addon, which they cannot pack. `#backend`
// would not find the addon everywhere: the resolvers of Deno and of Yarn's Plug'n'Play do not know the condition `node-addons`.

/**
 * Loads the file beside this one by a function that `createRequire` makes. File tracers, as those of Next.js and Vercel, follow it by
 * this very name. It serves where a module has no function of its own.
 */
function requireByPath() {
  const module = require('node:module');
  const requireHere = module.createRequire(__filename);
  return requireHere('./addon-or-wasm.js');
}

/**
 * Loads the addon of a release from its place, which takes half the time that the file beside this one takes. Returns undefined
 * where the addon is not there, does not load, or is not wanted: the file beside this one then knows more.
 */
function loadPrebuilt(requireOwn) {
  if (!__dirname.includes('node_modules') || demandedBackend() === 'wasm') return undefined;
  const root = __dirname.slice(0, __dirname.lastIndexOf('lib'));
  const platform = `${process.platform}-${process.arch}`;
  try {
    const addon = requireOwn.call(module, `${root}prebuilds/${platform}/whatwg_transcoder.node`);
    return backendOf(addon);
  } catch {
    return undefined;
  }
}

/** Loads the backend: from the file beside this one, or from what a bundler has found where that file is not. */
function loadBackend() {
  // The function of this module. It takes less time than `createRequire`, and a bundle has none.
  const { require: requireOwn } = module;
  try {
    return typeof requireOwn === 'function'
      ? (loadPrebuilt(requireOwn) ?? requireOwn.call(module, './addon-or-wasm.js'))
      : requireByPath();
  } catch (error) {
    const isMissing =
      String(error.code).endsWith('MODULE_NOT_FOUND') || error instanceof ReferenceError;
    if (!isMissing) throw error;
    return require('#backend');
  }
}

const { description, ...calls } = loadBackend();

const { newSlab, slab } = calls;
const { maxSharedBytes, slabBytes, slabRoomBytes } = description;
const { flagsShift, inSlab, placeShift, start, stream, toShift } = description.flags;

/** The descriptor of a call for one encoding. */
const descriptorOf = (id, callFlags) => id | (callFlags << flagsShift);

/** The descriptor of a call that transcodes. */
const transcodeDescriptorOf = (from, to, callFlags) =>
  descriptorOf(from, callFlags) | (to << toShift);

/** The flags of a chunk's place in its stream. */
const placeFlags = (isFirst, isLast) => (isFirst ? start : 0) | (isLast ? 0 : stream);

// The numbers with which the last call has answered. `description.answer` says the place of each. Each function reads what it
// needs right behind its call.
const answer = new Float64Array(description.answer.fields);
const answerBytes = new Uint8Array(answer.buffer);

/** The number of an encoding of the standard, by its name. */
const idOfName = (name) => description.encodings.findIndex(([own]) => own === name);

// Memory that small things share, because making memory of its own for each would take longer than to fill it: the slab for
// the Buffers of short results, as Node's own small Buffers share a pool, and an ArrayBuffer for the states of streams.

/** In the descriptor of a call: a short result may be put into the slab. */
const IN_SLAB_DESCRIPTOR = isPlain ? 0 : descriptorOf(0, inSlab);

// The core makes the slab, holds it, and knows how much of it is used. `slab.start` has the two numbers with which the slab
// begins: the descriptor of a short call, and the place of its result. Every other call whose result is short returns its place. The
// length of the result is in the lowest bits of a place, and its start above them.
const LENGTH_MASK = (1 << placeShift) - 1;

// In bytes: behind a result that begins here or later there may be no room for another.
const LAST_START = slabBytes - slabRoomBytes - maxSharedBytes;

// The first results have memory of their own, because node:worker_threads, which a slab needs, takes 2 to 5 ms to load. A program
// that converts only a few texts does not wait for it.
const RESULTS_BEFORE_SLAB = 16;

let resultsBeforeSlab = 0;
let markAsUntransferable;

/** Says of memory that short results share that no program can transfer it to another thread. Returns it. */
function notTransferable(memory) {
  markAsUntransferable ??= require('node:worker_threads').markAsUntransferable;
  markAsUntransferable?.(memory);
  return memory;
}

/** Has the core use another slab from now on. Where that fails, for lack of stack above all, a later call tries again. */
function takeNewSlab() {
  if (isPlain) return;
  try {
    slab.memory = newSlab();
    slab.start = new Int32Array(slab.memory, 0, 2);
    notTransferable(slab.memory);
  } catch {
    // Each result is right without a slab.
  }
}

// A Buffer on memory that is there already, by the class of Node's own where it can be had: Buffer.from() and
// subarray() take three times as long.
const NodeBuffer = Buffer[Symbol.species];
const viewOf =
  NodeBuffer?.prototype === Buffer.prototype && !isPlain
    ? (memory, start, length) => new NodeBuffer(memory, start, length)
    : (memory, start, length) => Buffer.from(memory, start, length);

/**
 * The result of a call that may have put it into the slab: what the call has returned, or a Buffer of the place that it has
 * returned. `memory` is `slab.memory` from before the call. Where the core had no slab, or one that a program has detached,
 * the call has returned a short Buffer.
 */
function resultOf(memory, returned) {
  if (typeof returned !== 'number') {
    if (isUint8Array(returned) && lengthOf(returned) <= maxSharedBytes) {
      resultsBeforeSlab++;
      if (resultsBeforeSlab > RESULTS_BEFORE_SLAB) takeNewSlab();
    }
    return returned;
  }
  const start = returned >>> placeShift;
  const result = viewOf(memory, start, returned & LENGTH_MASK);
  if (start >= LAST_START && slab.memory === memory) takeNewSlab();
  return result;
}

// In bytes, or in UTF-16 code units of text: the longest input of the calls encodeShort() and transcodeShort(), which the addon alone has.
const MAX_SHORT = isPlain || calls.encodeShort === undefined ? -1 : description.maxShortUnits;

/** Puts the descriptor of a short call into the slab, whose memory it returns. */
function beginShort(descriptor) {
  const { memory, start } = slab;
  start[0] = descriptor;
  start[1] = 0;
  return memory;
}

/** Returns the result of the short call for which beginShort() has returned `memory`; null if the call has made none. */
function shortResult(memory) {
  const place = slab.start[1];
  return place > 0 ? resultOf(memory, place) : null;
}

// In bytes: the memory that short results share which JavaScript writes, as the slab is what those of the core share.
const SHARED_BYTES = 64 * 1024;

/** That memory, all of its bytes, and how many of these belong to results. */
const shared = { memory: null, bytes: noBytes, used: 0 };

/**
 * Tells whether `shared` has room for `size` bytes, after it has taken other memory if need be. There may be no memory or stack for that, and
 * the first results have memory of their own.
 */
function hasRoom(size) {
  // A program may have detached the memory, which then has no bytes.
  if (shared.used <= SHARED_BYTES - size && shared.bytes[shared.used] !== undefined) return true;
  if (resultsBeforeSlab < RESULTS_BEFORE_SLAB) {
    resultsBeforeSlab++;
    return false;
  }
  try {
    const bytes = Buffer.allocUnsafeSlow(SHARED_BYTES);
    shared.memory = notTransferable(bytes.buffer);
    shared.bytes = bytes;
    shared.used = 0;
    return true;
  } catch {
    return false;
  }
}

// In bytes: the size of the ArrayBuffer for states, which one state with a long life keeps alive.
const STATES_BYTES = 2048;

let memoryOfStates = new ArrayBuffer(0);
let usedByStates = 0;

/** Returns a Uint8Array of `size` zeros for the state of one stream: nothing else writes to it. */
function newState(size) {
  if (isPlain) return new Uint8Array(size);
  if (memoryOfStates.byteLength - usedByStates < size) {
    memoryOfStates = new ArrayBuffer(STATES_BYTES);
    usedByStates = 0;
  }
  const state = new Uint8Array(memoryOfStates, usedByStates, size);
  usedByStates += size;
  return state;
}

module.exports = {
  ...calls,
  ...description,
  IN_SLAB_DESCRIPTOR,
  MAX_SHORT,
  answerBytes,
  answers: answer,
  beginShort,
  descriptorOf,
  hasRoom,
  idOfName,
  isPlain,
  newState,
  placeFlags,
  resultOf,
  shared,
  shortResult,
  transcodeDescriptorOf,
  viewOf,
};
