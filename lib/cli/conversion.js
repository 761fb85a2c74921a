'use strict';

// Converts one file chunk by chunk, and goes on after an error where the command line says so.

const { Failure, codePointName } = require('../base/errors.js');
const { noBytes } = require('../base/webidl.js');
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
const { FileError } = require('./errors.js');

/** Says what is wrong at one place of a file, as { offset, length, reason, codePoint }; the latter three where they exist. */
function problemOf({ offset, length, reason, codePoint }, to) {
  if (codePoint === undefined) return { offset, length, reason };
  return { offset, codePoint, reason: `${to} does not contain ${codePointName(codePoint)}` };
}

/** The conversion of one file. */
class Conversion {
  #transcoder;
  #to;
  #omits;
  #report;

  /** How many sequences and code points have been omitted. */
  omitted = 0;
  /** Where the first of them was, in bytes. */
  firstOmitted = null;

  /**
   * `malformed` and `unencodable` are the modes of the command line. Where a mode is `skip`, the conversion omits the
   * problem and goes on, and passes it to `report` if there is one; where it is `fatal`, the conversion throws.
   */
  constructor({ from, to, malformed, unencodable, addBOM }, report = undefined) {
    this.#to = to;
    this.#omits = { malformed: malformed === 'skip', unencodable: unencodable === 'skip' };
    this.#report = report;
    this.#transcoder = new Transcoder(from, to, {
      fatal: malformed !== 'replace',
      unencodable: unencodable === 'skip' ? 'fatal' : unencodable,
      addBOM,
    });
  }

  /** How many sequences and code points have been replaced. */
  get replaced() {
    return this.#transcoder.replacements;
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
      if (result.output.length > 0) write(result.output);
      this.#omit(result.error);
      unread = result.unread;
    }
  }

  /** Ends a file whose last chunk was not known to be the last. */
  end(write) {
    this.convert(noBytes, true, write);
  }

  #omit(error) {
    const problem = problemOf(error, this.#to);
    const kind = problem.codePoint === undefined ? 'malformed' : 'unencodable';
    if (!this.#omits[kind]) {
      throw new FileError(error.code, problem.reason, problem);
    }
    this.omitted += 1;
    this.firstOmitted ??= problem.offset;
    this.#report?.(problem);
  }
}

module.exports = { Conversion };
