'use strict';

const { lengthOf } = require('../base/webidl.js');

/**
 * Bytes that wait to be decoded: pushed at the end, read from the front. Each byte is copied a bounded
 * number of times on average, however the calls alternate.
 * https://encoding.spec.whatwg.org/#concept-stream
 */
class IoQueue {
  #buffer = new Uint8Array(0);
  #start = 0;
  #end = 0;

  /** The bytes that wait; valid until the next push. */
  get bytes() {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /** Adds a copy of `bytes` at the end. */
  push(bytes) {
    const waiting = this.#end - this.#start;
    const length = lengthOf(bytes);
    // Memory that has been taken away holds no bytes, and cannot be copied.
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

  /** Takes `count` bytes from the front. */
  read(count) {
    this.#start += count;
  }

  /** Takes `count` bytes from the end: the last push was not to be. */
  unpush(count) {
    this.#end -= count;
  }
}

module.exports = { IoQueue };
