'use strict';

// The class of node-iconv that mailparser takes: a stream that converts bytes of one encoding to bytes of another.
// https://github.com/bnoordhuis/node-iconv

const { coded, quote } = require('../base/errors.js');
const { concatBytes, getOrMake, noBytes } = require('../base/webidl.js');
const { unitsOf } = require('../transcoding/pieces.js');
const { Codec, pairingEncoder, toChunk } = require('./codec.js');
const { ConverterStream } = require('./streams.js');

/** The error of node-iconv for names that it does not know. `cause` is the error for the name. */
const unsupportedConversion = (from, to, cause) =>
  coded(
    Error,
    'EINVAL',
    `Conversion from ${quote(from)} to ${quote(to)} is not supported`,
    undefined,
    cause,
  );

/** The error of node-iconv for malformed bytes and unencodable code points. `cause` is the error that says where. */
function wrongSequence(cause) {
  const [code, kind] =
    cause.reason === 'truncated' ? ['EINVAL', 'Incomplete'] : ['EILSEQ', 'Illegal'];
  return coded(Error, code, `${kind} character sequence: ${cause.message}`, undefined, cause);
}

/** Splits « UTF-8//TRANSLIT//IGNORE » into the name and whether each suffix is there. */
function parseName(name) {
  const [encoding, ...suffixes] = `${name}`.split('//');
  const has = (suffix) => suffixes.some((each) => each.toUpperCase() === suffix);
  return { encoding, translit: has('TRANSLIT'), ignore: has('IGNORE') };
}

// The number of code points of which the answers are kept.
const MAX_KEPT = 4096;

/** Returns a function that tells whether the encoding of a codec, which has a strict encoder, contains a code point. */
function containerOf(codec) {
  const kept = new Map();
  const find = (codePoint) => {
    try {
      const encoder = codec.newStrictEncoder(false);
      encoder.write(String.fromCodePoint(codePoint));
      encoder.end();
      return true;
    } catch (error) {
      if (error?.code !== 'ERR_ENCODING_UNENCODABLE') throw error;
      return false;
    }
  };
  return (codePoint) => getOrMake(kept, codePoint, find, MAX_KEPT);
}

/**
 * Returns an encoder that writes, with an encoder of the API, similar text for what the encoding does not contain, or else
 * `otherwise`.
 */
function transliteratingEncoder(encoder, contains, otherwise) {
  const { Transliterator } = require('../transcoding/transliteration.js');
  const similar = new Transliterator((text) =>
    Array.from(text, (each) => each.codePointAt(0)).every(contains),
  );
  let held = '';
  return pairingEncoder((chunk, isLast) => {
    const text = held + chunk;
    const end = isLast ? text.length : similar.startOfOpen(text);
    const parts = [];
    let start = 0;
    for (let index = 0; index < end; ) {
      const codePoint = text.codePointAt(index);
      if (contains(codePoint)) {
        index += unitsOf(codePoint);
        continue;
      }
      const [from, to] = similar.clusterAround(text, start, index);
      parts.push(text.slice(start, from), similar.textForCluster(text.slice(from, to), otherwise));
      start = to;
      index = to;
    }
    parts.push(text.slice(start, end));
    const bytes = encoder.write(parts.join(''));
    held = text.slice(end);
    return isLast ? concatBytes([bytes, encoder.end() ?? noBytes]) : bytes;
  }, true);
}

/** Returns the encoder for a name and its suffixes. Encodings of Unicode, and codecs that a caller has added, have one alone. */
function encoderOf(api, { encoding, translit, ignore }) {
  const codec = api.getCodec(encoding);
  const hasOthers = codec instanceof Codec && !codec.bomAware;
  const strict = hasOthers ? codec.newStrictEncoder(ignore) : undefined;
  if (strict !== undefined && !translit) return strict;
  const encoder = api.getEncoder(encoding);
  if (strict === undefined) return encoder;
  return transliteratingEncoder(encoder, containerOf(codec), ignore ? '' : '?');
}

/** Returns a decoder and an encoder as one object with write() and end(), for names that parseName() has split. */
function converterOf(api, { encoding: from }, to) {
  const source = api.getCodec(from);
  const isStrict = !to.translit && !to.ignore && source instanceof Codec;
  const decoder = (isStrict && source.newStrictDecoder()) || api.getDecoder(from);
  const encoder = encoderOf(api, to);
  const run = (convert) => {
    try {
      return convert();
    } catch (error) {
      if (typeof error?.encoding === 'string') throw wrongSequence(error);
      throw error;
    }
  };
  return {
    write: (input) =>
      run(() => {
        const text = decoder.write(toChunk(input));
        // As in node-iconv, no text has no byte order mark.
        return text ? encoder.write(text) : noBytes;
      }),
    end: () =>
      run(() => {
        const rest = decoder.end();
        const last = rest ? encoder.write(rest) : noBytes;
        return concatBytes([last, encoder.end() ?? noBytes]);
      }),
  };
}

/** Returns the class, which takes its codecs from the functions getCodec(), getDecoder() and getEncoder() of `api`. */
function iconvOf(api) {
  return class Iconv extends ConverterStream {
    #newConverter;

    constructor(fromEncoding, toEncoding) {
      const from = parseName(fromEncoding);
      const to = parseName(toEncoding);
      const newConverter = () => converterOf(api, from, to);
      let converter;
      try {
        converter = newConverter();
      } catch (error) {
        throw unsupportedConversion(`${fromEncoding}`, `${toEncoding}`, error);
      }
      super(converter, {});
      this.#newConverter = newConverter;
    }

    _check(chunk) {
      return chunk;
    }

    convert(input, encoding) {
      const { write, end } = this.#newConverter();
      const bytes = typeof input === 'string' ? Buffer.from(input, encoding) : input;
      return concatBytes([write(bytes), end()]);
    }
  };
}

module.exports = { iconvOf };
