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
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
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

/** Decodes a stream of chunks; can be used again after end(). */
class StandardDecoder {
  #decoder;

  constructor(id, stripsBOM) {
    this.#decoder = new ChunkDecoder(id, stripsBOM ? 0 : IGNORE_BOM);
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    return lengthOf(bytes) === 0 ? '' : this.#decoder.decode(bytes, false);
  }

  end() {
    return this.#decoder.isOpen ? this.#decoder.decode(noBytes, true) || undefined : undefined;
  }
}

/** Decodes with the options of a Transcoder: with another text than U+FFFD for malformed sequences, or with an error. */
class TranscodingDecoder {
  #transcoder;
  #hasInput = false;

  constructor(id, options) {
    this.#transcoder = new Transcoder(new EncodingHandle(id), 'utf-8', options);
  }

  write(chunk) {
    this.#hasInput = true;
    return this.#run(toChunk(chunk), false);
  }

  end() {
    if (!this.#hasInput) return undefined;
    this.#hasInput = false;
    return this.#run(noBytes, true) || undefined;
  }

  #run(bytes, isLast) {
    const result = runTranscoder(this.#transcoder, bytes, isLast, true);
    if (result instanceof Failure) throw result.error;
    return result;
  }
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

/** Encodes a stream of text with a state, or with another option `unencodable` than 'replace'. */
class StreamEncoder {
  #stream;
  #hasInput = false;

  constructor(id, unencodable) {
    this.#stream = new EncoderStream(id, toEncodeOptions({ __proto__: null, unencodable }));
  }

  write(text) {
    this.#hasInput = true;
    return this.#stream.encode(toText(text, 'text'), false);
  }

  end() {
    if (!this.#hasInput) return undefined;
    this.#hasInput = false;
    const bytes = this.#stream.encode('', true);
    return bytes.length === 0 ? undefined : bytes;
  }
}

/** Returns a decoder that keeps a byte order mark if `stripsBOM` is false. */
function decoderOf({ id, replacement }, stripsBOM) {
  if (replacement === REPLACEMENT) return new StandardDecoder(id, stripsBOM);
  const malformed = () => replacement;
  return new TranscodingDecoder(id, { __proto__: null, ignoreBOM: !stripsBOM, malformed });
}

function encoderOf({ id, face }) {
  const replacement = String(face.defaultCharSingleByte);
  if (replacement !== '?') return new StreamEncoder(id, () => replacement);
  return hasEncoderState(id) ? new StreamEncoder(id, 'replace') : new StandardEncoder(id);
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
    return new TranscodingDecoder(this.id, { __proto__: null, fatal: true });
  }

  [strictEncoder](skips) {
    return new StreamEncoder(this.id, skips ? 'skip' : 'fatal');
  }
}

// What code page 950 of Windows has in place of the standard's Big5: another character for F9 FE, and another byte pair for
// U+4EDD, which the standard has twice.
const BLACK_SQUARE = '\uFFED';
const DARK_SHADE = '\u2593';
const TWICE = '\u4EDD';
const TWICE_BYTES = Uint8Array.of(0xc9, 0x69);

/** Decodes as a decoder of Big5 does, with the character of code page 950 for F9 FE. */
class Cp950Decoder {
  #decoder;

  constructor(decoder) {
    this.#decoder = decoder;
  }

  write(bytes) {
    return this.#decoder.write(bytes).replaceAll(BLACK_SQUARE, DARK_SHADE);
  }

  end() {
    return this.#decoder.end();
  }
}

/** Encodes as a stateless encoder of Big5 does, with the bytes of code page 950 for two characters. */
class Cp950Encoder {
  #encoder;

  constructor(encoder) {
    this.#encoder = encoder;
  }

  write(text) {
    if (typeof text !== 'string') return this.#encoder.write(text);
    const chunks = [];
    for (const [at, part] of text.split(TWICE).entries()) {
      // The end of the encoder's stream writes a leading surrogate that waits.
      if (at > 0) chunks.push(this.#encoder.end() ?? noBytes, TWICE_BYTES);
      // U+FFFD stands for U+FFED, which code page 950 does not contain.
      const known = part.replaceAll(BLACK_SQUARE, REPLACEMENT);
      chunks.push(this.#encoder.write(known.replaceAll(DARK_SHADE, BLACK_SQUARE)));
    }
    return concatBytes(chunks);
  }

  end() {
    return this.#encoder.end();
  }
}

const big5 = encodingId('big5');

/** Code page 950: the standard's Big5 without the extensions of Hong Kong, in which two mappings differ. */
class Cp950Codec extends Codec {
  constructor({ encodingName }, face) {
    super(encodingName, false);
    const codec = new StandardCodec({ id: big5, encodingName }, face);
    codec.id = big5;
    this.codec = codec;
    this.decoder = function Cp950CodecDecoder() {
      return new Cp950Decoder(new codec.decoder());
    };
    this.encoder = function Cp950CodecEncoder() {
      return new Cp950Encoder(new codec.encoder());
    };
  }

  [decodeAll](bytes) {
    return this.codec[decodeAll](bytes).replaceAll(BLACK_SQUARE, DARK_SHADE);
  }

  [encodeAll](text) {
    return encodeWith(new this.encoder(), text);
  }

  [strictDecoder]() {
    return new Cp950Decoder(this.codec[strictDecoder]());
  }

  [strictEncoder](skips) {
    return new Cp950Encoder(this.codec[strictEncoder](skips));
  }
}

module.exports = { Cp950Codec, StandardCodec };
