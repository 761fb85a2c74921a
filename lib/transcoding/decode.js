'use strict';

// Decodes bytes in one call, and answers questions about bytes without making a string.

const { namesInLowercase } = require('../labels/encodings.js');
const { invalidArgument, invalidEncodedData } = require('../base/errors.js');
const { flags } = require('../backend/backend.js');
const {
  encodeOptionsOf,
  hasMoreOptions,
  needsStream,
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

// Returns the text of bytes that begin at `origin`.
function textOf(id, settings, bytes, origin) {
  const result = decodeWhole(id, settings, bytes);
  if (typeof result === 'string') return result;
  throw invalidEncodedData(namesInLowercase[id], result, origin);
}

// Returns the length of the text that textOf() returns.
function lengthOfText(id, settings, bytes, origin) {
  const { length, firstError } = measureBytes(id, settings, bytes);
  if (settings & flags.fatal && firstError !== undefined) {
    throw invalidEncodedData(namesInLowercase[id], firstError, origin);
  }
  return length;
}

// Returns the text of a part of bytes, with a function or limits; or its length if `plain` is lengthOfText().
function decodeWithOptions(plain, id, settings, input, label, options) {
  const place = toPart(input, options);
  // Options that only encoders read have no effect.
  const own = { ...options, addBOM: undefined, unencodable: undefined };
  if (toMalformed(own) === null && !needsStream(encodeOptionsOf(own), lengthOf(place.part))) {
    return plain(id, settings, place.part, place.origin);
  }
  const result = TranscodingStream.whole(label, 'utf-8', own, place, true, plain === lengthOfText);
  if (typeof result === 'object') throw result.error;
  return result;
}

function run(plain, bytes, label, options) {
  const input = toBytes(bytes, 'bytes');
  const id = toEncodingId(label);
  if (options === undefined) return plain(id, 0, input, 0);
  const own = readOptions(options);
  // Only TextDecoder.decode() has this option.
  if (own.stream) {
    throw invalidArgument('options.stream', 'left out: a TextDecoder decodes chunks', true);
  }
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
  const { LineCounter } = require('./lines.js');
  const most = Math.min(maxErrors, replacements);
  const lines = own.lines ? new LineCounter() : undefined;
  return { ...validity, errors: malformedIn(id, stable, most, origin, lines) };
}

module.exports = { decode, decodedLength, validate };
