'use strict';

// Finds the edits that make one text of another: lines first, then words in lines that were changed. A line that the file had already takes
// its old bytes, because no encoder might make them again.

const { invalidArgument } = require('../base/errors.js');
const { getOrMake, isAsciiText, isTrailingSurrogate } = require('../base/webidl.js');
const { Comparison } = require('./compare.js');
const {
  bodyOf,
  countsOf,
  endOf,
  endOfLine,
  endsAtCR,
  linesOf,
  wholeEndOf,
} = require('./line-ends.js');

// The number of the first line or word of several code units: behind those of code units.
const FIRST_NUMBER = 0x10000;

// How many lines are searched for COMMON_LINES that follow each other in both texts. If there are none, more are.
const FIRST_WINDOW = 16;
const WINDOW_GROWTH = 8;
const COMMON_LINES = 3;

/** Returns a line with its end and without. */
const formsOf = (line) => (endOf(line) === '' ? [line] : [line, bodyOf(line)]);

/** Returns the elements of all lists as one list. */
function joined(lists) {
  const all = [];
  for (const list of lists) {
    for (const element of list) all.push(element);
  }
  return all;
}

const isWordUnit = (unit) =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);

/** Whether a code unit has no bytes of its own behind some others: half of a surrogate pair, or a combining mark. */
const isJoined = (unit) => isTrailingSurrogate(unit) || (unit >= 0x300 && unit <= 0x36f);

/**
 * Returns where a word ends that begins at a place in a text. A word is a run of letters and digits of ASCII, whose bytes are the same in
 * every file, or one other character with its marks, so that an edit writes few new bytes.
 */
function endOfWord(text, start) {
  const goesOn = isWordUnit(text.charCodeAt(start)) ? isWordUnit : isJoined;
  let end = start + 1;
  while (goesOn(text.charCodeAt(end))) end++;
  return end;
}

/** Returns a number for each line or word of a part of a text, and where they begin. `endOfPiece(text, start)` says where one ends. */
function piecesOf(text, start, end, endOfPiece, known) {
  const numbers = [];
  const places = [start];
  const next = () => FIRST_NUMBER + known.size;
  for (let at = start; at < end; ) {
    const to = Math.min(end, endOfPiece(text, at));
    const isUnit = to === at + 1;
    numbers.push(isUnit ? text.charCodeAt(at) : getOrMake(known, text.slice(at, to), next));
    places.push(to);
    at = to;
  }
  return { numbers, places };
}

/** Calls `change(start, end, index, until)` for the parts of `old` and of `text` between these places that have no line or word in common. */
function eachChange(comparison, old, text, [start, end, index, until], endOfPiece, change) {
  const known = new Map();
  const own = piecesOf(old, start, end, endOfPiece, known);
  const others = piecesOf(text, index, until, endOfPiece, known);
  comparison.each(own.numbers, others.numbers, (i0, i1, j0, j1) =>
    change(own.places[i0], own.places[i1], others.places[j0], others.places[j1]),
  );
}

/** Returns a text whose lines end as those of the old text do. */
function withEndsOf(old, text) {
  const isOfCR = endsAtCR(old);
  const [oldLines, lines] = [linesOf(old, isOfCR), linesOf(text, isOfCR)];
  const [oldEnds, givenEnds] = [oldLines, lines].map((own) => own.map(wholeEndOf));
  const keysOf = (own, ends) =>
    own.map((line, at) => (ends[at] === '' ? line : `${line.slice(0, -ends[at].length)}\n`));
  const [oldKeys, keys] = [keysOf(oldLines, oldEnds), keysOf(lines, givenEnds)];
  // The end of each line of the text: that of the old line at its place. A line that was moved keeps its own.
  const ends = new Map(oldKeys.map((key, at) => [key, oldEnds[at]]));
  const own = keys.map((key) => ends.get(key));
  let [i, j] = [0, 0];
  const pass = (i1, j1) => {
    for (; j < j1; i++, j++) {
      const isSame = oldKeys[i] === keys[j];
      if (i < i1 && (isSame || own[j] === undefined)) own[j] = oldEnds[i];
    }
    [i, j] = [i1, j1];
  };
  new Comparison().each(oldKeys, keys, (i0, i1, j0, j1) => {
    pass(i0, j0);
    pass(i1, j1);
  });
  pass(oldLines.length, lines.length);
  let end = Array.from(countsOf(old)).sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
  const withEnd = (key, at) => {
    if (givenEnds[at] === '') return key;
    const wanted = own[at] || end;
    // A new line behind one with two CR has one.
    end = endOf(wanted);
    return key.slice(0, -1) + wanted;
  };
  return keys.map(withEnd).join('');
}

