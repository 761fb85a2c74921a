'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');

const binding = require('./native/load.js');

// From this version on V8 keeps the memory of long strings for the next.
const KEEPS_MEMORY = 14;

// The module takes a millisecond to load, and is needed for long strings only.
let getHeapSpaceStatistics = null;

/** How many bytes the objects take through which a garbage collection has to go. */
function usedHeap() {
  getHeapSpaceStatistics ??= require('node:v8').getHeapSpaceStatistics;
  let used = 0;
  for (const { space_name: name, space_used_size: size } of getHeapSpaceStatistics()) {
    // Large objects are strings for the most part, into which there is no need to look.
    if (!name.includes('large')) used += size;
  }
  return used;
}

/**
 * What a call for short input is asked, its head and where to write, and then how many bytes it has written: in
 * memory, because each argument of a native call has its price. The core knows one, whoever loads these files again.
 */
binding.call ??= Int32Array.of(0, 0, -1);

binding.configure(
  constants.MAX_STRING_LENGTH,
  usedHeap,
  Number.parseInt(process.versions.v8, 10) >= KEEPS_MEMORY,
  binding.call,
);

module.exports = binding;
