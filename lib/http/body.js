'use strict';

// The encoding and the text of a body that is there as a whole.

const { bodyTooLarge, invalidBodyData } = require('../base/errors.js');
const { isShared, lengthOf } = require('../base/webidl.js');
const { flags, headOf } = require('../native/backend.js');
const { decodeWhole, measureBytes } = require('../native/decode.js');
const { encodings, namesInLowercase } = require('../native/encodings.js');
const { toBytes } = require('../transcoding/options.js');
const { toBodySettings, toMediaType, toSniffSettings } = require('./options.js');
const { sniff } = require('./sniff.js');

// Tells the encoding of a body.
function sniffEncoding(bytes, contentType = undefined, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const type = toMediaType(contentType);
  const { id, source } = sniff(input, true, type, toSniffSettings(options));
  return { encoding: encodings[id], source };
}

/** Returns how many sequences of a text's bytes are malformed, and where the first is. */
function progressOf(text, id, bytes) {
  // Looking for U+FFFD takes much less time than to decode once more.
  if (!text.includes('\uFFFD')) return { replacements: 0, firstErrorOffset: null };
  const { replacements, firstError } = measureBytes(headOf(id, flags.ignoreBOM), bytes);
  return { replacements, firstErrorOffset: firstError?.offset ?? null };
}

/** Does what decodeBody() does, with checked arguments. */
function decodeWholeBody(bytes, type, settings) {
  const { decodeFlags, maxBytes } = settings;
  if (lengthOf(bytes) > maxBytes) throw bodyTooLarge(maxBytes);
  // Another thread must not change the bytes between the calls that read them.
  const input = isShared(bytes) ? new Uint8Array(bytes) : bytes;
  const { id, source } = sniff(input, true, type, settings);
  const text = decodeWhole(headOf(id, decodeFlags), input);
  if (typeof text !== 'string') throw invalidBodyData(namesInLowercase[id], text);
  return { text, encoding: encodings[id], source, ...progressOf(text, id, input) };
}

// Decodes a body.
function decodeBody(bytes, contentType = undefined, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  return decodeWholeBody(input, toMediaType(contentType), toBodySettings(options));
}

module.exports = { decodeBody, decodeWholeBody, sniffEncoding };
