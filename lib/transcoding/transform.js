'use strict';

// Node's own streams of bytes and text.
// https://nodejs.org/api/stream.html#class-streamtransform

const { Transform } = require('node:stream');
const { EncoderStream } = require('./encode.js');
const { Failure, invalidArgument } = require('../base/errors.js');
const { toBytes, toEncodeOptions, toEncodingId } = require('./options.js');
const { Transcoder, runTranscoder } = require('./transcoder.js');

// Captured at load, so that the fake timers of a test, which stand still, hold no error back.
const { setTimeout } = require('node:timers');

// In milliseconds: how long a stream waits at most before it asks again if its destination has written everything.
const LONGEST_PAUSE = 32;

// In bytes or UTF-16 code units: how much of a chunk is converted before the consumer is asked
// whether it wants more, so that what waits for it does not grow with the chunk.
const PIECE = 64 * 1024;

const noBytes = new Uint8Array(0);

function pieceOf(chunk, start, end) {
  return typeof chunk === 'string' ? chunk.slice(start, end) : chunk.subarray(start, end);
}

/** Throws TypeError for options that ask for a stream of objects. */
function checkObjectModes(options) {
  for (const name of ['objectMode', 'readableObjectMode', 'writableObjectMode']) {
    if (options[name]) {
      const expected = 'false or left out: this is a stream of bytes and text';
      throw invalidArgument(`options.${name}`, expected, options[name]);
    }
  }
}

/**
 * Whether a stream that another is piped to holds nothing that would be lost with it. Of a Transform, what it has made
 * counts too while there is a consumer, which has not paused it. A corked stream may itself wait for the error.
 */
function isAtRest(destination) {
  if (destination.destroyed || destination.writableCorked > 0) return true;
  if (destination.writableLength > 0) return false;
  if (!(destination instanceof Transform) || destination.readableFlowing === null) return true;
  const isPaused = destination.isPaused() && destination.listenerCount('data') > 0;
  return destination.readableLength === 0 && !isPaused;
}

/** An error that waits until the consumer has read what came before it. */
class WaitingError {
  isScheduled = false; // whether the stream will look if the time has come
  isAskedFor = false; // whether the consumer has called read() since the last look
  hasNews = true; // whether « readable » is to be emitted with the next look
  pause = 1; // in milliseconds, until the next look at a destination that is still writing

  constructor(report) {
    this.report = report;
  }
}

/**
 * A Transform that converts chunks piece by piece, and reports an error only when the consumer has
 * read all that came before it, and goes on reading.
 */
class ConvertStream extends Transform {
  #convert;
  #goOn = null; // with the chunk that waits for the consumer
  #waitingError = null;
  #isIterated = false; // whether the stream has been asked for an async iterator
  #destinations = new Set(); // of pipe()

  /** `convert(piece, end)` gives the output or a Failure; the last piece, with `end` true, is null. */
  constructor(convert, options) {
    const settings = { ...options, decodeStrings: false };
    checkObjectModes(settings);
    super(settings);
    this.#convert = convert;
  }

  _transform(chunk, _encoding, callback) {
    if (chunk.length <= PIECE) this.#transformPiece(chunk, false, callback);
    else this.#transformFrom(0, chunk, callback);
  }

  _flush(callback) {
    this.#transformPiece(null, true, callback);
  }

  _read(size) {
    const goOn = this.#goOn;
    this.#goOn = null;
    if (goOn === null) super._read(size);
    else goOn();
  }

