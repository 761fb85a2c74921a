'use strict';

// Encodes text with a caller's function for unencodable code points. The text is encoded piece by piece: one native call
// finds all unencodable code points of a piece, and the function's text for each of them is then encoded in its place.

const {
  encodeChunk,
  findUnencodables,
  newEncodeState,
  unencodables,
} = require('../native/encode.js');
const { numbersEach: EACH } = require('../native/backend.js');
const { invalidArgument } = require('../base/errors.js');
const { copyBytes } = require('../base/webidl.js');

/** In UTF-16 code units: the longest piece of text. When bytes are transcoded, it is also the longest piece in bytes. */
const PIECE = 8192;

// In UTF-16 code units: a piece and its substitutes are joined to one text, which is encoded as soon as it is longer.
const MOST_COMPOSED = 8 * PIECE;

// In UTF-16 code units: isPlain() checks a substitute of up to this length, and the core a longer one.
const SHORT = 64;

// A list has EACH numbers for each unencodable code point: its index, the code point, and its place. A decoder makes at
// most four code units more than it is given bytes. A list also has an end.
const LIST_LENGTH = EACH * (PIECE + 4 + 1);

let spareList = null;

/** Returns a Uint32Array for the unencodable code points of a piece, which nobody else uses before returnList(). */
function takeList() {
  const list = spareList ?? new Uint32Array(LIST_LENGTH);
  spareList = null;
  return list;
}

/** Gives a list back, so that the next takeList() returns it. */
function returnList(list) {
  spareList = list;
}

/** Returns where the piece of a text that begins at `start` ends, so that no surrogate pair is split. */
function endOfPiece(text, start) {
  const end = start + PIECE;
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

/** Returns the number of UTF-16 code units of a code point. */
const unitsOf = (codePoint) => (codePoint > 0xffff ? 2 : 1);

/** Tells whether a text is short and printable ASCII, which every encoding contains in every state. */
function isPlain(text) {
  if (text.length > SHORT) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/** An error that ended the encoding of a piece, and the position in the list of the code point that caused it. */
class Stop {
  constructor(error, number) {
    this.error = error;
    this.number = number;
  }
}

/**
 * Encodes a stream of text to an encoding other than UTF-8 and UTF-16, with the text that a caller's function returns in
 * the place of each unencodable code point.
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
   * Encodes a piece of well-formed text, whose `count` unencodable code points are in the list, and adds Buffers to
   * `chunks`. The function and the errors get `base` plus the code point's place; `end` means that no text follows.
   * Returns null, or a Stop if the function throws or returns text that cannot be encoded; the text before that code point
   * has then been encoded, and the next piece must begin after it. Throws only when there is not enough memory.
   */
  encode(text, list, count, base, end, chunks) {
    let composed = '';
    let start = 0;
    for (let number = 0; number < count; number++) {
      const index = list[EACH * number];
      const codePoint = list[EACH * number + 1];
      composed += text.slice(start, index);
      start = index + unitsOf(codePoint);
      const substitute = this.#substituteFor(codePoint, base + list[EACH * number + 2], number);
      if (substitute instanceof Stop) {
        this.#append(composed, false, chunks);
        return substitute;
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

  /** Forgets the stream, so that another stream can begin. */
  reset() {
    this.#started = false;
    this.replacements = 0;
  }

  /** Saves the state of the stream for restore(). */
  save() {
    this.#saved ??= { state: newEncodeState(), started: false, replacements: 0 };
    copyBytes(this.#saved.state, this.#state);
    this.#saved.started = this.#started;
    this.#saved.replacements = this.replacements;
  }

  /** Restores the state of the stream that save() has saved. */
  restore() {
    copyBytes(this.#state, this.#saved.state);
    this.#started = this.#saved.started;
    this.replacements = this.#saved.replacements;
  }

  // Returns what the function returns for a code point, without lone surrogates; or a Stop if the function throws, or returns
  // something that is not a string or cannot be encoded.
  #substituteFor(codePoint, place, number) {
    const substitute = this.#substitute; // a variable, so that the function is called without `this`
    let text;
    try {
      text = substitute(codePoint, place);
    } catch (error) {
      return new Stop(error, number);
    }
    if (typeof text !== 'string') {
      const name = 'What options.unencodable returns';
      return new Stop(invalidArgument(name, 'a string', text), number);
    }
    if (isPlain(text) || text === this.#lastText) return text;
    const wellFormed = text.toWellFormed();
    if (this.find(wellFormed, this.#first) !== 0) {
      return new Stop(this.#errorAt(place, this.#first[1]), number);
    }
    this.#lastText = wellFormed;
    return wellFormed;
  }

  // Encodes a text that has no unencodable code point, and adds its bytes.
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
