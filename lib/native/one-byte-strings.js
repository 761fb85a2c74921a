'use strict';

// Whether the engine keeps a string as one byte a code unit. The core reads ASCII from such a string faster.

// In UTF-16 code units: asking takes longer than it saves for shorter text.
const MIN_UNITS = 256;

// The runtime's function, found when it is first needed: node:v8 takes a millisecond to load.
let ask = null;

function findQuestion() {
  try {
    const { isStringOneByteRepresentation } = process.getBuiltinModule('node:v8');
    const isRight =
      isStringOneByteRepresentation('\u00FF') === true &&
      isStringOneByteRepresentation('\u0100') === false;
    if (isRight) return isStringOneByteRepresentation;
  } catch {
    // The runtime has no such function, or has its name alone.
  }
  return () => false;
}

/**
 * Whether a text is not short and the engine keeps it as one byte a code unit, so that none is above U+00FF. False is the
 * only answer where the runtime does not tell: Node before 22.15, Bun and Deno.
 */
function isOneByteString(text) {
  if (text.length < MIN_UNITS) return false;
  ask ??= findQuestion();
  return ask(text);
}

module.exports = { isOneByteString };
