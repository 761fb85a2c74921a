'use strict';

// Node's own streams of bytes and text.
// https://nodejs.org/api/stream.html#class-streamtransform

const { Transform } = require('node:stream');
const { EncoderStream } = require('./encode.js');
const { Failure, invalidArgument } = require('./errors.js');
const { toBytes, toEncodeOptions, toEncodingId } = require('./options.js');
const { Transcoder, runTranscoder } = require('./transcoder.js');

// In bytes or UTF-16 code units: how much of a chunk is converted before the consumer is asked
// whether it wants more, so that what waits for it does not grow with the chunk.
const PIECE = 64 * 1024;

const noBytes = new Uint8Array(0);

function pieceOf(chunk, start, end) {
  return typeof chunk === 'string' ? chunk.slice(start, end) : chunk.subarray(start, end);
}

/**
 * A Transform that converts chunks piece by piece, and reports an error only when the consumer has
 * read all that came before it.
 */
class ConvertStream extends Transform {
  #convert;
  #goOn = null; // with the chunk that waits for the consumer
  #fail = null; // reports the error that waits for the consumer

  /** `convert(piece, end)` gives the output or a Failure; the last piece, with `end` true, is null. */
  constructor(convert, options) {
    super({
      ...options,
      objectMode: false,
      readableObjectMode: false,
      writableObjectMode: false,
      decodeStrings: false,
    });
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

  read(size) {
    const chunk = super.read(size);
    // A consumer that asks for more than there is would wait for ever.
    if (this.#fail !== null) this.#failWhenRead(chunk === null && size !== 0);
    return chunk;
  }

  _destroy(error, callback) {
    // An aborted signal destroys the stream before it is made.
    if (#convert in this) {
      this.#goOn = null;
      this.#fail = null;
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
    this.#fail = () => callback(reported);
    this.#failWhenRead(false);
  }

  #failWhenRead(isStuck) {
    if (this.readableLength !== 0 && !isStuck) return;
    process.nextTick(() => {
      if (this.#fail === null || (this.readableLength !== 0 && !isStuck)) return;
      const fail = this.#fail;
      this.#fail = null;
      fail();
    });
  }
}

const isUtf8 = (encoding) =>
  encoding === 'utf8' || (encoding !== null && /^utf-?8$/i.test(encoding));

/**
 * A stream.Transform from bytes in one encoding to bytes in another, with no string between. Memory
 * does not grow with the stream, nor with a chunk.
 *
 * Options: those of Transcoder, `fatal`, `ignoreBOM`, `unencodable`, `addBOM`; and those of
 * stream.Transform, of which `objectMode` and `decodeStrings` have no effect. Throws RangeError for
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
 * `objectMode` and `decodeStrings` have no effect. Throws RangeError for a label that names no
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
