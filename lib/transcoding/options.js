'use strict';

// Checks the arguments of the package's own functions: labels and options.

const { flags, isPlain, maxPendingBytes, unencodables } = require('../backend/backend.js');
const { invalidArgument } = require('../base/errors.js');
const { lengthOf, optionOf, restOf, toDictionary } = require('../base/webidl.js');
const { decodableId, idOfHandle, isUnicode, utf8 } = require('../labels/encodings.js');

const modes = new Map(Object.entries(unencodables));

/** The modes of the option `unencodable`, without a function. The core does not know the last one. */
const unencodableModes = [...modes.keys(), 'transliterate'];

// As in iconv, « ? » is written for what has no similar text.
const orQuestionMark = () => '?';

/** Functions that, as the option `unencodable`, are called for code points without similar text. The others get that text. */
const transliterating = new WeakSet([orQuestionMark]);

// In UTF-16 code units: a longer label, which has white space around it, is not remembered, so that its memory is freed.
const MAX_KEPT_LABEL_UNITS = 64;

// The last two labels are remembered because most programs use one encoding, or two, again and again.
let lastLabel = 'utf-8';
let lastId = utf8;
let labelBefore = lastLabel;
let idBefore = utf8;

/**
 * Returns the core's number of the encoding that a label names, or of a handle. Throws RangeError for an unknown label and for a label of
 * the replacement encoding, which exists so that content is refused.
 */
function toEncodingId(label) {
  if (label === lastLabel) return lastId;
  if (label === labelBefore) return idBefore;
  const known = idOfHandle(label);
  if (known !== undefined) return known;
  if (typeof label !== 'string') {
    const expected =
      'a string, or a value of whatwg-transcoder/encodings in this copy of the package';
    throw invalidArgument('label', expected, label);
  }
  const id = decodableId(label);
  if (id === undefined) {
    const { unsupportedLabel } = require('../labels/label-advice.js');
    throw unsupportedLabel(label);
  }
  if (!isPlain && label.length <= MAX_KEPT_LABEL_UNITS) {
    labelBefore = lastLabel;
    idBefore = lastId;
    lastLabel = label;
    lastId = id;
  }
  return id;
}

// The results of readOptions() and toEncodeOptions() without options. They are made when they are first needed.
let noOptions = null;
let defaultEncodeOptions = null;

// Whether options have one is asked with a literal name at a place of its own for each, before optionOf() reads it: V8 remembers for
// each such place which objects lack the name. Most options are absent, and asking for all of them takes a tenth of the time so.

/**
 * Returns an object with all options of this folder's functions, each read once: the members of the standard's dictionaries as
 * Web IDL reads them, the others with optionOf(). An option that is absent is undefined.
 */
function readOptions(options) {
  const dictionary = toDictionary(options, 'options');
  if (dictionary === undefined) {
    noOptions ??= readOptions({ __proto__: null });
    return noOptions;
  }
  return {
    fatal: dictionary.fatal,
    ignoreBOM: dictionary.ignoreBOM,
    stream: dictionary.stream,
    addBOM: 'addBOM' in dictionary ? optionOf(dictionary, 'addBOM') : undefined,
    end: 'end' in dictionary ? optionOf(dictionary, 'end') : undefined,
    lines: 'lines' in dictionary ? optionOf(dictionary, 'lines') : undefined,
    malformed: 'malformed' in dictionary ? optionOf(dictionary, 'malformed') : undefined,
    maxErrors: 'maxErrors' in dictionary ? optionOf(dictionary, 'maxErrors') : undefined,
    maxOutputBytes:
      'maxOutputBytes' in dictionary ? optionOf(dictionary, 'maxOutputBytes') : undefined,
    start: 'start' in dictionary ? optionOf(dictionary, 'start') : undefined,
    unencodable: 'unencodable' in dictionary ? optionOf(dictionary, 'unencodable') : undefined,
  };
}

/** Returns the flags for options { fatal, ignoreBOM }. */
function toDecodeFlags(options) {
  if (options === undefined) return 0;
  const dictionary = toDictionary(options, 'options');
  return (dictionary?.fatal ? flags.fatal : 0) | (dictionary?.ignoreBOM ? flags.ignoreBOM : 0);
}

/** Returns a limit, which is the option of this name; Infinity when it is undefined or null. */
function toLimit(limit, name) {
  if (limit === undefined || limit === null) return Infinity;
  if (limit === Infinity || (Number.isInteger(limit) && limit >= 0)) return limit;
  throw invalidArgument(`options.${name}`, 'an integer from 0 on, or Infinity', limit);
}

/** The function for each word of the option `malformed`. Null means that the core writes U+FFFD by itself. */
const malformedWords = new Map([
  ['replace', null],
  ['skip', () => ''],
]);

/**
 * Returns the option `malformed` as a function, or null when U+FFFD stands for malformed sequences. The argument has been made
 * by readOptions(), or has the same two properties.
 */
function toMalformed({ malformed, fatal }) {
  if (malformed === undefined || malformed === null) return null;
  if (typeof malformed !== 'function' && !malformedWords.has(malformed)) {
    throw invalidArgument('options.malformed', "'replace', 'skip' or a function", malformed);
  }
  if (fatal) {
    throw invalidArgument('options.malformed', 'left out when options.fatal is true', malformed);
  }
  return typeof malformed === 'function' ? malformed : malformedWords.get(malformed);
}

