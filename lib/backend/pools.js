'use strict';

// Memory that small things share, because making memory of its own for each would take longer than to fill it: the slab for
// the Buffers of short results, as Node's own small Buffers share a pool, and an ArrayBuffer for the states of streams.

const { flags, maxSharedBytes, slab, slabRoomBytes, useSlab } = require('./backend.js');

const { placeShift } = flags;

// The core knows the slab and how much of it is used, so that no call has to say it: a call whose result is short returns
// its place in the slab. The length of the result is in the lowest bits of a place, and its start above them.
const LENGTH_MASK = (1 << placeShift) - 1;

// In bytes. What is left of a slab when the next one is taken is lost, so a slab is larger than Node's pool.
const SLAB_BYTES = 128 * 1024;

// In bytes: behind a result that begins here or later there may be no room for another.
const LAST_START = SLAB_BYTES - slabRoomBytes - maxSharedBytes;

// In the place of `slab.bytes`, the slab in use as a Buffer, while there is none. `slab.memory` is the memory below it.
const none = Buffer.alloc(0);

let markAsUntransferable;

function takeNewSlab() {
  // Whatever fails on the way, for lack of stack above all, is tried again at the next call.
  slab.bytes = none;
  markAsUntransferable ??= require('node:worker_threads').markAsUntransferable;
  const bytes = Buffer.allocUnsafeSlow(SLAB_BYTES);
  markAsUntransferable?.(bytes.buffer);
  useSlab(bytes);
  slab.memory = bytes.buffer;
  slab.bytes = bytes;
}

/**
 * The memory of a slab that has room for a short result. To be asked for right before each call that may put its result
 * there: a slab whose memory has been detached, by whoever has one of its Buffers, is not used again.
 */
function memoryOfSlab() {
  if (slab.bytes.length === 0) takeNewSlab();
  return slab.memory;
}

// A Buffer on memory that is there already, by the class of Node's own where it can be had: Buffer.from() and
// subarray() take three times as long.
const NodeBuffer = Buffer[Symbol.species];
const viewOf =
  NodeBuffer?.prototype === Buffer.prototype
    ? (memory, start, length) => new NodeBuffer(memory, start, length)
    : (memory, start, length) => Buffer.from(memory, start, length);

/**
 * The result of a call that may have put it into the slab with this memory: what the call has returned, or a Buffer of the
 * place that it has returned.
 */
function resultOf(returned, memory) {
  if (typeof returned !== 'number') return returned;
  const start = returned >>> placeShift;
  // The next call takes another slab.
  if (start >= LAST_START && slab.memory === memory) slab.bytes = none;
  return viewOf(memory, start, returned & LENGTH_MASK);
}

// In bytes: the size of the ArrayBuffer for states, which one state with a long life keeps alive.
const STATES_BYTES = 2048;

let memoryOfStates = new ArrayBuffer(0);
let usedByStates = 0;

/** Returns a Uint8Array of `size` zeros for the state of one stream: nothing else writes to it. */
function newState(size) {
  if (memoryOfStates.byteLength - usedByStates < size) {
    memoryOfStates = new ArrayBuffer(STATES_BYTES);
    usedByStates = 0;
  }
  const state = new Uint8Array(memoryOfStates, usedByStates, size);
  usedByStates += size;
  return state;
}

module.exports = { memoryOfSlab, newState, resultOf };
