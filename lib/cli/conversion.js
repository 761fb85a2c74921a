'use strict';

// Converts one file chunk by chunk, between encodings that the command line names.

const { fstatSync } = require('node:fs');
const { noBytes, restOf } = require('../base/webidl.js');
const { unsupportedEncoding } = require('../base/errors.js');
const { CommandError, status } = require('./errors.js');
const { FileError } = require('../files/errors.js');
const { handleOf, markedEncoding, names, onlyAscii } = require('../labels/encodings.js');
const { Failure, codePointName } = require('../transcoding/errors.js');
const { LineCounter } = require('../transcoding/lines.js');
const { list, ownRows } = require('./usage.js');
const { queueOf } = require('../transcoding/pieces.js');
const { transliterating } = require('../transcoding/options.js');
const { TranscodingStream } = require('../transcoding/transcoding-stream.js');

// Turns the names of encodings on the command line into encodings: those of the standard, code pages, UTF-32, and the encodings
// that the standard's edition of 2012 had.

// Loaded with the first name of an encoding, because it takes milliseconds, and some sub-commands get none.
const otherNames = () => require('../labels/other-names.js');

/** The output encoding of the names of ASCII. No bytes are read as it: the standard reads all these names as windows-1252. */
const US_ASCII = 'US-ASCII';

// The standard's labels that are names of ASCII elsewhere. Those of windows-1252 without its number are names of ISO-8859-1.
const asciiLabels = ['ansi_x3.4-1968', 'ascii', 'us-ascii'];

/** Whether an encoding is one that only the codecs of iconv-lite/ read and write. */
const isForm = (name) => name !== 'UTF-32' && ownRows.some(([own]) => own === name);

/** Returns the name of the encoding of `ownRows` that a text names, or undefined. */
function findOwn(text) {
  const { foldName } = otherNames();
  const folded = foldName(text);
  const isOwn = ([, ...labels]) => labels.some((label) => foldName(label) === folded);
  return ownRows.find(isOwn)?.[0];
}

/** Returns what to do about a name that is not known. All encodings of the package's sub-paths are here. */
function adviceFor(text) {
  const known = require('../labels/label-advice.js').adviceFor(text);
  if (known !== undefined) return known.replace(/ of whatwg-transcoder[^?]*/, '');
  const name = require('./nearest.js').nearest(text, list().match(/\S+/g));
  return `${name === undefined ? '' : `did you mean ${name}? `}-l lists the encodings`;
}

/**
 * Returns the name of the encoding that a text names: a label of the standard, another name that `/labels` knows, or one of
 * `ownRows`. Throws CommandError for any other name.
 */
function toEncoding(text) {
  const encoding = otherNames().tableOfName(text) ?? findOwn(text);
  if (encoding !== undefined && encoding !== 'replacement') return encoding;
  throw new CommandError(unsupportedEncoding(text, adviceFor(text)).message, status.failed);
}

/** The name that -f takes for the encoding that the bytes of each file tell. */
const AUTO = 'auto';

/** The prefix of the name of an encoding that -f takes for the lines that are not UTF-8. */
const LINES = 'lines:';

/** Returns LINES and AUTO or the name of an encoding; throws CommandError for one whose text cannot be cut into lines. */
function toLines(text) {
  if (text === AUTO) return LINES + AUTO;
  const encoding = toEncoding(text);
  const { isReadByLine } = require('../detect/options.js');
  if (isReadByLine(names.indexOf(encoding))) return LINES + encoding;
  throw new CommandError(`text in ${encoding} cannot be read line by line`);
}

/**
 * Returns the encoding of the input, or AUTO, or LINES with an encoding. `UTF-16` and `UTF-32` are read in the order of the byte order mark. As in iconv, a name may
 * end with `//`.
 */
function toSource(text) {
  const [name, ...suffixes] = text.split('//');
  if (suffixes.some((suffix) => suffix !== '')) {
    throw new CommandError(`//${suffixes.join('//')} may only follow the name after -t`);
  }
  if (name === AUTO) return AUTO;
  if (name.startsWith(LINES)) return toLines(name.slice(LINES.length));
  // The names with which iconv reads the byte order mark of UTF-16.
  const isUtf16 = /^(utf[-_]?16|(cs)?unicode)$/i.test(name.trim());
  return isUtf16 ? 'UTF-16' : toEncoding(name);
}

/**
 * Returns { to, addBOM, isLatin1, omits, transliterates } of the output. As in iconv, `UTF-32` begins with a byte order mark. After the
 * name, `//IGNORE` has the meaning of the option -c, and `//TRANSLIT` asks for similar text in the place of what the encoding does not
 * contain.
 */
function toTarget(text) {
  const [name, ...rest] = text.split('//');
  const suffixes = rest.flatMap((part) => part.split(','));
  const unknown = suffixes.find((suffix) => !/^(|ignore|translit)$/i.test(suffix));
  if (unknown !== undefined) throw new CommandError(`the suffix //${unknown} is not known`);
  const has = (name) => suffixes.some((suffix) => suffix.toLowerCase() === name);
  const encoding = toEncoding(name);
  const label = otherNames().labelOfName(name);
  const isAscii = asciiLabels.includes(label);
  const addBOM = encoding === 'UTF-32';
  const ordered = addBOM ? 'UTF-32LE' : encoding;
  return {
    to: isAscii ? US_ASCII : ordered,
    addBOM,
    isLatin1: encoding === 'windows-1252' && !isAscii && !label.includes('1252'),
    omits: has('ignore'),
    transliterates: has('translit'),
  };
}

