'use strict';

// The slab: memory that the Buffers of short results share, as Node's own small Buffers share a pool, because to make a
// Buffer with memory of its own takes longer than to encode a short text. The core knows the slab and how much of it is
// used, so that no call has to say it: a call whose result is short returns its place in the slab.

const { flags, maxSharedBytes, slab, slabRoomBytes, useSlab } = require('./backend.js');

const { placeShift } = flags;
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

/** Where a place in the slab begins. */
function startOf(place, memory) {
  const start = place >>> placeShift;
  // The next call takes another slab.
  if (start >= LAST_START && slab.memory === memory) slab.bytes = none;
  return start;
}

/**
 * The result of a call that may have put it into the slab with this memory: what the call has returned, or a Buffer of the
 * place that it has returned.
 */
function resultOf(returned, memory) {
  if (typeof returned !== 'number') return returned;
  return viewOf(memory, startOf(returned, memory), returned & LENGTH_MASK);
}

/** A copy of what stands at a place in the slab with this memory. */
function copyOf(place, memory) {
  return new Uint8Array(memory, startOf(place, memory), place & LENGTH_MASK).slice();
}

module.exports = { MAX_SHARED_BYTES: maxSharedBytes, copyOf, memoryOfSlab, resultOf };
