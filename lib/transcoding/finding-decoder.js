'use strict';

// What the decoders of finding-streams.js share: a stream is transcoded to UTF-8 once its encoding is known, and a promise says
// which it is.

class FindingDecoder {
  #resolve;
  #reject;
  detected;
  /** The TranscodingStream to UTF-8, or null while the encoding is unknown. */
  transcoder = null;
  /** Whether run() of a subclass returns an iterator of objects. */
  givesObjects = false;

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

  /** Goes on with a TranscodingStream to UTF-8, or with null where none is needed. `detected` is resolved with `result`. */
  begin(transcoder, result) {
    this.transcoder = transcoder;
    this.#resolve(result);
  }

  /** Gets a function that has the stream run FLUSH. */
  attach() {}

  /** Rejects `detected`, unless the encoding is known. */
  fail(error) {
    this.#reject(error);
  }
}

module.exports = { FindingDecoder };
