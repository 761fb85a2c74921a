'use strict';

// The room url/ has percent-encoding, and the parser and serializer of forms.
// May require base/, labels/, transcoding/ and standard/.
//
// Percent-encodes and parses URLs and forms in any encoding.
// https://url.spec.whatwg.org/#percent-encoded-bytes
// https://url.spec.whatwg.org/#application/x-www-form-urlencoded

const { constants } = require('node:buffer');
const { outputEncodingId } = require('../labels/encodings.js');
const { toAnyId, toEncoderId } = require('../standard/names-and-labels.js');
const { coded, invalidArgument, isArray, stringTooLong } = require('../base/errors.js');
const {
  copyBytes,
  lengthOf,
  newBytes,
  noBytes,
  optionOf,
  restOf,
  stableBytes,
  toBytes,
  toDictionary,
  toText,
} = require('../base/webidl.js');
const { toLimit } = require('../transcoding/options.js');
const { eachRun } = require('../transcoding/pieces.js');
const { IGNORE_BOM, decodeWhole, encoderAround } = require('../transcoding/codecs.js');

const tooManyTuples = (maxTuples) =>
  coded(
    RangeError,
    'ERR_URLENCODED_TOO_MANY_TUPLES',
    `The form has more pairs of name and value than the limit, which is ${maxTuples}`,
  );

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

