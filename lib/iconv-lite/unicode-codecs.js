'use strict';

// The forms of Unicode that the standard does not have: UTF-32, CESU-8, and UTF-16 and UTF-32 with a byte order that the decoder
// finds out. UTF-7 has a file of its own.

const { isAscii } = require('node:buffer');
const {
  REPLACEMENT,
  concatBytes,
  lengthOf,
  newBytes,
  optionOf,
  noBytes,
  restOf,
} = require('../base/webidl.js');
const { IGNORE_BOM, decodeWhole, encodeReplacing } = require('../transcoding/codecs.js');
const { markedEncoding, utf8 } = require('../labels/encodings.js');
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

/**
 * UTF-32 in one byte order, which the core has. What is malformed becomes the first code unit of the text that the caller has
 * set, as in iconv-lite.
 */
class Utf32Codec extends StandardCodec {
  constructor({ isLE, encodingName }, api) {
    super({ label: isLE ? 'UTF-32LE' : 'UTF-32BE', encodingName }, api);
  }

  get replacement() {
    return String.fromCharCode(unitForMalformed(this.api));
  }
}

// Bytes that are not in CESU-8 where UTF-8 has them, or that begin surrogates; 0xC0 begins the U+0000 of Java and of some
// databases, C0 80.
const FOUR_BYTE_LEADS = [0xf0, 0xf1, 0xf2, 0xf3, 0xf4];
const NOT_UTF8 = [0xc0, 0xed, ...FOUR_BYTE_LEADS];

const isContinuation = (byte) => (byte & 0xc0) === 0x80;

/** Returns how many bytes a leading byte and those after it have in CESU-8, or 0 for another byte. */
function lengthAfter(byte) {
  if (byte < 0x80) return 1;
  if (byte === 0xc0 || (byte >= 0xc2 && byte < 0xe0)) return 2;
  return byte >= 0xe0 && byte < 0xf0 ? 3 : 0;
}

/** https://www.unicode.org/reports/tr26/ */
class Cesu8Decoder {
  #units;
  #read = 0; // the bytes that have been converted
  #tail = noBytes; // what may be the beginning of a character

  constructor(units) {
    this.#units = units;
  }

