'use strict';

// Decodes a stream whose lines may be in different encodings.

const { lengthOf, noBytes, restOf, stableBytes, toBytes } = require('../base/webidl.js');
const { names, utf8 } = require('../labels/encodings.js');
const { Failure } = require('../transcoding/errors.js');
const { FLUSH } = require('../transcoding/finding-streams.js');
const { queueOf } = require('../transcoding/pieces.js');
const { detectionOf } = require('./answers.js');
const { LineReader, checkMark, endOfLine, kinds } = require('./by-line.js');
const { CR, LF, uncutLength, weightOf } = require('./votes.js');
const { WaitingDecoder } = require('./waiting-decoder.js');

/** In bytes: a character of UTF-8 is not longer, so that each part of a long line has one. */
const MIN_LINE_BYTES = 4;

/** Decodes a stream line by line. */
class LinesDecoder extends WaitingDecoder {
  givesObjects = true;
  #settings;
  #reader;
  #line = queueOf(noBytes); // the bytes of a line that has not ended
  #offset = 0; // in bytes: where they begin in the stream
  #isContinuation = false; // whether a part of the line has been given on
  #open = null; // decodes the rest of such a line
  #openId;
  #isAfterCR = false;
  #lastId; // of the last line
  #plain = null; // decodes ASCII and UTF-8
  #replacements = 0;
  #firstErrorOffset = null;

  constructor(settings, options) {
    super(options);
    this.#settings = settings;
    this.#reader = new LineReader(settings);
    this.maxBytes = Math.max(this.maxBytes, MIN_LINE_BYTES);
  }

  get replacements() {
    return this.#replacements + (this.#open?.replacements ?? 0);
  }

  get firstErrorOffset() {
    return this.#firstErrorOffset ?? this.#open?.firstErrorOffset ?? null;
  }

  end(error) {
    super.end(error);
    this.#line = queueOf(noBytes);
  }

  /** Yields the lines of a chunk, or of the end of the stream in place of null, as users get them. */
  *run(chunk) {
    try {
      this.stopTimer();
      if (chunk === FLUSH) yield* this.#givePart();
      else if (chunk === null) {
        this.attach(null);
        yield* this.#giveLast();
        this.beginWith(null, detectionOf(this.#reader.answer, this.#settings).result);
      } else {
        yield* this.#giveLines(stableBytes(toBytes(chunk, 'chunk')));
        if (this.#line.bytes.length > 0) this.startTimer();
      }
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  // Yields the lines that end in a chunk, and the parts of one that is too long.
  *#giveLines(bytes) {
    const length = lengthOf(bytes);
    for (let at = 0; at < length; ) {
      if (this.#isAfterCR && bytes[at] === LF) {
        at++;
        this.#isContinuation = true;
        yield* this.#give(this.#plainTranscoder(), Uint8Array.of(LF), true, this.#lastId);
        this.#endLine();
        continue;
      }
      this.#isAfterCR = false;
      const waiting = this.#line.bytes.length;
      const most = Math.min(length, at + this.maxBytes - waiting);
      const end = endOfLine(bytes, at, most);
      const part = restOf(bytes, at, (end === -1 ? most : end) - at);
      at += lengthOf(part);
      if (end !== -1 && waiting === 0) yield* this.#giveLine(part);
      else {
        this.#line.append(part);
        if (end !== -1) yield* this.#giveLine(this.#line.bytes);
        else if (this.#line.bytes.length === this.maxBytes) yield* this.#givePart();
      }
    }
  }

  // Yields what the stream ends with.
  *#giveLast() {
    const { bytes } = this.#line;
    if (bytes.length > 0 || this.#open !== null) yield* this.#giveLine(bytes);
  }

  // Yields a line, or the rest of one.
  *#giveLine(line) {
    const isOpen = this.#open !== null;
    const { kind, id } = isOpen ? { kind: kinds.other, id: this.#openId } : this.#read(line, false);
    const isPlain = kind === kinds.ascii || kind === kinds.utf8;
    const transcoder = isPlain
      ? this.#plainTranscoder()
      : (this.#open ?? this.transcoderOf(id, this.#offset));
    this.#open = isPlain ? null : transcoder;
    const isAfterCR = line[line.length - 1] === CR;
    yield* this.#give(transcoder, line, isPlain, id);
    if (!isPlain) {
      this.#firstErrorOffset = this.firstErrorOffset;
      this.#replacements += transcoder.replacements;
    }
    this.#endLine();
    this.#isAfterCR = isAfterCR;
    this.#lastId = id;
  }

  // Yields the part of a line that waits, but for a character of UTF-8 that its end cuts.
  *#givePart() {
    const { bytes } = this.#line;
    if (bytes.length === 0) return;
    if (this.#open !== null) {
      yield* this.#give(this.#open, bytes, true, this.#openId);
      return;
    }
    const { kind, id } = this.#read(bytes, true);
    const part = kind === kinds.utf8 ? restOf(bytes, 0, uncutLength(bytes)) : bytes;
    if (lengthOf(part) === 0) return;
    if (kind === kinds.ascii || (kind === kinds.utf8 && weightOf(part) === 0)) {
      yield* this.#give(this.#plainTranscoder(), part, true, this.#settings.asciiId ?? utf8);
      return;
    }
    this.#open = this.transcoderOf(id, this.#offset);
    this.#openId = id;
    yield* this.#give(this.#open, part, true, id);
  }

  // Yields what a TranscodingStream makes of bytes. They wait no longer.
  *#give(transcoder, bytes, stream, id) {
    const output = transcoder.run(bytes, stream, true);
    const isFailure = output instanceof Failure;
    const text = isFailure ? output.output : output;
    const count = lengthOf(bytes);
    this.#offset += count;
    if (this.#line.bytes.length > 0) this.#line.read(count);
    const line = { text, encoding: names[id] };
    const object = this.#isContinuation ? { ...line, isContinuation: true } : line;
    this.#isContinuation = true;
    if (text !== '') yield object;
    if (isFailure) throw output.error;
  }

  #endLine() {
    this.#open = null;
    this.#isContinuation = false;
    this.#isAfterCR = false;
  }

  #plainTranscoder() {
    this.#plain ??= this.transcoderOf(utf8, this.#offset);
    return this.#plain;
  }

  // Returns what a line is, and the number of its encoding.
  #read(line, isCut) {
    if (this.#offset === 0) checkMark(line);
    const { kind, id } = this.#reader.read(line, isCut);
    const asciiId = this.#settings.asciiId ?? utf8;
    if (kind === kinds.ascii) return { kind, id: asciiId };
    if (kind === kinds.utf8) return { kind, id: utf8 };
    return { kind, id: id ?? this.#reader.otherId ?? asciiId };
  }
}

module.exports = { LinesDecoder };