// `%26%23`, seven digits and `%3B`.
const MAX_REFERENCE_BYTES = 16;

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
  #bytes = newBytes(256);
  #length = 0;

  // Returns the memory, in which at least `length` bytes are free after the bytes that are used.
  #reserve(length) {
    const needed = this.#length + length;
    if (needed > lengthOf(this.#bytes)) {
      this.#checkLength();
      const larger = newBytes(2 * needed);
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
   * Appends bytes, those that are in the set percent-encoded, and `%26%23n%3B`, which is `&#n;` percent-encoded, for each
   * unencodable code point. encoderAround() says what the last two arguments are.
   */
  appendAround(set, bytes, unencodable) {
    const size = lengthOf(bytes);
    const output = this.#reserve(3 * size + MAX_REFERENCE_BYTES * unencodable.length);
    let length = this.#length;
    let start = 0;
    for (const [codePoint, end] of unencodable) {
      length = percentEncode(output, length, bytes, start, end, set);
      length += output.latin1Write(`%26%23${codePoint}%3B`, length);
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

/**
 * Encodes a string with an encoderAround(), percent-encodes its bytes with a set, and appends the result. A code point that cannot
 * be encoded becomes `%26%23n%3B`, even if the set does not contain `&`, `#` and `;`.
 */
const appendAfterEncoding = (output, encode, input, set) =>
  encode(input, (bytes, unencodable) => output.appendAround(set, bytes, unencodable));

// Encodes a string and percent-encodes its bytes.
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
function percentEncodeAfterEncoding(encoding, input, percentEncodeSet) {
  const encode = encoderAround(toEncoderId(encoding));
  const text = toText(input, 'input');
  const output = new Output();
  appendAfterEncoding(output, encode, text, toPercentEncodeSet(percentEncodeSet));
  return output.toString();
}

/** Returns the core's number of the output encoding for a label; throws RangeError for an unknown label. */
const toOutputEncodingId = (encoding) => outputEncodingId(toAnyId(encoding));

// Serializes names and values as a form.
// https://url.spec.whatwg.org/#concept-urlencoded-serializer
function serializeUrlencoded(tuples, encoding = 'UTF-8') {
  const encode = encoderAround(toOutputEncodingId(encoding));
  if (typeof tuples?.[Symbol.iterator] !== 'function' || typeof tuples === 'string') {
    throw invalidArgument('tuples', 'an iterable of [name, value]', tuples);
  }
  const output = new Output();
  let separator = '';
  for (const tuple of tuples) {
    if (!isArray(tuple) || tuple.length !== 2) {
      throw invalidArgument('A tuple', 'an array of a name and a value', tuple);
    }
    output.append(separator);
    appendAfterEncoding(output, encode, toText(tuple[0], 'A name'), urlencoded);
    output.append('=');
    appendAfterEncoding(output, encode, toText(tuple[1], 'A value'), urlencoded);
    separator = '&';
  }
  return output.toString();
}

// Returns the input as bytes. In a string, ASCII stays as it is, and the bytes of all other characters are percent-encoded,
// because in ISO-2022-JP some of those bytes are characters with a meaning in a form, such as `&`.
function toUrlencodedBytes(input, id) {
  if (typeof input !== 'string') return restOf(stableBytes(toBytes(input, 'input')), 0);
  const output = new Output();
  const encode = encoderAround(id);
  const isAscii = (unit) => unit < 0x80;
  eachRun(input, isAscii, (run, isInside) => {
    if (isInside) output.append(run);
    else appendAfterEncoding(output, encode, run, everyByte);
  });
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

/**
 * Percent-decodes the bytes from `start` to `end` into `output`, which may be the same memory, from `length` on. A plus sign becomes
 * a space. Returns the new length.
 */
function percentDecode(bytes, start, end, output, length) {
  let to = length;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === PERCENT && at + 2 < end && isPercentEncoded(bytes, at)) {
      output[to++] = hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]);
      at += 2;
    } else {
      output[to++] = byte === PLUS ? SPACE : byte;
    }
  }
  return to;
}

/** Returns the place, from `start` on, of the bytes that `count` percent-decoded bytes end before. */
function placeOf(bytes, start, count) {
  let at = start;
  for (let rest = count; rest > 0; rest--) at += isPercentEncoded(bytes, at) ? 3 : 1;
  return at;
}

/** Returns the place of the first byte of this value from `start` on, or `end`. */
function find(bytes, value, start, end) {
  let at = start;
  while (at < end && bytes[at] !== value) at++;
  return at;
}

/** Reads the sequences of a form, which stand between ampersands, and percent-decodes the bytes of their names and values. */
class UrlencodedSequence {
  #bytes;
  #decoded;
  #start = 0;
  #valueStart = 0;
  #end = -1;
  /** The bytes of the name, until the next call of read(). */
  name = noBytes;
  /** The bytes of the value, until the next call of read(). */
  value = noBytes;

  /** `bytes` must not change. */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#decoded = newBytes(lengthOf(bytes));
  }

  /** Reads the next sequence that is not empty; returns false at the end of the form. */
  read() {
    const bytes = this.#bytes;
    const decoded = this.#decoded;
    const length = lengthOf(bytes);
    let start = this.#end + 1;
    while (bytes[start] === AMPERSAND) start++;
    if (start >= length) return false;
    const end = find(bytes, AMPERSAND, start, length);
    const nameEnd = find(bytes, EQUALS, start, end);
    this.#start = start;
    this.#end = end;
    this.#valueStart = Math.min(nameEnd + 1, end);
    const nameLength = percentDecode(bytes, start, nameEnd, decoded, 0);
    const decodedLength = percentDecode(bytes, this.#valueStart, end, decoded, nameLength);
    this.name = restOf(decoded, 0, nameLength);
    this.value = restOf(decoded, nameLength, decodedLength - nameLength);
    return true;
  }

  /** How many bytes the sequence has in the form. */
  get length() {
    return this.#end - this.#start;
  }

  /** Returns the place in the form of a byte of the name or of the value. `index` counts the percent-decoded bytes. */
  placeOf(index, isInValue) {
    return placeOf(this.#bytes, isInValue ? this.#valueStart : this.#start, index);
  }
}

// Parses a form to names and values.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
function parseUrlencoded(input, encoding = 'UTF-8', options = undefined) {
  const id = toOutputEncodingId(encoding);
  const maxTuples = toLimit(optionOf(toDictionary(options, 'options'), 'maxTuples'), 'maxTuples');
  const sequence = new UrlencodedSequence(toUrlencodedBytes(input, id));
  const tuples = [];
  const decode = (bytes) => decodeWhole(id, IGNORE_BOM, bytes);
  while (sequence.read()) {
    if (tuples.length >= maxTuples) throw tooManyTuples(maxTuples);
    tuples.push([decode(sequence.name), decode(sequence.value)]);
  }
  return tuples;
}

module.exports = {
  AMPERSAND,
  PERCENT,
  PLUS,
  SPACE,
  UrlencodedSequence,
  parseUrlencoded,
  percentDecode,
  percentEncodeAfterEncoding,
  placeOf,
  serializeUrlencoded,
  tooManyTuples,
};
