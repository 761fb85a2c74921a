'use strict';

// Finds the edits that make one text of another: lines first, then code units in lines that were changed. A line that the file had already
// takes its old bytes, because no encoder might make them again.

const { invalidArgument } = require('../base/errors.js');
const { isLeadingSurrogate, isTrailingSurrogate } = require('../base/webidl.js');
const { Comparison } = require('./compare.js');
const { countsOf, endOf, endsAtCR, linesOf } = require('./line-ends.js');

// The most differences that are looked for between two lines that both texts have once, and between two such words or code units.
const MAX_LINES_DIFFERENCE = 1000;
const MAX_WORDS_DIFFERENCE = 300;
const MAX_UNITS_DIFFERENCE = 96;

// In UTF-16 code units: in longer lines words are compared before code units.
const MAX_SHORT_UNITS = 256;

// The number of the first word of several code units: behind those of code units.
const FIRST_WORD = 0x10000;

// The most pairs of lines of which each is compared, to find out which changed lines belong together.
const MAX_PAIRS = 40_000;

/** How many code units two texts have in common at the start: `most` or fewer. */
function commonStart(a, b, most) {
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** How many code units two texts have in common at the end: `most` or fewer. */
function commonEnd(a, b, most) {
  let at = 1;
  while (at <= most && a.charCodeAt(a.length - at) === b.charCodeAt(b.length - at)) at++;
  return at - 1;
}

/** Returns a number for each of some texts: the same for the same text. */
function numbersOf(texts, known) {
  const numbers = new Int32Array(texts.length);
  for (let at = 0; at < texts.length; at++) {
    let number = known.get(texts[at]);
    if (number === undefined) {
      number = known.size;
      known.set(texts[at], number);
    }
    numbers[at] = number;
  }
  return numbers;
}

/** Calls `change(i0, i1, j0, j1)` for the parts of two sequences that are not in common. */
function eachChange(comparison, [a, b], most, change) {
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ, length] of [...comparison.runs(a, b, most), [a.length, b.length, 0]]) {
    if (nextI > i || nextJ > j) change(i, nextI, j, nextJ);
    i = nextI + length;
    j = nextJ + length;
  }
}

/** Calls `change` as eachChange() does, for two lists of texts. */
function eachChangeOfTexts(comparison, a, b, most, change) {
  const known = new Map();
  eachChange(comparison, [numbersOf(a, known), numbersOf(b, known)], most, change);
}

const unitsOf = (text) => Int32Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

const isWordUnit = (unit) =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);

/**
 * Returns a number for each word between two places of a text, and where the words begin: letters and digits of ASCII that follow each
 * other, and each other code unit. `known` has the numbers of longer words.
 */
function wordsOf(text, start, end, known) {
  const numbers = new Int32Array(end - start);
  const places = new Int32Array(end - start + 1);
  let count = 0;
  for (let at = start; at < end; count++) {
    places[count] = at;
    const unit = text.charCodeAt(at);
    let to = at + 1;
    if (isWordUnit(unit)) while (to < end && isWordUnit(text.charCodeAt(to))) to++;
    if (to === at + 1) numbers[count] = unit;
    else {
      const word = text.slice(at, to);
      const number = known.get(word) ?? FIRST_WORD + known.size;
      known.set(word, number);
      numbers[count] = number;
    }
    at = to;
  }
  places[count] = end;
  return { numbers: numbers.subarray(0, count), places };
}

/** Whether a place in a text is inside of what may have one sequence of bytes: a surrogate pair, or a letter and its mark. */
function isInside(text, at) {
  const unit = text.charCodeAt(at);
  return (
    at > 0 &&
    ((isTrailingSurrogate(unit) && isLeadingSurrogate(text.charCodeAt(at - 1))) ||
      (unit >= 0x300 && unit <= 0x36f))
  );
}

/** Calls `change(i0, i1, j0, j1)` for the parts of two texts that differ, in code units. */
function eachChangeOfUnits(comparison, old, text, change) {
  const last = { i: 0, j: 0 };
  const widened = (i0, i1, j0, j1) => {
    let [fromI, toI, fromJ, toJ] = [i0, i1, j0, j1];
    while (fromI > last.i && fromJ > last.j && (isInside(old, fromI) || isInside(text, fromJ))) {
      fromI--;
      fromJ--;
    }
    while (
      toI < old.length &&
      toJ < text.length &&
      (isInside(old, toI) || isInside(text, toJ)) &&
      old[toI] === text[toJ]
    ) {
      toI++;
      toJ++;
    }
    if (toI <= last.i && toJ <= last.j) return;
    change(Math.max(fromI, last.i), toI, Math.max(fromJ, last.j), toJ);
    Object.assign(last, { i: toI, j: toJ });
  };
  const compareUnits = (i0, i1, j0, j1) =>
    eachChange(
      comparison,
      [unitsOf(old.slice(i0, i1)), unitsOf(text.slice(j0, j1))],
      MAX_UNITS_DIFFERENCE,
      (a, b, c, d) => widened(i0 + a, i0 + b, j0 + c, j0 + d),
    );
  const most = Math.min(old.length, text.length);
  const start = commonStart(old, text, most);
  const end = commonEnd(old, text, most - start);
  const [oldEnd, textEnd] = [old.length - end, text.length - end];
  if (Math.max(oldEnd, textEnd) - start <= MAX_SHORT_UNITS) {
    compareUnits(start, oldEnd, start, textEnd);
    return;
  }
  const known = new Map();
  const own = wordsOf(old, start, oldEnd, known);
  const words = wordsOf(text, start, textEnd, known);
  const both = [own.numbers, words.numbers];
  eachChange(comparison, both, MAX_WORDS_DIFFERENCE, (i0, i1, j0, j1) =>
    compareUnits(own.places[i0], own.places[i1], words.places[j0], words.places[j1]),
  );
}

