'use strict';

// Reads text whose lines may be in different encodings: UTF-8, and another one for the lines that are not UTF-8.

const { lengthOf, restOf } = require('../base/webidl.js');
const { markedEncoding, utf8 } = require('../labels/encodings.js');
const { ChunkDetector, detectBytes } = require('../transcoding/detection.js');
const { asciiAnswer, certainAnswer, nameOf, unknownAnswer } = require('./answers.js');
const { AsciiScanner, follows, hasUtf16, mayBeUtf16 } = require('./ascii.js');
const { notByLine } = require('./errors.js');
const { CR, LF, LineVotes, isUtf8, weightOf } = require('./votes.js');

/** The kinds of lines. */
const kinds = { ascii: 0, utf8: 1, escaped: 2, other: 3 };

const ofKind = (kind) => ({ kind, id: undefined });

/** Returns the place behind the first LF or CR from `start` on and before `end`, or -1. */
function endOfLine(bytes, start, end) {
  for (let at = start; at < end; at++) {
    if (bytes[at] === LF || bytes[at] === CR) return at + 1;
  }
  return -1;
}

/** Calls `use(line, start, end)` for each line of some bytes. */
function eachLine(bytes, use) {
  const length = lengthOf(bytes);
  for (let start = 0; start < length; ) {
    const end = endOfLine(bytes, start, length);
    const stop = end === -1 ? length : end;
    use(restOf(bytes, start, stop - start), start, stop);
    start = stop;
  }
}

/**
 * Throws for a line of UTF-16, which its NUL bytes tell, and for the first one of a text with the byte order mark of an encoding whose
 * lines are not found by their bytes.
 */
function checkLine(line, isFirst) {
  const marked = isFirst ? markedEncoding(line, (name) => name !== 'UTF-8') : undefined;
  if (marked !== undefined) throw notByLine(marked);
  if (hasUtf16(line)) throw notByLine('UTF-16');
}

/** Calls `use(line, start, end)` for each line of a whole text. Throws for UTF-16. */
function eachLineOfAll(bytes, use) {
  eachLine(bytes, use);
  if (mayBeUtf16(bytes)) throw notByLine('UTF-16');
}

/** Tells what the lines of one text are. */
class LineReader {
  #settings;
  #scanner;
  #hasUtf8;
  #votes;
  #others; // reads the lines that vote as one text
  #hasOther = false;
  #hasUtf8Lines = false;

  constructor(settings) {
    this.#settings = settings;
    this.#scanner = new AsciiScanner(settings.ids);
    this.#hasUtf8 = settings.ids.includes(utf8);
    this.#votes = new LineVotes(settings.core);
    this.#others = new ChunkDetector(settings.core);
  }

  /**
   * Returns { kind, id } of a line, and counts its vote. `id` is the number of the encoding of an escaped line. `isCut` says that the end
   * may cut a character, and `isFirst` that the text begins with the line.
   */
  read(line, isCut, isFirst = false) {
    checkLine(line, isFirst);
    const weight = weightOf(line);
    if (weight === 0) {
      if (this.#scanner.scan(line, true, 0).next !== follows.other) return ofKind(kinds.ascii);
      const { id, isAscii } = detectBytes(this.#settings.core, line, false);
      return isAscii || id === undefined ? ofKind(kinds.ascii) : { kind: kinds.escaped, id };
    }
    if (this.#hasUtf8 && isUtf8(line, isCut)) {
      this.#hasUtf8Lines = true;
      return ofKind(kinds.utf8);
    }
    this.#hasOther = true;
    if (this.#settings.fallbackId === undefined) {
      if (this.#votes.add(line, weight)) this.#others.feed(line);
    }
    return ofKind(kinds.other);
  }

  /** Returns the number of the encoding of a line, of which read() has returned `kind` and `id`; undefined where that is not known. */
  idOf({ kind, id }) {
    if (kind === kinds.ascii) return this.#settings.asciiId;
    return kind === kinds.utf8 ? utf8 : (id ?? this.otherId);
  }

  /** The number of the encoding of lines that are not UTF-8, as far as the lines so far tell it; or undefined. */
  get otherId() {
    return this.#settings.fallbackId ?? this.#votes.winner?.id;
  }

  /** The answer for the lines that are not UTF-8, or for all. */
  get answer() {
    const { winner } = this.#votes;
    if (winner !== null) {
      const answer = this.#others.result(false);
      return answer.id === winner.id ? answer : { ...winner.answer, isReliable: false };
    }
    if (this.#hasOther) return unknownAnswer;
    return this.#hasUtf8Lines ? certainAnswer(utf8) : asciiAnswer;
  }
}

/**
 * Returns the ranges of lines that are in the same encoding, for `detect` with the option `byLine`. The bytes begin at `origin`, from which
 * offsets count.
 */
function rangesOf(bytes, settings, origin) {
  const reader = new LineReader(settings);
  const found = [];
  eachLineOfAll(bytes, (line, start, end) => {
    const { kind, id } = reader.read(line, false, start === 0);
    const last = found.at(-1);
    if (last !== undefined && (kind === kinds.ascii || (kind === last.kind && id === last.id))) {
      last.end = end;
    } else if (last?.kind === kinds.ascii) Object.assign(last, { kind, id, end });
    else found.push({ kind, id, start, end });
  });
  const { answer } = reader;
  const ranges = [];
  for (const line of found) {
    const { kind, start, end } = line;
    const encoding = nameOf(reader.idOf(line));
    const isReliable = kind !== kinds.other || answer.isReliable;
    const last = ranges.at(-1);
    if (last?.encoding === encoding && last.isReliable === isReliable) last.end = origin + end;
    else ranges.push({ start: origin + start, end: origin + end, encoding, isReliable });
  }
  return ranges;
}

module.exports = { LineReader, checkLine, eachLine, eachLineOfAll, endOfLine, kinds, rangesOf };
