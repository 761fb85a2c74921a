'use strict';

// Text whose lines are in different encodings: what EditableText and Chunks ask of an encoding. Each line is read for itself, as `detect` with
// the option `byLine` reads it. So the proof of an edit also shows that each line is read in the encoding in which it was written.

const { concatBytes, getOrMake, lengthOf, restOf, startsWith } = require('../base/webidl.js');
const { detectionOf } = require('../detect/answers.js');
const { LineReader, eachLine, eachLineOfAll, endOfLine, kinds } = require('../detect/by-line.js');
const { CR, LF, weightOf } = require('../detect/votes.js');
const { byteOrderMarks, hasEncoderState, utf8 } = require('../labels/encodings.js');
const { IGNORE_BOM, decodeWhole } = require('../transcoding/codecs.js');
const { ExactEncoder } = require('../transcoding/exact.js');
const { CHUNK_UNITS, PlaceFinder } = require('../transcoding/places.js');
const { FileEncoding } = require('./encoding.js');
const { endOf, linesOf } = require('./line-ends.js');

const [[, utf8Mark]] = byteOrderMarks;

const isBreak = (byte) => byte === LF || byte === CR;

/** The State of the decoder at the start of each line but the first. */
const atLine = {};

/** The encodings of the lines of a file. */
class Lines extends FileEncoding {
  /** The State at the start of the file. */
  start = {};
  reason = 'several encodings';
  /** The answer of `detect` for the lines that are not UTF-8, as one text, or for all lines. */
  detection;
  /** The State behind what decode() has read; null within a line. */
  state;
  /** Where the last sequence ends that placesOf() has found. */
  end;
  #reader;
  #asciiId;
  #finders = new Map();
  #encoders = new Map();
  #known = new WeakMap(); // what #othersOf() returns, by the chunk

  /** `settings` are those of a detector by line. Throws for UTF-16. */
  constructor(bytes, settings) {
    super();
    this.finder = this;
    const reader = new LineReader(settings);
    eachLineOfAll(bytes, (line, start) => {
      const { kind } = reader.read(line, false, start === 0);
      if (start === 0 && kind === kinds.utf8 && startsWith(line, utf8Mark)) this.mark = utf8Mark;
    });
    const { result } = detectionOf(reader.answer, settings);
    const isGiven = settings.fallbackId !== undefined;
    this.detection = { ...result, isReliable: isGiven || result.isReliable };
    const otherId = reader.otherId ?? utf8;
    this.#asciiId = settings.asciiId ?? otherId;
    this.#reader = new LineReader({ ...settings, fallbackId: otherId });
  }

  begin(state) {
    this.state = state;
  }

  decode(bytes) {
    const text = this.#linesOf(bytes).map((line) => this.#textOf(bytes, line));
    const length = lengthOf(bytes);
    if (length > 0) this.state = isBreak(bytes[length - 1]) ? atLine : null;
    return text.join('');
  }