/** Returns where each of some texts begins that follow each other from `start` on, and where the last ends. */
function placesOf(texts, start) {
  const places = [start];
  for (let at = 0; at < texts.length; at++) places.push(places[at] + texts[at].length);
  return places;
}

/** How many code units two texts have in common at both ends. */
function likeness(a, b) {
  const most = Math.min(a.length, b.length);
  const start = commonStart(a, b, most);
  return start + commonEnd(a, b, most - start);
}

/** Returns pairs [i, j] of lines that belong together, in order in both lists: old lines and those that they have become. */
function pairsOf(old, lines) {
  const [n, m] = [old.length, lines.length];
  if (n * m > MAX_PAIRS) return Array.from({ length: Math.min(n, m) }, (_, at) => [at, at]);
  // How much the lines from i and from j on have in common at best.
  const width = m + 1;
  const best = new Float64Array((n + 1) * width);
  const own = new Float64Array(n * m);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      // A pair is a little better than none.
      own[i * m + j] = likeness(old[i], lines[j]) + 0.5;
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j],
        best[i * width + j + 1],
        own[i * m + j] + best[(i + 1) * width + j + 1],
      );
    }
  }
  const pairs = [];
  for (let i = 0, j = 0; i < n && j < m; ) {
    const here = best[i * width + j];
    if (here === own[i * m + j] + best[(i + 1) * width + j + 1]) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * width + j]) i++;
    else j++;
  }
  return pairs;
}

const bodyOf = (line) => line.slice(0, line.length - endOf(line).length);

/** Returns a text whose lines end as those of the old text do. */
function withEndsOf(old, text) {
  const isOfCR = endsAtCR(old);
  const [oldLines, lines] = [linesOf(old, isOfCR), linesOf(text, isOfCR)];
  const keyOf = (line) => (endOf(line) === '' ? line : `${bodyOf(line)}\n`);
  const most = Array.from(countsOf(old)).sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
  const oldOf = new Int32Array(lines.length);
  let [i, j] = [0, 0];
  const take = (count, oldCount) => {
    for (let at = 0; at < count; at++) oldOf[j + at] = at < oldCount ? i + at : -1;
    [i, j] = [i + oldCount, j + count];
  };
  const keys = [oldLines.map(keyOf), lines.map(keyOf)];
  eachChangeOfTexts(new Comparison(), ...keys, MAX_LINES_DIFFERENCE, (i0, i1, j0, j1) => {
    take(j0 - j, i0 - i);
    take(j1 - j0, i1 - i0);
  });
  take(lines.length - j, oldLines.length - i);
  // A line that is moved keeps its end.
  const ends = new Map(keys[0].map((key, at) => [key, endOf(oldLines[at])]));
  let before = most;
  const result = lines.map((line, at) => {
    if (endOf(line) === '') return line;
    const own = oldLines[oldOf[at]] ?? '';
    const isSame = keys[0][oldOf[at]] === keys[1][at];
    before = (isSame ? endOf(own) : (ends.get(keys[1][at]) ?? endOf(own))) || before;
    return bodyOf(line) + before;
  });
  return result.join('');
}

const isAscii = (text) => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
};

/** The old lines that have a text, of which each is taken once before any is taken again. */
class OldLines {
  #starts = new Map();

  /** `places` are where the lines begin. A line for which `isKept` holds is taken after the others. */
  constructor(lines, places, isKept) {
    for (const kept of [false, true]) {
      for (let at = 0; at < lines.length; at++) {
        const line = lines[at];
        if (isKept[at] !== kept || isAscii(line)) continue;
        this.#add(line, places[at]);
        if (endOf(line) !== '') this.#add(bodyOf(line), places[at]);
      }
    }
  }

  has(line) {
    return this.#starts.has(line);
  }

  /** Returns where a line begins in the old text. */
  take(line) {
    const starts = this.#starts.get(line);
    return starts.length > 1 ? starts.shift() : starts[0];
  }

  #add(line, start) {
    const starts = this.#starts.get(line);
    if (starts === undefined) this.#starts.set(line, [start]);
    else starts.push(start);
  }
}

