'use strict';

// The streams of iconv-lite, and the class of node-iconv that mailparser takes: a stream that converts bytes of one encoding to bytes of another.
// https://github.com/bnoordhuis/node-iconv

const { coded, invalidArgument, quote } = require('../base/errors.js');
const { concatBytes, isUint8Array, noBytes } = require('../base/webidl.js');
const { PairingEncoder, strictDecoder, strictEncoder, toChunk, withOwn } = require('./codec.js');
const { lazySubclass } = require('../transcoding/transform.js');

// The streams of iconv-lite's face: a decoder or an encoder inside a stream.Transform of Node.js. They push what a chunk
// becomes during its write(), because callers exist that never end a stream.

/** A Transform around an object with write() and end(), which is its property `conv`. */
class ConverterStream extends lazySubclass(() => require('node:stream').Transform) {
  constructor(conv, options) {
    super(options);
    this.conv = conv;
  }

  _transform(chunk, _encoding, callback) {
    this._convert(() => this.conv.write(this._check(chunk)), callback);
  }

  _flush(callback) {
    this._convert(() => this.conv.end(), callback);
  }

  _convert(convert, callback) {
    let output;
    try {
      output = convert();
    } catch (error) {
      callback(error);
      return;
    }
    if (output !== undefined && output.length > 0) this.push(output, this.encoding);
    callback();
  }

  // Collects the output, and calls `callback(error, output)` once.
  _collect(callback, join) {
    const chunks = [];
    this.on('error', callback);
    this.on('data', (chunk) => chunks.push(chunk));
    this.on('end', () => callback(null, join(chunks)));
    return this;
  }
}

class IconvLiteEncoderStream extends ConverterStream {
  constructor(conv, options) {
    super(conv, withOwn(options, { decodeStrings: false }));
  }

  _check(chunk) {
    if (typeof chunk === 'string') return chunk;
    throw invalidArgument(
      'chunk',
      'a string: Iconv encoding stream needs strings as its input',
      chunk,
    );
  }

  collect(callback) {
    return this._collect(callback, (chunks) =>
      chunks.length === 0 ? Buffer.alloc(0) : concatBytes(chunks),
    );
  }
}

class IconvLiteDecoderStream extends ConverterStream {
  constructor(conv, options) {
    super(conv, withOwn(options, { encoding: 'utf8' }));
    this.encoding = 'utf8';
  }

  _check(chunk) {
    if (isUint8Array(chunk)) return chunk;
    throw invalidArgument(
      'chunk',
      'a Buffer: Iconv decoding stream needs buffers as its input',
      chunk,
    );
  }

  collect(callback) {
    return this._collect(callback, (chunks) => chunks.join(''));
  }
}

/** The error of node-iconv for names that it does not know. `cause` is the error for the name. */
function unsupportedConversion(from, to, cause) {
  const message = `Conversion from ${quote(from)} to ${quote(to)} is not supported`;
  return coded(Error, 'EINVAL', message, undefined, { cause });
}

/** The error of node-iconv for malformed bytes and unencodable code points. `cause` is the error that says where. */
function illegalSequence(cause) {
  return coded(Error, 'EILSEQ', `Illegal character sequence: ${cause.message}`, undefined, {
    cause,
  });
}

/** Splits « UTF-8//TRANSLIT//IGNORE » into the name and whether each suffix is there. */
function parseName(name) {
  const [encoding, ...suffixes] = `${name}`.split('//');
  const has = (suffix) => suffixes.some((each) => each.toUpperCase() === suffix);
  return { encoding, translit: has('TRANSLIT'), ignore: has('IGNORE') };
}

// What is known of this many code points is kept.
const MAX_KEPT = 4096;

/** Returns a function that tells whether the encoding of a codec, which has a strict encoder, contains a code point. */
function containerOf(codec) {
  const kept = new Map();
  const find = (codePoint) => {
    try {
      const encoder = codec[strictEncoder](false);
      encoder.write(String.fromCodePoint(codePoint));
      encoder.end();
      return true;
    } catch (error) {
      if (error?.code !== 'ERR_ENCODING_UNENCODABLE') throw error;
      return false;
    }
  };
  return (codePoint) => {
    let isContained = kept.get(codePoint);
    if (isContained === undefined) {
      isContained = find(codePoint);
      if (kept.size === MAX_KEPT) kept.clear();
      kept.set(codePoint, isContained);
    }
    return isContained;
  };
}