  write(chunk) {
    const given = toChunk(chunk);
    const bytes = lengthOf(this.#tail) === 0 ? given : concatBytes([this.#tail, given]);
    const length = lengthOf(bytes);
    let end = length - 1;
    while (end > 0 && length - end < 3 && isContinuation(bytes[end])) end--;
    if (end < 0 || !this.#readUnit(bytes, end, length).isUnfinished) end = length;
    // A copy, because a chunk is valid only during this call.
    const tail = end === length ? noBytes : new Uint8Array(restOf(bytes, end));
    const text = this.#convert(end === length ? bytes : restOf(bytes, 0, end), end, false);
    this.#tail = tail;
    this.#read += end;
    return text;
  }

  end() {
    const length = lengthOf(this.#tail);
    if (length === 0 && !this.#units.isWaiting) return undefined;
    const text = this.#convert(this.#tail, length, true);
    this.#read += length;
    this.#tail = noBytes;
    return text || undefined;
  }

  #convert(bytes, length, isLast) {
    const start = this.#read;
    const units = this.#units;
    if (!units.isWaiting && units.malformed === REPLACEMENT.charCodeAt(0)) {
      const buffer = toBuffer(bytes);
      if (isAscii(bytes)) return buffer.latin1Slice();
      const isUtf8 = !NOT_UTF8.some((byte) => buffer.includes(byte));
      if (isUtf8) return decodeWhole(utf8, IGNORE_BOM, bytes);
    }
    units.begin(length + 1);
    for (let at = 0; at < length; ) {
      const { unit, size } = this.#readUnit(bytes, at, length);
      units.place = start + at;
      at += size;
      if (unit === undefined) units.pushMalformed();
      else units.push(unit);
    }
    if (isLast) this.#units.endPair();
    return this.#units.toString();
  }

  // Reads one code unit; it is undefined where the bytes are malformed. A malformed sequence is as long as in the standard's decoder of UTF-8.
  #readUnit(bytes, at, length) {
    const byte = bytes[at];
    const size = lengthAfter(byte);
    if (size === 1) return { unit: byte, size: 1 };
    const malformed = (own, isUnfinished) => ({ size: own, isUnfinished });
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
  if (!FOUR_BYTE_LEADS.some((byte) => utf8Bytes.includes(byte))) return utf8Bytes;
  const wellFormed = text.toWellFormed();
  const bytes = newBytes(3 * wellFormed.length);
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
  constructor({ encodingName }, api) {
    super(encodingName, true, api);
  }

  newDecoder(_, units = new Units(unitForMalformed(this.api))) {
    return new Cesu8Decoder(units);
  }

  newEncoder() {
    return pairingEncoder(encodeCesu8);
  }
}

/** In code units or code points: how many of the beginning of a stream tell its byte order. */
const MAX_GUESSED_UNITS = 100;

/** Returns 1 or -1 for a code unit of UTF-16 that shows its byte order, big-endian or little-endian, and 0 for another. */
const orderOfUtf16 = (first, second) =>
  // A code unit of ASCII has a byte of zero.
  Number(first === 0 && second !== 0) - Number(first !== 0 && second === 0);

/** Returns how much a code point of UTF-32 shows that it is big-endian, or if less than 0, little-endian. */
function orderOfUtf32(first, second, third, fourth) {
  // A code point is at most U+10FFFF, and most are below U+10000.
  const isNotBE = first !== 0 || second > 0x10;
  const isNotLE = fourth !== 0 || third > 0x10;
  const isLikelyBE = first === 0 && second === 0 && (third !== 0 || fourth !== 0);
  const isLikelyLE = third === 0 && fourth === 0 && (first !== 0 || second !== 0);
  return Number(isLikelyBE) - Number(isNotBE) - Number(isLikelyLE) + Number(isNotLE);
}

/** Returns the name of the encoding of first bytes; undefined if they do not tell. */
function guess(bytes, { family, unitBytes, orderOf }) {
  const end = Math.min(lengthOf(bytes), unitBytes * MAX_GUESSED_UNITS) - unitBytes;
  let order = 0;
  for (let at = 0; at <= end; at += unitBytes) {
    order += orderOf(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
  }
  if (order === 0) return undefined;
  return `${family}${order > 0 ? 'BE' : 'LE'}`;
}

/** The encodings whose byte order the decoder finds out. */
const forms = {
  utf16: { family: 'UTF-16', unitBytes: 2, orderOf: orderOfUtf16 },
  utf32: { family: 'UTF-32', unitBytes: 4, orderOf: orderOfUtf32 },
};

/**
 * Decodes UTF-16 or UTF-32 whose byte order a byte order mark tells, or else the first 100 units, for which the decoder waits.
 * So the text does not depend on how the bytes are cut.
 */
class GuessingDecoder {
  #api;
  #form;
  #options;
  #decoder = null;
  #head = noBytes; // the bytes that wait until they tell the byte order

  constructor(api, form, options) {
    this.#api = api;
    this.#form = form;
    this.#options = options;
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    if (this.#decoder !== null) return this.#decoder.write(bytes);
    // A copy, because a chunk is valid only during this call.
    const head = concatBytes([this.#head, bytes]);
    const decoder = this.#decoderFor(head, false);
    const text = decoder?.write(head) ?? '';
    this.#decoder = decoder;
    this.#head = decoder === null ? head : noBytes;
    return text;
  }

  end() {
    const decoder = this.#decoder ?? this.#decoderFor(this.#head, true);
    const text = this.#decoder === null ? decoder.write(this.#head) : '';
    const rest = decoder.end() ?? '';
    this.#decoder = null;
    this.#head = noBytes;
    return text + rest || undefined;
  }

  // Returns the decoder for the first bytes, or null if they are not enough to tell the byte order.
  #decoderFor(head, isLast) {
    const { family, unitBytes } = this.#form;
    if (!isLast && lengthOf(head) < unitBytes) return null;
    const isEnough = isLast || lengthOf(head) >= unitBytes * MAX_GUESSED_UNITS;
    const marked = markedEncoding(head, (name) => name.startsWith(family));
    if (marked === undefined && !isEnough) return null;
    const encoding =
      marked ?? guess(head, this.#form) ?? optionOf(this.#options, 'defaultEncoding');
    // An empty name means little-endian, too.
    return this.#api.getDecoder(encoding || `${family}LE`, this.#options);
  }
}

/** UTF-16 or UTF-32 without a byte order in its name. The encoder writes a byte order mark unless `addBOM` is false or null. */
class GuessingCodec extends Codec {
  #form;

  constructor({ form, encodingName }, api) {
    super(encodingName, false, api);
    this.#form = forms[form];
  }

  newDecoder(options) {
    return new GuessingDecoder(this.api, this.#form, options);
  }

  newEncoder(options) {
    const { family } = this.#form;
    const asked = family === 'UTF-32' ? optionOf(options, 'defaultEncoding') : undefined;
    const addBOM = optionOf(options, 'addBOM');
    // As in iconv-lite, null means false.
    const own = { addBOM: addBOM === undefined ? true : addBOM };
    return this.api.getEncoder(asked || `${family}LE`, withOwn(options, own));
  }
}

module.exports = { Cesu8Codec, GuessingCodec, Utf32Codec };
