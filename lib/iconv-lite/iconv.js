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
const { EncodingHandle } = require('../native/encodings.js');
const { EncoderStream } = require('../transcoding/encode.js');
const { toEncodeOptions } = require('../transcoding/options.js');
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
const { toChunk } = require('./input.js');
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

/** Encodes in an encoding of the core; throws for an unencodable code point, or leaves it out. */
class ModeEncoder {
  #stream;

  constructor(id, skips) {
    const unencodable = skips ? 'skip' : 'fatal';
    this.#stream = new EncoderStream(id, toEncodeOptions({ unencodable }));
  }

  write(text) {
    return this.#stream.encode(text, false);
  }

  end() {
    return this.#stream.encode('', true);
  }
}

/** Encodes in Latin-1 or ASCII; throws for a code unit from `limit` on, or leaves it out. */
class LimitEncoder {
  #limit;
  #name;
  #skips;

  constructor({ limit, encodingName }, skips) {
    this.#limit = limit;
    this.#name = encodingName;
    this.#skips = skips;
  }

  write(text) {
    const bytes = Buffer.allocUnsafe(text.length);
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit < this.#limit) bytes[length++] = unit;
      else if (!this.#skips) {
        throw unencodableText(this.#name, { index, codePoint: text.codePointAt(index) });
      }
    }
    return bytes.subarray(0, length);
  }

  end() {
    return noBytes;
  }
}

/** Returns a decoder and an encoder as one object with write() and end(). */
function converterOf(face, { from, to, translit, ignore }) {
  const source = face.getCodec(from);
  const target = face.getCodec(to);
  const isStrict = !translit && !ignore;
  const decoder =
    isStrict && source.id !== undefined ? new StrictDecoder(source.id) : face.getDecoder(from);
  let encoder;
  if (translit) encoder = face.getEncoder(to);
  else if (target.limit !== undefined) encoder = new LimitEncoder(target, ignore);
  else if (target.id !== undefined) encoder = new ModeEncoder(target.id, ignore);
  else encoder = face.getEncoder(to);
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
