'use strict';

// The streams for bodies and forms: of Node.js, and a pair of web streams. What finds the encoding and decodes is in body.js and
// form.js.

const {
  checkFalse,
  lengthOf,
  noBytes,
  restOf,
  stableBytes,
  toBytes,
} = require('../base/webidl.js');
const { BodyDecoder } = require('./body.js');
const { noEncodingToSet } = require('./errors.js');
const { FormReader, nextAmpersand } = require('./form.js');
const { toBodySettings, toMediaType } = require('./options.js');
const { findingStream, findingTransform } = require('../transcoding/finding-streams.js');
const { queueOf } = require('../transcoding/pieces.js');
const { lazySubclass } = require('../transcoding/transform.js');
const { UrlencodedSequence } = require('../url/url.js');

const newBodyDecoder = (contentType, options) =>
  new BodyDecoder(toMediaType(contentType), toBodySettings(options));

const DecodeBodyStream = findingStream('DecodeBodyStream', newBodyDecoder);
const DecodeBodyTransform = findingTransform('DecodeBodyTransform', newBodyDecoder);

// Parses the body of a form as a stream: bytes in, pairs of name and value out.
// https://nodejs.org/api/stream.html#class-streamtransform

/** Returns the options for Node's Transform. There `encoding` means how a stream of bytes becomes strings. */
function toStreamOptions(options) {
  checkFalse(options, ['objectMode', 'writableObjectMode'], 'false or left out: chunks are bytes');
  return {
    ...options,
    encoding: undefined,
    decodeStrings: false,
    writableObjectMode: false,
    readableObjectMode: true,
  };
}

const LazyPausingTransform = lazySubclass(
  () => require('../transcoding/convert-stream.js').PausingTransform,
);

// A Transform whose chunks are [name, value].
class FormStream extends LazyPausingTransform {
  #reader;
  #part = null; // the bytes of the pair that a chunk has cut, as an IoQueue
  #partOffset = 0; // in bytes, from the start of the body
  #received = 0; // in bytes

  constructor(contentType = undefined, options = undefined) {
    const reader = new FormReader(contentType, options);
    super(toStreamOptions(options));
    this.#reader = reader;
  }

  get encoding() {
    return this.#reader.encoding;
  }

  get source() {
    return this.#reader.source;
  }

  // There are no bytes to read, and Node's method would fail only when a pair comes.
  setEncoding() {
    throw noEncodingToSet();
  }

  _transform(chunk, _encoding, callback) {
    const base = this.#received;
    let bytes;
    let length;
    try {
      const view = toBytes(chunk, 'chunk');
      length = lengthOf(view);
      const within = this.#reader.bytesWithin(base, length);
      bytes = restOf(stableBytes(restOf(view, 0, within)), 0);
    } catch (error) {
      callback(error);
      return;
    }
    this.#received += length;
    // The pairs before the limit come first, so that a body ends in the same error however it is cut into chunks.
    const end = (failure = null) => {
      let error = failure;
      try {
        if (error === null) this.#reader.checkBytes(base + length);
      } catch (tooLarge) {
        error = tooLarge;
      }
      callback(error);
    };
    this.#readFrom(0, bytes, new UrlencodedSequence(bytes), base, end);
  }

  _flush(callback) {
    let pair;
    try {
      pair = this.#takePart();
    } catch (error) {
      callback(error);
      return;
    }
    if (pair !== null) this.push(pair);
    callback();
  }

  _destroy(error, callback) {
    // A signal that is already aborted destroys the stream before the constructor has made its fields.
    if (#part in this) this.#part = null;
    super._destroy(error, callback);
  }

  // Reads a chunk from `start` on, until the consumer wants no more. The chunk begins `base` bytes behind the body's start.
  #readFrom(start, bytes, sequence, base, callback) {
    for (let at = start; ; ) {
      const end = nextAmpersand(bytes, at);
      const isCut = end === -1;
      let pair = null;
      try {
        if (isCut || this.#part !== null) {
          const bytesOfPair = restOf(bytes, at, (isCut ? lengthOf(bytes) : end) - at);
          this.#keep(bytesOfPair, base + at);
          if (!isCut) pair = this.#takePart();
        } else if (end > at) {
          this.#reader.checkPairBytes(end - at);
          sequence.read(at);
          pair = this.#reader.read(sequence, base);
        }
      } catch (error) {
        callback(error);
        return;
      }
      if (isCut) {
        callback();
        return;
      }
      at = end + 1;
      const wantsMore = pair === null || this.push(pair);
      if (this.destroyed) return;
      if (!wantsMore) {
        const { pause } = require('../transcoding/convert-stream.js');
        pause(this, () => this.#readFrom(at, bytes, sequence, base, callback));
        return;
      }
    }
  }

  // Copies the bytes of a pair that the chunk has cut. The chunk itself is not kept, because it may be a small part of large
  // memory.
  #keep(bytes, offset) {
    this.#reader.checkPairBytes((this.#part?.bytes.length ?? 0) + lengthOf(bytes));
    if (lengthOf(bytes) === 0) return;
    if (this.#part === null) this.#partOffset = offset;
    this.#part ??= queueOf(noBytes);
    this.#part.append(bytes);
  }

  // Returns the pair whose bytes were kept, or null if there are none.
  #takePart() {
    if (this.#part === null) return null;
    const sequence = new UrlencodedSequence(this.#part.bytes);
    sequence.read(0);
    this.#part = null;
    return this.#reader.read(sequence, this.#partOffset);
  }
}

module.exports = { DecodeBodyStream, DecodeBodyTransform, FormStream };
