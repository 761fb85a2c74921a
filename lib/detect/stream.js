'use strict';

// Streams that find the encoding of bytes, and decode them: one of Node.js, and a pair of web streams. The first bytes are held back
// until they tell the encoding.

const { noBytes, optionsOf, toBytes, toDictionary } = require('../base/webidl.js');
const { FindingDecoder } = require('../transcoding/finding-decoder.js');
const { findingStream, findingTransform } = require('../transcoding/finding-streams.js');
const { toLimit, toMalformed } = require('../transcoding/options.js');
const { queueOf } = require('../transcoding/pieces.js');
const { HeldDetector } = require('./detect.js');
const { closedStream, notDetected } = require('./errors.js');
const { toDetectSettings } = require('./options.js');

/** In bytes: how many are held at most before the best answer is taken. */
const DEFAULT_MAX_BYTES = 64 * 1024;

/** Returns the options of a Transcoder. */
function toDecodeOptions(options) {
  const names = ['fatal', 'ignoreBOM', 'malformed', 'maxErrors', 'maxOutputBytes'];
  const own = optionsOf(options, names);
  const fatal = Boolean(own.fatal);
  return {
    __proto__: null,
    fatal,
    ignoreBOM: Boolean(own.ignoreBOM),
    malformed: toMalformed({ malformed: own.malformed, fatal }),
    maxErrors: toLimit(own.maxErrors, 'maxErrors'),
    maxOutputBytes: toLimit(own.maxOutputBytes, 'maxOutputBytes'),
  };
}

/** Finds the encoding of a stream, and decodes it. */
class DetectDecoder extends FindingDecoder {
  #decodeOptions;
  #detector;
  #held = null; // the bytes that wait until the encoding is known, as an IoQueue

  constructor(options) {
    super();
    const settings = toDetectSettings(options);
    const dictionary = toDictionary(options, 'options');
    const { maxBytes } = optionsOf(dictionary, ['maxBytes']);
    this.#decodeOptions = toDecodeOptions(dictionary);
    this.#detector = new HeldDetector(settings, toLimit(maxBytes ?? DEFAULT_MAX_BYTES, 'maxBytes'));
  }

  /** Says that nothing more will be decoded. It has no effect on `detected` once the encoding is known. */
  end(error) {
    this.fail(error ?? closedStream());
    this.#held = null;
  }

  /**
   * Decodes a chunk, or the end of the stream in place of null. Returns a Buffer of UTF-8, or a string with `asText`; or the
   * Failure that ends the stream, with the output before it.
   */
  run(chunk, asText) {
    try {
      const isEnd = chunk === null;
      return this.#decode(isEnd ? noBytes : toBytes(chunk, 'chunk'), isEnd, asText);
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  #decode(part, isEnd, asText) {
    if (this.transcoder !== null) return this.transcoder.run(part, !isEnd, asText);
    this.#held ??= queueOf(noBytes);
    this.#held.append(part);
    const { bytes } = this.#held;
    const found = this.#detector.look(bytes, isEnd);
    if (found === null) return '';
    if (found.id === undefined) throw notDetected();
    this.begin(found.id, this.#decodeOptions, found.result);
    this.#held = null;
    return this.transcoder.run(bytes, !isEnd, asText);
  }
}

const newDecoder = (options) => new DetectDecoder(options);

const DetectDecodeStream = findingStream('DetectDecodeStream', newDecoder);
const DetectDecodeTransform = findingTransform('DetectDecodeTransform', newDecoder);

module.exports = { DetectDecodeStream, DetectDecodeTransform };
