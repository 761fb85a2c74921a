'use strict';

// Encodes text so that decoding gives the same text again. The encoders of the standard write another character for some code
// points: for « ¥ » in Shift_JIS, for half-width katakana in ISO-2022-JP. Here those count as unencodable.

const { flags } = require('../backend/backend.js');
const { decodeWhole } = require('../backend/decode.js');
const { encodeTextApart, unencodables } = require('../backend/encode.js');
const { namesInLowercase } = require('../labels/encodings.js');
const { invalidArgument } = require('../base/errors.js');
const { REPLACEMENT, getOrMake, isUint8Array, noBytes } = require('../base/webidl.js');
const { unencodableText } = require('./errors.js');
const { unencodableModes } = require('./options.js');
const { unitsOf } = require('./pieces.js');

// The most texts whose bytes an encoder remembers, and in UTF-16 code units the longest of these.
const MAX_KNOWN = 4096;
const MAX_KNOWN_UNITS = 4;

/** Checks the option `unencodable`, which is a word here. */
function toMode(unencodable) {
  const mode = unencodable ?? 'fatal';
  if (unencodableModes.includes(mode)) return mode;
  throw invalidArgument('options.unencodable', `'${unencodableModes.join("', '")}'`, mode);
}

/** Encodes text of one encoding exactly. */
class ExactEncoder {
  #id;
  #known = new Map(); // the bytes of short texts, or null
  #similar = null; // where similar text is asked for

  constructor(id) {
    this.#id = id;
  }

  /** Returns the bytes of a text, which must not be changed, or null where the encoding does not contain all of it. */
  encode(text) {
    if (text.length > MAX_KNOWN_UNITS) return this.#encode(text);
    return getOrMake(this.#known, text, (own) => this.#encode(own), MAX_KNOWN);
  }

  #encode(text) {
    if (text === '') return noBytes;
    const bytes = encodeTextApart(this.#id, unencodables.fatal, text);
    const isExact = isUint8Array(bytes) && decodeWhole(this.#id, flags.ignoreBOM, bytes) === text;
    return isExact ? bytes : null;
  }

  /**
   * Returns { text, bytes }: a text with what a mode of the option `unencodable` writes in the place of each unencodable code point. In
   * mode `fatal` it throws ERR_ENCODING_UNENCODABLE, whose index counts from `base` code units before the text.
   */
  fit(text, mode, base = 0) {
    const bytes = this.encode(text);
    if (bytes !== null) return { text, bytes };
    const parts = [];
    let start = 0;
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at);
      const next = at + unitsOf(codePoint);
      if (this.encode(text.slice(at, next)) !== null) {
        at = next;
        continue;
      }
      const isLone = codePoint >= 0xd800 && codePoint <= 0xdfff;
      const scalar = isLone ? REPLACEMENT.charCodeAt(0) : codePoint;
      const place = base + at;
      const error = () => unencodableText(namesInLowercase[this.#id], place, scalar, text, at);
      if (mode === 'fatal') throw error();
      const [from, to, other] = this.#substitute(text, start, at, next, scalar, mode);
      if (this.encode(other) === null) throw error();
      parts.push(text.slice(start, from), other);
      start = to;
      at = to;
    }
    parts.push(text.slice(start));
    const fitting = parts.join('');
    return { text: fitting, bytes: this.encode(fitting) };
  }

  // Returns [from, to, text]: what stands for the part of a text with an unencodable character, of which nothing before `start` is.
  #substitute(text, start, at, next, codePoint, mode) {
    const { textByMode } = require('./substitutes.js');
    if (mode !== 'transliterate') return [at, next, textByMode[mode](codePoint)];
    if (text.slice(at, next).isWellFormed() === false) return [at, next, '?'];
    const { Transliterator } = require('./transliteration.js');
    this.#similar ??= new Transliterator((own) => this.encode(own) !== null);
    const [from, to] = this.#similar.clusterAround(text, start, at);
    return [from, to, this.#similar.textForCluster(text.slice(from, to), '?')];
  }
}

module.exports = { ExactEncoder, toMode };
