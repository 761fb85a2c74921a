'use strict';

// Text to bytes, by the core. In these functions `id` is the core's number of an encoding, and `mode` is one of
// `unencodables`.

const { isAscii } = require('node:buffer');
const { TextEncoder } = require('node:util');
const { plainBytes } = require('../base/webidl.js');
const binding = require('./backend.js');
const { memoryOfSlab, newState, resultOf } = require('./pools.js');

const { flags, headOf, idOfName, maxSharedBytes, placeFlags, unencodables } = binding;

// A call for a short text takes the encoding from shared memory, and writes the place of its result in the slab to the same
// memory. Compared with an argument and a returned number, this makes encoding of 64 bytes 1.3 times as fast (`npm run bench`,
// encode, 64 B, Node 20 and 26).
const { maxShortUnits, noPlace, shortCall } = binding;

// Only this encoding writes a text that is Latin-1 but not ASCII as it is.
const windows1252 = idOfName('windows-1252');
const utf16le = idOfName('UTF-16LE');
const utf8 = idOfName('UTF-8');

const IN_SLAB_HEAD = headOf(0, flags.inSlab);

/** The state of a new stream of text. */
const newEncodeState = () => newState(binding.encodeStateSize);

// In UTF-16 code units: to ask whether a text is one byte a code unit takes longer than it saves for shorter text.
const MIN_ONE_BYTE_UNITS = 256;

// The runtime's function that tells whether the engine keeps a string as one byte a code unit. It is found when it is first
// needed, because node:v8 takes a millisecond to load.
let isOneByte = null;

function findIsOneByte() {
  try {
    const { isStringOneByteRepresentation: ask } = process.getBuiltinModule('node:v8');
    if (ask('\u00FF') === true && ask('\u0100') === false) return ask;
  } catch {
    // The runtime has no such function, or has its name alone: Node before 22.15, Bun and Deno.
  }
  return () => false;
}

/**
 * The flag of a text that is not short and that the engine keeps as one byte a code unit, so that none is above U+00FF; 0
 * for any other text. The core reads ASCII from such a string faster.
 */
function oneByteFlag(text) {
  if (text.length < MIN_ONE_BYTE_UNITS) return 0;
  isOneByte ??= findIsOneByte();
  return isOneByte(text) ? flags.oneByteText : 0;
}

/**
 * A Buffer of a long text when it is ASCII, else null. The engine keeps the text as one byte a code unit, so that the
 * runtime can copy it straight into the Buffer, which the core cannot.
 */
function copyLongAscii(text) {
  let bytes;
  try {
    bytes = Buffer.allocUnsafeSlow(text.length);
  } catch {
    return null; // The core then throws the error that says that there is no memory.
  }
  bytes.latin1Write(text);
  return isAscii(bytes) ? bytes : null;
}

/**
 * A Buffer of a long text in UTF-16LE. The engine keeps the text as one byte a code unit, so that it contains no surrogates, and
 * the runtime can widen it straight into the Buffer; null where there is no memory.
 */
function widenLongText(text) {
  try {
    const bytes = Buffer.allocUnsafeSlow(2 * text.length);
    bytes.ucs2Write(text);
    return bytes;
  } catch {
    return null; // The core then throws the error that says that there is no memory.
  }
}

// In UTF-16 code units: the longest text whose UTF-8 the runtime writes. From Node 26 on the runtime does so with vector
// instructions and without the copy of the text that Node-API makes: an EncodeStream takes 0.4 times as long for Japanese.
// Longer text is left to the core, which throws where there is no memory; the runtime would end the process.
const MAX_RUNTIME_UNITS = Number.parseInt(process.versions.node, 10) >= 26 ? 4 * 1024 * 1024 : 0;

// Captured at load, so that user code that replaces TextEncoder or its methods later cannot change the results.
const encoder = new TextEncoder();
const encodeByRuntime = Function.prototype.call.bind(TextEncoder.prototype.encode, encoder);

