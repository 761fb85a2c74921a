'use strict';

// Transcodes bytes from one encoding to another, in one call or as a stream.

const binding = require('../native/backend.js');
const { encodings, names, namesInLowercase } = require('../native/encodings.js');
const {
  Failure,
  busyTranscoder,
  endedTranscoder,
  invalidEncodedData,
  unencodableText,
  withOutput,
} = require('../base/errors.js');
const {
  FATAL,
  START,
  STREAM,
  bomText,
  hasAllText,
  headOf,
  toBytes,
  toDecodeFlags,
  toEncodeOptions,
  toEncodingId,
  transcodeHeadOf,
} = require('./options.js');
const { LONGEST, decodeShort } = require('../native/decode-short.js');
const { encodeShort, transcodeShort } = require('../native/encode-short.js');
const { MAX_SHARED_BYTES, flagFor, reserve, take, taken } = require('../native/slab.js');
const { clearState, copyState, newState } = require('../native/states.js');
const { concatBytes, isShared, lengthOf, restOf } = require('../base/webidl.js');

const { call, transcodeShort: nativeTranscodeShort } = binding;

const noBytes = new Uint8Array(0);

// In bytes: after an error the core gets the waiting bytes in pieces of this size. Each call of the core reserves memory
// for all of its input, which is wasted if the next error, which ends the call, is near.
const PIECE_OF_QUEUE = 64 * 1024;

/** Makes the error that the core describes. */
function transcodeError(from, to, error) {
  const { codePoint, offset } = error;
  return codePoint === undefined
    ? invalidEncodedData(namesInLowercase[from], error)
    : unencodableText(namesInLowercase[to], { offset, codePoint });
}

// In bytes: the longest output for one byte of input. In UTF-8 it is U+FFFD; in other encodings it is an escape sequence
// and "&#65533;".
const IN_UTF8 = 3;
const ELSEWHERE = 12;
const utf8 = encodings.indexOf('UTF-8');

/** Transcodes very short input without the core; returns a Buffer, or null when the core is needed. */
function transcodeHere(from, to, bytes) {
  const length = lengthOf(bytes);
  if (length > LONGEST) return null;
  if (to === utf8) return transcodeShort(from, bytes, length);
  const text = decodeShort(from, bytes, length);
  return text === null ? null : encodeShort(to, text);
}

/**
 * Transcodes short input to a Buffer in the slab. Returns null, with the state unchanged, if the input is longer or an
 * error is fatal. `head` and `state` are the arguments of binding.transcode().
 */
function transcodeInSlab(head, bytes, state) {
  const perByte = ((head >> 8) & 0xff) === utf8 ? IN_UTF8 : ELSEWHERE;
  const room = perByte * (lengthOf(bytes) + 4) + 256;
  if (room > MAX_SHARED_BYTES) return null;
  const start = reserve(room);
  call[0] = head;
  call[1] = start;
  if (state === undefined) nativeTranscodeShort(bytes);
  else nativeTranscodeShort(bytes, state);
  return call[2] < 0 ? null : take(call[2]);
}

/** Joins chunks that are all strings or all Buffers. */
function join(chunks) {
  if (chunks.length === 1) return chunks[0];
  if (chunks.length === 0) return Buffer.alloc(0);
  return typeof chunks[0] === 'string' ? chunks.join('') : concatBytes(chunks);
}

/** Returns the bytes from `start` on, or none if the memory has been detached. */
function bytesFrom(bytes, start) {
  return lengthOf(bytes) > start ? restOf(bytes, start) : noBytes;
}

/**
 * Runs a Transcoder for the streams of transform.js, which do not call write() and end(). Returns the output, or the
 * Failure that ends the stream. With `asText`, which only a Transcoder to UTF-8 allows, the output is a string.
 */
let runTranscoder;

