'use strict';

// Opens files, and reads them chunk by chunk.

const { closeSync, readSync } = require('node:fs');
const { FileError, attempt } = require('../files/errors.js');
const { openFound } = require('../files/files.js');
const { readFull, whenReady } = require('../files/transfer.js');

// Reads and writes file descriptors with the synchronous calls of node:fs, which are many times as fast as the others for
// small files, and which let a signal end the command at any time.

/** The number of bytes that are read and converted at once. */
const CHUNK_BYTES = 256 * 1024;

const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Reads what there is, at most a chunk; returns the number of bytes, which is 0 at the end. */
function readSome(descriptor) {
  try {
    return whenReady(() => readSync(descriptor, chunk));
  } catch (error) {
    // On Windows the end of a pipe is an error.
    if (error.code === 'EOF') return 0;
    throw error;
  }
}

/**
 * Opens a file that entriesOf() has found, or standard input where the path is null, calls `use(descriptor, info)`, and closes the file when
 * that has ended. `advice` follows the message that the file is a folder.
 */
async function withInput(entry, use, advice = '; -r reads the files in it') {
  if (entry.path === null) return use(0);
  const { descriptor, info } = openFound(entry);
  try {
    if (info.isDirectory()) throw new FileError('EISDIR', `is a folder${advice}`);
    return await use(descriptor, info);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Yields the chunks of a source that can be read only once, such as a pipe. Each chunk lies in the memory of the chunk before it. No chunk is
 * empty. The message of an error contains `action`.
 */
function* chunksOf(descriptor, action = 'read') {
  for (;;) {
    const length = attempt(action, () => readSome(descriptor));
    if (length === 0) return;
    yield chunk.subarray(0, length);
  }
}

/**
 * The chunks of an open file from its beginning on, which may be read again. Each takes the memory of the last one. Only the
 * last has fewer than CHUNK_BYTES, and may be empty. `action` is what the message of an error says.
 */
function* chunksFromStart(descriptor, action = 'read') {
  for (let at = 0; ; at += CHUNK_BYTES) {
    const length = attempt(action, () => readFull(descriptor, chunk, at));
    yield chunk.subarray(0, length);
    if (length < CHUNK_BYTES) return;
  }
}

module.exports = {
  CHUNK_BYTES,
  chunksFromStart,
  chunksOf,
  withInput,
};
