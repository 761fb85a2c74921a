'use strict';

// The native core. Everything else in lib/ reaches it through here, and packs the head here: the first argument of most
// calls, which is an encoding's number and flags in one number, because each argument takes time. The addon says all numbers
// (src/node/protocol.h).

const { constants } = require('node:buffer');
const addon = require('./load.js');
const { memorySettings } = require('./memory.js');

// Who loads these files again, as test runners do, shares what the first loader has given to the core.
if (addon.shortCall === undefined) {
  const shortCall = Uint32Array.of(0, 0);
  addon.configure({
    maxStringLength: constants.MAX_STRING_LENGTH,
    shortCall,
    ...memorySettings(addon.tick),
  });
  addon.shortCall = shortCall;
}

// The core knows one slab, which copies of these files that are loaded again share. pools.js says what the slab is.
addon.slab ??= { bytes: Buffer.alloc(0), memory: null };

const { flagsShift, start, stream, toShift } = addon.flags;

/** The head of a call for one encoding. */
const headOf = (id, callFlags) => id | (callFlags << flagsShift);

/** The head of a call that transcodes. */
const transcodeHeadOf = (from, to, callFlags) => headOf(from, callFlags) | (to << toShift);

/** The flags of a chunk's place in its stream. */
const placeFlags = (isFirst, isLast) => (isFirst ? start : 0) | (isLast ? 0 : stream);

// A copy: V8 finds the properties of the addon's own object, to which they were added one by one, by a hash table, which
// takes as long as a native call.
module.exports = { ...addon, headOf, placeFlags, transcodeHeadOf };