  placesOf(state, bytes, units) {
    this.begin(state);
    const places = [];
    let made = 0;
    for (const line of this.#linesOf(bytes)) {
      const { length } = this.#textOf(bytes, line);
      const own = [];
      for (let i = places.length; i < units.length && units[i] < made + length; i++) {
        own.push(units[i] - made);
      }
      if (own.length > 0) {
        const { id, start, end } = line;
        const finder = getOrMake(this.#finders, id, (each) => new PlaceFinder(each));
        const found = finder.placesOf(finder.start, restOf(bytes, start, end - start), own, true);
        // An escape sequence at its start belongs to a line.
        for (let i = 0; i < own.length; i++) places.push(start + (own[i] === 0 ? 0 : found[i]));
        this.end = start + finder.end;
      }
      made += length;
    }
    return places;
  }

  cut(state, bytes) {
    const to = endOfLine(bytes, CHUNK_UNITS, lengthOf(bytes));
    if (to === -1 || to === lengthOf(bytes)) return null;
    this.begin(state);
    return { to, units: this.decode(restOf(bytes, 0, to)).length, state: atLine };
  }

  /**
   * Returns a text as the part of an edit, which takes the place of what stands between `start` and `end`. A line of it that has other
   * characters than ASCII beside the text is written in its own encoding; any other in that of the line at its place or of one near it, and
   * in UTF-8 where that is not possible.
   */
  fit(text, mode, base, chunks, start, end) {
    const { list } = chunks;
    const from = chunks.placeOf(start);
    const first = this.#fixedOf(list, from, true);
    const last = this.#fixedOf(list, chunks.placeOf(end), false);
    const near = this.#near(list, from);
    const texts = [];
    const bytes = [];
    let at = base;
    const pieces = linesOf(text, true);
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      const isLast = i === pieces.length - 1 && endOf(piece) === '';
      const fixed = (i === 0 ? first : undefined) ?? (isLast ? last : undefined);
      const id = fixed ?? (this.#isRead(piece, near) ? near : utf8);
      const own = this.#encoderOf(id).fit(piece, mode, at);
      texts.push(own.text);
      bytes.push(own.bytes);
      at += piece.length;
    }
    return { text: texts.join(''), bytes: concatBytes(bytes) };
  }

  /** Whether escape sequences change how a line is read. Then it can only be written as a whole, because Chunks has no Modes for it. */
  hasModesAt(chunks, unit) {
    return hasEncoderState(this.#near(chunks.list, chunks.placeOf(unit)));
  }

  // Returns the lines of bytes as { id, start, end, isAscii }, by the number of their encoding.
  #linesOf(bytes) {
    const lines = [];
    const isMarked = this.state === this.start && this.mark === utf8Mark;
    eachLine(bytes, (line, start, end) => {
      // With the mark, a line that is not UTF-8 would be another text.
      const isFirst = isMarked && start === 0;
      const found = isFirst ? { kind: kinds.utf8 } : this.#reader.read(line, false);
      const id = this.#reader.idOf(found) ?? this.#asciiId;
      lines.push({ id, start, end, isAscii: found.kind === kinds.ascii });
    });
    return lines;
  }

  #textOf(bytes, { id, start, end }) {
    return decodeWhole(id, IGNORE_BOM, restOf(bytes, start, end - start));
  }

  #encoderOf(id) {
    return getOrMake(this.#encoders, id, (each) => new ExactEncoder(each));
  }

  // Whether a line is read as it would be written in an encoding.
  #isRead(line, id) {
    const bytes = this.#encoderOf(id).encode(line);
    this.begin(atLine);
    return bytes !== null && this.decode(bytes) === line;
  }

  // Returns the encoding of the line at a place, if its part before or behind the place is not ASCII.
  #fixedOf(list, { at, byte }, isBefore) {
    const bytes = list[at].part();
    let start = byte;
    while (start > 0 && !isBreak(bytes[start - 1])) start--;
    if (isBefore && at === 0 && start === 0 && this.mark === utf8Mark) return utf8;
    const end = endOfLine(bytes, byte, lengthOf(bytes));
    const rest = restOf(bytes, start, (end === -1 ? lengthOf(bytes) : end) - start);
    const before = byte - start;
    if (weightOf(isBefore ? restOf(rest, 0, before) : restOf(rest, before)) === 0) return undefined;
    this.begin(atLine);
    return this.#linesOf(rest)[0].id;
  }

  // Returns the encoding of the line at a place if it is not ASCII, else of the nearest such line before it, else behind it.
  #near(list, { at, byte }) {
    let line = this.#othersOf(list[at])
      .filter(({ start }) => start <= byte)
      .at(-1);
    for (let i = at - 1; line === undefined && i >= 0; i--) line = this.#othersOf(list[i]).at(-1);
    for (let i = at; line === undefined && i < list.length; i++) [line] = this.#othersOf(list[i]);
    return line?.id ?? this.#asciiId;
  }

  // Returns the lines of a chunk that are not ASCII.
  #othersOf(chunk) {
    return getOrMake(this.#known, chunk, () => {
      this.begin(chunk.state);
      return this.#linesOf(chunk.part()).filter(({ isAscii }) => !isAscii);
    });
  }
}

module.exports = { Lines };
