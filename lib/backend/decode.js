'use strict';

// Decodes streams to strings.

const { lengthOf } = require('../base/webidl.js');
const binding = require('./backend.js');
const { MAX_TABLE_BYTES, decodeByTables } = require('./decode-by-tables.js');
const { newState } = require('./pools.js');

const { decode, headOf, measureBytes, placeFlags } = binding;

/** Decodes a whole stream; returns the text, or the core's description of the error that ended it. */
function decodeWhole(head, bytes) {
  const length = lengthOf(bytes);
  if (length <= MAX_TABLE_BYTES) {
    const text = decodeByTables(head & 0xff, bytes, length);
    if (text !== null) return text;
  }
  return decode(head, bytes);
}

/** Makes the state of a new stream. */
const newDecodeState = () => newState(binding.decodeStateSize);

/**
 * Fills a list with the malformed sequences of a chunk, and moves the state, which is that of the stream before the chunk, to
 * its end: for each the index of its U+FFFD in the text, its offset from the offset in the stream that this returns, and its
 * length with its reason. A number `noMore` stands behind the last.
 */
function findMalformed(id, settings, bytes, isFirst, isLast, state, list) {
  const head = headOf(id, settings | placeFlags(isFirst, isLast));
  return binding.findMalformed(head, bytes, state, list);
}

module.exports = {
  /** Decodes a chunk of the stream whose state is the third argument; returns what decodeWhole() returns. */
  decodeChunk: decode,
  decodeWhole,
  findMalformed,
  /** Returns { length, replacements, firstError } of the text that bytes would be decoded to. */
  measureBytes,
  newDecodeState,
};
