'use strict';

// Converts one file chunk by chunk, and goes on after an error where the command line says so.

const { Failure, codePointName } = require('../base/errors.js');
const { noBytes } = require('../base/webidl.js');
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
const { FileError } = require('./errors.js');

/** Says what is wrong at one place of a file: { offset, length, reason } or { offset, codePoint, reason }. */
function problemOf({ offset, length, reason, codePoint }, to) {
  if (codePoint === undefined) return { offset, length, reason };
  return { offset, codePoint, reason: `${to} does not contain ${codePointName(codePoint)}` };
}

/** The conversion of one file. */
class Conversion {
  #transcoder;
  #to;
  #malformed;
  #unencodable;
  #report;
  #dropped = null; // how many code points the function `unencodable` has omitted, if there is one

  /** How many errors have been omitted or reported, so that the conversion went on behind them. */
  passed = 0;

  /**
   * `malformed` and `unencodable` are the modes of the command line. With a function `report`, which gets every problem,
   * both are `fatal`, and the conversion goes on behind each problem.
   */
  constructor({ from, to, malformed, unencodable, addBOM }, report = undefined) {
    this.#to = to;
    this.#malformed = malformed;
    this.#unencodable = unencodable;
    this.#report = report;
    let mode = unencodable;
    if (unencodable === 'skip' && malformed === 'replace') {
      // The transcoder has one count for what it replaces and for what it omits.
      this.#dropped = 0;
      mode = () => {
        this.#dropped += 1;
        return '';
      };
    }
    const fatal = malformed !== 'replace';
    this.#transcoder = new Transcoder(from, to, { fatal, unencodable: mode, addBOM });
  }

  /** How many malformed sequences and characters have been omitted so far, and how many replaced. */
  get counts() {
    const { replacements } = this.#transcoder;
    const skipped = this.#dropped ?? (this.#unencodable === 'skip' ? replacements : 0);
    return { omitted: this.passed + skipped, replaced: replacements - skipped };
  }

  /**
   * Converts a chunk, and passes the output to `write` part by part. `isLast` says that the file ends with the chunk.
   * Throws FileError, after it has passed on what comes before the error.
   */
  convert(bytes, isLast, write) {
    for (let unread = bytes; ; ) {
      const result = runTranscoder(this.#transcoder, unread, isLast, false);
      if (!(result instanceof Failure)) {
        if (result.length > 0) write(result);
        return;
      }
      const { error, output } = result;
      if (output.length > 0) write(output);
      this.#pass(error);
      unread = result.unread;
    }
  }

  /** Ends a file whose last chunk was not known to be the last. */
  end(write) {
    this.convert(noBytes, true, write);
  }

  // Counts an error behind which the conversion goes on; throws FileError for any other.
  #pass(error) {
    // What is not about the text is an error of the program, or for lack of memory.
    if (error.offset === undefined) throw error;
    const problem = problemOf(error, this.#to);
    const isOmitted = this.#malformed === 'skip' && problem.codePoint === undefined;
    if (this.#report === undefined && !isOmitted) {
      throw new FileError(error.code, problem.reason, problem);
    }
    this.passed += 1;
    this.#report?.(problem);
  }
}

module.exports = { Conversion };
