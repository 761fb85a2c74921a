'use strict';

// Counts the lines and the columns of text that comes in pieces, for the places of errors.

const { isTrailingSurrogate } = require('../base/webidl.js');

const LF = 0x0a;
const CR = 0x0d;

/** The place in a text that has been counted so far. LF, CR LF and CR each end a line; a column is a code point. */
class LineCounter {
  /** From 1. */
  line = 1;
  /** From 1. */
  column = 1;
  #index = 0; // where the place is in the piece, in UTF-16 code units
  #isAfterCR = false;

  /** Counts a piece up to an index, in UTF-16 code units, which must not be smaller than in the call before. */
  countTo(piece, index) {
    while (this.#index < index) {
      const unit = piece.charCodeAt(this.#index++);
      if (unit === CR || (unit === LF && !this.#isAfterCR)) {
        this.line++;
        this.column = 1;
      } else if (unit !== LF && !isTrailingSurrogate(unit)) this.column++;
      this.#isAfterCR = unit === CR;
    }
  }

  /** Counts the rest of a piece. Another piece follows. */
  countAll(piece) {
    this.countTo(piece, piece.length);
    this.#index = 0;
  }
}

module.exports = { LineCounter };
