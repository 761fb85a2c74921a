'use strict';

// Decodes a stream whose encoding is found. ASCII is passed on at once; other bytes are held until they tell the encoding.

const {
  concatBytes,
  lengthOf,
  noBytes,
  restOf,
  stableBytes,
  toBytes,
} = require('../base/webidl.js');
const { utf8 } = require('../labels/encodings.js');
const { Outputs } = require('../transcoding/errors.js');
const { FLUSH } = require('../transcoding/finding-streams.js');
const { asciiAnswer, detectionOf } = require('./answers.js');
const { isUtf16, utf16le } = require('./ascii.js');
const { notDetected } = require('./errors.js');
const { Finder } = require('./finder.js');
const { WaitingDecoder } = require('./waiting-decoder.js');

/** Finds the encoding of a stream, and decodes it. */
class DetectDecoder extends WaitingDecoder {
  #settings;
  #finder;
  #ascii; // decodes the ASCII that nothing holds

  constructor(settings, options) {
    super(options);
    this.#settings = settings;
    this.#ascii = this.transcoderOf(utf8, 0);
    this.#finder = new Finder(settings, this.maxBytes);
  }

  /**
   * Decodes a chunk, or the end of the stream in place of null. Returns a Buffer of UTF-8, or a string with `asText`; or the
   * Failure that ends the stream, with the output before it.
   */
  run(chunk, asText) {
    try {
      const isEnd = chunk === null;
      const bytes = isEnd ? noBytes : toBytes(chunk, 'chunk');
      if (this.transcoder !== null) return this.transcoder.run(bytes, !isEnd, asText);
      this.stopTimer();
      const output = this.#find(stableBytes(bytes), isEnd, isEnd || chunk === FLUSH, asText);
      this.startTimer(chunk);
      return output;
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  // Returns what run() returns. With `isForced` no more bytes are waited for.
  #find(part, isEnd, isForced, asText) {
    if (isForced && !isEnd && !this.isHolding) return '';
    const bytes = this.heldWith(part);
    const outputs = new Outputs(asText);
    const { at, found } = this.#finder.look(bytes, isForced);
    if (at > 0) outputs.add(this.#ascii.run(restOf(bytes, 0, at), true, outputs.asText));
    const rest = restOf(bytes, at);
    const answer = found ?? (isEnd ? asciiAnswer : null);
    const detection = answer && detectionOf(answer, this.#settings);
    const isLast = isEnd || lengthOf(rest) >= this.maxBytes;
    if (detection === null || (detection.id === undefined && !isLast)) {
      this.hold(bytes, at);
    } else if (detection.id === undefined) {
      const error = notDetected();
      this.end(error);
      return outputs.result(error);
    } else this.#begin(detection, rest, isEnd, outputs);
    return outputs.result();
  }

  // Whether a unit of UTF-16 has begun in the ASCII before the rest.
  #isWithinUnit(id, rest) {
    const { passed } = this.#finder;
    return isUtf16(id) && passed > 0 && (rest[0] === 0 || passed % 2 === 1);
  }

  // Decodes the bytes that waited.
  #begin({ id, result }, rest, isEnd, outputs) {
    const isAscii = id === utf8 || lengthOf(rest) === 0;
    const isWithin = !isAscii && this.#isWithinUnit(id, rest);
    const { before, passed } = this.#finder;
    const bytes = isWithin ? concatBytes([before.subarray(-1), rest]) : rest;
    const origin = isWithin ? passed - 1 : passed;
    const transcoder = isAscii ? this.#ascii : this.transcoderOf(id, origin);
    this.begin(transcoder, result);
    const output = transcoder.run(bytes, !isEnd, outputs.asText);
    // A unit of ASCII has been passed on already.
    const isThere = isWithin && id === utf16le && rest[0] === 0;
    outputs.add(output, isThere ? 1 : 0);
  }
}

module.exports = { DetectDecoder };
