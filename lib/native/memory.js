'use strict';

// How the package uses memory, for each thread by itself:
//
// 1. Memory for conversions is used again and again; at most MOST_FREE bytes of it are kept while they are free.
// 2. What has not been used for between half a second and a second goes back to the system, unless the program never
//    returns to its event loop.
// 3. A long string may keep the memory that it was decoded into; the engine is told of all of it, and it goes back when
//    the string is collected.
// 4. That is so only in Node itself and where it is faster, as the figures below say.

/**
 * In bytes: a little more than one garbage collection gives back in a loop that makes long strings, so that the loop need
 * not touch fresh memory. Decoding HTML is 0.61 times as fast with 16 MB, 0.64 times with 64 MB (`npm run bench`, Node 20).
 */
const MOST_FREE = 256 * 1024 * 1024;

/** In milliseconds. */
const TICK = 500;

/** In bytes: strings of this size and more are large objects to V8, each of which needs fresh memory. */
const LARGE_OBJECT = 128 * 1024;

/** In bytes: strings of this size and more lead to as many garbage collections when they are V8's own. */
const ALWAYS = 8 * 1024 * 1024;

/**
 * In bytes: to V8 an external string is an old object, and 64 MB of them begin a collection of the whole heap. In a
 * larger heap that takes longer than to copy 64 MB.
 */
const SMALL_HEAP = 64 * 1024 * 1024;

/** From this version on V8 keeps the memory of long strings of one byte a code unit for the next. */
const KEEPS_MEMORY = 14;

/**
 * From which size on strings are external, in bytes. They never are outside Node itself: Bun and Deno release external
 * strings only when the event loop turns, and Electron may not allow them. `process` is the runtime's.
 */
function externalStrings({ release, versions }) {
  const isNode =
    release?.name === 'node' &&
    versions.bun === undefined &&
    versions.deno === undefined &&
    versions.electron === undefined;
  if (!isNode) {
    return { twoByteFrom: Infinity, oneByteFrom: Infinity, alwaysFrom: Infinity, smallHeap: 0 };
  }
  const keepsMemory = Number.parseInt(versions.v8, 10) >= KEEPS_MEMORY;
  return {
    twoByteFrom: LARGE_OBJECT,
    oneByteFrom: keepsMemory ? Infinity : LARGE_OBJECT,
    alwaysFrom: ALWAYS,
    smallHeap: SMALL_HEAP,
  };
}

/**
 * What the core is told of memory, for binding.configure(). The core keeps the two functions for as long as the thread
 * lives, so that they must not need what a module loader of tests takes away when a test ends, such as `require`.
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
    mostFree: MOST_FREE,

    /** How many bytes the objects take through which a garbage collection has to go. */
    usedHeap() {
      // The module takes a millisecond to load, and is needed for long strings only.
      v8 ??= getBuiltinModule('node:v8');
      let used = 0;
      for (const { space_name: name, space_used_size: size } of v8.getHeapSpaceStatistics()) {
        // Large objects are strings for the most part, into which there is no need to look.
        if (!name.includes('large')) used += size;
      }
      return used;
    },

    /** Has tick() called soon, and again for as long as it returns true. Keeps no process alive. */
    startClock() {
      timer = setTimeout(onTime, TICK);
      timer.unref();
    },
  };
}

module.exports = { externalStrings, memorySettings };
