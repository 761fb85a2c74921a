'use strict';

// What the runtime itself does faster than the core. Its own UTF-8 is exact but in one version; strings of one
// byte for each code unit it writes without leaving compiled code from V8 12 on, and by vectors from V8 14 on.

const { isAscii } = require('node:buffer');

const v8 = Number.parseInt(process.versions.v8, 10);

// It writes Latin-1 there. https://github.com/nodejs/node/issues/54521
const isExact = process.versions.node !== '22.7.0';

// In UTF-16 code units: where the runtime is faster even if some are not ASCII.
const LONGEST = v8 < 12 || !isExact ? 0 : v8 < 14 ? 256 : 4096;

/** Whether the UTF-8 of a short text is for the runtime to write. The first code unit tells what most texts are. */
function isForRuntime(text) {
  return text.length <= LONGEST && text.charCodeAt(0) <= 0xff;
}

// Where the runtime counts the bytes of UTF-8 by vectors, however V8 keeps a string: as many as it has code units
// says that it is ASCII.
const countsQuickly = v8 >= 14;

// V8 knows without looking at them that there is none in a string that it keeps as one byte for each. Whoever puts another
// function in the place of this one does so for others.
const beyondLatin1 = /[\u0100-\uffff]/;
const { exec } = RegExp.prototype;

/** Whether a long text is ASCII at its end and at some thirty places before. */
function looksAscii(text) {
  const step = text.length >> 5;
  for (let at = text.length - 1; at >= 0; at -= step) {
    if (text.charCodeAt(at) > 0x7f) return false;
  }
  return true;
}

/** Whether a text has no code unit above U+00FF. */
function isLatin1(text) {
  return exec.call(beyondLatin1, text) === null;
}

// In bytes: a Buffer is made for a text that begins with so much ASCII.
const PREFIX = 1024;

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

// In UTF-16 code units: up to so many the core is quicker, which has memory for their bytes ready.
const MIDDLE = 16 * 1024;

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

module.exports = { MIDDLE, asciiByRuntime, isForRuntime, isLatin1 };
