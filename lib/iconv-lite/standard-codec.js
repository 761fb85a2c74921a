'use strict';

// The codecs of the standard's encodings, of code pages and of UTF-32, all of which the core has.

const { Failure } = require('../transcoding/errors.js');
const { REPLACEMENT, concatBytes, lengthOf, noBytes, toText } = require('../base/webidl.js');
const {
  ChunkDecoder,
  IGNORE_BOM,
  decodeWhole,
  encodeReplacing,
} = require('../transcoding/core.js');
const {
  EncodingHandle,
  encodingId,
  fullEncoding,
  hasEncoderState,
  isUnicode,
} = require('../labels/encodings.js');
const { EncoderStream } = require('../transcoding/encode.js');
const { toEncodeOptions } = require('../transcoding/options.js');
const { TranscodingStream } = require('../transcoding/transcoding-stream.js');
const {
  Codec,
  PairingEncoder,
  decodeAll,
  encodeAll,
  strictDecoder,
  strictEncoder,
  strippingDecoder,
  toChunk,
} = require('./codec.js');

/** Returns a decoder of streams of chunks; it can be used again after end(). */
function standardDecoder(id, stripsBOM) {
  const decoder = new ChunkDecoder(id, stripsBOM ? 0 : IGNORE_BOM);
  return {
    write(chunk) {
      const bytes = toChunk(chunk);
      return lengthOf(bytes) === 0 ? '' : decoder.decode(bytes, false);
    },
    end: () => (decoder.isOpen ? decoder.decode(noBytes, true) || undefined : undefined),
  };
}

/** Returns a decoder with the options of a Transcoder: with another text than U+FFFD for malformed sequences, or with an error. */
function transcodingDecoder(id, options) {
  const transcoder = new TranscodingStream(new EncodingHandle(id), 'utf-8', options);
  let hasInput = false;
  const run = (bytes, isLast) => {
    hasInput = !isLast;
    const result = transcoder.run(bytes, !isLast, true);
    if (result instanceof Failure) throw result.error;
    return result;
  };
  return {
    write: (chunk) => run(toChunk(chunk), false),
    end: () => (hasInput ? run(noBytes, true) || undefined : undefined),
  };
}

/** Returns an encoder with a state, or with another option `unencodable` than 'replace'. */
function streamEncoder(id, unencodable) {
  const stream = new EncoderStream(id, toEncodeOptions({ __proto__: null, unencodable }));
  let hasInput = false;
  return {
    write(text) {
      hasInput = true;
      return stream.encode(toText(text, 'text'), false);
    },
    end() {
      if (!hasInput) return undefined;
      hasInput = false;
      const bytes = stream.encode('', true);
      return bytes.length === 0 ? undefined : bytes;
    },
  };
}

/** Encodes a stream of text in an encoding whose encoder has no state. */
class StandardEncoder extends PairingEncoder {
  #id;

  constructor(id) {
    super();
    this.#id = id;
  }

  encodeWhole(text) {
    return encodeReplacing(this.#id, text);
  }
}

/** Returns a decoder that keeps a byte order mark if `stripsBOM` is false. */
function decoderOf({ id, replacement }, stripsBOM) {
  if (replacement === REPLACEMENT) return standardDecoder(id, stripsBOM);
  const malformed = () => replacement;
  return transcodingDecoder(id, { __proto__: null, ignoreBOM: !stripsBOM, malformed });
}

function encoderOf({ id, face }) {
  const replacement = String(face.defaultCharSingleByte);
  if (replacement !== '?') return streamEncoder(id, () => replacement);
  return hasEncoderState(id) ? streamEncoder(id, 'replace') : new StandardEncoder(id);
}

/** Returns all bytes that an encoder makes of a text. */
function encodeWith(encoder, text) {
  const bytes = encoder.write(text);
  const rest = encoder.end();
  return rest === undefined ? bytes : concatBytes([bytes, rest]);
}

/**
 * The codec of one encoding of the core. Its encoder writes everything that its decoder reads, as iconv-lite does. Its classes are
 * its own: libmime asks which codecs share one.
 */
class StandardCodec extends Codec {
  constructor({ id: knownId, label, encodingName }, face) {
    const id = fullEncoding(knownId ?? encodingId(label));
    super(encodingName, isUnicode(id));
    const codec = this;
    this.id = id;
    this.face = face;
    this.decoder = function StandardDecoder() {
      return decoderOf(codec, false);
    };
    this.encoder = function StandardEncoder() {
      return encoderOf(codec);
    };
  }

