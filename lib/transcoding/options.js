'use strict';

// Checks the arguments of the package's own functions: bytes, text, labels and options.

const {
  EncodingHandle,
  encodingId,
  encodings,
  isUnicode,
  utf8,
} = require('../native/encodings.js');
const { flags, unencodables } = require('../native/backend.js');
const { invalidArgument, unsupportedEncoding } = require('../base/errors.js');
const { bytesOf, checkBufferSource, isUint8Array, toDictionary } = require('../base/webidl.js');

const replacement = encodings.indexOf('replacement');

const modes = new Map(Object.entries(unencodables));

/** Returns bytes to decode as a Uint8Array; throws TypeError, with advice for a string. */
function toBytes(value, name) {
  if (isUint8Array(value)) return value;
  if (value === undefined) throw invalidArgument(name, 'a buffer or a view on one', value);
  checkBufferSource(value, name);
  return bytesOf(value);
}

/** Returns text to encode; throws TypeError for a value that is not a string. */
function toText(value, name) {
  if (typeof value !== 'string') throw invalidArgument(name, 'a string', value);
  return value;
}

// In UTF-16 code units: a longer label, which has white space around it, is not remembered, so that its memory is freed.
const MAX_KEPT_LABEL_UNITS = 64;

// The last label is remembered because most programs use UTF-8, or one encoding again and again.
let lastLabel = 'utf-8';
let lastId = utf8;

/**
 * Returns the core's number of the encoding that a label names. Throws RangeError for an unknown label and for a label of
 * the replacement encoding, which exists so that content is refused.
 */
function toEncodingId(label) {
  if (label === lastLabel) return lastId;
  if (label === 'utf-8') return utf8;
  const known = EncodingHandle.id(label);
  if (known !== undefined) return known;
  if (typeof label !== 'string') throw invalidArgument('label', 'a string', label);
  const id = encodingId(label);
  if (id === undefined || id === replacement) {
    const { adviceFor } = require('./label-advice.js');
    throw unsupportedEncoding(label, adviceFor(label));
  }
  if (label.length <= MAX_KEPT_LABEL_UNITS) {
    lastLabel = label;
    lastId = id;
  }
  return id;
}

/** Returns the flags for options { fatal, ignoreBOM }. */
function toDecodeFlags(options) {
  if (options === undefined) return 0;
  const dictionary = toDictionary(options, 'options');
  return (dictionary?.fatal ? flags.fatal : 0) | (dictionary?.ignoreBOM ? flags.ignoreBOM : 0);
}

const defaultEncodeOptions = { mode: unencodables.fatal, substitute: null, addBOM: false };

/**
 * Returns options { unencodable, addBOM } as { mode, substitute, addBOM }. `substitute` is the function `unencodable`, or
 * null; `mode` is one of the core's `unencodables`, which is `fatal` where there is a function.
 */
function toEncodeOptions(options) {
  if (options === undefined) return defaultEncodeOptions;
  const dictionary = toDictionary(options, 'options');
  const unencodable = dictionary?.unencodable ?? 'fatal';
  const addBOM = Boolean(dictionary?.addBOM);
  if (typeof unencodable === 'function') {
    return { ...defaultEncodeOptions, substitute: unencodable, addBOM };
  }
  const mode = modes.get(unencodable);
  if (mode === undefined) {
    const expected = `'${[...modes.keys()].join("', '")}' or a function`;
    throw invalidArgument('options.unencodable', expected, unencodable);
  }
  return { mode, substitute: null, addBOM };
}

/** Returns U+FEFF if a byte order mark is asked for and the encoding has one, and otherwise no text. */
function bomText(id, addBOM) {
  return addBOM && isUnicode(id) ? '\uFEFF' : '';
}

module.exports = {
  bomText,
  toBytes,
  toDecodeFlags,
  toEncodeOptions,
  toEncodingId,
  toText,
};
