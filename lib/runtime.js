'use strict';

// What the runtime itself does faster than the core. Its own UTF-8 is exact but in one version; strings of one
// byte for each code unit it writes without leaving compiled code from V8 12 on, and all by vectors from V8 14 on.

const { isAscii } = require('node:buffer');
const { TextEncoder } = require('node:util');

const v8 = Number.parseInt(process.versions.v8, 10);
const node = Number.parseInt(process.versions.node, 10);
const writesByVectors = v8 >= 14;

// It writes Latin-1 there. https://github.com/nodejs/node/issues/54521
const isExact = process.versions.node !== '22.7.0';

// In UTF-16 code units: up to so many the core is quicker than to make a Buffer of its own for each result, since it
// has memory for their bytes ready.
const MIDDLE = 16 * 1024;

// In UTF-16 code units: where the runtime is faster even if some are not ASCII, and from where on whatever they are.
const LONGEST = v8 < 12 || !isExact ? 0 : writesByVectors ? MIDDLE : 256;
const ANY_FROM = writesByVectors ? 128 : LONGEST;

/**
 * Whether the UTF-8 of a text of short or middle length is for the runtime to write. The first code unit tells what
 * most texts are.
 */
function isForRuntime(text) {
  const { length } = text;
  return length <= LONGEST && (text.charCodeAt(0) <= 0xff || length > ANY_FROM);
}

// In UTF-16 code units: the longest text for the runtime's TextEncoder, which ends the process where there is no memory
// for its bytes.
const MOST = writesByVectors && node >= 26 ? 4 * 1024 * 1024 : 0;
const encoder = new TextEncoder();
const { encode } = TextEncoder.prototype;

// There the runtime also counts the bytes of UTF-8 by vectors, however V8 keeps a string: as many as it has code units
// says that it is ASCII.
const countsQuickly = writesByVectors;

// V8 knows without looking at them that there is none in a string that it keeps as one byte for each. Whoever puts another
// function in the place of this one does so for others.
const beyondLatin1 = /[\u0100-\uffff]/;
const { exec } = RegExp.prototype;

// In UTF-16 code units: so much of the beginning of a text tells a little more than its other places.
const PREFIX = 1024;

/**
 * Whether a long text is ASCII in four places, where a page in another script may be, and Latin-1 at its beginning, where
 * that is not. At thirty places, what takes time is that they are not in the cache.
 */
function looksAscii(text) {
  const step = text.length >> 2;
  for (let start = text.length - 16; start > 0; start -= step) {
    for (let at = start; at < start + 16; at++) {
      if (text.charCodeAt(at) > 0x7f) return false;
    }
  }
  return isLatin1(text.slice(0, PREFIX));
}

/** Whether a text of more than so many code units is for the runtime's TextEncoder. */
const isForEncoder = ({ length }, from) => length > from && length <= MOST;

/** The UTF-8 of a text in memory of its own, where the runtime makes that by vectors; else null. */
function ownUtf8ByRuntime(text) {
  return isForEncoder(text, ANY_FROM) ? encode.call(encoder, text) : null;
}

/** A Uint8Array with the UTF-8 of a long text, where the runtime makes that by vectors; else null. */
function utf8ByRuntime(text) {
  if (!isForEncoder(text, MIDDLE)) return null;
  return looksAscii(text) ? Buffer.from(text) : encode.call(encoder, text);
}

/** Whether a text has no code unit above U+00FF. */
function isLatin1(text) {
  return exec.call(beyondLatin1, text) === null;
}

let prefix;

/** Whether the beginning of a text that is Latin-1 is ASCII. */
function beginsAscii(text) {
  prefix ??= Buffer.alloc(PREFIX);
  prefix.latin1Write(text, 0, PREFIX);
  return isAscii(prefix);
}

/** Whether a long text is, or where the runtime does not count quickly may be, ASCII. */
function mayBeAscii(text) {
  if (!looksAscii(text)) return false;
  return countsQuickly
    ? Buffer.byteLength(text) === text.length
    : isLatin1(text) && beginsAscii(text);
}

/** A Buffer with the bytes of a long text, if it is ASCII, copied once; else null. */
function asciiByRuntime(text) {
  if (text.length <= MIDDLE || !mayBeAscii(text)) return null;
  let bytes;
  try {
    bytes = Buffer.allocUnsafe(text.length);
  } catch {
    return null; // the core says that there is no memory
  }
  bytes.latin1Write(text);
  return countsQuickly || isAscii(bytes) ? bytes : null;
}

module.exports = {
  MIDDLE,
  asciiByRuntime,
  isForRuntime,
  isLatin1,
  looksAscii,
  ownUtf8ByRuntime,
  utf8ByRuntime,
};
