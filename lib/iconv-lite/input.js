'use strict';

// The input of the codecs, and what their decoders and encoders have in common.

const { invalidArgument, memoryNotAllocated } = require('../base/errors.js');
const { concatBytes, lengthOf, noBytes, restOf, toBytes, toText } = require('../base/webidl.js');

const REPLACEMENT = '\uFFFD';

/** Returns the byte for what an encoding does not contain: the first character that the caller has set. */
const byteForOthers = ({ defaultCharSingleByte }) =>
  defaultCharSingleByte === '?' ? 0x3f : String(defaultCharSingleByte).charCodeAt(0) & 0xff;

/** Returns the bytes of an array of numbers, each modulo 256. */
function bytesOfArray(array) {
  let bytes;
  try {
    bytes = new Uint8Array(array.length);
  } catch (cause) {
    throw memoryNotAllocated(cause);
  }
  for (let at = 0; at < bytes.length; at++) {
    const value = array[at];
    if (typeof value === 'symbol' || typeof value === 'bigint') {
      throw invalidArgument(`bytes[${at}]`, 'a number', value);
    }
    bytes[at] = value;
  }
  return bytes;
}

/**
 * Returns the bytes of a chunk as a Uint8Array. As in iconv-lite, a chunk may also be an array of numbers, or a string, which
 * stands for its bytes in UTF-8. A detached buffer and a view that is out of bounds contain no bytes.
 */
function toChunk(value) {
  if (typeof value === 'string') return Buffer.from(value);
  const bytes = toBytes(Array.isArray(value) ? bytesOfArray(value) : value, 'bytes');
  return lengthOf(bytes) === 0 ? noBytes : bytes;
}

/** Returns bytes, which toChunk() has returned, as a Buffer on the same memory. */
function toBuffer(bytes) {
  if (Buffer.isBuffer(bytes)) return bytes;
  // Properties that user code has given `bytes` are not those of the array that restOf() makes.
  const { buffer, byteOffset, byteLength } = restOf(bytes, 0);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns options that have all properties of a caller's, and some of ours in place of theirs. */
function withOwn(options, own) {
  const isObject = typeof options === 'object' || typeof options === 'function';
  return Object.assign(Object.create(isObject ? options : null), own);
}

/** Returns a copy of bytes, which are valid only during the call of write(). */
const copyOf = (bytes) => Uint8Array.prototype.slice.call(bytes);

/**
 * Decodes chunks of an encoding that can be cut between characters. A subclass has `unfinished(bytes)`, which returns how
 * many bytes at the end of bytes may be the beginning of a character, and `convert(bytes)`, which decodes whole
 * characters and what is malformed.
 */
class CuttingDecoder {
  #tail = noBytes;

  write(chunk) {
    const given = toChunk(chunk);
    const bytes = lengthOf(this.#tail) === 0 ? given : concatBytes([this.#tail, given]);
    const length = lengthOf(bytes);
    const end = length - this.unfinished(bytes, length);
    this.#tail = end === length ? noBytes : copyOf(restOf(bytes, end));
    return end === 0 ? '' : this.convert(restOf(bytes, 0, end), end);
  }

  end() {
    const tail = this.#tail;
    this.#tail = noBytes;
    return lengthOf(tail) === 0 ? undefined : this.convert(tail, lengthOf(tail));
  }
}

/**
 * Encodes chunks of text in which no surrogate pair is split: a leading surrogate at the end of a chunk waits for the next
 * chunk. A subclass has `encodeWhole(text, isLast)`, which returns a Buffer.
 */
class PairingEncoder {
  #leadingSurrogate = '';

  write(text) {
    const whole = this.#leadingSurrogate + toText(text, 'text');
    const waits = (whole.charCodeAt(whole.length - 1) & 0xfc00) === 0xd800;
    this.#leadingSurrogate = waits ? whole.slice(-1) : '';
    return this.encodeWhole(waits ? whole.slice(0, -1) : whole, false);
  }

  end() {
    const text = this.#leadingSurrogate;
    this.#leadingSurrogate = '';
    const bytes = this.encodeWhole(text, true);
    return bytes.length === 0 ? undefined : bytes;
  }
}

module.exports = {
  CuttingDecoder,
  PairingEncoder,
  REPLACEMENT,
  byteForOthers,
  copyOf,
  toBuffer,
  toChunk,
  withOwn,
};
