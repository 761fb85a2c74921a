'use strict';

// The bytes of a file in chunks, each of which begins where the decoder holds nothing, and edits of them. An edit makes the chunks anew
// that it touches, and proves that they are read as they should be, and that nothing changes for the decoder behind them.

const { concatBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');
const { CHUNK_UNITS } = require('../transcoding/places.js');
const { editNotPossible } = require('./errors.js');

// In UTF-16 code units: the length from which a chunk is cut after an edit.
const MAX_CHUNK_UNITS = 3 * CHUNK_UNITS;

// In bytes: the decoder must read at least this many bytes behind an edit as it read them before.
const MIN_PROVED_BYTES = 32;

/** Some bytes of a file. */
class Chunk {
  source; // a Uint8Array, of which the chunk is a part
  from;
  to;
  units; // the length of its text
  state; // the decoder's before it

  constructor(source, from, to, units, state) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.units = units;
    this.state = state;
  }

  get length() {
    return this.to - this.from;
  }

  /** Some of the bytes, by default all. */
  part(start = 0, end = this.length) {
    return restOf(this.source, this.from + start, end - start);
  }
}

/**
 * The bytes of a file as chunks, of which there is at least one. A place is { at, byte }: in which chunk it is, and how many of its bytes come
 * before it.
 */
class Chunks {
  #finder;
  #modes;
  #list;
  #read = { chunk: null, text: '' }; // the chunk whose text was needed last
  #units; // before each chunk, and of all
  #bytes;

