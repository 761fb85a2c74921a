'use strict';

// The slab: memory that the Buffers of short results share, as Node's own small Buffers share a pool, because to make
// a Buffer with memory of its own costs more than to encode a short text. The core knows the slab, so that no call has
// to pass it.

const binding = require('./backend.js');
const { encodingId, isAsciiCompatible } = require('./encodings.js');
const { isForRuntime, isOneByteString } = require('./runtime.js');

const { call, encodeChunk, encodeOnce, useSlab } = binding;

// In bytes. What is left of a slab when the next one is taken is lost, so a slab is larger than Node's pool.
const SLAB_BYTES = 128 * 1024;

/**
 * In bytes: a longer result gets memory of its own. A short result that is kept thus keeps a slab alive that holds
 * nothing but short results.
 */
const MAX_SHARED_BYTES = 4096;

// The flag of binding.encode() and transcode() that says that their result may be put there, and that of encodeOnce()
// for a text without a code unit above U+00FF.
const IN_SLAB = 32;
const LATIN1 = 64;

// In UTF-16 code units: the longest text that the calls for short text take.
const MAX_SHORT_UNITS = 1024;

// In UTF-16 code units: from this length on it pays to ask whether a text is Latin-1.
const LATIN1_FROM_UNITS = 256;

// In UTF-16 code units: longer Latin-1, and the result of longer input of any kind, is not put into the slab at all.
const MAX_MIDDLE_UNITS = 16 * 1024;

// In bytes: the most that a code unit becomes, and what a text may need besides.
const MAX_BYTES_PER_UNIT = 4;
const EXTRA_BYTES = 32;

const none = Buffer.alloc(0);

/**
 * The memory that reserve() speaks of: `bytes` from `used` on, and its ArrayBuffer. The core knows one, whoever
 * loads these files again.
 */
binding.slab ??= { bytes: none, memory: null, used: 0 };
const { slab } = binding;

let markAsUntransferable;

/**
 * Where in `slab.bytes` the next `room` bytes, at most SLAB_BYTES, may be written. To be asked right before each
 * call: a slab whose memory has been taken away, which whoever has one of its Buffers can do, is not used again.
 */
function reserve(room) {
  if (slab.bytes.length - slab.used < room) {
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
  return slab.used;
}

const utf8 = encodingId('utf-8');

/**
 * Encodes a short text where reserve() says, or one of middle length that is Latin-1, or a chunk of a stream; how many
 * bytes that is, or -1 when it is too long or an unencodable code point is fatal. `head` and `state` are those of
 * binding.encode().
 */
function writeShort(head, text, state = undefined) {
  const { length } = text;
  if (state !== undefined) {
    if (length > MAX_SHORT_UNITS) return -1;
    call[1] = reserve(MAX_BYTES_PER_UNIT * length + EXTRA_BYTES);
    call[0] = head;
    encodeChunk(text, state);
    return call[2];
  }
  if ((head & 0xff) === utf8 && isForRuntime(text)) {
    // The runtime is quick only where there is room for the most that a text may become.
    const start = reserve(3 * length);
    return slab.bytes.utf8Write(text, start);
  }
  const asLatin1 =
    length >= LATIN1_FROM_UNITS &&
    length <= MAX_MIDDLE_UNITS &&
    isAsciiCompatible(head & 0xff) &&
    isOneByteString(text);
  if (length > MAX_SHORT_UNITS && !asLatin1) return -1;
  // A longer text is only read into the slab, where it stays if its bytes are those of the encoding.
  const bytesPerUnit = length > MAX_SHARED_BYTES ? 1 : MAX_BYTES_PER_UNIT;
  call[1] = reserve(bytesPerUnit * length + EXTRA_BYTES);
  call[0] = asLatin1 ? head | (LATIN1 << 8) : head;
  encodeOnce(text);
  return call[2];
}

// A Buffer on memory that is there already, by the class of Node's own where it can be had: Buffer.from() and
// subarray() take three times as long.
const NodeBuffer = Buffer[Symbol.species];
const viewOf =
  NodeBuffer?.prototype === Buffer.prototype
    ? (memory, start, length) => new NodeBuffer(memory, start, length)
    : (memory, start, length) => Buffer.from(memory, start, length);

/** A Buffer on the memory of a Uint8Array. */
function asBuffer({ buffer, byteOffset, length }) {
  return viewOf(buffer, byteOffset, length);
}

/** A Buffer of the `written` bytes from where reserve() has said, which stay in the slab when they are few. */
function take(written) {
  const start = slab.used;
  if (written > MAX_SHARED_BYTES) {
    const own = Buffer.allocUnsafeSlow(written);
    own.set(slab.bytes.subarray(start, start + written));
    return own;
  }
  slab.used += written;
  return viewOf(slab.memory, start, written);
}

/**
 * The flag that lets a call of binding.encode() or transcode() put the result of `length` code units or bytes into the
 * slab, or 0; taken() then has the result. To be called right before the call.
 */
function flagFor(length) {
  if (length > MAX_MIDDLE_UNITS) return 0;
  call[1] = reserve(Math.min(2 * length, MAX_MIDDLE_UNITS));
  return IN_SLAB;
}

/**
 * The result of a call with that flag: what the call has returned, or the Buffer of what it has put into the slab. When
 * a short result did not fit into what was left of the slab, the rest is given up, or no later result of its length
 * would fit either.
 */
function taken(result) {
  if (result === undefined) return take(call[2]);
  const { length } = result;
  if (length <= MAX_SHARED_BYTES && length > slab.bytes.length - slab.used) {
    slab.used = slab.bytes.length;
  }
  return result;
}

/** A copy of those bytes, in memory of its own. */
function copy(written) {
  return new Uint8Array(slab.memory, slab.used, written).slice();
}

module.exports = {
  MAX_SHARED_BYTES,
  asBuffer,
  copy,
  flagFor,
  reserve,
  slab,
  take,
  taken,
  writeShort,
};
