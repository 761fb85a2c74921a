'use strict';

// How the first argument of native calls, the head, is packed: an encoding's number and flags, in one number because
// each argument takes time. The addon says all numbers (src/node/protocol.h).

const { flags, noMore, numbersEach, unencodables } = require('./backend.js');

const {
  fatal: FATAL,
  ignoreBOM: IGNORE_BOM,
  inSlab: IN_SLAB,
  keepText: KEEP_TEXT,
  oneByteText: ONE_BYTE_TEXT,
  start: START,
  stream: STREAM,
} = flags;
const { flagsShift, toShift } = flags;

/** The head of a call for one encoding. */
const headOf = (id, callFlags) => id | (callFlags << flagsShift);

/** The head of a call that transcodes. */
const transcodeHeadOf = (from, to, callFlags) => from | (callFlags << flagsShift) | (to << toShift);

/** The flags of a chunk's place in its stream. */
const placeFlags = (isFirst, isLast) => (isFirst ? START : 0) | (isLast ? 0 : STREAM);

module.exports = {
  /** How many numbers a list of unencodable code points has for each: its index, the code point, and its place. */
  EACH: numbersEach,
  FATAL,
  IGNORE_BOM,
  IN_SLAB,
  KEEP_TEXT,
  /** The code point behind the last one in a list that encodeAround() has filled. */
  NO_MORE: noMore,
  ONE_BYTE_TEXT,
  START,
  STREAM,
  headOf,
  placeFlags,
  transcodeHeadOf,
  /** By name, what encoding does with code points that the encoding does not contain. */
  unencodables,
};
