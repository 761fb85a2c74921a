'use strict';

// Finds the encoding of bytes, by the core. `options` are what newDetectOptions() returns.

const { bytesOfText, noBytes } = require('../base/webidl.js');
const binding = require('./backend.js');

const { detect, detection, flags, descriptorOf, languages, placeFlags } = binding;
const { detectable, detectableCodePages } = binding;
const { candidates: FIRST, numbersOfCandidate: EACH, noLanguage } = detection;

// The core writes each answer here.
const answer = new Float64Array(binding.detectionNumbers);
const answerBytes = new Uint8Array(answer.buffer);

/**
 * Makes the options of a detector. `allowed` has the core's numbers of the encodings that may be found; `topLevelDomain` is in
 * ASCII lowercase, and `tags` are tags of BCP 47 with commas between them, both in ASCII.
 */
function newDetectOptions(allowed, topLevelDomain, tags) {
  const options = new Uint8Array(binding.detectOptionsSize);
  const ids = Uint8Array.from(allowed);
  binding.detectOptions(
    options,
    ids,
    bytesOfText(topLevelDomain, 'latin1'),
    bytesOfText(tags, 'latin1'),
  );
  return options;
}

/**
 * Returns the last answer: { id, isReliable, isAscii, malformed, candidates }, where `id` is undefined when nothing explains the
 * bytes.
 */
function lastAnswer() {
  const bits = answer[detection.flags];
  const candidates = [];
  for (let i = 0; i < answer[detection.count]; i++) {
    const at = FIRST + EACH * i;
    const language = answer[at + 1] === noLanguage ? null : languages[answer[at + 1]];
    candidates.push({ id: answer[at], language, probability: answer[at + 2] });
  }
  return {
    id: bits & detection.hasEncoding ? answer[detection.encoding] : undefined,
    isReliable: (bits & detection.isReliable) !== 0,
    isAscii: (bits & detection.isAscii) !== 0,
    malformed: answer[detection.malformed],
    candidates,
  };
}

/** Returns what a whole stream is. Without `isWhole` its end excludes nothing. */
function detectBytes(options, bytes, isWhole) {
  detect(descriptorOf(0, isWhole ? 0 : flags.stream), bytes, answerBytes, options);
  return lastAnswer();
}

/** Reads a stream chunk by chunk, and says at any time what it is so far. */
class ChunkDetector {
  #options;
  #state = new Uint8Array(binding.detectStateSize);

  constructor(options) {
    this.#options = options;
    this.#detect(true, false, noBytes, noBytes);
  }

  /** Reads a chunk; returns whether the answer is certain enough to begin to decode. */
  feed(bytes) {
    return this.#detect(false, false, bytes, noBytes) !== 0;
  }

  /** Returns what detectBytes() returns of the stream so far. */
  result(isWhole) {
    this.#detect(false, isWhole, noBytes, answerBytes);
    return lastAnswer();
  }

  #detect(isFirst, isLast, bytes, target) {
    const descriptor = descriptorOf(0, placeFlags(isFirst, isLast));
    return detect(descriptor, bytes, target, this.#options, this.#state);
  }
}

module.exports = {
  ChunkDetector,
  detectBytes,
  detectable,
  detectableCodePages,
  newDetectOptions,
};
