'use strict';

// Answers of the core's detector as users get them, and those about the first bytes of a stream.

const { lengthOf, noBytes } = require('../base/webidl.js');
const { names } = require('../labels/encodings.js');
const { ChunkDetector } = require('../transcoding/detection.js');

/**
 * Returns { id, result, ascii } for an answer of the core: the number of the encoding, with `fallbackId` where nothing explains the bytes,
 * or undefined; the object that users get; and 0.
 */
function detectionOf(answer, { asciiId, fallbackId }) {
  const { isAscii } = answer;
  const id = isAscii ? asciiId : answer.id;
  const own =
    isAscii && id !== undefined ? [{ id, language: null, probability: 1 }] : answer.candidates;
  const candidates = own.map(({ id: each, language, probability }) => ({
    encoding: names[each],
    language,
    probability,
  }));
  const found = id ?? fallbackId;
  const result = {
    encoding: found === undefined ? null : names[found],
    isReliable: id !== undefined && (isAscii || answer.isReliable),
    isAscii,
    malformed: id === undefined ? 0 : answer.malformed,
    language: id === undefined ? null : (candidates[0]?.language ?? null),
    candidates,
  };
  return { id: found, result, ascii: 0 };
}

/** What the core says of ASCII, as far as detectionOf() reads it. */
const asciiAnswer = {
  id: undefined,
  isReliable: true,
  isAscii: true,
  malformed: 0,
  candidates: [],
};

/** An answer that leaves no doubt, as the core gives it. */
const certainAnswer = (id) => ({
  id,
  isReliable: true,
  isAscii: false,
  malformed: 0,
  candidates: [{ id, language: null, probability: 1 }],
});

/** In bytes: how many are held before the detector is asked for the first time. */
const FIRST_LOOK_BYTES = 64;

/** Finds the encoding of a stream whose first bytes are held, at places that do not depend on how it is cut into chunks. */
class HeldDetector {
  #settings;
  #maxBytes;
  #detector;
  #fed = 0;

  /** `before` has the last bytes before those that are held, if there are any. */
  constructor(settings, maxBytes, before = noBytes) {
    this.#settings = settings;
    this.#maxBytes = maxBytes;
    this.#detector = new ChunkDetector(settings.core);
    this.#detector.feed(before);
  }

  /**
   * Looks at the bytes that are held, to which others were added since the last look. Returns what detectionOf() returns, or null
   * while more bytes have to come. `isEnd` says that the stream ends with them.
   */
  look(bytes, isEnd) {
    const length = lengthOf(bytes);
    for (;;) {
      const next = Math.min(Math.max(2 * this.#fed, FIRST_LOOK_BYTES), this.#maxBytes);
      const isLast = isEnd && next >= length;
      if (!isLast && length < next) return null;
      const end = isLast ? length : next;
      const isSettled = this.#detector.feed(bytes.subarray(this.#fed, end));
      this.#fed = end;
      if (!isLast && !isSettled && end < this.#maxBytes) continue;
      const isWhole = isLast && this.#settings.isWhole;
      return detectionOf(this.#detector.result(isWhole), this.#settings);
    }
  }
}

module.exports = { HeldDetector, asciiAnswer, certainAnswer, detectionOf };
