'use strict';

// Whether this room does without everything that exists only for speed. Only tests set the variable, so that the plain ways
// are tested too: the results are the same. The core has an option of the build for its own part (src/base/plain.h).

function readPlain() {
  try {
    return process.env.WHATWG_TRANSCODER_PLAIN === '1';
  } catch {
    return false; // Deno may not be allowed to read the environment.
  }
}

module.exports = { isPlain: readPlain() };
