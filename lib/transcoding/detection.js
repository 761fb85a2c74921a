'use strict';

// Finds encodings: what rooms above ask of the core's detector.

const {
  detectBytes,
  detectChunk,
  detectable,
  detectableCodePages,
  detectionOf,
  newDetectOptions,
  newDetectState,
} = require('../backend/detect.js');

/** Reads a stream chunk by chunk, and says at any time what it is so far. */
class ChunkDetector {
  #options;
  #state = newDetectState();
  #isFirst = true;

  /** `options` are what newDetectOptions() returns. */
  constructor(options) {
    this.#options = options;
    this.feed(new Uint8Array(0));
  }

  /** Reads a chunk; returns whether the answer is certain enough to begin to decode. */
  feed(bytes) {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return detectChunk(this.#options, bytes, isFirst, this.#state);
  }

  /** Returns what detectBytes() returns of the stream so far. */
  result(isWhole) {
    return detectionOf(this.#options, isWhole, this.#state);
  }
}

module.exports = { ChunkDetector, detectBytes, detectable, detectableCodePages, newDetectOptions };
