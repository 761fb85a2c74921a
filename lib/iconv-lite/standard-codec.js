'use strict';

// The codecs of the standard's encodings, of code pages and of UTF-32, all of which the core has.

const { lengthOf, noBytes } = require('../base/webidl.js');
const { flags, headOf, placeFlags } = require('../native/backend.js');
const { decodeChunk, decodeWhole, newDecodeState } = require('../native/decode.js');
const { encodeText, unencodables } = require('../native/encode.js');
const {
  EncodingHandle,
  closedBelow,
  encodingId,
  hasEncoderState,
  isUnicode,
  names,
} = require('../native/encodings.js');
const { EncoderStream } = require('../transcoding/encode.js');
const { toEncodeOptions, toText } = require('../transcoding/options.js');
const { Transcoder, runTranscoder } = require('../transcoding/transcoder.js');
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
    const options = { ignoreBOM: !stripsBOM, malformed: () => replacement };
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
    this.#stream = new EncoderStream(id, toEncodeOptions({ unencodable }));
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
function decoderOf(codec, stripsBOM) {
  const { id, replacement } = codec;
  return replacement === REPLACEMENT
    ? new StandardDecoder(id, stripsBOM)
    : new ReplacingDecoder(id, stripsBOM, replacement);
}

function encoderOf({ id, face, hasState }) {
  const replacement = String(face.defaultCharSingleByte);
  return replacement === '?' && !hasState
    ? new StandardEncoder(id)
    : new StreamEncoder(id, replacement);
}

/** The codec of one encoding of the core. Its classes are its own: libmime asks which codecs share one. */
class StandardCodec {
  constructor({ id, label, encodingName }, face) {
    const codec = this;
    this.id = id ?? encodingId(label);
    this.face = face;
    this.encodingName = encodingName;
    this.bomAware = isUnicode(this.id);
    this.hasState = hasEncoderState(this.id);
    this.head = headOf(this.id, 0);
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

  /** Returns a decoder that removes a byte order mark by itself, which is faster than doing so afterwards. */
  strippingDecoder() {
    return decoderOf(this, true);
  }

  /** Decodes a whole stream without options. */
  decodeAll(bytes) {
    if (this.replacement === REPLACEMENT) return decodeWhole(this.head, bytes);
    const decoder = this.strippingDecoder();
    const text = decoder.write(bytes);
    return text + (decoder.end() ?? '');
  }

  /** Encodes a whole text without options. */
  encodeAll(text) {
    if (this.face.defaultCharSingleByte === '?') {
      return encodeText(this.id, unencodables.replace, text);
    }
    const encoder = encoderOf(this);
    const bytes = encoder.write(text);
    const rest = encoder.end();
    return rest === undefined ? bytes : Buffer.concat([bytes, rest]);
  }
}

module.exports = { StandardCodec };
