'use strict';

// Decodes a short whole stream in JavaScript, which takes less time than a native call. A table holds what the core decodes
// each byte to. The core decodes all other input, such as pairs of bytes and malformed sequences.

const { asciiCompatible, decode } = require('./backend.js');
const { isPlain } = require('./environment.js');

/** In a table, for a byte that does not always stand for one code unit. */
const OTHER = 0x10000;

// In bytes: the core decodes longer input.
const MAX_TABLE_BYTES = isPlain ? -1 : 8;

// Captured at load, so that user code that replaces the method later cannot change the tables.
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt);

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
    if (unit !== 0xfffd) table[byte] = unit;
  }
  return table;
}

// Captured at load, so that user code that replaces the function later cannot change the results.
const text = String.fromCharCode;

/**
 * Returns the text of the code units that the first `length` bytes of `u`, at most 8, have in the table `t`, or null when
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
    default:
      return null;
  }
}

// The table of each encoding; null where ASCII bytes do not always stand for themselves.
const tables = new Array(asciiCompatible.length);

/**
 * Returns the text of `length` bytes, at most MAX_TABLE_BYTES, each of which stands for a code unit by itself, whatever the
 * options are; null when the core must decode them.
 */
function decodeByTables(id, bytes, length) {
  tables[id] ??= asciiCompatible[id] ? makeByteTable(id) : null;
  return tables[id] === null ? null : decodeBy(tables[id], bytes, length);
}

module.exports = { MAX_TABLE_BYTES, decodeByTables };
