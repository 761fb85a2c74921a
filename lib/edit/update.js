'use strict';

// Finds the edits that make one text of another: lines first, then words in lines that were changed. A line that the file had already takes
// its old bytes, because no encoder might make them again.

const { invalidArgument } = require('../base/errors.js');
const { getOrMake, isAsciiText, isTrailingSurrogate } = require('../base/webidl.js');
const { Comparison } = require('./compare.js');
const { bodyOf, countsOf, endOf, endsAtCR, linesOf } = require('./line-ends.js');

// The number of the first word of several code units: behind those of code units.
const FIRST_WORD = 0x10000;

// How many lines are searched for COMMON_LINES that follow each other in both texts. If there are none, more are.
const FIRST_WINDOW = 16;
const WINDOW_GROWTH = 8;
const COMMON_LINES = 3;

/** Returns a line with its end and without. */
const formsOf = (line) => (endOf(line) === '' ? [line] : [line, bodyOf(line)]);

/** The number of a text in a list of known ones, which are numbered from `first` on. */
const numberOf = (text, known, first) => getOrMake(known, text, () => first + known.size);

/** Calls `change(i0, i1, j0, j1)` for the parts of two lists of lines that are not in common. */
function eachChange(comparison, a, b, change) {
  const known = new Map();
  const [own, others] = [a, b].map((lines) =>
    Int32Array.from(lines, (line) => numberOf(line, known, 0)),
  );
  comparison.each(own, others, change);
}

const isWordUnit = (unit) =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);

/** Whether a code unit has no bytes of its own behind some others: half of a surrogate pair, or a combining mark. */
const isJoined = (unit) => isTrailingSurrogate(unit) || (unit >= 0x300 && unit <= 0x36f);

/**
 * Returns a number for each word of a part of a text, and where the words begin: letters and digits of ASCII that follow each other, and
 * each other character. The bytes of a word are the same in every file, or it is as short as can be.
 */
function wordsOf(text, start, end, known) {
  const numbers = new Int32Array(end - start);
  const places = new Int32Array(end - start + 1);
  let count = 0;
  for (let at = start; at < end; count++) {
    places[count] = at;
    const unit = text.charCodeAt(at);
    const goesOn = isWordUnit(unit) ? isWordUnit : isJoined;
    let to = at + 1;
    while (to < end && goesOn(text.charCodeAt(to))) to++;
    numbers[count] = to === at + 1 ? unit : numberOf(text.slice(at, to), known, FIRST_WORD);
    at = to;
  }
  places[count] = end;
  return { numbers: numbers.subarray(0, count), places };
}

/** Returns a text whose lines end as those of the old text do. */
function withEndsOf(old, text) {
  const isOfCR = endsAtCR(old);
  const [oldLines, lines] = [linesOf(old, isOfCR), linesOf(text, isOfCR)];
  const [oldKeys, keys] = [oldLines, lines].map((own) =>
    own.map((line) => (endOf(line) === '' ? line : `${bodyOf(line)}\n`)),
  );
  // The end of each line of the text: that of the old line at its place. A line that was moved keeps its own.
  const ends = new Map(oldKeys.map((key, at) => [key, endOf(oldLines[at])]));
  const own = keys.map((key) => ends.get(key));
  let [i, j] = [0, 0];
  const pass = (i1, j1) => {
    for (; j < j1; i++, j++) {
      const isSame = oldKeys[i] === keys[j];
      if (i < i1 && (isSame || own[j] === undefined)) own[j] = endOf(oldLines[i]);
    }
    [i, j] = [i1, j1];
  };
  eachChange(new Comparison(), oldKeys, keys, (i0, i1, j0, j1) => {
    pass(i0, j0);
    pass(i1, j1);
  });
  pass(oldLines.length, lines.length);
  let end = Array.from(countsOf(old)).sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
  const withEnd = (line, at) => {
    if (endOf(line) === '') return line;
    end = own[at] || end;
    return bodyOf(line) + end;
  };
  return lines.map(withEnd).join('');
}

/** Returns where each of the next lines of a text begins, and where the last one ends. There are at most `most` lines, which `end` ends. */
function nextLines(text, start, most, end = '\n') {
  const places = [start];
  for (let at = start; at < text.length && places.length <= most; ) {
    at = text.indexOf(end, at) + 1 || text.length;
    places.push(at);
  }
  return places;
}

