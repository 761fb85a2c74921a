'use strict';

// Encodes text: in one call, into the caller's bytes, or as a stream; and answers questions about text.

const binding = require('../native/backend.js');
const { LONGEST } = require('../native/decode-short.js');
const { encodingId, isAsciiCompatible, namesInLowercase } = require('../native/encodings.js');
const { Failure, invalidArgument, unencodableText, withOutput } = require('../base/errors.js');
const {
  START,
  STREAM,
  bomText,
  hasAllText,
  headOf,
  toEncodeOptions,
  toEncodingId,
  toText,
} = require('./options.js');
const { asciiByRuntime, utf8ByRuntime } = require('../native/runtime.js');
const { encodeShort } = require('../native/encode-short.js');
const {
  MAX_SHARED_BYTES,
  asBuffer,
  flagFor,
  take,
  taken,
  writeShort,
} = require('../native/slab.js');
const { newState } = require('../native/states.js');
const { concatBytes } = require('../base/webidl.js');
const { isUint8Array } = require('node:util').types;

const utf8 = encodingId('utf-8');

// The exports of substitutes.js, which is loaded when a program first passes a function as `unencodable`.
let substitutes = null;

/** Encodes text in one of the quick ways; returns a Buffer, or null when none of them applies. */
function encodeQuickly(id, mode, text) {
  if (text.length <= LONGEST) {
    const bytes = encodeShort(id, text);
    if (bytes !== null) return bytes;
  }
  if (text.length > MAX_SHARED_BYTES) {
    const bytes = id === utf8 ? utf8ByRuntime(text) : null;
    if (bytes !== null) return asBuffer(bytes);
    const ascii = isAsciiCompatible(id) ? asciiByRuntime(text) : null;
    if (ascii !== null) return ascii;
  }
  const written = writeShort(headOf(id, mode), text);
  return written < 0 ? null : take(written);
}

/** Encodes a text, or a chunk of a stream, in the core; returns a Buffer, or { codePoint, … } for an error. */
function encodeByCore(id, flags, text, state = undefined) {
  const head = headOf(id, flags | flagFor(text.length));
  const isStream = state !== undefined;
  return taken(isStream ? binding.encode(head, text, state) : binding.encode(head, text));
}

/**
 * Encodes a stream of text. A surrogate pair may be split between two chunks, and the state of ISO-2022-JP continues from
 * one chunk to the next.
 */
class EncoderStream {
  #id;
  #mode;
  #bom;
  #state = newState(binding.encodeStateSize);
  #substituting = null; // encodes when the caller has a function `unencodable`
  #leadingSurrogate = ''; // the one that ended the last chunk, when it was not passed to the core
  #lastUnit = ''; // the last code unit of the last chunk, perhaps a lone surrogate, for an error message
  #position = 0; // in UTF-16 code units: how much text #substituting has encoded
  #started = false;

  constructor(id, { mode, substitute, addBOM }) {
    this.#id = id;
    this.#mode = mode;
    this.#bom = bomText(id, addBOM);
    if (substitute === null || hasAllText(id)) return;
    const errorAt = (index, codePoint) =>
      unencodableText(namesInLowercase[id], { index, codePoint });
    substitutes ??= require('./substitutes.js');
    this.#substituting = new substitutes.SubstitutingEncoder(id, substitute, errorAt);
  }

