'use strict';

// The bytes of a file in chunks, each of which begins where the decoder holds nothing, and edits of them. An edit makes the chunks anew
// that it touches, and proves that they are read as they should be, and that nothing changes for the decoder behind them.

const { concatBytes, copyBytes, lengthOf, noBytes, restOf } = require('../base/webidl.js');
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

/** The bytes of a file as chunks, of which there is at least one. */
class Chunks {
  #finder;
  #modes;
  #list;
  #read = { chunk: null, text: '' }; // the chunk whose text was needed last
  #near = { chunk: null, byte: 0, unit: 0, state: null }; // a place at which the State of the decoder is known
  #from = this.#near; // where the decoder began that has found the last sequence
  #units; // before each chunk, and of all
  #bytes;

  /** `finder` is a PlaceFinder or a LinesFinder; `modes` the Modes of the encoding, or null where it has none. */
  constructor({ finder, modes }, bytes) {
    this.#finder = finder;
    this.#modes = modes;
    this.keep(this.#cut(bytes, finder.start, true));
  }

  /** The chunks, which must not be changed. */
  get list() {
    return this.#list;
  }

  /** Returns where the sequence of a code unit begins: { at, byte, bytes }: in which chunk, where in that, and how many bytes come before it. */
  placeOf(unit) {
    const found = this.#find(this.#units, unit);
    return { at: found.at, byte: this.#begin(found, unit - found.units), bytes: found.bytes };
  }

  /** Copies all bytes into others, from `start` on. */
  copyTo(target, start) {
    let at = start;
    for (const chunk of this.#list) {
      copyBytes(target, chunk.part(), at);
      at += chunk.length;
    }
  }

  /** Returns the number of the first code unit whose bytes end behind a byte. */
  unitOf(byte) {
    const found = this.#find(this.#bytes, byte);
    const own = byte - found.bytes;
    // Behind the last code unit that begins at the byte or before it.
    let low = 0;
    let high = found.chunk.units;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#begin(found, middle) <= own) low = middle + 1;
      else high = middle;
    }
    while (low > 0 && this.#begin(found, low - 1) <= own && this.#end > own) low--;
    return found.units + low;
  }

  /**
   * Returns the bytes of a part of the text, so that they can stand elsewhere; null where the decoder has modes, and does not read ASCII
   * before and behind them.
   */
  bytesOf(start, end) {
    const places = [start, end].map((unit) => {
      const boundary = this.#boundary(unit);
      return this.#place(boundary, boundary.behind);
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
    const list = this.#list;
    const made = [];
    let next = 0;
    let group = null; // of edits whose chunks are made together
    const close = () => {
      for (const chunk of this.#made(group, origin)) made.push(chunk);
      next = group.limit + 1;
      group = null;
    };
    for (const own of edits) {
      const edit = this.#edit(own, origin);
      const { left, right } = edit;
      if (group !== null && left.at > group.limit) close();
      if (group === null) {
        while (next < left.at) made.push(list[next++]);
        group = { first: left.at, limit: 0, edits: [] };
      }
      group.edits.push(edit);
      group.limit = this.#limitOf(right);
    }
    if (group !== null) close();
    while (next < list.length) made.push(list[next++]);
    if (made.length === 0) made.push(new Chunk(noBytes, 0, 0, 0, this.#finder.start));
    return made;
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

  /** The length of the text. */
  get units() {
    return this.#units[this.#list.length];
  }

  /** How many bytes there are. */
  get length() {
    return this.#bytes[this.#list.length];
  }

  /** Returns the first bytes of what edited() has returned, or of the chunks: `most` or fewer. */
  first(most, list = this.#list) {
    const bytes = [];
    for (const { source, from, to } of list) {
      for (let at = from; at < to && bytes.length < most; at++) bytes.push(source[at]);
      if (bytes.length === most) break;
    }
    return bytes;
  }

  // Returns the chunk with a place that counts as `starts` does: { at, chunk, units, bytes }. The last chunk has all further places.
  #find(starts, place) {
    let at = 0;
    let high = this.#list.length;
    while (high - at > 1) {
      const middle = (at + high) >> 1;
      if (starts[middle] <= place) at = middle;
      else high = middle;
    }
    return { at, chunk: this.#list[at], units: this.#units[at], bytes: this.#bytes[at] };
  }

  #isLast(at) {
    return at === this.#list.length - 1;
  }

  // Returns a place in a chunk, of which `isBefore` holds, from which on the chunk can be read.
  #nearIn(chunk, isBefore) {
    if (this.#near.chunk === chunk && isBefore(this.#near)) return this.#near;
    return { chunk, byte: 0, unit: 0, state: chunk.state };
  }

  // Returns where a code unit of a chunk begins: behind all bytes, if it is that behind the last.
  #begin({ at, chunk }, unit) {
    if (unit === chunk.units) return chunk.length;
    const near = this.#nearIn(chunk, (place) => place.unit <= unit);
    const units = [unit - near.unit];
    this.#from = near;
    const bytes = chunk.part(near.byte);
    return near.byte + this.#finder.placesOf(near.state, bytes, units, this.#isLast(at))[0];
  }

  // Returns where the sequence ends that #begin() has found last.
  get #end() {
    return this.#from.byte + this.#finder.end;
  }

  // Finds the place before a code unit: { at, chunk, begin, behind, isSettled }: where its sequence begins, where the one before it in the
  // chunk ends, and whether that ends there whatever follows. Throws ERR_EDIT_NOT_POSSIBLE in a sequence.
  #boundary(whole, origin) {
    const found = this.#find(this.#units, whole);
    const { at, chunk, bytes } = found;
    const unit = whole - found.units;
    let behind = 0;
    let isKnown = true;
    let isSettled = true;
    if (unit > 0) {
      const before = this.#begin(found, unit - 1);
      const { state, made, read, isSettled: own } = this.#finder;
      isKnown = state !== null;
      isSettled = own;
      behind = isKnown ? this.#from.byte + read : this.#end;
      if (this.#from.unit + made > unit) {
        throw editNotPossible('inside a character', origin + bytes + before, behind - before);
      }
      // At the end of a file the decoder has also read that the file ends.
      if (isKnown && unit < chunk.units) this.#near = { chunk, byte: behind, unit, state };
    }
    const mayShift = this.#modes?.mayShift(chunk.source[chunk.from + behind]) ?? false;
    const begin = isKnown && !mayShift ? behind : (this.#finder.next ?? this.#begin(found, unit));
    if (this.#modes === null) behind = begin;
    return { at, chunk, begin, behind, isSettled };
  }

  // Returns an edit with { left, right, bytes, text, isProved }: its bytes, and between which places they stand. Escape sequences beside it
  // are written again.
  #edit({ start, end, parts }, origin) {
    const before = this.#boundary(start, origin);
    const part = ({ chunk, behind, begin }, atEnd) =>
      begin === behind ? [0, 0] : this.#modes.partOf(chunk.part(behind, begin), atEnd);
    const left = this.#place(before, before.behind + part(before, false)[0]);
    const after = start === end ? before : this.#boundary(end, origin);
    const to = start === end ? after.begin : after.behind + part(after, true)[1];
    const right = this.#place(after, to);
    const bytes = this.#join(parts, left, right);
    const text = parts.map((part) => part.text).join('');
    const isSettled = before.isSettled || left.byte > before.behind;
    const isProved = isSettled && this.#isProved(left, right, bytes, text);
    return { start, end, left, right, bytes, text, isProved };
  }

  // Whether the bytes of an edit are read as its text, and lead the decoder to the State in which it has read the bytes behind them.
  #isProved(left, right, bytes, text) {
    if (left.state === null || right.state === null) return false;
    this.#finder.begin(left.state);
    if (this.#finder.decode(bytes, false) !== text) return false;
    const { state } = this.#finder;
    if (state === right.state) return true;
    const { source, from, length } = this.#list[right.at];
    if (this.#modes === null || right.byte === length) return false;
    return this.#modes.agree(state, right.state, source[from + right.byte]);
  }

  // Returns a place beside what #boundary() has found: { at, byte, state }, in which chunk it is, how many of its bytes come before it, and
  // the State of the decoder there; null where it holds bytes, or without modes where something is malformed.
  #place({ at, chunk }, byte) {
    const near = this.#nearIn(chunk, (place) => place.byte <= byte);
    if (near.byte === byte) return { at, byte, state: near.state };
    if (this.#modes === null) return { at, byte, state: null };
    this.#finder.begin(near.state);
    this.#finder.decode(chunk.part(near.byte, byte), false);
    return { at, byte, state: this.#finder.state };
  }

  #join(parts, left, right) {
    if (this.#modes === null) return concatBytes(parts.map(({ bytes }) => bytes));
    const ends = this.#isLast(right.at) && right.byte === this.#list[right.at].length;
    const isEmpty = this.#list.length === 1 && this.#list[0].length === 0;
    return this.#modes.join(parts, left.state, ends ? null : right.state, isEmpty);
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
    if (from.at === to.at) return [this.#list[from.at].part(from.byte, to.byte)];
    const bytes = [this.#list[from.at].part(from.byte)];
    for (let at = from.at + 1; at < to.at; at++) bytes.push(this.#list[at].part());
    bytes.push(this.#list[to.at].part(0, to.byte));
    return bytes;
  }

  #textOf(at) {
    const chunk = this.#list[at];
    if (chunk !== this.#read.chunk) {
      this.#finder.begin(chunk.state);
      this.#read = { chunk, text: this.#finder.decode(chunk.part(), this.#isLast(at)) };
    }
    return this.#read.text;
  }

  // Returns the chunks of a group.
  #made(group, origin) {
    const { first, limit, edits } = group;
    const parts = [];
    let units = this.#units[limit + 1] - this.#units[first];
    let from = { at: first, byte: 0 };
    for (const { start, end, left, right, bytes, text } of edits) {
      parts.push(...this.#between(from, left), bytes);
      units += text.length - (end - start);
      from = right;
    }
    parts.push(...this.#between(from, { at: limit, byte: this.#list[limit].length }));
    const bytes = concatBytes(parts);
    if (edits.some(({ isProved }) => !isProved)) this.#prove(group, bytes, origin);
    const { state } = this.#list[first];
    if (units > MAX_CHUNK_UNITS) return this.#cut(bytes, state, this.#isLast(limit));
    return bytes.length === 0 ? [] : [new Chunk(bytes, 0, bytes.length, units, state)];
  }

  // Throws ERR_EDIT_NOT_POSSIBLE unless the bytes of a group have the text that they should have, and leave the decoder as the old ones did.
  #prove({ first, limit, edits }, bytes, origin) {
    let old = '';
    for (let at = first; at <= limit; at++) old += this.#textOf(at);
    const starts = [];
    let expected = '';
    let from = 0;
    for (const { start, end, text } of edits) {
      expected += old.slice(from, start - this.#units[first]);
      starts.push(expected.length);
      expected += text;
      from = end - this.#units[first];
    }
    expected += old.slice(from);
    const isLast = this.#isLast(limit);
    this.#finder.begin(this.#list[first].state);
    const text = this.#finder.decode(bytes, isLast);
    const isRight = text === expected;
    if (isRight && (isLast || this.#finder.state === this.#list[limit + 1].state)) return;
    let same = 0;
    while (same < text.length && text[same] === expected[same]) same++;
    const { left, right } = edits.findLast((_, i) => starts[i] - 1 <= same) ?? edits[0];
    const offset = this.#bytes[left.at] + left.byte;
    const length = this.#bytes[right.at] + right.byte - offset;
    throw editNotPossible(this.#finder.reason, origin + offset, length);
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
