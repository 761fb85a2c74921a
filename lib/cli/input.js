'use strict';

// Opens the files that are read from their beginning to their end, and reads them chunk by chunk.

const { closeSync, fstatSync, openSync } = require('node:fs');
const { CHUNK_BYTES, readSome } = require('./bytes-io.js');
const { FileError, attempt } = require('./errors.js');

const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Opens a file, or standard input for null. `advice` follows the message that the file is a folder. */
function openInput(path, advice = '') {
  if (path === null) return 0;
  const descriptor = attempt('open', () => openSync(path));
  if (!fstatSync(descriptor).isDirectory()) return descriptor;
  closeSync(descriptor);
  throw new FileError('EISDIR', `is a folder${advice}`);
}

function closeInput(descriptor) {
  if (descriptor !== 0) closeSync(descriptor);
}

/** Calls `read` with each chunk of an open file. The next chunk takes the memory of the last. */
function readChunks(descriptor, read) {
  for (;;) {
    const length = attempt('read', () => readSome(descriptor, chunk));
    if (length === 0) return;
    read(chunk.subarray(0, length));
  }
}

module.exports = { closeInput, openInput, readChunks };
