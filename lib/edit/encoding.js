'use strict';

// What EditableText and Chunks ask of the encoding of a file.

const { byteOrderMarks, hasEncoderState, names } = require('../labels/encodings.js');
const { ExactEncoder } = require('../transcoding/exact.js');
const { PlaceFinder } = require('../transcoding/places.js');
const { Modes } = require('./modes.js');

/** The encoding of a file, or those of its lines. */
class FileEncoding {
  /** Its name, or null. */
  name = null;
  /** Reads bytes: a PlaceFinder, or what has its members. */
  finder;
  /** The Modes of the whole file; null where escape sequences do not change how bytes are read. */
  modes = null;
  /** The byte order mark, or no bytes. */
  mark = [];
  #isOwn = true;

  /** Whether a value is of this class. */
  static is(value) {
    return typeof value === 'object' && value !== null && #isOwn in value;
  }

  /** Whether the line at a place can only be written as a whole. */
  hasModesAt(_chunks, _unit) {
    return false;
  }
}

/** One encoding of a whole file. */
class OneEncoding extends FileEncoding {
  #encoder;

  constructor(id) {
    super();
    this.name = names[id];
    this.finder = new PlaceFinder(id);
    if (hasEncoderState(id)) this.modes = new Modes(this.name);
    [, this.mark] = byteOrderMarks.find(([name]) => name === this.name) ?? ['', []];
    this.#encoder = new ExactEncoder(id);
  }

  /** Returns a text, as far as the encoding contains it, as a part of an edit. Errors count from `base` code units before it. */
  fit(text, mode, base) {
    return this.#encoder.fit(text, mode, base);
  }
}

module.exports = { FileEncoding, OneEncoding };