  // While an error waits, a consumer that asks for more than there is gets the rest, as at the end of a stream.
  read(size) {
    const waiting = this.#waitingError;
    if (waiting === null) return super.read(size);
    const isByConsumer = size !== 0 && this.readableFlowing !== true;
    const isTooMuch = size > this.readableLength;
    const chunk = super.read(isTooMuch ? this.readableLength : size);
    if (chunk !== null) waiting.hasNews = true;
    if (isByConsumer && (chunk === null || !this.#isIterated)) waiting.isAskedFor = true;
    this.#lookLater();
    return chunk;
  }

  [Symbol.asyncIterator]() {
    this.#isIterated = true;
    return super[Symbol.asyncIterator]();
  }

  iterator(options) {
    this.#isIterated = true;
    return super.iterator(options);
  }

  pipe(destination, options) {
    const result = super.pipe(destination, options);
    this.#destinations.add(destination);
    return result;
  }

  unpipe(destination) {
    if (destination === undefined) this.#destinations.clear();
    else this.#destinations.delete(destination);
    super.unpipe(destination);
    this.#lookLater();
    return this;
  }

  _destroy(error, callback) {
    // An aborted signal destroys the stream before it is made.
    if (#convert in this) {
      this.#goOn = null;
      this.#waitingError = null;
    }
    super._destroy(error, callback);
  }

  #transformPiece(piece, end, callback) {
    const result = this.#run(piece, end);
    if (result instanceof Failure) this.#failLater(result, callback);
    else {
      this.#pushOutput(result);
      callback();
    }
  }

  #transformFrom(start, chunk, callback) {
    for (let at = start; !this.destroyed; ) {
      const piece = pieceOf(chunk, at, at + PIECE);
      at += piece.length;
      if (at === chunk.length) {
        this.#transformPiece(piece, false, callback);
        return;
      }
      const result = this.#run(piece, false);
      if (result instanceof Failure) {
        this.#failLater(result, callback);
        return;
      }
      if (!this.#pushOutput(result)) {
        this.#goOn = () => this.#transformFrom(at, chunk, callback);
        return;
      }
    }
  }

