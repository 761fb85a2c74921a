'use strict';

// Codecs in which each byte stands for one code unit: Latin-1, ASCII, and tables, which are those of a caller and those of iconv-lite
// that neither the standard nor whatwg-transcoder/codepages has.

const { isAscii } = require('node:buffer');
const { coded, quote } = require('../base/errors.js');
const { REPLACEMENT, lengthOf } = require('../base/webidl.js');
const { encodingId } = require('../labels/encodings.js');
const { IGNORE_BOM, decodeWhole } = require('../transcoding/core.js');
const {
  ByteCodec,
  NONE,
  StrictUnitEncoder,
  byteForOthers,
  encodeAll,
  encodeUnits,
  encoderClass,
  strictEncoder,
  toBuffer,
} = require('./codec.js');
const { codePageId, withoutPunctuation } = require('./names.js');
const { StandardCodec } = require('./standard-codec.js');

// In UTF-16 code units: for longer text the runtime's functions are faster than a loop.
const MAX_LOOP_UNITS = 128;

const belowLimit = (limit) => (unit) => (unit < limit ? unit : NONE);
const byteOfLatin1 = belowLimit(0x100);
const byteOfAscii = belowLimit(0x80);

/** Encodes code units below a limit, which `byteOf` has, as they are. */
function encodeLowUnits(text, byteOf, face) {
  if (text.length > MAX_LOOP_UNITS) {
    const bytes = Buffer.from(text, 'latin1');
    const isLow = byteOf === byteOfLatin1 || isAscii(bytes);
    if (isLow && bytes.latin1Slice() === text) return bytes;
  }
  return encodeUnits(text, byteOf, byteForOthers(face));
}

/** ISO-8859-1 as ISO has it: every byte is its own code point. The standard's label of this name is windows-1252. */
class Latin1Codec extends ByteCodec {
  constructor({ encodingName }, face) {
    const decode = (bytes) => toBuffer(bytes).latin1Slice();
    super(encodingName, decode, (text) => encodeLowUnits(text, byteOfLatin1, face), byteOfLatin1);
  }
}

/** ASCII: encodes ASCII alone, and decodes what the standard decodes under this label, windows-1252. */
class AsciiCodec extends StandardCodec {
  constructor({ encodingName }, face) {
    super({ id: encodingId('us-ascii'), encodingName }, face);
    this.encoder = encoderClass((text) => this[encodeAll](text));
  }

  [encodeAll](text) {
    return encodeLowUnits(text, byteOfAscii, this.face);
  }

  [strictEncoder](skips) {
    return new StrictUnitEncoder(byteOfAscii, this.encodingName, skips);
  }
}

/** The error of iconv-lite for a single-byte encoding that a program has added. */
function invalidTable(name) {
  const message = `The encoding '${quote(`${name}`).slice(1, -1)}' has incorrect 'chars': must be a string of length 128 or 256`;
  return coded(RangeError, 'ERR_INVALID_ARG_VALUE', message);
}

const ascii = String.fromCharCode(...Array(128).keys());
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

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
}

/** A single-byte encoding whose table is 256 characters, or the 128 after ASCII. */
class TableCodec extends ByteCodec {
  constructor({ chars, others = [], preferred = [], encodingName }, face) {
    if (typeof chars !== 'string' || (chars.length !== 128 && chars.length !== 256)) {
      throw invalidTable(encodingName);
    }
    const table = new Table(chars.length === 128 ? ascii + chars : chars, others, preferred);
    const byteOf = (unit) => table.byteOf(unit);
    const encode = (text) => encodeUnits(text, byteOf, byteForOthers(face));
    super(encodingName, (bytes) => table.decode(bytes), encode, byteOf);
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
    const chars = Array.from(decodeWhole(id, IGNORE_BOM, everyByte));
    const others = forms.map(([byte]) => [byte, chars[byte]]);
    const all = [...forms, ...changes];
    for (const [byte, char] of all) chars[byte] = char;
    const preferred = all.map(([byte]) => byte);
    super({ chars: chars.join(''), others, preferred, encodingName }, face);
  }
}

module.exports = { AsciiCodec, ChangedTableCodec, Latin1Codec, TableCodec };
