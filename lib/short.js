'use strict';

// Short input, which is decoded here, because to call the core costs more than to decode it. The same as
// the core: for each byte the table has the code unit that the core decodes it to, and what has none, or
// needs the bytes around it, is left to the core.

const binding = require('./binding.js');
const { encodings } = require('./encodings.js');

/** Bytes: longer input is left to the core. */
const LONGEST = 16;

// What is left to the core, in a table: no code unit.
const OTHER = 0x10000;

const text = String.fromCharCode;

// For each encoding by number, once it is asked for, what each byte decodes to; false where ASCII bytes do not
// stand for themselves.
const tables = [];

const notAsciiCompatible = new Set(['UTF-16BE', 'UTF-16LE', 'ISO-2022-JP', 'replacement']);

function makeTable(id) {
  if (id >= encodings.length || notAsciiCompatible.has(encodings[id])) return false;
  const table = new Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const unit = binding.decode(id, Uint8Array.of(byte));
    // A byte that leads a sequence decodes to U+FFFD by itself, as one that is unmapped does.
    table[byte] = unit === '\uFFFD' ? OTHER : unit.charCodeAt(0);
  }
  return table;
}

/**
 * What `length` bytes decode to, whatever the options; null when that is for the core to say. Each byte is
 * read once.
 */
function decodeShort(id, bytes, length) {
  tables[id] ??= makeTable(id);
  const table = tables[id];
  return table === false ? null : decodeBy(table, bytes, length);
}

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

module.exports = { LONGEST, decodeShort };
