'use strict';

// Encodes text: in one call, into the caller's bytes, or as a stream; and answers questions about text.

const {
  encodeChunk,
  encodeInto: encodeIntoTarget,
  encodeText,
  measureText,
  newEncodeState,
  unencodables,
} = require('../backend/encode.js');
const { progressOf } = require('../backend/transcode.js');
const { hasLetterPairs, isUnicode, namesInLowercase } = require('../labels/encodings.js');
const {
  bomText,
  needsStream,
  toEncodeOptions,
  toEncodingId,
  transliterating,
} = require('./options.js');
const { Chunks, Limits, restorerOf } = require('./limits.js');
const { Joiner, PIECE_UNITS, eachPiece, isLetterOfPair, withList } = require('./pieces.js');
const { endedEncoder, outputOf, resultOf, unencodableText } = require('./errors.js');
const { invalidArgument } = require('../base/errors.js');
const { isLeadingSurrogate, isUint8Array, toText } = require('../base/webidl.js');

// Tells a Buffer from a description of an error. Looking for a property that Buffers do not have takes ten times as long.
const { isView } = ArrayBuffer;

// In UTF-16 code units: a longer text is encoded in parts where the output has a limit.
const MAX_UNITS_WITHIN_LIMIT = 64 * 1024;

/** Tells whether a code unit may be the first half of what the encoder writes as one: of a surrogate pair, or of a letter and a mark. */
const isHalf = (unit) => isLeadingSurrogate(unit) || isLetterOfPair(unit);

/**
 * Encodes a stream of text. A surrogate pair may be split between two chunks, and the state of ISO-2022-JP continues from
 * one chunk to the next.
 */
class EncoderStream {
  #id;
  #mode;
  #bom;
  #substituting = null; // encodes in place of the core alone where the caller has a function or a limit of errors
  #limits = null; // where there is a limit or #substituting
  #joiner;
  #parts; // what restorerOf() takes
  #reset = null; // gives these parts what they have before a stream, where there are limits
  #ended = false; // also while a call converts, see run()
  state = newEncodeState();
  isStarted = false;
  /** How much text #substituting has encoded, in UTF-16 code units. */
  position = 0;

