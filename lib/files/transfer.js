'use strict';

// Reads and writes bytes of open files, and waits for pipes.

const { readSync, writeSync } = require('node:fs');

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

module.exports = { readFull, whenReady, writeAll };
