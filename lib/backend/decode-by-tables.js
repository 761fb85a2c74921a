'use strict';

// Decodes a short whole stream in JavaScript, which takes less time than a native call. Tables hold what the core decodes
// single bytes and pairs of bytes to. The core decodes all other input, such as malformed sequences.

const { asciiCompatible, decode, idOfName, pairs } = require('./backend.js');

const utf8 = idOfName('UTF-8');

/** In a table, for a byte that does not always stand for one code unit. */
const OTHER = 0x10000;

// In bytes: the core decodes longer input.
const MAX_TABLE_BYTES = 16;

// Captured at load, so that user code that replaces the method later cannot change the tables.
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt);

const REPLACEMENT = 0xfffd;

/** Makes a table that has, for each byte, the code unit that the byte always stands for by itself, or OTHER. */
function makeByteTable(id) {
  // A space follows each byte. No encoding that has such a table has a space in a sequence.
  const everyByte = new Uint8Array(512);
  for (let byte = 0; byte < 256; byte++) {
    everyByte[2 * byte] = byte;
    everyByte[2 * byte + 1] = 0x20;
  }
  const text = decode(id, everyByte);
  const table = new Int32Array(256).fill(OTHER);
  for (let byte = 0; byte < 256; byte++) {
    // A leading byte decodes to U+FFFD here, as an unmapped byte does.
    const unit = unitAt(text, 2 * byte);
    if (unit !== REPLACEMENT) table[byte] = unit;
  }
  return table;
}

/** Asks the core for the code unit that a pair of bytes stands for; U+FFFD when it does not stand for one. */
function unitOfPair(id, pair) {
  const bytes = new Uint8Array(2);
  bytes[0] = pair >> 8;
  bytes[1] = pair;
  const text = decode(id, bytes);
  return text.length === 1 ? unitAt(text, 0) : REPLACEMENT;
}

/** The tables of one encoding. */
class Tables {
  bytes;
  pairs;
  isByBytes;

  constructor(id) {
    // Null where ASCII bytes do not always stand for themselves, and for the historical encodings.
    this.bytes = asciiCompatible[id] ? makeByteTable(id) : null;
    // Has, for each pair of bytes, the code unit that the pair stands for, or U+FFFD when the pair does not stand for one,
    // or 0 until the pair has been met. Null where the encoding has no pairs.
    this.pairs = pairs[id] ? new Uint16Array(0x10000) : null;
    // Whether each byte of the last input stood for a code unit by itself, as the bytes of the next input then may.
    this.isByBytes = this.bytes !== null;
  }
}

// Captured at load, so that user code that replaces the function later cannot change the results.
const text = String.fromCharCode;

/**
 * Returns the text of the code units that the first `length` bytes of `u`, at most 16, have in the table `t`, or null when
 * the table has OTHER for one of them. Each length has its own call of String.fromCharCode(), because V8 makes the string
 * without leaving compiled code when it knows how many code units there are.
 */
// biome-ignore format: a line for the bytes and a line for the text of each length
function decodeBy(t, u, length) {
  switch (length) {
    case 0:
      return '';
    case 1: {
      const a = t[u[0]];
      return (a) > 0xffff ? null : text(a);
    }
    case 2: {
      const a = t[u[0]], b = t[u[1]];
      return (a | b) > 0xffff ? null : text(a, b);
    }
    case 3: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]];
      return (a | b | c) > 0xffff ? null : text(a, b, c);
    }
    case 4: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]];
      return (a | b | c | d) > 0xffff ? null : text(a, b, c, d);
    }
    case 5: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]];
      return (a | b | c | d | e) > 0xffff ? null : text(a, b, c, d, e);
    }
    case 6: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]];
      return (a | b | c | d | e | f) > 0xffff ? null : text(a, b, c, d, e, f);
    }
    case 7: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]];
      return (a | b | c | d | e | f | g) > 0xffff ? null : text(a, b, c, d, e, f, g);
    }
    case 8: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]];
      return (a | b | c | d | e | f | g | h) > 0xffff ? null : text(a, b, c, d, e, f, g, h);
    }
    case 9: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]];
      return (a | b | c | d | e | f | g | h | i) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i);
    }
    case 10: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]];
      return (a | b | c | d | e | f | g | h | i | j) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j);
    }
    case 11: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]];
      return (a | b | c | d | e | f | g | h | i | j | k) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k);
    }
    case 12: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]];
      return (a | b | c | d | e | f | g | h | i | j | k | l) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l);
    }
    case 13: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m);
    }
    case 14: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]], n = t[u[13]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m | n) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    }
    case 15: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]], n = t[u[13]], o = t[u[14]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m | n | o) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    }
    case 16: {
      const a = t[u[0]], b = t[u[1]], c = t[u[2]], d = t[u[3]], e = t[u[4]], f = t[u[5]], g = t[u[6]], h = t[u[7]], i = t[u[8]], j = t[u[9]], k = t[u[10]], l = t[u[11]], m = t[u[12]], n = t[u[13]], o = t[u[14]], p = t[u[15]];
      return (a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p) > 0xffff ? null : text(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    }
    default:
      return null;
  }
}

const allTables = new Array(pairs.length).fill(null);

// The code units of a short input. They are an Int32Array like each table of bytes, so that V8 compiles decodeBy() for one
// kind of table.
const units = new Int32Array(MAX_TABLE_BYTES);

const everyIndex = Uint8Array.from(units, (_, index) => index);

/** Returns the text of `length` bytes, at most MAX_TABLE_BYTES, whatever the options are; null when the core must decode them. */
function decodeByTables(id, bytes, length) {
  allTables[id] ??= new Tables(id);
  const tables = allTables[id];
  if (tables.bytes === null) return null;
  if (tables.isByBytes) {
    const text = decodeBy(tables.bytes, bytes, length);
    if (text !== null) return text;
  }
  const count = id === utf8 ? decodeUtf8(bytes, length) : decodePairs(id, tables, bytes, length);
  tables.isByBytes = count === length;
  return count < 0 ? null : decodeBy(units, everyIndex, count);
}

// The next two functions put the code units of `length` bytes into `units`. They return the number of code units, or -1 when
// the core must decode. Another thread may write to the bytes, so each byte is read once. The core is not called while
// `units` is in use, because the core may run the caller's JavaScript, which may decode another short input.

function decodePairs(id, { bytes: table, pairs }, bytes, length) {
  let count = 0;
  for (let i = 0; i < length; count++) {
    const byte = bytes[i++];
    let unit = byte;
    if (byte > 0x7f) {
      unit = table[byte];
      if (unit === OTHER) {
        if (pairs === null || i === length) return -1;
        const pair = (byte << 8) | bytes[i++];
        unit = pairs[pair];
        if (unit === 0) pairs[pair] = unitOfPair(id, pair);
        if (unit === 0 || unit === REPLACEMENT) return -1;
      }
    }
    units[count] = unit;
  }
  return count;
}

// https://encoding.spec.whatwg.org/#utf-8-decoder
// The core decodes sequences of four bytes, surrogates and U+FEFF.
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

module.exports = { MAX_TABLE_BYTES, decodeByTables };
