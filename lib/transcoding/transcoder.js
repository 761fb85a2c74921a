'use strict';

// Bytes in one encoding to bytes in another: one-shot and as a stream.

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
const { decodeForTranscoder } = require('../native/decode.js');
const { LONGEST, decodeShort } = require('../native/decode-short.js');
const { encodeShort, transcodeShort } = require('../native/encode-short.js');
const { MAX_SHARED_BYTES, flagFor, reserve, take, taken } = require('../native/slab.js');
const { clearState, copyState, newState } = require('../native/states.js');
const { concatBytes, isShared, lengthOf, restOf } = require('../base/webidl.js');

const { call, transcodeShort: nativeTranscodeShort } = binding;

const noBytes = new Uint8Array(0);

// In bytes: after an error the core gets the waiting bytes in pieces of this size. For each call it reserves room for
// whatever its input may become, and the next error, which ends the call, may be near.
const PIECE_OF_QUEUE = 64 * 1024;

/** The error that the core describes. */
function transcodeError(from, to, error) {
  const { codePoint, offset } = error;
  return codePoint === undefined
    ? invalidEncodedData(namesInLowercase[from], error)
    : unencodableText(namesInLowercase[to], { offset, codePoint });
}

// How many bytes of output may be needed for each byte: U+FFFD in UTF-8; elsewhere an escape sequence and
// "&#65533;".
const IN_UTF8 = 3;
const ELSEWHERE = 12;
const utf8 = encodings.indexOf('UTF-8');

/** A Buffer with what very few bytes are transcoded to; null when that is for the core to say. */
function transcodeHere(from, to, bytes) {
  const length = lengthOf(bytes);
  if (length > LONGEST) return null;
  if (to === utf8) return transcodeShort(from, bytes, length);
  const text = decodeShort(from, bytes, length);
  return text === null ? null : encodeShort(to, text);
}

/**
 * A Buffer with what a few bytes are transcoded to; null, with the state as it was, when they are more than
 * that or an error is fatal. `head` and `state` are those of binding.transcode().
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

/** Chunks of one kind, strings or Buffers, as one. */
function join(chunks) {
  if (chunks.length === 1) return chunks[0];
  if (chunks.length === 0) return Buffer.alloc(0);
  return typeof chunks[0] === 'string' ? chunks.join('') : concatBytes(chunks);
}

/** The bytes from `start` on, as far as they are still there. */
function bytesFrom(bytes, start) {
  return lengthOf(bytes) > start ? restOf(bytes, start) : noBytes;
}

/**
 * What the stream adapters run a Transcoder with, in place of write() and end(): the output, or the Failure
 * that ends the stream. With `asText`, of a Transcoder to UTF-8, the output is a string.
 */
let runTranscoder;

/**
 * A stream of bytes from one encoding to another, without a string between, save with a function as `unencodable`. At
 * most a few bytes of an unfinished sequence are held from one call to the next.
 *
 * Options: `fatal` (default false) throws on a malformed sequence instead of putting U+FFFD in its place;
 * `ignoreBOM` (default false) keeps the byte order mark of UTF-8 and UTF-16 input; `unencodable` is as in
 * encode(), `addBOM` (default false) puts a byte order mark before UTF-8 and UTF-16 output.
 * Throws RangeError for a label that names no encoding or the replacement encoding, and TypeError for what
 * is no option.
 */
