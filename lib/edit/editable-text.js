'use strict';

// The room edit/ changes the text of files, and keeps every byte that no edit touches.
// May require base/, labels/, transcoding/, detect/ and files/.
//
// The text of some bytes, which can be changed. lib/edit.d.ts describes the class.

const { invalidArgument, isArray } = require('../base/errors.js');
const {
  concatBytes,
  copyOf,
  lengthOf,
  noBytes,
  optionOf,
  optionsOf,
  restOf,
  startsWith,
  toBytes,
  toDictionary,
  toText,
} = require('../base/webidl.js');
const { byteOrderMarks } = require('../labels/encodings.js');
const { toMode } = require('../transcoding/exact.js');
const { toEncodingId } = require('../transcoding/options.js');
const { Chunks } = require('./chunks.js');
const { FileEncoding, OneEncoding } = require('./encoding.js');
const { editNotPossible, outOfRange } = require('./errors.js');
const { kindOf } = require('./line-ends.js');

const MAX_MARK_BYTES = 4;

// Longer ones come first, because that of UTF-16LE begins that of UTF-32LE.
const marks = byteOrderMarks.map(([, mark]) => mark).toSorted((a, b) => b.length - a.length);

/** Returns the byte order mark with which a file begins that has its own one and chunks, or undefined. */
function markOf(own, chunks) {
  const head = Array.from(own);
  for (const { source, from, to } of chunks) {
    for (let at = from; at < to && head.length < MAX_MARK_BYTES; at++) head.push(source[at]);
    if (head.length === MAX_MARK_BYTES) break;
  }
  return marks.find((mark) => startsWith(head, mark));
}

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

// The text of some bytes.
class EditableText {
  #encoding; // a FileEncoding
  #mark; // the byte order mark of the encoding, or no bytes
  #body; // the bytes behind it, as they were given
  #chunks = null; // those bytes as they are now, once a place was needed
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
      const { finder } = this.#encoding;
      finder.begin(finder.start);
      this.#text = finder.decode(concatBytes(this.#parts), true);
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
    return this.#apply([this.#toEdit(start, end, wanted, mode)])[0];
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
      toText(own.text, `edits[${at}].text`);
      given.push(own);
    }
    for (let at = 0; at < given.length; at++) {
      const { start, end } = given[at];
      this.#check(start, end, `edits[${at}].`);
    }
    const own = given.map(({ start, end, text }) => this.#toEdit(start, end, text, mode));
    this.#apply(own);
    return own.map(({ range }) => range);
  }

  update(text, options = undefined) {
    const mode = modeIn(options);
    const lineEnds = optionOf(options, 'lineEnds');
    const wanted = toText(text, 'text');
    const { update } = require('./update.js');
    return update(this.text, wanted, lineEnds, {
      toEdit: (edit) => this.#toEdit(edit.start, edit.end, edit.text, mode, edit.index),
      bytesOf: (start, end) => this.#chunksNow().bytesOf(start, end),
      apply: (edits) => this.#apply(edits),
      hasModes: (place) => this.#encoding.hasModesAt(this.#chunksNow(), place),
    });
  }

  toBytes() {
    return concatBytes([this.#mark, ...this.#parts]);
  }

  byteOffsetAt(index) {
    const chunks = this.#chunksNow();
    const place = chunks.placeOf(toPlace(index, 'index', this.#units));
    return lengthOf(this.#mark) + chunks.offsetOf(place);
  }

  indexAt(byteOffset) {
    const chunks = this.#chunksNow();
    const size = lengthOf(this.#mark);
    const byte = toPlace(byteOffset, 'byteOffset', size + chunks.length) - size;
    return chunks.unitOf(byte);
  }

  get #units() {
    return this.#text?.length ?? this.#chunksNow().units;
  }

  #chunksNow() {
    this.#chunks ??= new Chunks(this.#encoding, this.#body);
    return this.#chunks;
  }

  // The bytes behind the mark.
  get #parts() {
    return this.#chunks?.list.map((chunk) => chunk.part()) ?? [this.#body];
  }

  // Checks the places of an edit, whose names begin with `prefix`.
  #check(start, end, prefix) {
    const most = this.#units;
    toPlace(start, `${prefix}start`, most);
    toPlace(end, `${prefix}end`, most);
    if (start > end) throw outOfRange(`${prefix}start, ${start}, is behind its end, ${end}`);
  }

  // Returns an edit with its text as far as the encoding contains it. Errors count from `base` code units before the text.
  #toEdit(start, end, text, mode, base = 0) {
    const part = this.#encoding.fit(text, mode, base, this.#chunksNow(), start, end);
    return { start, end, ...part, isOld: false, range: null };
  }

  // Makes all edits at once. Edits that touch are made as one. Each edit gets a `range`, the part of the new text that it has written. Returns
  // the ranges after edits that touch are joined.
  #apply(all) {
    const joined = [];
    let last;
    let moved = 0;
    for (const edit of all.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      const { start, end, text } = edit;
      if (start < last?.end) throw outOfRange(`The edits at ${last.start} and ${start} overlap`);
      edit.range = { start: start + moved, end: start + moved + text.length };
      moved += text.length - (end - start);
      if (start === last?.end) {
        last.end = end;
        last.range.end = edit.range.end;
        last.parts.push(edit);
      } else {
        last = { start, end, range: { ...edit.range }, parts: [edit] };
        joined.push(last);
      }
    }
    const ranges = joined.map(({ range }) => range);
    const edits = joined.filter(({ start, end, range }) => end > start || range.end > range.start);
    if (edits.length === 0) return ranges;
    const chunks = this.#chunksNow();
    const list = chunks.edited(edits, lengthOf(this.#mark));
    const before = markOf(this.#mark, chunks.list);
    const after = markOf(this.#mark, list);
    if (after !== undefined && after !== before) {
      throw editNotPossible('byte order mark', 0, after.length);
    }
    // In this order, because a timeout of node:vm can cut a call off.
    this.#text = null;
    chunks.keep(list);
    return ranges;
  }
}

module.exports = { EditableText };
