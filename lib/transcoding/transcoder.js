'use strict';

// Transcodes bytes from one encoding to another, in one call or as a stream.

const { encodeText, unencodables } = require('../native/encode.js');
const { isUnicode, names, namesInLowercase } = require('../native/encodings.js');
const {
  Failure,
  busyTranscoder,
  endedTranscoder,
  invalidEncodedData,
  unencodableText,
  withOutput,
} = require('../base/errors.js');
const { bomText, toBytes, toDecodeFlags, toEncodeOptions, toEncodingId } = require('./options.js');
const {
  beginTranscoding,
  decodeChunk,
  decoderOf,
  isFatal,
  newTranscodeState,
  progressOf,
  transcodeBytes,
  transcodeChunk,
} = require('../native/transcode.js');
const {
  concatBytes,
  copyBytes,
  isShared,
  lengthOf,
  noBytes,
  restOf,
} = require('../base/webidl.js');

const { isView } = ArrayBuffer;

// The state of a stream that has not begun.
const blankState = newTranscodeState();

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

/** Joins chunks of one kind, strings or Buffers. */
const join = (chunks) => (typeof chunks[0] === 'string' ? chunks.join('') : concatBytes(chunks));

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
  #settings; // of decoding, and for code points that cannot be encoded
  #canFail;
  #bom;
  #state = newTranscodeState();
  #decoder = null; // the decoder's part of the state, for text
  #substituting = null; // encodes, in place of the core alone, where the caller has a function
  #before = null; // what a call that fails for lack of memory restores
  #started = false;
  #ended = false;
  #ioQueue = null; // the bytes that an error has left unread
  #isCalling = false; // whether the caller's function is running

  constructor(from, to = 'utf-8', options = undefined) {
    this.#from = toEncodingId(from);
    this.#to = toEncodingId(to);
    const flags = toDecodeFlags(options);
    const { mode, substitute, addBOM } = toEncodeOptions(options);
    this.#settings = flags | mode;
    this.#bom = bomText(this.#to, addBOM);
    const mayLack = !isUnicode(this.#to);
    this.#canFail = isFatal(flags) || (mayLack && mode === unencodables.fatal);
    if (substitute === null || !mayLack) return;
    // Few programs have such a function.
    const { SubstitutingTranscoder } = require('./substituting-transcoder.js');
    this.#substituting = new SubstitutingTranscoder({
      from: this.#from,
      to: this.#to,
      settings: this.#settings,
      decoder: decoderOf(this.#state),
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
    const { replacements } = progressOf(this.#state);
    return replacements + (this.#substituting?.replacements ?? 0);
  }

  get firstErrorOffset() {
    return progressOf(this.#state).firstErrorOffset ?? null;
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
    copyBytes(this.#state, blankState);
    this.#started = false;
    this.#ended = false;
    this.#ioQueue = null;
    this.#substituting?.reset();
  }

  #transcode(bytes, stream) {
    this.#checkIsIdle();
    if (this.#ended) throw endedTranscoder();
    const queue = this.#ioQueue;
    const started = this.#started;
    this.#before ??= newTranscodeState();
    copyBytes(this.#before, this.#state);
    this.#substituting?.save();
    let result;
    try {
      const input = queue?.with(bytes) ?? bytes;
      result = this.#run(input, stream, false, queue === null ? Infinity : PIECE_OF_QUEUE);
      if (!(result instanceof Failure)) {
        this.#ioQueue = null;
        return result;
      }
      const { unread } = result;
      if (queue === null) {
        this.#ioQueue = require('./io-queue.js').queueOf(unread);
      } else {
        queue.read(lengthOf(input) - lengthOf(unread));
      }
    } catch (error) {
      // There is not enough memory: everything is as it was before the call.
      copyBytes(this.#state, this.#before);
      this.#started = started;
      this.#substituting?.restore();
      throw error;
    }
    throw withOutput(result.error, result.output);
  }

  // A Buffer, or with `asText` a string; or a Failure with that and the bytes that are still to be transcoded.
  // What is thrown is for lack of memory. The core gets `most` bytes at once.
  #run(bytes, stream, asText, most = Infinity) {
    const substituting = this.#substituting;
    if (this.#started && !this.#canFail) return this.#convert(bytes, stream, asText);
    const chunks = [];
    if (!this.#started && (asText || this.#bom !== '' || substituting !== null)) {
      beginTranscoding(this.#from, this.#to, this.#settings, this.#state);
      this.#started = true;
      // The encoders of UTF-8 and UTF-16 have no state.
      if (this.#bom !== '') {
        chunks.push(asText ? this.#bom : encodeText(this.#to, unencodables.fatal, this.#bom));
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
    const from = this.#from;
    const settings = this.#settings;
    if (asText) {
      this.#decoder ??= decoderOf(this.#state);
      return decodeChunk(from, settings, bytes, !stream, this.#decoder);
    }
    const isFirst = !this.#started;
    const result = transcodeChunk(from, this.#to, settings, bytes, isFirst, !stream, this.#state);
    this.#started = true;
    return result;
  }

  #checkIsIdle() {
    if (this.#isCalling) throw busyTranscoder();
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
    runTranscoder = (transcoder, bytes, end, asText) => transcoder.#run(bytes, !end, asText);
  }
}

// Transcodes bytes to a Buffer.
function transcode(bytes, from, to = 'utf-8', options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const source = toEncodingId(from);
  const target = toEncodingId(to);
  const { mode, substitute, addBOM } = toEncodeOptions(options);
  if (substitute !== null || addBOM) return new Transcoder(from, to, options).end(input);
  const result = transcodeBytes(source, target, toDecodeFlags(options) | mode, input);
  if (isView(result)) return result;
  throw withOutput(transcodeError(source, target, result), result.output);
}

module.exports = { Transcoder, runTranscoder, transcode };
