'use strict';

// Encodes a short whole text in JavaScript, which takes less time than a native call. A table holds what the core encodes each code
// unit to. The core encodes all other text.

const binding = require('./backend.js');

const { asciiCompatible, encode, encoderStates, descriptorOf, isPlain } = binding;
const { hasRoom, shared, unencodables, viewOf } = binding;

// In UTF-16 code units: the core encodes longer text. A call of the WebAssembly module takes longer than one of the addon.
const MAX_UNITS = binding.backend === 'wasm' ? 256 : 12;
const MAX_TABLE_UNITS = isPlain ? -1 : MAX_UNITS;

// A table takes 256 KB. An encoding gets its table when it has had this number of short texts.
const CALLS_BEFORE_TABLE = 2000;

// Captured at load, so that user code that replaces the methods later cannot change the results.
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt);
const textOfUnit = String.fromCharCode;

const LINE_FEED = 0x0a;

// A table is filled in by parts, each when a text has the first of its code units. A part takes as much time as some thousand calls.
const PART_BITS = 10;

// A table has a number for each code unit: the bytes that it always becomes by itself, up to three, with the first byte above the others;
// 0 where there are none. Behind these numbers there is one for each part, which is 0 until the part is filled in.
const MARKS = 0x10000;

/** Fills in the part of a table in which a code unit stands. A part that has been filled in stays as it is. */
function fillPart(id, table, unit) {
  const part = unit >> PART_BITS;
  if (table[MARKS + part] !== 0) return;
  const first = part << PART_BITS;
  const end = first + (1 << PART_BITS);
  let text = '';
  // No encoding that has such a table has a line feed in what another code unit becomes.
  for (let next = first; next < end; next++) text += `${textOfUnit(next)}\n`;
  const bytes = encode(descriptorOf(id, unencodables.skip), text);
  let at = 0;
  for (let next = first; next < end; next++) {
    let number = next === LINE_FEED ? LINE_FEED : 0;
    for (; bytes[at] !== LINE_FEED; at++) number = number * 0x100 + bytes[at];
    // Surrogates become bytes in pairs only.
    if (number <= 0xffffff && (next & 0xf800) !== 0xd800) table[next] = number;
    at += next === LINE_FEED ? 2 : 1;
  }
  table[MARKS + part] = 1;
}

// For each encoding: its table, null where it has none, or undefined before it has been made.
const tables = new Array(asciiCompatible.length);
const calls = new Uint32Array(asciiCompatible.length);

function tableOf(id) {
  if (++calls[id] < CALLS_BEFORE_TABLE) return null;
  const hasTable = asciiCompatible[id] && !encoderStates[id];
  tables[id] = hasTable ? new Uint32Array(MARKS + (MARKS >> PART_BITS)) : null;
  return tables[id];
}

// In bytes: the longest result.
const MAX_RESULT_BYTES = 3 * MAX_UNITS;

/** Encodes a text of `length` code units, at most MAX_TABLE_UNITS. Returns a Buffer, or null when the core must encode the text. */
function encodeByTables(id, text, length) {
  const table = tables[id] === undefined ? tableOf(id) : tables[id];
  if (table === null) return null;
  if (!hasRoom(MAX_RESULT_BYTES)) return null;
  const { bytes, memory, used: start } = shared;
  let at = start;
  for (let i = 0; i < length; i++) {
    const number = table[unitAt(text, i)];
    if (number === 0) {
      fillPart(id, table, unitAt(text, i));
      return null;
    }
    if (number > 0xff) {
      if (number > 0xffff) bytes[at++] = number >> 16;
      bytes[at++] = number >> 8;
    }
    bytes[at++] = number;
  }
  shared.used = at;
  return viewOf(memory, start, at - start);
}

module.exports = { MAX_TABLE_UNITS, encodeByTables };
