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

/** For each byte the code unit that it always stands for by itself, or OTHER. */
function makeByteTable(id) {
  // A space follows each byte. No encoding that has such a table has a space in a sequence.
  const everyByte = new Uint8Array(512).fill(0x20);
  for (let byte = 0; byte < 256; byte++) everyByte[2 * byte] = byte;
  const text = decode(id, everyByte);
  // A leading byte decodes to U+FFFD here, as an unmapped byte does.
  return Array.from({ length: 256 }, (_, byte) => {
    const unit = text.charCodeAt(2 * byte);
    return unit === 0xfffd ? OTHER : unit;
  });
}

const noPairs = new Uint16Array(0x10000);

/** The tables of one encoding. */
class Tables {
  constructor(id) {
    this.id = id;
    // Null where ASCII bytes do not always stand for themselves, and for the historical encodings.
    this.bytes = isAsciiCompatible(id) ? makeByteTable(id) : null;
    // The code units of the pairs that have been met, and 0 for all others.
    this.pairs = pairEncodings.has(names[id]) ? new Uint16Array(0x10000) : noPairs;
    // Whether each byte of the last input stood for a code unit by itself, as the bytes of the next input then may.
    this.isByBytes = this.bytes !== null;
  }

  /** Asks the core for the code unit of a pair, and keeps it; 0 for a pair that does not stand for one. */
  learn(first, second) {
    if (this.pairs === noPairs) return 0;
    const text = decode(this.id, Uint8Array.of(first, second));
    const unit = text.length === 1 && text !== '\uFFFD' ? text.charCodeAt(0) : 0;
    this.pairs[(first << 8) | second] = unit;
    return unit;
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

/** The code units of a short input. No byte is read twice on the way there: another thread may write to them. */
const units = new Uint16Array(LONGEST);

/** Puts the code units of `length` bytes into `units`. Returns how many they are, or -1 when the core has to decode. */
function decodeUnits(tables, bytes, length) {
  if (tables.bytes === null) return -1;
  return tables.id === utf8 ? decodeUtf8(bytes, length) : decodePairs(tables, bytes, length);
}

function decodePairs(tables, bytes, length) {
  const { pairs } = tables;
  const last = length - 1;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    let unit = byte;
    if (byte > 0x7f) {
      unit = i < last ? pairs[(byte << 8) | bytes[i + 1]] : 0;
      if (unit !== 0) {
        i++;
      } else {
        unit = tables.bytes[byte];
        if (unit === OTHER) {
          if (i === last) return -1;
          unit = tables.learn(byte, bytes[++i]);
          if (unit === 0) return -1;
        }
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
