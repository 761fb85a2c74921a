'use strict';

// The room detect/ finds the encoding of bytes without a label.
// May require base/, labels/ and transcoding/.
//
// This file says what bytes are: those that are there as a whole, and those of a stream.

const { noBytes, stableBytes, toBytes } = require('../base/webidl.js');
const { ChunkDetector, detectBytes } = require('../transcoding/detection.js');
const { toPart } = require('../transcoding/options.js');
const { detectionOf } = require('./answers.js');
const { endedDetector } = require('./errors.js');
const { toCoreOptions, toDetectSettings } = require('./options.js');

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
  const { part, origin } = toPart(input, settings.part);
  if (settings.isByLine) {
    const { rangesOf } = require('./by-line.js');
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
    const isWhole = this.#hasEnded && this.#settings.isWhole;
    return detectionOf(this.#detector.result(isWhole), this.#settings).result;
  }

  write(chunk) {
    const bytes = toBytes(chunk, 'chunk');
    if (this.#hasEnded) throw endedDetector();
    return this.#detector.feed(bytes);
  }

  end(chunk = undefined) {
    this.write(chunk ?? noBytes);
    this.#hasEnded = true;
    return this.result;
  }
}

module.exports = { Detector, detect, detectAmong };
