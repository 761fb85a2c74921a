'use strict';

// DecodeStream, EncodeStream and TranscodeStream: streams of Node.js that decode, encode and transcode.
// https://nodejs.org/api/stream.html#class-streamtransform

const { invalidArgument } = require('../base/errors.js');
const { defineGetters, noBytes, toBytes } = require('../base/webidl.js');
const { EncoderStream } = require('./encode.js');
const { toEncodeOptions, toEncodingId } = require('./options.js');
const { TranscodingStream } = require('./transcoding-stream.js');

/**
 * Returns a class that stands for the one that `load()` returns, and becomes a subclass of it when the first object is made,
 * because node:stream takes more than a millisecond to load.
 */
function lazySubclass(load) {
  let isLoaded = false;
  // A derived class, which makes no object before super(): V8 would give each stream another hidden class if two constructors made it.
  class LazyTransform extends Object {
    constructor(...args) {
      if (!isLoaded) {
        const Base = load();
        Object.setPrototypeOf(LazyTransform, Base);
        Object.setPrototypeOf(LazyTransform.prototype, Base.prototype);
        isLoaded = true;
      }
      super(...args);
    }
  }
  return LazyTransform;
}

const LazyConvertStream = lazySubclass(() => require('./convert-stream.js').ConvertStream);

/** Tells whether a stream's `readableEncoding`, which may be null, is one of Node's names for UTF-8. */
const isUtf8 = (encoding) => ['utf8', 'utf-8'].includes(encoding?.toLowerCase());

// Transcodes bytes of one encoding to bytes of another.
class TranscodeStream extends LazyConvertStream {
  #transcoder;

  constructor(from, to = 'utf-8', options = undefined) {
    const transcoder = new TranscodingStream(from, to, options);
    const hasText = transcoder.to === 'UTF-8';
    super((piece) => {
      const asText = hasText && isUtf8(this.readableEncoding);
      const bytes = piece === null ? noBytes : toBytes(piece, 'chunk');
      return transcoder.run(bytes, piece !== null, asText);
    }, options);
    this.#transcoder = transcoder;
  }

  static {
    defineGetters(
      TranscodeStream,
      ['replacements', 'firstErrorOffset'],
      (stream) => stream.#transcoder,
    );
  }
}

// Decodes bytes to text.
class DecodeStream extends TranscodeStream {
  constructor(label = 'utf-8', options = undefined) {
    super(label, 'utf-8', options);
  }
}

// Encodes strings to bytes.
class EncodeStream extends LazyConvertStream {
  #encoder;

  constructor(label = 'utf-8', options = undefined) {
    const encoder = new EncoderStream(toEncodingId(label), toEncodeOptions(options));
    super((piece) => {
      if (piece !== null && typeof piece !== 'string') {
        const expected =
          'a string, not bytes: call setEncoding() on the stream before this one, ' +
          "or give UTF-8 to a TranscodeStream('utf-8', label)";
        throw invalidArgument('chunk', expected, piece);
      }
      return encoder.run(piece ?? '', piece === null);
    }, options);
    this.#encoder = encoder;
  }

  get replacements() {
    return this.#encoder.replacements;
  }
}

module.exports = {
  DecodeStream,
  EncodeStream,
  LazyConvertStream,
  TranscodeStream,
  isUtf8,
  lazySubclass,
};
