'use strict';

// Converts one file chunk by chunk.

const { Failure, codePointName } = require('../transcoding/errors.js');
const { noBytes } = require('../base/webidl.js');
const { names } = require('../labels/encodings.js');
const { runTranscoder } = require('../transcoding/transcoder.js');
const { US_ASCII, newTranscoder } = require('./encoding-name.js');
const { FileError } = require('./errors.js');

const lacks = (encoding, codePoint) => `${encoding} does not contain ${codePointName(codePoint)}`;

/** The error of one file for an error of the transcoder; any other error is thrown. */
function fileErrorOf(error, to) {
  const { code, offset, length, reason, codePoint } = error;
  if (offset === undefined) throw error;
  return codePoint === undefined
    ? new FileError(code, reason, { offset, length })
    : new FileError(code, lacks(to, codePoint), { offset, codePoint });
}

/** What the modes of --unencodable write for a character; for `fatal` the character itself, which is then the error. */
const textByMode = {
  fatal: (codePoint) => String.fromCodePoint(codePoint),
  html: (codePoint) => `&#${codePoint};`,
  replace: () => '?',
};

/** Returns a function for unencodable characters: their similar text, and without one what `otherwise` returns. */
function transliterating(to, otherwise) {
  const { isEncodable, transliteratorOf } = require('../transcoding/transliteration.js');
  const id = names.indexOf(to);
  const contains = to === US_ASCII ? isAscii : (text) => isEncodable(id, text);
  const similarTo = transliteratorOf(contains);
  return (codePoint, offset) => similarTo(codePoint) ?? otherwise(codePoint, offset);
}

/** Whether all code units of a text are of ASCII. */
const isAscii = (text) => Array.from(text).every((character) => character < '\x80');

/** Whether a byte is a control character in ISO-8859-1, beyond those of ASCII. */
const isC1 = (byte) => byte >= 0x80 && byte <= 0x9f;

/** The conversion of one file. */
class Conversion {
  #transcoder;
  #to;
  #omitted = 0;
  #looksForC1;
  #hasC1 = false;

  /**
   * `malformed` and `unencodable` are the modes of the command line. `report` gets each problem that the mode `skip` omits:
   * { offset, length, reason } or { offset, codePoint, reason }, with the offset in bytes. With `transliterates`, the mode
   * `unencodable` is for characters that have no similar text.
   */
  constructor(
    { from, to, isLatin1 = false, malformed, unencodable, transliterates = false, addBOM },
    report = () => {},
  ) {
    this.#to = to;
    this.#looksForC1 = isLatin1;
    const omit = (problem) => {
      this.#omitted += 1;
      report(problem);
      return '';
    };
    const omitMalformed = ({ length }, offset, reason) => omit({ offset, length, reason });
    const omitUnencodable = (codePoint, offset) =>
      omit({ offset, codePoint, reason: lacks(to, codePoint) });
    const own = unencodable === 'skip' ? omitUnencodable : unencodable;
    this.#transcoder = newTranscoder(from, to, {
      fatal: malformed === 'fatal',
      malformed: malformed === 'skip' ? omitMalformed : undefined,
      unencodable: transliterates ? transliterating(to, textByMode[unencodable] ?? own) : own,
      addBOM,
    });
  }

  /**
   * How many malformed sequences and characters have been omitted so far, and how many replaced. `hasC1` is there if a name of
   * ISO-8859-1 was given for the output, and bytes were written that are control characters there.
   */
  get counts() {
    const omitted = this.#omitted;
    const counts = { omitted, replaced: this.#transcoder.replacements - omitted };
    return this.#hasC1 ? { ...counts, hasC1: true } : counts;
  }

  /**
   * Converts a chunk, and passes the output to `write`, if there is any. `isLast` says that the file ends with the chunk.
   * Throws FileError, after it has passed on what comes before the error.
   */
  convert(bytes, isLast, write) {
    const result = runTranscoder(this.#transcoder, bytes, isLast, false);
    const isFailure = result instanceof Failure;
    const output = isFailure ? result.output : result;
    if (this.#looksForC1 && !this.#hasC1) this.#hasC1 = output.some(isC1);
    if (output.length > 0) write(output);
    if (isFailure) throw fileErrorOf(result.error, this.#to);
  }

  /** Ends a file whose last chunk was not known to be the last. */
  end(write) {
    this.convert(noBytes, true, write);
  }
}

module.exports = { Conversion };
