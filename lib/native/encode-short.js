'use strict';

// Encodes very short text in JavaScript, because to call the core takes longer than that. For each code unit a table has the
// bytes that the core encodes it to; text with any other code unit is left to the core.

const { encode } = require('./backend.js');
const { encodings, isAsciiCompatible, utf8 } = require('./encodings.js');
const { headOf, unencodables } = require('./protocol.js');
const { pool, reserveInPool, takeFromPool } = require('./slab.js');

/** In UTF-16 code units: longer text is left to the core. */
const MAX_SHORT_UNITS = 16;

// In bytes: the most that a code unit becomes here.
const MAX_BYTES_PER_UNIT = 3;

// How many short texts there are in an encoding before it gets its table, which takes some milliseconds to make.
const TEXTS_BEFORE_TABLE = 1000;

// By the number of an encoding: how many short texts are still to come before it has a table, then the table, or null for
// an encoding without one.
const tables = encodings.map((_, id) =>
  isAsciiCompatible(id) && id !== utf8 ? TEXTS_BEFORE_TABLE : null,
);

// For each code unit its one or two bytes as one number; 0 for those that have other bytes or none.
function makeTable(id) {
  // A line for each code unit. What cannot be encoded is skipped, and a line feed is no part of any other character.
  const units = Array.from({ length: 0x10000 }, (_, unit) =>
    (unit & 0xf800) === 0xd800 || unit === 0x0a ? '' : String.fromCharCode(unit),
  );
  const bytes = encode(headOf(id, unencodables.skip), units.join('\n'));
  const table = new Uint16Array(0x10000);
  let at = 0;
  for (let unit = 0; unit < table.length; unit++) {
    const start = at;
    while (at < bytes.length && bytes[at] !== 0x0a) at++;
    const length = at++ - start;
    if (length === 1) table[unit] = bytes[start];
    if (length === 2) table[unit] = (bytes[start] << 8) | bytes[start + 1];
  }
  table[0x0a] = 0x0a;
  return table;
}

/** A Buffer of the bytes of a text of at most MAX_SHORT_UNITS; null when the text is for the core. */
function encodeShort(id, text) {
  if (id === utf8) return encodeUtf8(text);
  let table = tables[id];
  if (typeof table === 'number') {
    table = table > 0 ? table - 1 : makeTable(id);
    tables[id] = table;
  }
  return table instanceof Uint16Array ? encodeByTable(table, text) : null;
}

function encodeByTable(table, text) {
  const start = reserveInPool(MAX_BYTES_PER_UNIT * MAX_SHORT_UNITS);
  const { bytes } = pool;
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const pair = table[text.charCodeAt(i)];
    if (pair === 0) return null;
    if (pair > 0xff) bytes[at++] = pair >> 8;
    bytes[at++] = pair;
  }
  return takeFromPool(at - start);
}

// https://encoding.spec.whatwg.org/#utf-8-encoder, of code points below U+10000
function encodeUtf8(text) {
  const start = reserveInPool(MAX_BYTES_PER_UNIT * MAX_SHORT_UNITS);
  const { bytes } = pool;
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      if ((unit & 0xf800) === 0xd800) return null;
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return takeFromPool(at - start);
}

module.exports = { MAX_SHORT_UNITS, encodeShort };
