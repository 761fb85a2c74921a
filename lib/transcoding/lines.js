'use strict';

// Counts the lines and the columns of text that comes in pieces, for the places of errors.

const { isTrailingSurrogate } = require('../base/webidl.js');

/** The place in a text that has been counted so far. LF, CR LF and CR each end a line; a column is a code point. */
class LineCounter {
  /** Both count from 1. */
  line = 1;
  column = 1;
  #index = 0; // where the place is in the piece, in UTF-16 code units
  #isAfterCR = false;

  /** Counts a piece up to an index, in UTF-16 code units, which must not be smaller than in the call before. */
  countTo(piece, index) {
    const part = piece.slice(this.#index, index);
    if (part === '') return;
    const start = Math.max(this.#countEnds(part, '\r'), this.#countEnds(part, '\n'));
    let column = start === 0 ? this.column : 1;
    for (let at = start; at < part.length; at++) {
      if (!isTrailingSurrogate(part.charCodeAt(at))) column++;
    }
    this.column = column;
    this.#index = index;
    this.#isAfterCR = part[part.length - 1] === '\r';
  }

  // Returns where the last line begins behind an end of one kind, or 0.
  #countEnds(part, end) {
    let start = 0;
    for (let at = part.indexOf(end); at !== -1; at = part.indexOf(end, start)) {
      start = at + 1;
      const isAfterCR = at === 0 ? this.#isAfterCR : part[at - 1] === '\r';
      if (end === '\r' || !isAfterCR) this.line++;
    }
    return start;
  }

  /** Counts the rest of a piece. Another piece follows. */
  countAll(piece) {
    this.countTo(piece, piece.length);
    this.#index = 0;
  }
}

module.exports = { LineCounter };
