'use strict';

// Encodes a short whole text in JavaScript, which takes less time than a native call. A table holds what the core encodes each code
// unit to. The core encodes all other text.

const { noBytes } = require('../base/webidl.js');
const binding = require('./backend.js');

const { asciiCompatible, encode, encoderStates, descriptorOf, isPlain } = binding;
const { notTransferable, unencodables, viewOf } = binding;

// In UTF-16 code units: the core encodes longer text. A call of the WebAssembly module takes longer than one of the addon.
const MAX_UNITS = binding.backend === 'wasm' ? 256 : 8;
const MAX_TABLE_UNITS = isPlain ? -1 : MAX_UNITS;

// A table takes 256 KB, and making it takes as much time as thousands of calls. An encoding gets its table when it has had this number of
// short texts.
const CALLS_BEFORE_TABLE = 2000;

// Captured at load, so that user code that replaces the methods later cannot change the results.
const unitAt = Function.prototype.call.bind(String.prototype.charCodeAt);
const textOfUnit = String.fromCharCode;

const LINE_FEED = 0x0a;

/** In code units: how many are encoded at once for a table. */
const PART = 0x400;

/**
 * Makes a table that has, for each code unit, the bytes that it always becomes by itself, up to three, as one number with the first
 * byte above the others; 0 for all other code units.
 */
function makeUnitTable(id) {
  const table = new Uint32Array(0x10000);
  for (let from = 0; from < table.length; from += PART) {
    let text = '';
    // No encoding that has such a table has a line feed in what another code unit becomes.
    for (let unit = from; unit < from + PART; unit++) text += `${textOfUnit(unit)}\n`;
    const bytes = encode(descriptorOf(id, unencodables.skip), text);
    let at = 0;
    for (let unit = from; unit < from + PART; unit++) {
      const start = at;
      let number = 0;
      for (; bytes[at] !== LINE_FEED; at++) number = number * 0x100 + bytes[at];
      // Surrogates become bytes in pairs only.
      const isAlone = at - start <= 3 && (unit & 0xf800) !== 0xd800;
      table[unit] = isAlone ? number : 0;
      at += unit === LINE_FEED ? 2 : 1;
    }
  }
  table[LINE_FEED] = LINE_FEED;
  return table;
}

// For each encoding: its table, null where it has none, or undefined before it has been made.
const tables = new Array(asciiCompatible.length);
const calls = new Uint32Array(asciiCompatible.length);

function tableOf(id) {
  if (++calls[id] < CALLS_BEFORE_TABLE) return null;
  const hasTable = asciiCompatible[id] && !encoderStates[id];
  tables[id] = hasTable ? makeUnitTable(id) : null;
  return tables[id];
}

// The memory that these results share, as the slab is what those of the core share. No longer result keeps it alive.
const SHARED_BYTES = 16 * 1024;
const MAX_RESULT_BYTES = 3 * MAX_UNITS;
let memory;
let shared = noBytes; // all bytes of `memory`
let used = 0;

/** Takes other memory. Returns whether it can be had: not where there is no stack or memory left. */
function takeShared() {
  try {
    const other = notTransferable(new ArrayBuffer(SHARED_BYTES));
    const bytes = new Uint8Array(other);
    memory = other;
    shared = bytes;
    used = 0;
    return true;
  } catch {
    return false;
  }
}

/** Encodes a text of `length` code units, at most MAX_TABLE_UNITS. Returns a Buffer, or null when the core must encode the text. */
function encodeByTables(id, text, length) {
  const table = tables[id] === undefined ? tableOf(id) : tables[id];
  if (table === null) return null;
  // A program may have detached the memory, which then has no bytes.
  const hasRoom = used <= SHARED_BYTES - MAX_RESULT_BYTES && shared[used] !== undefined;
  if (!hasRoom && !takeShared()) return null;
  const bytes = shared;
  const start = used;
  let at = start;
  for (let i = 0; i < length; i++) {
    const number = table[unitAt(text, i)];
    if (number === 0) return null;
    if (number > 0xff) {
      if (number > 0xffff) bytes[at++] = number >> 16;
      bytes[at++] = number >> 8;
    }
    bytes[at++] = number;
  }
  used = at;
  return viewOf(memory, start, at - start);
}

module.exports = { MAX_TABLE_UNITS, encodeByTables };
