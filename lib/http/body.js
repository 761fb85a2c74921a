'use strict';

// The room http/ reads HTTP bodies and forms: it finds their encoding, and undoes content codings.
// May require base/, labels/, transcoding/, url/ and detect/.
//
// This file finds the encoding of a body, and decodes it: as a whole, or in chunks for the streams of streams.js.

const {
  REPLACEMENT,
  lengthOf,
  noBytes,
  restOf,
  stableBytes,
  toBytes,
} = require('../base/webidl.js');
const { bodyAborted, bodyTooLarge, withStatusOfBody } = require('./errors.js');
const { toBodySettings, toMediaType, toSniffSettings } = require('./options.js');
const { MAX_XML_DECLARATION_BYTES, sniff, unknownLabelOf } = require('./sniff.js');
const { encodings, handleOf } = require('../labels/encodings.js');
const { IGNORE_BOM, measureBytes } = require('../transcoding/codecs.js');
const { decode } = require('../transcoding/decode.js');
const { Failure } = require('../transcoding/errors.js');
const { FindingDecoder } = require('../transcoding/finding-decoder.js');
const { TranscodingStream } = require('../transcoding/transcoding-stream.js');

// Finds the encoding of a body that comes in chunks, and decodes it. The first bytes are held back until they tell the encoding.

/**
 * Returns how many bytes have to be there for the next look, after one at `length` bytes. Each byte is looked at a bounded
 * number of times on average, and a look comes where a rule ends its search.
 */
function nextLookAfter(length, prescanBytes) {
  let next = length < 8 ? length + 1 : 2 * length;
  for (const end of [prescanBytes, MAX_XML_DECLARATION_BYTES]) {
    if (length < end) next = Math.min(next, end);
  }
  return next;
}

/** Returns a SniffedEncoding for what sniff() has answered. */
const resultOf = ({ id, ...told }, type) => ({
  encoding: encodings[id],
  ...told,
  ...unknownLabelOf(type),
});

/** Finds the encoding of a body that comes in chunks, and decodes it. */
class BodyDecoder extends FindingDecoder {
  #type;
  #settings;
  #nextLook = 1; // in bytes: how many have to be held before they are looked at again
  #left; // how many more bytes there may be

  /** `type` is that of toMediaType(), and `settings` are those of toBodySettings(). */
  constructor(type, settings) {
    super();
    this.#type = type;
    const { allowUtf8Guess: mayDetectUtf8, prescanBytes: guessBytes } = settings;
    this.#settings = { ...settings, guessBytes, mayDetectUtf8 };
    this.#left = this.#settings.maxBytes;
  }

  end(error) {
    super.end(error ?? bodyAborted());
  }

  /**
   * Decodes a chunk, or the end of the body in place of null. Returns a Buffer of UTF-8, or a string with `asText`; or the
   * Failure that ends the stream, with the output before it.
   */
  run(chunk, asText) {
    try {
      const bytes = chunk === null ? noBytes : toBytes(chunk, 'chunk');
      const isTooMuch = lengthOf(bytes) > this.#left;
      const part = isTooMuch ? restOf(bytes, 0, this.#left) : bytes;
      this.#left -= lengthOf(part);
      const output = this.#decode(part, chunk === null, isTooMuch, asText);
      if (output instanceof Failure) withStatusOfBody(output.error);
      else if (isTooMuch) return new Failure(bodyTooLarge(this.#settings.maxBytes), output);
      return output;
    } catch (error) {
      this.end(error);
      throw withStatusOfBody(error);
    }
  }

  // `isLast` says that nothing more of the body will be decoded, although it may not end here.
  #decode(part, isEnd, isLast, asText) {
    if (this.transcoder !== null) return this.transcoder.run(part, !isEnd, asText);
    const bytes = this.heldWith(part);
    if (!this.#findEncoding(bytes, isEnd || isLast)) {
      this.hold(bytes, 0);
      return '';
    }
    return this.transcoder.run(bytes, !isEnd, asText);
  }

  // Looks at the first bytes of the body; returns whether they tell the encoding.
  #findEncoding(bytes, isWhole) {
    const length = lengthOf(bytes);
    if (!isWhole && length < this.#nextLook) return false;
    const answer = sniff(bytes, isWhole, this.#type, this.#settings);
    if (answer === null) {
      this.#nextLook = nextLookAfter(length, this.#settings.prescanBytes);
      return false;
    }
    const { decodeOptions } = this.#settings;
    const transcoder = new TranscodingStream(handleOf(answer.id), 'utf-8', decodeOptions);
    this.begin(transcoder, resultOf(answer, this.#type));
    return true;
  }
}

// Tells the encoding of a body.
function sniffEncoding(bytes, contentType = undefined, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  const type = toMediaType(contentType);
  return resultOf(sniff(input, true, type, toSniffSettings(options)), type);
}

/** Returns how many sequences of a text's bytes are malformed, and where the first is. */
function progressOf(text, id, bytes, malformed) {
  // Looking for U+FFFD takes much less time than to decode once more. With a function other text stands for what is malformed.
  if (!malformed && !text.includes(REPLACEMENT)) {
    return { replacements: 0, firstErrorOffset: null };
  }
  const { replacements, firstError } = measureBytes(id, IGNORE_BOM, bytes);
  return { replacements, firstErrorOffset: firstError?.offset ?? null };
}

function textOf(id, bytes, decodeOptions) {
  try {
    return decode(bytes, handleOf(id), decodeOptions);
  } catch (error) {
    throw withStatusOfBody(error);
  }
}

/**
 * Returns the error for a body that is too long: that of a stream with the same bytes. An error within
 * the first `maxBytes` bytes is reported, and not the length.
 */
function errorOfTooMuch(bytes, type, settings) {
  try {
    return new BodyDecoder(type, settings).run(bytes).error;
  } catch (error) {
    return error;
  }
}

/** Does what decodeBody() does, with checked arguments. */
function decodeWholeBody(bytes, type, settings) {
  const { decodeOptions, maxBytes } = settings;
  if (lengthOf(bytes) > maxBytes) throw errorOfTooMuch(bytes, type, settings);
  // Another thread must not change the bytes between the calls that read them.
  const input = stableBytes(bytes);
  const answer = sniff(input, true, type, settings, true);
  const text = textOf(answer.id, input, decodeOptions);
  const progress = progressOf(text, answer.id, input, decodeOptions?.malformed);
  return { text, ...resultOf(answer, type), ...progress };
}

// Decodes a body.
function decodeBody(bytes, contentType = undefined, options = undefined) {
  const input = toBytes(bytes, 'bytes');
  return decodeWholeBody(input, toMediaType(contentType), toBodySettings(options));
}

module.exports = {
  decodeBody,
  decodeWholeBody,
  sniffEncoding,
  BodyDecoder,
};
