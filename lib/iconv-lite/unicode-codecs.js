'use strict';

// The forms of Unicode that the standard does not have: UTF-32, CESU-8, and UTF-16 and UTF-32 with a byte order that the decoder
// finds out.

const { isAscii } = require('node:buffer');
const {
  REPLACEMENT,
  concatBytes,
  isLeadingSurrogate,
  isTrailingSurrogate,
  lengthOf,
  optionOf,
  noBytes,
  restOf,
} = require('../base/webidl.js');
const { IGNORE_BOM, decodeWhole, encodeReplacing } = require('../transcoding/core.js');
const { byteOrderMarks, utf8 } = require('../labels/encodings.js');
const {
  Codec,
  StandardCodec,
  Units,
  pairingEncoder,
  toBuffer,
  toChunk,
  unitForMalformed,
  withOwn,
} = require('./codec.js');
const { codePageId } = require('./names.js');

/**
 * UTF-32 in one byte order, which the core has. What is malformed becomes the first code unit of the text that the caller has
 * set, as in iconv-lite.
 */
class Utf32Codec extends StandardCodec {
  constructor({ isLE, encodingName }, face) {
    super({ id: codePageId(isLE ? 'utf32le' : 'utf32be'), encodingName }, face);
  }

  get replacement() {
    return String.fromCharCode(unitForMalformed(this.face));
  }
}

// Bytes that are not in CESU-8 where UTF-8 has them, or that begin surrogates; 0xC0 begins the U+0000 of Java and of some
// databases, C0 80.
const NOT_UTF8 = [0xc0, 0xed, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4];

const isContinuation = (byte) => (byte & 0xc0) === 0x80;

/** Returns how many bytes a leading byte and those after it have in CESU-8, or 0 for another byte. */
function lengthAfter(byte) {
  if (byte < 0x80) return 1;
  if (byte === 0xc0 || (byte >= 0xc2 && byte < 0xe0)) return 2;
  return byte >= 0xe0 && byte < 0xf0 ? 3 : 0;
}

/** https://www.unicode.org/reports/tr26/ */
class Cesu8Decoder {
  #malformed;
  #tail = noBytes; // what may be the beginning of a character

  constructor(malformed) {
    this.#malformed = malformed;
  }

  write(chunk) {
    const given = toChunk(chunk);
    const bytes = lengthOf(this.#tail) === 0 ? given : concatBytes([this.#tail, given]);
    const length = lengthOf(bytes);
    const end = length - this.#unfinished(bytes, length);
    // A copy, because a chunk is valid only during this call.
    this.#tail = end === length ? noBytes : new Uint8Array(restOf(bytes, end));
    return end === 0 ? '' : this.#convert(restOf(bytes, 0, end), end);
  }

  end() {
    const tail = this.#tail;
    this.#tail = noBytes;
    return lengthOf(tail) === 0 ? undefined : this.#convert(tail, lengthOf(tail));
  }

  // Returns how many bytes at the end may be the beginning of a character. The last character may be unfinished, and a leading
  // surrogate of three bytes waits for the trailing one.
  #unfinished(bytes, length) {
    let start = length - 1;
    while (start > 0 && length - start < 3 && isContinuation(bytes[start])) start--;
    if (start < 0) return 0;
    const isUnfinished = this.#read(bytes, start, length).isUnfinished;
    const own = isUnfinished ? length - start : 0;
    const before = length - own - 3;
    const leads =
      before >= 0 &&
      bytes[before] === 0xed &&
      bytes[before + 1] >= 0xa0 &&
      bytes[before + 1] < 0xb0;
    const canPair = own === 0 || (bytes[start] === 0xed && !(bytes[start + 1] < 0xb0));
    return leads && canPair && isContinuation(bytes[before + 2]) ? own + 3 : own;
  }

