'use strict';

// Checks the arguments of the package's own functions: bytes, text, labels and options.

const { EncodingHandle, encodingId, encodings } = require('../native/encodings.js');
const { invalidArgument, unsupportedEncoding } = require('../base/errors.js');
const { bytesOf, checkBufferSource, toDictionary } = require('../base/webidl.js');

const { isUint8Array } = require('node:util').types;

const replacement = encodings.indexOf('replacement');

// The flags of the native calls. src/node/decode.h and src/node/encode.h have the same numbers.
const FATAL = 1;
const IGNORE_BOM = 2;
const STREAM = 4;
const START = 8;

/** Returns the first argument of a native call: the core's number of an encoding, and flags. */
const headOf = (id, flags) => id | (flags << 8);

/** Returns the first argument of a native call that transcodes: two encodings, the flags of decoding and the mode. */
const transcodeHeadOf = (from, to, flags, mode) => from | (to << 8) | (flags << 16) | (mode << 24);

// In the order of the core's Unencodables.
const unencodables = ['fatal', 'html', 'replace', 'skip'];
const HTML = unencodables.indexOf('html');

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

const utf8 = encodingId('utf-8');

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
  let flags = 0;
  if (dictionary !== undefined) {
    if (dictionary.fatal) flags |= FATAL;
    if (dictionary.ignoreBOM) flags |= IGNORE_BOM;
  }
  return flags;
}

const defaultEncodeOptions = { mode: 0, substitute: null, addBOM: false };

/**
 * Returns options { unencodable, addBOM } as { mode, substitute, addBOM }. `mode` is the core's number for what to do with
 * unencodable code points; `substitute` is the caller's function for them, or null. With a function, `mode` is 'fatal'.
 */
function toEncodeOptions(options) {
  if (options === undefined) return defaultEncodeOptions;
  const dictionary = toDictionary(options, 'options');
  const unencodable = dictionary?.unencodable ?? 'fatal';
  const addBOM = Boolean(dictionary?.addBOM);
  if (typeof unencodable === 'function') return { mode: 0, substitute: unencodable, addBOM };
  const mode = unencodables.indexOf(unencodable);
  if (mode === -1) {
    throw invalidArgument(
      'options.unencodable',
      `'${unencodables.join("', '")}' or a function`,
      unencodable,
    );
  }
  return { mode, substitute: null, addBOM };
}

const isUnicode = new Set(['UTF-8', 'UTF-16BE', 'UTF-16LE'].map((name) => encodings.indexOf(name)));

/** Returns U+FEFF if a byte order mark is wanted and the encoding has one, and otherwise the empty string. */
function bomText(id, addBOM) {
  return addBOM && hasAllText(id) ? '\uFEFF' : '';
}

/** Tells whether an encoding is UTF-8 or UTF-16, which contain every code point. */
function hasAllText(id) {
  return isUnicode.has(id);
}

module.exports = {
  FATAL,
  HTML,
  IGNORE_BOM,
  START,
  STREAM,
  bomText,
  hasAllText,
  headOf,
  replacement,
  toBytes,
  toDecodeFlags,
  toEncodeOptions,
  toEncodingId,
  toText,
  transcodeHeadOf,
};
