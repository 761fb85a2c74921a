'use strict';

// What the runtime itself does faster than the core. Its own UTF-8 is exact; strings of one byte for each code
// unit it writes without leaving compiled code from V8 12 on, and by vectors from V8 14 on.

const v8 = Number.parseInt(process.versions.v8, 10);

// In UTF-16 code units: where the runtime is faster even if some are not ASCII.
const LONGEST = v8 >= 14 ? 1024 : v8 >= 12 ? 256 : 0;

/** Whether the UTF-8 of a short text is for the runtime to write. The first code unit tells what most texts are. */
function isForRuntime(text) {
  return text.length <= LONGEST && text.charCodeAt(0) <= 0xff;
}

/** A Buffer with the bytes of a long text of ASCII code points; null for what the core is faster with. */
function asciiByRuntime(text) {
  if (v8 < 14 || text.charCodeAt(0) > 0x7f) return null;
  return Buffer.byteLength(text) === text.length ? Buffer.from(text, 'latin1') : null;
}

module.exports = { asciiByRuntime, isForRuntime };
