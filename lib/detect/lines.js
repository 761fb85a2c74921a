'use strict';

// Decodes a stream whose lines may be in different encodings.

const { getOrMake, lengthOf, restOf, stableBytes, toBytes } = require('../base/webidl.js');
const { isAsciiCompatible, names, utf8 } = require('../labels/encodings.js');
const { Failure } = require('../transcoding/errors.js');
const { FLUSH } = require('../transcoding/finding-streams.js');
const { detectionOf } = require('./answers.js');
const { LineReader, endOfLine, kinds } = require('./by-line.js');
const { CR, LF, uncutLength, weightOf } = require('./votes.js');
const { WaitingDecoder } = require('./waiting-decoder.js');

/** In bytes: a character of UTF-8 is not longer, so that each part of a long line has one. */
const MIN_LINE_BYTES = 4;

/** Decodes a stream line by line. */
class LinesDecoder extends WaitingDecoder {
  givesObjects = true;
  replacements = 0;
  firstErrorOffset = null;
  #settings;
  #reader;
  #offset = 0; // in bytes: where the bytes that wait begin in the stream
  #isContinuation = false; // whether a part of the line has been given on
  #openId; // the number of the encoding of such a line, if it is known
  #idBeforeCR; // the number of the encoding of a line that a CR has ended, until the next byte
  #decoders = new Map(); // { transcoder, read, replacements } by the number of the encoding

  constructor(settings, options) {
    super(options);
    this.#settings = settings;
    this.#reader = new LineReader(settings);
    this.maxBytes = Math.max(this.maxBytes, MIN_LINE_BYTES);
  }

  /** Yields the lines of a chunk, or of the end of the stream in place of null, as users get them. */
  *run(chunk) {
    try {
      this.stopTimer();
      if (chunk === FLUSH) yield* this.#givePart();
      else if (chunk !== null) yield* this.#giveLines(stableBytes(toBytes(chunk, 'chunk')));
      else {
        yield* this.#giveLast();
        this.begin(null, detectionOf(this.#reader.answer, this.#settings).result);
      }
      this.startTimer(chunk);
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  // Yields the lines that end in a chunk, and the parts of one that is too long.
  *#giveLines(bytes) {
    const length = lengthOf(bytes);
    for (let at = 0; at < length; ) {
      const id = this.#idBeforeCR;
      this.#idBeforeCR = undefined;
      if (id !== undefined && bytes[at] === LF) {
        at++;
        this.#isContinuation = true;
        yield* this.#give(Uint8Array.of(LF), true, id);
        this.#endLine();
        continue;
      }
      const most = Math.min(length, at + this.maxBytes - this.held.bytes.length);
      const end = endOfLine(bytes, at, most);
      const part = restOf(bytes, at, (end === -1 ? most : end) - at);
      at += lengthOf(part);
      if (end !== -1 && !this.isHolding) yield* this.#giveLine(part);
      else {
        this.held.append(part);
        if (end !== -1) yield* this.#giveLine(this.held.bytes);
        else if (this.held.bytes.length === this.maxBytes) yield* this.#givePart();
      }
    }
  }

  // Yields what the stream ends with.
  *#giveLast() {
    const isOpen = this.isHolding || this.#openId !== undefined;
    if (isOpen) yield* this.#giveLine(this.held.bytes, true);
  }

  // Yields a line, or the rest of one.
  *#giveLine(line, isLast = false) {
    const id = this.#openId ?? this.#read(line, false).id;
    const endsInCR = line[line.length - 1] === CR;
    yield* this.#give(line, !isLast, id);
    // The lines of such an encoding need not end as they begin.
    if (!isAsciiCompatible(id)) this.#decoders.delete(id);
    this.#endLine();
    if (endsInCR) this.#idBeforeCR = id;
  }

  // Yields the part of a line that waits, but for a character of UTF-8 that its end cuts.
  *#givePart() {
    if (!this.isHolding) return;
    const { bytes } = this.held;
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
    let output;
    let made;
    try {
      output = transcoder.run(bytes, stream, true);
    } finally {
      const { replacements } = transcoder;
      made = replacements - decoder.replacements;
      this.replacements += made;
      decoder.replacements = replacements;
    }
    const count = lengthOf(bytes);
    decoder.read += count;
    this.#offset += count;
    if (this.isHolding) this.held.read(count);
    const isFailure = output instanceof Failure;
    if (made > 0 || isFailure) this.firstErrorOffset ??= transcoder.firstErrorOffset;
    const text = isFailure ? output.output : output;
    const line = { text, encoding: names[id] };
    if (this.#isContinuation) line.isContinuation = true;
    if (text !== '') {
      this.#isContinuation = true;
      yield line;
    }
    if (isFailure) throw output.error;
  }

  #endLine() {
    this.#openId = undefined;
    this.#isContinuation = false;
  }

  #decoderOf(id) {
    return getOrMake(this.#decoders, id, () => ({
      transcoder: this.transcoderOf(id, this.#offset),
      read: 0,
      replacements: 0,
    }));
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
