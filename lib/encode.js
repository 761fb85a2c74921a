'use strict';

// Text to bytes: one-shot, into a caller's buffer, as a stream; and answers about text.

const binding = require('./binding.js');
const { LONGEST } = require('./decode-short.js');
const { encodingId, isAsciiCompatible, namesInLowercase } = require('./encodings.js');
const { Failure, invalidArgument, unencodableText, withOutput } = require('./errors.js');
const {
  START,
  STREAM,
  bomText,
  headOf,
  substituteFor,
  toEncodeOptions,
  toEncodingId,
  toText,
} = require('./options.js');
const { asciiByRuntime, utf8ByRuntime } = require('./runtime.js');
const { encodeShort } = require('./encode-short.js');
const { asBuffer, flagFor, take, taken, writeShort } = require('./slab.js');
const { newState } = require('./states.js');
const { isUint8Array } = require('node:util').types;

// In UTF-16 code units.
const PIECE = 1024;

const utf8 = encodingId('utf-8');

/** Text to bytes where that is quickly done: a Buffer, or null. */
function encodeQuickly(id, mode, text) {
  if (text.length <= LONGEST) {
    const bytes = encodeShort(id, text);
    if (bytes !== null) return bytes;
  }
  const written = writeShort(headOf(id, mode), text);
  if (written >= 0) return take(written);
  const bytes = id === utf8 ? utf8ByRuntime(text) : null;
  if (bytes !== null) return asBuffer(bytes);
  return isAsciiCompatible(id) ? asciiByRuntime(text) : null;
}

/** What binding.encode() makes of a text, or of a chunk of a stream: a Buffer, or { codePoint, … }. */
function encodeByCore(id, flags, text, state = undefined) {
  const head = headOf(id, flags | flagFor(text.length));
  const isStream = state !== undefined;
  return taken(isStream ? binding.encode(head, text, state) : binding.encode(head, text));
}

/**
 * A stream of text to be encoded. A surrogate pair may be cut by the end of a chunk, and ISO-2022-JP's
 * state goes on from one chunk to the next.
 */
class EncoderStream {
  #id;
  #mode;
  #substitute;
  #bom;
  #state = newState(binding.encodeStateSize);
  #leadingSurrogate = ''; // that a chunk of UTF-8 ended in
  #started = false;
  #substituted = 0; // code points in whose place the caller's function has put text

  constructor(id, { mode, substitute, addBOM }) {
    this.#id = id;
    this.#mode = mode;
    this.#substitute = substitute;
    this.#bom = bomText(id, addBOM);
  }

  /** How many unencodable code points the stream has had replaced or passed over so far. */
  get replacements() {
    return binding.encodeReplacements(this.#state) + this.#substituted;
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
    if (!this.#started) this.#substituted = 0;
    const string = this.#started ? text : this.#bom + text;
    const chunks = [];
    try {
      this.#encodePieces(string, end, chunks);
      this.#started = !end;
      return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    } catch (error) {
      this.#started = false;
      return new Failure(error, Buffer.concat(chunks));
    }
  }

  // Nothing fails in UTF-8, where a lone surrogate is U+FFFD: all that is carried is half of a pair.
  #encodeUtf8(text, end) {
    const whole = (this.#started ? this.#leadingSurrogate : '') + text;
    const waits = !end && (whole.charCodeAt(whole.length - 1) & 0xfc00) === 0xd800;
    const string = waits ? whole.slice(0, -1) : whole;
    const bytes = encodeQuickly(utf8, 0, string) ?? encodeByCore(utf8, 0, string);
    this.#leadingSurrogate = waits ? whole.slice(-1) : '';
    return bytes;
  }

  // With a function, in pieces, because each error has the core look at the rest of its piece again.
  #encodePieces(text, end, chunks) {
    if (this.#id === utf8) {
      chunks.push(this.#encodeUtf8(text, end));
      return;
    }
    let at = 0;
    if (this.#substitute !== null) {
      for (; text.length - at > PIECE; at += PIECE) {
        this.#encodePiece(text.slice(at, at + PIECE), false, chunks);
      }
    }
    this.#encodePiece(at === 0 ? text : text.slice(at), end, chunks);
  }

  // Adds the bytes of `text` to `chunks`.
  #encodePiece(text, end, chunks) {
    for (let rest = text; ; ) {
      const flags = this.#mode | (end ? 0 : STREAM) | (this.#started ? 0 : START);
      const written = writeShort(headOf(this.#id, flags), rest, this.#state);
      const result = written < 0 ? encodeByCore(this.#id, flags, rest, this.#state) : take(written);
      this.#started = true;
      if (!('codePoint' in result)) {
        chunks.push(result);
        return;
      }
      chunks.push(result.output);
      chunks.push(this.#replace(result));
      rest = rest.slice(result.read);
    }
  }

  // The bytes of what the caller's function puts in the place of a code point.
  #replace({ index: absolute, codePoint }) {
    const index = absolute - this.#bom.length;
    const name = namesInLowercase[this.#id];
    if (this.#substitute === null) throw unencodableText(name, { index, codePoint });
    const text = substituteFor(this.#substitute, codePoint, index);
    const inserted = binding.encodeInsert(text, this.#state);
    if ('codePoint' in inserted) {
      throw unencodableText(name, { index, codePoint: inserted.codePoint });
    }
    this.#substituted++;
    return inserted;
  }
}

/**
 * Encodes a string into a new Buffer; those of up to some 32 KB share memory, as those of Buffer.from() do. A
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
  const bytes = encodeQuickly(id, settings.mode, string);
  if (bytes !== null) return bytes;
  const result = encodeByCore(id, settings.mode, string);
  if (!('codePoint' in result)) return result;
  const { index, codePoint } = result;
  throw unencodableText(namesInLowercase[id], { index, codePoint, text: string });
}

/**
 * Encodes as much of a string as fits into a Uint8Array, from its start: { read, written } in UTF-16 code
 * units and bytes. No character is split, and what is written is complete by itself; the bytes of the rest
 * can follow it, save in ISO-2022-JP, where each part is to be decoded by itself. When an unencodable code
 * point ends it in 'fatal' mode, `codePoint` is that code point, the next to be read; nothing is thrown.
 * What the bytes behind `written` hold afterwards is left open.
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
  return binding.encodeInto(headOf(id, mode), string, bytes);
}

/**
 * How many bytes `encode(text, label, options)` would return, without making them.
 * Throws what encode() throws.
 */
function encodedLength(text, label = 'utf-8', options = undefined) {
  const id = toEncodingId(label);
  const settings = toEncodeOptions(options);
  const string = toText(text, 'text');
  if (settings.substitute !== null) return encode(string, label, options).length;
  const measured = binding.measureText(
    headOf(id, settings.mode),
    bomText(id, settings.addBOM) + string,
  );
  if (!('codePoint' in measured)) return measured.length;
  const index = measured.index - bomText(id, settings.addBOM).length;
  const { codePoint } = measured;
  throw unencodableText(namesInLowercase[id], { index, codePoint, text: string });
}

/**
 * The first code point of a string that an encoding does not have: null, or { index, codePoint }, the index
 * in UTF-16 code units. Throws RangeError and TypeError as encode() does for its arguments.
 */
function findUnencodable(text, label = 'utf-8') {
  const measured = binding.measureText(toEncodingId(label), toText(text, 'text'));
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