  /** How many unencodable code points of the stream have been replaced or skipped so far. */
  get replacements() {
    return this.#substituting === null
      ? binding.encodeReplacements(this.#state)
      : this.#substituting.replacements;
  }

  /**
   * Returns the bytes of a chunk of text; `end` means that it is the last chunk, after which a new stream begins. Throws the
   * error for an unencodable code point, or what the caller's function throws, with the bytes that come before it in the
   * chunk as `output`; a new stream then begins.
   */
  encode(text, end) {
    const result = this.run(text, end);
    if (!(result instanceof Failure)) return result;
    throw withOutput(result.error, result.output);
  }

  /** Does what encode() does, but returns a Failure instead of throwing. */
  run(text, end) {
    const chunks = [];
    const failure = this.add(text, end, chunks);
    const bytes = chunks.length === 1 ? chunks[0] : concatBytes(chunks);
    return failure === null ? bytes : new Failure(failure.error, bytes);
  }

  /** Encodes a chunk and passes its bytes to `chunks.push()` part by part; returns null, or { error }. */
  add(text, end, chunks) {
    try {
      const failure = this.#add(text, end, chunks);
      this.#started = !end && failure === null;
      return failure;
    } catch (error) {
      this.#started = false;
      return { error };
    }
  }

  #add(text, end, chunks) {
    if (this.#substituting !== null) return this.#addWithFunction(text, end, chunks);
    const string = this.#started ? text : this.#bom + text;
    if (this.#id === utf8) {
      chunks.push(this.#encodeUtf8(string, end));
      return null;
    }
    const flags = this.#mode | (end ? 0 : STREAM) | (this.#started ? 0 : START);
    const written = writeShort(headOf(this.#id, flags), string, this.#state);
    const result = written < 0 ? encodeByCore(this.#id, flags, string, this.#state) : take(written);
    if (!('codePoint' in result)) {
      chunks.push(result);
      if (string !== '') this.#lastUnit = end ? '' : string[string.length - 1];
      return null;
    }
    chunks.push(result.output);
    const { codePoint } = result;
    const index = result.index - this.#bom.length;
    const textIndex = this.#lastUnit.length + result.read - 1;
    const details = { index, codePoint, text: this.#lastUnit + string, textIndex };
    return { error: unencodableText(namesInLowercase[this.#id], details) };
  }

  // Encodes a chunk to UTF-8. No code point is an error there; only a leading surrogate is kept for the next chunk.
  #encodeUtf8(text, end) {
    const string = this.#withoutLeadingSurrogate(text, end);
    return encodeQuickly(utf8, 0, string) ?? encodeByCore(utf8, 0, string);
  }

  #addWithFunction(chunk, end, chunks) {
    if (!this.#started) {
      this.#substituting.reset();
      this.#position = 0;
    }
    const text = this.#withoutLeadingSurrogate(chunk, end);
    const begin = this.#position;
    this.#position += text.length;
    const list = substitutes.takeList();
    try {
      for (let at = 0; ; ) {
        const next = substitutes.endOfPiece(text, at);
        const isLast = next === text.length;
        // Well-formed text has no lone surrogate that could form a pair with text that the function returns.
        const piece = text.slice(at, next).toWellFormed();
        const count = this.#substituting.find(piece, list);
        const stop = this.#substituting.encode(
          piece,
          list,
          count,
          begin + at,
          end && isLast,
          chunks,
        );
        if (stop !== null || isLast) return stop;
        at = next;
      }
    } finally {
      substitutes.returnList(list);
    }
  }

  // Returns the text with the leading surrogate that ended the previous chunk. A leading surrogate at its end is removed
  // and kept, because the other half of the pair may begin the next chunk.
  #withoutLeadingSurrogate(text, end) {
    const whole = (this.#started ? this.#leadingSurrogate : '') + text;
    const waits = !end && (whole.charCodeAt(whole.length - 1) & 0xfc00) === 0xd800;
    this.#leadingSurrogate = waits ? whole.slice(-1) : '';
    return waits ? whole.slice(0, -1) : whole;
  }
}

// Encodes a string to a Buffer.
// https://encoding.spec.whatwg.org/#encode
function encode(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  if (settings.substitute !== null || settings.addBOM) {
    return new EncoderStream(id, settings).encode(string, true);
  }
  const bytes = encodeQuickly(id, settings.mode, string);
  if (bytes !== null) return bytes;
  const result = encodeByCore(id, settings.mode, string);
  if (!('codePoint' in result)) return result;
  const { index, codePoint } = result;
  throw unencodableText(namesInLowercase[id], { index, codePoint, text: string });
}

// Encodes as much of a string as fits into a Uint8Array.
// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
function encodeInto(text, bytes, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const { mode, substitute } = toEncodeOptions(options);
  if (substitute !== null) {
    throw invalidArgument('options.unencodable', 'no function in encodeInto()', substitute);
  }
  const string = toText(text, 'text');
  if (!isUint8Array(bytes)) throw invalidArgument('bytes', 'a Uint8Array', bytes);
  return binding.encodeInto(headOf(id, mode), string, bytes);
}

/** Returns the number of bytes of a text with a function `unencodable`; makes the bytes piece by piece and keeps none. */
function lengthWithFunction(id, settings, text) {
  let length = 0;
  const chunks = {
    push(bytes) {
      length += bytes.length;
    },
  };
  const failure = new EncoderStream(id, settings).add(text, true, chunks);
  if (failure !== null) throw failure.error;
  return length;
}

// Returns the number of bytes that encode() returns.
function encodedLength(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  if (settings.substitute !== null) return lengthWithFunction(id, settings, string);
  const measured = binding.measureText(
    headOf(id, settings.mode),
    bomText(id, settings.addBOM) + string,
  );
  if (!('codePoint' in measured)) return measured.length;
  const index = measured.index - bomText(id, settings.addBOM).length;
  const { codePoint } = measured;
  throw unencodableText(namesInLowercase[id], { index, codePoint, text: string });
}

// Returns the first code point of a string that an encoding does not contain, or null.
function findUnencodable(text, label = 'utf-8') {
  const measured = binding.measureText(toEncodingId(label), toText(text, 'text'));
  if (!('codePoint' in measured)) return null;
  return { index: measured.index, codePoint: measured.codePoint };
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
