'use strict';

// The hooks through which other standards use the Encoding Standard, as functions. lib/hooks.d.ts describes them.
// https://encoding.spec.whatwg.org/#specification-hooks

const {
  encodeChunkApart,
  encodeTextApart,
  newEncodeState,
  unencodables,
} = require('../backend/encode.js');
const { invalidArgument } = require('../base/errors.js');
const { encodings, markedEncoding, utf8 } = require('../labels/encodings.js');
const { getEncoding, getOutputEncoding, toAnyId, toEncoderId } = require('./names-and-labels.js');
const { FATAL, IGNORE_BOM, decodeWhole } = require('../transcoding/codecs.js');
const { concatBytes, stableBytes, toBytes, toText } = require('../base/webidl.js');

// The standard has no UTF-32.
const sniff = (bytes) => markedEncoding(bytes, (name) => encodings.includes(name)) ?? null;

// Returns the encoding whose byte order mark the bytes begin with, or null.
// https://encoding.spec.whatwg.org/#bom-sniff
function BOMSniff(bytes) {
  return sniff(toBytes(bytes, 'bytes'));
}

// Decodes bytes by their byte order mark, or else in the fallback encoding.
// https://encoding.spec.whatwg.org/#decode
function decode(bytes, fallbackEncoding) {
  const fallback = toAnyId(fallbackEncoding);
  const source = stableBytes(toBytes(bytes, 'bytes'));
  const encoding = sniff(source);
  // decodeWhole() removes the first U+FEFF of the text, which is the byte order mark.
  return decodeWhole(encoding === null ? fallback : encodings.indexOf(encoding), 0, source);
}

// Decodes UTF-8 and removes a byte order mark.
// https://encoding.spec.whatwg.org/#utf-8-decode
function UTF8Decode(bytes) {
  return decodeWhole(utf8, 0, toBytes(bytes, 'bytes'));
}

// Decodes UTF-8 and keeps a byte order mark.
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
function UTF8DecodeWithoutBOM(bytes) {
  return decodeWhole(utf8, IGNORE_BOM, toBytes(bytes, 'bytes'));
}

// Decodes UTF-8 and keeps a byte order mark; returns null, which is the standard's failure, for a malformed sequence.
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
function UTF8DecodeWithoutBOMOrFail(bytes) {
  const result = decodeWhole(utf8, IGNORE_BOM | FATAL, toBytes(bytes, 'bytes'));
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

// In UTF-16 code units: the length of the first piece of a text. Each next piece is twice as long. The core copies the
// text that it receives, so that with pieces a text with many errors is not copied as a whole for each error.
const FIRST_PIECE_UNITS = 256;

/** An encoder that keeps its state from one call to the next, for a caller that handles unencodable code points itself. */
class Encoder {
  #id;
  #state = null; // before the first call

  constructor(id) {
    this.#id = id;
  }

  get encoding() {
    return encodings[this.#id];
  }

  // Encodes a string up to its first code point that the encoding does not contain, or to its end.
  // https://encoding.spec.whatwg.org/#encode-or-fail
  static encodeOrFail(text, encoder) {
    const string = toText(text, 'text');
    if (!(#id in Object(encoder))) {
      throw invalidArgument('encoder', 'an encoder from getEncoder()', encoder);
    }
    // A call that lacks memory, or that a timeout of node:vm cuts off, changes nothing: all pieces are encoded with a copy of the state.
    const isNew = encoder.#state === null;
    const state = isNew ? newEncodeState() : new Uint8Array(encoder.#state);
    const result = encodePieces(encoder.#id, string, isNew, state);
    encoder.#state = state;
    return result;
  }
}

/** Encodes a string piece by piece. Returns what encodeOrFail() does. */
function encodePieces(id, text, isNew, state) {
  const { fatal } = unencodables;
  const outputs = [];
  let read = 0;
  for (let size = FIRST_PIECE_UNITS; ; size *= 2) {
    const piece = text.slice(read, read + size);
    const isLast = read + size >= text.length;
    const result = encodeChunkApart(id, fatal, piece, isNew && read === 0, isLast, state);
    const failed = Object.hasOwn(result, 'codePoint');
    outputs.push(failed ? result.output : result);
    read += failed ? result.read : piece.length;
    if (!failed && !isLast) continue;
    return { codePoint: failed ? result.codePoint : null, read, output: concatBytes(outputs) };
  }
}

// Returns a new encoder.
// https://encoding.spec.whatwg.org/#get-an-encoder
function getEncoder(encoding) {
  return new Encoder(toEncoderId(encoding));
}

const { encodeOrFail } = Encoder;

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
};
