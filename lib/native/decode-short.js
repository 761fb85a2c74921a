'use strict';

// Short input, which is decoded here, because to call the core costs more than that. The same as the core: for each
// byte a table has the code unit that the core decodes it to; what has none, or needs what is around it, is left to
// the core. lib/encode-short.js does the same the other way.

const { decodeOnce, fillDecodeTable } = require('./backend.js');
const { encodings, names } = require('./encodings.js');
const { OTHER, decodeBy, textOf } = require('./from-char-codes.js');

/** Bytes, or UTF-16 code units: longer input is left to the core. */
const LONGEST = 16;

const numberOf = (name) => encodings.indexOf(name);
const utf8 = numberOf('UTF-8');
const utf16le = numberOf('UTF-16LE');
const utf16be = numberOf('UTF-16BE');
const iso2022jp = numberOf('ISO-2022-JP');
const eucJp = numberOf('EUC-JP');

/**
 * Tables of 65,536, for the encodings of two bytes and for encoding: how many short inputs are still to come
 * that need one before it is made, which takes a millisecond or two.
 */
const ENOUGH = 1000;

/** For each byte the code unit that it stands for by itself, or OTHER. */
function makeByteTable(id) {
  // Behind each byte a space, which is no part of a sequence in any encoding that has such a table.
  const everyByte = new Uint8Array(512).fill(0x20);
  for (let byte = 0; byte < 256; byte++) everyByte[2 * byte] = byte;
  const text = decodeOnce(id, everyByte);
  const table = new Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const unit = text.charCodeAt(2 * byte);
    // A byte that leads a sequence decodes to U+FFFD by itself, as one that is unmapped does.
    table[byte] = unit === 0xfffd ? OTHER : unit;
  }
  return table;
}

// For the encodings of two bytes by number, whose pairs they have: those of ISO-2022-JP are those of EUC-JP, each
// byte without its highest bit.
const pairsOf = new Map([[iso2022jp, eucJp]]);
for (const name of ['GBK', 'gb18030', 'Big5', 'EUC-JP', 'Shift_JIS', 'EUC-KR']) {
  pairsOf.set(numberOf(name), numberOf(name));
}

const noPairs = new Uint16Array(0x10000);

// What the short inputs of one encoding are decoded by.
class Tables {
  constructor(id) {
    const isByUnits = id === utf16le || id === utf16be || encodings[id] === 'replacement';
    this.id = id;
    // Null where ASCII bytes do not stand for themselves, and for the historical encodings.
    this.bytes = isByUnits || id >= encodings.length ? null : makeByteTable(id);
    // For two bytes the code unit that they stand for, or 0; null for an encoding of single bytes.
    this.pairs = pairsOf.has(id) ? noPairs : null;
    this.missing = ENOUGH;
    // Whether the last input was bytes that each stand for a code unit, as the next one may be.
    this.isByBytes = this.bytes !== null;
  }

  /** -1, for a pair that is not there. */
  miss() {
    if (this.missing !== 0 && --this.missing === 0) {
      this.pairs = new Uint16Array(0x10000);
      fillDecodeTable(pairsOf.get(this.id), this.pairs);
    }
    return -1;
  }
}

const allTables = new Array(names.length).fill(null);

function tablesOf(id) {
  allTables[id] ??= new Tables(id);
  return allTables[id];
}

/**
 * What `length` bytes, at most LONGEST, decode to, whatever the options; null when that is for the core to
 * say.
 */
function decodeShort(id, bytes, length) {
  const tables = tablesOf(id);
  if (tables.isByBytes) {
    const text = decodeBy(tables.bytes, bytes, length);
    if (text !== null) return text;
  }
  const count = decodeUnits(tables, bytes, length);
  tables.isByBytes = count === length && tables.bytes !== null;
  return count < 0 ? null : textOf(units, count);
}

/** The code units of a short input. No byte is read twice on the way there: another thread may write to them. */
const units = new Uint16Array(LONGEST);