/** Returns the next places from which on two texts have lines in common: [i, j]; where there are none, their ends. */
function nextCommon(old, text, i, j) {
  for (let most = FIRST_WINDOW; ; most *= WINDOW_GROWTH) {
    const [own, others] = [nextLines(old, i, most), nextLines(text, j, most)];
    const line = (whole, places, at) => whole.slice(places[at], places[at + COMMON_LINES]);
    const known = new Map();
    for (let at = others.length - 1 - COMMON_LINES; at >= 0; at--) {
      known.set(line(text, others, at), others[at]);
    }
    for (let at = 0; at + COMMON_LINES < own.length; at++) {
      const place = known.get(line(old, own, at));
      if (place !== undefined) return [own[at], place];
    }
    if (own.length <= most && others.length <= most) return [old.length, text.length];
  }
}

/** Returns the parts of two texts between whole lines that they have in common: [start, end, index, until]. LF ends these lines. */
function changedParts(old, text) {
  const parts = [];
  for (let i = 0, j = 0; ; ) {
    const most = Math.min(old.length - i, text.length - j);
    let same = 0;
    while (same < most && old.charCodeAt(i + same) === text.charCodeAt(j + same)) same++;
    if (same === old.length - i && same === text.length - j) return parts;
    const before = same === 0 ? 0 : Math.max(0, old.lastIndexOf('\n', i + same - 1) + 1 - i);
    const next = nextCommon(old, text, i + before, j + before);
    parts.push([i + before, next[0], j + before, next[1]]);
    [i, j] = next;
  }
}

/** Returns the lines of a part of a text: { text, start, end }. */
function linesBetween(text, start, end, isOfCR) {
  let at = start;
  return linesOf(text.slice(start, end), isOfCR).map((line) => {
    const own = { text: line, start: at, end: at + line.length };
    at = own.end;
    return own;
  });
}

/**
 * Returns the changes that make a text of an old one: { lines, newLines, start, end, index, until }, the lines that have become other ones, and
 * where they stand in the old text and in the new one. `isWhole` means that lines far from any change are compared, too.
 */
function changesOf(old, text, isWhole, isOfCR, comparison) {
  const changes = [];
  const whole = [0, old.length, 0, text.length];
  for (const [start, end, index, until] of isWhole ? [whole] : changedParts(old, text)) {
    const lines = linesBetween(old, start, end, isOfCR);
    const newLines = linesBetween(text, index, until, isOfCR);
    const [a, b] = [lines, newLines].map((own) => own.map((line) => line.text));
    eachChange(comparison, a, b, (i0, i1, j0, j1) => {
      changes.push({
        lines: lines.slice(i0, i1),
        newLines: newLines.slice(j0, j1),
        start: lines[i0]?.start ?? end,
        end: lines[i1]?.start ?? end,
        index: newLines[j0]?.start ?? until,
        until: newLines[j1]?.start ?? until,
      });
    });
  }
  return changes;
}

/** The old lines that are not ASCII, by their text with its end and without. Each is taken once before any is taken again. */
class OldLines {
  #old;
  #changes;
  #end;
  #changed = new Map(); // where the lines with a text start, in the order from the last to the first
  #others = null;

  /** `end` ends the lines of the old text. */
  constructor(old, changes, end) {
    this.#old = old;
    this.#changes = changes;
    this.#end = end;
    const lines = changes.flatMap((change) => change.lines);
    for (const { text, start } of lines.reverse()) {
      if (isAsciiText(text)) continue;
      for (const one of formsOf(text)) getOrMake(this.#changed, one, () => []).push(start);
    }
  }

  /** Whether a line with a text was changed or moved. */
  hasChanged(text) {
    return this.#changed.has(text);
  }

  has(text) {
    return this.#startsOf(text) !== undefined;
  }

  /** Returns where a line begins in the old text, or undefined. */
  take(text) {
    const starts = this.#startsOf(text);
    return starts?.length > 1 ? starts.pop() : starts?.[0];
  }

  #startsOf(text) {
    const starts = this.#changed.get(text);
    if (starts !== undefined || isAsciiText(text)) return starts;
    this.#others ??= this.#findOthers();
    return this.#others.get(text);
  }

