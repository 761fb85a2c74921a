'use strict';

// Decodes a short whole stream in JavaScript, which takes less time than a native call. Tables hold what the core decodes single
// bytes and pairs of bytes to. The core decodes all other input, such as malformed sequences.

const { asciiCompatible, decode, idOfName, pairs: hasPairs } = require('./backend.js');
const { isPlain } = require('./environment.js');

/** In a table of bytes, for a byte that does not always stand for one code unit. */
const OTHER = 0x10000;

// In bytes: the core decodes longer input.
const MAX_TABLE_BYTES = isPlain ? -1 : 16;

// A table of pairs takes 128 KB, and as much time as thousands of calls, so that an encoding has none before so many short inputs.
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
  tables[id] ??= asciiCompatible[id] ? makeByteTable(id) : null;
  const table = tables[id];
  if (table === null) return null;
  if (wasMixed[id] === 0) {
    const decoded = decodeBy(table, bytes, length);
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
  return decodeBy(u, everyIndex, count);
}

module.exports = { MAX_TABLE_BYTES, decodeByTables };