/** Returns checked options for decode() or a Transcoder. There is no prototype, so that no others are found in Object.prototype. */
const toDecodeOptions = ({ fatal, ignoreBOM, malformed, maxErrors, maxOutputBytes }) => ({
  __proto__: null,
  fatal: Boolean(fatal),
  ignoreBOM: Boolean(ignoreBOM),
  malformed: toMalformed({ malformed, fatal }),
  maxErrors: toLimit(maxErrors, 'maxErrors'),
  maxOutputBytes: toLimit(maxOutputBytes, 'maxOutputBytes'),
});

/** Returns a list of labels as an array, each as `toId` returns it; throws TypeError for what is no list. */
function toAllowedIds(labels, toId) {
  if (typeof labels === 'string' || typeof labels[Symbol.iterator] !== 'function') {
    throw invalidArgument('options.allow', 'a list of labels', labels);
  }
  return Array.from(labels, toId);
}

// Returns a position in bytes, which is the option of this name, but at most `most`.
function toPosition(position, name, most) {
  if (Number.isInteger(position) && position >= 0) return Math.min(position, most);
  throw invalidArgument(`options.${name}`, 'an integer from 0 on', position);
}

/**
 * Returns { part, origin }: the part of some bytes that the options { start, end } name, and where it begins. The options have
 * been made by readOptions().
 */
function toPart(bytes, { start, end }) {
  const length = lengthOf(bytes);
  const origin = toPosition(start ?? 0, 'start', length);
  const behind = toPosition(end ?? length, 'end', length);
  if (behind - origin === length) return { part: bytes, origin };
  return { part: restOf(bytes, origin, Math.max(0, behind - origin)), origin };
}

/**
 * Tells whether options, made by readOptions(), have one that takes more than one call of the core, or that names a part of the
 * bytes.
 */
function hasMoreOptions({ malformed, maxErrors, maxOutputBytes, start, end }) {
  return (malformed ?? maxErrors ?? maxOutputBytes ?? start ?? end ?? null) !== null;
}

/**
 * Returns the options { unencodable, addBOM, maxErrors, maxOutputBytes }, with `unencodable` as { mode, substitute }:
 * `substitute` is the function `unencodable`, or null; `mode` is one of the core's `unencodables`, which is `fatal` where
 * there is a function.
 */
function toEncodeOptions(options) {
  if (options === undefined || options === null) {
    defaultEncodeOptions ??= encodeOptionsOf({ __proto__: null });
    return defaultEncodeOptions;
  }
  const dictionary = toDictionary(options, 'options');
  const unencodable = 'unencodable' in dictionary ? optionOf(dictionary, 'unencodable') : undefined;
  return encodeOptionsOf({
    unencodable,
    addBOM: 'addBOM' in dictionary ? optionOf(dictionary, 'addBOM') : undefined,
    maxErrors: 'maxErrors' in dictionary ? optionOf(dictionary, 'maxErrors') : undefined,
    maxOutputBytes:
      'maxOutputBytes' in dictionary ? optionOf(dictionary, 'maxOutputBytes') : undefined,
  });
}

/** Returns what toEncodeOptions() returns, for options that readOptions() has made. */
function encodeOptionsOf(own) {
  const unencodable = own.unencodable ?? 'fatal';
  const substitute = unencodable === 'transliterate' ? orQuestionMark : unencodable;
  const isFunction = typeof substitute === 'function';
  const mode = modes.get(isFunction ? 'fatal' : substitute);
  if (mode === undefined) {
    const expected = `'${unencodableModes.join("', '")}' or a function`;
    throw invalidArgument('options.unencodable', expected, unencodable);
  }
  return {
    mode,
    substitute: isFunction ? substitute : null,
    addBOM: Boolean(own.addBOM),
    maxErrors: toLimit(own.maxErrors, 'maxErrors'),
    maxOutputBytes: toLimit(own.maxOutputBytes, 'maxOutputBytes'),
  };
}

// A byte or a UTF-16 code unit becomes at most this many bytes: a character reference such as `&#65535;`, and escape
// sequences around it. src/queue/transcode.cc has the same number.
const MAX_BYTES_EACH = 12;

/**
 * Tells whether options, made by toEncodeOptions(), ask for more than one call of the core can do for `length` bytes or code units:
 * `maxOutputBytes` does where these may become more output.
 */
const needsStream = ({ substitute, addBOM, maxErrors, maxOutputBytes }, length) =>
  substitute !== null ||
  addBOM ||
  maxErrors !== Infinity ||
  (maxOutputBytes !== Infinity && maxOutputBytes < MAX_BYTES_EACH * (length + maxPendingBytes));

/** Returns U+FEFF if a byte order mark is asked for and the encoding has one, and otherwise no text. */
function bomText(id, addBOM) {
  return addBOM && isUnicode(id) ? '\uFEFF' : '';
}

module.exports = {
  bomText,
  encodeOptionsOf,
  hasMoreOptions,
  needsStream,
  readOptions,
  toAllowedIds,
  toDecodeFlags,
  toDecodeOptions,
  toEncodeOptions,
  toEncodingId,
  toLimit,
  toMalformed,
  toPart,
  transliterating,
  unencodableModes,
};
