'use strict';

// Decodes a short whole stream in JavaScript, which takes less time than a native call. Tables hold what the core decodes single
// bytes and pairs of bytes to. The core decodes all other input, such as malformed sequences.

const { asciiCompatible, decode, idOfName, isPlain, pairs: hasPairs } = require('./backend.js');

/** In a table of bytes, for a byte that does not always stand for one code unit. */
const OTHER = 0x10000;

// In bytes: the core decodes longer input.
const MAX_TABLE_BYTES = isPlain ? -1 : 16;

// A table of pairs takes 128 KB, and making it takes as much time as thousands of calls. An encoding gets its table when it has had this
// number of short inputs with pairs.
const CALLS_BEFORE_PAIRS = 2000;

const LINE_FEED = 0x0a;
const REPLACEMENT = 0xfffd;
const BOM = 0xfeff;
const utf8 = idOfName('UTF-8');

// Captured at load, so that user code that replaces the methods later cannot change the results.
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt);
const text = String.fromCharCode;

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

/**
 * Makes a table that has, for each pair of bytes of which the first does not stand for a code unit by itself, the code unit that the
 * pair always stands for; 0 for all other pairs.
 */
function makePairTable(id, table) {
  const pairs = new Uint16Array(0x10000);
  const input = new Uint8Array(3 * 256).fill(LINE_FEED);
  for (let first = 0; first < 256; first++) {
    if (table[first] !== OTHER) continue;
    for (let second = 0; second < 256; second++) {
      input[3 * second] = first;
      // No second byte of a pair is a line feed, which is what follows each pair.
      input[3 * second + 1] = second === LINE_FEED ? 0x20 : second;
    }
    const decoded = decode(id, input);
    let at = 0;
    for (let second = 0; second < 256; second++) {
      const start = at;
      while (unitAt(decoded, at) !== LINE_FEED) at++;
      const unit = unitAt(decoded, start);
      if (at === start + 1 && unit !== REPLACEMENT) pairs[first * 256 + second] = unit;
      at++;
    }
  }
  return pairs;
}

/** Returns the code unit for two or three bytes of UTF-8 from `at` on; 0 when the core must decode them. */
function unitOfUtf8(bytes, at) {
  const first = bytes[at];
  const second = bytes[at + 1] ^ 0x80;
  if (first < 0xc2 || first > 0xef || second > 0x3f) return 0;
  if (first < 0xe0) return ((first & 0x1f) << 6) | second;
  const third = bytes[at + 2] ^ 0x80;
  const unit = ((first & 0xf) << 12) | (second << 6) | third;
  const isUnit = third <= 0x3f && unit >= 0x800 && (unit & 0xf800) !== 0xd800 && unit !== BOM;
  return isUnit ? unit : 0;
}

/**
 * Returns the text of the code units that the first `length` bytes of `u`, 1 to 8, have in the table `t`, or null when the table has OTHER
 * for one of them. Each length has its own call of String.fromCharCode(), because V8 makes the string without leaving compiled
 * code when it knows how many code units there are.
 */
function decodeBy(t, u, length) {
  const a = t[u[0]];
  const b = length > 1 ? t[u[1]] : 0;
  const c = length > 2 ? t[u[2]] : 0;
  const d = length > 3 ? t[u[3]] : 0;
  const e = length > 4 ? t[u[4]] : 0;
  const f = length > 5 ? t[u[5]] : 0;
  const g = length > 6 ? t[u[6]] : 0;
  const h = length > 7 ? t[u[7]] : 0;
  if ((a | b | c | d | e | f | g | h) > 0xffff) return null;
  switch (length) {
    case 1:
      return text(a);
    case 2:
      return text(a, b);
    case 3:
      return text(a, b, c);
    case 4:
      return text(a, b, c, d);
    case 5:
      return text(a, b, c, d, e);
    case 6:
      return text(a, b, c, d, e, f);
    case 7:
      return text(a, b, c, d, e, f, g);
    default:
      return text(a, b, c, d, e, f, g, h);
  }
}

