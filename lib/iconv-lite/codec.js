'use strict';

// This file says what a codec of this folder is, and has the codecs of what the core decodes: the standard's encodings, code pages and
// UTF-32. A codec is asked for more than iconv-lite's codecs have by symbols, because a property of Object.prototype, or of a codec
// that a caller has added, could have any name.

const { define, invalidArgument, isArray } = require('../base/errors.js');
const {
  REPLACEMENT,
  bytesOfText,
  concatBytes,
  isLeadingSurrogate,
  isTrailingSurrogate,
  lengthOf,
  newBytes,
  noBytes,
  restOf,
  toBytes,
  toText,
} = require('../base/webidl.js');
const {
  encodingId,
  fullEncoding,
  handleOf,
  hasEncoderState,
  isSingleByte,
  isUnicode,
  names,
} = require('../labels/encodings.js');
const {
  ChunkDecoder,
  IGNORE_BOM,
  decodeWhole,
  encodeReplacing,
} = require('../transcoding/codecs.js');
const { EncoderStream } = require('../transcoding/encode.js');
const { Failure } = require('../transcoding/errors.js');
const { toEncodeOptions } = require('../transcoding/options.js');
const { Joiner } = require('../transcoding/pieces.js');
const { TranscodingStream } = require('../transcoding/transcoding-stream.js');

/** Decodes a whole stream of bytes, a Uint8Array, without options. Returns null where only a decoder can do so. */
const decodeAll = Symbol('decodeAll');

/** Encodes a whole text, a string, without options. */
const encodeAll = Symbol('encodeAll');

/**
 * A codec of this folder. Those of its fields that iconv-lite reads are its own, so that no prototype can change them. A subclass
 * has `newDecoder(options)` and `newEncoder(options)`. Its classes are of this codec alone: libmime asks which codecs share one.
 */
class Codec {
  constructor(encodingName, bomAware, api) {
    const codec = this;
    this.encodingName = encodingName;
    this.bomAware = bomAware;
    this.api = api;
    this.decoder = function Decoder(options) {
      return codec.newDecoder(options);
    };
    this.encoder = function Encoder(options) {
      return codec.newEncoder(options);
    };
  }

  /** Returns a decoder that throws for a malformed sequence, if there is one. */
  newStrictDecoder() {
    return undefined;
  }

  /** Returns an encoder that throws for an unencodable code point, or leaves it out if the argument is true. There may be none. */
  newStrictEncoder() {
    return undefined;
  }
}

/** Returns the bytes of an array of numbers, each modulo 256. */
function bytesOfArray(array) {
  const bytes = newBytes(array.length);
  for (let at = 0; at < bytes.length; at++) {
    const value = array[at];
    if (typeof value === 'symbol' || typeof value === 'bigint') {
      throw invalidArgument(`bytes[${at}]`, 'a number', value);
    }
    bytes[at] = value;
  }
  return bytes;
}

/**
 * Returns the bytes of a chunk as a Uint8Array. As in iconv-lite, a chunk may also be an array of numbers, or a string, which
 * stands for its bytes in UTF-8. A detached buffer and a view that is out of bounds contain no bytes.
 */
function toChunk(value) {
  if (typeof value === 'string') return bytesOfText(value, 'utf8');
  const bytes = toBytes(isArray(value) ? bytesOfArray(value) : value, 'bytes');
  return lengthOf(bytes) === 0 ? noBytes : bytes;
}

