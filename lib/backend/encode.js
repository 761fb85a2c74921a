'use strict';

// Text to bytes, by the core. In these functions `id` is the core's number of an encoding, and `mode` is one of
// `unencodables`.

const { isAscii } = require('node:buffer');
const { plainBytes } = require('../base/webidl.js');
const binding = require('./backend.js');
const { MAX_TABLE_UNITS, encodeByTables } = require('./encode-by-tables.js');

const { IN_SLAB_DESCRIPTOR, MAX_SHORT, answerBytes, answers, encodeShort, descriptorOf, idOfName } =
  binding;
const { maxSharedBytes, newState, outcomes, placeFlags, resultOf, shortResult, slab } = binding;
const { answer: fields, beginShort, findUnencodables, isPlain, unencodables } = binding;
const { asciiCompatible, encoderStates } = binding;

const utf8 = idOfName('UTF-8');

// Captured at load, so that user code that replaces the methods later cannot change the results.
const { allocUnsafeSlow, byteLength, from: bufferFrom } = Buffer;
const writeTo = Function.prototype.call.bind(Buffer.prototype.write);

// The function of Node 22.15 and later that tells whether the engine keeps a string as one byte for each code unit. It is found when
// it is first needed, because node:v8 takes a millisecond to load.
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

// In UTF-16 code units: what is looked at in the middle of a long text. Markup begins with ASCII in every language.
const SAMPLE_UNITS = 1024;

/**
 * Returns a Buffer of a long text that Node writes up to twice as fast as the core, for which Node-API first makes a copy of each text;
 * null for other text. Node does so where the engine keeps one byte for each code unit: with ASCII, and in UTF-8 with other letters, too.
 */
function writtenByNode(id, text) {
  if (isPlain || !asciiCompatible[id] || encoderStates[id]) return null;
  isOneByte ??= findIsOneByte();
  if (!isOneByte(text)) return null;
  const { length } = text;
  const middle = length >> 1;
  try {
    if (isAscii(bufferFrom(text.slice(middle, middle + SAMPLE_UNITS), 'latin1'))) {
      const bytes = allocUnsafeSlow(length);
      writeTo(bytes, text, 'latin1');
      if (isAscii(bytes)) return bytes;
    }
    if (id !== utf8) return null;
    const bytes = allocUnsafeSlow(byteLength(text));
    writeTo(bytes, text);
    return bytes;
  } catch {
    return null; // There is no memory, of which the core's error tells.
  }
}

/** The state of a new stream of text. */
const newEncodeState = () => newState(binding.encodeStateSize);

/** Encodes a whole text: a Buffer, or { index, codePoint, read, output } after an error. */
function encodeText(id, mode, text) {
  const descriptor = descriptorOf(id, mode);
  const { length } = text;
  if (length > maxSharedBytes) return writtenByNode(id, text) ?? binding.encode(descriptor, text);
  if (length <= MAX_TABLE_UNITS) {
    const bytes = encodeByTables(id, text, length);
    if (bytes !== null) return bytes;
  }
  if (length <= MAX_SHORT) {
    const memory = beginShort(descriptor);
    encodeShort(text);
    const bytes = shortResult(memory);
    if (bytes !== null) return bytes;
  }
  return resultOf(slab.memory, binding.encode(descriptor | IN_SLAB_DESCRIPTOR, text));
}

/** Encodes a whole text as encodeText() does, into a Buffer with memory of its own. */
const encodeTextApart = (id, mode, text) => binding.encode(descriptorOf(id, mode), text);

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
  const descriptor = descriptorOf(id, mode | placeFlags(isFirst, isLast));
  if (text.length > maxSharedBytes) return binding.encode(descriptor, text, state);
  return resultOf(slab.memory, binding.encode(descriptor | IN_SLAB_DESCRIPTOR, text, state));
}

/** Encodes a chunk as encodeChunk() does, into a Buffer with memory of its own. */
function encodeChunkApart(id, mode, text, isFirst, isLast, state) {
  const descriptor = descriptorOf(id, mode | placeFlags(isFirst, isLast));
  return binding.encode(descriptor, text, state);
}

/**
 * Encodes a chunk, with nothing in the place of unencodable code points, of which it fills a list: a Buffer. The list has
 * room for one code point more than there are code units in the text.
 */
function encodeAround(id, text, isFirst, isLast, state, list) {
  const descriptor = descriptorOf(id, placeFlags(isFirst, isLast));
  return resultOf(
    slab.memory,
    binding.encodeAround(descriptor | IN_SLAB_DESCRIPTOR, text, state, list),
  );
}

/** Encodes as much of a text as fits into a Uint8Array: { read, written }, and `codePoint` after an error. */
function encodeInto(id, mode, text, target) {
  binding.encodeInto(descriptorOf(id, mode), text, target, answerBytes);
  const read = answers[fields.read];
  const written = answers[fields.written];
  return answers[fields.outcome] === outcomes.unencodable
    ? { read, written, codePoint: answers[fields.codePoint] }
    : { read, written };
}

/**
 * Returns { length, index, codePoint }: how many bytes a text would be encoded to, or the code point that cannot be encoded,
 * whose index is -1 where there is none.
 */
function measureText(id, mode, text) {
  binding.measureText(descriptorOf(id, mode), text, answerBytes);
  const index = answers[fields.outcome] === outcomes.unencodable ? answers[fields.offset] : -1;
  return { length: answers[fields.written], index, codePoint: answers[fields.codePoint] };
}

module.exports = {
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
