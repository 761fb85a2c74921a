'use strict';

// The streams for bodies and forms: of Node.js, and a pair of web streams. What finds the encoding and decodes is in body.js and
// form.js.

const { lengthOf, noBytes, restOf, toBytes } = require('../base/webidl.js');
const { BodyDecoder } = require('./body.js');
const { AMPERSAND, FormReader } = require('./form.js');
const { toBodySettings, toMediaType } = require('./options.js');
const { findingStream, findingTransform } = require('../transcoding/finding-streams.js');
const { queueOf } = require('../transcoding/pieces.js');
const { LazyConvertStream } = require('../transcoding/transform.js');

const newBodyDecoder = (contentType, options) =>
  new BodyDecoder(toMediaType(contentType), toBodySettings(options));

const DecodeBodyStream = findingStream('DecodeBodyStream', newBodyDecoder);
const DecodeBodyTransform = findingTransform('DecodeBodyTransform', newBodyDecoder);

// Parses the body of a form as a stream: bytes in, pairs of name and value out.
// https://nodejs.org/api/stream.html#class-streamtransform

// A Transform whose chunks are [name, value]. For Node's Transform `encoding` means something else: ConvertStream leaves it out.
class FormStream extends LazyConvertStream {
  #reader;
  #part = null; // the bytes of the pair that a chunk has cut, as an IoQueue
  #partOffset = 0; // in bytes, from the start of the body
  #received = 0; // in bytes

  constructor(contentType = undefined, options = undefined) {
    const reader = new FormReader(contentType, options);
    const pairsIn = (chunk) => (chunk === null ? this.#pairsOfPart() : this.#pairsIn(chunk));
    super(pairsIn, options, true);
    this.#reader = reader;
  }

  get encoding() {
    return this.#reader.encoding;
  }

  get source() {
    return this.#reader.source;
  }

  // Yields the pairs that end in a chunk.
  *#pairsIn(chunk) {
    const reader = this.#reader;
    const base = this.#received;
    const view = toBytes(chunk, 'chunk');
    const bytes = reader.bytesWithin(view, base);
    this.#received += lengthOf(view);
    const received = this.#received;
    const end = bytes.lastIndexOf(AMPERSAND) + 1;
    let start = 0;
    if (this.#part !== null && end > 0) {
      start = bytes.indexOf(AMPERSAND) + 1;
      this.#keep(restOf(bytes, 0, start - 1), base);
      yield* this.#pairsOfPart();
    }
    yield* reader.pairsOf(restOf(bytes, start, end - start), base + start);
    this.#keep(restOf(bytes, end), base + end);
    // The pairs before the limit come first, so that a body ends in the same error however it is cut into chunks.
    reader.checkBytes(received);
  }

  // Yields the pair whose bytes were kept, if there are any.
  *#pairsOfPart() {
    const part = this.#part;
    this.#part = null;
    if (part !== null) yield* this.#reader.pairsOf(part.bytes, this.#partOffset);
  }

  // Copies the bytes of a pair that the chunk has cut. The chunk itself is not kept, because it may be a small part of large
  // memory.
  #keep(bytes, offset) {
    this.#reader.checkPairBytes((this.#part?.bytes.length ?? 0) + lengthOf(bytes));
    if (this.#part === null) this.#partOffset = offset;
    this.#part ??= queueOf(noBytes);
    this.#part.append(bytes);
  }
}

module.exports = { DecodeBodyStream, DecodeBodyTransform, FormStream };
