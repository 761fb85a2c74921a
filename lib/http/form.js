'use strict';

// Forms: parseForm() reads a body, FormReader serves the stream of streams.js, and urlencodedDecoder() parsers that know UTF-8 only.

const { lengthOf, restOf, stableBytes, toBytes, toText } = require('../base/webidl.js');
const {
  bodyTooLarge,
  invalidBodyData,
  lateCharset,
  pairTooLarge,
  tooManyPairs,
  unsupportedMediaType,
} = require('./errors.js');
const { extractMimeType } = require('./media-type.js');
const { toAllowed, toHeader, toOptions } = require('./options.js');
const { ascii, isWord } = require('./prescan.js');
const { refusal } = require('./sniff.js');
const {
  encodingId,
  encodings,
  hasEncoder,
  namesInLowercase,
  utf8,
} = require('../labels/encodings.js');
const { FATAL, IGNORE_BOM, decodeWhole } = require('../transcoding/core.js');
const { toEncodingId, toLimit } = require('../transcoding/options.js');
const { UrlencodedSequence, percentDecode, placeOf } = require('../url/url.js');

// Decodes the pairs of a form one after the other: finds the encoding, counts the pairs and makes the errors.
// https://url.spec.whatwg.org/#urlencoded-parsing

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
    this.#fatal = fatal ? FATAL : 0;
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
    const text = decodeWhole(this.#id, IGNORE_BOM | this.#fatal, bytes);
    if (typeof text === 'string') return text;
    const start = sequence.placeOf(text.offset, isInValue);
    const end = sequence.placeOf(text.offset + text.length, isInValue);
    const place = { offset: offset + start, length: end - start, reason: text.reason };
    throw invalidBodyData(namesInLowercase[this.#id], place);
  }
}

const AMPERSAND = 0x26;

/** Returns the place of the first ampersand from `start` on, or -1. */
const nextAmpersand = (bytes, start) => Uint8Array.prototype.indexOf.call(bytes, AMPERSAND, start);

// Makes a function that percent-decodes names and values of a form in an encoding, for parsers that know UTF-8 only, such
// as qs.
// https://url.spec.whatwg.org/#percent-decode

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** Tells whether a text stands for itself in every encoding: printable ASCII without percent and plus signs. */
function isPlain(text) {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE || unit > 0x7e || unit === PERCENT || unit === PLUS) return false;
  }
  return true;
}

function urlencodedDecoder(label = 'utf-8', options = undefined) {
  const named = toEncodingId(label);
  // https://encoding.spec.whatwg.org/#get-an-output-encoding
  const id = hasEncoder(named) ? named : utf8;
  const { fatal, binary } = toOptions(options, ['fatal', 'binary']);
  const settings = IGNORE_BOM | (fatal ? FATAL : 0);
  const lastByte = binary ? 0xff : 0x7f;

  // `run` is a part of a text that begins at `start`.
  const decodeRun = (run, start) => {
    const bytes = Buffer.from(run, 'latin1');
    const length = percentDecode(bytes, 0, bytes.length, bytes, 0);
    const decoded = decodeWhole(id, settings, restOf(bytes, 0, length));
    if (typeof decoded === 'string') return decoded;
    const own = Buffer.from(run, 'latin1');
    const from = placeOf(own, 0, decoded.offset);
    const to = placeOf(own, from, decoded.length);
    const { reason } = decoded;
    throw invalidBodyData(namesInLowercase[id], {
      offset: start + from,
      length: to - from,
      reason,
    });
  };

  return function decoder(input) {
    const text = toText(input, 'text');
    if (isPlain(text)) return text;
    let decoded = '';
    const isByte = (at) => text.charCodeAt(at) <= lastByte;
    for (let start = 0, at = 0; at < text.length; start = at) {
      const isRun = isByte(at);
      while (at < text.length && isByte(at) === isRun) at++;
      const part = text.slice(start, at);
      decoded += isRun ? decodeRun(part, start) : part;
    }
    return decoded;
  };
}

/** Returns the place of the last ampersand, or -1. */
const lastAmpersand = (bytes) => Uint8Array.prototype.lastIndexOf.call(bytes, AMPERSAND);

// Parses a form to names and values.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
function parseForm(body, contentType = undefined, options = undefined) {
  const reader = new FormReader(contentType, options);
  const view = toBytes(body, 'body');
  const length = lengthOf(view);
  const within = reader.bytesWithin(0, length);
  // Memory that another thread can write to might change between two looks at it.
  const stable = restOf(stableBytes(restOf(view, 0, within)), 0);
  // A pair that the limit cuts is not read.
  const end = within < length ? lastAmpersand(stable) + 1 : within;
  const bytes = restOf(stable, 0, end);
  const sequence = new UrlencodedSequence(bytes);
  for (let at = 0; at < end && reader.isSearching; at++) {
    if (bytes[at] === AMPERSAND) continue;
    at = sequence.read(at);
    try {
      reader.look(sequence);
    } catch {
      break; // The error comes again when the pair is read. Those before it may have errors of their own.
    }
  }
  const pairs = [];
  for (let at = 0; at < end; at++) {
    if (bytes[at] === AMPERSAND) continue;
    const start = at;
    at = sequence.read(start);
    reader.checkPairBytes(at - start);
    pairs.push(reader.read(sequence, 0));
  }
  reader.checkPairBytes(within - end);
  reader.checkBytes(length);
  return { pairs, encoding: reader.encoding, source: reader.source };
}

module.exports = {
  parseForm,
  FormReader,
  nextAmpersand,
  urlencodedDecoder,
};
