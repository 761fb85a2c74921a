'use strict';

// Forms: parseForm() reads a body, FormReader serves the stream of streams.js, and urlencodedDecoder() parsers that know UTF-8 only.

const {
  bytesOfText,
  lengthOf,
  noBytes,
  restOf,
  stableBytes,
  toBytes,
  toText,
} = require('../base/webidl.js');
const {
  bodyTooLarge,
  invalidBodyData,
  lateCharset,
  pairTooLarge,
  tooManyPairs,
  unsupportedMediaType,
} = require('./errors.js');
const { extractMimeType } = require('./media-type.js');
const { toAllowed, toHeader, toOptions, toStandardId } = require('./options.js');
const { toLatin1 } = require('./prescan.js');
const { refusal } = require('./sniff.js');
const {
  encodingId,
  encodings,
  hasEncoder,
  namesInLowercase,
  outputEncodingId,
} = require('../labels/encodings.js');
const { FATAL, IGNORE_BOM, decodeWhole } = require('../transcoding/codecs.js');
const { toLimit } = require('../transcoding/options.js');
const { eachRun, queueOf } = require('../transcoding/pieces.js');
const {
  AMPERSAND,
  PERCENT,
  PLUS,
  SPACE,
  UrlencodedSequence,
  percentDecode,
  placeOf,
} = require('../url/url.js');

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

const CHARSET_FIELD = '_charset_';

/** Returns the charset of a header Content-Type, or undefined; throws the error for another media type than a form's. */
function charsetOf(contentType) {
  const header = toHeader(contentType);
  if (header === '') return undefined;
  const mediaType = extractMimeType(header);
  if (mediaType?.essence !== MEDIA_TYPE) throw unsupportedMediaType(header, MEDIA_TYPE);
  return mediaType.charset ?? undefined;
}

/** Tells whether bytes are the name `_charset_`, whose letters HTML matches in either case. */
const isCharsetField = (name) =>
  name.length === CHARSET_FIELD.length && toLatin1(name).toLowerCase() === CHARSET_FIELD;

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

/**
 * Decodes bytes. For malformed ones it throws the error with their place: `placeOf(n)` maps an offset in the decoded bytes to one
 * in the form.
 */
function decodeAt(id, settings, bytes, placeOf) {
  const text = decodeWhole(id, settings, bytes);
  if (typeof text === 'string') return text;
  const offset = placeOf(text.offset);
  const length = placeOf(text.offset + text.length) - offset;
  throw invalidBodyData(namesInLowercase[id], { offset, length, reason: text.reason });
}