  constructor(id, { mode, substitute, addBOM, maxErrors, maxOutputBytes }) {
    this.#id = id;
    this.#mode = mode;
    this.#bom = bomText(id, addBOM);
    this.#joiner = new Joiner(hasLetterPairs(id) ? isHalf : undefined);
    this.#parts = [this, this.#joiner];
    const countsErrors = maxErrors !== Infinity && mode !== unencodables.fatal;
    const isSubstituting = !isUnicode(id) && (substitute !== null || countsErrors);
    if (!isSubstituting && maxOutputBytes === Infinity) return;
    this.#limits = new Limits(maxErrors, maxOutputBytes);
    this.#parts.push(this.#limits);
    if (isSubstituting) {
      // Few programs have a function as `unencodable`, or a limit of errors.
      const { SubstitutingEncoder } = require('./substitutes.js');
      const name = namesInLowercase[id];
      this.#substituting = new SubstitutingEncoder({
        to: id,
        isOnlyAscii: false,
        mode,
        substitute,
        malformed: null,
        call: (_, ownFunction, codePoint, index) => ownFunction(codePoint, index),
        limits: this.#limits,
        lines: undefined,
        errorOf: ({ offset, codePoint }) => unencodableText(name, offset, codePoint),
      });
      this.#parts.push(this.#substituting);
    }
  }

  /** How many unencodable code points of the stream have been replaced or skipped so far. */
  get replacements() {
    return (this.#substituting ?? progressOf(this.state)).replacements;
  }

  /**
   * Returns the bytes of a chunk of text; `end` means that it is the last chunk, after which a new stream begins. Throws the
   * error for an unencodable code point, or what the caller's function throws, with the bytes that come before it in the
   * chunk as `output`; a new stream then begins.
   */
  encode(text, end) {
    return outputOf(this.run(text, end));
  }

  /**
   * Does what encode() does, but returns a Failure instead of throwing. What is thrown is for lack of memory, or for too much output:
   * everything is as it was before the call. Throws `Error` with code `ERR_ENCODER_ENDED` after a call that a timeout of node:vm has cut
   * off.
   */
  run(text, end) {
    if (this.#ended) throw endedEncoder();
    const chunks = this.#limits === null ? [] : new Chunks(this.#limits);
    const restore = restorerOf(this.#parts);
    if (this.#limits !== null) this.#reset ??= restore;
    // The stream has ended if a timeout of node:vm cuts this off, or if there is no stack for what follows an error.
    this.#ended = true;
    try {
      const failure = this.#addTo(chunks, text, end);
      const result = resultOf(chunks, false, failure);
      this.#ended = false;
      return result;
    } catch (error) {
      restore();
      this.#ended = false;
      throw error;
    }
  }

  /** Returns the bytes of a whole text for which this stream was made: nothing is restored after an error. Throws what encode() throws. */
  encodeAlone(text) {
    const chunks = this.#limits === null ? [] : new Chunks(this.#limits);
    return outputOf(resultOf(chunks, false, this.#addTo(chunks, text, true)));
  }

  /** Returns the number of bytes of a whole text; makes them part by part and keeps none. Throws what encode() throws. */
  lengthOf(text) {
    const chunks = new Chunks(this.#limits, false);
    const failure = this.#addTo(chunks, text, true);
    if (failure !== null) throw failure.error;
    return chunks.total;
  }

  // Encodes a chunk and passes its bytes to `chunks.push()` part by part; returns null, or { error }, after which a new stream begins.
  // Throws when there is not enough memory, or too much output.
  #addTo(chunks, text, end) {
    const isFirst = !this.isStarted;
    if (isFirst) {
      this.#reset?.();
      this.#joiner.waiting = this.#bom;
    }
    const { whole, waiting } = this.#joiner.join(text, end);
    this.#joiner.waiting = waiting;
    const failure =
      this.#substituting === null
        ? this.#add(whole, isFirst, end, chunks)
        : this.#addWithFunction(whole, end, chunks);
    this.isStarted = !end && failure === null;
    return failure;
  }

  #add(text, isFirst, end, chunks) {
    const most = this.#limits === null ? Infinity : MAX_UNITS_WITHIN_LIMIT;
    return eachPiece(text, most, (part, isLast, start) => {
      const begins = isFirst && start === 0;
      const ends = end && isLast;
      const result = encodeChunk(this.#id, this.#mode, part, begins, ends, this.state);
      if (isView(result)) {
        chunks.push(result);
        return null;
      }
      const { index, codePoint, read, output } = result;
      chunks.push(output);
      const name = namesInLowercase[this.#id];
      return { error: unencodableText(name, index, codePoint, part, read - 1) };
    });
  }

  #addWithFunction(text, end, chunks) {
    const begin = this.position;
    this.position += text.length;
    return withList((list) =>
      eachPiece(text, PIECE_UNITS, (part, isLast, start) => {
        // Well-formed text has no lone surrogate that could form a pair with text that the function returns.
        const piece = part.toWellFormed();
        const count = this.#substituting.find(piece, list);
        return this.#substituting.encode(
          {
            text: piece,
            list,
            count,
            base: begin + start,
            end: end && isLast,
            sequences: null,
            asText: false,
          },
          chunks,
        );
      }),
    );
  }
}

// Encodes a string to a Buffer.
// https://encoding.spec.whatwg.org/#encode
function encode(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  if (options !== undefined && needsStream(settings, string.length)) {
    return new EncoderStream(id, settings).encodeAlone(string);
  }
  const result = encodeText(id, settings.mode, string);
  if (isView(result)) return result;
  throw unencodableText(namesInLowercase[id], result.index, result.codePoint, string);
}

// Encodes as much of a string as fits into a Uint8Array.
// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
function encodeInto(text, bytes, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const { mode, substitute } = toEncodeOptions(options);
  if (substitute !== null) {
    const expected = "neither 'transliterate' nor a function in encodeInto()";
    const given = transliterating.has(substitute) ? 'transliterate' : substitute;
    throw invalidArgument('options.unencodable', expected, given);
  }
  const string = toText(text, 'text');
  if (!isUint8Array(bytes)) throw invalidArgument('bytes', 'a Uint8Array', bytes);
  return encodeIntoTarget(id, mode, string, bytes);
}

// Returns the number of bytes that encode() returns.
function encodedLength(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  const { substitute, maxErrors, maxOutputBytes } = settings;
  if (substitute !== null || maxErrors !== Infinity || maxOutputBytes !== Infinity) {
    return new EncoderStream(id, settings).lengthOf(string);
  }
  const bom = bomText(id, settings.addBOM);
  // An encoding with a byte order mark contains every code point.
  const { index, codePoint, length } = measureText(id, settings.mode, bom + string);
  if (index === -1) return length;
  throw unencodableText(namesInLowercase[id], index, codePoint, string);
}

/** Returns the index of the first code unit of a string that is a lone surrogate; -1 if there is none. */
function indexOfLoneSurrogate(string) {
  if (string.isWellFormed()) return -1;
  const wellFormed = string.toWellFormed();
  let index = 0;
  while (string.charCodeAt(index) === wellFormed.charCodeAt(index)) index++;
  return index;
}

// Returns the first code point of a string that an encoding does not contain, or null. No encoding contains a lone surrogate, also
// where encode() writes U+FFFD for it.
function findUnencodable(text, label = 'utf-8') {
  const id = toEncodingId(label);
  const string = toText(text, 'text');
  const { index, codePoint } = measureText(id, unencodables.fatal, string);
  const lone = indexOfLoneSurrogate(string);
  if (lone !== -1 && !(index !== -1 && index <= lone)) return { index: lone, codePoint: 0xfffd };
  return index === -1 ? null : { index, codePoint };
}

// Tells whether an encoding contains every code point of a string.
function canEncode(text, label = 'utf-8') {
  return findUnencodable(text, label) === null;
}

module.exports = {
  EncoderStream,
  canEncode,
  encode,
  encodeInto,
  encodedLength,
  findUnencodable,
};
