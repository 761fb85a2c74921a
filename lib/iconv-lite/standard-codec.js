'use strict';

// The codecs of the standard's encodings, of code pages and of UTF-32, all of which the core has.

const { Failure } = require('../transcoding/errors.js');
const { concatBytes, lengthOf, noBytes, toText } = require('../base/webidl.js');
const { flags, headOf, placeFlags } = require('../backend/backend.js');
const { decodeChunk, decodeWhole, newDecodeState } = require('../backend/decode.js');
const { encodeText, unencodables } = require('../backend/encode.js');
const {
  EncodingHandle,
  closedBelow,
  encodingId,
  fullEncoding,
  hasEncoderState,
  isUnicode,
  names,
} = require('../labels/encodings.js');
const { EncoderStream } = require('../transcoding/encode.js');
const { toEncodeOptions } = require('../transcoding/options.js');
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
const {
  Codec,
  decodeAll,
  encodeAll,
  strictDecoder,
  strictEncoder,
  strippingDecoder,
} = require('./codec.js');
const { PairingEncoder, REPLACEMENT, toChunk } = require('./input.js');

const IGNORE_BOM = headOf(0, flags.ignoreBOM);
const FIRST_AND_OPEN = headOf(0, placeFlags(true, false));
const OPEN = headOf(0, placeFlags(false, false));
const LAST = headOf(0, placeFlags(false, true));

/** Returns a function that tells whether the last byte is below a limit. */
const endsBelow = (limit) => (bytes, length) => bytes[length - 1] < limit;

/** Returns a function that tells whether bytes end after a code unit that is no leading surrogate. */
const afterUnit = (distance) => (bytes, length) =>
  length % 2 === 0 && (bytes[length - distance] & 0xfc) !== 0xd8;

const afterFour = (_bytes, length) => length % 4 === 0;

// Whether a decoder that has no state before bytes has none after them: the bytes can then be decoded as a whole stream. Else
// the core carries the state. The core's description tells it by the last byte, except for these encodings, of which more
// bytes and their number tell it.
const isClosedAfter = new Map([
  ['UTF-16BE', afterUnit(2)],
  ['UTF-16LE', afterUnit(1)],
  ['UTF-32BE', afterFour],
  ['UTF-32LE', afterFour],
]);

/** Decodes a stream of chunks; can be used again after end(). */
class StandardDecoder {
  #head;
  #isClosedAfter;
  #bom; // the flag that keeps a byte order mark, from the second chunk on
  #state = null;
  #isOpen = false; // whether the state is that of a stream

  constructor(id, stripsBOM) {
    this.#head = headOf(id, stripsBOM ? 0 : flags.ignoreBOM);
    this.#isClosedAfter = isClosedAfter.get(names[id]) ?? endsBelow(closedBelow(id));
    this.#bom = 0;
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    const length = lengthOf(bytes);
    if (length === 0) return '';
    const head = this.#head | this.#bom;
    this.#bom = IGNORE_BOM;
    if (!this.#isOpen && this.#isClosedAfter(bytes, length)) return decodeWhole(head, bytes);
    this.#state ??= newDecodeState();
    const place = this.#isOpen ? OPEN : FIRST_AND_OPEN;
    // If the core throws, for lack of memory, the decoder stays as it was.
    const text = decodeChunk((this.#isOpen ? this.#head : head) | place, bytes, this.#state);
    this.#isOpen = true;
    return text;
  }

  end() {
    this.#bom = 0;
    if (!this.#isOpen) return undefined;
    this.#isOpen = false;
    return decodeChunk(this.#head | LAST, noBytes, this.#state) || undefined;
  }
}

/** Decodes as StandardDecoder does, with another text than U+FFFD for malformed sequences. */
class ReplacingDecoder {
  #transcoder;
  #hasInput = false;

  constructor(id, stripsBOM, replacement) {
    const options = {
      __proto__: null,
      ignoreBOM: !stripsBOM,
      malformed: () => replacement,
    };
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
    return runTranscoder(this.#transcoder, bytes, isLast, true);
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
    return encodeText(this.#id, unencodables.replace, text);
  }
}

/** Encodes a stream of text with a state, or with another text than « ? » for what the encoding does not contain. */
class StreamEncoder {
  #stream;
  #hasInput = false;

  constructor(id, replacement) {
    const unencodable = replacement === '?' ? 'replace' : () => replacement;
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

/** Decodes with an encoding of the core; throws for a malformed sequence. */
class StrictDecoder {
  #transcoder;

  constructor(id) {
    const options = { __proto__: null, fatal: true };
    this.#transcoder = new Transcoder(new EncodingHandle(id), 'utf-8', options);
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
class StrictEncoder {
  #stream;

  constructor(id, skips) {
    const unencodable = skips ? 'skip' : 'fatal';
    this.#stream = new EncoderStream(id, toEncodeOptions({ __proto__: null, unencodable }));
  }

  write(text) {
    return this.#stream.encode(text, false);
  }

  end() {
    return this.#stream.encode('', true);
  }
}

/** Returns a decoder that keeps a byte order mark if `stripsBOM` is false. */
function decoderOf(codec, stripsBOM) {
  const { id, replacement } = codec;
  return replacement === REPLACEMENT
    ? new StandardDecoder(id, stripsBOM)
    : new ReplacingDecoder(id, stripsBOM, replacement);
}

function encoderOf({ id, face }) {
  const replacement = String(face.defaultCharSingleByte);
  return replacement === '?' && !hasEncoderState(id)
    ? new StandardEncoder(id)
    : new StreamEncoder(id, replacement);
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
    this.head = headOf(id, 0);
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
    if (this.replacement === REPLACEMENT) return decodeWhole(this.head, bytes);
    const decoder = decoderOf(this, true);
    const text = decoder.write(bytes);
    return text + (decoder.end() ?? '');
  }

  [encodeAll](text) {
    if (this.face.defaultCharSingleByte === '?') {
      return encodeText(this.id, unencodables.replace, text);
    }
    return encodeWith(encoderOf(this), text);
  }

  [strictDecoder]() {
    return new StrictDecoder(this.id);
  }

  [strictEncoder](skips) {
    return new StrictEncoder(this.id, skips);
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
