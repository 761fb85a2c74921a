'use strict';

// What the decoders of finding-streams.js share: bytes wait until the encoding of the stream is known, and a promise says which it is. Then
// the stream is transcoded to UTF-8.

const { noBytes, restOf } = require('../base/webidl.js');
const { queueOf } = require('./pieces.js');

class FindingDecoder {
  #resolve;
  #reject;
  detected;
  /** The TranscodingStream to UTF-8, or null while the encoding is unknown. */
  transcoder = null;
  /** Whether run() of a subclass returns an iterator of objects. */
  givesObjects = false;
  /** The bytes that wait. */
  held = queueOf(noBytes);

  constructor() {
    this.detected = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A program that does not look at the promise must not end because of it.
    this.detected.catch(() => {});
  }

  get replacements() {
    return this.transcoder?.replacements ?? 0;
  }

  get firstErrorOffset() {
    return this.transcoder?.firstErrorOffset ?? null;
  }

  get isHolding() {
    return this.held.bytes.length > 0;
  }

  /** Returns the bytes that wait with those of a chunk behind them, as a view that is valid until the next call. */
  heldWith(chunk) {
    return this.isHolding ? this.held.with(chunk) : chunk;
  }

  /** Makes what heldWith() has returned wait from `start` on. */
  hold(bytes, start) {
    if (this.isHolding) this.held.read(start);
    else this.held.append(restOf(bytes, start));
  }

  /**
   * Goes on with a TranscodingStream to UTF-8, or with null where none is needed. No bytes wait any longer, and `detected` is resolved with
   * `result`.
   */
  begin(transcoder, result) {
    this.transcoder = transcoder;
    this.held = queueOf(noBytes);
    this.#resolve(result);
  }

  /** Gets a function that has the stream run FLUSH. */
  attach() {}

  /** Says that nothing more will be decoded. It has no effect on `detected` once the encoding is known. */
  end(error) {
    this.held = queueOf(noBytes);
    this.#reject(error);
  }
}

module.exports = { FindingDecoder };
