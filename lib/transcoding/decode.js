'use strict';

// Decodes bytes in one call, and answers questions about bytes without making a string.

const { namesInLowercase } = require('../native/encodings.js');
const { invalidArgument, invalidEncodedData } = require('../base/errors.js');
const { flags, headOf } = require('../native/backend.js');
const {
  mayExceed,
  toBytes,
  toDecodeFlags,
  toEncodingId,
  toLimit,
  toMalformed,
  toPart,
} = require('./options.js');
const { decodeWhole, measureBytes } = require('../native/decode.js');
const { transcodeWhole } = require('./transcoder.js');
const { isShared, lengthOf, toDictionary } = require('../base/webidl.js');

// Throws TypeError for the option `stream`, which only TextDecoder.decode() has.
function checkNoStream(options) {
  if (options?.stream) {
    throw invalidArgument('options.stream', 'left out: a TextDecoder decodes chunks', true);
  }
}

/** Makes the error that the core describes, for bytes that begin at `origin`. */
function decodeError(id, error, origin) {
  const offset = error.offset + origin;
  return invalidEncodedData(namesInLowercase[id], { ...error, offset });
}

/** Returns options without those that only encoders read. */
function withoutEncodeOptions({ fatal, ignoreBOM, malformed, maxErrors, maxOutputBytes }) {
  return { fatal, ignoreBOM, malformed, maxErrors, maxOutputBytes };
}

/** Tells whether options ask for more than one call of the core can do for `length` bytes. */
function needsTranscoder(options, length) {
  const hasFunction = toMalformed(options) !== null;
  const hasErrorLimit = toLimit(options, 'maxErrors') !== Infinity;
  return hasFunction || hasErrorLimit || mayExceed(toLimit(options, 'maxOutputBytes'), length);
}

/** Decodes with options that take more than one call of the core: returns the text, or its length with `forLength`. */
function decodeWithOptions(label, options, { bytes, origin, forLength }) {
  const known = withoutEncodeOptions(options);
  const result = transcodeWhole(label, 'utf-8', known, { bytes, origin, asText: true, forLength });
  if (typeof result === 'object') throw result.error;
  return result;
}

// Decodes bytes to a string.
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
function decode(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  checkNoStream(options);
  const head = headOf(id, toDecodeFlags(options));
  let part = input;
  let origin = 0;
  if (options !== undefined && options !== null) {
    ({ part, origin } = toPart(input, options));
    if (needsTranscoder(options, lengthOf(part))) {
      return decodeWithOptions(label, options, { bytes: part, origin, forLength: false });
    }
  }
  const result = decodeWhole(head, part);
  if (typeof result === 'string') return result;
  throw decodeError(id, result, origin);
}

// Returns the length of the text that decode() returns.
function decodedLength(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  checkNoStream(options);
  const settings = toDecodeFlags(options);
  const { part, origin } = toPart(input, options);
  if (needsTranscoder(options, lengthOf(part))) {
    return decodeWithOptions(label, options, { bytes: part, origin, forLength: true });
  }
  const { length, firstError } = measureBytes(headOf(id, settings), part);
  if (settings & flags.fatal && firstError !== undefined) {
    throw decodeError(id, firstError, origin);
  }
  return length;
}

// Tells whether bytes are well-formed, and where malformed sequences are.
function validate(bytes, label = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  const dictionary = toDictionary(options, 'options');
  const { part, origin } = toPart(input, dictionary);
  const maxErrors = toLimit(dictionary, 'maxErrors');
  const hasList = (dictionary?.maxErrors ?? undefined) !== undefined;
  // For the list the bytes are read a second time.
  const stable = hasList && isShared(part) ? new Uint8Array(part) : part;
  const { replacements, firstError } = measureBytes(headOf(id, flags.ignoreBOM), stable);
  const validity = { valid: replacements === 0, replacements, firstError: firstError ?? null };
  if (firstError !== undefined) firstError.offset += origin;
  if (!hasList) return validity;
  const { malformedIn } = require('./malformed.js');
  const most = Math.min(maxErrors, replacements);
  return { ...validity, errors: malformedIn(id, stable, most, origin) };
}

module.exports = { decode, decodedLength, validate };
