'use strict';

// The native core. Everything else in lib/ reaches it through here.

const { constants } = require('node:buffer');

const file = '../build/Release/whatwg_transcoder.node';

function load() {
  try {
    return require('../build/Release/whatwg_transcoder.node');
  } catch (cause) {
    throw new Error(
      `whatwg-transcoder: cannot load the native addon for ${process.platform}-${process.arch} ` +
        `from ${require('node:path').resolve(__dirname, file)}. Run "npm run build" in a checkout.`,
      { cause },
    );
  }
}

const binding = load();

// From this version on V8 keeps the memory of long strings at hand for the next.
const QUICK_V8 = 14;

// Asked for long strings only: the module takes a millisecond to load.
let getHeapStatistics = null;

function usedHeap() {
  getHeapStatistics ??= require('node:v8').getHeapStatistics;
  return getHeapStatistics().used_heap_size;
}

binding.configure(
  constants.MAX_STRING_LENGTH,
  usedHeap,
  Number.parseInt(process.versions.v8, 10) < QUICK_V8,
);

module.exports = binding;
