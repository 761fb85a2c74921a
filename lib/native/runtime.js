'use strict';

// What the runtime itself encodes faster than the core does: UTF-8 of some texts, and long ASCII. Node's own UTF-8
// is exact in every version but one. From V8 12 on it writes strings that V8 keeps as one byte a code unit without
// leaving compiled code, and from V8 14 on it writes every string with vector instructions.

const { isAscii } = require('node:buffer');
const { TextEncoder } = require('node:util');

const v8Major = Number.parseInt(process.versions.v8, 10);
const nodeMajor = Number.parseInt(process.versions.node, 10);
const hasVectorUtf8 = v8Major >= 14;

// Node 22.7.0 writes Latin-1 in the place of UTF-8. https://github.com/nodejs/node/issues/54521
const hasExactUtf8 = process.versions.node !== '22.7.0';

// In UTF-16 code units: the longest text whose UTF-8 the runtime writes into the slab.
const MAX_RUNTIME_UNITS = v8Major < 12 || !hasExactUtf8 ? 0 : hasVectorUtf8 ? 4096 : 256;
// In UTF-16 code units: the runtime is faster with longer text than this whatever its characters are, and with
// shorter text when its first code unit is below U+0100.
const ANY_TEXT_FROM_UNITS = hasVectorUtf8 ? 128 : MAX_RUNTIME_UNITS;

/** Whether the runtime is to write the UTF-8 of a text of short or middle length into the slab. */
function isForRuntime(text) {
  const { length } = text;
  return (
    length <= MAX_RUNTIME_UNITS && (text.charCodeAt(0) <= 0xff || length > ANY_TEXT_FROM_UNITS)
  );
}

// In UTF-16 code units: the longest text for the runtime's TextEncoder. TextEncoder ends the process when there is
// no memory for the bytes, so longer text is left to the core, which throws.
const MAX_ENCODER_UNITS = hasVectorUtf8 && nodeMajor >= 26 ? 4 * 1024 * 1024 : 0;
const encoder = new TextEncoder();
const { encode } = TextEncoder.prototype;

// In UTF-16 code units: how much of the beginning of a long text is looked at as a whole.
const PREFIX_UNITS = 1024;

/** Whether a text of at least one code unit is ASCII; takes time in proportion to its length. */
const isAsciiText = (text) => Buffer.byteLength(text) === text.length;

/**
 * Whether a long text is ASCII at its beginning and in four other places, where a page in another script would
 * seldom be. More places would cost more than they tell, because none of them is in the processor's cache.
 */
function looksAscii(text) {
  const step = text.length >> 2;
  for (let start = text.length - 16; start > 0; start -= step) {
    for (let at = start; at < start + 16; at++) {
      if (text.charCodeAt(at) > 0x7f) return false;
    }
  }
  return isAsciiText(text.slice(0, PREFIX_UNITS));
}

/** The UTF-8 of a text in memory of its own, where the runtime writes it with vector instructions; else null. */
function ownUtf8ByRuntime(text) {
  const isForEncoder = text.length > ANY_TEXT_FROM_UNITS && text.length <= MAX_ENCODER_UNITS;
  return isForEncoder ? encode.call(encoder, text) : null;
}

/** A Uint8Array with the UTF-8 of a long text, where the runtime writes it with vector instructions; else null. */
function utf8ByRuntime(text) {
  if (text.length > MAX_ENCODER_UNITS) return null;
  return looksAscii(text) ? Buffer.from(text) : encode.call(encoder, text);
}

// The runtime's function behind isOneByteString(), found when it is first needed: node:v8 takes a millisecond to load.
let askRuntime = null;

function findQuestion() {
  try {
    const { isStringOneByteRepresentation: ask } = process.getBuiltinModule('node:v8');
    if (ask('\u00FF') === true && ask('\u0100') === false) return ask;
  } catch {
    // The runtime has no such function, or has its name alone.
  }
  return () => false;
}

/**
 * Whether the engine keeps a string as one byte a code unit, so that none is above U+00FF. False says nothing of the
 * code units, and is the only answer where the runtime has no such question: Node before 22.15, Bun and Deno.
 */
function isOneByteString(text) {
  askRuntime ??= findQuestion();
  return askRuntime(text);
}

/** A Buffer with memory of its own and the bytes of a long text if it is ASCII; else null. */
function asciiByRuntime(text) {
  if (!looksAscii(text)) return null;
  // Where the engine keeps one byte a code unit, the copy itself can be looked at, which is quicker.
  const isOneByte = isOneByteString(text);
  if (!isOneByte && !isAsciiText(text)) return null;
  let bytes;
  try {
    bytes = Buffer.allocUnsafeSlow(text.length);
  } catch {
    return null; // The core then throws the error that says that there is no memory.
  }
  bytes.latin1Write(text);
  return !isOneByte || isAscii(bytes) ? bytes : null;
}

module.exports = {
  asciiByRuntime,
  isForRuntime,
  isOneByteString,
  looksAscii,
  ownUtf8ByRuntime,
  utf8ByRuntime,
};
