'use strict';

// The hooks through which other standards use this one, as functions on JavaScript's values. An I/O
// queue of bytes is any buffer source where it is taken, and a Buffer where it is returned; one of
// scalar values is a string, whose lone surrogates count as U+FFFD. An encoding is its name or any
// of its labels.
// https://encoding.spec.whatwg.org/#specification-hooks

const { encodeTextApart, unencodables } = require('../native/encode.js');
const { encodeOrFail, getEncoder, toEncoderId } = require('./encode-or-fail.js');
const { encodingId, encodings } = require('../native/encodings.js');
const { getEncoding, getOutputEncoding } = require('./names-and-labels.js');
const { unsupportedEncoding } = require('../base/errors.js');
const { FATAL, IGNORE_BOM, headOf, toBytes, toText } = require('../transcoding/options.js');
const { decodeWhole } = require('../native/decode.js');
const { parseUrlencoded, percentEncodeAfterEncoding, serializeUrlencoded } = require('./url.js');
const { isShared, toDOMString } = require('../base/webidl.js');

const utf8 = encodings.indexOf('UTF-8');
const byteOrderMarks = [
  [[0xef, 0xbb, 0xbf], 'UTF-8'],
  [[0xfe, 0xff], 'UTF-16BE'],
  [[0xff, 0xfe], 'UTF-16LE'],
];

function sniff(bytes) {
  const row = byteOrderMarks.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  return row === undefined ? null : row[1];
}

/**
 * The name of the encoding whose byte order mark the bytes begin with: 'UTF-8', 'UTF-16BE',
 * 'UTF-16LE', or null for none. Throws TypeError for what is no buffer or view.
 * https://encoding.spec.whatwg.org/#bom-sniff
 */
function BOMSniff(bytes) {
  return sniff(toBytes(bytes, 'bytes'));
}

/**
 * Decodes bytes in the encoding whose byte order mark they begin with, without the mark, or else in
 * the fallback encoding; malformed sequences become U+FFFD. The fallback may be the replacement
 * encoding, which makes one U+FFFD of any bytes. Throws TypeError for what is no buffer or view,
 * RangeError with code ERR_ENCODING_NOT_SUPPORTED for a fallback that is no encoding, and Error
 * with code ERR_STRING_TOO_LONG for more than a string can hold.
 * https://encoding.spec.whatwg.org/#decode
 */
function decode(bytes, fallbackEncoding) {
  const label = toDOMString(fallbackEncoding);
  const fallback = encodingId(label);
  if (fallback === undefined) throw unsupportedEncoding(label);
  const view = toBytes(bytes, 'bytes');
  const source = isShared(view) ? new Uint8Array(view) : view;
  const encoding = sniff(source);
  // To drop the first U+FEFF of the text is the same as not to read the byte order mark.
  return decodeWhole(encoding === null ? fallback : encodings.indexOf(encoding), source);
}

/**
 * Decodes UTF-8 without the byte order mark that the bytes may begin with; malformed sequences
 * become U+FFFD. Throws TypeError for what is no buffer or view, and Error with code
 * ERR_STRING_TOO_LONG.
 * https://encoding.spec.whatwg.org/#utf-8-decode
 */
function UTF8Decode(bytes) {
  return decodeWhole(utf8, toBytes(bytes, 'bytes'));
}

/**
 * Decodes UTF-8 in which no byte order mark is expected: one that is there becomes U+FEFF,
 * malformed sequences U+FFFD. Throws TypeError for what is no buffer or view, and Error with code
 * ERR_STRING_TOO_LONG.
 * https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
 */
function UTF8DecodeWithoutBOM(bytes) {
  return decodeWhole(headOf(utf8, IGNORE_BOM), toBytes(bytes, 'bytes'));
}

/**
 * Decodes UTF-8 as UTF8DecodeWithoutBOM() does, but returns null, which stands for the standard's
 * failure, when a sequence is malformed. Throws what that throws.
 * https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
 */
function UTF8DecodeWithoutBOMOrFail(bytes) {
  const result = decodeWhole(headOf(utf8, IGNORE_BOM | FATAL), toBytes(bytes, 'bytes'));
  return typeof result === 'string' ? result : null;
}

/**
 * Encodes a string as UTF-8 into a Buffer of its own. Throws TypeError for what is no string.
 * https://encoding.spec.whatwg.org/#utf-8-encode
 */
function UTF8Encode(text) {
  return encode(text, 'UTF-8');
}

/**
 * Encodes a string into a Buffer of its own; a code point that the encoding does not have is
 * written as `&#n;`, as in HTML forms. Throws TypeError for what is no string, and RangeError with
 * code ERR_ENCODING_NOT_SUPPORTED as getEncoder() does.
 * https://encoding.spec.whatwg.org/#encode
 */
function encode(text, encoding) {
  const id = toEncoderId(encoding);
  return encodeTextApart(id, unencodables.html, toText(text, 'text'));
}

module.exports = {
  BOMSniff,
  UTF8Decode,
  UTF8DecodeWithoutBOM,
  UTF8DecodeWithoutBOMOrFail,
  UTF8Encode,
  decode,
  encode,
  encodeOrFail,
  getEncoder,
  getEncoding,
  getOutputEncoding,
  parseUrlencoded,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
};
