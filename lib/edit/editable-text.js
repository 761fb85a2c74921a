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
const { byteOrderMarks, hasEncoderState, names } = require('../labels/encodings.js');
const { IGNORE_BOM, decodeWhole } = require('../transcoding/core.js');
const { ExactEncoder, toMode } = require('../transcoding/exact.js');
const { toEncodingId } = require('../transcoding/options.js');
const { Chunks } = require('./chunks.js');
const { editNotPossible, outOfRange } = require('./errors.js');
const { kindOf } = require('./line-ends.js');

const MAX_MARK_BYTES = 4;

// Longer marks come first, because that of UTF-16LE begins that of UTF-32LE.
const marks = byteOrderMarks.toSorted((a, b) => b[1].length - a[1].length);

/** Returns the encoding whose byte order mark bytes begin with, or undefined. */
const marked = (bytes) => marks.find(([, mark]) => startsWith(bytes, mark))?.[0];

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

/** Joins edits that touch, and puts them in order. Throws RangeError for edits that overlap. */
function joined(edits) {
  const order = edits.toSorted((a, b) => a.start - b.start || a.end - b.end || a.at - b.at);
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
  return { order, edits: result };
}

/** The length of the text of parts. */
function sum(parts) {
  let units = 0;
  for (const { text } of parts) units += text.length;
  return units;
}

// The text of some bytes.
class EditableText {
  #id;
  #mark; // the byte order mark of the encoding, or no bytes
  #body; // the bytes behind it, as long as there are no chunks
  #chunks = null;
  #encoder;
  #text = null;

  constructor(bytes, label = 'utf-8') {
    const input = toBytes(bytes, 'bytes');
    this.#id = toEncodingId(label);
    const own = ownBytes(input);
    const [, mark = []] = marks.find(([name]) => name === names[this.#id]) ?? [];
    const size = startsWith(own, mark) ? mark.length : 0;
    this.#mark = restOf(own, 0, size);
    this.#body = restOf(own, size);
    this.#encoder = new ExactEncoder(this.#id);
  }

  static detect(bytes, options = undefined) {
    const own = ownBytes(toBytes(bytes, 'bytes'));
    const { encodingOf } = require('./detected.js');
    const { encoding, isReliable, error } = encodingOf(own, options);
    if (!isReliable) throw error();
    return new EditableText(own, encoding);
  }

  get encoding() {
    return names[this.#id];
  }

  get byteOrderMark() {
    return lengthOf(this.#mark) > 0;
  }

  get text() {
    if (this.#text === null) {
      const bytes = this.#chunks === null ? this.#body : this.#bytes(noBytes);
      this.#text = decodeWhole(this.#id, IGNORE_BOM, bytes);
    }
    return this.#text;
  }

  get lineEnds() {
    return kindOf(this.text);
  }

  edit(start, end, text, options = undefined) {
    const mode = modeIn(options);
    const part = this.#fit(toText(text, 'text'), mode);
    const edit = this.#toEdit(start, end, [part], '', 0);
    this.#apply([edit]);
    return { start, end: start + part.text.length };
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
    return this.#applyAll(
      given.map(({ start, end, text }, at) =>
        this.#toEdit(start, end, [this.#fit(text, mode)], `edits[${at}].`, at),
      ),
    );
  }

  update(text, options = undefined) {
    const mode = modeIn(options);
    const lineEnds = optionOf(options, 'lineEnds');
    const wanted = toText(text, 'text');
    const { update } = require('./update.js');
    return update(this.text, wanted, lineEnds, {
      partOf: (own, index) => this.#fit(own, mode, index),
      bytesOf: (start, end) => this.#chunksNow().bytesOf(start, end),
      apply: (edits) => this.#applyAll(edits),
    });
  }

  toBytes() {
    return this.#bytes(this.#mark);
  }

  byteOffsetAt(index) {
    return lengthOf(this.#mark) + this.#chunksNow().byteOf(toPlace(index, 'index', this.#units));
  }

  indexAt(byteOffset) {
    const chunks = this.#chunksNow();
    const size = lengthOf(this.#mark);
    const { length } = chunks;
    const byte = toPlace(byteOffset, 'byteOffset', size + length) - size;
    if (byte < 0) return 0;
    return byte === length ? this.#units : chunks.unitOf(byte);
  }

  get #units() {
    return this.#text?.length ?? this.#chunksNow().units;
  }

  #chunksNow() {
    if (this.#chunks === null) {
      const id = this.#id;
      const encoding = { name: names[id], id, hasModes: hasEncoderState(id) };
      this.#chunks = new Chunks(encoding, this.#body);
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

  // Returns a text, as far as the encoding contains it, as a part of an edit. Errors count from `base` code units before it.
  #fit(text, mode, base = 0) {
    return { ...this.#encoder.fit(text, mode, base), isOld: false };
  }

  // Checks the places of an edit, whose names begin with `prefix`.
  #toEdit(start, end, parts, prefix, at) {
    const most = this.#units;
    toPlace(start, `${prefix}start`, most);
    toPlace(end, `${prefix}end`, most);
    if (start > end) throw outOfRange(`${prefix}start, ${start}, is behind its end, ${end}`);
    return { start, end, parts, at };
  }

  // Makes all edits, and returns the range of the text that each has written.
  #applyAll(edits) {
    const ranges = new Array(edits.length);
    const { order, edits: own } = joined(edits);
    let moved = 0;
    for (const { start, end, parts, at } of order) {
      const units = sum(parts);
      ranges[at] = { start: start + moved, end: start + moved + units };
      moved += units - (end - start);
    }
    this.#apply(own);
    return ranges;
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
      const [, bytes] = marks.find(([name]) => name === after);
      throw editNotPossible('byte order mark', 0, bytes.length);
    }
    // In this order, because a timeout of node:vm can cut a call off.
    this.#text = null;
    chunks.keep(list);
  }
}

module.exports = { EditableText };
