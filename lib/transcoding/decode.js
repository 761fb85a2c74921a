'use strict';

// One-shot decoding, and answers about bytes without decoding them into a string.

const binding = require('../native/backend.js');
const { namesInLowercase } = require('../native/encodings.js');
const { invalidArgument, invalidEncodedData } = require('../base/errors.js');
const { FATAL, IGNORE_BOM, headOf, toBytes, toDecodeFlags, toEncodingId } = require('./options.js');
const { decodeWhole } = require('../native/decode.js');

// Throws for the option of TextDecoder.decode(), which a call for a whole text does not have.
function checkNoStream(options) {
  if (options?.stream) {
    throw invalidArgument('options.stream', 'left out: a TextDecoder decodes chunks', true);
  }
}

/**
 * Decodes bytes into a string, as a new TextDecoder with the same label and options would.
 *
 * Options: `fatal` (default false) throws on a malformed sequence instead of putting U+FFFD in its place;
 * `ignoreBOM` (default false) keeps the byte order mark of UTF-8 and UTF-16.
 * Throws RangeError for a label that names no encoding or the replacement encoding; TypeError for what is
 * no buffer or view, and in fatal mode, with `offset` and `length` in bytes, `reason` and `encoding`;
 * Error with code ERR_STRING_TOO_LONG when the text is longer than a string can be.
 * https://encoding.spec.whatwg.org/#dom-textdecoder-decode
 */
function decode(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  checkNoStream(options);
  const result = decodeWhole(headOf(id, toDecodeFlags(options)), input);
  if (typeof result === 'string') return result;
  throw invalidEncodedData(namesInLowercase[id], result);
}

/**
 * How many UTF-16 code units `decode(bytes, label, options)` would return, without making the string.
 * Throws what decode() throws, save for the string's length.
 */
function decodedLength(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  checkNoStream(options);
  const flags = toDecodeFlags(options);
  const { length, firstError } = binding.measureBytes(headOf(id, flags), input);
  if (flags & FATAL && firstError !== undefined) {
    throw invalidEncodedData(namesInLowercase[id], firstError);
  }
  return length;
}

/**
 * Whether bytes are well-formed in an encoding, without decoding them into a string:
 * { valid, replacements, firstError }. `replacements` is how many U+FFFD decoding would put in the place
 * of malformed sequences; `firstError` is null, or the { offset, length, reason } of the first of them,
 * in bytes. Throws RangeError and TypeError as decode() does for its arguments.
 */
function validate(bytes, label = 'utf-8') {
  const input = toBytes(bytes, 'bytes');
  const head = headOf(toEncodingId(label), IGNORE_BOM);
  const { replacements, firstError } = binding.measureBytes(head, input);
  return { valid: replacements === 0, replacements, firstError: firstError ?? null };
}

module.exports = { decode, decodedLength, validate };
