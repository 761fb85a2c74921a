'use strict';

// Transcodes bytes from one encoding to another, in one call or as a stream. Transcoder, in transcoder.js, is the public API of
// the stream.

const {
  bomText,
  encodeOptionsOf,
  needsStream,
  readOptions,
  toDecodeFlags,
  toEncodingId,
  toMalformed,
  toPart,
} = require('./options.js');
const { Chunks, Limits, restorerOf } = require('./limits.js');
const { flags } = require('../backend/backend.js');
const { decodeChunk } = require('../backend/decode.js');
const { encodeText, unencodables } = require('../backend/encode.js');
const { isOnlyAscii, isUnicode, names, namesInLowercase } = require('../labels/encodings.js');
const {
  Failure,
  busyTranscoder,
  endedTranscoder,
  outputOf,
  resultOf,
  unencodableBytes,
  withOutput,
} = require('./errors.js');
const { invalidEncodedData } = require('../base/errors.js');
const { copyBytes, lengthOf, noBytes, restOf, stableBytes, toBytes } = require('../base/webidl.js');
const {
  decoderOf,
  isFatal,
  newTranscodeState,
  progressOf,
  transcodeBytes,
  transcodeChunk,
} = require('../backend/transcode.js');
const { eachPieceOfBytes, queueOf } = require('./pieces.js');

const { isView } = ArrayBuffer;

// A stream has this state before its first chunk.
const blankState = newTranscodeState();

// In bytes: the core gets input in pieces of this size after an error, and where the output has a limit. Each call of the core
// reserves memory for all of its input, which is wasted if the call ends at an error that is near, or passes the limit.
const CHUNK_BYTES = 64 * 1024;

/** Makes the error that the core describes. Its offsets count from `origin`. */
function transcodeError(from, to, error, origin) {
  return Object.hasOwn(error, 'codePoint')
    ? unencodableBytes(namesInLowercase[to], origin + error.offset, error.codePoint)
    : invalidEncodedData(namesInLowercase[from], error, origin);
}

/** Returns the bytes from `start` on, or none if the memory has been detached. */
function bytesFrom(bytes, start) {
  return lengthOf(bytes) > start ? restOf(bytes, start) : noBytes;
}

/**
 * Transcodes a stream of bytes. The arguments are those of a Transcoder, a LineCounter that is to count the decoded text, and { origin,
 * limits } where the stream is a part of another one: the offset of its first byte, and the Limits of all parts.
 */
class TranscodingStream {
  #from;
  #to;
  #settings; // of decoding, and for code points that cannot be encoded
  #canFail;
  #bom;
  #state = newTranscodeState();
  #decoder = null; // the decoder's part of the state, for text
  #substituting = null; // transcodes, in place of the core alone, where the caller has a function or a limit of errors
  #limits = null; // where there is a limit or #substituting
  #origin = 0; // where the stream begins in the bytes from which offsets count
  #before = null; // what a call that fails for lack of memory restores
  #reset = null; // gives these parts what they have before a stream
  #started = false;
  #ended = false;
  #ioQueue = null; // the bytes that an error has left unread
  #calling = null; // the name of the option whose function is running, or was cut off
  #resets = 0; // how many times the stream was forgotten while a function was running

  constructor(from, to, options, lines = undefined, place = undefined) {
    this.#from = toEncodingId(from);
    this.#to = toEncodingId(to);
    this.#origin = place?.origin ?? 0;
    const own = readOptions(options);
    const decodeFlags = toDecodeFlags(own);
    const { mode, substitute, addBOM, maxErrors, maxOutputBytes } = encodeOptionsOf(own);
    const malformed = toMalformed(own);
    this.#settings = decodeFlags | flags.keepText | mode;
    this.#bom = bomText(this.#to, addBOM);
    const mayLack = !isUnicode(this.#to);
    this.#canFail = isFatal(decodeFlags) || (mayLack && mode === unencodables.fatal);
    const writesAscii = isOnlyAscii(to);
    const isSubstituting =
      writesAscii ||
      (substitute !== null && mayLack) ||
      malformed !== null ||
      maxErrors !== Infinity ||
      lines !== undefined;
    if (!isSubstituting && maxOutputBytes === Infinity) return;
    this.#limits = place?.limits ?? new Limits(maxErrors, maxOutputBytes);
    if (isSubstituting) {
      // Few programs have such options.
      const { SubstitutingTranscoder } = require('./substituting-transcoder.js');
      this.#substituting = new SubstitutingTranscoder({
        from: this.#from,
        to: this.#to,
        isOnlyAscii: writesAscii,
        settings: this.#settings,
        decoder: decoderOf(this.#state),
        mode,
        substitute,
        malformed,
        call: (name, ownFunction, subject, offset, ...args) =>
          this.#call(name, ownFunction, subject, offset + this.#origin, ...args),
        limits: this.#limits,
        lines,
        errorOf: (error) => this.#errorOf(error),
      });
    }
  }

