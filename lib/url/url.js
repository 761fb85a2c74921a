'use strict';

// Percent-encodes and parses URLs and forms in any encoding.
// https://url.spec.whatwg.org/#percent-encoded-bytes
// https://url.spec.whatwg.org/#application/x-www-form-urlencoded

const { constants } = require('node:buffer');
const { encodeAround, newEncodeState } = require('../backend/encode.js');
const { flags, headOf, noMore: NO_MORE, numbersEach: EACH } = require('../backend/backend.js');
const { hasEncoder } = require('../labels/encodings.js');
const { toAnyId, toEncoderId } = require('../standard/names-and-labels.js');
const { coded, invalidArgument, stringTooLong } = require('../base/errors.js');
const { optionOf } = require('../base/own-options.js');
const {
  copyBytes,
  lengthOf,
  restOf,
  stableBytes,
  toBytes,
  toDictionary,
  toText,
} = require('../base/webidl.js');
const { toLimit } = require('../transcoding/options.js');
const { endOfPiece, returnList, takeList } = require('../transcoding/substitutes.js');
const { decodeWhole } = require('../backend/decode.js');

function tooManyTuples(maxTuples) {
  const message = `The form has more pairs of name and value than the limit, which is ${maxTuples}`;
  return coded(RangeError, 'ERR_URLENCODED_TOO_MANY_TUPLES', message);
}

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const EQUALS = 0x3d;
const SPACE = 0x20;

// Each percent-encode set is a table of 256 in which a byte's entry is not 0 if the set contains the byte.
const percentEncodeSets = new Map();

/** Makes a percent-encode set from another set and the ASCII characters that it contains beyond that set. */
function percentEncodeSet(name, base, characters) {
  const set = Uint8Array.from(base);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  percentEncodeSets.set(name, set);
  return set;
}

/** Makes a percent-encode set of the bytes for which a function returns true. */
const setOf = (contains) => Uint8Array.from({ length: 256 }, (_, byte) => (contains(byte) ? 1 : 0));

const C0Control = percentEncodeSet(
  'C0 control',
  setOf((byte) => byte < 0x20 || byte > 0x7e),
  '',
);
percentEncodeSet('fragment', C0Control, ' "<>`');
const query = percentEncodeSet('query', C0Control, ' "#<>');
percentEncodeSet('special-query', query, "'");
const path = percentEncodeSet('path', query, '?^`{}');
const userinfo = percentEncodeSet('userinfo', path, '/:;=@[\\]|');
const component = percentEncodeSet('component', userinfo, '$%&+,');
const urlencoded = percentEncodeSet('application/x-www-form-urlencoded', component, "!'()~");

const everyByte = setOf(() => true);

function toPercentEncodeSet(value) {
  if (typeof value === 'function') {
    return setOf((byte) => byte > 0x7f || value(byte));
  }
  const set = percentEncodeSets.get(value);
  if (set !== undefined) return set;
  const names = [...percentEncodeSets.keys()].join("', '");
  throw invalidArgument('percentEncodeSet', `'${names}' or a function`, value);
}

const upperHexDigits = Buffer.from('0123456789ABCDEF', 'latin1');

// In bytes: `%26%23`, seven digits and `%3B`.
const LONGEST_REFERENCE = 16;

// Writes the bytes from `start` to `end` to `output` at `length`, and percent-encodes those that the set contains; returns
// the new length.
function percentEncode(output, length, bytes, start, end, set) {
  const spaceAsPlus = set === urlencoded;
  let at = length;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (spaceAsPlus && byte === SPACE) {
      output[at++] = PLUS;
    } else if (set[byte] === 0) {
      output[at++] = byte;
    } else {
      output[at++] = PERCENT;
      output[at++] = upperHexDigits[byte >> 4];
      output[at++] = upperHexDigits[byte & 15];
    }
  }
  return at;
}

/** Collects the bytes of an ASCII string. */
class Output {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;

