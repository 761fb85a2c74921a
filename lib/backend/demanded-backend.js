'use strict';

// Reads the environment variable that demands a backend.

const { invalidArgument } = require('../base/errors.js');

/** Returns 'native' or 'wasm' when WHATWG_TRANSCODER_BACKEND says so, and undefined when it is not set or is empty. */
function demandedBackend() {
  let name;
  try {
    name = process.env.WHATWG_TRANSCODER_BACKEND;
  } catch {
    // Deno may not be allowed to read the environment.
  }
  if (name === undefined || name === '') return undefined;
  if (name !== 'native' && name !== 'wasm') {
    throw invalidArgument('WHATWG_TRANSCODER_BACKEND', "'native' or 'wasm'", name);
  }
  return name;
}

module.exports = { demandedBackend };
