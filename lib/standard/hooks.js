'use strict';

// The hooks through which other standards use the Encoding Standard, as functions. lib/hooks.d.ts describes them.
// https://encoding.spec.whatwg.org/#specification-hooks

const { encodeTextApart, unencodables } = require('../native/encode.js');
const { encodeOrFail, getEncoder } = require('./encode-or-fail.js');
const { encodings } = require('../native/encodings.js');
const { getEncoding, getOutputEncoding, toAnyId, toEncoderId } = require('./names-and-labels.js');
const { FATAL, IGNORE_BOM, headOf } = require('../native/protocol.js');
const { toBytes, toText } = require('../transcoding/options.js');
const { decodeWhole } = require('../native/decode.js');
const { parseUrlencoded, percentEncodeAfterEncoding, serializeUrlencoded } = require('./url.js');
const { isShared } = require('../base/webidl.js');

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

// Returns the encoding whose byte order mark the bytes begin with, or null.
// https://encoding.spec.whatwg.org/#bom-sniff
function BOMSniff(bytes) {
  return sniff(toBytes(bytes, 'bytes'));
}

// Decodes bytes by their byte order mark, or else in the fallback encoding.
// https://encoding.spec.whatwg.org/#decode
function decode(bytes, fallbackEncoding) {
  const fallback = toAnyId(fallbackEncoding);
  const view = toBytes(bytes, 'bytes');
  const source = isShared(view) ? new Uint8Array(view) : view;
  const encoding = sniff(source);
  // decodeWhole() removes the first U+FEFF of the text, which is the byte order mark.
  return decodeWhole(encoding === null ? fallback : encodings.indexOf(encoding), source);
}

// Decodes UTF-8 and removes a byte order mark.
// https://encoding.spec.whatwg.org/#utf-8-decode
function UTF8Decode(bytes) {
  return decodeWhole(utf8, toBytes(bytes, 'bytes'));
}

// Decodes UTF-8 and keeps a byte order mark.
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
function UTF8DecodeWithoutBOM(bytes) {
  return decodeWhole(headOf(utf8, IGNORE_BOM), toBytes(bytes, 'bytes'));
}

// Decodes UTF-8 and keeps a byte order mark; returns null, which is the standard's failure, for a malformed sequence.
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
function UTF8DecodeWithoutBOMOrFail(bytes) {
  const result = decodeWhole(headOf(utf8, IGNORE_BOM | FATAL), toBytes(bytes, 'bytes'));
  return typeof result === 'string' ? result : null;
}

// Encodes a string to UTF-8.
// https://encoding.spec.whatwg.org/#utf-8-encode
function UTF8Encode(text) {
  return encode(text, 'UTF-8');
}

// Encodes a string; writes `&#n;` for a code point that the encoding does not contain.
// https://encoding.spec.whatwg.org/#encode
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
