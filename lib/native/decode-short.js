'use strict';

// Decodes short input in JavaScript, which costs less than a native call. Tables hold what the core decodes single bytes
// and pairs of bytes to. What no table settles, malformed input above all, is left to the core.

const { decode } = require('./backend.js');
const { encodings, isAsciiCompatible, names } = require('./encodings.js');
const { OTHER, decodeBy, textOf } = require('./from-char-codes.js');

/** In bytes or UTF-16 code units: longer input is left to the core. */
const LONGEST = 16;

const utf8 = encodings.indexOf('UTF-8');
const pairEncodings = new Set(['GBK', 'gb18030', 'Big5', 'EUC-JP', 'Shift_JIS', 'EUC-KR']);

// Captured at load, so that later changes to the prototype do not reach the tables.
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt);

const REPLACEMENT = 0xfffd;

/** For each byte the code unit that it always stands for by itself, or OTHER. */
function makeByteTable(id) {
  // A space follows each byte. No encoding that has such a table has a space in a sequence.
  const everyByte = new Uint8Array(512);
  for (let byte = 0; byte < 256; byte++) {
    everyByte[2 * byte] = byte;
    everyByte[2 * byte + 1] = 0x20;
  }
  const text = decode(id, everyByte);
  const table = new Array(256);
  for (let byte = 0; byte < 256; byte++) {
    // A leading byte decodes to U+FFFD here, as an unmapped byte does.
    const unit = unitAt(text, 2 * byte);
    table[byte] = unit === REPLACEMENT ? OTHER : unit;
  }
  return table;
}

/** The tables of one encoding. */
class Tables {
  constructor(id) {
    this.id = id;
    // Null where ASCII bytes do not always stand for themselves, and for the historical encodings.
    this.bytes = isAsciiCompatible(id) ? makeByteTable(id) : null;
    // For a pair the code unit that it stands for, or U+FFFD when it does not stand for one; 0 until it is met. Null where
    // the encoding has no pairs.
    this.pairs = pairEncodings.has(names[id]) ? new Uint16Array(0x10000) : null;
    // Whether each byte of the last input stood for a code unit by itself, as the bytes of the next input then may.
    this.isByBytes = this.bytes !== null;
  }

  /** Asks the core for what a pair stands for. */
  learn(pair) {
    const bytes = new Uint8Array(2);
    bytes[0] = pair >> 8;
    bytes[1] = pair;
    const text = decode(this.id, bytes);
    this.pairs[pair] = text.length === 1 ? unitAt(text, 0) : REPLACEMENT;
  }
}

const allTables = new Array(names.length).fill(null);

function tablesOf(id) {
  allTables[id] ??= new Tables(id);
  return allTables[id];
}

/** The text of `length` bytes, at most LONGEST, whatever the options are; null when the core has to decode them. */
function decodeShort(id, bytes, length) {
  const tables = tablesOf(id);
  if (tables.isByBytes) {
    const text = decodeBy(tables.bytes, bytes, length);
    if (text !== null) return text;
  }
  const count = decodeUnits(tables, bytes, length);
  tables.isByBytes = count === length;
  return count < 0 ? null : textOf(units, count);
}

/** The code units of a short input. */
const units = new Uint16Array(LONGEST);

/** Puts the code units of `length` bytes into `units`. Returns how many they are, or -1 when the core has to decode. */
function decodeUnits(tables, bytes, length) {
  if (tables.bytes === null) return -1;
  return tables.id === utf8 ? decodeUtf8(bytes, length) : decodePairs(tables, bytes, length);
}

// Another thread may write to the bytes. So no code unit follows from two looks at a byte. And no call of the core is made
// while `units` is in use: the core may run the caller's JavaScript, which may decode another short input.
function decodePairs(tables, bytes, length) {
  const { bytes: table, pairs } = tables;
  const last = length - 1;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    let unit = byte;
    if (byte > 0x7f) {
      unit = table[byte];
      if (unit === OTHER) {
        if (pairs === null || i === last) return -1;
        const pair = (byte << 8) | bytes[++i];
        unit = pairs[pair];
        if (unit === 0) tables.learn(pair);
        if (unit === 0 || unit === REPLACEMENT) return -1;
      }
    }
    units[count++] = unit;
  }
  return count;
}

// https://encoding.spec.whatwg.org/#utf-8-decoder; sequences of four bytes, surrogates and U+FEFF are left to the core.
function decodeUtf8(bytes, length) {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    let unit = byte;
    if (byte > 0x7f) {
      if (byte < 0xc2 || byte > 0xef || ++i === length) return -1;
      const second = bytes[i];
      if ((second & 0xc0) !== 0x80) return -1;
      unit = ((byte & 0x1f) << 6) | (second & 0x3f);
      if (byte > 0xdf) {
        if (++i === length) return -1;
        const third = bytes[i];
        unit = ((unit & 0x3ff) << 6) | (third & 0x3f);
        if ((third & 0xc0) !== 0x80 || unit < 0x800) return -1;
        if ((unit & 0xf800) === 0xd800 || unit === 0xfeff) return -1;
      }
    }
    units[count++] = unit;
  }
  return count;
}

module.exports = { LONGEST, decodeShort, decodeUnits, tablesOf, units, utf8 };