/** The value that stands for an encoding in place of a label. */
const handleNamed = (name) => (name === US_ASCII ? onlyAscii() : handleOf(names.indexOf(name)));

/** Returns a TranscodingStream between two encodings, which are given by their names. */
const newTranscoder = (from, to, options, lines = undefined, place = undefined) =>
  new TranscodingStream(handleNamed(from), handleNamed(to), options, lines, place);

const lacks = (encoding, codePoint) => `${encoding} does not contain ${codePointName(codePoint)}`;

/**
 * Returns the text that a mode of --unencodable writes for a character without similar text; for `fatal` the character itself, which is
 * then the error.
 */
function textWithoutSimilar(mode, codePoint) {
  const { textByMode } = require('../transcoding/substitutes.js');
  return textByMode[mode]?.(codePoint) ?? String.fromCodePoint(codePoint);
}

/** In bytes: the code units of the encodings that have two byte orders. */
const unitBytesOf = { 'UTF-16': 2, 'UTF-32': 4 };

const familyOf = (encoding) => encoding.slice(0, 'UTF-16'.length);

/** The name of the encoding of a family whose byte order mark begins some bytes; or undefined. */
const markedIn = (family, bytes) => markedEncoding(bytes, (name) => familyOf(name) === family);

/** Whether a byte is a control character in ISO-8859-1, beyond those of ASCII. */
const isC1 = (byte) => byte >= 0x80 && byte <= 0x9f;

/** The conversion of one file. */
class Conversion {
  /** The name of the encoding of the file. Where the first bytes tell it, it is known when these have been converted. */
  from;
  #settings;
  #report;
  #held = queueOf(noBytes); // the first bytes, until they tell the encoding
  #look;
  #origin = 0; // in bytes: the ASCII that has been converted while the encoding was not known
  #transcoder = null;
  #replaced = 0; // in the ASCII
  #reader = null; // makes UTF-16LE of an encoding that only iconv-lite/ has
  #writer = null; // encodes the text in an encoding that only iconv-lite/ has
  #lines;
  #omitted = 0;
  #hasC1 = false;
  #note;