class Transcoder {
  #from;
  #to;
  #flags;
  #mode;
  #canFail;
  #bom;
  #state = newState(binding.transcodeStateSize);
  #substituting = null; // encodes, in place of the core alone, where the caller has a function
  #before = null; // what a call that fails for lack of memory restores
  #started = false;
  #ended = false;
  #ioQueue = null; // the bytes left unread by an error
  #isCalling = false; // the caller's function

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
      from: this.#from,
      to: this.#to,
      flags: this.#flags,
      state: this.#state,
      substitute: (codePoint, offset) => this.#call(substitute, codePoint, offset),
      errorOf: (error) => transcodeError(this.#from, this.#to, error),
    });
  }

  /** The name of the encoding of what is written to it, as the standard spells it. */
  get from() {
    return names[this.#from];
  }

  /** The name of the encoding of what is returned, as the standard spells it. */
  get to() {
    return names[this.#to];
  }

  /** How many malformed sequences and unencodable code points the stream has had replaced so far. */
  get replacements() {
    const { replacements } = binding.transcodeProgress(this.#state);
    return replacements + (this.#substituting?.replacements ?? 0);
  }

  /** The offset in bytes, in the stream, of the first malformed sequence so far; null for none. */
  get firstErrorOffset() {
    return binding.transcodeProgress(this.#state).firstErrorOffset ?? null;
  }

  /**
   * Transcodes a chunk of the stream; returns a Buffer, which may be empty. Buffers of up to 4 KB share memory of 128 KB,
   * as those of Buffer.from() share a pool.
   *
   * Throws TypeError for what is no buffer or view; with code ERR_ENCODING_INVALID_ENCODED_DATA, in fatal
   * mode, for a malformed sequence; with code ERR_ENCODING_UNENCODABLE for a code point that `to` does not
   * have. Both carry `offset`, in bytes from the start of the stream, and `output`, a Buffer with what the
   * chunk was transcoded to before it. The bytes behind the error are kept: the next call goes on with
   * them. Throws Error with code ERR_TRANSCODER_ENDED after end(), and with code ERR_TRANSCODER_BUSY when the
   * function `unencodable` calls it, or end() or reset(), on the transcoder that has called the function; with
   * code ERR_MEMORY_ALLOCATION_FAILED when memory cannot be had. None of these three changes anything.
   */
  write(chunk) {
    return this.#transcode(toBytes(chunk, 'chunk'), true);
  }

  /**
   * Ends the stream, after one more chunk if there is one; returns the last Buffer. A sequence that is cut
   * by the end is malformed. Throws what write() throws; after an error, end() can be called again.
   */
  end(chunk = undefined) {
    const bytes = chunk === undefined || chunk === null ? noBytes : toBytes(chunk, 'chunk');
    const output = this.#transcode(bytes, false);
    this.#ended = true;
    return output;
  }

  /** Forgets the stream, also one that has ended or failed, so that another can be written. */
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
      // There is not enough memory: nothing has happened.
      copyState(this.#state, this.#before);
      this.#started = started;
      this.#substituting?.restore();
      queue?.unpush(length);
      throw error;
    }
    throw withOutput(result.error, result.output);
  }

  // A Buffer with what a few bytes are transcoded to; null, with the stream as it was, when that is for #run().
  #transcodeInSlab(bytes, stream) {
    if (this.#substituting !== null || (!this.#started && this.#bom !== '')) return null;
    const output = transcodeInSlab(this.#head(stream), bytes, this.#state);
    if (output !== null) this.#started = true;
    return output;
  }

  // A Buffer, or with `asText` a string; or a Failure with that and the bytes that are still to be transcoded.
  // What is thrown is for lack of memory. The core gets `most` bytes at once.
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
    // After an error the rest of a chunk is looked at again, and shared memory is looked at once.
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

  // What the core says of some bytes: a Buffer or a string; or of an error that ends them.
  #convert(bytes, stream, asText) {
    const result = asText
      ? decodeForTranscoder(this.#decodeHead(stream), bytes, this.#state)
      : taken(binding.transcode(this.#head(stream, flagFor(lengthOf(bytes))), bytes, this.#state));
    this.#started = true;
    return result;
  }

  #checkIsIdle() {
    if (this.#isCalling) throw busyTranscoder();
  }

  // The first argument of decodeForTranscoder().
  #decodeHead(stream) {
    return headOf(this.#from, this.#flags | (stream ? STREAM : 0));
  }

  // The first argument of the native calls that transcode, with `more` flags.
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

/**
 * Transcodes bytes into a Buffer, as one end() of a new Transcoder with the same labels and options would.
 * Buffers of up to 4 KB share memory of 128 KB, as those of Buffer.from() share a pool. Throws what that throws.
 */
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
