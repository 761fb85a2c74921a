'use strict';

// Single-byte encodings as tables: those of a caller, and those of iconv-lite that neither the standard nor
// whatwg-transcoder/codepages has.

const { isAscii } = require('node:buffer');
const { coded, invalidEncodedData, quote } = require('../base/errors.js');
const { unencodableText } = require('../transcoding/errors.js');
const { lengthOf, noBytes } = require('../base/webidl.js');
const { flags, headOf } = require('../backend/backend.js');
const { decodeWhole } = require('../backend/decode.js');
const { encodingId } = require('../labels/encodings.js');
const { codePageId, withoutPunctuation } = require('./code-pages.js');
const { Codec, decodeAll, encodeAll, strictDecoder, strictEncoder } = require('./codec.js');
const { PairingEncoder, REPLACEMENT, byteForOthers, toBuffer, toChunk } = require('./input.js');

/** The error of iconv-lite for a single-byte encoding that a program has added. */
function invalidTable(name) {
  const message = `The encoding '${quote(`${name}`).slice(1, -1)}' has incorrect 'chars': must be a string of length 128 or 256`;
  return coded(RangeError, 'ERR_INVALID_ARG_VALUE', message);
}

const ascii = String.fromCharCode(...Array(128).keys());
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const NONE = -1;

/** The characters of 256 bytes, both ways. */
class Table {
  #chars; // in UTF-16LE, two bytes a character
  #bytes = new Uint8Array(0x10000); // the byte of each code unit; 0 also where there is none
  #unitOfZero;
  #keepsAscii;

  /**
   * `chars` are 256 UTF-16 code units. A unit of several bytes is written as one of `preferred`, or else as the last of them.
   * `others` are pairs of a byte and a unit that is written as this byte as well.
   */
  constructor(chars, others, preferred) {
    this.#chars = Buffer.from(chars, 'ucs2');
    this.#unitOfZero = chars.charCodeAt(0);
    this.#keepsAscii = chars.startsWith(ascii);
    for (const [byte, char] of others) this.#bytes[char.charCodeAt(0)] = byte;
    for (const byte of [...everyByte, ...preferred]) {
      if (chars[byte] !== REPLACEMENT) this.#bytes[chars.charCodeAt(byte)] = byte;
    }
  }

  /** Returns the byte of a code unit, or -1. */
  byteOf(unit) {
    const byte = this.#bytes[unit];
    return byte === 0 && unit !== this.#unitOfZero ? NONE : byte;
  }

  decode(bytes) {
    const length = lengthOf(bytes);
    if (this.#keepsAscii && isAscii(bytes)) return toBuffer(bytes).latin1Slice();
    const units = Buffer.allocUnsafe(2 * length);
    for (let at = 0; at < length; at++) {
      units[2 * at] = this.#chars[2 * bytes[at]];
      units[2 * at + 1] = this.#chars[2 * bytes[at] + 1];
    }
    return units.ucs2Slice();
  }

  /** Encodes a text; a surrogate pair, as one character, becomes one `replacement`. */
  encode(text, replacement) {
    const { length } = text;
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      const byte = this.byteOf(unit);
      bytes[at++] = byte === NONE ? replacement : byte;
      const isPair = (unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
      if (isPair) i++;
    }
    return at === length ? bytes : bytes.subarray(0, at);
  }
}

class TableDecoder {
  #table;

  constructor(table) {
    this.#table = table;
  }

  write(chunk) {
    return this.#table.decode(toChunk(chunk));
  }

  end() {
    return undefined;
  }
}

/** Decodes as TableDecoder does; throws for a byte without a character. */
class StrictTableDecoder {
  #table;
  #name;
  #offset = 0;

  constructor(table, name) {
    this.#table = table;
    this.#name = name;
  }

  write(chunk) {
    const text = this.#table.decode(toChunk(chunk));
    const at = text.indexOf(REPLACEMENT);
    if (at !== -1) {
      const reason = 'a byte that has no character';
      throw invalidEncodedData(this.#name, { offset: this.#offset + at, length: 1, reason });
    }
    this.#offset += text.length;
    return text;
  }

  end() {
    return undefined;
  }
}

class TableEncoder extends PairingEncoder {
  #table;
  #replacement;

  constructor(table, replacement) {
    super();
    this.#table = table;
    this.#replacement = replacement;
  }

  encodeWhole(text) {
    return this.#table.encode(text, this.#replacement);
  }
}

/** Encodes code units by a function that returns -1 for what is not contained, which is left out or makes write() throw. */
class StrictUnitEncoder {
  #byteOf;
  #name;
  #skips;

  constructor(byteOf, name, skips) {
    this.#byteOf = byteOf;
    this.#name = name;
    this.#skips = skips;
  }

  write(text) {
    const bytes = Buffer.allocUnsafe(text.length);
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const byte = this.#byteOf(text.charCodeAt(index));
      if (byte !== NONE) bytes[length++] = byte;
      else if (!this.#skips) {
        throw unencodableText(this.#name, index, text.codePointAt(index));
      }
    }
    return bytes.subarray(0, length);
  }

  end() {
    return noBytes;
  }
}

/** A single-byte encoding whose table is 256 characters, or the 128 after ASCII. */
class TableCodec extends Codec {
  #face;
  #table;

  constructor({ chars, others = [], preferred = [], encodingName }, face) {
    if (typeof chars !== 'string' || (chars.length !== 128 && chars.length !== 256)) {
      throw invalidTable(encodingName);
    }
    super(encodingName, false);
    const table = new Table(chars.length === 128 ? ascii + chars : chars, others, preferred);
    this.#face = face;
    this.#table = table;
    this.decoder = class extends TableDecoder {
      constructor() {
        super(table);
      }
    };
    this.encoder = class extends TableEncoder {
      constructor() {
        super(table, byteForOthers(face));
      }
    };
  }

  [decodeAll](bytes) {
    return this.#table.decode(bytes);
  }

  [encodeAll](text) {
    return this.#table.encode(text, byteForOthers(this.#face));
  }

  [strictDecoder]() {
    return new StrictTableDecoder(this.#table, this.encodingName);
  }

  [strictEncoder](skips) {
    return new StrictUnitEncoder((unit) => this.#table.byteOf(unit), this.encodingName, skips);
  }
}

/**
 * A table of the core in which some bytes stand for other characters in iconv-lite. `forms` are the same character in another
 * form, so that the core's character is written as this byte, too; `changes` are other characters. Both are pairs of a byte
 * and a character.
 */
class ChangedTableCodec extends TableCodec {
  constructor({ base, forms = [], changes = [], encodingName }, face) {
    const id = encodingId(base) ?? codePageId(withoutPunctuation(base));
    const chars = Array.from(decodeWhole(headOf(id, flags.ignoreBOM), everyByte));
    const others = forms.map(([byte]) => [byte, chars[byte]]);
    const all = [...forms, ...changes];
    for (const [byte, char] of all) chars[byte] = char;
    const preferred = all.map(([byte]) => byte);
    super({ chars: chars.join(''), others, preferred, encodingName }, face);
  }
}

module.exports = { ChangedTableCodec, StrictUnitEncoder, TableCodec };