/** Returns where each of the next lines of a text begins, and where the last one ends. There are at most `most` lines. */
function nextLines(text, start, most, isOfCR = false) {
  const places = [start];
  for (let at = start; at < text.length && places.length <= most; ) {
    at = endOfLine(text, at, isOfCR);
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

/** Returns the lines of a part of a text, which ends where a line does: { text, start, end }. */
function linesBetween(text, start, end, isOfCR) {
  let at = start;
  return linesOf(text.slice(start, end), isOfCR).map((line) => {
    const from = at;
    at += line.length;
    return { text: line, start: from, end: at };
  });
}

/**
 * Returns the changes that make a text of an old one: { lines, newLines, place }, the lines that have become other ones, and where they stand in
 * the old text and in the new one. `isWhole` means that lines far from any change are compared, too.
 */
function changesOf(old, text, isWhole, isOfCR, comparison) {
  const changes = [];
  const whole = [0, old.length, 0, text.length];
  const endOfPiece = (own, start) => endOfLine(own, start, isOfCR);
  for (const part of isWhole ? [whole] : changedParts(old, text)) {
    eachChange(comparison, old, text, part, endOfPiece, (...place) => {
      const [start, end, index, until] = place;
      const lines = linesBetween(old, start, end, isOfCR);
      const newLines = linesBetween(text, index, until, isOfCR);
      changes.push({ lines, newLines, place });
    });
  }
  return changes;
}

/** The old lines that are not ASCII, by their text with its end and without. Each is taken once before any is taken again. */
class OldLines {
  #old;
  #changes;
  #isOfCR;
  #changed = new Map(); // where the lines with a text start, in the order from the last to the first
  #others = null;

  constructor(old, changes, isOfCR) {
    this.#old = old;
    this.#changes = changes;
    this.#isOfCR = isOfCR;
    for (const { text, start } of joined(changes.map((change) => change.lines)).reverse()) {
      if (isAsciiText(text)) continue;
      for (const one of formsOf(text)) getOrMake(this.#changed, one, () => []).push(start);
    }
  }

  /** Whether a line with a text was changed or moved. */
  hasChanged(text) {
    return this.#changed.has(text);
  }

  has(text) {
    return this.#startsOf(text)?.length > 0;
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
    for (const { text } of joined(this.#changes.map((change) => change.newLines))) {
      for (const one of formsOf(text)) {
        if (this.hasChanged(one) || isAsciiText(one)) continue;
        found.set(one, []);
        lengths.add(one.length);
      }
    }
    const places = nextLines(this.#old, 0, Infinity, this.#isOfCR);
    for (let at = places.length - 2; at >= 0; at--) {
      const [start, end] = [places[at], places[at + 1]];
      const length = end - start;
      // A body is up to two code units shorter than its line.
      if (!lengths.has(length) && !lengths.has(length - 1) && !lengths.has(length - 2)) continue;
      for (const one of formsOf(this.#old.slice(start, end))) found.get(one)?.push(start);
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
  const known = new OldLines(old, changes, isOfCR);
  const edits = [];
  const add = (start, end, index, until, from = undefined) => {
    if (end > start || until > index) {
      edits.push({ start, end, index, text: text.slice(index, until), from });
    }
  };
  const compareWords = (lines, place) => {
    if (lines.some((line) => hasModes(line.start))) add(...place);
    else eachChange(comparison, old, text, place, endOfWord, add);
  };
  // Puts a line in the place of another one. It takes the bytes of an old line that has its text, where else new bytes would be needed.
  const replaceLine = (line, newLine) => {
    const count = edits.length;
    const place = [line.start, line.end, newLine.start, newLine.end];
    compareWords([line], place);
    if (edits.slice(count).every((edit) => isAsciiText(edit.text))) return;
    const from = known.take(newLine.text);
    if (from === undefined) return;
    edits.length = count;
    add(...place, from);
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
      compareWords(change.lines, change.place);
      continue;
    }
    const [first, end, , until] = change.place;
    let start = first;
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
    add(start, end, until, until);
  }
  return edits;
}

/**
 * Makes `text` of the text of a file, which is `old`. `toEdit(edit)` encodes the text of an edit, `bytesOf(start, end)`
 * the old bytes of a line. `apply(edits)` makes all edits at once, and returns the ranges of the text that they have written. No two of these
 * ranges touch.
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
    return bytes === null
      ? toOwn(edit)
      : { start, end, text: own, bytes, isOld: true, range: null };
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
