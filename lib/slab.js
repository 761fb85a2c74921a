'use strict';

// Memory that the Buffers of short results share, as Node's own pool of Buffers is shared: to make a Buffer
// with memory of its own costs more than to encode a short text. The core writes there without being given
// it at each call.

const { encodeShort, useSlab } = require('./binding.js');

const SIZE = 32 * 1024;

/** In bytes: results that may be longer are not put there. */
const MOST = 4096;

// In UTF-16 code units.
const LONGEST = 1024;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * Where the core may write the next `room` bytes, at most MOST. To be asked right before each call: a slab
 * whose memory has been taken away, which whoever has one of its Buffers can do, is not used again.
 */
function reserve(room) {
  if (slab.length - used < room) {
    slab = Buffer.allocUnsafeSlow(SIZE);
    used = 0;
    require('node:worker_threads').markAsUntransferable?.(slab.buffer);
    useSlab(slab);
  }
  return used;
}

/**
 * Encodes a short text where reserve() says, or a chunk of a stream; how many bytes that is, or -1 when it
 * is too long or an unencodable code point is fatal. `head` and `state` are those of binding.encode().
 */
function writeShort(head, text, state = undefined) {
  if (text.length > LONGEST) return -1;
  const start = reserve(4 * text.length + 32);
  return state === undefined
    ? encodeShort(head, text, start)
    : encodeShort(head, text, start, state);
}

/** The `written` bytes from where reserve() has said. */
function take(written) {
  const start = used;
  used += written;
  return slab.subarray(start, used);
}

/** A copy of those bytes, in memory of its own. */
function copy(written) {
  return new Uint8Array(slab.buffer, used, written).slice();
}

module.exports = { MOST, copy, reserve, take, writeShort };
