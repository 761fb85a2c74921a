'use strict';

// Checks the arguments of the functions and streams for HTTP bodies.

const { invalidArgument, unsupportedEncoding } = require('../base/errors.js');
const { optionsOf, toDictionary } = require('../base/webidl.js');
const { encodings, names } = require('../labels/encodings.js');
const {
  toAllowedIds,
  toDecodeOptions,
  toEncodingId,
  toLimit,
} = require('../transcoding/options.js');
const { mediaTypeOf } = require('./media-type.js');

/** In bytes: « in the first 1024 bytes », as HTML and CSS say. */
const DEFAULT_PRESCAN_BYTES = 1024;

/** In bytes: a response may be compressed to a thousandth of its length, so that reading one needs a limit. */
const DEFAULT_MAX_RESPONSE_BYTES = 100 * 1024 * 1024;

/** Returns the value of a header Content-Type, which is empty for null and undefined. */
function toHeader(contentType) {
  const header = contentType ?? '';
  if (typeof header === 'string') return header;
  throw invalidArgument('contentType', 'a string, null or undefined', contentType);
}

// The last media type is remembered, because most bodies that a program decodes have the same. In UTF-16 code units: the header of a
// page is shorter, and a longer one is not remembered, so that its memory is freed.
const MAX_KEPT_HEADER_UNITS = 128;
let lastType;

/** Returns { kind, charset, contentType } for the value of a header Content-Type, or for null or undefined. */
function toMediaType(contentType) {
  const header = toHeader(contentType);
  if (lastType?.contentType === header) return lastType;
  const type = { ...mediaTypeOf(header), contentType: header };
  if (header.length <= MAX_KEPT_HEADER_UNITS) lastType = type;
  return type;
}

/** Returns an option; throws TypeError unless it is absent or right. */
function checked(value, name, isRight, expected) {
  if (value === undefined || isRight) return value;
  throw invalidArgument(`options.${name}`, expected, value);
}

const toBoolean = (value, name) =>
  checked(value, name, typeof value === 'boolean', 'a boolean') === true;

/** Returns the caller's function, true for the detector of this package, or null. */
function toDetector(value) {
  if ((value ?? false) === false) return null;
  return checked(
    value,
    'detect',
    value === true || typeof value === 'function',
    'a function or a boolean',
  );
}

const toHint = (value, name) => checked(value, name, typeof value === 'string', 'a string');

/** Returns the number of an encoding as toEncodingId() does; throws RangeError for one that only a handle names. */
function toStandardId(label) {
  const id = toEncodingId(label);
  if (id < encodings.length) return id;
  throw unsupportedEncoding(names[id], 'HTTP bodies and forms are in an encoding of the standard');
}

/** Returns the numbers of the encodings that a list of labels names, or null when there is no list. */
function toAllowed(value) {
  if (value === undefined || value === null) return null;
  return new Set(toAllowedIds(value, toStandardId));
}

const toUnknownCharset = (value) =>
  checked(value, 'unknownCharset', value === 'throw' || value === 'ignore', "'throw' or 'ignore'");

/** Returns the options of these names, as a new object; throws TypeError for options that are no object. */
const toOptions = (options, names) => optionsOf(toDictionary(options, 'options'), names);

const sniffNames = [
  'prescanBytes',
  'detect',
  'allow',
  'allowUtf8Guess',
  'topLevelDomain',
  'language',
  'unknownCharset',
  'default',
];

const bodyNames = ['fatal', 'malformed', 'maxBytes', 'maxErrors', 'maxOutputBytes'];

/** Returns the settings of sniff(). */
function toSniffSettings(options) {
  const own = toOptions(options, sniffNames);
  return {
    prescanBytes: toLimit(own.prescanBytes ?? DEFAULT_PRESCAN_BYTES, 'prescanBytes'),
    detect: toDetector(own.detect),
    allow: toAllowed(own.allow),
    allowUtf8Guess: toBoolean(own.allowUtf8Guess, 'allowUtf8Guess'),
    topLevelDomain: toHint(own.topLevelDomain, 'topLevelDomain'),
    language: toHint(own.language, 'language'),
    unknownCharset: toUnknownCharset(own.unknownCharset),
    defaultId: own.default === undefined ? undefined : toStandardId(own.default),
    guessBytes: Infinity,
    mayDetectUtf8: true,
  };
}

// The settings without options. They are made when they are first needed.
let defaultSettings;

/**
 * Returns the settings of sniff() and, for what decodes bodies, `maxBytes` and `decodeOptions`, which are those of decode()
 * and of a Transcoder, or undefined where there are no options.
 */
function toBodySettings(options, defaultMaxBytes = Infinity) {
  if (options === undefined && defaultMaxBytes === Infinity) {
    defaultSettings ??= { ...toBodySettings(null), decodeOptions: undefined };
    return defaultSettings;
  }
  const settings = toSniffSettings(options);
  const own = toOptions(options, bodyNames);
  toBoolean(own.fatal, 'fatal');
  return {
    ...settings,
    maxBytes: toLimit(own.maxBytes === undefined ? defaultMaxBytes : own.maxBytes, 'maxBytes'),
    decodeOptions: toDecodeOptions(own),
  };
}

/** Returns the settings of decodeResponse(), which also have the `signal` or null, and `isDecompressed`, which may be undefined. */
function toResponseSettings(options) {
  const settings = toBodySettings(options, DEFAULT_MAX_RESPONSE_BYTES);
  const { isDecompressed, signal = null } = toOptions(options, ['isDecompressed', 'signal']);
  if (signal !== null && typeof signal?.addEventListener !== 'function') {
    throw invalidArgument('options.signal', 'an AbortSignal', signal);
  }
  if (isDecompressed !== undefined) toBoolean(isDecompressed, 'isDecompressed');
  return { ...settings, signal, isDecompressed };
}

module.exports = {
  toAllowed,
  toBodySettings,
  toHeader,
  toMediaType,
  toOptions,
  toResponseSettings,
  toSniffSettings,
  toStandardId,
};
