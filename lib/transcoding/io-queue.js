'use strict';

// The bytes that a decoder has still to read after an error in a stream.

const { lengthOf } = require('../base/webidl.js');

/**
 * Bytes that wait to be decoded: they are added at the end and read from the front. Each byte is copied a bounded number
 * of times on average, in whatever order the calls come.
 * https://encoding.spec.whatwg.org/#concept-stream
 */
class IoQueue {
  #buffer = new Uint8Array(0);
  #start = 0;
  #end = 0;

  /** The bytes that wait, as a view that is valid until the next call of push(). */
  get bytes() {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /** Adds a copy of `bytes` at the end. */
  push(bytes) {
    const waiting = this.#end - this.#start;
    const length = lengthOf(bytes);
    // A detached buffer contains no bytes, and copying it would throw.
    if (length === 0) return;
    if (this.#end + length > this.#buffer.length) {
      const room = waiting + length;
      const target = 2 * room <= this.#buffer.length ? this.#buffer : new Uint8Array(2 * room);
      target.set(this.bytes);
      this.#buffer = target;
      this.#start = 0;
      this.#end = waiting;
    }
    this.#buffer.set(bytes, this.#end);
    this.#end += length;
  }

  /** Removes `count` bytes from the front, because they have been decoded. */
  read(count) {
    this.#start += count;
  }

  /** Removes `count` bytes from the end, because the call that pushed them has failed and must change nothing. */
  unpush(count) {
    this.#end -= count;
  }
}

/** Makes a queue of a copy of some bytes. */
function queueOf(bytes) {
  const queue = new IoQueue();
  queue.push(bytes);
  return queue;
}

module.exports = { queueOf };
