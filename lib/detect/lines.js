'use strict';

// Decodes a stream whose lines may be in different encodings.

const { getOrMake, lengthOf, noBytes, restOf, stableBytes, toBytes } = require('../base/webidl.js');
const { isAsciiCompatible, names, utf8 } = require('../labels/encodings.js');
const { Failure } = require('../transcoding/errors.js');
const { FLUSH } = require('../transcoding/finding-streams.js');
const { queueOf } = require('../transcoding/pieces.js');
const { detectionOf } = require('./answers.js');
const { LineReader, endOfLine, kinds } = require('./by-line.js');
const { CR, LF, uncutLength, weightOf } = require('./votes.js');
const { WaitingDecoder } = require('./waiting-decoder.js');

/** In bytes: a character of UTF-8 is not longer, so that each part of a long line has one. */
const MIN_LINE_BYTES = 4;

/** Decodes a stream line by line. */
class LinesDecoder extends WaitingDecoder {
  givesObjects = true;
  #settings;
  #reader;
  #line = queueOf(noBytes); // holds the bytes of the line that has not ended
  #offset = 0; // in bytes: where they begin in the stream
  #isContinuation = false; // whether a part of the line has been given on
  #openId; // the number of the encoding of such a line, if it is known
  #isAfterCR = false;
  #lastId; // of the last line
  #decoders = new Map(); // { transcoder, read } by the number of the encoding
  #replacements = 0;
  #firstErrorOffset = null;

  constructor(settings, options) {
    super(options);
    this.#settings = settings;
    this.#reader = new LineReader(settings);
    this.maxBytes = Math.max(this.maxBytes, MIN_LINE_BYTES);
  }

  get replacements() {
    let sum = this.#replacements;
    for (const { transcoder } of this.#decoders.values()) sum += transcoder.replacements;
    return sum;
  }

  get firstErrorOffset() {
    return this.#firstErrorOffset;
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
        this.begin(null, detectionOf(this.#reader.answer, this.#settings).result);
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
        yield* this.#give(Uint8Array.of(LF), true, this.#lastId);
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
    if (bytes.length > 0 || this.#openId !== undefined) yield* this.#giveLine(bytes, true);
  }

  // Yields a line, or the rest of one.
  *#giveLine(line, isLast = false) {
    const id = this.#openId ?? this.#read(line, false).id;
    const isAfterCR = line[line.length - 1] === CR;
    yield* this.#give(line, !isLast, id);
    // The lines of such an encoding need not end as they begin.
    if (!isAsciiCompatible(id)) {
      this.#replacements += this.#decoders.get(id).transcoder.replacements;
      this.#decoders.delete(id);
    }
    this.#endLine();
    this.#isAfterCR = isAfterCR;
    this.#lastId = id;
  }

  // Yields the part of a line that waits, but for a character of UTF-8 that its end cuts.
  *#givePart() {
    const { bytes } = this.#line;
    if (bytes.length === 0) return;
    if (this.#openId !== undefined) {
      yield* this.#give(bytes, true, this.#openId);
      return;
    }
    const { kind, id } = this.#read(bytes, true);
    const part = kind === kinds.utf8 ? restOf(bytes, 0, uncutLength(bytes)) : bytes;
    if (lengthOf(part) === 0) return;
    // Behind ASCII the rest of the line may be anything.
    const isAscii = kind === kinds.ascii || (kind === kinds.utf8 && weightOf(part) === 0);
    if (!isAscii) this.#openId = id;
    yield* this.#give(part, true, isAscii ? this.#asciiId : id);
  }

  // Yields what bytes in an encoding are. They wait no longer.
  *#give(bytes, stream, id) {
    const decoder = this.#decoderOf(id);
    const { transcoder } = decoder;
    transcoder.moveTo(this.#offset, decoder.read);
    const output = transcoder.run(bytes, stream, true);
    const count = lengthOf(bytes);
    decoder.read += count;
    this.#offset += count;
    if (weightOf(bytes) > 0 || !isAsciiCompatible(id)) {
      this.#firstErrorOffset ??= transcoder.firstErrorOffset;
    }
    if (this.#line.bytes.length > 0) this.#line.read(count);
    const isFailure = output instanceof Failure;
    const text = isFailure ? output.output : output;
    const line = { text, encoding: names[id] };
    const object = this.#isContinuation ? { ...line, isContinuation: true } : line;
    this.#isContinuation = true;
    if (text !== '') yield object;
    if (isFailure) throw output.error;
  }

  #endLine() {
    this.#openId = undefined;
    this.#isContinuation = false;
    this.#isAfterCR = false;
  }

  #decoderOf(id) {
    const make = () => ({ transcoder: this.transcoderOf(id, this.#offset), read: 0 });
    return getOrMake(this.#decoders, id, make);
  }

  get #asciiId() {
    return this.#settings.asciiId ?? utf8;
  }

  // Returns what a line is, and the number of its encoding.
  #read(line, isCut) {
    const found = this.#reader.read(line, isCut, this.#offset === 0);
    return { kind: found.kind, id: this.#reader.idOf(found) ?? this.#asciiId };
  }
}

module.exports = { LinesDecoder };