  /**
   * `malformed` and `unencodable` are the modes of the command line. `report` gets each problem that the mode `skip` omits:
   * { offset, length, reason } or { offset, codePoint, reason }, with the offset in bytes. With `transliterates`, the mode
   * `unencodable` is for characters that have no similar text. With `locates`, problems and errors have a line and a column, too.
   * `isDefault` says that the command line does not name the encoding of the input. `look(bytes, isLast)`, if there is one, returns { at,
   * from }: how many of the bytes that are held are ASCII, and the name of the encoding that those behind it tell, or null while more are
   * needed.
   */
  constructor(settings, report = () => {}) {
    const { from, look, locates } = settings;
    this.#settings = settings;
    this.#report = report;
    this.#lines = locates ? new LineCounter() : undefined;
    this.#look = look ?? this.#lookForMark(from);
    if (this.#look === undefined) this.#begin(from);
  }

  /**
   * The encoding of the file; how many malformed sequences and characters have been omitted so far, and how many replaced; `note`, what is
   * to be said of the file, or undefined; and `hasC1`, whether a name of ISO-8859-1 was given for the output, and bytes were written that
   * are control characters there.
   */
  get counts() {
    const omitted = this.#omitted;
    const replaced = this.#replaced + this.#transcoder.replacements - omitted;
    return { from: this.from, omitted, replaced, note: this.#note, hasC1: this.#hasC1 };
  }

  /**
   * Converts a chunk, and passes the output to `write`, if there is any. `isLast` says that the file ends with the chunk.
   * Throws FileError, after it has passed on what comes before the error.
   */
  convert(bytes, isLast, write) {
    let input = bytes;
    if (this.#look !== undefined) {
      const held = this.#held.with(bytes);
      const { at, from } = this.#look(held, isLast);
      if (at > 0) {
        this.#begin('UTF-8');
        this.#run(restOf(held, 0, at), false, write);
        this.#origin += at;
      }
      if (from === null) {
        this.#held.read(at);
        return;
      }
      this.#look = undefined;
      this.#begin(from);
      input = restOf(held, at);
    }
    this.#run(input, isLast, write);
  }

  // Converts bytes of the encoding that is known.
  #run(bytes, isLast, write) {
    let input = bytes;
    if (this.#reader !== null) input = this.#reader.read(input, isLast);
    const result = this.#transcoder.run(input, !isLast, this.#writer !== null);
    const isFailure = result instanceof Failure;
    let output = isFailure ? result.output : result;
    if (this.#writer !== null) output = this.#writer(output, isLast || isFailure);
    if (this.#settings.isLatin1 && !this.#hasC1) this.#hasC1 = output.some(isC1);
    if (output.length > 0) write(output);
    if (isFailure) throw this.#errorOf(result.error);
  }

  /** Ends a file whose last chunk was not known to be the last. */
  end(write) {
    this.convert(noBytes, true, write);
  }

  // Returns a function, as the option `look`, for an encoding that has two byte orders; undefined for another one.
  #lookForMark(from) {
    const family = familyOf(from);
    const unitBytes = unitBytesOf[family];
    if (unitBytes === undefined) return undefined;
    return (head, isLast) => {
      if (head.length < unitBytes && !isLast) return { at: 0, from: null };
      const marked = markedIn(family, head);
      if (from === family) return { at: 0, from: marked ?? `${family}LE` };
      if ((marked ?? from) !== from) this.#note = `begins with the byte order mark of ${marked}`;
      return { at: 0, from };
    };
  }

  // Begins to convert from an encoding, which may be that of the ASCII so far.
  #begin(from) {
    if (this.from === from) return;
    const isFirst = this.#origin === 0;
    if (!isFirst) this.#replaced += this.#transcoder.replacements;
    const { to, malformed, unencodable, transliterates, addBOM } = this.#settings;
    this.from = from;
    if (isForm(from)) this.#reader = new (require('./unicode-forms.js').FormReader)(from);
    if (isFirst && isForm(to)) this.#writer = require('./unicode-forms.js').formWriterOf(to);
    const omit = (problem) => {
      this.#omitted += 1;
      this.#report(this.#located(problem));
      return '';
    };
    const omitMalformed = ({ length }, offset, reason) => omit({ offset, length, reason });
    let substitute = unencodable;
    if (unencodable === 'skip') substitute = (codePoint, offset) => omit({ offset, codePoint });
    else if (transliterates && unencodable !== 'transliterate') {
      substitute = (codePoint) => textWithoutSimilar(unencodable, codePoint);
    }
    if (transliterates && substitute !== unencodable) transliterating.add(substitute);
    const options = {
      fatal: malformed === 'fatal',
      malformed: malformed === 'skip' ? omitMalformed : undefined,
      unencodable: substitute,
      addBOM,
    };
    const source = this.#reader === null ? from : 'UTF-16LE';
    const target = this.#writer === null ? to : 'UTF-8';
    // Only the first part of a file begins with a byte order mark.
    const transcoderAt = (own, origin) => {
      const others = origin === 0 ? options : { ...options, addBOM: false, ignoreBOM: true };
      return newTranscoder(own, target, others, this.#lines, { origin, limits: undefined });
    };
    if (from.startsWith(LINES)) {
      const { LinesTranscoder } = require('./lines.js');
      this.#transcoder = new LinesTranscoder(from.slice(LINES.length), transcoderAt);
    } else this.#transcoder = transcoderAt(source, this.#origin);
  }

  // Returns { offset, length, reason } or { offset, codePoint, reason } for what the transcoder says of a problem.
  #located({ offset, length, codePoint, reason = lacks(this.#settings.to, codePoint) }) {
    const { line, column } = this.#lines ?? {};
    const place = { codePoint, line, column };
    if (this.#reader === null) return { offset, length, reason, ...place };
    const what = codePoint === undefined ? 'malformed' : reason;
    return { offset: this.#reader.placeOf(offset), reason: what, ...place };
  }

  // Returns the error of the file for an error of the transcoder; throws any other error.
  #errorOf(error) {
    if (error.offset === undefined) throw error;
    const { reason, ...place } = this.#located(error);
    const isMalformed = error.codePoint === undefined;
    const encoding = this.#settings.isDefault && isMalformed ? ' in UTF-8 (the default of -f)' : '';
    return new FileError(error.code, reason + encoding, place);
  }
}

// With `-f auto` the bytes of each file tell its encoding; what finds it is loaded only then.
const detection = () => require('./detection.js');

/**
 * Returns the settings for one file, in which `from` is its encoding. `pause` is awaited between the chunks of a
 * long file. Throws FileError if the encoding is not certain.
 */
async function settingsFor(settings, descriptor, pause) {
  if (settings.from !== AUTO) return settings;
  return { ...settings, from: await detection().encodingOf(descriptor, settings, pause) };
}

/**
 * Returns the conversion of an open file, or of standard input for null. Throws FileError if the encoding is not certain; for what
 * comes from a pipe, the conversion does so later.
 */
async function conversionFor(settings, path, descriptor, pause = undefined, report = undefined) {
  if (settings.from === AUTO && (path === null || !fstatSync(descriptor).isFile())) {
    return new Conversion({ ...settings, look: detection().lookWith(settings) }, report);
  }
  return new Conversion(await settingsFor(settings, descriptor, pause), report);
}

/** Returns the names of the encodings in a list with commas; throws CommandError for one that is not known. */
const toList = (text) => text.split(',').map((name) => toEncoding(name.trim()));

module.exports = {
  AUTO,
  Conversion,
  LINES,
  isForm,
  conversionFor,
  markedIn,
  settingsFor,
  toList,
  toSource,
  toTarget,
};
