'use strict';

// Reads the environment variables that demand something of this room.

const { invalidArgument } = require('../base/errors.js');

/** Returns the value of an environment variable; an empty string where it is not set, or may not be read, as in Deno. */
function variable(name) {
  try {
    return process.env[name] ?? '';
  } catch {
    return '';
  }
}

/** Returns 'native' or 'wasm' when WHATWG_TRANSCODER_BACKEND says so, and undefined when it is not set or is empty. */
function demandedBackend() {
  const name = variable('WHATWG_TRANSCODER_BACKEND');
  if (name === '') return undefined;
  if (name === 'native' || name === 'wasm') return name;
  throw invalidArgument('WHATWG_TRANSCODER_BACKEND', "'native' or 'wasm'", name);
}

/**
 * Whether this room does without everything that exists only for speed. Only tests set the variable, so that the plain ways are
 * tested too: the results are the same. The core has an option of the build for its own part (src/base/plain.h).
 */
const isPlain = variable('WHATWG_TRANSCODER_PLAIN') === '1';

module.exports = { demandedBackend, isPlain };