  /** The text for a malformed sequence. Of UTF-8 and UTF-16 it is U+FFFD in iconv-lite too, whatever the caller has set. */
  get replacement() {
    return this.bomAware ? REPLACEMENT : String(this.face.defaultCharUnicode);
  }

  [strippingDecoder]() {
    return decoderOf(this, true);
  }

  [decodeAll](bytes) {
    if (this.replacement === REPLACEMENT) return decodeWhole(this.id, 0, bytes);
    const decoder = decoderOf(this, true);
    return decoder.write(bytes) + (decoder.end() ?? '');
  }

  [encodeAll](text) {
    if (this.face.defaultCharSingleByte === '?') {
      return encodeReplacing(this.id, text);
    }
    return encodeWith(encoderOf(this), text);
  }

  [strictDecoder]() {
    return transcodingDecoder(this.id, { __proto__: null, fatal: true });
  }

  [strictEncoder](skips) {
    return streamEncoder(this.id, skips ? 'skip' : 'fatal');
  }
}

// What code page 950 of Windows has in place of the standard's Big5: another character for F9 FE, and another byte pair for
// U+4EDD, which the standard has twice.
const BLACK_SQUARE = '\uFFED';
const DARK_SHADE = '\u2593';
const TWICE = '\u4EDD';
const TWICE_BYTES = Uint8Array.of(0xc9, 0x69);

/** Returns a decoder as one of Big5, with the character of code page 950 for F9 FE. */
const cp950Decoder = (decoder) => ({
  write: (bytes) => decoder.write(bytes).replaceAll(BLACK_SQUARE, DARK_SHADE),
  end: () => decoder.end(),
});

/** Returns an encoder as a stateless one of Big5, with the bytes of code page 950 for two characters. */
const cp950Encoder = (encoder) => ({
  write(text) {
    if (typeof text !== 'string') return encoder.write(text);
    const chunks = [];
    for (const [at, part] of text.split(TWICE).entries()) {
      // The end of the encoder's stream writes a leading surrogate that waits.
      if (at > 0) chunks.push(encoder.end() ?? noBytes, TWICE_BYTES);
      // U+FFFD stands for U+FFED, which code page 950 does not contain.
      const known = part.replaceAll(BLACK_SQUARE, REPLACEMENT);
      chunks.push(encoder.write(known.replaceAll(DARK_SHADE, BLACK_SQUARE)));
    }
    return concatBytes(chunks);
  },
  end: () => encoder.end(),
});

const big5 = encodingId('big5');

/** Code page 950: the standard's Big5 without the extensions of Hong Kong, in which two mappings differ. */
class Cp950Codec extends Codec {
  constructor({ encodingName }, face) {
    super(encodingName, false);
    const codec = new StandardCodec({ id: big5, encodingName }, face);
    codec.id = big5;
    this.codec = codec;
    this.decoder = function Cp950CodecDecoder() {
      return cp950Decoder(new codec.decoder());
    };
    this.encoder = function Cp950CodecEncoder() {
      return cp950Encoder(new codec.encoder());
    };
  }

  [decodeAll](bytes) {
    return this.codec[decodeAll](bytes).replaceAll(BLACK_SQUARE, DARK_SHADE);
  }

  [encodeAll](text) {
    return encodeWith(new this.encoder(), text);
  }

  [strictDecoder]() {
    return cp950Decoder(this.codec[strictDecoder]());
  }

  [strictEncoder](skips) {
    return cp950Encoder(this.codec[strictEncoder](skips));
  }
}

module.exports = { Cp950Codec, StandardCodec };
