'use strict';

// The core. Everything else in lib/ reaches it through here. Two backends run the core: the native addon and a WebAssembly
// module; package.json says under `imports` which file chooses between them in which runtime.
//
// Both have the same calls (src/node/*.h), and the same description of the core (src/protocol/description.cc): the names and
// labels of the encodings by their numbers, what can be said of each encoding, and the numbers that both sides know.
//
// The head, the first argument of most calls, is packed here: an encoding's number and flags in one number, because each
// argument takes time.

const { description, ...calls } = require('#backend');

const { flagsShift, start, stream, toShift } = description.flags;

/** The head of a call for one encoding. */
const headOf = (id, callFlags) => id | (callFlags << flagsShift);

/** The head of a call that transcodes. */
const transcodeHeadOf = (from, to, callFlags) => headOf(from, callFlags) | (to << toShift);

/** The flags of a chunk's place in its stream. */
const placeFlags = (isFirst, isLast) => (isFirst ? start : 0) | (isLast ? 0 : stream);

module.exports = { ...calls, ...description, headOf, placeFlags, transcodeHeadOf };
