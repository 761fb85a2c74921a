'use strict';

// Decodes streams to strings. In these functions `id` is the core's number of an encoding, and `settings` are flags of decoding.

const { lengthOf } = require('../base/webidl.js');
const binding = require('./backend.js');
const { MAX_TABLE_BYTES, decodeByTables } = require('./decode-by-tables.js');

const { answerBytes, answers, decode, descriptorOf, measureBytes: measure } = binding;
const { answer: fields, newState, placeFlags, reasons } = binding;

/** Decodes a whole stream; returns the text, or the core's description of the error that ended it. */
function decodeWhole(id, settings, bytes) {
  const length = lengthOf(bytes);
  if (length <= MAX_TABLE_BYTES) {
    const text = decodeByTables(id, bytes, length);
    if (text !== null) return text;
  }
  return decode(descriptorOf(id, settings), bytes);
}

/** Makes the state of a new stream. */
const newDecodeState = () => newState(binding.decodeStateSize);

/** Decodes a chunk of the stream that `state` carries; returns what decodeWhole() returns. */
const decodeChunk = (id, settings, bytes, isFirst, isLast, state) =>
  decode(descriptorOf(id, settings | placeFlags(isFirst, isLast)), bytes, state);

/** Returns { length, replacements, firstError } of the text that bytes would be decoded to; `firstError` may be undefined. */
function measureBytes(id, settings, bytes) {
  measure(descriptorOf(id, settings), bytes, answerBytes);
  const reason = answers[fields.reason];
  return {
    length: answers[fields.written],
    replacements: answers[fields.replacements],
    firstError:
      reason === 0
        ? undefined
        : {
            offset: answers[fields.offset],
            length: answers[fields.length],
            reason: reasons[reason],
          },
  };
}

module.exports = { decodeChunk, decodeWhole, measureBytes, newDecodeState };
