'use strict';

// The room edit/ changes the text of files, and keeps every byte that no edit touches.
// May require base/, labels/, transcoding/, detect/ and files/.
//
// The text of some bytes, which can be changed. lib/edit.d.ts describes the class.

const { invalidArgument, isArray } = require('../base/errors.js');
const {
  copyBytes,
  copyOf,
  lengthOf,
  newBytes,
  noBytes,
  optionOf,
  optionsOf,
  restOf,
  startsWith,
  toBytes,
  toDictionary,
  toText,
} = require('../base/webidl.js');
const { toMode } = require('../transcoding/exact.js');
const { toEncodingId } = require('../transcoding/options.js');
const { Chunks } = require('./chunks.js');
const { FileEncoding, OneEncoding, marks } = require('./encoding.js');
const { editNotPossible, outOfRange } = require('./errors.js');
const { kindOf } = require('./line-ends.js');

const MAX_MARK_BYTES = 4;

/** Returns the one of `marks` with which bytes begin, or undefined. */
const marked = (bytes) => marks.find(([, mark]) => startsWith(bytes, mark));

/** Returns a place or throws: an integer from 0 to `most`. */
function toPlace(value, name, most) {
  if (typeof value !== 'number') throw invalidArgument(name, 'an integer', value);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw outOfRange(`${name} must be an integer from 0 to ${most}; received ${value}`);
}

/** Returns a copy of bytes, also of none. */
const ownBytes = (bytes) => (lengthOf(bytes) === 0 ? noBytes : copyOf(bytes));

/** Returns the mode that the option `unencodable` names. */
const modeIn = (options) => toMode(optionOf(toDictionary(options, 'options'), 'unencodable'));

/** Joins edits in their order that touch. Throws RangeError for edits that overlap. */
function joined(order) {
  const result = [];
  let last = null;
  for (const edit of order) {
    const { start, end, parts } = edit;
    if (last !== null && start < last.end) {
      throw outOfRange(`The edits at ${last.start} and ${start} overlap`);
    }
    if (last !== null && start === last.end) {
      last.end = end;
      last.parts.push(...parts);
    } else {
      last = { start, end, parts: [...parts] };
      result.push(last);
    }
  }
  return result;
}

/** The length of the text of parts. */
function sum(parts) {
  let units = 0;
  for (const { text } of parts) units += text.length;
  return units;
}

// The text of some bytes.
class EditableText {
  #encoding; // a FileEncoding
  #mark; // the byte order mark of the encoding, or no bytes
  #body; // the bytes behind it, as long as there are no chunks
  #chunks = null;
  #text = null;

  constructor(bytes, label = 'utf-8') {
    const input = toBytes(bytes, 'bytes');
    this.#encoding = FileEncoding.is(label) ? label : new OneEncoding(toEncodingId(label));
    const own = ownBytes(input);
    const { mark } = this.#encoding;
    const size = startsWith(own, mark) ? mark.length : 0;
    this.#mark = restOf(own, 0, size);
    this.#body = restOf(own, size);
  }

  static detect(bytes, options = undefined) {
    const own = ownBytes(toBytes(bytes, 'bytes'));
    const { encodingOf } = require('./detected.js');
    const { encoding, isReliable, error } = encodingOf(own, options);
    if (!isReliable) throw error();
    return new EditableText(own, encoding);
  }

  get encoding() {
    return this.#encoding.name;
  }

