'use strict';

// Memory that the Buffers of short results share, as Node's own pool of Buffers is shared: to make a Buffer
// with memory of its own costs more than to encode a short text. The core writes there without being given
// it at each call.

const binding = require('./binding.js');
const { encodingId } = require('./encodings.js');
const { isForRuntime } = require('./runtime.js');

const { call, encodeChunk, encodeOnce, useSlab } = binding;

// As large as Node's own pool is in recent versions: with half of it, results of 1 KB cost twice as much.
const SIZE = 64 * 1024;

/** In bytes: results that may be longer are not put there. */
const MOST = 4096;

// In UTF-16 code units.
const LONGEST = 1024;

const none = Buffer.alloc(0);

/**
 * The memory that reserve() speaks of: `bytes` from `used` on, and its ArrayBuffer. The core knows one, whoever
 * loads these files again.
 */
binding.slab ??= { bytes: none, memory: null, used: 0 };
const { slab } = binding;

let markAsUntransferable;

/**
 * Where in `slab.bytes` the next `room` bytes, at most MOST, may be written. To be asked right before each
 * call: a slab whose memory has been taken away, which whoever has one of its Buffers can do, is not used again.
 */
function reserve(room) {
  if (slab.bytes.length - slab.used < room) {
    // Whatever fails on the way, for lack of stack above all, is tried again at the next call.
    slab.bytes = none;
    markAsUntransferable ??= require('node:worker_threads').markAsUntransferable;
    const bytes = Buffer.allocUnsafeSlow(SIZE);
    markAsUntransferable?.(bytes.buffer);
    useSlab(bytes);
    slab.memory = bytes.buffer;
    slab.used = 0;
    slab.bytes = bytes;
  }
  return slab.used;
}

const utf8 = encodingId('utf-8');

/**
 * Encodes a short text where reserve() says, or a chunk of a stream; how many bytes that is, or -1 when it
 * is too long or an unencodable code point is fatal. `head` and `state` are those of binding.encode().
 */
function writeShort(head, text, state = undefined) {
  if (text.length > LONGEST) return -1;
  const start = reserve(4 * text.length + 32);
  if (state === undefined && (head & 0xff) === utf8 && isForRuntime(text)) {
    return slab.bytes.utf8Write(text, start);
  }
  call[0] = head;
  call[1] = start;
  if (state === undefined) encodeOnce(text);
  else encodeChunk(text, state);
  return call[2];
}

// A Buffer on memory that is there already, by the class of Node's own where it can be had: subarray() takes
// three times as long.
const NodeBuffer = Buffer[Symbol.species];
const viewOf =
  NodeBuffer?.prototype === Buffer.prototype
    ? (start, length) => new NodeBuffer(slab.memory, start, length)
    : (start, length) => slab.bytes.subarray(start, start + length);

/** The `written` bytes from where reserve() has said. */
function take(written) {
  const start = slab.used;
  slab.used += written;
  return viewOf(start, written);
}

/** A copy of those bytes, in memory of its own. */
function copy(written) {
  return new Uint8Array(slab.memory, slab.used, written).slice();
}

module.exports = { MOST, copy, reserve, slab, take, writeShort };
