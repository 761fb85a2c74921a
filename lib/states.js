'use strict';

// Memory for the states of streams, many of which share an ArrayBuffer: to make one for each would take most
// of the time of a short stream.

// In bytes: no more is held on to by a state that lives long.
const SIZE = 2048;

const { fill, set } = Uint8Array.prototype;
const callOf = (method) => Function.prototype.call.bind(method);

/** copyState(target, source); like clearing one, by nothing that could be given another meaning. */
const copyState = callOf(set);
const fillState = callOf(fill);

/** The state of a new stream. */
const clearState = (state) => fillState(state, 0);

let memory = new ArrayBuffer(0);
let used = 0;

/** A Uint8Array of `size` zeros, which nobody else writes to. */
function newState(size) {
  if (memory.byteLength - used < size) {
    memory = new ArrayBuffer(SIZE);
    used = 0;
  }
  const state = new Uint8Array(memory, used, size);
  used += size;
  return state;
}

module.exports = { clearState, copyState, newState };
