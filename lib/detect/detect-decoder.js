'use strict';

// Decodes a stream whose encoding is found. ASCII is passed on at once; other bytes are held until they tell the encoding.

const {
  concatBytes,
  copyOf,
  lengthOf,
  noBytes,
  restOf,
  stableBytes,
  toBytes,
} = require('../base/webidl.js');
const { utf8 } = require('../labels/encodings.js');
const { detectBytes } = require('../transcoding/detection.js');
const { Outputs } = require('../transcoding/errors.js');
const { FLUSH } = require('../transcoding/finding-streams.js');
const { HeldDetector, asciiAnswer, certainAnswer, detectionOf } = require('./answers.js');
const { AsciiScanner, SAMPLE_BYTES, follows, isUtf16, utf16be, utf16le } = require('./ascii.js');
const { Decision } = require('./decision.js');
const { notDetected } = require('./errors.js');
const { CR, LF } = require('./votes.js');
const { WaitingDecoder } = require('./waiting-decoder.js');

/** In bytes: how much of the ASCII before other bytes the detector reads at most. */
const BEFORE_BYTES = 64;

/** How often ASCII may look like other text. */
const MAX_ALARMS = 256;

/** Finds the encoding of a stream, and decodes it. */
class DetectDecoder extends WaitingDecoder {
  #settings;
  #scanner;
  #decision = null; // null while the stream is ASCII
  #ascii; // passes ASCII on
  #passed = 0; // in bytes
  #before = noBytes; // the last bytes that were passed on
  #alarms = 0; // how often ASCII looked like other text

  constructor(settings, options) {
    super(options);
    this.#settings = settings;
    this.#ascii = this.transcoderOf(utf8, 0);
    this.#scanner = new AsciiScanner(settings.ids);
    if (settings.holdsAscii) this.#decision = new HeldDetector(settings, this.maxBytes);
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
    const { at, found } = this.#look(bytes, isForced, outputs);
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

  // Passes ASCII on, and looks at the bytes behind it. Returns { at, found }: where they begin, and the answer of the core, or null.
  #look(bytes, isForced, outputs) {
    for (let at = 0; ; ) {
      const rest = restOf(bytes, at);
      if (this.#decision === null) {
        const { count, next } = this.#scanner.scan(rest, isForced, this.#passed);
        this.#pass(restOf(rest, 0, count), outputs);
        at += count;
        if (next === follows.utf16) {
          // No other text is in front of a NUL that begins a stream.
          return { at, found: certainAnswer(this.#passed === 0 ? utf16be : utf16le) };
        }
        if (next === follows.sample) {
          const answer = this.#sample(restOf(bytes, at));
          if (isUtf16(answer.id)) return { at, found: answer };
          if (answer.isAscii || answer.id === undefined) {
            this.#passAlarm(restOf(bytes, at, 1), outputs);
            at++;
            continue;
          }
        } else if (next !== follows.other) return { at, found: null };
        const before = this.#context(bytes[at]);
        this.#decision = new Decision(this.#settings, this.maxBytes, before);
      } else {
        const found = this.#decision.look(rest, isForced);
        if (found === null || !Object.hasOwn(found, 'ascii')) return { at, found };
        this.#passAlarm(restOf(rest, 0, found.ascii), outputs);
        at += found.ascii;
        this.#decision = null;
      }
    }
  }

  // What the bytes from a NUL on are, which may be the second half of a unit of UTF-16.
  #sample(bytes) {
    const sample = restOf(bytes, 0, Math.min(lengthOf(bytes), SAMPLE_BYTES));
    const all = concatBytes([this.#context(0), sample]);
    return detectBytes(this.#settings.core, all, false);
  }

  // Passes on what looked like other text than ASCII. After some of it nothing does, because each look takes its time.
  #passAlarm(bytes, outputs) {
    this.#pass(bytes, outputs);
    this.#alarms++;
    if (this.#alarms === MAX_ALARMS) this.#scanner = new AsciiScanner([]);
  }

  #pass(bytes, outputs) {
    const length = lengthOf(bytes);
    if (length === 0) return;
    outputs.add(this.#ascii.run(bytes, true, outputs.asText));
    this.#passed += length;
    const last = restOf(bytes, Math.max(0, length - BEFORE_BYTES));
    const both = length < BEFORE_BYTES ? concatBytes([this.#before, last]) : copyOf(last);
    this.#before = both.subarray(Math.max(0, both.length - BEFORE_BYTES));
  }

  // Returns the bytes before the one that is not ASCII which belong to its line, or at least one, so that no byte order mark is seen. A
  // NUL may be the second half of a unit of UTF-16. Otherwise such units begin at even places of the stream.
  #context(byte) {
    const before = this.#before;
    const { length } = before;
    if (byte === 0) return before.subarray(Math.max(0, length - 1));
    let start = length;
    while (start > 0 && before[start - 1] !== LF && before[start - 1] !== CR) start--;
    if (start === length && start > 0) start--;
    if ((this.#passed - (length - start)) % 2 === 1) start += start > 0 ? -1 : 1;
    return before.subarray(start);
  }

  // Whether a unit of UTF-16 has begun in the bytes that were passed on.
  #isWithinUnit(id, rest) {
    return isUtf16(id) && this.#passed > 0 && (rest[0] === 0 || this.#passed % 2 === 1);
  }

  // Decodes the bytes that waited.
  #begin({ id, result }, rest, isEnd, outputs) {
    const isAscii = id === utf8 || lengthOf(rest) === 0;
    const isWithin = !isAscii && this.#isWithinUnit(id, rest);
    const bytes = isWithin ? concatBytes([this.#before.subarray(-1), rest]) : rest;
    const origin = isWithin ? this.#passed - 1 : this.#passed;
    const transcoder = isAscii ? this.#ascii : this.transcoderOf(id, origin);
    this.begin(transcoder, result);
    const output = transcoder.run(bytes, !isEnd, outputs.asText);
    // A unit of ASCII has been passed on already.
    const isThere = isWithin && id === utf16le && rest[0] === 0;
    outputs.add(output, isThere ? 1 : 0);
  }
}

module.exports = { DetectDecoder };