  get from() {
    return names[this.#from];
  }

  /** Says where the next bytes are, after `read` bytes of this stream: offsets count from there. */
  moveTo(offset, read) {
    this.#origin = offset - read;
  }

  get to() {
    return names[this.#to];
  }

  get replacements() {
    const { replacements } = progressOf(this.#state);
    return replacements + (this.#substituting?.replacements ?? 0);
  }

  get firstErrorOffset() {
    const { firstErrorOffset } = progressOf(this.#state);
    return firstErrorOffset === null ? null : this.#origin + firstErrorOffset;
  }

  write(chunk) {
    return this.#transcode(toBytes(chunk, 'chunk'), true);
  }

  end(chunk) {
    const bytes = chunk === undefined || chunk === null ? noBytes : toBytes(chunk, 'chunk');
    const output = this.#transcode(bytes, false);
    this.#ended = true;
    return output;
  }

  // A function that a timeout of node:vm has cut off never returns, and looks as one that is running. So reset() works in both
  // cases, and a call whose function has called it ends with an error.
  reset() {
    if (this.#calling !== null) this.#resets++;
    this.#calling = null;
    this.#forget();
  }

  #forget() {
    copyBytes(this.#state, blankState);
    this.#started = false;
    this.#ended = false;
    this.#ioQueue = null;
    this.#reset?.();
  }

  #transcode(bytes, stream) {
    if (this.#calling !== null) throw busyTranscoder(this.#calling);
    const resets = this.#resets;
    try {
      return outputOf(this.#restoring(() => this.#runQueued(bytes, stream)));
    } finally {
      if (this.#resets !== resets) this.#forget();
    }
  }

  // Runs a chunk behind the bytes that an error has left unread, and keeps those that are left now.
  #runQueued(bytes, stream) {
    const queue = this.#ioQueue;
    const input = queue?.with(bytes) ?? bytes;
    const result = this.run(input, stream, false, queue === null ? Infinity : CHUNK_BYTES);
    if (!(result instanceof Failure)) this.#ioQueue = null;
    else if (queue === null) this.#ioQueue = queueOf(result.unread);
    else queue.read(lengthOf(input) - lengthOf(result.unread));
    return result;
  }

  /** Does what run() does. Where that throws, everything is as it was before the call. */
  runOrRestore(bytes, stream, asText) {
    return this.#restoring(() => this.run(bytes, stream, asText));
  }

  // Returns what a function returns. Where it throws, because there is not enough memory or too much output, everything is as it was
  // before the call.
  #restoring(convert) {
    if (this.#ended) throw endedTranscoder();
    const started = this.#started;
    this.#before ??= newTranscodeState();
    copyBytes(this.#before, this.#state);
    const restoreParts = this.#limits && restorerOf(this.#parts);
    this.#reset ??= restoreParts;
    // The stream has ended if a timeout of node:vm cuts this off, or if there is no stack for what follows an error.
    this.#ended = true;
    try {
      const result = convert();
      this.#ended = false;
      return result;
    } catch (error) {
      copyBytes(this.#state, this.#before);
      this.#started = started;
      restoreParts?.();
      this.#ended = false;
      throw error;
    }
  }

  /**
   * Does what write() and end() do for a caller that calls neither. Returns a Buffer, or with `asText`, which only UTF-8 as `to`
   * allows, a string; or a Failure with that and the bytes that are still to be transcoded. What is thrown is for lack of memory,
   * or for too much output. The core gets `most` bytes at once.
   */
  run(bytes, stream, asText, most = Infinity) {
    const limits = this.#limits;
    if (this.#started && !this.#canFail && limits === null) {
      return this.#convert(bytes, stream, asText);
    }
    const chunks = limits === null ? [] : new Chunks(limits);
    const failure = this.#addTo(
      chunks,
      bytes,
      stream,
      asText,
      limits === null ? most : CHUNK_BYTES,
    );
    return resultOf(chunks, asText, failure);
  }

  // Does what run() does, and adds the output to `chunks`. Returns null, or { error, unread }.
  #addTo(chunks, bytes, stream, asText, most) {
    const substituting = this.#substituting;
    if (!this.#started && (asText || this.#bom !== '' || substituting !== null)) {
      this.#convert(noBytes, true, false);
      // The encoders of UTF-8, UTF-16 and UTF-32 have no state.
      if (this.#bom !== '') {
        chunks.push(asText ? this.#bom : encodeText(this.#to, unencodables.fatal, this.#bom));
      }
    }
    if (substituting !== null) {
      const failure = substituting.run(bytes, !stream, asText, chunks);
      return failure && { error: failure.error, unread: bytesFrom(bytes, failure.read) };
    }
    // After an error the rest of a chunk is read again, so shared memory, which may change meanwhile, is copied.
    const input = this.#canFail ? stableBytes(bytes) : bytes;
    return eachPieceOfBytes(input, most, (piece, isLast, start) => {
      const result = this.#convert(piece, stream || !isLast, asText);
      const isError = typeof result !== 'string' && !isView(result);
      chunks.push(isError ? result.output : result);
      if (!isError) return null;
      return { error: this.#errorOf(result), unread: bytesFrom(input, start + result.read) };
    });
  }

  // What changes from call to call where there is a limit or #substituting, beside the state.
  get #parts() {
    return [this.#limits, ...(this.#substituting?.parts ?? [])];
  }

  #errorOf(error) {
    return transcodeError(this.#from, this.#to, error, this.#origin);
  }

  // Transcodes bytes in the core; returns a Buffer or a string, or the core's description of an error.
  #convert(bytes, stream, asText) {
    const from = this.#from;
    const settings = this.#settings;
    if (asText) {
      this.#decoder ??= decoderOf(this.#state);
      return decodeChunk(from, settings, bytes, false, !stream, this.#decoder);
    }
    const isFirst = !this.#started;
    const result = transcodeChunk(from, this.#to, settings, bytes, isFirst, !stream, this.#state);
    this.#started = true;
    return result;
  }

  // Calls the function that is the option `name`.
  #call(name, ownFunction, ...args) {
    const resets = this.#resets;
    this.#calling = name;
    let result;
    try {
      result = ownFunction(...args);
    } finally {
      this.#calling = null;
    }
    if (this.#resets !== resets) throw busyTranscoder(name);
    return result;
  }

  /**
   * Transcodes a whole stream, which is a part of some bytes, as toPart() returns it. Returns what run() returns, or with `forLength` the
   * length of that.
   */
  static whole(from, to, options, { part, origin }, asText, forLength = false) {
    const place = { origin, limits: undefined };
    const transcoding = new TranscodingStream(from, to, options, undefined, place);
    if (!forLength) return transcoding.run(part, false, asText);
    const chunks = new Chunks(transcoding.#limits, false);
    return transcoding.#addTo(chunks, part, false, asText, CHUNK_BYTES) ?? chunks.total;
  }
}

/** Transcodes all bytes to a Buffer, in one call of the core. They begin at `origin`, from which the offset of an error counts. */
function transcodeAll(source, target, settings, bytes, origin) {
  const result = transcodeBytes(source, target, settings, bytes);
  if (isView(result)) return result;
  throw withOutput(transcodeError(source, target, result, origin), result.output);
}

// Transcodes bytes to a Buffer.
function transcode(bytes, from, to = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const source = toEncodingId(from);
  const target = toEncodingId(to);
  if (options === undefined) return transcodeAll(source, target, 0, input, 0);
  const own = readOptions(options);
  const encodeOptions = encodeOptionsOf(own);
  const settings = toDecodeFlags(own) | encodeOptions.mode;
  const place = toPart(input, own);
  if (toMalformed(own) !== null || needsStream(encodeOptions, lengthOf(place.part))) {
    return outputOf(TranscodingStream.whole(from, to, own, place, false));
  }
  return transcodeAll(source, target, settings, place.part, place.origin);
}

module.exports = { TranscodingStream, transcode };