/** Returns bytes, which toChunk() has returned, as a Buffer on the same memory. */
function toBuffer(bytes) {
  if (Buffer.isBuffer(bytes)) return bytes;
  // Properties that user code has given `bytes` are not those of the array that restOf() makes.
  const { buffer, byteOffset, byteLength } = restOf(bytes, 0);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns options that have all properties of a caller's, which may be frozen, and some of ours in place of theirs. */
function withOwn(options, own) {
  const isObject = typeof options === 'object' || typeof options === 'function';
  return define(Object.create(isObject ? options : null), own);
}

const unlessEmpty = (bytes) => (bytes.length === 0 ? undefined : bytes);

/**
 * Returns an encoder of chunks of text in which no surrogate pair is split: a leading surrogate at the end of a chunk waits for the
 * next chunk. `encode(text, isLast)` returns a Buffer, and with `hasState` it is also asked for what follows the last chunk.
 */
function pairingEncoder(encode, hasState = false) {
  const joiner = new Joiner();
  const run = (text, isLast) => {
    const { whole, waiting } = joiner.join(text, isLast);
    const bytes = encode(whole, isLast);
    joiner.waiting = waiting;
    return bytes;
  };
  return {
    write: (text) => run(toText(text, 'text'), false),
    end: () => (hasState || joiner.waiting !== '' ? unlessEmpty(run('', true)) : undefined),
  };
}

/** Returns the code unit for malformed input: the first of the text that the caller has set. */
const unitForMalformed = (api) => (String(api.defaultCharUnicode) || REPLACEMENT).charCodeAt(0);

/**
 * The code units that a decoder reads from chunks, as text. A surrogate alone becomes the code unit for malformed input; a leading
 * surrogate waits for the trailing one, also in the next chunk. A text that is begun and not ended, because a timeout of node:vm has cut
 * off the call, changes nothing.
 */
class Units {
  /** The code unit for malformed input. */
  malformed;
  /** The offset in the stream of the byte that a decoder has come to. */
  place = 0;
  #bytes = null;
  #at = 0;
  #state = { leading: 0, leadingPlace: 0 }; // the leading surrogate that waits
  #kept = this.#state; // when the last text ended

  constructor(malformed) {
    this.malformed = malformed;
  }

  /** Whether a leading surrogate waits. */
  get isWaiting() {
    return this.#kept.leading !== 0;
  }

  /** Begins a text of at most so many code units. */
  begin(most) {
    this.#bytes = newBytes(2 * most);
    this.#at = 0;
    this.#state = { ...this.#kept };
  }

  push(unit) {
    const isTrailing = isTrailingSurrogate(unit);
    const { leading, leadingPlace } = this.#state;
    if (isTrailing && leading !== 0) {
      this.put(leading, leadingPlace);
      this.put(unit, leadingPlace);
      this.#state.leading = 0;
      return;
    }
    this.endPair();
    if (isLeadingSurrogate(unit)) {
      this.#state.leading = unit;
      this.#state.leadingPlace = this.place;
    } else this.put(isTrailing ? this.malformed : unit, this.place);
  }

  /** Puts the code unit for malformed input. */
  pushMalformed() {
    this.endPair();
    this.put(this.malformed, this.place);
  }

  /** Says that no trailing surrogate follows. */
  endPair() {
    if (this.#state.leading === 0) return;
    this.#state.leading = 0;
    this.put(this.malformed, this.#state.leadingPlace);
  }

  toString() {
    const text = this.#bytes.ucs2Slice(0, this.#at);
    this.#kept = this.#state;
    return text;
  }

  /** Puts a code unit of the text. A subclass may keep the second argument, which is its `place`. */
  put(unit) {
    this.#bytes[this.#at++] = unit;
    this.#bytes[this.#at++] = unit >> 8;
  }
}

/** Returns an encoder or a decoder that keeps no part of a chunk for the next one. */
const withoutState = (write) => ({ write, end: () => undefined });

/** Returns a decoder of streams of chunks; it can be used again after end(). */
function standardDecoder(id) {
  if (isSingleByte(id)) return withoutState((chunk) => decodeWhole(id, 0, toChunk(chunk)));
  const decoder = new ChunkDecoder(id, IGNORE_BOM);
  return {
    write: (chunk) => decoder.decode(toChunk(chunk), false),
    end: () => decoder.decode(noBytes, true) || undefined,
  };
}

/** Returns a decoder with the options of a Transcoder: with another text than U+FFFD for malformed sequences, or with an error. */
function transcodingDecoder(id, options) {
  const transcoder = new TranscodingStream(handleOf(id), 'utf-8', options);
  const run = (bytes, isLast) => {
    const result = transcoder.runOrRestore(bytes, !isLast, true);
    if (result instanceof Failure) throw result.error;
    return result;
  };
  return {
    write: (chunk) => run(toChunk(chunk), false),
    end: () => run(noBytes, true) || undefined,
  };
}

/** Returns an encoder with a state, or with another option `unencodable` than 'replace'. */
function streamEncoder(id, unencodable) {
  const stream = new EncoderStream(id, toEncodeOptions({ __proto__: null, unencodable }));
  return {
    write: (text) => stream.encode(toText(text, 'text'), false),
    end: () => unlessEmpty(stream.encode('', true)),
  };
}

/** Returns all bytes that an encoder makes of a text. */
function encodeWith(encoder, text) {
  const bytes = encoder.write(text);
  const rest = encoder.end();
  return rest && rest.length > 0 ? concatBytes([bytes, rest]) : bytes;
}

/** Returns the core's number of an encoding, for a label of the standard or the name of another encoding. */
const idOf = (label) => encodingId(label) ?? names.indexOf(label);

/** The codec of one encoding of the core. Its encoder writes everything that its decoder reads, as iconv-lite does. */
class StandardCodec extends Codec {
  constructor({ label, encodingName }, api) {
    const id = fullEncoding(idOf(label));
    super(encodingName, isUnicode(id), api);
    this.id = id;
  }

  /** The text for a malformed sequence. Of UTF-8 and UTF-16 it is U+FFFD in iconv-lite too, whatever the caller has set. */
  get replacement() {
    const text = this.api.defaultCharUnicode;
    return this.bomAware || text === REPLACEMENT ? REPLACEMENT : String(text);
  }

  newDecoder() {
    const { id, replacement } = this;
    if (replacement === REPLACEMENT) return standardDecoder(id);
    const malformed = () => replacement;
    return transcodingDecoder(id, { __proto__: null, ignoreBOM: true, malformed });
  }

  newEncoder() {
    const { id } = this;
    const replacement = String(this.api.defaultCharSingleByte);
    if (replacement !== '?') return streamEncoder(id, () => replacement);
    if (hasEncoderState(id)) return streamEncoder(id, 'replace');
    return pairingEncoder((text) => encodeReplacing(id, text));
  }

  [decodeAll](bytes) {
    return this.replacement === REPLACEMENT ? decodeWhole(this.id, 0, bytes) : null;
  }

  [encodeAll](text) {
    if (this.api.defaultCharSingleByte === '?') return encodeReplacing(this.id, text);
    return encodeWith(this.newEncoder(), text);
  }

  newStrictDecoder() {
    return transcodingDecoder(this.id, { __proto__: null, fatal: true });
  }

  newStrictEncoder(skips) {
    return streamEncoder(this.id, skips ? 'skip' : 'fatal');
  }
}

// The differences of code page 950 of Windows from the standard's Big5: another character for F9 FE, and another byte pair for
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

/** Code page 950: the standard's Big5, whose encoder leaves out most of Hong Kong's characters, in which two mappings differ. */
class Cp950Codec extends StandardCodec {
  constructor({ encodingName }, api) {
    super({ label: 'big5', encodingName }, api);
    this.id = idOf('big5');
  }

  newDecoder() {
    return cp950Decoder(super.newDecoder());
  }

  newEncoder() {
    return cp950Encoder(super.newEncoder());
  }

  [decodeAll](bytes) {
    return super[decodeAll](bytes)?.replaceAll(BLACK_SQUARE, DARK_SHADE) ?? null;
  }

  [encodeAll](text) {
    return encodeWith(this.newEncoder(), text);
  }

  newStrictDecoder() {
    return cp950Decoder(super.newStrictDecoder());
  }

  newStrictEncoder(skips) {
    return cp950Encoder(super.newStrictEncoder(skips));
  }
}

module.exports = {
  Codec,
  Cp950Codec,
  StandardCodec,
  Units,
  decodeAll,
  encodeAll,
  encodeWith,
  idOf,
  pairingEncoder,
  toBuffer,
  toChunk,
  unitForMalformed,
  withOwn,
  withoutState,
};