/** Encodes with an encoder of the face, and with similar text for what the encoding does not contain, or else `otherwise`. */
class TransliteratingEncoder extends PairingEncoder {
  #encoder;
  #contains;
  #similarTo;
  #otherwise;

  constructor(encoder, contains, otherwise) {
    super();
    this.#encoder = encoder;
    this.#contains = contains;
    const { transliteratorOf } = require('../transcoding/transliteration.js');
    this.#similarTo = transliteratorOf((text) =>
      Array.from(text, (each) => each.codePointAt(0)).every(contains),
    );
    this.#otherwise = otherwise;
  }

  encodeWhole(text, isLast) {
    const parts = [];
    let start = 0;
    for (let index = 0; index < text.length; ) {
      const codePoint = text.codePointAt(index);
      const next = index + (codePoint > 0xffff ? 2 : 1);
      if (!this.#contains(codePoint)) {
        parts.push(text.slice(start, index), this.#similarTo(codePoint) ?? this.#otherwise);
        start = next;
      }
      index = next;
    }
    parts.push(text.slice(start));
    const bytes = this.#encoder.write(parts.join(''));
    return isLast ? concatBytes([bytes, this.#encoder.end() ?? noBytes]) : bytes;
  }
}

/** Returns the encoder for a name and its suffixes. Encodings of Unicode, and codecs that a caller has added, have one alone. */
function encoderOf(face, { to, translit, ignore }) {
  const codec = face.getCodec(to);
  const isStrict = codec[strictEncoder] !== undefined && !codec.bomAware;
  if (!isStrict) return face.getEncoder(to);
  if (!translit) return codec[strictEncoder](ignore);
  return new TransliteratingEncoder(face.getEncoder(to), containerOf(codec), ignore ? '' : '?');
}

/** Returns a decoder and an encoder as one object with write() and end(). */
function converterOf(face, { from, to, translit, ignore }) {
  const source = face.getCodec(from);
  const isStrict = !translit && !ignore;
  const decoder = (isStrict && source[strictDecoder]?.()) || face.getDecoder(from);
  const encoder = encoderOf(face, { to, translit, ignore });
  const run = (convert) => {
    try {
      return convert();
    } catch (error) {
      if (typeof error?.encoding === 'string') throw illegalSequence(error);
      throw error;
    }
  };
  return {
    write: (input) => run(() => encoder.write(decoder.write(toBytesOf(input)))),
    end: () =>
      run(() => {
        const rest = decoder.end();
        const last = rest ? encoder.write(rest) : noBytes;
        return concatBytes([last, encoder.end() ?? noBytes]);
      }),
  };
}

/** Returns the bytes of a chunk; of a string its UTF-8. */
function toBytesOf(input) {
  return typeof input === 'string' ? Buffer.from(input) : toChunk(input);
}

/** Returns the class, which takes its codecs from the functions getCodec(), getDecoder() and getEncoder() of `face`. */
function iconvOf(face) {
  return class Iconv extends ConverterStream {
    #settings;

    constructor(fromEncoding, toEncoding) {
      const from = parseName(fromEncoding);
      const to = parseName(toEncoding);
      const { translit, ignore } = to;
      const settings = { from: from.encoding, to: to.encoding, translit, ignore };
      let converter;
      try {
        converter = converterOf(face, settings);
      } catch (error) {
        throw unsupportedConversion(`${fromEncoding}`, `${toEncoding}`, error);
      }
      super(converter, {});
      this.#settings = settings;
    }

    _check(chunk) {
      return chunk;
    }

    convert(input) {
      const { write, end } = converterOf(face, this.#settings);
      return concatBytes([write(input), end()]);
    }
  };
}

module.exports = {
  iconvOf,
  ConverterStream,
  IconvLiteDecoderStream,
  IconvLiteEncoderStream,
};
