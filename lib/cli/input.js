'use strict';

// Opens files, reads them chunk by chunk, and writes bytes.

const { closeSync, readSync, writeSync } = require('node:fs');
const { FileError, attempt } = require('./errors.js');
const { openFound } = require('./files.js');

// Reads and writes file descriptors with the synchronous calls of node:fs, which are many times as fast as the others for
// small files, and which let a signal end the command at any time.

/** The number of bytes that are read and converted at once. */
const CHUNK_BYTES = 256 * 1024;

// In milliseconds: the pause before a pipe that is in non-blocking mode is tried again.
const PAUSE_MS = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Calls a function of node:fs again and again while another process keeps the pipe full or empty. */
function whenReady(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== 'EAGAIN' && error.code !== 'EINTR') throw error;
    }
    Atomics.wait(sleeper, 0, 0, PAUSE_MS);
  }
}

/** Reads what there is, at most as much as `buffer` takes; returns the number of bytes, which is 0 at the end. */
function readSome(descriptor, buffer) {
  try {
    return whenReady(() => readSync(descriptor, buffer, 0, buffer.length, null));
  } catch (error) {
    // On Windows the end of a pipe is an error.
    if (error.code === 'EOF') return 0;
    throw error;
  }
}

/** Reads from `position` on until `buffer` is full or the file ends; returns the number of bytes. */
function readFull(descriptor, buffer, position) {
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, position + length);
    if (count === 0) break;
    length += count;
  }
  return length;
}

/** Writes all bytes. */
function writeAll(descriptor, bytes) {
  for (let at = 0; at < bytes.length; ) {
    at += whenReady(() => writeSync(descriptor, bytes, at, bytes.length - at, null));
  }
}

const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/**
 * Opens a file that entriesOf() has found, or standard input where the path is null. `advice` follows the message that the file is a
 * folder. Returns what openFound() returns.
 */
function openInput(entry, advice) {
  if (entry.path === null) return { descriptor: 0 };
  const opened = openFound(entry);
  if (!opened.info.isDirectory()) return opened;
  closeSync(opened.descriptor);
  throw new FileError('EISDIR', `is a folder${advice}`);
}

function closeInput(descriptor) {
  if (descriptor !== 0) closeSync(descriptor);
}

/** Opens a file as openInput() does, calls `use(descriptor, info)`, and closes the file when that has ended. */
async function withInput(entry, use) {
  const { descriptor, info } = openInput(entry, '; -r reads the files in it');
  try {
    return await use(descriptor, info);
  } finally {
    closeInput(descriptor);
  }
}

/** The chunks of what is read once, such as a pipe. Each takes the memory of the last one, and none is empty. */
function* chunksOf(descriptor) {
  for (;;) {
    const length = attempt('read', () => readSome(descriptor, chunk));
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
  closeInput,
  openInput,
  readFull,
  readSome,
  withInput,
  writeAll,
};
