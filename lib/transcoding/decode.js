'use strict';

// Decodes bytes in one call, and answers questions about bytes without making a string.

const { namesInLowercase } = require('../native/encodings.js');
const { invalidArgument, invalidEncodedData } = require('../base/errors.js');
const { flags, headOf } = require('../native/backend.js');
const { toBytes, toDecodeFlags, toEncodingId } = require('./options.js');
const { decodeWhole, measureBytes } = require('../native/decode.js');

// Throws TypeError for the option `stream`, which only TextDecoder.decode() has.
function checkNoStream(options) {
  if (options?.stream) {
    throw invalidArgument('options.stream', 'left out: a TextDecoder decodes chunks', true);
  }
}

// Decodes bytes to a string.
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
function decode(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  checkNoStream(options);
  const result = decodeWhole(headOf(id, toDecodeFlags(options)), input);
  if (typeof result === 'string') return result;
  throw invalidEncodedData(namesInLowercase[id], result);
}

// Returns the length of the text that decode() returns.
function decodedLength(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  checkNoStream(options);
  const settings = toDecodeFlags(options);
  const { length, firstError } = measureBytes(headOf(id, settings), input);
  if (settings & flags.fatal && firstError !== undefined) {
    throw invalidEncodedData(namesInLowercase[id], firstError);
  }
  return length;
}

// Tells whether bytes are well-formed, and where the first malformed sequence is.
function validate(bytes, label = 'utf-8') {
  const input = toBytes(bytes, 'bytes');
  const head = headOf(toEncodingId(label), flags.ignoreBOM);
  const { replacements, firstError } = measureBytes(head, input);
  return { valid: replacements === 0, replacements, firstError: firstError ?? null };
}

module.exports = { decode, decodedLength, validate };