  /** `finder` is a PlaceFinder or a Lines; `modes` the Modes of the encoding, or null where it has none. */
  constructor({ finder, modes }, bytes) {
    this.#finder = finder;
    this.#modes = modes;
    this.keep(this.#cut(bytes, finder.start, true));
  }

  /** The chunks, which must not be changed. */
  get list() {
    return this.#list;
  }

  /** The length of the text. */
  get units() {
    return this.#units[this.#list.length];
  }

  /** How many bytes there are. */
  get length() {
    return this.#bytes[this.#list.length];
  }

  /** Returns the place where the sequence of a code unit begins; behind all bytes for the number of all code units. */
  placeOf(unit) {
    return this.#placesOf([unit]).get(unit);
  }

  /** Returns how many bytes come before a place. */
  offsetOf({ at, byte }) {
    return this.#bytes[at] + byte;
  }

  /** Returns the number of the first code unit whose bytes end behind a byte. */
  unitOf(byte) {
    const at = this.#find(this.#bytes, byte);
    let low = this.#units[at];
    let high = this.#units[at + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.offsetOf(this.#endOf(at, middle)) <= byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Returns the bytes of a part of the text, so that they can stand elsewhere; null where the decoder has modes, and does not read ASCII
   * before and behind them.
   */
  bytesOf(start, end) {
    const found = this.#placesOf([start, end]);
    const places = [start, end].map((unit) => {
      const place = found.get(unit);
      return this.#modes === null ? place : this.#onward(this.#behind(unit, place), 0);
    });
    const isMovable = ({ state }) => this.#modes?.isAscii(state) ?? true;
    return places.every(isMovable) ? concatBytes(this.#between(...places)) : null;
  }

  /**
   * Replaces parts of the text. Each edit is { start, end, parts }, in the order of their places, and no two touch; `parts` are those of
   * Modes.join(). Returns what keep() takes, and changes nothing; throws ERR_EDIT_NOT_POSSIBLE, whose offset counts from `origin` bytes
   * before the chunks.
   */
  edited(edits, origin) {
    const units = [];
    for (const { start, end } of edits) {
      for (const unit of [start - 1, start, end - 1, end]) {
        if (unit > (units.at(-1) ?? -1)) units.push(unit);
      }
    }
    const places = this.#placesOf(units);
    const groups = []; // of edits whose chunks are made together
    for (const own of edits) {
      const edit = this.#edit(own, places, origin);
      const { at } = edit.left;
      if (groups.length === 0 || at > groups.at(-1).limit) {
        groups.push({ first: at, limit: at, edits: [] });
      }
      const group = groups.at(-1);
      group.edits.push(edit);
      group.limit = this.#limitOf(edit.right);
    }
    const list = [];
    let next = 0;
    const passTo = (end) => {
      while (next < end) list.push(this.#list[next++]);
    };
    for (const group of groups) {
      passTo(group.first);
      for (const chunk of this.#made(group, origin)) list.push(chunk);
      next = group.limit + 1;
    }
    passTo(this.#list.length);
    if (list.length === 0) list.push(new Chunk(noBytes, 0, 0, 0, this.#finder.start));
    return list;
  }

  /** Takes over what edited() has returned. */
  keep(list) {
    const units = new Float64Array(list.length + 1);
    const bytes = new Float64Array(list.length + 1);
    for (let at = 0; at < list.length; at++) {
      units[at + 1] = units[at] + list[at].units;
      bytes[at + 1] = bytes[at] + list[at].length;
    }
    this.#units = units;
    this.#bytes = bytes;
    this.#list = list;
  }

  // Returns the number of the chunk with what counts as `starts` does. The last chunk has all that is behind it.
  #find(starts, number) {
    let at = 0;
    let high = this.#list.length;
    while (high - at > 1) {
      const middle = (at + high) >> 1;
      if (starts[middle] <= number) at = middle;
      else high = middle;
    }
    return at;
  }

  #isLast(at) {
    return at === this.#list.length - 1;
  }

  // Returns the places where the sequences of code units begin, whose numbers are in order, as a Map by the number.
  #placesOf(units) {
    const places = new Map();
    for (let i = 0; i < units.length; ) {
      const at = this.#find(this.#units, units[i]);
      const behind = this.#isLast(at) ? Infinity : this.#units[at + 1];
      let end = i;
      while (units[end] < behind) end++;
      const found = this.#beginsOf(at, units.slice(i, end));
      for (const byte of found) places.set(units[i++], { at, byte });
      for (; i < end; i++) places.set(units[i], { at, byte: this.#list[at].length });
    }
    return places;
  }

  // Returns where the sequences of code units of one chunk begin in it.
  #beginsOf(at, units) {
    const chunk = this.#list[at];
    const own = units.map((unit) => unit - this.#units[at]);
    return this.#finder.placesOf(chunk.state, chunk.part(), own, this.#isLast(at));
  }

  // Returns the place where the sequence of a code unit ends.
  #endOf(at, unit) {
    this.#beginsOf(at, [unit]);
    return { at, byte: this.#finder.end };
  }

  // Returns where the sequence before a code unit ends, as a place with the State of the decoder there; null where that is not known. With modes,
  // escape sequences can stand between that and the place of the code unit.
  #behind(unit, { at }) {
    const { state } = this.#list[at];
    if (unit === this.#units[at]) return { at, byte: 0, state };
    const { byte } = this.#endOf(at, unit - 1);
    // At the end of a file the decoder has also read that the file ends.
    return { at, byte, state: unit === this.units ? null : this.#finder.state };
  }

  // Returns the place a few bytes behind such a place, with the State of the decoder there; null where it holds bytes.
  #onward({ at, byte, state }, count) {
    const chunk = this.#list[at];
    const end = byte + count;
    this.#finder.begin(state ?? chunk.state);
    this.#finder.decode(chunk.part(state === null ? 0 : byte, end), false);
    return { at, byte: end, state: this.#finder.state };
  }

  // Throws ERR_EDIT_NOT_POSSIBLE unless a code unit begins a sequence. `places` has the place of it and of the one before.
  #checkPlace(unit, places, origin) {
    const before = places.get(unit - 1);
    const { at, byte } = places.get(unit);
    if (before?.at !== at || before.byte !== byte) return;
    const length = this.#endOf(at, unit).byte - byte;
    throw editNotPossible('inside a character', origin + this.offsetOf(before), length);
  }

  // Returns an edit with { left, right, bytes, text }: its bytes, and between which places they stand. Escape sequences beside it are
  // written again.
  #edit({ start, end, parts }, places, origin) {
    this.#checkPlace(start, places, origin);
    this.#checkPlace(end, places, origin);
    const [left, right] = [places.get(start), places.get(end)];
    const text = parts.map((part) => part.text).join('');
    if (this.#modes === null) {
      return { start, end, left, right, text, bytes: concatBytes(parts.map(({ bytes }) => bytes)) };
    }
    return this.#editWithModes({ start, end, left, right, text }, parts);
  }

  #editWithModes(edit, parts) {
    const { start, end } = edit;
    const before = this.#behind(start, edit.left);
    const left = this.#amidEscapes(before, edit.left, false);
    const right =
      start === end
        ? this.#onward(before, edit.right.byte - before.byte)
        : this.#amidEscapes(this.#behind(end, edit.right), edit.right, true);
    const to = this.offsetOf(right) === this.length ? null : right.state;
    const bytes = this.#modes.join(parts, left.state, to, this.length === 0);
    return { ...edit, left, right, bytes };
  }

  // Returns the place between a sequence, which ends at `from`, and the next one up to which an edit writes escape sequences again, or, where it
  // ends there, from which on they stay.
  #amidEscapes(from, { at, byte }, atEnd) {
    const gap = this.#list[at].part(from.byte, byte);
    return this.#onward(from, this.#modes.placeIn(gap, atEnd));
  }

  // Returns the number of the last chunk that must be read again for an edit that ends at a place.
  #limitOf({ at, byte }) {
    let limit = at;
    let left = this.#list[at].length - byte;
    while (left < MIN_PROVED_BYTES && !this.#isLast(limit)) left += this.#list[++limit].length;
    return limit;
  }

  // Returns the bytes between two places.
  #between(from, to) {
    const parts = [];
    for (let { at } = from; at <= to.at; at++) {
      const start = at === from.at ? from.byte : 0;
      const end = at === to.at ? to.byte : undefined;
      parts.push(this.#list[at].part(start, end));
    }
    return parts;
  }

  // Returns the text of chunks between two code units.
  #textBetween(first, limit, start, end) {
    let text = '';
    for (let at = first; at <= limit; at++) {
      const before = this.#units[at];
      text += this.#textOf(at).slice(Math.max(0, start - before), end - before);
    }
    return text;
  }

  #textOf(at) {
    const chunk = this.#list[at];
    if (chunk !== this.#read.chunk) {
      this.#finder.begin(chunk.state);
      this.#read = { chunk, text: this.#finder.decode(chunk.part(), this.#isLast(at)) };
    }
    return this.#read.text;
  }

  // Returns the chunks of a group. Throws ERR_EDIT_NOT_POSSIBLE unless their bytes have the text that they should have, and leave the decoder
  // as the old ones did.
  #made({ first, limit, edits }, origin) {
    const parts = [];
    const starts = [];
    let expected = '';
    let from = { at: first, byte: 0 };
    let unit = 0;
    const keepTo = (place, end) => {
      parts.push(...this.#between(from, place));
      expected += this.#textBetween(from.at, place.at, unit, end);
    };
    for (const { start, end, left, right, bytes, text } of edits) {
      keepTo(left, start);
      parts.push(bytes);
      starts.push(expected.length);
      expected += text;
      from = right;
      unit = end;
    }
    keepTo({ at: limit, byte: this.#list[limit].length }, Infinity);
    const bytes = concatBytes(parts);
    const isLast = this.#isLast(limit);
    const { state } = this.#list[first];
    this.#finder.begin(state);
    const text = this.#finder.decode(bytes, isLast);
    const isRight = text === expected;
    if (!isRight || (!isLast && this.#finder.state !== this.#list[limit + 1].state)) {
      let same = 0;
      while (same < text.length && text[same] === expected[same]) same++;
      const { left, right } = edits.filter((_, i) => starts[i] - 1 <= same).at(-1) ?? edits[0];
      const offset = this.offsetOf(left);
      throw editNotPossible(this.#finder.reason, origin + offset, this.offsetOf(right) - offset);
    }
    if (text.length > MAX_CHUNK_UNITS) return this.#cut(bytes, state, isLast);
    const length = lengthOf(bytes);
    if (length === 0) return [];
    const chunk = new Chunk(bytes, 0, length, text.length, state);
    this.#read = { chunk, text };
    return [chunk];
  }

  // Cuts bytes that begin in a State into chunks; `isLast` means that the file ends with them.
  #cut(bytes, first, isLast) {
    const finder = this.#finder;
    const chunks = [];
    let from = 0;
    let state = first;
    for (;;) {
      const rest = restOf(bytes, from);
      const found = finder.cut(state, rest);
      if (found === null) {
        finder.begin(state);
        const { length: units } = finder.decode(rest, isLast);
        chunks.push(new Chunk(bytes, from, lengthOf(bytes), units, state));
        return chunks;
      }
      const to = from + found.to;
      chunks.push(new Chunk(bytes, from, to, found.units, state));
      from = to;
      state = found.state;
    }
  }
}

module.exports = { Chunks };
