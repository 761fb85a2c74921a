'use strict';

// Memory for the states of streams. Many states share one ArrayBuffer, because making one for each would take most of the
// time of a short stream.

const { copyBytes } = require('../base/webidl.js');

// In bytes: the size of the ArrayBuffer, which one state with a long life keeps alive.
const SHARED_BYTES = 2048;

const { fill } = Uint8Array.prototype;

/** copyState(target, source) copies all bytes of a state. */
const copyState = copyBytes;
// Captured at load, so that later changes to the prototype do not reach it.
const fillState = Function.prototype.call.bind(fill);

/** Sets a state to that of a new stream. */
const clearState = (state) => fillState(state, 0);

let memory = new ArrayBuffer(0);
let used = 0;

/** Returns a Uint8Array of `size` zeros for one stream: nothing else writes to it. */
function newState(size) {
  if (memory.byteLength - used < size) {
    memory = new ArrayBuffer(SHARED_BYTES);
    used = 0;
  }
  const state = new Uint8Array(memory, used, size);
  used += size;
  return state;
}

module.exports = { clearState, copyState, newState };
