'use strict';

// Text to bytes: one-shot, into a caller's buffer, as a stream; and answers about text.

const {
  countReplacements,
  encodeChunk,
  encodeInto: encodeIntoTarget,
  encodeText,
  measureText,
  newEncodeState,
  unencodables,
} = require('../native/encode.js');
const { isUnicode, namesInLowercase } = require('../native/encodings.js');
const { Failure, invalidArgument, unencodableText, withOutput } = require('../base/errors.js');
const { bomText, toEncodeOptions, toEncodingId, toText } = require('./options.js');
const { concatBytes } = require('../base/webidl.js');
const { isUint8Array } = require('node:util').types;

// Tells a Buffer from a description of an error. Looking for a property that Buffers do not have takes ten times as long.
const { isView } = ArrayBuffer;

// What lib/transcoding/substitutes.js has, loaded for the first function as `unencodable`, which few programs have.
let substitutes = null;

/**
 * A stream of text to be encoded. A surrogate pair may be cut by the end of a chunk, and ISO-2022-JP's
 * state goes on from one chunk to the next.
 */
class EncoderStream {
  #id;
  #mode;
  #bom;
  #state = newEncodeState();
  #substituting = null; // encodes in place of the core alone where the caller has a function
  #leadingSurrogate = ''; // that ended the last chunk, where the core is not given it
  #lastUnit = ''; // that ended the last chunk, perhaps a lone surrogate for a message to name
  #position = 0; // of the text that #substituting has encoded, in UTF-16 code units
  #started = false;

  constructor(id, { mode, substitute, addBOM }) {
    this.#id = id;
    this.#mode = mode;
    this.#bom = bomText(id, addBOM);
    if (substitute === null || isUnicode(id)) return;
    const errorAt = (index, codePoint) =>
      unencodableText(namesInLowercase[id], { index, codePoint });
    substitutes ??= require('./substitutes.js');
    this.#substituting = new substitutes.SubstitutingEncoder(id, substitute, errorAt);
  }

  /** How many unencodable code points the stream has had replaced or passed over so far. */
  get replacements() {
    return this.#substituting === null
      ? countReplacements(this.#state)
      : this.#substituting.replacements;
  }

  /**
   * The bytes of a chunk of text; `end` says that it is the last, after which a new stream begins.
   * Throws TypeError for an unencodable code point when that is fatal, with `index`, absolute in
   * the stream, `codePoint`, and in `output` the bytes of what came before it in the chunk; the
   * stream then begins anew. What the caller's function throws, it throws, with the same `output`.
   */
  encode(text, end) {
    const result = this.run(text, end);
    if (!(result instanceof Failure)) return result;
    throw withOutput(result.error, result.output);
  }

  /** The same without throwing: the bytes, or a Failure. */
  run(text, end) {
    const chunks = [];
    const failure = this.add(text, end, chunks);
    const bytes = chunks.length === 1 ? chunks[0] : concatBytes(chunks);
    return failure === null ? bytes : new Failure(failure.error, bytes);
  }

  /** Encodes a chunk and gives `chunks.push()` its bytes part by part. Returns null, or { error } after an error. */
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
    const isFirst = !this.#started;
    const string = isFirst ? this.#bom + text : text;
    const result = encodeChunk(this.#id, this.#mode, string, isFirst, end, this.#state);
    if (isView(result)) {
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
        // Nothing that the function returns can come between the halves of a pair then.
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

  // The text with the leading surrogate that ended the chunk before it, but without one that it ends in itself: its
  // other half may begin the next chunk.
  #withoutLeadingSurrogate(text, end) {
    const whole = (this.#started ? this.#leadingSurrogate : '') + text;
    const waits = !end && (whole.charCodeAt(whole.length - 1) & 0xfc00) === 0xd800;
    this.#leadingSurrogate = waits ? whole.slice(-1) : '';
    return waits ? whole.slice(0, -1) : whole;
  }
}

/**
 * Encodes a string into a new Buffer. Buffers of up to 4 KB share memory of 128 KB, as those of Buffer.from() share a pool. A
 * lone surrogate counts as U+FFFD.
 *
 * Options: `unencodable` says what becomes of a code point that the encoding does not have: 'fatal' (the
 * default) throws, 'html' writes it as `&#n;`, 'replace' writes `?`, 'skip' writes nothing, and a function
 * of the code point and its index returns the text to encode in its place. `addBOM` (default false)
 * puts a byte order mark before UTF-8 and UTF-16.
 * Throws RangeError for a label that names no encoding or the replacement encoding; TypeError for what is
 * no string or no option, and with code ERR_ENCODING_UNENCODABLE, `index` in UTF-16 code units, `codePoint`
 * and `encoding`, for an unencodable code point. UTF-16BE and UTF-16LE, for which the standard has no
 * encoder, are written as their decoders read them.
 * https://encoding.spec.whatwg.org/#encode
 */
function encode(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  if (settings.substitute !== null || settings.addBOM) {
    return new EncoderStream(id, settings).encode(string, true);
  }
  const result = encodeText(id, settings.mode, string);
  if (isView(result)) return result;
  const { index, codePoint } = result;
  throw unencodableText(namesInLowercase[id], { index, codePoint, text: string });
}

/**
 * Encodes as much of a string as fits into a Uint8Array, from its start: { read, written } in UTF-16 code
 * units and bytes. No character is split, and what is written is complete by itself; the bytes of the rest
 * can follow it, save in ISO-2022-JP, where each part is to be decoded by itself. When an unencodable code
 * point ends it in 'fatal' mode, `codePoint` is that code point, the next to be read; nothing is thrown.
 * The bytes behind `written` stay as they are.
 * Options: `unencodable` as in encode(), without a function.
 * Throws RangeError and TypeError as encode() does for its arguments.
 * https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
 */
function encodeInto(text, bytes, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const { mode, substitute } = toEncodeOptions(options);
  if (substitute !== null) {
    throw invalidArgument('options.unencodable', 'no function in encodeInto()', substitute);
  }
  const string = toText(text, 'text');
  if (!isUint8Array(bytes)) throw invalidArgument('bytes', 'a Uint8Array', bytes);
  return encodeIntoTarget(id, mode, string, bytes);
}

/** How many bytes a text has with a function, which are made piece by piece and not kept. */
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

/**
 * How many bytes `encode(text, label, options)` would return, without making them.
 * Throws what encode() throws.
 */
function encodedLength(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  if (settings.substitute !== null) return lengthWithFunction(id, settings, string);
  const bom = bomText(id, settings.addBOM);
  const measured = measureText(id, settings.mode, bom + string);
  if (!('codePoint' in measured)) return measured.length;
  const index = measured.index - bom.length;
  const { codePoint } = measured;
  throw unencodableText(namesInLowercase[id], { index, codePoint, text: string });
}

/**
 * The first code point of a string that an encoding does not have: null, or { index, codePoint }, the index
 * in UTF-16 code units. Throws RangeError and TypeError as encode() does for its arguments.
 */
function findUnencodable(text, label = 'utf-8') {
  const measured = measureText(toEncodingId(label), unencodables.fatal, toText(text, 'text'));
  if (!('codePoint' in measured)) return null;
  return { index: measured.index, codePoint: measured.codePoint };
}

/** Whether an encoding has every code point of a string; see findUnencodable() for which it has not. */
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
