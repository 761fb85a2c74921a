'use strict';

// Text whose lines are in different encodings: what EditableText and Chunks ask of an encoding. Each line is read for itself, as `detect` with
// the option `byLine` reads it. So the proof of an edit also shows that each line is read in the encoding in which it was written.

const { concatBytes, getOrMake, lengthOf, restOf, startsWith } = require('../base/webidl.js');
const { detectionOf } = require('../detect/answers.js');
const { LineReader, eachLine, eachLineOfAll, endOfLine, kinds } = require('../detect/by-line.js');
const { CR, LF, weightOf } = require('../detect/votes.js');
const {
  byteOrderMarks,
  hasEncoderState,
  isAsciiCompatible,
  utf8,
} = require('../labels/encodings.js');
const { IGNORE_BOM, decodeWhole } = require('../transcoding/codecs.js');
const { ExactEncoder } = require('../transcoding/exact.js');
const { CHUNK_UNITS, PlaceFinder } = require('../transcoding/places.js');
const { FileEncoding } = require('./encoding.js');
const { endOf, linesOf } = require('./line-ends.js');

const [[, utf8Mark]] = byteOrderMarks;

const isBreak = (byte) => byte === LF || byte === CR;

/** The State of the decoder at the start of each line but the first. */
const atLine = {};

/** Returns the line with a place in bytes: { before, behind }, its parts on either side. */
function lineAround(bytes, place) {
  let start = place;
  while (start > 0 && !isBreak(bytes[start - 1])) start--;
  const end = endOfLine(bytes, place, lengthOf(bytes));
  const behind = restOf(bytes, place, (end === -1 ? lengthOf(bytes) : end) - place);
  return { before: restOf(bytes, start, place - start), behind };
}

/** The encodings of the lines of a file. */
class Lines extends FileEncoding {
  /** The State at the start of the file. */
  start = {};
  reason = 'several encodings';
  /** The answer of `detect` for the lines that are not UTF-8, as one text, or for all lines. */
  detection;
  /** The State behind what decode() has read; null within a line, and behind placesOf(). */
  state;
  /** How many code units placesOf() has read. */
  made;
  isSettled = false;
  /** Where the last sequence ends that placesOf() has found. */
  end;
  /** Where the one behind it begins. */
  next;
  #reader;
  #asciiId;
  #finders = new Map();
  #encoders = new Map();
  #known = new WeakMap(); // what #idsOf() returns, by the chunk

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
    const text = this.#runsOf(bytes).map((run) => this.#textOf(bytes, run));
    const length = lengthOf(bytes);
    if (length > 0) this.state = isBreak(bytes[length - 1]) ? atLine : null;
    return text.join('');
  }

  placesOf(state, bytes, units) {
    this.begin(state);
    const places = [];
    let made = 0;
    for (const run of this.#runsOf(bytes)) {
      const { length } = this.#textOf(bytes, run);
      const own = units.filter((unit) => unit >= made && unit < made + length);
      if (own.length > 0) {
        const { id, start, end } = run;
        const finder = getOrMake(this.#finders, id, (each) => new PlaceFinder(each));
        const line = restOf(bytes, start, end - start);
        const numbers = own.map((unit) => unit - made);
        const found = finder.placesOf(finder.start, line, numbers, true);
        // An escape sequence at its start belongs to a line.
        places.push(...found.map((place, i) => start + (numbers[i] === 0 ? 0 : place)));
        this.end = start + finder.end;
        this.made = made + finder.made;
        const [place = end - start] = finder.placesOf(finder.start, line, [finder.made], true);
        this.next = start + place;
      }
      made += length;
    }
    this.state = null;
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
    const from = chunks.placeOf(start);
    const to = start === end ? from : chunks.placeOf(end);
    const first = this.#fixedOf(chunks.list, from, 'before');
    const last = this.#fixedOf(chunks.list, to, 'behind');
    const near = this.#near(chunks.list, from);
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

  // Returns the lines of bytes as { id, start, end, isAscii }, where those that one decoder reads are one run.
  #runsOf(bytes) {
    const runs = [];
    const isMarked = this.state === this.start && this.mark === utf8Mark;
    eachLine(bytes, (line, start, end) => {
      // With the mark, a line that is not UTF-8 would be another text.
      const isFirst = isMarked && start === 0;
      const found = isFirst ? { kind: kinds.utf8 } : this.#reader.read(line, false);
      const isAscii = found.kind === kinds.ascii;
      const id = this.#reader.idOf(found) ?? this.#asciiId;
      const last = runs.at(-1);
      const isSame = last !== undefined && (id === last.id || isAscii || last.isAscii);
      if (!isSame || !isAsciiCompatible(id) || !isAsciiCompatible(last.id)) {
        runs.push({ id, start, end, isAscii });
        return;
      }
      last.end = end;
      if (last.isAscii && !isAscii) Object.assign(last, { id, isAscii });
    });
    return runs;
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

  // Returns the encoding of the line at a place, if its part on one side of the place is not ASCII.
  #fixedOf(list, { at, byte }, side) {
    const chunk = list[at];
    const bytes = chunk.part();
    const line = lineAround(bytes, byte);
    const { before } = line;
    const isMarked = this.mark === utf8Mark && at === 0 && lengthOf(before) === byte;
    if (isMarked && side === 'before') return utf8;
    if (weightOf(line[side]) === 0) return undefined;
    this.begin(atLine);
    const [{ id }] = this.#runsOf(concatBytes([before, line.behind]));
    return id;
  }

  // Returns the encoding of the line at a place if it is not ASCII, else of one near it.
  #near(list, { at, byte }) {
    this.begin(list[at].state);
    const run = this.#runsOf(list[at].part()).findLast(({ start }) => start <= byte);
    if (run !== undefined && !run.isAscii) return run.id;
    const hasIds = (chunk) => this.#idsOf(chunk).length > 0;
    const before = list.slice(0, at).findLast(hasIds);
    if (before !== undefined) return this.#idsOf(before).at(-1);
    const behind = list.find(hasIds);
    return behind === undefined ? this.#asciiId : this.#idsOf(behind)[0];
  }

  // Returns the encodings of the lines of a chunk that are not ASCII.
  #idsOf(chunk) {
    return getOrMake(this.#known, chunk, () => {
      this.begin(chunk.state);
      const runs = this.#runsOf(chunk.part()).filter(({ isAscii }) => !isAscii);
      return runs.map(({ id }) => id);
    });
  }
}

module.exports = { Lines };
