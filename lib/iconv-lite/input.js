'use strict';

// The input of the codecs, and what their decoders have in common.

const { concatBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { toBytes, toText } = require('../transcoding/options.js');

const REPLACEMENT = '\uFFFD';

/**
 * Returns the bytes of a chunk as a Uint8Array. As in iconv-lite, a chunk may also be an array of numbers, or a string, which
 * stands for its bytes in UTF-8.
 */
function toChunk(value) {
  if (typeof value === 'string') return Buffer.from(value);
  return toBytes(Array.isArray(value) ? Uint8Array.from(value) : value, 'bytes');
}

/** Returns bytes as a Buffer on the same memory. */
function toBuffer(bytes) {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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

module.exports = { CuttingDecoder, PairingEncoder, REPLACEMENT, copyOf, toBuffer, toChunk };
