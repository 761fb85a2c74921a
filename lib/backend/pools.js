'use strict';

// Memory that small things share, because making memory of its own for each would take longer than to fill it: the slab for
// the Buffers of short results, as Node's own small Buffers share a pool, and an ArrayBuffer for the states of streams.

const { isUint8Array } = require('node:util').types;
const { lengthOf } = require('../base/webidl.js');
const { isPlain } = require('./environment.js');
const {
  flags,
  headOf,
  maxSharedBytes,
  newSlab,
  slab,
  slabBytes,
  slabRoomBytes,
} = require('./backend.js');

const { placeShift } = flags;

/** In the head of a call: a short result may be put into the slab. */
const IN_SLAB_HEAD = isPlain ? 0 : headOf(0, flags.inSlab);

// The core makes the slab, holds it, and knows how much of it is used. `slab.start` has the two numbers with which the slab
// begins: the head of a call of encodeShort(), and the place of its result. A call whose result is short returns its place there:
// the length of the result is in the lowest bits of a place, and its start above them.
const LENGTH_MASK = (1 << placeShift) - 1;

// In bytes: behind a result that begins here or later there may be no room for another.
const LAST_START = slabBytes - slabRoomBytes - maxSharedBytes;

let markAsUntransferable;

/** Has the core use another slab from now on. Where that fails, for lack of stack above all, a later call tries again. */
function takeNewSlab() {
  if (isPlain) return;
  try {
    slab.memory = newSlab();
    slab.start = new Int32Array(slab.memory, 0, 2);
    markAsUntransferable ??= require('node:worker_threads').markAsUntransferable;
    markAsUntransferable?.(slab.memory);
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
    if (isUint8Array(returned) && lengthOf(returned) <= maxSharedBytes) takeNewSlab();
    return returned;
  }
  const start = returned >>> placeShift;
  const result = viewOf(memory, start, returned & LENGTH_MASK);
  if (start >= LAST_START && slab.memory === memory) takeNewSlab();
  return result;
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

module.exports = { IN_SLAB_HEAD, newState, resultOf, slab };
