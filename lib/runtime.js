'use strict';

// What the runtime itself does faster than the core. Its own UTF-8 is exact but in one version; strings of one
// byte for each code unit it writes without leaving compiled code from V8 12 on, and by vectors from V8 14 on.

const { isAscii } = require('node:buffer');

const v8 = Number.parseInt(process.versions.v8, 10);

// It writes Latin-1 there. https://github.com/nodejs/node/issues/54521
const isExact = process.versions.node !== '22.7.0';

// In UTF-16 code units: where the runtime is faster even if some are not ASCII.
const LONGEST = v8 < 12 || !isExact ? 0 : v8 < 14 ? 256 : 1024;

/** Whether the UTF-8 of a short text is for the runtime to write. The first code unit tells what most texts are. */
function isForRuntime(text) {
  return text.length <= LONGEST && text.charCodeAt(0) <= 0xff;
}

// In UTF-16 code units: up to so many the runtime makes a Buffer of UTF-8 faster than the core does.
const LONGEST_BUFFER = v8 < 14 ? 0 : 4096;

/** A Buffer with the UTF-8 of a text that is not long, where the runtime makes that faster; else null. */
function utf8ByRuntime(text) {
  return text.length <= LONGEST_BUFFER ? Buffer.from(text) : null;
}

// In UTF-16 code units: where a text begins with so many that are ASCII, the rest is looked at.
const PREFIX = 4096;

// In UTF-16 code units: shorter text is encoded in the time that V8 11 takes to say how it keeps it.
const LONG = 32768;

// Where the runtime counts the bytes of UTF-8 by vectors, however V8 keeps a string: as many as it has code units
// says that it is ASCII.
const countsQuickly = v8 >= 14;

let isOneByte;

/**
 * What tells whether a string has one byte for each code unit: the runtime itself, from Node 22.15 on. Else V8 11
 * does, by the tag of what it serializes, a piece of 16 code units, which is kept as the string that it is a piece of.
 */
function findIsOneByte() {
  const { isStringOneByteRepresentation, serialize } = require('node:v8');
  if (isStringOneByteRepresentation !== undefined) return isStringOneByteRepresentation;
  if (v8 !== 11) return () => false;
  const ONE_BYTE = 0x22;
  return (text) => text.length >= LONG && serialize(text.slice(0, 16))[2] === ONE_BYTE;
}

/** Whether the first, the last and some code units between are ASCII. */
function looksAscii(text) {
  const last = text.length - 1;
  for (let k = 0; k <= 8; k++) {
    if (text.charCodeAt(Math.floor((k * last) / 8)) > 0x7f) return false;
  }
  return true;
}

/**
 * A Buffer with the bytes of a long text, if it is ASCII, copied once, where the runtime tells that it is, or whether
 * it has one byte for each code unit; else null.
 */
function asciiByRuntime(text) {
  if (!looksAscii(text)) return null;
  if (countsQuickly) {
    if (Buffer.byteLength(text) !== text.length) return null;
  } else {
    isOneByte ??= findIsOneByte();
    if (!isOneByte(text) || !isAscii(Buffer.from(text.slice(0, PREFIX), 'latin1'))) return null;
  }
  let bytes;
  try {
    bytes = Buffer.allocUnsafe(text.length);
  } catch {
    return null; // the core says that there is no memory
  }
  bytes.latin1Write(text);
  return countsQuickly || isAscii(bytes) ? bytes : null;
}

module.exports = { asciiByRuntime, isForRuntime, utf8ByRuntime };
