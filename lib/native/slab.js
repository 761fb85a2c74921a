'use strict';

// The slab: memory that the Buffers of short results share, as Node's own small Buffers share a pool, because to make a
// Buffer with memory of its own takes longer than to encode a short text. The core knows the slab, so that no call has to
// pass it.

const binding = require('./backend.js');

const { maxSharedBytes, slabRoomBytes, useSlab } = binding;

// In bytes. What is left of a slab when the next one is taken is lost, so a slab is larger than Node's pool.
const SLAB_BYTES = 128 * 1024;

const none = Buffer.alloc(0);

/**
 * The slab in use: `bytes`, the memory below them, and how many of them results have or may get. The core knows one slab,
 * whoever loads these files again.
 */
binding.slab ??= { bytes: none, memory: null, used: 0 };
const { slab } = binding;

let markAsUntransferable;

function takeNewSlab() {
  // Whatever fails on the way, for lack of stack above all, is tried again at the next call.
  slab.bytes = none;
  markAsUntransferable ??= require('node:worker_threads').markAsUntransferable;
  const bytes = Buffer.allocUnsafeSlow(SLAB_BYTES);
  markAsUntransferable?.(bytes.buffer);
  useSlab(bytes);
  slab.memory = bytes.buffer;
  slab.used = 0;
  slab.bytes = bytes;
}

/**
 * Reserves room for a short result and returns where in the slab it begins. To be called right before the native call: a
 * slab whose memory has been detached, by whoever has one of its Buffers, is not used again. What native calls run of a
 * program, such as the hooks of its timers, may encode too, and gets other room.
 */
function reserve() {
  if (slab.bytes.length - slab.used < slabRoomBytes) takeNewSlab();
  const start = slab.used;
  slab.used = start + slabRoomBytes;
  return start;
}

/** Gives back the room that begins at `start`, except its first `written` bytes, unless other room follows it. */
function giveBack(memory, start, written) {
  if (slab.memory === memory && slab.used === start + slabRoomBytes) slab.used = start + written;
}

// A Buffer on memory that is there already, by the class of Node's own where it can be had: Buffer.from() and
// subarray() take three times as long.
const NodeBuffer = Buffer[Symbol.species];
const viewOf =
  NodeBuffer?.prototype === Buffer.prototype
    ? (memory, start, length) => new NodeBuffer(memory, start, length)
    : (memory, start, length) => Buffer.from(memory, start, length);

/**
 * The result of a native call that was given room from `start` on in the slab with this memory: what the call has
 * returned, or a Buffer of the bytes that it has written to the slab, of which it has returned the number.
 */
function resultOf(returned, memory, start) {
  const isInSlab = typeof returned === 'number';
  giveBack(memory, start, isInSlab ? returned : 0);
  return isInSlab ? viewOf(memory, start, returned) : returned;
}

module.exports = { MAX_SHARED_BYTES: maxSharedBytes, giveBack, reserve, resultOf, slab };
