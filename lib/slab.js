'use strict';

// Memory that the Buffers of short results share, as Node's own pool of Buffers is shared: to make a Buffer
// with memory of its own costs more than to encode a short text. The core writes there without being given
// it at each call.

const binding = require('./binding.js');
const { encodingId, isAsciiCompatible } = require('./encodings.js');
// In bytes or UTF-16 code units: what is longer than MIDDLE is not put there.
const { MIDDLE, isForRuntime, isLatin1, looksAscii } = require('./runtime.js');

const { call, encodeChunk, encodeOnce, useSlab } = binding;

// Twice as large as Node's own pool is in recent versions: what is left of one when the next is taken is of no use.
const SIZE = 128 * 1024;

/** In bytes: more room than this is kept for nothing that bytes may become, and for no text of more code units. */
const MOST = 4096;

// The flag of binding.encode() and transcode() that says that their result may be put there, and that of encodeOnce()
// for a text without a code unit above U+00FF.
const IN_SLAB = 32;
const LATIN1 = 64;

// In UTF-16 code units.
const LONGEST = 1024;

// In UTF-16 code units: from here on it pays to ask whether a text is Latin-1.
const LATIN1_FROM = 256;

// How many bytes a code unit may become, and the text as a whole more.
const MOST_EACH = 4;
const MORE = 32;

const none = Buffer.alloc(0);

/**
 * The memory that reserve() speaks of: `bytes` from `used` on, and its ArrayBuffer. The core knows one, whoever
 * loads these files again.
 */
binding.slab ??= { bytes: none, memory: null, used: 0 };
const { slab } = binding;

let markAsUntransferable;

/**
 * Where in `slab.bytes` the next `room` bytes, at most SIZE, may be written. To be asked right before each
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
 * Has the runtime write the UTF-8 of a text where reserve() says; how many bytes that is. It is quick only where there is
 * room for the most that a text may become, save for ASCII, which would leave much of a slab unused then.
 */
function writeByRuntime(text) {
  const { length } = text;
  if (length > MOST && looksAscii(text)) {
    const start = reserve(length + MORE);
    const written = slab.bytes.utf8Write(text, start);
    if (slab.bytes.length - start - written >= MORE) return written; // else there may be more
  }
  const start = reserve(3 * length);
  return slab.bytes.utf8Write(text, start);
}

/**
 * Encodes a short text where reserve() says, or one of middle length that is Latin-1, or a chunk of a stream; how many
 * bytes that is, or -1 when it is too long or an unencodable code point is fatal. `head` and `state` are those of
 * binding.encode().
 */
function writeShort(head, text, state = undefined) {
  const { length } = text;
  if (state !== undefined) {
    if (length > LONGEST) return -1;
    call[1] = reserve(MOST_EACH * length + MORE);
    call[0] = head;
    encodeChunk(text, state);
    return call[2];
  }
  if ((head & 0xff) === utf8 && isForRuntime(text)) return writeByRuntime(text);
  const asLatin1 =
    length >= LATIN1_FROM && length <= MIDDLE && isAsciiCompatible(head & 0xff) && isLatin1(text);
  if (length > LONGEST && !asLatin1) return -1;
  // Of a longer text no more is to be had here than that it is already encoded.
  call[1] = reserve((length > MOST ? 1 : MOST_EACH) * length + MORE);
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

/** The `written` bytes from where reserve() has said. */
function take(written) {
  const start = slab.used;
  slab.used += written;
  return viewOf(slab.memory, start, written);
}

/**
 * The flag for a call of binding.encode() or transcode() with so many code units or bytes; taken() has then the
 * result. To be asked right before the call.
 */
function flagFor(length) {
  if (length > MIDDLE) return 0;
  call[1] = reserve(Math.min(2 * length, MIDDLE));
  return IN_SLAB;
}

/**
 * The result of such a call: what it has returned, or the Buffer of what it has put into the slab. When the result was
 * too long for what is left of one, but is not for a new one, that is given up: nor would the next of its length fit.
 */
function taken(result) {
  if (result === undefined) return take(call[2]);
  const { length } = result;
  if (length <= MIDDLE && length > slab.bytes.length - slab.used) slab.used = slab.bytes.length;
  return result;
}

/** A copy of those bytes, in memory of its own. */
function copy(written) {
  return new Uint8Array(slab.memory, slab.used, written).slice();
}

module.exports = { MOST, asBuffer, copy, flagFor, reserve, slab, take, taken, writeShort };
