'use strict';

// Node itself writes text where its functions are faster than the core: UTF-8, and ASCII in other encodings. For the core, Node-API
// first makes a copy of each text.

const { isAscii } = require('node:buffer');
const binding = require('./backend.js');

const { asciiCompatible, hasRoom, idOfName, isPlain, maxSharedBytes, shared, viewOf } = binding;

const utf8 = idOfName('UTF-8');

// Captured at load, so that user code that replaces the methods later cannot change the results.
const { allocUnsafeSlow, byteLength } = Buffer;
const { utf8Write, write } = Buffer.prototype;
const { call } = Function.prototype;
const unitAt = call.bind(String.prototype.charCodeAt);
// Without the checks of write(), a short text takes 0.75 of the time.
const writeUtf8To = call.bind(utf8Write ?? write);

// Node writes all UTF-8 faster than the WebAssembly module. With the addon it does so where the engine keeps one byte for each code unit.
const isWasm = binding.backend === 'wasm';

// In UTF-16 code units: how much a program encodes before node:v8 is loaded, which takes 2 ms. That module tells how the engine keeps a
// string, from Node 22.15 on. Each call counts as some code units more than its text has.
const UNITS_BEFORE_ASKING = 1_000_000;
const UNITS_OF_CALL = 256;

let unitsBefore = 0;
let isOneByte = null;

function findIsOneByte() {
  try {
    const { isStringOneByteRepresentation: ask } = process.getBuiltinModule('node:v8');
    if (ask('\u00FF') === true && ask('\u0100') === false) return ask;
  } catch {
    // The runtime has no such function, or has its name alone.
  }
  return () => false;
}

/** Whether the engine keeps one byte for each code unit of a text. False also for no text, and while a program has encoded little. */
function hasOneByteEach(text, length) {
  // Most other text begins with a letter that shows it, which is found faster.
  if (!(unitAt(text, 0) <= 0xff)) return false;
  if (isOneByte === null) {
    unitsBefore += length + UNITS_OF_CALL;
    if (unitsBefore < UNITS_BEFORE_ASKING) return false;
    isOneByte = findIsOneByte();
  }
  return isOneByte(text);
}

/** Whether Node may write a text faster than the core. */
function isForNode(id, text, length) {
  if (isPlain) return false;
  if (id === utf8) return isWasm || hasOneByteEach(text, length);
  return length > maxSharedBytes && asciiCompatible[id] && hasOneByteEach(text, length);
}

// In UTF-16 code units: what is looked at in the middle of a long text. Markup begins with ASCII in every language.
const SAMPLE_UNITS = 256;

function looksAscii(text, length) {
  const middle = length >> 1;
  const sample = text.slice(middle, middle + SAMPLE_UNITS);
  return byteLength(sample) === sample.length;
}

/** Writes a text into a Buffer with memory of its own. Returns null where it is not ASCII in another encoding than UTF-8. */
function writeApart(id, text, length) {
  try {
    if (length > maxSharedBytes && looksAscii(text, length)) {
      const bytes = allocUnsafeSlow(length);
      // Other text does not fit, or has other bytes.
      if (writeUtf8To(bytes, text) === length && isAscii(bytes)) return bytes;
    }
    if (id !== utf8) return null;
    const bytes = allocUnsafeSlow(byteLength(text));
    writeUtf8To(bytes, text);
    return bytes;
  } catch {
    return null; // There is no memory, of which the core's error tells.
  }
}

/** Writes a short text in UTF-8 into memory that results share. Returns null where it is not short in bytes, or there is no memory. */
function writeShared(text, length) {
  if (!hasRoom(3 * length)) return null;
  const { bytes, memory, used } = shared;
  const size = writeUtf8To(bytes, text, used);
  if (size > maxSharedBytes) return null;
  shared.used = used + size;
  return viewOf(memory, used, size);
}

/** Returns a Buffer of a whole text; null where the core must encode it. */
function encodeByNode(id, text, length) {
  if (!isForNode(id, text, length)) return null;
  const bytes = length <= maxSharedBytes ? writeShared(text, length) : null;
  return bytes ?? writeApart(id, text, length);
}

/** Does what encodeByNode() does, and returns a Buffer with memory of its own. */
const encodeApartByNode = (id, text) =>
  isForNode(id, text, text.length) ? writeApart(id, text, text.length) : null;

module.exports = { encodeApartByNode, encodeByNode };