/** Puts what bytes decode to into `units`; how many that are, or -1 for what is left to the core. */
function decodeUnits(tables, bytes, length) {
  const { id } = tables;
  if (id === utf8) return decodeUtf8(bytes, length);
  if (tables.bytes === null) {
    return id === utf16le || id === utf16be ? decodeUtf16(bytes, length, id === utf16be) : -1;
  }
  if (tables.pairs === null) return decodeBytes(tables.bytes, bytes, length);
  return id === iso2022jp
    ? decodeIso2022Jp(tables, bytes, length)
    : decodePairs(tables, bytes, length);
}

// Takes ASCII bytes at the start, four at a time; how many.
function takeAscii(bytes, length) {
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    const a = bytes[i];
    const b = bytes[i + 1];
    const c = bytes[i + 2];
    const d = bytes[i + 3];
    if ((a | b | c | d) > 0x7f) break;
    units[i] = a;
    units[i + 1] = b;
    units[i + 2] = c;
    units[i + 3] = d;
  }
  return i;
}

function decodeBytes(table, bytes, length) {
  for (let i = takeAscii(bytes, length); i < length; i++) {
    const unit = table[bytes[i]];
    if (unit === OTHER) return -1;
    units[i] = unit;
  }
  return length;
}

function decodePairs(tables, bytes, length) {
  const { pairs } = tables;
  const last = length - 1;
  let count = 0;
  let i = 0;
  while (i < last) {
    const byte = bytes[i++];
    if (byte < 0x80) {
      units[count++] = byte;
      continue;
    }
    let unit = pairs[(byte << 8) | bytes[i++]];
    if (unit === 0) {
      // A byte that stands for a code unit leads no pair, whatever comes behind it.
      unit = tables.bytes[byte];
      if (unit === OTHER) return tables.miss();
      i--;
    }
    units[count++] = unit;
  }
  if (i === last) {
    const unit = tables.bytes[bytes[last]];
    if (unit === OTHER) return -1;
    units[count++] = unit;
  }
  return count;
}

// https://encoding.spec.whatwg.org/#iso-2022-jp-decoder; Roman and katakana are for the core.
function decodeIso2022Jp(tables, bytes, length) {
  const { pairs } = tables;
  let count = 0;
  let isAscii = true;
  let escaped = -1; // how many code units there were at the last escape sequence
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === 0x1b) {
      if (i + 2 >= length || escaped === count) return -1;
      const sequence = (bytes[++i] << 8) | bytes[++i];
      isAscii = sequence === 0x2842;
      if (!isAscii && sequence !== 0x2442) return -1;
      escaped = count;
    } else if (isAscii) {
      if (tables.bytes[byte] === OTHER) return -1;
      units[count++] = byte;
    } else {
      if (++i === length) return -1;
      const second = bytes[i];
      if (byte < 0x21 || (byte | second) > 0x7f) return -1;
      const unit = pairs[0x8080 | (byte << 8) | second];
      if (unit === 0) return tables.miss();
      units[count++] = unit;
    }
  }
  return count;
}

// https://encoding.spec.whatwg.org/#utf-8-decoder; four bytes, a byte order mark and all that is malformed
// are for the core.
function decodeUtf8(bytes, length) {
  let count = takeAscii(bytes, length);
  for (let i = count; i < length; i++) {
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
        if ((third & 0xc0) !== 0x80 || unit < 0x800 || isSurrogateOrBom(unit)) return -1;
      }
    }
    units[count++] = unit;
  }
  return count;
}

// https://encoding.spec.whatwg.org/#shared-utf-16-decoder; the same is for the core.
function decodeUtf16(bytes, length, isBigEndian) {
  if (length & 1) return -1;
  const first = isBigEndian ? 8 : 0;
  for (let i = 0; i < length; i += 2) {
    const unit = (bytes[i] << first) | (bytes[i + 1] << (8 - first));
    if (isSurrogateOrBom(unit)) return -1;
    units[i >> 1] = unit;
  }
  return length >> 1;
}

const isSurrogateOrBom = (unit) => (unit & 0xf800) === 0xd800 || unit === 0xfeff;

module.exports = {
  ENOUGH,
  LONGEST,
  decodeShort,
  decodeUnits,
  eucJp,
  iso2022jp,
  tablesOf,
  units,
  utf8,
};
