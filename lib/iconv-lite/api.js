'use strict';

// The room iconv-lite/ has the functions of iconv-lite.
// May require base/, labels/ and transcoding/.
//
// The functions of iconv-lite 0.7 on this package's core. lib/iconv-lite.d.ts describes the exports.
//
// No function uses `this`, because programs call them detached from the object. A program may set `defaultCharUnicode`,
// `defaultCharSingleByte` and `encodings` on the object, so the functions read them there.

const { constants } = require('node:buffer');
const { coded, invalidArgument, quote, stringTooLong } = require('../base/errors.js');
const {
  bytesOfText,
  getOrMake,
  isAsciiDigit,
  isUint8Array,
  optionOf,
} = require('../base/webidl.js');
const {
  Codec,
  Cp950Codec,
  StandardCodec,
  decodeAll,
  encodeAll,
  encodeWith,
} = require('./codec.js');
const { iconvOf } = require('./iconv.js');
const { IconvLiteDecoderStream, IconvLiteEncoderStream } = require('./streams.js');
const { ownCodecs, standardNames, withoutPunctuation } = require('./names.js');
const { AsciiCodec, Latin1Codec, NodeCodec, TableCodec } = require('./single-byte-codecs.js');
const { Cesu8Codec, GuessingCodec, Utf32Codec } = require('./unicode-codecs.js');
const { Utf7Codec } = require('./utf-7.js');

/** The error of iconv-lite, whose message programs compare; `searched` is the name without punctuation. */
function unrecognizedEncoding(name, searched) {
  const [quotedName, quotedSearched] = [name, searched].map((text) => quote(text).slice(1, -1));
  const message = `Encoding not recognized: '${quotedName}' (searched as: '${quotedSearched}')`;
  return coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', message);
}

/** The classes of codecs, by the names that tables of encodings have for them. */
const codecClasses = {
  _ascii: AsciiCodec,
  _cesu8: Cesu8Codec,
  _cp950: Cp950Codec,
  _guessing: GuessingCodec,
  _internal: NodeCodec,
  _latin1: Latin1Codec,
  _sbcs: TableCodec,
  _standard: StandardCodec,
  _utf32: Utf32Codec,
  _utf7: Utf7Codec,
};

const BOM = '\uFEFF';

/** Returns an encoder that adds a byte order mark to the first chunk of a stream. */
function addingBOM(encoder) {
  let isFirst = true;
  return {
    write(text) {
      const bytes = encoder.write(isFirst ? BOM + text : text);
      isFirst = false;
      return bytes;
    },
    end() {
      isFirst = true;
      return encoder.end();
    },
  };
}

/** A decoder that removes a byte order mark at the start of a stream, and then calls `onBOM`. */
class StrippingDecoder {
  #decoder;
  #onBOM;
  #isFirst = true;

  constructor(decoder, onBOM) {
    this.#decoder = decoder;
    this.#onBOM = onBOM;
  }

  write(chunk) {
    return this.#strip(this.#decoder.write(chunk));
  }

  end() {
    const text = this.#strip(this.#decoder.end());
    this.#isFirst = true;
    return text || undefined;
  }

  #strip(text) {
    if (!this.#isFirst || !text) return text;
    this.#isFirst = false;
    if (!text.startsWith(BOM)) return text;
    this.#onBOM?.();
    return text.slice(1);
  }
}

/** Tells whether a text ends with a colon and four digits, which is a year. */
function endsWithYear(text) {
  const { length } = text;
  if (length < 5 || text[length - 5] !== ':') return false;
  for (let at = length - 4; at < length; at++) if (!isAsciiDigit(text.charCodeAt(at))) return false;
  return true;
}

/** Returns a value as text; throws TypeError for a value that has none, such as a symbol. */
function textOf(value, name) {
  const isPlain = typeof value !== 'object' || value === null || Symbol.toPrimitive in value;
  const hasText = isPlain || typeof value.toString === 'function' || 'valueOf' in value;
  if (typeof value === 'symbol' || !hasText) throw invalidArgument(name, 'a string', value);
  // biome-ignore lint/style/useTemplate: a template does not ask an object for `valueOf` first, as iconv-lite does.
  return '' + value;
}

/** Returns a name in lowercase, with letters and digits of ASCII only, and without a year at its end. */
function _canonicalizeEncoding(encoding) {
  const name = textOf(encoding, 'encoding').toLowerCase();
  return withoutPunctuation(endsWithYear(name) ? name.slice(0, -5) : name);
}

/** Adds a codec under its name and its other names. */
function addCodec(table, definition, [name, ...aliases]) {
  table[name] = definition;
  for (const alias of aliases) if (alias !== '') table[alias] = name;
}

/** Returns the table of all names: codecs by their names, and the name of the codec for each alias. */
function makeEncodings() {
  const table = Object.assign(Object.create(null), codecClasses);
  for (const [label, others] of Object.entries(standardNames)) {
    addCodec(table, { type: '_standard', label }, others.split(' '));
  }
  for (const [name, [aliases, type = '_sbcs', options]] of Object.entries(ownCodecs)) {
    addCodec(table, { type, ...options }, [name, ...aliases.split(' ')]);
  }
  return table;
}

let hasEncodings = false;

/** Fills the table for the first codec, as iconv-lite makes its own then. What a program has added before stays. */
function fillEncodings() {
  hasEncodings = true;
  Object.assign(encodings, makeEncodings(), { ...encodings });
}

