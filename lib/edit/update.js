'use strict';

// Finds the edits that make one text of another: lines first, then words in lines that were changed. A line that the file had already takes
// its old bytes, because no encoder might make them again.

const { invalidArgument } = require('../base/errors.js');
const { getOrMake, isAsciiText, isTrailingSurrogate } = require('../base/webidl.js');
const { Comparison } = require('./compare.js');
const { bodyOf, countsOf, endOf, endsAtCR, linesOf, wholeEndOf } = require('./line-ends.js');

// The number of the first word of several code units: behind those of code units.
const FIRST_WORD = 0x10000;

// How many lines are searched for COMMON_LINES that follow each other in both texts. If there are none, more are.
const FIRST_WINDOW = 16;
const WINDOW_GROWTH = 8;
const COMMON_LINES = 3;

/** The number of a text in a list of known ones, which are numbered from `first` on. */
const numberOf = (text, known, first) => getOrMake(known, text, () => first + known.size);

/** Returns where each of some texts begins that follow each other from `start` on, and where the last ends. */
function placesOf(texts, start) {
  const places = [start];
  for (let at = 0; at < texts.length; at++) places.push(places[at] + texts[at].length);
  return places;
}

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
  eachChange(new Comparison(), oldKeys, keys, (i0, i1, j0, j1) => {
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

/** The old lines that have a text, of which each is taken once before any is taken again. */
class OldLines {
  #lines = new Map(); // by text: where they start, and which is taken next

  /** Adds a line, with its end and without. */
  add(line, start) {
    for (const text of new Set([line, bodyOf(line)])) {
      getOrMake(this.#lines, text, () => ({ starts: [], next: 0 })).starts.push(start);
    }
  }

  has(text) {
    return this.#lines.has(text);
  }

  /** Returns where a line begins in the old text. */
  take(text) {
    const own = this.#lines.get(text);
    const start = own.starts[own.next];
    if (own.next < own.starts.length - 1) own.next++;
    return start;
  }
}

/** Returns where each of the next lines of a text begins, and where the last one ends. There are at most `most` lines. */
function nextLines(text, start, most) {
  const places = [start];
  for (let at = start; at < text.length && places.length <= most; ) {
    at = text.indexOf('\n', at) + 1 || text.length;
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

/**
 * Finds the edits that make `text` of `old`: { start, end, text, index, from }, where `index` is the place of the text of the edit, and
 * `from` that of the same text in `old`, if it is to have its bytes. `isWhole` means that lines far from any edit are looked at, too, and
 * `hasModes(place)` that a line is to be written as a whole.
 */
function differences(old, text, isWhole, hasModes) {
  const isOfCR = endsAtCR(old);
  const comparison = new Comparison();
  const whole = [0, old.length, 0, text.length];
  const parts = (isWhole ? [whole] : changedParts(old, text)).map(([start, end, index, until]) => {
    const oldLines = linesOf(old.slice(start, end), isOfCR);
    const lines = linesOf(text.slice(index, until), isOfCR);
    const changes = [];
    eachChange(comparison, oldLines, lines, (...change) => changes.push(change));
    const changed = new Uint8Array(oldLines.length);
    for (const [i0, i1] of changes) changed.fill(1, i0, i1);
    const [places, newPlaces] = [placesOf(oldLines, start), placesOf(lines, index)];
    return { oldLines, lines, places, newPlaces, changes, changed };
  });
  // Lines that are no longer at their place come first.
  const known = new OldLines();
  for (const isChanged of [1, 0]) {
    for (const { oldLines, places, changed } of parts) {
      for (let i = 0; i < oldLines.length; i++) {
        if (changed[i] === isChanged && !isAsciiText(oldLines[i]))
          known.add(oldLines[i], places[i]);
      }
    }
  }
  let all = null;
  /** Returns the list with a line that has a text: that of lines near edits, or of those in all of the old text that are wanted. */
  const listWith = (one) => {
    // Without LF all lines are in one part.
    if (known.has(one) || isWhole || isOfCR || isAsciiText(one)) return known;
    if (all !== null) return all;
    all = new OldLines();
    const wanted = new Set();
    for (const { lines, changes } of parts) {
      for (const [, , j0, j1] of changes) {
        for (const line of lines.slice(j0, j1)) {
          for (const each of [line, bodyOf(line)]) {
            if (!known.has(each) && !isAsciiText(each)) wanted.add(each);
          }
        }
      }
    }
    const lengths = new Set(Array.from(wanted, ({ length }) => length));
    const places = nextLines(old, 0, Infinity);
    for (let at = 0; at + 1 < places.length; at++) {
      const [start, end] = [places[at], places[at + 1]];
      const length = end - start;
      // A body is up to two code units shorter than its line.
      if (!lengths.has(length) && !lengths.has(length - 1) && !lengths.has(length - 2)) continue;
      const line = old.slice(start, end);
      if (wanted.has(line) || wanted.has(bodyOf(line))) all.add(line, start);
    }
    return all;
  };
  const edits = [];
  const add = (from, to, index, until, source = undefined) => {
    if (to > from || until > index) {
      edits.push({ start: from, end: to, index, text: text.slice(index, until), from: source });
    }
  };
  const compareWords = ({ places, newPlaces }, i0, i1, j0, j1) => {
    if (places.slice(i0, i1).some(hasModes)) {
      add(places[i0], places[i1], newPlaces[j0], newPlaces[j1]);
      return;
    }
    const words = new Map();
    const own = wordsOf(old, places[i0], places[i1], words);
    const others = wordsOf(text, newPlaces[j0], newPlaces[j1], words);
    comparison.each(own.numbers, others.numbers, (a, b, c, d) =>
      add(own.places[a], own.places[b], others.places[c], others.places[d]),
    );
  };
  // Puts a line in the place of another one. It takes the bytes of an old line that has its text, where else new bytes would be needed.
  const replaceLine = (part, i, j) => {
    const { lines, places, newPlaces } = part;
    const count = edits.length;
    compareWords(part, i, i + 1, j, j + 1);
    if (edits.slice(count).every(({ text: own }) => isAsciiText(own))) return;
    const list = listWith(lines[j]);
    if (!list.has(lines[j])) return;
    edits.length = count;
    add(places[i], places[i + 1], newPlaces[j], newPlaces[j + 1], list.take(lines[j]));
  };
  const replaceLines = (part, i0, i1, j0, j1) => {
    const { oldLines, lines, places, newPlaces } = part;
    const own = lines.slice(j0, j1);
    let moved;
    let left;
    let count;
    const findMoved = (isMoved) => {
      moved = new Set(own.filter(isMoved));
      left = [];
      for (let i = i0; i < i1; i++) if (!moved.has(oldLines[i])) left.push(i);
      count = own.filter((line) => !moved.has(line)).length;
    };
    findMoved((line) => known.has(line));
    if (left.length !== count) findMoved((line) => listWith(line).has(line));
    if (moved.size === 0 && left.length !== count) {
      compareWords(part, i0, i1, j0, j1);
      return;
    }
    let next = i0;
    let paired = 0;
    for (let j = j0; j < j1; j++) {
      const line = lines[j];
      if (!moved.has(line) && left.length === count) {
        // The lines that were neither moved nor deleted belong together in their order.
        const i = left[paired++];
        add(places[next], places[i], newPlaces[j], newPlaces[j]);
        replaceLine(part, i, j);
        next = i + 1;
        continue;
      }
      const same = [line, bodyOf(line)].find((one) => listWith(one).has(one)) ?? '';
      const middle = newPlaces[j] + same.length;
      const place = places[next];
      if (same !== '') add(place, place, newPlaces[j], middle, listWith(same).take(same));
      add(place, place, middle, newPlaces[j + 1]);
    }
    add(places[next], places[i1], newPlaces[j1], newPlaces[j1]);
  };
  for (const part of parts) {
    for (const change of part.changes) replaceLines(part, ...change);
  }
  return edits;
}

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

/**
 * Makes `text` of the text of a file, which is `old`. `toEdit(edit)` encodes the text of an edit, `bytesOf(start, end)`
 * the old bytes of a line, and `apply(edits)` makes edits all at once and returns the ranges of what they have written.
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
    const part = { text: own, bytes, isOld: true };
    return bytes === null ? toOwn(edit) : { start, end, parts: [part] };
  };
  const attempt = (isWhole) => merged(apply(differences(old, text, isWhole, hasModes).map(toEdit)));
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