// Transcodes a stream of bytes.
class Transcoder {
  #from;
  #to;
  #flags;
  #mode;
  #canFail;
  #bom;
  #state = newState(binding.transcodeStateSize);
  #substituting = null; // encodes when the caller has a function `unencodable`
  #before = null; // the state that is restored when there is not enough memory for a call
  #started = false;
  #ended = false;
  #ioQueue = null; // the bytes that an error has left unread
  #isCalling = false; // whether the caller's function is running

  constructor(from, to = 'utf-8', options = undefined) {
    this.#from = toEncodingId(from);
    this.#to = toEncodingId(to);
    this.#flags = toDecodeFlags(options);
    const { mode, substitute, addBOM } = toEncodeOptions(options);
    this.#mode = mode;
    this.#bom = bomText(this.#to, addBOM);
    const hasAll = hasAllText(this.#to);
    const isFatal = (this.#flags & FATAL) !== 0;
    this.#canFail = isFatal || (!hasAll && (mode === 0 || substitute !== null));
    if (substitute === null || hasAll) return;
    // Few programs have such a function.
    const { SubstitutingTranscoder } = require('./substituting-transcoder.js');
    this.#substituting = new SubstitutingTranscoder({
      to: this.#to,
      flags: this.#flags,
      state: this.#state,
      substitute: (codePoint, offset) => this.#call(substitute, codePoint, offset),
      errorOf: (error) => transcodeError(this.#from, this.#to, error),
    });
  }

  get from() {
    return names[this.#from];
  }

  get to() {
    return names[this.#to];
  }

  get replacements() {
    const { replacements } = binding.transcodeProgress(this.#state);
    return replacements + (this.#substituting?.replacements ?? 0);
  }

  get firstErrorOffset() {
    return binding.transcodeProgress(this.#state).firstErrorOffset ?? null;
  }

  write(chunk) {
    return this.#transcode(toBytes(chunk, 'chunk'), true);
  }

  end(chunk = undefined) {
    const bytes = chunk === undefined || chunk === null ? noBytes : toBytes(chunk, 'chunk');
    const output = this.#transcode(bytes, false);
    this.#ended = true;
    return output;
  }

  reset() {
    this.#checkIsIdle();
    clearState(this.#state);
    this.#started = false;
    this.#ended = false;
    this.#ioQueue = null;
    this.#substituting?.reset();
  }

  #transcode(bytes, stream) {
    this.#checkIsIdle();
    if (this.#ended) throw endedTranscoder();
    const queue = this.#ioQueue;
    if (queue === null) {
      const output = this.#transcodeInSlab(bytes, stream);
      if (output !== null) return output;
    }
    const length = lengthOf(bytes);
    queue?.push(bytes);
    const started = this.#started;
    this.#before ??= newState(binding.transcodeStateSize);
    copyState(this.#before, this.#state);
    this.#substituting?.save();
    let result;
    try {
      const input = queue?.bytes ?? bytes;
      result = this.#run(input, stream, false, queue === null ? Infinity : PIECE_OF_QUEUE);
      if (!(result instanceof Failure)) {
        this.#ioQueue = null;
        return result;
      }
      const { unread } = result;
      if (queue === null) {
        const { IoQueue } = require('./io-queue.js');
        const rest = new IoQueue();
        rest.push(unread);
        this.#ioQueue = rest;
      } else {
        queue.read(lengthOf(input) - lengthOf(unread));
      }
    } catch (error) {
      // There is not enough memory: everything is as it was before the call.
      copyState(this.#state, this.#before);
      this.#started = started;
      this.#substituting?.restore();
      queue?.unpush(length);
      throw error;
    }
    throw withOutput(result.error, result.output);
  }

  // Transcodes short input to a Buffer in the slab; returns null, with the stream unchanged, when #run() must do it.
  #transcodeInSlab(bytes, stream) {
    if (this.#substituting !== null || (!this.#started && this.#bom !== '')) return null;
    const output = transcodeInSlab(this.#head(stream), bytes, this.#state);
    if (output !== null) this.#started = true;
    return output;
  }

  // Returns a Buffer, or a string with `asText`; after an error a Failure, with that output and the bytes that are still to
  // be transcoded. Throws only when there is not enough memory. The core gets at most `most` bytes in a call.
  #run(bytes, stream, asText, most = Infinity) {
    const substituting = this.#substituting;
    if (this.#started && !this.#canFail) return this.#convert(bytes, stream, asText);
    const chunks = [];
    if (!this.#started && (asText || this.#bom !== '' || substituting !== null)) {
      binding.transcode(this.#head(true), noBytes, this.#state);
      this.#started = true;
      // The encoders of UTF-8 and UTF-16 have no state.
      if (this.#bom !== '') {
        chunks.push(asText ? this.#bom : binding.encode(headOf(this.#to, 0), this.#bom));
      }
    }
    if (substituting !== null) {
      const failure = substituting.run(bytes, !stream, chunks);
      if (failure === null) return join(chunks);
      return new Failure(failure.error, join(chunks), bytesFrom(bytes, failure.read));
    }
    // After an error the rest of a chunk is read again, so shared memory, which may change meanwhile, is copied.
    const input = this.#canFail && isShared(bytes) ? new Uint8Array(bytes) : bytes;
    for (let unread = input; ; unread = restOf(unread, most)) {
      const isLast = lengthOf(unread) <= most;
      const piece = isLast ? unread : restOf(unread, 0, most);
      const result = this.#convert(piece, stream || !isLast, asText);
      const { output } = result;
      chunks.push(output ?? result);
      if (output !== undefined) {
        const error = transcodeError(this.#from, this.#to, result);
        return new Failure(error, join(chunks), bytesFrom(unread, result.read));
      }
      if (isLast) return join(chunks);
    }
  }

  // Transcodes bytes in the core; returns a Buffer or a string, or the core's description of an error.
  #convert(bytes, stream, asText) {
    const result = asText
      ? binding.transcodeToText(this.#flags | (stream ? STREAM : 0), bytes, this.#state)
      : taken(binding.transcode(this.#head(stream, flagFor(lengthOf(bytes))), bytes, this.#state));
    this.#started = true;
    return result;
  }

  #checkIsIdle() {
    if (this.#isCalling) throw busyTranscoder();
  }

  // Returns the first argument of the native calls; `more` is further flags.
  #head(stream, more = 0) {
    const flags = this.#flags | (stream ? STREAM : 0) | (this.#started ? 0 : START) | more;
    return transcodeHeadOf(this.#from, this.#to, flags, this.#mode);
  }

  #call(substitute, codePoint, offset) {
    this.#isCalling = true;
    try {
      return substitute(codePoint, offset);
    } finally {
      this.#isCalling = false;
    }
  }

  static {
    runTranscoder = (transcoder, bytes, end, asText) =>
      (asText ? null : transcoder.#transcodeInSlab(bytes, !end)) ??
      transcoder.#run(bytes, !end, asText);
  }
}

// Transcodes bytes to a Buffer.
function transcode(bytes, from, to = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const source = toEncodingId(from);
  const target = toEncodingId(to);
  const { mode, substitute, addBOM } = toEncodeOptions(options);
  if (substitute !== null || addBOM) return new Transcoder(from, to, options).end(input);
  const head = transcodeHeadOf(source, target, toDecodeFlags(options), mode);
  const short = transcodeHere(source, target, input) ?? transcodeInSlab(head, input);
  if (short !== null) return short;
  const inSlab = transcodeHeadOf(0, 0, flagFor(lengthOf(input)), 0);
  const result = taken(binding.transcode(head | inSlab, input));
  if (result.output === undefined) return result;
  throw withOutput(transcodeError(source, target, result), result.output);
}

module.exports = { Transcoder, runTranscoder, transcode };
