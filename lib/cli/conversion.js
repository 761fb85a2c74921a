'use strict';

// Converts one file chunk by chunk, between encodings that the command line names.

const { noBytes } = require('../base/webidl.js');
const { CommandError, FileError, status } = require('./errors.js');
const { EncodingHandle, encodingId, encodings, names } = require('../labels/encodings.js');
const { Failure, codePointName } = require('../transcoding/errors.js');
const { TranscodingStream } = require('../transcoding/transcoding-stream.js');

// Turns the names of encodings on the command line into encodings: those of the standard, code pages, UTF-32, and the encodings
// that the standard's edition of 2012 had.

// These are loaded when a name is no label of the standard.
const otherEncodings = () => require('../other-encodings/other-encodings.js');
const otherNames = () => require('../labels/other-names.js');

/** The output encoding of the names of ASCII. No bytes are read as it: the standard reads all these names as windows-1252. */
const US_ASCII = 'US-ASCII';

// The standard's labels that are names of ASCII or of ISO-8859-1 elsewhere, and the names of ASCII that are no labels.
const asciiNames = new Set(
  (
    'ascii us-ascii ansi_x3.4-1968 ansi_x3.4-1986 ansi_x3.4 ansix34 ansix341968 ansix341986 ascii7 us7ascii usascii ' +
    'iso646-us iso_646.irv:1991 iso646irv iso-ir-6 us ibm367 cp367 csascii 646'
  ).split(' '),
);
const latin1Names = new Set(
  (
    'latin1 l1 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 csisolatin1 cp819 ibm819 ' +
    'latin-1 8859 iso8859 8859_1 we8iso8859p1'
  ).split(' '),
);

/** Whether a name stands in a list. */
const isAmong = (names, text) => names.has(text.trim().toLowerCase());

/**
 * Returns the name of the encoding that a text names. A label of the standard comes first, then a label of
 * whatwg-transcoder/historical or /codepages, and then a name of other programs: `tis620` has an encoding of its own, and is also what some
 * programs call windows-874.
 */
function findEncoding(text) {
  const standard = encodings[encodingId(text)];
  if (standard !== undefined && standard !== 'replacement') return standard;
  return (
    otherEncodings().historical().getEncoding(text) ??
    otherEncodings().codePages().getEncoding(text) ??
    otherNames().resolveLabel(text)
  );
}

/** Returns the name of an encoding to read or to write; throws CommandError for any other name. */
function toEncoding(text) {
  const encoding = findEncoding(text);
  if (encoding !== null && encoding !== 'replacement') return encoding;
  const { unsupportedLabel } = require('../labels/label-advice.js');
  throw new CommandError(unsupportedLabel(text).message, status.failed);
}

/** The name that -f takes for the encoding that the bytes of each file tell. */
const AUTO = 'auto';

/** Returns the encoding of the input, or AUTO. As in iconv, a name may end with `//`. */
function toSource(text) {
  const [name, ...suffixes] = text.split('//');
  if (suffixes.some((suffix) => suffix !== '')) {
    throw new CommandError(`//${suffixes.join('//')} may only follow the name after -t`);
  }
  return name === AUTO ? AUTO : toEncoding(name);
}

const suffixesOfTarget = ['IGNORE', 'TRANSLIT'];

/**
 * Returns { encoding, omit, transliterate } of the output: after the name, `//IGNORE` has the meaning of the option -c, and
 * `//TRANSLIT` asks for similar text in the place of what the encoding does not contain.
 */
function toTarget(text) {
  const [name, ...rest] = text.split('//');
  const given = rest.flatMap((part) => part.split(',')).filter((suffix) => suffix !== '');
  const suffixes = given.map((suffix) => suffix.toUpperCase());
  const unknown = suffixes.findIndex((suffix) => !suffixesOfTarget.includes(suffix));
  if (unknown !== -1) throw new CommandError(`the suffix //${given[unknown]} is not known`);
  return {
    encoding: isAmong(asciiNames, name) ? US_ASCII : toEncoding(name),
    isLatin1: isAmong(latin1Names, name),
    omit: suffixes.includes('IGNORE'),
    transliterate: suffixes.includes('TRANSLIT'),
  };
}

/** What stands for an encoding in place of a label. */
const handleOf = (name) =>
  name === US_ASCII
    ? new EncodingHandle(names.indexOf('windows-1252'), { isOnlyAscii: true })
    : new EncodingHandle(names.indexOf(name));

/** Returns a TranscodingStream between two encodings, which are given by their names. */
const newTranscoder = (from, to, options) =>
  new TranscodingStream(handleOf(from), handleOf(to), options);

const lacks = (encoding, codePoint) => `${encoding} does not contain ${codePointName(codePoint)}`;

/** The error of one file for an error of the transcoder; any other error is thrown. */
function fileErrorOf(error, to) {
  const { code, offset, length, reason, codePoint } = error;
  if (offset === undefined) throw error;
  return codePoint === undefined
    ? new FileError(code, reason, { offset, length })
    : new FileError(code, lacks(to, codePoint), { offset, codePoint });
}

/** What a mode of --unencodable writes for a character; for `fatal` the character itself, which is then the error. */
const textOf = (mode) =>
  require('../transcoding/substitutes.js').textByMode[mode] ??
  ((codePoint) => String.fromCodePoint(codePoint));

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
  /** The name of the encoding of the file. */
  from;
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
    this.from = from;
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
      unencodable: transliterates
        ? transliterating(to, unencodable === 'skip' ? own : textOf(unencodable))
        : own,
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
    const result = this.#transcoder.run(bytes, !isLast, false);
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

/** Returns the names of the encodings in a list with commas; throws CommandError for one that is not known. */
const toList = (text) => text.split(',').map((name) => toEncoding(name.trim()));

module.exports = {
  AUTO,
  Conversion,
  US_ASCII,
  toList,
  newTranscoder,
  toSource,
  toTarget,
};