/** Encodes a long text: what encodeText() returns. */
function encodeLong(id, mode, text) {
  const flag = id === utf16le || binding.asciiCompatible[id] ? oneByteFlag(text) : 0;
  if (flag !== 0) {
    const bytes = id === utf16le ? widenLongText(text) : copyLongAscii(text);
    if (bytes !== null) return bytes;
  }
  if (id === utf8 && text.length <= MAX_RUNTIME_UNITS) {
    const { buffer, byteOffset, length } = encodeByRuntime(text);
    return Buffer.from(buffer, byteOffset, length);
  }
  return binding.encode(headOf(id, id === windows1252 ? mode | flag : mode), text);
}

/** Encodes a whole text: a Buffer, or { index, codePoint, read, output } after an error. */
function encodeText(id, mode, text) {
  const { length } = text;
  if (length > maxSharedBytes) return encodeLong(id, mode, text);
  const memory = memoryOfSlab();
  const flag = oneByteFlag(text);
  if (length <= maxShortUnits && flag === 0) {
    shortCall[0] = id;
    binding.encodeShort(text);
    const place = shortCall[1];
    if (place !== noPlace) return resultOf(place, memory);
  }
  return resultOf(binding.encode(headOf(id, mode | flag) | IN_SLAB_HEAD, text), memory);
}

/** Encodes a whole text as encodeText() does, into a Buffer with memory of its own. */
const encodeTextApart = (id, mode, text) => binding.encode(headOf(id, mode), text);

/**
 * Encodes a whole text in UTF-8: a Uint8Array with memory of its own. A short text is encoded in the slab and copied, because
 * a Buffer with memory of its own takes several times as long.
 */
const encodeUtf8Apart = (text) => plainBytes(encodeText(utf8, unencodables.fatal, text));

/**
 * Encodes a chunk of the stream that `state` carries: what encodeText() returns. No surrogate pair is split between two
 * chunks, so that each chunk of UTF-8 is a whole text.
 */
function encodeChunk(id, mode, text, isFirst, isLast, state) {
  if (id === utf8) return encodeText(id, mode, text);
  const head = headOf(id, mode | placeFlags(isFirst, isLast));
  if (text.length > maxSharedBytes) return binding.encode(head, text, state);
  const memory = memoryOfSlab();
  return resultOf(binding.encode(head | IN_SLAB_HEAD, text, state), memory);
}

/** Encodes a chunk as encodeChunk() does, into a Buffer with memory of its own. */
function encodeChunkApart(id, mode, text, isFirst, isLast, state) {
  const head = headOf(id, mode | placeFlags(isFirst, isLast));
  return binding.encode(head, text, state);
}

/**
 * Encodes a chunk, with nothing in the place of unencodable code points, of which it fills a list: a Buffer. The list has
 * room for one code point more than there are code units in the text.
 */
function encodeAround(id, text, isFirst, isLast, state, list) {
  const head = headOf(id, flags.inSlab | placeFlags(isFirst, isLast));
  const memory = memoryOfSlab();
  return resultOf(binding.encodeAround(head, text, state, list), memory);
}

/** Fills a list with the first unencodable code points of a text; returns how many it has found room for. */
const findUnencodables = (id, text, list) => binding.findUnencodables(id, text, list);

/** Encodes as much of a text as fits into a Uint8Array: { read, written }, and `codePoint` after an error. */
const encodeInto = (id, mode, text, target) => binding.encodeInto(headOf(id, mode), text, target);

/**
 * Returns { length, replacements } for the bytes that a text would be encoded to, or { index, codePoint } of a code point
 * that cannot be encoded.
 */
const measureText = (id, mode, text) => binding.measureText(headOf(id, mode), text);

/** How many unencodable code points of a stream have been replaced or skipped so far. */
const countReplacements = (state) => binding.progress(state).replacements;

module.exports = {
  countReplacements,
  encodeAround,
  encodeChunk,
  encodeChunkApart,
  encodeInto,
  encodeText,
  encodeTextApart,
  encodeUtf8Apart,
  findUnencodables,
  measureText,
  newEncodeState,
  unencodables,
};
