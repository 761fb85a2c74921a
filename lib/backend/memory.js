'use strict';

// Sets up the addon. How the package uses memory, in each thread by itself:
//
// 1. Memory for conversions is used again and again. At most MAX_FREE_BYTES of it are kept while they are free.
// 2. Memory that has not been used for a time between half a second and a second goes back to the system, unless the
//    program never returns to its event loop.
// 3. A long string may be external to the engine's heap: it keeps the memory that it was decoded into. The engine is
//    told of all of that memory, which goes back when the string is collected.
// 4. Strings are external only in Node itself, and only where that is faster, as the figures below say.

const { constants } = require('node:buffer');

/**
 * In bytes: a little more than one garbage collection gives back in a loop that makes long strings, so that the loop need
 * not touch fresh memory. With 64 MB, decoding HTML is 0.6 times as fast (`npm run bench -- --only html`, Node 20).
 */
const MAX_FREE_BYTES = 256 * 1024 * 1024;

/** In milliseconds: the time between two ticks of the clock that gives memory back. */
const TICK_MILLISECONDS = 500;

/**
 * In bytes of a string: V8 needs fresh memory for each string of this length or more. In a heap of 4 MB, external strings
 * of 300 KB to 10 MB are made two to four times as fast as copied ones (Node 20 and 26).
 */
const EXTERNAL_FROM_BYTES = 128 * 1024;

/**
 * From this version on V8 keeps the memory of a string of some 300 KB for the next one, and copied strings of that length are as fast as
 * external ones. In a heap of 60 MB external strings of 1.2 MB are three times as fast, and those of 16 MB twice (Node 26).
 */
const KEEPS_MEMORY_FROM_V8 = 14;

/** In bytes of a string: where V8 keeps memory, a string of this length or more is external. */
const EXTERNAL_FROM_BYTES_WHERE_KEPT = 512 * 1024;

/** In bytes of a string: strings of this length or more begin as many garbage collections when V8 copies them. */
const ALWAYS_EXTERNAL_FROM_BYTES = 8 * 1024 * 1024;

/**
 * In bytes: an external string is an old object to V8, and 64 MB of them begin a collection of the whole heap. In a
 * larger heap than this one, that takes longer than to copy 64 MB. In a heap of 30 MB, external strings of 300 KB to 1 MB
 * take 0.5 to 0.8 times as long as copied ones, and in a heap of 300 MB up to five times as long (Node 20). Objects that are
 * not collected yet count as well, so that a heap often seems larger than it is. `npm run bench -- --only heap` measures calls.
 */
const MAX_SMALL_HEAP_BYTES = 64 * 1024 * 1024;

/**
 * Returns from which length on strings are external, in bytes. They never are outside Node itself: Bun and Deno release external strings
 * only when the event loop turns, and Electron may not allow them. The argument is `process` of the runtime.
 */
function externalStrings({ release, versions }) {
  const hasThem =
    release?.name === 'node' &&
    versions.bun === undefined &&
    versions.deno === undefined &&
    versions.electron === undefined;
  const keepsMemory = Number.parseInt(versions.v8, 10) >= KEEPS_MEMORY_FROM_V8;
  const from = keepsMemory ? EXTERNAL_FROM_BYTES_WHERE_KEPT : EXTERNAL_FROM_BYTES;
  return {
    from: hasThem ? from : Infinity,
    alwaysFrom: hasThem ? ALWAYS_EXTERNAL_FROM_BYTES : Infinity,
    smallHeap: hasThem ? MAX_SMALL_HEAP_BYTES : 0,
  };
}

/**
 * The settings of memory for binding.configure(). The core keeps the two functions as long as the thread lives. A test
 * runner's module loader takes `require` away when a test ends, so these functions do without it.
 */
function memorySettings(tick) {
  const { getBuiltinModule } = process;
  // Captured at load, so that tests that replace timers later do not stop this one.
  const { setTimeout } = getBuiltinModule('node:timers');
  let v8 = null;
  let timer = null;

  const onTime = () => {
    if (tick()) timer.refresh();
    else timer = null;
  };

  return {
    ...externalStrings(process),
    maxFree: MAX_FREE_BYTES,

    /** How many bytes of objects a garbage collection has to go through. */
    usedHeap() {
      // The module takes a millisecond to load, and only long strings need it.
      v8 ??= getBuiltinModule('node:v8');
      let used = 0;
      for (const { space_name: name, space_used_size: size } of v8.getHeapSpaceStatistics()) {
        // Most large objects are strings, which a collection does not look into.
        if (!name.includes('large')) used += size;
      }
      return used;
    },

    /** Calls tick() soon, and again as long as it returns true. The timer keeps no process alive. */
    startClock() {
      timer = setTimeout(onTime, TICK_MILLISECONDS);
      timer.unref();
    },
  };
}

/** Returns the backend that the addon is. */
function backendOf(addon) {
  // Only the first call in a thread has an effect.
  addon.configure({ maxStringLength: constants.MAX_STRING_LENGTH, ...memorySettings(addon.tick) });
  // Who loads these files again, as test runners do, shares the slab with the first loader. backend.js says what it is.
  addon.slab ??= { memory: null, start: new Int32Array(2) };
  // A copy: V8 finds the properties of the addon's own object, to which they were added one by one, by a hash table, which
  // takes as long as a native call.
  return { ...addon, backend: 'native', description: JSON.parse(addon.description) };
}

module.exports = { backendOf, externalStrings };
