'use strict';

// The class of node-iconv that mailparser takes: a stream that converts bytes of one encoding to bytes of another.
// https://github.com/bnoordhuis/node-iconv

const {
  Failure,
  illegalSequence,
  unencodableText,
  unsupportedConversion,
} = require('../base/errors.js');
const { noBytes } = require('../base/webidl.js');
const { EncodingHandle, isUnicode } = require('../native/encodings.js');
const { EncoderStream } = require('../transcoding/encode.js');
const { toEncodeOptions } = require('../transcoding/options.js');
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
const { isEncodable, transliteratorOf } = require('../transcoding/transliteration.js');
const { PairingEncoder, toChunk } = require('./input.js');
const { ConverterStream } = require('./streams.js');

/** Splits « UTF-8//TRANSLIT//IGNORE » into the name and whether each suffix is there. */
function parseName(name) {
  const [encoding, ...suffixes] = `${name}`.split('//');
  const has = (suffix) => suffixes.some((each) => each.toUpperCase() === suffix);
  return { encoding, translit: has('TRANSLIT'), ignore: has('IGNORE') };
}

/** Decodes with an encoding of the core; throws for a malformed sequence. */
class StrictDecoder {
  #transcoder;

  constructor(id) {
    this.#transcoder = new Transcoder(new EncodingHandle(id), 'utf-8', { fatal: true });
  }

  write(bytes) {
    return this.#run(bytes, false);
  }

  end() {
    return this.#run(noBytes, true);
  }

  #run(bytes, isLast) {
    const result = runTranscoder(this.#transcoder, bytes, isLast, true);
    if (result instanceof Failure) throw result.error;
    return result;
  }
}

/** Encodes in an encoding of the core. `unencodable` is a mode of encode(), or a function. */
class CoreEncoder {
  #stream;

  constructor(id, unencodable) {
    this.#stream = new EncoderStream(id, toEncodeOptions({ unencodable }));
  }

  write(text) {
    return this.#stream.encode(text, false);
  }

  end() {
    return this.#stream.encode('', true);
  }
}

// In a codec of this folder, what is known of this many code points is kept.
const MAX_KEPT = 4096;

/**
 * Returns a function that tells whether the encoding of a codec of this folder contains a code point. No encoding but those of
 * Unicode contains U+10FFFD, so that its bytes are those of the replacement.
 */
function containerOf(face, name, { limit }) {
  if (limit !== undefined) return (codePoint) => codePoint < limit;
  const encode = (text) => {
    const encoder = face.getEncoder(name);
    return Buffer.concat([encoder.write(text), encoder.end() ?? noBytes]);
  };
  const decode = (bytes) => {
    const decoder = face.getDecoder(name);
    return decoder.write(bytes) + (decoder.end() ?? '');
  };
  const replacement = encode('\u{10FFFD}');
  const kept = new Map();
  return (codePoint) => {
    let isContained = kept.get(codePoint);
    if (isContained === undefined) {
      const text = String.fromCodePoint(codePoint);
      const bytes = encode(text);
      isContained = !bytes.equals(replacement) || decode(bytes) === text;
      if (kept.size === MAX_KEPT) kept.clear();
      kept.set(codePoint, isContained);
    }
    return isContained;
  };
}

/** Encodes with a codec of this folder, and with other text for a code point that the encoding does not contain. */
class ReplacingEncoder extends PairingEncoder {
  #encoder;
  #contains;
  #textFor;

  constructor(encoder, contains, textFor) {
    super();
    this.#encoder = encoder;
    this.#contains = contains;
    this.#textFor = textFor;
  }

  encodeWhole(text, isLast) {
    const parts = [];
    let start = 0;
    for (let index = 0; index < text.length; ) {
      const codePoint = text.codePointAt(index);
      const next = index + (codePoint > 0xffff ? 2 : 1);
      if (!this.#contains(codePoint)) {
        parts.push(text.slice(start, index), this.#textFor(codePoint, index));
        start = next;
      }
      index = next;
    }
    parts.push(text.slice(start));
    const bytes = this.#encoder.write(parts.join(''));
    return isLast ? Buffer.concat([bytes, this.#encoder.end() ?? noBytes]) : bytes;
  }
}

/** Returns the encoder of a codec for the suffixes of its name. */
function encoderOf(face, name, { translit, ignore }) {
  const codec = face.getCodec(name);
  const { id, limit, encodingName } = codec;
  if (id !== undefined && isUnicode(id)) return face.getEncoder(name);
  const isCore = id !== undefined && limit === undefined;
  const containsOne = isCore ? undefined : containerOf(face, name, codec);
  if (containsOne?.(0x10fffd)) return face.getEncoder(name);
  let textFor = ignore ? () => '' : undefined;
  if (translit) {
    const containsAll = (text) =>
      Array.from(text, (each) => each.codePointAt(0)).every(containsOne);
    const similarTo = transliteratorOf(isCore ? (text) => isEncodable(id, text) : containsAll);
    textFor = (codePoint) => similarTo(codePoint) ?? (ignore ? '' : '?');
  }
  if (isCore) return new CoreEncoder(id, textFor ?? 'fatal');
  textFor ??= (codePoint, index) => {
    throw unencodableText(encodingName, { index, codePoint });
  };
  return new ReplacingEncoder(face.getEncoder(name), containsOne, textFor);
}

/** Returns a decoder and an encoder as one object with write() and end(). */
function converterOf(face, { from, to, translit, ignore }) {
  const source = face.getCodec(from);
  const isStrict = !translit && !ignore;
  const decoder =
    isStrict && source.id !== undefined ? new StrictDecoder(source.id) : face.getDecoder(from);
  const encoder = encoderOf(face, to, { translit, ignore });
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
        return Buffer.concat([last, encoder.end() ?? noBytes]);
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
      return Buffer.concat([write(input), end()]);
    }
  };
}

module.exports = { iconvOf };