  // Finds the other lines that have the text of a line which a change has made.
  #findOthers() {
    const found = new Map();
    const lengths = new Set();
    for (const { text } of this.#changes.flatMap((change) => change.newLines)) {
      for (const one of formsOf(text)) {
        if (this.hasChanged(one) || isAsciiText(one)) continue;
        found.set(one, undefined);
        lengths.add(one.length);
      }
    }
    const places = nextLines(this.#old, 0, Infinity, this.#end);
    for (let at = places.length - 2; at >= 0; at--) {
      const [start, end] = [places[at], places[at + 1]];
      const length = end - start;
      // A body is up to two code units shorter than its line.
      if (!lengths.has(length) && !lengths.has(length - 1) && !lengths.has(length - 2)) continue;
      for (const one of formsOf(this.#old.slice(start, end))) {
        if (!found.has(one)) continue;
        if (found.get(one) === undefined) found.set(one, []);
        found.get(one).push(start);
      }
    }
    return found;
  }
}

/**
 * Finds the edits that make `text` of `old`: { start, end, text, index, from }, where `index` is the place of the text of the edit, and
 * `from` that of the same text in `old`, if it is to have its bytes. `isWhole` means that lines far from any edit are compared, too, and
 * `hasModes(place)` that a line is to be written as a whole.
 */
function differences(old, text, isWhole, hasModes) {
  const isOfCR = endsAtCR(old);
  const comparison = new Comparison();
  const changes = changesOf(old, text, isWhole, isOfCR, comparison);
  const known = new OldLines(old, changes, isOfCR ? '\r' : '\n');
  const edits = [];
  const add = (start, end, index, until, from = undefined) => {
    if (end > start || until > index) {
      edits.push({ start, end, index, text: text.slice(index, until), from });
    }
  };
  const compareWords = ({ lines, start, end, index, until }) => {
    if (lines.some((line) => hasModes(line.start))) {
      add(start, end, index, until);
      return;
    }
    const words = new Map();
    const own = wordsOf(old, start, end, words);
    const others = wordsOf(text, index, until, words);
    comparison.each(own.numbers, others.numbers, (a, b, c, d) =>
      add(own.places[a], own.places[b], others.places[c], others.places[d]),
    );
  };
  // Puts a line in the place of another one. It takes the bytes of an old line that has its text, where else new bytes would be needed.
  const replaceLine = (line, { text: own, start: index, end: until }) => {
    const count = edits.length;
    const { start, end } = line;
    compareWords({ lines: [line], start, end, index, until });
    if (edits.slice(count).every((edit) => isAsciiText(edit.text))) return;
    const from = known.take(own);
    if (from === undefined) return;
    edits.length = count;
    add(start, end, index, until, from);
  };
  // Returns the new lines of a change that are old ones, and the other lines on both sides, which belong together in their order if there are as
  // many.
  const movedIn = ({ lines, newLines }, isKnown) => {
    const moved = new Set(newLines.map((line) => line.text).filter(isKnown));
    const isOther = (line) => !moved.has(line.text);
    const [others, newOthers] = [lines.filter(isOther), newLines.filter(isOther)];
    return { moved, others, arePaired: others.length === newOthers.length };
  };
  for (const change of changes) {
    let found = movedIn(change, (line) => known.hasChanged(line));
    if (!found.arePaired) found = movedIn(change, (line) => known.has(line));
    const { moved, others, arePaired } = found;
    if (moved.size === 0 && !arePaired) {
      compareWords(change);
      continue;
    }
    let { start } = change;
    let paired = 0;
    for (const line of change.newLines) {
      if (arePaired && !moved.has(line.text)) {
        const own = others[paired++];
        add(start, own.start, line.start, line.start);
        replaceLine(own, line);
        start = own.end;
        continue;
      }
      const same = formsOf(line.text).find((one) => known.has(one)) ?? '';
      const middle = line.start + same.length;
      if (same !== '') add(start, start, line.start, middle, known.take(same));
      add(start, start, middle, line.end);
    }
    add(start, change.end, change.until, change.until);
  }
  return edits;
}

/**
 * Makes `text` of the text of a file, which is `old`. `toEdit(edit)` encodes the text of an edit, `bytesOf(start, end)`
 * the old bytes of a line, and `apply(edits)` makes edits all at once and returns the ranges of what they have written, where no two touch.
 */
function update(old, given, lineEnds, { toEdit: toOwn, bytesOf, apply, hasModes }) {
  if (!['exact', 'keep'].includes(lineEnds ?? 'exact')) {
    throw invalidArgument('options.lineEnds', "'exact' or 'keep'", lineEnds);
  }
  const text = lineEnds === 'keep' ? withEndsOf(old, given) : given;
  if (text === old) return [];
  const toEdit = (edit) => {
    const { start, end, text: own, from } = edit;
    const bytes = from === undefined ? null : bytesOf(from, from + own.length);
    return bytes === null ? toOwn(edit) : { start, end, text: own, bytes, isOld: true };
  };
  const attempt = (isWhole) => apply(differences(old, text, isWhole, hasModes).map(toEdit));
  try {
    return attempt(false);
  } catch (error) {
    try {
      return attempt(true);
    } catch {
      throw error;
    }
  }
}

module.exports = { update };