  #run(piece, end) {
    try {
      return this.#convert(piece, end);
    } catch (error) {
      return new Failure(error, '');
    }
  }

  // Whether the consumer wants more.
  #pushOutput(output) {
    if (output.length === 0) return true;
    // A string in the very encoding that the consumer asked for goes through no other conversion.
    return typeof output === 'string'
      ? this.push(output, this.readableEncoding)
      : this.push(output);
  }

  // An error destroys the stream, with what it holds: it waits until that has been read.
  #failLater({ error, output }, callback) {
    this.#pushOutput(output);
    // To Node no error is one that is falsy, whatever a caller's function has thrown.
    const reported = error || new Error(`A function threw ${String(error)}`, { cause: error });
    this.#waitingError = new WaitingError(() => callback(reported));
    // Who begins to listen when nothing is left to be read would be told of nothing.
    this.on('newListener', (name) => {
      if (name === 'readable') this.#lookLater();
    });
    this.#lookLater();
  }

  #lookLater() {
    const waiting = this.#waitingError;
    if (waiting === null || waiting.isScheduled) return;
    waiting.isScheduled = true;
    process.nextTick(() => this.#look(waiting));
  }

  // Reports the error that waits if the time has come.
  #look(waiting) {
    const { isAskedFor, hasNews } = waiting;
    waiting.isScheduled = false;
    waiting.isAskedFor = false;
    waiting.hasNews = false;
    if (this.#waitingError === null) return;
    // A consumer may be waiting for more than there is, or may read once each time.
    if (hasNews && this.listenerCount('readable') > 0) this.emit('readable');
    if (this.#waitingError === null || this.readableLength !== 0) return;
    if (!isAskedFor && !this.#isReadOn()) return;
    if (![...this.#destinations].every(isAtRest)) this.#lookAfterPause(waiting);
    else {
      this.#waitingError = null;
      waiting.report();
    }
  }

  // No event tells when a destination has written a chunk for which its write() returned true, so the stream asks again.
  #lookAfterPause(waiting) {
    if (waiting.isScheduled) return;
    waiting.isScheduled = true;
    setTimeout(() => this.#look(waiting), waiting.pause);
    waiting.pause = Math.min(2 * waiting.pause, LONGEST_PAUSE);
  }

  // Whether the consumer takes more. One that has paused the stream, or that has an iterator, may still be at work on what
  // it has read; with nothing read there is no such work.
  #isReadOn() {
    if (this.readableFlowing !== false) return true;
    if (this.listenerCount('readable') > 0) return !this.#isIterated;
    return !this.readableDidRead || this.listenerCount('data') === 0;
  }
}

/** Whether a stream's `readableEncoding`, which may be null, is a name that Node has for UTF-8. */
function isUtf8(encoding) {
  if (encoding === null || encoding === 'utf8') return encoding !== null;
  const name = encoding.toLowerCase();
  return name === 'utf8' || name === 'utf-8';
}

/**
 * A stream.Transform from bytes in one encoding to bytes in another, with no string between. Memory
 * does not grow with the stream, nor with a chunk.
 *
 * Options: those of Transcoder, `fatal`, `ignoreBOM`, `unencodable`, `addBOM`; and those of
 * stream.Transform, of which `objectMode` is refused and `decodeStrings` has no effect. Throws RangeError for
 * a label that names no encoding or the replacement encoding, and TypeError for what is no option.
 * The stream is destroyed with what Transcoder's write() throws, `offset` counting from the start
 * of the stream, once all that came before the error has been read; and with TypeError for a string
 * chunk. A sequence that is cut by the end is malformed.
 */
class TranscodeStream extends ConvertStream {
  #transcoder;

  constructor(from, to = 'utf-8', options = undefined) {
    const transcoder = new Transcoder(from, to, options);
    const hasText = transcoder.to === 'UTF-8';
    super((piece, end) => {
      const asText = hasText && isUtf8(this.readableEncoding);
      const bytes = piece === null ? noBytes : toBytes(piece, 'chunk');
      return runTranscoder(transcoder, bytes, end, asText);
    }, options);
    this.#transcoder = transcoder;
  }

  /** How many malformed sequences and unencodable code points have been replaced so far. */
  get replacements() {
    return this.#transcoder.replacements;
  }

  /** The offset in bytes, in the stream, of the first malformed sequence so far; null for none. */
  get firstErrorOffset() {
    return this.#transcoder.firstErrorOffset;
  }
}

/**
 * A stream.Transform from bytes in an encoding to text: UTF-8 Buffers, each of whole characters; or
 * strings, made straight from the bytes, with the option `encoding: 'utf8'` or after
 * setEncoding('utf8').
 *
 * Options: `fatal`, `ignoreBOM`, `addBOM` (a byte order mark before the text, default false), and
 * those of stream.Transform. Throws and fails as TranscodeStream does.
 */
class DecodeStream extends TranscodeStream {
  constructor(label = 'utf-8', options = undefined) {
    super(label, 'utf-8', options);
  }
}

/**
 * A stream.Transform from strings to bytes in an encoding. A surrogate pair may be cut by chunks; a
 * lone surrogate counts as U+FFFD. The encoding that write() can be given with a string is not
 * looked at.
 *
 * Options: `unencodable` and `addBOM` as in encode(), and those of stream.Transform, of which
 * `objectMode` is refused and `decodeStrings` has no effect. Throws RangeError for a label that names no
 * encoding or the replacement encoding, and TypeError for what is no option. The stream is
 * destroyed with what encode() throws for an unencodable code point, `index` counting from the
 * start of the stream, once all that came before it has been read; and with TypeError for a chunk
 * of bytes.
 */
class EncodeStream extends ConvertStream {
  #encoder;

  constructor(label = 'utf-8', options = undefined) {
    const encoder = new EncoderStream(toEncodingId(label), toEncodeOptions(options));
    super((piece, end) => {
      if (piece !== null && typeof piece !== 'string') {
        throw invalidArgument(
          'chunk',
          'a string, not bytes: call setEncoding() on the stream before this one, ' +
            "or give UTF-8 to a TranscodeStream('utf-8', label)",
          piece,
        );
      }
      return encoder.run(piece ?? '', end);
    }, options);
    this.#encoder = encoder;
  }

  /** How many unencodable code points have been replaced so far. */
  get replacements() {
    return this.#encoder.replacements;
  }
}

module.exports = { DecodeStream, EncodeStream, TranscodeStream };
