'use strict';

// Decodes bytes in one call, and answers questions about bytes without making a string.

const { namesInLowercase } = require('../labels/encodings.js');
const { invalidArgument, invalidEncodedData } = require('../base/errors.js');
const { flags } = require('../backend/backend.js');
const {
  hasMoreOptions,
  mayExceed,
  readOptions,
  toDecodeFlags,
  toEncodingId,
  toLimit,
  toMalformed,
  toPart,
} = require('./options.js');
const { lengthOf, stableBytes, toBytes } = require('../base/webidl.js');
const { decodeWhole, measureBytes } = require('../backend/decode.js');
const { TranscodingStream } = require('./transcoding-stream.js');

// Throws TypeError for the option `stream`, which only TextDecoder.decode() has.
function checkNoStream({ stream }) {
  if (stream) {
    throw invalidArgument('options.stream', 'left out: a TextDecoder decodes chunks', true);
  }
}

/** Makes the error that the core describes. `origin` is where the bytes of the call begin. */
function decodeError(id, error, origin) {
  const offset = error.offset + origin;
  return invalidEncodedData(namesInLowercase[id], { ...error, offset });
}

// Returns the text of bytes that begin at `origin`.
function textOf(id, settings, bytes, origin) {
  const result = decodeWhole(id, settings, bytes);
  if (typeof result === 'string') return result;
  throw decodeError(id, result, origin);
}

// Returns the length of the text that textOf() returns.
function lengthOfText(id, settings, bytes, origin) {
  const { length, firstError } = measureBytes(id, settings, bytes);
  if (settings & flags.fatal && firstError !== undefined) throw decodeError(id, firstError, origin);
  return length;
}

/** Tells whether options ask for more than one call of the core can do for `length` bytes. */
function needsTranscoder(options, length) {
  const hasFunction = toMalformed(options) !== null;
  const hasErrorLimit = toLimit(options.maxErrors, 'maxErrors') !== Infinity;
  const maxOutputBytes = toLimit(options.maxOutputBytes, 'maxOutputBytes');
  return hasFunction || hasErrorLimit || mayExceed(maxOutputBytes, length);
}

// Returns the text of a part of bytes, with a function or limits; or its length if `plain` is lengthOfText().
function decodeWithOptions(plain, id, settings, input, label, options) {
  const { part, origin } = toPart(input, options);
  if (!needsTranscoder(options, lengthOf(part))) return plain(id, settings, part, origin);
  // Options that only encoders read have no effect.
  const ownOptions = { ...options, addBOM: undefined, unencodable: undefined };
  const way = { bytes: part, origin, asText: true, forLength: plain === lengthOfText };
  const result = TranscodingStream.whole(label, 'utf-8', ownOptions, way);
  if (typeof result === 'object') throw result.error;
  return result;
}

function run(plain, bytes, label, options) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  if (options === undefined) return plain(id, 0, input, 0);
  const own = readOptions(options);
  checkNoStream(own);
  const settings = toDecodeFlags(own);
  return hasMoreOptions(own)
    ? decodeWithOptions(plain, id, settings, input, label, own)
    : plain(id, settings, input, 0);
}

// Decodes bytes to a string.
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
function decode(bytes, label = 'utf-8', options = undefined) {
  return run(textOf, bytes, label, options);
}

// Returns the length of the text that decode() returns.
function decodedLength(bytes, label = 'utf-8', options = undefined) {
  return run(lengthOfText, bytes, label, options);
}

// Tells whether bytes are well-formed, and where malformed sequences are.
function validate(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  const own = readOptions(options);
  const { part, origin } = toPart(input, own);
  const maxErrors = toLimit(own.maxErrors, 'maxErrors');
  const hasList = (own.maxErrors ?? null) !== null;
  // For the list the bytes are read a second time.
  const stable = hasList ? stableBytes(part) : part;
  const { replacements, firstError } = measureBytes(id, flags.ignoreBOM, stable);
  const validity = { valid: replacements === 0, replacements, firstError: firstError ?? null };
  if (firstError !== undefined) firstError.offset += origin;
  if (!hasList) return validity;
  const { malformedIn } = require('./substituting-transcoder.js');
  const most = Math.min(maxErrors, replacements);
  return { ...validity, errors: malformedIn(id, stable, most, origin) };
}

module.exports = { decode, decodedLength, validate };
