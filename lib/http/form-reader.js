'use strict';

// Decodes the pairs of a form one after the other: finds the encoding, counts the pairs and makes the errors.
// https://url.spec.whatwg.org/#urlencoded-parsing

const {
  encodingId,
  encodings,
  hasEncoder,
  namesInLowercase,
  utf8,
} = require('../labels/encodings.js');
const { flags, headOf } = require('../backend/backend.js');
const {
  bodyTooLarge,
  invalidBodyData,
  lateCharset,
  pairTooLarge,
  tooManyPairs,
  unsupportedMediaType,
} = require('./errors.js');
const { decodeWhole } = require('../backend/decode.js');
const { extractMimeType } = require('./media-type.js');
const { toAllowed, toHeader, toOptions } = require('./options.js');
const { ascii, isWord } = require('./prescan.js');
const { refusal } = require('./sniff.js');
const { toEncodingId, toLimit } = require('../transcoding/options.js');

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

const DEFAULT_MAX_BYTES = 1024 * 1024; // as Fastify's `bodyLimit`
const DEFAULT_MAX_PAIRS = 1000; // as body-parser's `parameterLimit`

const optionNames = [
  'allow',
  'charsetField',
  'encoding',
  'fatal',
  'maxBytes',
  'maxPairBytes',
  'maxPairs',
];

const CHARSET_FIELD = ascii('_charset_');

/** Returns the charset of a header Content-Type, or undefined; throws the error for another media type than a form's. */
function charsetOf(contentType) {
  const header = toHeader(contentType);
  if (header === '') return undefined;
  const mediaType = extractMimeType(header);
  if (mediaType?.essence !== MEDIA_TYPE) throw unsupportedMediaType(header, MEDIA_TYPE);
  return mediaType.charset ?? undefined;
}

/** Tells whether bytes are the name `_charset_`, whose letters HTML matches in either case. */
const isCharsetField = (name) => isWord(name, 0, name.length, CHARSET_FIELD);

/**
 * Tells whether bytes stand for the same text in all encodings that a form may have. In ISO-2022-JP, escape sequences begin
 * with 0x1B, and 0x0E and 0x0F are errors.
 */
function isTheSameInAll(bytes) {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte > 0x7f || byte === 0x1b || byte === 0x0e || byte === 0x0f) return false;
  }
  return true;
}

/** Makes pairs of the sequences of one form, and keeps its limits. */
class FormReader {
  #id;
  #source;
  #allowed;
  #fatal;
  #maxBytes;
  #maxPairBytes;
  #maxPairs;
  #count = 0;
  #isSearching; // whether a field `_charset_` would decide the encoding
  #isUsed = false; // whether text was decoded whose meaning depends on the encoding

  /** Throws an error for the media type or its charset, with a status, and TypeError or RangeError for wrong options. */
  constructor(contentType, options) {
    const {
      allow,
      charsetField = true,
      encoding,
      fatal = false,
      maxBytes = DEFAULT_MAX_BYTES,
      maxPairBytes = DEFAULT_MAX_BYTES,
      maxPairs = DEFAULT_MAX_PAIRS,
    } = toOptions(options, optionNames);
    this.#maxBytes = toLimit(maxBytes, 'maxBytes');
    this.#maxPairBytes = toLimit(maxPairBytes, 'maxPairBytes');
    this.#maxPairs = toLimit(maxPairs, 'maxPairs');
    this.#fatal = fatal ? flags.fatal : 0;
    this.#allowed = toAllowed(allow);
    const ofPage = encoding === undefined || encoding === null ? utf8 : toEncodingId(encoding);
    // https://encoding.spec.whatwg.org/#get-an-output-encoding
    this.#id = hasEncoder(ofPage) ? ofPage : utf8;
    this.#source = encoding === undefined || encoding === null ? 'default' : 'option';
    const charset = charsetOf(contentType);
    this.#isSearching = charset === undefined && Boolean(charsetField);
    if (charset !== undefined) this.#take(charset, 'header');
  }

  get encoding() {
    return encodings[this.#id];
  }

  get source() {
    return this.#source;
  }

  /** Whether a field `_charset_` would decide the encoding. */
  get isSearching() {
    return this.#isSearching;
  }

  #take(label, source) {
    const id = encodingId(label);
    // No form is in UTF-16 or in the replacement encoding: browsers use UTF-8 in their place.
    if (id === undefined || !hasEncoder(id) || this.#allowed?.has(id) === false) {
      throw refusal(label);
    }
    if (this.#isUsed && id !== this.#id) {
      throw lateCharset(encodings[id], encodings[this.#id]);
    }
    this.#id = id;
    this.#source = source;
  }

  /** Returns how many of the next `length` bytes of a body are still within the limit, after `received` bytes. */
  bytesWithin(received, length) {
    return Math.max(0, Math.min(length, this.#maxBytes - received));
  }

  /** Throws the error for a body, or for the part of it that has come, with more bytes than it may have. */
  checkBytes(length) {
    if (length > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
  }

  /** Throws the error for a pair, or for the part of it that has come, with more bytes than it may have. */
  checkPairBytes(length) {
    if (length > this.#maxPairBytes) throw pairTooLarge(this.#maxPairBytes);
  }

  /** Takes the encoding from a pair of the form if it is the first field `_charset_` with a value. */
  look({ name, value }) {
    if (!this.#isSearching || value.length === 0 || !isCharsetField(name)) return;
    this.#take(Buffer.from(value).latin1Slice(), '_charset_');
    this.#isSearching = false;
  }

  /** Returns [name, value] of a sequence that has been read. Its bytes begin at `offset` in the body. */
  read(sequence, offset) {
    this.#count += 1;
    if (this.#count > this.#maxPairs) throw tooManyPairs(this.#maxPairs);
    const { name, value } = sequence;
    if (this.#isSearching) {
      this.look(sequence);
      this.#isUsed ||= !isTheSameInAll(name) || !isTheSameInAll(value);
    }
    return [
      this.#decode(sequence, name, offset, false),
      this.#decode(sequence, value, offset, true),
    ];
  }

  #decode(sequence, bytes, offset, isInValue) {
    const text = decodeWhole(headOf(this.#id, flags.ignoreBOM | this.#fatal), bytes);
    if (typeof text === 'string') return text;
    const start = sequence.placeOf(text.offset, isInValue);
    const end = sequence.placeOf(text.offset + text.length, isInValue);
    const place = { offset: offset + start, length: end - start, reason: text.reason };
    throw invalidBodyData(namesInLowercase[this.#id], place);
  }
}

module.exports = { FormReader };
