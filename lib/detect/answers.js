'use strict';

// Answers of the core's detector: as users get them, and those about the first bytes of a stream.

const { lengthOf, noBytes } = require('../base/webidl.js');
const { names } = require('../labels/encodings.js');
const { ChunkDetector } = require('../transcoding/detection.js');

/** What the core says of bytes that nothing explains. */
const unknownAnswer = {
  id: undefined,
  isReliable: false,
  isAscii: false,
  malformed: 0,
  candidates: [],
};

/** What the core says of ASCII. */
const asciiAnswer = { ...unknownAnswer, isAscii: true };

/** Returns the answer that the next `count` bytes of a stream are ASCII. The bytes behind them have no answer yet. */
const asciiOf = (count) => ({ ascii: count });

/** An answer that leaves no doubt, as the core gives it. */
const certainAnswer = (id) => ({
  ...unknownAnswer,
  id,
  isReliable: true,
  candidates: [{ id, language: null, probability: 1 }],
});

/** Returns the name of an encoding, or null for undefined. */
const nameOf = (id) => (id === undefined ? null : names[id]);

/**
 * Returns { id, result } for an answer of the core: the number of the encoding, with `fallbackId` where nothing explains the bytes, or
 * undefined; and the object that users get.
 */
function detectionOf(answer, { asciiId, fallbackId }) {
  const { isAscii } = answer;
  const known = isAscii && asciiId !== undefined ? certainAnswer(asciiId) : answer;
  const { id, isReliable, malformed, candidates } = known;
  const isKnown = id !== undefined;
  const found = id ?? fallbackId;
  const result = {
    encoding: nameOf(found),
    isReliable: isKnown && isReliable,
    isAscii,
    malformed: isKnown ? malformed : 0,
    language: isKnown ? (candidates[0]?.language ?? null) : null,
    candidates: candidates.map(({ id: each, language, probability }) => ({
      encoding: names[each],
      language,
      probability,
    })),
  };
  return { id: found, result };
}

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
   * Looks at the bytes that are held, to which others were added since the last look. Returns an answer of the core; or { ascii }, how many
   * of the bytes are nothing but ASCII; or null while more bytes have to come. `isEnd` says that the stream ends with them.
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
      const answer = this.#detector.result(isLast && this.#settings.isWhole);
      return answer.isAscii ? asciiOf(end) : answer;
    }
  }
}

module.exports = {
  HeldDetector,
  asciiAnswer,
  asciiOf,
  certainAnswer,
  detectionOf,
  nameOf,
  unknownAnswer,
};