  // Returns the memory, in which at least `length` bytes are free after the bytes that are used.
  #reserve(length) {
    const needed = this.#length + length;
    if (needed > lengthOf(this.#bytes)) {
      this.#checkLength();
      const larger = Buffer.allocUnsafe(2 * needed);
      copyBytes(larger, this.#bytes);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  #checkLength() {
    if (this.#length > constants.MAX_STRING_LENGTH) throw stringTooLong();
  }

  append(text) {
    this.#length += this.#reserve(text.length).latin1Write(text, this.#length);
  }

  /**
   * Appends bytes, those that are in the set percent-encoded, and `%26%23n%3B`, which is `&#n;` percent-encoded, for
   * each code point in a list of encodeAround().
   */
  appendAround(bytes, list, set) {
    const size = lengthOf(bytes);
    let count = 0;
    while (list[EACH * count + 1] !== NO_MORE) count++; // NO_MORE stands behind the last code point
    const output = this.#reserve(3 * size + LONGEST_REFERENCE * count);
    let length = this.#length;
    let start = 0;
    for (let number = 0; number < count; number++) {
      const end = list[EACH * number + 2];
      length = percentEncode(output, length, bytes, start, end, set);
      length += output.latin1Write(`%26%23${list[EACH * number + 1]}%3B`, length);
      start = end;
    }
    this.#length = percentEncode(output, length, bytes, start, size, set);
  }

  get bytes() {
    return restOf(this.#bytes, 0, this.#length);
  }

  toString() {
    this.#checkLength();
    return this.#bytes.latin1Slice(0, this.#length);
  }
}

/** Makes an encoder for many strings, one after the other. Each string ends with end-of-queue, which resets the encoder. */
function newEncoder(id) {
  return { id, state: newEncodeState() };
}

/**
 * Encodes a string, percent-encodes its bytes with a set, and appends the result. A code point that cannot be encoded
 * becomes `%26%23n%3B`, even if the set does not contain `&`, `#` and `;`.
 */
function appendAfterEncoding(output, { id, state }, input, set) {
  const list = takeList();
  try {
    for (let start = 0; ; ) {
      const end = endOfPiece(input, start);
      const isLast = end === input.length;
      const bytes = encodeAround(id, input.slice(start, end), start === 0, isLast, state, list);
      output.appendAround(bytes, list, set);
      if (isLast) return;
      start = end;
    }
  } finally {
    returnList(list);
  }
}

// Encodes a string and percent-encodes its bytes.
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
function percentEncodeAfterEncoding(encoding, input, percentEncodeSet) {
  const encoder = newEncoder(toEncoderId(encoding));
  const text = toText(input, 'input');
  const output = new Output();
  appendAfterEncoding(output, encoder, text, toPercentEncodeSet(percentEncodeSet));
  return output.toString();
}

/** Returns the core's number of the output encoding for a label; throws RangeError for an unknown label. */
function toOutputEncodingId(encoding) {
  const id = toAnyId(encoding);
  return hasEncoder(id) ? id : toEncoderId('UTF-8');
}

// Serializes names and values as a form.
// https://url.spec.whatwg.org/#concept-urlencoded-serializer
function serializeUrlencoded(tuples, encoding = 'UTF-8') {
  const encoder = newEncoder(toOutputEncodingId(encoding));
  if (typeof tuples?.[Symbol.iterator] !== 'function' || typeof tuples === 'string') {
    throw invalidArgument('tuples', 'an iterable of [name, value]', tuples);
  }
  const output = new Output();
  let separator = '';
  for (const tuple of tuples) {
    if (!Array.isArray(tuple) || tuple.length !== 2) {
      throw invalidArgument('A tuple', 'an array of a name and a value', tuple);
    }
    output.append(separator);
    appendAfterEncoding(output, encoder, toText(tuple[0], 'A name'), urlencoded);
    output.append('=');
    appendAfterEncoding(output, encoder, toText(tuple[1], 'A value'), urlencoded);
    separator = '&';
  }
  return output.toString();
}

// Returns the input as bytes. In a string, ASCII stays as it is, and the bytes of all other characters are percent-encoded,
// because in ISO-2022-JP some of those bytes are characters with a meaning in a form, such as `&`.
function toUrlencodedBytes(input, id) {
  if (typeof input !== 'string') {
    const bytes = toBytes(input, 'input');
    return restOf(stableBytes(bytes), 0);
  }
  const output = new Output();
  const encoder = newEncoder(id);
  for (let start = 0; start < input.length; ) {
    const isAscii = input.charCodeAt(start) < 0x80;
    let end = start + 1;
    while (end < input.length && input.charCodeAt(end) < 0x80 === isAscii) end++;
    const run = input.slice(start, end);
    if (isAscii) output.append(run);
    else appendAfterEncoding(output, encoder, run, everyByte);
    start = end;
  }
  return output.bytes;
}

/** Returns the value of an ASCII hex digit, and 16 or more for any other byte. */
function hexDigit(byte) {
  if (byte <= 0x39) return byte >= 0x30 ? byte - 0x30 : 16;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 16;
}

/** Tells whether a percent sign and two hex digits are at a place. */
const isPercentEncoded = (bytes, at) =>
  bytes[at] === PERCENT && hexDigit(bytes[at + 1]) < 16 && hexDigit(bytes[at + 2]) < 16;

/** Reads the sequences of a form, which stand between ampersands, and percent-decodes the bytes of their names and values. */
class UrlencodedSequence {
  #bytes;
  #decoded;
  #memory; // the ArrayBuffer of the decoded bytes
  #offset; // where they begin in it
  #start = 0;
  #nameLength = 0;
  #length = 0;

  /** `bytes` must not change. */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#decoded = Buffer.allocUnsafe(lengthOf(bytes));
    this.#memory = this.#decoded.buffer;
    this.#offset = this.#decoded.byteOffset;
  }

  /** Reads the sequence that begins at `start`; returns where it ends: at an ampersand, or at the end of the form. */
  read(start) {
    const bytes = this.#bytes;
    const decoded = this.#decoded;
    const end = lengthOf(bytes);
    let length = 0;
    let nameLength = -1;
    let at = start;
    for (; at < end && bytes[at] !== AMPERSAND; at++) {
      const byte = bytes[at];
      // No byte above EQUALS has a meaning in a form, and most bytes are above it.
      if (byte > EQUALS) {
        decoded[length++] = byte;
      } else if (byte === PERCENT) {
        const high = hexDigit(bytes[at + 1]);
        const low = hexDigit(bytes[at + 2]);
        const isEncoded = high < 16 && low < 16;
        decoded[length++] = isEncoded ? high * 16 + low : byte;
        if (isEncoded) at += 2;
      } else if (byte === EQUALS && nameLength === -1) {
        nameLength = length;
      } else {
        decoded[length++] = byte === PLUS ? SPACE : byte;
      }
    }
    this.#start = start;
    this.#nameLength = nameLength === -1 ? length : nameLength;
    this.#length = length;
    return at;
  }

  /** The bytes of the name, until the next call of read(). */
  get name() {
    return new Uint8Array(this.#memory, this.#offset, this.#nameLength);
  }

  /** The bytes of the value, until the next call of read(). */
  get value() {
    const start = this.#offset + this.#nameLength;
    return new Uint8Array(this.#memory, start, this.#length - this.#nameLength);
  }

  /** Returns the place in the form of a byte of the name or of the value. `index` counts the percent-decoded bytes. */
  placeOf(index, isInValue) {
    const bytes = this.#bytes;
    let rest = index;
    let at = this.#start;
    if (isInValue) {
      while (bytes[at] !== EQUALS) at++;
      at++;
    }
    for (; rest > 0; rest--) at += isPercentEncoded(bytes, at) ? 3 : 1;
    return at;
  }
}

// Parses a form to names and values.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
function parseUrlencoded(input, encoding = 'UTF-8', options = undefined) {
  const id = toOutputEncodingId(encoding);
  const maxTuples = toLimit(optionOf(toDictionary(options, 'options'), 'maxTuples'), 'maxTuples');
  const bytes = toUrlencodedBytes(input, id);
  const end = lengthOf(bytes);
  const sequence = new UrlencodedSequence(bytes);
  const tuples = [];
  const head = headOf(id, flags.ignoreBOM);
  for (let at = 0; at < end; at++) {
    if (bytes[at] === AMPERSAND) continue;
    at = sequence.read(at);
    if (tuples.length >= maxTuples) throw tooManyTuples(maxTuples);
    tuples.push([decodeWhole(head, sequence.name), decodeWhole(head, sequence.value)]);
  }
  return tuples;
}

module.exports = {
  UrlencodedSequence,
  hexDigit,
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
  tooManyTuples,
};