/** Makes pairs of the sequences of one form that comes in chunks, and keeps its limits. */
class FormReader {
  #id;
  #allowed;
  #settings;
  #maxBytes;
  #maxPairBytes;
  #maxPairs;
  #count = 0;
  #received = 0; // in bytes
  #part = null; // the bytes of the pair that a chunk has cut, as an IoQueue
  #partOffset = 0; // in bytes, from the start of the body
  #isUsed = false; // whether text was decoded whose meaning depends on the encoding
  #isSearching; // whether a field `_charset_` would decide the encoding
  /** The source of the encoding. */
  source;

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
    this.#settings = IGNORE_BOM | (fatal ? FATAL : 0);
    this.#allowed = toAllowed(allow);
    this.#id = outputEncodingId(toStandardId(encoding ?? 'utf-8'));
    this.source = (encoding ?? null) === null ? 'default' : 'option';
    const charset = charsetOf(contentType);
    this.#isSearching = charset === undefined && Boolean(charsetField);
    if (charset !== undefined) this.#take(charset, 'header');
  }

  get encoding() {
    return encodings[this.#id];
  }

  #take(label, source) {
    const id = encodingId(label);
    // No form is in UTF-16 or in the replacement encoding: browsers use UTF-8 in their place.
    if (id === undefined || !hasEncoder(id) || this.#allowed?.has(id) === false) {
      throw refusal(label);
    }
    if (this.#isUsed && id !== this.#id) throw lateCharset(encodings[id], this.encoding);
    this.#id = id;
    this.source = source;
  }

  /** Returns the bytes of a chunk that are within the limit. */
  bytesWithin(bytes) {
    const within = Math.max(0, Math.min(lengthOf(bytes), this.#maxBytes - this.#received));
    // Memory that another thread can write to might change between two looks at it.
    return restOf(stableBytes(restOf(bytes, 0, within)), 0);
  }

  /** Takes the encoding from the first field `_charset_` with a value before the pairs are read. */
  findCharset(bytes) {
    const sequence = new UrlencodedSequence(bytes);
    while (this.#isSearching && sequence.read()) {
      try {
        this.#look(sequence);
      } catch {
        break; // The error comes again when the pair is read. Those before it may have errors of their own.
      }
    }
  }

  /**
   * Yields each [name, value] that ends in a chunk, of which bytesWithin() has returned `bytes` and that has `length` bytes. With `isLast` the
   * body ends with them.
   */
  *pairsIn(bytes, length, isLast) {
    const base = this.#received;
    this.#received += length;
    const received = this.#received;
    const end = isLast ? lengthOf(bytes) : bytes.lastIndexOf(AMPERSAND) + 1;
    let start = 0;
    if (this.#part !== null && end > 0) {
      start = bytes.indexOf(AMPERSAND) + 1;
      this.#keep(restOf(bytes, 0, start - 1), base);
      yield* this.pairsOfPart();
    }
    const sequence = new UrlencodedSequence(restOf(bytes, start, end - start));
    while (sequence.read()) yield this.#pairOf(sequence, base + start);
    this.#keep(restOf(bytes, end), base + end);
    // The pairs before the limit come first, so that a body ends in the same error however it is cut into chunks.
    if (received > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
  }

  /** Yields the pair that a chunk has cut, if there is one. */
  *pairsOfPart() {
    const part = this.#part;
    this.#part = null;
    if (part === null) return;
    const sequence = new UrlencodedSequence(part.bytes);
    if (sequence.read()) yield this.#pairOf(sequence, this.#partOffset);
  }

  // Copies the bytes of a pair that the chunk has cut. The chunk itself is not kept, because it may be a small part of large
  // memory.
  #keep(bytes, offset) {
    if (lengthOf(bytes) === 0) return;
    this.#checkPairBytes((this.#part?.bytes.length ?? 0) + lengthOf(bytes));
    if (this.#part === null) this.#partOffset = offset;
    this.#part ??= queueOf(noBytes);
    this.#part.append(bytes);
  }

  // Throws the error for a pair, or for the part of it that has come, with more bytes than it may have.
  #checkPairBytes(length) {
    if (length > this.#maxPairBytes) throw pairTooLarge(this.#maxPairBytes);
  }

  // Takes the encoding from a pair of the form if it is the first field `_charset_` with a value.
  #look({ name, value }) {
    if (value.length === 0 || !isCharsetField(name)) return;
    this.#take(toLatin1(value), CHARSET_FIELD);
    this.#isSearching = false;
  }

  // Returns [name, value] of a sequence of some bytes, which begin at `offset` of the body.
  #pairOf(sequence, offset) {
    this.#checkPairBytes(sequence.length);
    this.#count += 1;
    if (this.#count > this.#maxPairs) throw tooManyPairs(this.#maxPairs);
    const { name, value } = sequence;
    if (this.#isSearching) {
      this.#look(sequence);
      this.#isUsed ||= !isTheSameInAll(name) || !isTheSameInAll(value);
    }
    const decode = (bytes, isInValue) =>
      decodeAt(
        this.#id,
        this.#settings,
        bytes,
        (count) => offset + sequence.placeOf(count, isInValue),
      );
    return [decode(name, false), decode(value, true)];
  }
}

// Makes a function that percent-decodes names and values of a form in an encoding, for parsers that know UTF-8 only, such
// as qs.
// https://url.spec.whatwg.org/#percent-decode

/** Tells whether a text stands for itself in every encoding: printable ASCII without percent and plus signs. */
function isPlain(text) {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE || unit > 0x7e || unit === PERCENT || unit === PLUS) return false;
  }
  return true;
}

function urlencodedDecoder(label = 'utf-8', options = undefined) {
  const id = outputEncodingId(toStandardId(label));
  const { fatal, binary } = toOptions(options, ['fatal', 'binary']);
  const settings = IGNORE_BOM | (fatal ? FATAL : 0);
  const lastByte = binary ? 0xff : 0x7f;
  const isByte = (unit) => unit <= lastByte;

  // `run` is a part of a text that begins at `start`.
  const decodeRun = (run, start) => {
    const bytes = bytesOfText(run, 'latin1');
    const length = percentDecode(bytes, 0, bytes.length, bytes, 0);
    const placeInText = (count) => start + placeOf(bytesOfText(run, 'latin1'), 0, count);
    return decodeAt(id, settings, restOf(bytes, 0, length), placeInText);
  };

  return function decoder(input) {
    const text = toText(input, 'text');
    if (isPlain(text)) return text;
    let decoded = '';
    eachRun(text, isByte, (run, isInside, start) => {
      decoded += isInside ? decodeRun(run, start) : run;
    });
    return decoded;
  };
}

// Parses a form to names and values.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
function parseForm(body, contentType = undefined, options = undefined) {
  const reader = new FormReader(contentType, options);
  const view = toBytes(body, 'body');
  const length = lengthOf(view);
  const bytes = reader.bytesWithin(view);
  const isWhole = lengthOf(bytes) === length;
  // A pair that the limit cuts is not read.
  reader.findCharset(isWhole ? bytes : restOf(bytes, 0, bytes.lastIndexOf(AMPERSAND) + 1));
  const pairs = [];
  for (const pair of reader.pairsIn(bytes, length, isWhole)) pairs.push(pair);
  return { pairs, encoding: reader.encoding, source: reader.source };
}

module.exports = { FormReader, parseForm, urlencodedDecoder };