/** Does for 9 to 16 bytes what decodeBy() does for up to 8. */
function decodeLongerBy(t, u, length) {
  const a = t[u[0]];
  const b = t[u[1]];
  const c = t[u[2]];
  const d = t[u[3]];
  const e = t[u[4]];
  const f = t[u[5]];
  const g = t[u[6]];
  const h = t[u[7]];
  const i = t[u[8]];
  const j = length > 9 ? t[u[9]] : 0;
  const k = length > 10 ? t[u[10]] : 0;
  const l = length > 11 ? t[u[11]] : 0;
  const m = length > 12 ? t[u[12]] : 0;
  const n = length > 13 ? t[u[13]] : 0;
  const o = length > 14 ? t[u[14]] : 0;
  const p = length > 15 ? t[u[15]] : 0;
  if ((a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p) > 0xffff) return null;
  switch (length) {
    case 9:
      return text(a, b, c, d, e, f, g, h, i);
    case 10:
      return text(a, b, c, d, e, f, g, h, i, j);
    case 11:
      return text(a, b, c, d, e, f, g, h, i, j, k);
    case 12:
      return text(a, b, c, d, e, f, g, h, i, j, k, l);
    case 13:
      return text(a, b, c, d, e, f, g, h, i, j, k, l, m);
    case 14:
      return text(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    case 15:
      return text(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    default:
      return text(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  }
}

// The code units of a text that is being decoded. They are an Int32Array like each table of bytes, so that V8 compiles decodeBy() for
// one kind of table.
const u = new Int32Array(16);
const everyIndex = Uint8Array.from(u, (_, index) => index);

// For each encoding: its table of bytes, null where ASCII bytes do not always stand for themselves; its table of pairs; and how many
// short inputs it has had.
const tables = new Array(asciiCompatible.length);
const pairTables = new Array(asciiCompatible.length).fill(null);
const calls = new Uint32Array(asciiCompatible.length);

// Whether the last input had sequences of more than one byte. The next one then most likely has some, too.
const wasMixed = new Uint8Array(asciiCompatible.length);

/** Returns the code unit for a pair of bytes; 0 when the core must decode it. */
function unitOfPair(id, table, first, second) {
  const pairs = pairTables[id];
  if (pairs !== null) return second === undefined ? 0 : pairs[first * 256 + second];
  if (++calls[id] > CALLS_BEFORE_PAIRS) pairTables[id] = makePairTable(id, table);
  return 0;
}

/**
 * Returns the text of `length` bytes, at most MAX_TABLE_BYTES, each of which stands for a code unit by itself or with others,
 * whatever the options are; null when the core must decode them.
 */
function decodeByTables(id, bytes, length) {
  if (length === 0) return '';
  tables[id] ??= asciiCompatible[id] ? makeByteTable(id) : null;
  const table = tables[id];
  if (table === null) return null;
  if (wasMixed[id] === 0) {
    const decoded =
      length > 8 ? decodeLongerBy(table, bytes, length) : decodeBy(table, bytes, length);
    if (decoded !== null) return decoded;
  }
  const isUtf8 = id === utf8;
  if (!isUtf8 && !hasPairs[id]) return null;
  let count = 0;
  for (let at = 0; at < length; at++) {
    let unit = table[bytes[at]];
    if (unit > 0xffff) {
      unit = isUtf8 ? unitOfUtf8(bytes, at) : unitOfPair(id, table, bytes[at], bytes[at + 1]);
      if (unit === 0) return null;
      at += isUtf8 && unit >= 0x800 ? 2 : 1;
    }
    u[count++] = unit;
  }
  wasMixed[id] = count < length ? 1 : 0;
  return count > 8 ? decodeLongerBy(u, everyIndex, count) : decodeBy(u, everyIndex, count);
}

module.exports = { MAX_TABLE_BYTES, decodeByTables };
