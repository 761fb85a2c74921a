'use strict';

// Text to bytes, by the core. In these functions `id` is the core's number of an encoding, and `mode` is one of
// `unencodables`.

const { plainBytes } = require('../base/webidl.js');
const binding = require('./backend.js');
const { encodeApartByNode, encodeByNode } = require('./encode-by-node.js');
const { MAX_TABLE_UNITS, encodeByTables } = require('./encode-by-tables.js');

const { IN_SLAB_DESCRIPTOR, MAX_SHORT, answerBytes, answers, encodeShort, descriptorOf, idOfName } =
  binding;
const { maxSharedBytes, newState, outcomes, placeFlags, resultOf, shortResult, slab } = binding;
const { answer: fields, beginShort, findUnencodables, unencodables } = binding;

const utf8 = idOfName('UTF-8');

/** The state of a new stream of text. */
const newEncodeState = () => newState(binding.encodeStateSize);

/** Encodes a whole text: a Buffer, or { index, codePoint, read, output } after an error. */
function encodeText(id, mode, text) {
  const descriptor = descriptorOf(id, mode);
  const { length } = text;
  if (length <= MAX_TABLE_UNITS) {
    const bytes = encodeByTables(id, text, length);
    if (bytes !== null) return bytes;
  }
  const written = encodeByNode(id, text, length);
  if (written !== null) return written;
  if (length > maxSharedBytes) return binding.encode(descriptor, text);
  if (length <= MAX_SHORT) {
    const memory = beginShort(descriptor);
    encodeShort(text);
    const bytes = shortResult(memory);
    if (bytes !== null) return bytes;
  }
  return resultOf(slab.memory, binding.encode(descriptor | IN_SLAB_DESCRIPTOR, text));
}

/** Encodes a whole text as encodeText() does, into a Buffer with memory of its own. */
const encodeTextApart = (id, mode, text) =>
  encodeApartByNode(id, text) ?? binding.encode(descriptorOf(id, mode), text);

/**
 * Encodes a whole text in UTF-8: a Uint8Array with memory of its own. A short text is encoded in memory that results share, and copied,
 * because a Buffer with memory of its own takes several times as long.
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
