'use strict';

// Memory for the states of streams. Many states share an ArrayBuffer, because making one for each would take most of the
// time of a short stream.

const { copyBytes } = require('../base/webidl.js');

// In bytes: a state that lives long keeps so much memory alive.
const SHARED_BYTES = 2048;

const { fill } = Uint8Array.prototype;

/** copyState(target, source). */
const copyState = copyBytes;
// Captured at load, so that later changes to the prototype do not reach it.
const fillState = Function.prototype.call.bind(fill);

/** The state of a new stream. */
const clearState = (state) => fillState(state, 0);

let memory = new ArrayBuffer(0);
let used = 0;

/** A Uint8Array of `size` zeros, which nobody else writes to. */
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
