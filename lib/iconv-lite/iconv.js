'use strict';

// The class of node-iconv that mailparser takes: a stream that converts bytes of one encoding to bytes of another.
// https://github.com/bnoordhuis/node-iconv

const { illegalSequence, unsupportedConversion } = require('../base/errors.js');
const { concatBytes, noBytes } = require('../base/webidl.js');
const { strictDecoder, strictEncoder } = require('./codec.js');
const { toChunk } = require('./input.js');
const { ConverterStream } = require('./streams.js');

/** Splits « UTF-8//TRANSLIT//IGNORE » into the name and whether each suffix is there. */
function parseName(name) {
  const [encoding, ...suffixes] = `${name}`.split('//');
  const has = (suffix) => suffixes.some((each) => each.toUpperCase() === suffix);
  return { encoding, translit: has('TRANSLIT'), ignore: has('IGNORE') };
}

/** Returns a decoder and an encoder as one object with write() and end(). */
function converterOf(face, { from, to, translit, ignore }) {
  const source = face.getCodec(from);
  const target = face.getCodec(to);
  const isStrict = !translit && !ignore;
  const decoder = (isStrict && source[strictDecoder]?.()) || face.getDecoder(from);
  const encoder = (!translit && target[strictEncoder]?.(ignore)) || face.getEncoder(to);
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

module.exports = { iconvOf };