  #convert(bytes, length) {
    const buffer = toBuffer(bytes);
    if (isAscii(bytes)) return buffer.latin1Slice();
    if (
      !NOT_UTF8.some((byte) => buffer.includes(byte)) &&
      this.#malformed === REPLACEMENT.charCodeAt(0)
    ) {
      return decodeWhole(utf8, IGNORE_BOM, bytes);
    }
    const units = new Units(length);
    let leading = 0; // a leading surrogate whose trailing one is expected
    for (let at = 0; at < length; ) {
      const { unit, size } = this.#read(bytes, at, length);
      at += size;
      const isTrailing = isTrailingSurrogate(unit);
      if (leading !== 0) {
        units.push(isTrailing ? leading : this.#malformed);
        if (isTrailing) units.push(unit);
        leading = 0;
        if (isTrailing) continue;
      }
      if (isLeadingSurrogate(unit)) leading = unit;
      else units.push(isTrailing ? this.#malformed : unit);
    }
    if (leading !== 0) units.push(this.#malformed);
    return units.toString();
  }

  // Reads one code unit. A malformed sequence is as long as in the standard's decoder of UTF-8.
  #read(bytes, at, length) {
    const byte = bytes[at];
    const size = lengthAfter(byte);
    if (size === 1) return { unit: byte, size: 1 };
    const malformed = (own, isUnfinished) => ({ unit: this.#malformed, size: own, isUnfinished });
    if (size === 0) return malformed(1, false);
    if (at + 1 === length) return malformed(1, true);
    const second = bytes[at + 1];
    const isSecond = isContinuation(second) && !(byte === 0xe0 && second < 0xa0);
    if (!isSecond || (byte === 0xc0 && second !== 0x80)) return malformed(1, false);
    if (size === 2) return { unit: ((byte & 0x1f) << 6) | (second & 0x3f), size };
    if (at + 2 === length) return malformed(2, true);
    const third = bytes[at + 2];
    if (!isContinuation(third)) return malformed(2, false);
    return { unit: ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f), size };
  }
}

function encodeCesu8(text) {
  const utf8Bytes = encodeReplacing(utf8, text);
  // Without a code point of four bytes the encodings are the same.
  if (![0xf0, 0xf1, 0xf2, 0xf3, 0xf4].some((byte) => utf8Bytes.includes(byte))) return utf8Bytes;
  const wellFormed = text.toWellFormed();
  const bytes = Buffer.allocUnsafe(3 * wellFormed.length);
  let at = 0;
  for (let i = 0; i < wellFormed.length; i++) {
    const unit = wellFormed.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else {
      if (unit < 0x800) bytes[at++] = 0xc0 | (unit >> 6);
      else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes.subarray(0, at);
}

class Cesu8Codec extends Codec {
  #face;

  constructor({ encodingName }, face) {
    super(encodingName, true);
    this.#face = face;
  }

  newDecoder() {
    return new Cesu8Decoder(unitForMalformed(this.#face));
  }

  newEncoder() {
    return pairingEncoder(encodeCesu8);
  }
}

/** In code units or code points: how many of the beginning of a stream tell its byte order. */
const MAX_GUESSED_UNITS = 100;

/** Returns the name of the encoding of the first bytes of UTF-16; undefined if they do not tell. */
function guessUtf16(bytes) {
  let le = 0;
  let be = 0;
  const length = Math.min(lengthOf(bytes), 2 * MAX_GUESSED_UNITS);
  for (let at = 0; at + 1 < length; at += 2) {
    // A code unit of ASCII has a byte of zero.
    if (bytes[at] === 0 && bytes[at + 1] !== 0) be++;
    if (bytes[at] !== 0 && bytes[at + 1] === 0) le++;
  }
  if (be === le) return undefined;
  return be > le ? 'utf-16be' : 'utf-16le';
}

/** Returns the name of the encoding of the first bytes of UTF-32; undefined if they do not tell. */
function guessUtf32(bytes) {
  let le = 0;
  let be = 0;
  const length = Math.min(lengthOf(bytes), 4 * MAX_GUESSED_UNITS);
  for (let at = 0; at + 3 < length; at += 4) {
    const [first, second, third, fourth] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
    // A code point is at most U+10FFFF, and most are below U+10000.
    if (first !== 0 || second > 0x10) be--;
    if (fourth !== 0 || third > 0x10) le--;
    if (first === 0 && second === 0 && (third !== 0 || fourth !== 0)) be++;
    if (third === 0 && fourth === 0 && (first !== 0 || second !== 0)) le++;
  }
  if (be === le) return undefined;
  return be > le ? 'utf-32be' : 'utf-32le';
}

const startsWith = (bytes, mark) => mark.every((byte, at) => bytes[at] === byte);

/** What is to be known of each encoding whose byte order the decoder finds out. */
const forms = {
  utf16: { family: 'UTF-16', unitBytes: 2, defaultEncoding: 'utf-16le', guess: guessUtf16 },
  utf32: { family: 'UTF-32', unitBytes: 4, defaultEncoding: 'utf-32le', guess: guessUtf32 },
};

/**
 * Decodes UTF-16 or UTF-32 whose byte order a byte order mark tells, or else the first 100 units, for which the decoder waits.
 * So the text does not depend on how the bytes are cut.
 */
class GuessingDecoder {
  #face;
  #form;
  #options;
  #decoder = null;
  #head = noBytes; // the bytes that wait until they tell the byte order

  constructor(face, form, options) {
    this.#face = face;
    this.#form = form;
    this.#options = options;
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    if (this.#decoder !== null) return this.#decoder.write(bytes);
    // A copy, because a chunk is valid only during this call.
    this.#head = concatBytes([this.#head, bytes]);
    return lengthOf(this.#head) < this.#form.unitBytes ? '' : this.#begin(false);
  }

  end() {
    const text = this.#decoder === null ? this.#begin(true) : '';
    const rest = this.#decoder?.end() ?? '';
    this.#decoder = null;
    return text + rest || undefined;
  }

  // Decodes the first bytes, if they are enough to tell the byte order.
  #begin(isLast) {
    const { family, unitBytes, guess, defaultEncoding } = this.#form;
    const head = this.#head;
    const isEnough = isLast || lengthOf(head) >= unitBytes * MAX_GUESSED_UNITS;
    const mark = byteOrderMarks.find(
      ([name, bytes]) => name.startsWith(family) && startsWith(head, bytes),
    );
    if (mark === undefined && !isEnough) return '';
    const encoding = mark?.[0] ?? guess(head) ?? optionOf(this.#options, 'defaultEncoding');
    this.#decoder = this.#face.getDecoder(encoding ?? defaultEncoding, this.#options);
    this.#head = noBytes;
    return this.#decoder.write(head);
  }
}

/** UTF-16 or UTF-32 without a byte order in its name. The encoder writes a byte order mark unless `addBOM` is false or null. */
class GuessingCodec extends Codec {
  #form;
  #face;

  constructor({ form, encodingName }, face) {
    super(encodingName, false);
    this.#form = forms[form];
    this.#face = face;
  }

  newDecoder(options) {
    return new GuessingDecoder(this.#face, this.#form, options);
  }

  newEncoder(options) {
    const { family, defaultEncoding } = this.#form;
    const asked = family === 'UTF-32' ? optionOf(options, 'defaultEncoding') : undefined;
    const addBOM = optionOf(options, 'addBOM');
    // As in iconv-lite, null means false.
    const own = { addBOM: addBOM === undefined ? true : addBOM };
    return this.#face.getEncoder(asked ?? defaultEncoding, withOwn(options, own));
  }
}

module.exports = { Cesu8Codec, GuessingCodec, Utf32Codec };