  get byteOrderMark() {
    return lengthOf(this.#mark) > 0;
  }

  get text() {
    if (this.#text === null) {
      const bytes = this.#chunks === null ? this.#body : this.#bytes(noBytes);
      const { finder } = this.#encoding;
      finder.begin(finder.start);
      this.#text = finder.decode(bytes, true);
    }
    return this.#text;
  }

  get lineEnds() {
    return kindOf(this.text);
  }

  edit(start, end, text, options = undefined) {
    const mode = modeIn(options);
    const wanted = toText(text, 'text');
    this.#check(start, end, '');
    return this.#applyAll([this.#toEdit(start, end, wanted, mode, 0)])[0];
  }

  applyEdits(edits, options = undefined) {
    const mode = modeIn(options);
    if (!isArray(edits)) throw invalidArgument('edits', 'an Array', edits);
    const given = [];
    for (let at = 0; at < edits.length; at++) {
      const edit = edits[at];
      if (typeof edit !== 'object' || edit === null) {
        throw invalidArgument(`edits[${at}]`, 'an object', edit);
      }
      const own = optionsOf(edit, ['start', 'end', 'text']);
      given.push({ ...own, text: toText(own.text, `edits[${at}].text`) });
    }
    for (let at = 0; at < given.length; at++) {
      const { start, end } = given[at];
      this.#check(start, end, `edits[${at}].`);
    }
    return this.#applyAll(
      given.map(({ start, end, text }) => this.#toEdit(start, end, text, mode, 0)),
    );
  }

  update(text, options = undefined) {
    const mode = modeIn(options);
    const lineEnds = optionOf(options, 'lineEnds');
    const wanted = toText(text, 'text');
    const { update } = require('./update.js');
    return update(this.text, wanted, lineEnds, {
      toEdit: (edit) => this.#toEdit(edit.start, edit.end, edit.text, mode, edit.index),
      bytesOf: (start, end) => this.#chunksNow().bytesOf(start, end),
      apply: (edits) => this.#applyAll(edits),
      hasModes: (place) => this.#encoding.hasModesAt(this.#chunksNow(), place),
    });
  }

  toBytes() {
    return this.#bytes(this.#mark);
  }

  byteOffsetAt(index) {
    const { bytes, byte } = this.#chunksNow().placeOf(toPlace(index, 'index', this.#units));
    return lengthOf(this.#mark) + bytes + byte;
  }

  indexAt(byteOffset) {
    const chunks = this.#chunksNow();
    const size = lengthOf(this.#mark);
    const { length } = chunks;
    const byte = toPlace(byteOffset, 'byteOffset', size + length) - size;
    return byte === length ? this.#units : chunks.unitOf(byte);
  }

  get #units() {
    return this.#text?.length ?? this.#chunksNow().units;
  }

  #chunksNow() {
    if (this.#chunks === null) {
      this.#chunks = new Chunks(this.#encoding, this.#body);
      this.#body = null;
    }
    return this.#chunks;
  }

  // Returns all bytes, with others before them.
  #bytes(before) {
    const size = lengthOf(before);
    const whole = newBytes(size + (this.#chunks?.length ?? lengthOf(this.#body)));
    if (size > 0) copyBytes(whole, before);
    if (this.#chunks !== null) this.#chunks.copyTo(whole, size);
    else if (lengthOf(this.#body) > 0) copyBytes(whole, this.#body, size);
    return whole;
  }

  // Checks the places of an edit, whose names begin with `prefix`.
  #check(start, end, prefix) {
    const most = this.#units;
    toPlace(start, `${prefix}start`, most);
    toPlace(end, `${prefix}end`, most);
    if (start > end) throw outOfRange(`${prefix}start, ${start}, is behind its end, ${end}`);
  }

  // Returns an edit with its text as far as the encoding contains it. Errors count from `base` code units before the text.
  #toEdit(start, end, text, mode, base) {
    const part = this.#encoding.fit(text, mode, base, this.#chunksNow(), start, end);
    return { start, end, parts: [{ ...part, isOld: false }] };
  }

  // Makes all edits, and returns the range of the text that each has written.
  #applyAll(edits) {
    const order = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
    const rangeBy = new Map();
    let moved = 0;
    for (const edit of order) {
      const { start, end, parts } = edit;
      const units = sum(parts);
      rangeBy.set(edit, { start: start + moved, end: start + moved + units });
      moved += units - (end - start);
    }
    this.#apply(joined(order));
    return edits.map((edit) => rangeBy.get(edit));
  }

  #apply(edits) {
    const own = edits.filter(({ start, end, parts }) => end > start || sum(parts) > 0);
    if (own.length === 0) return;
    const chunks = this.#chunksNow();
    const mark = Array.from(this.#mark);
    const list = chunks.edited(own, mark.length);
    const before = marked([...mark, ...chunks.first(MAX_MARK_BYTES)]);
    const after = marked([...mark, ...chunks.first(MAX_MARK_BYTES, list)]);
    if (after !== undefined && after !== before) {
      throw editNotPossible('byte order mark', 0, after[1].length);
    }
    // In this order, because a timeout of node:vm can cut a call off.
    this.#text = null;
    chunks.keep(list);
  }
}

module.exports = { EditableText };
