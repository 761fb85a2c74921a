'use strict';

// The room detect/ finds the encoding of bytes without a label.
// May require base/, labels/ and transcoding/.
//
// This file says what bytes are: those that are there as a whole, and those of a stream.

const { lengthOf, noBytes, stableBytes, toBytes } = require('../base/webidl.js');
const { names } = require('../labels/encodings.js');
const { ChunkDetector, detectBytes } = require('../transcoding/detection.js');
const { toPart } = require('../transcoding/options.js');
const { endedDetector } = require('./errors.js');
const { toCoreOptions, toDetectSettings } = require('./options.js');

/**
 * Returns the number of the encoding, with `fallbackId` where nothing explains the bytes, or undefined, and the object that users
 * get, for an answer of the core.
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
  return { id: found, result };
}

/** What the core says of ASCII, as far as detectionOf() reads it. */
const asciiAnswer = { isAscii: true, isReliable: true, malformed: 0, candidates: [] };

/** An answer that leaves no doubt, as the core gives it. */
const certainAnswer = (id) => ({
  id,
  isReliable: true,
  isAscii: false,
  malformed: 0,
  candidates: [{ id, language: null, probability: 1 }],
});

/**
 * Returns { id, isReliable } for the encoding of bytes among those of the standard for which `isCandidate` holds. `id` is undefined
 * where there is none, and in ASCII, which tells nothing. `hints` are the options `language` and `topLevelDomain`.
 */
function detectAmong(bytes, isCandidate, hints) {
  const core = toCoreOptions(isCandidate, hints);
  const { id, isAscii, isReliable } = detectBytes(core, bytes, false);
  return { id: isAscii ? undefined : id, isReliable };
}

// Says in which encoding bytes are.
function detect(bytes, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const settings = toDetectSettings(options);
  const { start, end } = settings.part;
  const hasPart = (start ?? end ?? null) !== null;
  const { part, origin } = hasPart ? toPart(input, settings.part) : { part: input, origin: 0 };
  if (settings.isByLine) {
    const { rangesOf } = require('./lines.js');
    return rangesOf(stableBytes(part), settings, origin);
  }
  return detectionOf(detectBytes(settings.core, part, settings.isWhole), settings).result;
}

// Says in which encoding the bytes of a stream are.
class Detector {
  #settings;
  #detector;
  #hasEnded = false;

  constructor(options = undefined) {
    this.#settings = toDetectSettings(options);
    this.#detector = new ChunkDetector(this.#settings.core);
  }

  get result() {
    return this.#resultOf(this.#hasEnded && this.#settings.isWhole);
  }

  write(chunk) {
    const bytes = toBytes(chunk, 'chunk');
    if (this.#hasEnded) throw endedDetector();
    return this.#detector.feed(bytes);
  }

  end(chunk = undefined) {
    this.write(chunk === undefined || chunk === null ? noBytes : chunk);
    this.#hasEnded = true;
    return this.result;
  }

  #resultOf(isWhole) {
    return detectionOf(this.#detector.result(isWhole), this.#settings).result;
  }
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

module.exports = {
  Detector,
  HeldDetector,
  asciiAnswer,
  certainAnswer,
  detect,
  detectAmong,
  detectionOf,
};
