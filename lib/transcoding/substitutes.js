'use strict';

// Encodes text with a caller's function for unencodable code points. The text is encoded piece by piece: one native call
// finds all unencodable code points of a piece, and the function's text for each of them is then encoded in its place.

const binding = require('../native/backend.js');
const { invalidArgument } = require('../base/errors.js');
const { START, STREAM, headOf } = require('./options.js');
const { flagFor, taken } = require('../native/slab.js');
const { clearState, copyState, newState } = require('../native/states.js');

/** In UTF-16 code units: the longest piece of text. When bytes are transcoded, it is also the longest piece in bytes. */
const PIECE = 8192;

// In UTF-16 code units: a piece and its substitutes are joined to one text, which is encoded as soon as it is longer.
const MOST_COMPOSED = 8 * PIECE;

// In UTF-16 code units: isPlain() checks a substitute of up to this length, and the core a longer one.
const SHORT = 64;

/**
 * How many numbers a list has for each code point: its index in the text, the code point, and its place. The place of
 * findUnencodables() is in the text, that of encodeAround() in the bytes. It is kNumbersEach in src/node/encode.h.
 */
const EACH = 3;

/** Stands after the last code point in a list that binding.encodeAround() has filled. It is kNoMore in the core. */
const NO_MORE = 0xffffffff;

// A decoder makes at most four code units more than its input has bytes. One more place is for the end of the list.
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
  #state = newState(binding.encodeStateSize);
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
    return binding.findUnencodables(this.#id, text, list);
  }

  /**
   * Encodes a piece of well-formed text, whose `count` unencodable code points are in the list, and adds Buffers to
   * `chunks`. The function and the errors get `base` plus the code point's place; `end` means that no text follows.
   * Returns null, or a Stop if the function throws or returns text that cannot be encoded; the text before that code point
   * has then been encoded, and the next piece must begin after it. Throws only when there is not enough memory.
   */
  encode(text, list, count, base, end, chunks) {
    const substituteFor = this.#substitute; // a variable, so that the function is called without `this`
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

  /** Forgets the stream, so that another stream can begin. */
  reset() {
    clearState(this.#state);
    this.#started = false;
    this.replacements = 0;
  }

  /** Saves the state of the stream for restore(). */
  save() {
    this.#saved ??= { state: newState(binding.encodeStateSize), started: false, replacements: 0 };
    copyState(this.#saved.state, this.#state);
    this.#saved.started = this.#started;
    this.#saved.replacements = this.replacements;
  }

  /** Restores the state of the stream that save() has saved. */
  restore() {
    copyState(this.#state, this.#saved.state);
    this.#started = this.#saved.started;
    this.replacements = this.#saved.replacements;
  }

  // Returns the error for a substitute that is not a string or cannot be encoded. Otherwise returns null, and #lastText is
  // the substitute without lone surrogates.
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

  // Encodes a text that has no unencodable code point, and adds its bytes.
  #append(text, end, chunks) {
    if (text === '' && !end) return;
    const flags = (end ? 0 : STREAM) | (this.#started ? 0 : START) | flagFor(text.length);
    chunks.push(taken(binding.encode(headOf(this.#id, flags), text, this.#state)));
    this.#started = !end;
  }
}

module.exports = {
  EACH,
  NO_MORE,
  PIECE,
  SubstitutingEncoder,
  endOfPiece,
  returnList,
  takeList,
  unitsOf,
};