/** How many code units two texts have in common at the start and at the end in whole lines that end with LF. */
function commonLines(old, text) {
  const most = Math.min(old.length, text.length);
  const same = commonStart(old, text, most);
  const start = same === 0 ? 0 : old.lastIndexOf('\n', same - 1) + 1;
  const sameEnd = commonEnd(old, text, most - start);
  const line = old.indexOf('\n', old.length - sameEnd);
  return { start, end: line === -1 ? 0 : old.length - line - 1 };
}

/** Finds the edits that make `text` of `old`, as lists of what EditableText makes of { start, end, text, index, from }. */
function differences(old, text, { inLines, takesOld, isWhole }) {
  const isOfCR = endsAtCR(old);
  const { start, end } = isWhole ? { start: 0, end: 0 } : commonLines(old, text);
  const oldLines = linesOf(old.slice(start, old.length - end), isOfCR);
  const lines = linesOf(text.slice(start, text.length - end), isOfCR);
  const [places, newPlaces] = [placesOf(oldLines, start), placesOf(lines, start)];
  const comparison = new Comparison();
  const changes = [];
  const isKept = new Array(oldLines.length).fill(true);
  eachChangeOfTexts(comparison, oldLines, lines, MAX_LINES_DIFFERENCE, (...change) => {
    changes.push(change);
    isKept.fill(false, change[0], change[1]);
  });
  const known = new OldLines(takesOld ? oldLines : [], places, isKept);
  const edits = [];
  const add = (start, end, index, length, from = undefined) =>
    edits.push({ start, end, index, text: text.slice(index, index + length), from });
  for (const [i0, i1, j0, j1] of changes) {
    // Lines that are known by their text are moved, and the others were changed.
    const moved = new Set(lines.slice(j0, j1).filter((line) => known.has(line)));
    const own = range(i0, i1).filter((i) => !moved.has(oldLines[i]));
    const others = range(j0, j1).filter((j) => !moved.has(lines[j]));
    const pairs = inLines
      ? pairsOf(
          own.map((i) => oldLines[i]),
          others.map((j) => lines[j]),
        )
      : [];
    const oldOf = new Map();
    for (const [i, j] of pairs) {
      const line = lines[others[j]];
      const isLike = 2 * likeness(oldLines[own[i]], line) >= line.length;
      if (isLike || !known.has(bodyOf(line))) oldOf.set(others[j], own[i]);
    }
    let next = i0;
    const remove = (to) => {
      if (to > next) add(places[next], places[to], newPlaces[j0], 0);
      next = to;
    };
    for (let j = j0; j < j1; j++) {
      const i = oldOf.get(j);
      const line = lines[j];
      if (i === undefined) {
        const same = [line, bodyOf(line)].find((one) => known.has(one));
        const size = same?.length ?? 0;
        if (size > 0) add(places[next], places[next], newPlaces[j], size, known.take(same));
        add(places[next], places[next], newPlaces[j] + size, line.length - size);
        continue;
      }
      remove(i);
      eachChangeOfUnits(comparison, oldLines[i], line, (a, b, c, d) =>
        add(places[i] + a, places[i] + b, newPlaces[j] + c, d - c),
      );
      next = i + 1;
    }
    remove(i1);
  }
  return edits;
}

const range = (from, to) => Array.from({ length: to - from }, (_, at) => from + at);

/** Returns ranges that follow each other without those that touch the one before, which go on to their end. */
function merged(ranges) {
  const result = [];
  for (const { start, end } of ranges) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else result.push({ start, end });
  }
  return result;
}

// How the edits are found: as small as possible; with old bytes of all lines, also of those that no edit is near; by whole lines; and
// without old bytes. The next way is tried where an edit is not possible.
const ways = [
  { inLines: true, takesOld: true, isWhole: false },
  { inLines: true, takesOld: true, isWhole: true },
  { inLines: false, takesOld: true, isWhole: true },
  { inLines: true, takesOld: false, isWhole: true },
];

const codes = ['ERR_EDIT_NOT_POSSIBLE', 'ERR_ENCODING_UNENCODABLE'];

/**
 * Makes `text` of the text of a file, which is `old`. `partOf(text, index)` returns the part of an edit for a text, `bytesOf(start, end)` the old
 * bytes of a line, and `apply(edits)` makes edits all at once and returns the ranges of what they have written.
 */
function update(old, given, lineEnds, { partOf, bytesOf, apply }) {
  if (lineEnds !== undefined && lineEnds !== null && !['exact', 'keep'].includes(lineEnds)) {
    throw invalidArgument('options.lineEnds', "'exact' or 'keep'", lineEnds);
  }
  const text = lineEnds === 'keep' ? withEndsOf(old, given) : given;
  if (text === old) return [];
  const toEdit = ({ start, end, text: own, index, from }, at) => {
    const bytes = from === undefined ? null : bytesOf(from, from + own.length);
    const part = bytes === null ? partOf(own, index) : { text: own, bytes, isOld: true };
    return { start, end, parts: [part], at };
  };
  let refusal;
  for (const way of ways) {
    try {
      return merged(apply(differences(old, text, way).map(toEdit)));
    } catch (error) {
      if (!codes.includes(error.code)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

module.exports = { update };
