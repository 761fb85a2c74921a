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
  #added = 0; // where the bytes end that with() has added

  /**
   * Returns the bytes that wait and a copy of `bytes` behind them, as a view that is valid until the next call. Only read()
   * makes the added bytes wait, so that a call that fails need not take them out again.
   */
  with(bytes) {
    const waiting = this.#end - this.#start;
    const length = lengthOf(bytes);
    if (this.#end + length > this.#buffer.length) {
      const room = waiting + length;
      const target = 2 * room <= this.#buffer.length ? this.#buffer : new Uint8Array(2 * room);
      target.set(this.#buffer.subarray(this.#start, this.#end));
      this.#buffer = target;
      this.#start = 0;
      this.#end = waiting;
    }
    // A detached buffer contains no bytes, and copying it would throw.
    if (length > 0) this.#buffer.set(bytes, this.#end);
    this.#added = this.#end + length;
    return this.#buffer.subarray(this.#start, this.#added);
  }

  /** Removes `count` bytes from the front of what with() has returned, because they have been decoded. The rest waits. */
  read(count) {
    this.#start += count;
    this.#end = this.#added;
  }
}

/** Makes a queue in which a copy of some bytes waits. */
function queueOf(bytes) {
  const queue = new IoQueue();
  queue.with(bytes);
  queue.read(0);
  return queue;
}

module.exports = { queueOf };
