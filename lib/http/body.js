'use strict';

// The encoding and the text of a body that is there as a whole.

const { withStatusOfBody } = require('./errors.js');
const { lengthOf, stableBytes, toBytes } = require('../base/webidl.js');
const { flags, headOf } = require('../backend/backend.js');
const { measureBytes } = require('../backend/decode.js');
const { EncodingHandle, encodings } = require('../labels/encodings.js');
const { decode } = require('../transcoding/decode.js');
const { BodyDecoder } = require('./body-decoder.js');
const { toBodySettings, toMediaType, toSniffSettings } = require('./options.js');
const { sniff, unknownLabelOf } = require('./sniff.js');

// Tells the encoding of a body.
function sniffEncoding(bytes, contentType = undefined, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const type = toMediaType(contentType);
  const { id, source } = sniff(input, true, type, toSniffSettings(options));
  return { encoding: encodings[id], source, ...unknownLabelOf(type) };
}

/** Returns how many sequences of a text's bytes are malformed, and where the first is. */
function progressOf(text, id, bytes, { malformed }) {
  // Looking for U+FFFD takes much less time than to decode once more. With a function other text stands for what is malformed.
  if (malformed === null && !text.includes('\uFFFD')) {
    return { replacements: 0, firstErrorOffset: null };
  }
  const { replacements, firstError } = measureBytes(headOf(id, flags.ignoreBOM), bytes);
  return { replacements, firstErrorOffset: firstError?.offset ?? null };
}

function textOf(id, bytes, decodeOptions) {
  try {
    return decode(bytes, new EncodingHandle(id), decodeOptions);
  } catch (error) {
    throw withStatusOfBody(error);
  }
}

/**
 * Returns the error for a body that is too long: that of a stream with the same bytes. The first `maxBytes` bytes may have an
 * error that comes before their number.
 */
function errorOfTooMuch(bytes, type, settings) {
  try {
    return new BodyDecoder(type, settings).run(bytes, true).error;
  } catch (error) {
    return error;
  }
}

/** Does what decodeBody() does, with checked arguments. */
function decodeWholeBody(bytes, type, settings) {
  const { decodeOptions, maxBytes } = settings;
  if (lengthOf(bytes) > maxBytes) throw errorOfTooMuch(bytes, type, settings);
  // Another thread must not change the bytes between the calls that read them.
  const input = stableBytes(bytes);
  const { id, source } = sniff(input, true, type, settings);
  const text = textOf(id, input, decodeOptions);
  const progress = progressOf(text, id, input, decodeOptions);
  return { text, encoding: encodings[id], source, ...progress, ...unknownLabelOf(type) };
}

// Decodes a body.
function decodeBody(bytes, contentType = undefined, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  return decodeWholeBody(input, toMediaType(contentType), toBodySettings(options));
}

module.exports = { decodeBody, decodeWholeBody, sniffEncoding };
