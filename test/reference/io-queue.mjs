// Implements the standard's I/O queue, and counts the items that are read.
// https://encoding.spec.whatwg.org/#concept-stream

/** The special item that signifies that there are no more items in a queue. */
export const endOfQueue = Symbol('end-of-queue');

/**
 * An I/O queue of bytes or scalar values. To read an empty queue would block without end. Here it
 * throws, so every queue of the reference ends with end-of-queue.
 *
 * The queue also counts, which the standard does not ask for: `position` is the number of items
 * that were read and not restored, and `sequenceStart` is the position of the first item of the
 * current sequence. process.mjs sets `sequenceStart`.
 */
export class IOQueue {
  #items = [];
  #first = 0;
  position = 0;
  sequenceStart = 0;

  /** Makes an I/O queue from a list of items; without a list, the queue has only end-of-queue. */
  static from(items = []) {
    const ioQueue = new IOQueue();
    ioQueue.push(items);
    ioQueue.push([endOfQueue]);
    return ioQueue;
  }

  read() {
    if (this.#first === this.#items.length) throw new Error('reading would block');
    const item = this.#items[this.#first];
    if (item === endOfQueue) return endOfQueue;
    this.#first += 1;
    this.position += 1;
    return item;
  }

  push(items) {
    const last = this.#items.length - 1;
    if (last >= this.#first && this.#items[last] === endOfQueue) {
      this.#items.pop();
      for (const item of items) if (item !== endOfQueue) this.#items.push(item);
      this.#items.push(endOfQueue);
      return;
    }
    for (const item of items) this.#items.push(item);
  }

  /** Inserts the items, in the given order, before the first item in the queue. */
  restore(items) {
    if (this.#first < items.length) throw new Error('restored more than was read');
    this.#first -= items.length;
    this.position -= items.length;
    items.forEach((item, i) => {
      this.#items[this.#first + i] = item;
    });
  }

  /** Makes a list from the queue: reads until end-of-queue. */
  toList() {
    const items = [];
    for (let item = this.read(); item !== endOfQueue; item = this.read()) items.push(item);
    return items;
  }
}