// The names without punctuation of the names that programs use, so that each is made once. The length of a name is in UTF-16
// code units.
const MAX_KEPT_NAMES = 1024;
const MAX_KEPT_NAME_UNITS = 64;
const canonicalNames = new Map();

function canonicalNameOf(encoding) {
  const known = canonicalNames.get(encoding);
  if (known !== undefined) return known;
  return typeof encoding === 'string' && encoding.length <= MAX_KEPT_NAME_UNITS
    ? getOrMake(canonicalNames, encoding, _canonicalizeEncoding, MAX_KEPT_NAMES)
    : _canonicalizeEncoding(encoding);
}

/** Returns what a table has for a name. The tables of this file have no prototype; a caller may put others in their place. */
const entryOf = (table, name) =>
  table === encodings || table === _codecDataCache ? table[name] : optionOf(table, name);

function getCodec(encoding) {
  if (!hasEncodings) fillEncodings();
  let name = canonicalNameOf(encoding);
  let options;
  // A caller may add names that stand for each other, so the number of steps has a limit.
  for (let steps = 0; steps < 32; steps++) {
    const codec = entryOf(api._codecDataCache, name);
    if (codec !== undefined) return codec;
    const definition = entryOf(api.encodings, name);
    if (typeof definition === 'string') {
      name = definition;
      continue;
    }
    options ??= { __proto__: null };
    if (typeof definition === 'object') {
      Object.assign(options, definition);
      options.encodingName ??= name;
      name = optionOf(definition, 'type');
    } else if (typeof definition === 'function') {
      options.encodingName ??= name;
      const made = new definition(options, api);
      api._codecDataCache[options.encodingName] = made;
      return made;
    } else {
      break;
    }
  }
  throw unrecognizedEncoding(textOf(encoding, 'encoding'), `${name}`);
}

function encodingExists(encoding) {
  try {
    getCodec(encoding);
    return true;
  } catch {
    return false;
  }
}

function getDecoder(encoding, options = undefined) {
  const codec = getCodec(encoding);
  const stripBOM = optionOf(options, 'stripBOM');
  const decoder = new codec.decoder(options, codec);
  const bomAware = codec instanceof Codec ? codec.bomAware : optionOf(codec, 'bomAware');
  if (stripBOM === false || !bomAware) return decoder;
  return new StrippingDecoder(decoder, typeof stripBOM === 'function' ? stripBOM : undefined);
}

function getEncoder(encoding, options = undefined) {
  const codec = getCodec(encoding);
  const encoder = new codec.encoder(options, codec);
  const addsBOM = optionOf(options, 'addBOM') && optionOf(codec, 'bomAware');
  return addsBOM ? addingBOM(encoder) : encoder;
}

/** Returns the bytes of the deprecated argument of decode() that is a string of code units below 256. */
function bytesOfString(text) {
  if (!api.skipDecodeWarning) {
    api.skipDecodeWarning = true;
    process.emitWarning('decode() of a string is deprecated: pass the bytes', 'DeprecationWarning');
  }
  return bytesOfText(text, 'latin1');
}

function decode(buffer, encoding, options = undefined) {
  const bytes = typeof buffer === 'string' ? bytesOfString(buffer) : buffer;
  if (options === undefined && isUint8Array(bytes)) {
    const text = getCodec(encoding)[decodeAll]?.(bytes) ?? null;
    if (text !== null) return text;
  }
  const decoder = getDecoder(encoding, options);
  const text = decoder.write(bytes);
  const rest = decoder.end();
  if (!rest) return text;
  if (text.length + rest.length > constants.MAX_STRING_LENGTH) throw stringTooLong();
  return text + rest;
}

function encode(content, encoding, options = undefined) {
  const text = textOf(content || '', 'content');
  if (options === undefined) {
    const codec = getCodec(encoding);
    if (codec[encodeAll] !== undefined) return codec[encodeAll](text);
  }
  return encodeWith(getEncoder(encoding, options), text);
}

function decodeStream(encoding, options = undefined) {
  return new IconvLiteDecoderStream(getDecoder(encoding, options), options);
}

function encodeStream(encoding, options = undefined) {
  return new IconvLiteEncoderStream(getEncoder(encoding, options), options);
}

/** Does nothing: Node's streams are loaded when the first stream is made. */
function enableStreamingAPI() {}

const defaultCharUnicode = '\uFFFD';
const defaultCharSingleByte = '?';
const skipDecodeWarning = false;
const supportsStreams = true;
const _codecDataCache = Object.create(null);
const encodings = Object.create(null);
const Iconv = iconvOf({ getCodec, getDecoder, getEncoder });
const fromEncoding = decode;
const toEncoding = encode;

// The exports are plain values in one literal, which tells their names to ES modules that import this file.
module.exports = {
  Iconv,
  IconvLiteDecoderStream,
  IconvLiteEncoderStream,
  _canonicalizeEncoding,
  _codecDataCache,
  decode,
  decodeStream,
  defaultCharSingleByte,
  defaultCharUnicode,
  enableStreamingAPI,
  encode,
  encodeStream,
  encodingExists,
  encodings,
  fromEncoding,
  getCodec,
  getDecoder,
  getEncoder,
  skipDecodeWarning,
  supportsStreams,
  toEncoding,
};

const api = module.exports;
