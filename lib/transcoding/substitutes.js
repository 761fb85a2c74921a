'use strict';

// A caller's function for unencodable code points: finding them, and encoding text with what the function returns in
// their place. Both go piece by piece, with one native call for all unencodable code points of a piece.

const {
  encodeChunk,
  findUnencodables,
  newEncodeState,
  unencodables,
} = require('../native/encode.js');
const { EACH } = require('../native/protocol.js');
const { invalidArgument } = require('../base/errors.js');
const { clearState, copyState } = require('../native/states.js');

/** In UTF-16 code units: the longest piece of text. No more bytes than that are decoded to a piece of text. */
const PIECE = 8192;

// In UTF-16 code units: what is composed of a piece and its substitutes is encoded when it is longer than that.
const MOST_COMPOSED = 8 * PIECE;

// In UTF-16 code units: a substitute of no more is looked at here, and a longer one by the core.
const SHORT = 64;

// A decoder makes at most four code units more than it is given bytes. A list also has an end.
const LIST_LENGTH = EACH * (PIECE + 4 + 1);

let spareList = null;

/** A Uint32Array for the unencodable code points of a piece. Each is for one user at a time. */
function takeList() {
  const list = spareList ?? new Uint32Array(LIST_LENGTH);
  spareList = null;
  return list;
}

/** Gives a list back, for the next that takes one. */
function returnList(list) {
  spareList = list;
}

/** Where the piece of a text that begins at `start` ends. Surrogate pairs are not cut. */
function endOfPiece(text, start) {
  const end = start + PIECE;
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

/** How many UTF-16 code units a code point has. */
const unitsOf = (codePoint) => (codePoint > 0xffff ? 2 : 1);

/** Whether a text is printable ASCII, which all encodings have, in any state. */
function isPlain(text) {
  if (text.length > SHORT) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/** What ended the encoding of a piece: an error, at the unencodable code point of this number in the list. */
class Stop {
  constructor(error, number) {
    this.error = error;
    this.number = number;
  }
}

/**
 * Encodes a stream of text to an encoding that is not UTF-8 or UTF-16, with what a caller's function returns in the
 * place of unencodable code points.
 */
class SubstitutingEncoder {
  #id;
  #substitute;
  #errorAt;
  #first = new Uint32Array(EACH); // the first unencodable code point of a substitute
  #lastText = ''; // the last substitute that the core has found to be encodable
  #state = newEncodeState();
  #started = false;
  #saved = null;
  /** How many code points the function has replaced so far. */
  replacements = 0;

  /** `substitute` is the function; `errorAt(place, codePoint)` makes the error for an unencodable code point. */
  constructor(id, substitute, errorAt) {
    this.#id = id;
    this.#substitute = substitute;
    this.#errorAt = errorAt;
  }

  /** Fills a list with the unencodable code points of a piece of text; returns how many there are. */
  find(text, list) {
    return findUnencodables(this.#id, text, list);
  }

  /**
   * Encodes a piece of well-formed text of which a list has `count` unencodable code points; adds Buffers to `chunks`.
   * The function and errors get `base` and the code point's place, added. `end` says that no text follows.
   * Returns a Stop when the function throws or what it returns cannot be encoded, else null. What comes before that code
   * point is then encoded, and the next piece goes on behind it. What this throws is for lack of memory.
   */
  encode(text, list, count, base, end, chunks) {
    const substituteFor = this.#substitute; // so that it gets no `this`
    let composed = '';
    let start = 0;
    for (let number = 0; number < count; number++) {
      const index = list[EACH * number];
      const codePoint = list[EACH * number + 1];
      composed += text.slice(start, index);
      start = index + unitsOf(codePoint);
      const place = base + list[EACH * number + 2];
      let substitute;
      let error;
      let failed = false;
      try {
        substitute = substituteFor(codePoint, place);
      } catch (thrown) {
        error = thrown;
        failed = true;
      }
      if (!failed && !(typeof substitute === 'string' && isPlain(substitute))) {
        error = this.#errorOf(substitute, place);
        failed = error !== null;
        if (!failed) substitute = this.#lastText;
      }
      if (failed) {
        this.#append(composed, false, chunks);
        return new Stop(error, number);
      }
      this.replacements++;
      if (composed.length + substitute.length > MOST_COMPOSED) {
        this.#append(composed, false, chunks);
        this.#append(substitute, false, chunks);
        composed = '';
      } else {
        composed += substitute;
      }
    }
    this.#append(composed + text.slice(start), end, chunks);
    return null;
  }

  /** Forgets the stream, so that another can begin. */
  reset() {
    clearState(this.#state);
    this.#started = false;
    this.replacements = 0;
  }

  /** Remembers where in the stream the encoder stands, for restore(). */
  save() {
    this.#saved ??= { state: newEncodeState(), started: false, replacements: 0 };
    copyState(this.#saved.state, this.#state);
    this.#saved.started = this.#started;
    this.#saved.replacements = this.replacements;
  }

  /** Goes back to where the encoder stood when save() was called. */
  restore() {
    copyState(this.#state, this.#saved.state);
    this.#started = this.#saved.started;
    this.replacements = this.#saved.replacements;
  }

  // The error of a substitute that is no string or that cannot be encoded; else null, and the substitute, well-formed,
  // is the last text.
  #errorOf(substitute, place) {
    if (typeof substitute !== 'string') {
      return invalidArgument('What options.unencodable returns', 'a string', substitute);
    }
    if (substitute === this.#lastText) return null;
    const text = substitute.toWellFormed();
    if (this.find(text, this.#first) !== 0) return this.#errorAt(place, this.#first[1]);
    this.#lastText = text;
    return null;
  }

  // Adds the bytes of a text that can be encoded.
  #append(text, end, chunks) {
    if (text === '' && !end) return;
    const isFirst = !this.#started;
    chunks.push(encodeChunk(this.#id, unencodables.fatal, text, isFirst, end, this.#state));
    this.#started = !end;
  }
}

module.exports = {
  PIECE,
  SubstitutingEncoder,
  endOfPiece,
  returnList,
  takeList,
  unitsOf,
};
