'use strict';

// What the codecs of this folder have in common: their input, and what a codec, a decoder and an encoder is. A codec is asked for
// more than iconv-lite's codecs have by symbols, because a property of Object.prototype, or of a codec that a caller has added, could
// have any name.

const { invalidArgument, invalidEncodedData, memoryNotAllocated } = require('../base/errors.js');
const {
  REPLACEMENT,
  concatBytes,
  isTrailingSurrogate,
  isLeadingSurrogate,
  lengthOf,
  noBytes,
  restOf,
  toBytes,
  toText,
} = require('../base/webidl.js');
const { unencodableText } = require('../transcoding/errors.js');
const { Joiner } = require('../transcoding/pieces.js');

/** Decodes a whole stream of bytes, a Uint8Array, without options. */
const decodeAll = Symbol('decodeAll');

/** Encodes a whole text, a string, without options. */
const encodeAll = Symbol('encodeAll');

/** Returns a decoder that removes a byte order mark by itself, which is faster than doing so afterwards. */
const strippingDecoder = Symbol('strippingDecoder');

/** Returns a decoder that throws for a malformed sequence. */
const strictDecoder = Symbol('strictDecoder');

/** Returns an encoder that throws for an unencodable code point, or leaves it out if the argument is true. */
const strictEncoder = Symbol('strictEncoder');

/** A codec of this folder. Those of its fields that iconv-lite reads are its own, so that no prototype can change them. */
class Codec {
  constructor(encodingName, bomAware) {
    this.encodingName = encodingName;
    this.bomAware = bomAware;
  }
}

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
  #joiner = new Joiner();

  write(text) {
    return this.encodeWhole(this.#joiner.join(toText(text, 'text'), false), false);
  }

  end() {
    const bytes = this.encodeWhole(this.#joiner.join('', true), true);
    return bytes.length === 0 ? undefined : bytes;
  }
}

/** Returns the code unit for malformed input: the first of the text that the caller has set. */
const unitForMalformed = (face) =>
  String(face.defaultCharUnicode).charCodeAt(0) || REPLACEMENT.charCodeAt(0);

/** Code units that become a string. */
class Units {
  #bytes;
  #at = 0;

  constructor(most) {
    this.#bytes = Buffer.allocUnsafe(2 * most);
  }

  push(unit) {
    this.#bytes[this.#at++] = unit;
    this.#bytes[this.#at++] = unit >> 8;
  }

  toString() {
    return this.#bytes.ucs2Slice(0, this.#at);
  }
}

const NONE = -1;

/**
 * Encodes a text with a function that returns the byte of a code unit, or NONE. What the encoding does not contain becomes
 * `replacement`, a surrogate pair one of them.
 */
function encodeUnits(text, byteOf, replacement) {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const byte = byteOf(unit);
    bytes[length++] = byte === NONE ? replacement : byte;
    if (isLeadingSurrogate(unit) && isTrailingSurrogate(text.charCodeAt(i + 1))) i++;
  }
  return bytes.subarray(0, length);
}

/** Encodes with a function as encodeUnits() does; write() throws for what is not contained, or leaves it out. */
class StrictUnitEncoder {
  #byteOf;
  #name;
  #skips;

  constructor(byteOf, name, skips) {
    this.#byteOf = byteOf;
    this.#name = name;
    this.#skips = skips;
  }

  write(text) {
    const bytes = Buffer.allocUnsafe(text.length);
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const byte = this.#byteOf(text.charCodeAt(index));
      if (byte !== NONE) bytes[length++] = byte;
      else if (!this.#skips) {
        throw unencodableText(this.#name, index, text.codePointAt(index));
      }
    }
    return bytes.subarray(0, length);
  }

  end() {
    return noBytes;
  }
}

/** Decodes each byte by itself, with a function; throws for a byte without a character. */
class StrictByteDecoder {
  #decode;
  #name;
  #offset = 0;

  constructor(decode, name) {
    this.#decode = decode;
    this.#name = name;
  }

  write(chunk) {
    const text = this.#decode(toChunk(chunk));
    const at = text.indexOf(REPLACEMENT);
    if (at !== -1) {
      const reason = 'a byte that has no character';
      throw invalidEncodedData(this.#name, { offset: this.#offset + at, length: 1, reason });
    }
    this.#offset += text.length;
    return text;
  }

  end() {
    return undefined;
  }
}

/**
 * A codec in which each byte stands for one code unit. `decode(bytes)` returns a text, `encode(text)` a Buffer, and `byteOf(unit)` a
 * byte or NONE.
 */
class ByteCodec extends Codec {
  #decode;
  #encode;
  #byteOf;

  constructor(encodingName, decode, encode, byteOf) {
    super(encodingName, false);
    this.#decode = decode;
    this.#encode = encode;
    this.#byteOf = byteOf;
    this.decoder = class {
      write(chunk) {
        return decode(toChunk(chunk));
      }

      end() {
        return undefined;
      }
    };
    this.encoder = encoderClass(encode);
  }

  [decodeAll](bytes) {
    return this.#decode(bytes);
  }

  [encodeAll](text) {
    return this.#encode(text);
  }

  [strictDecoder]() {
    return new StrictByteDecoder(this.#decode, this.encodingName);
  }

  [strictEncoder](skips) {
    return new StrictUnitEncoder(this.#byteOf, this.encodingName, skips);
  }
}

/** Returns a class of encoders of one codec, which libmime needs. `encode(text)` returns a Buffer. */
const encoderClass = (encode) =>
  class extends PairingEncoder {
    encodeWhole(text) {
      return encode(text);
    }
  };

module.exports = {
  ByteCodec,
  Codec,
  CuttingDecoder,
  NONE,
  PairingEncoder,
  StrictUnitEncoder,
  Units,
  byteForOthers,
  copyOf,
  decodeAll,
  encodeAll,
  encodeUnits,
  encoderClass,
  strictDecoder,
  strictEncoder,
  strippingDecoder,
  toBuffer,
  toChunk,
  unitForMalformed,
  withOwn,
};
