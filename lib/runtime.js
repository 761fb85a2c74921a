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

// In UTF-16 code units: where a text begins with so many that are ASCII, the rest is looked at.
const PREFIX = 4096;

let isOneByte;

/**
 * A Buffer with the bytes of a long text, if it is ASCII, copied once, where the runtime tells whether a string has
 * one byte for each code unit (Node 22.15); else null.
 */
function asciiByRuntime(text) {
  isOneByte ??= require('node:v8').isStringOneByteRepresentation ?? (() => false);
  if (!isOneByte(text) || !isAscii(Buffer.from(text.slice(0, PREFIX), 'latin1'))) return null;
  let bytes;
  try {
    bytes = Buffer.from(text, 'latin1');
  } catch {
    return null; // the core says that there is no memory
  }
  return isAscii(bytes) ? bytes : null;
}

module.exports = { asciiByRuntime, isForRuntime };
