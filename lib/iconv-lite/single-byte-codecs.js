'use strict';

// Codecs in which each byte stands for one code unit: Latin-1, ASCII, and tables, which are those of a caller and those of iconv-lite
// that neither the standard nor whatwg-transcoder/codepages has. Beside them are the codecs of Node's Buffers.

const { isAscii } = require('node:buffer');
const { coded, quote } = require('../base/errors.js');
const { REPLACEMENT, lengthOf, toText } = require('../base/webidl.js');
const {
  ByteCodec,
  Codec,
  NONE,
  StrictUnitEncoder,
  byteForOthers,
  encodeAll,
  encodeUnits,
  encoderClass,
  strictEncoder,
  toBuffer,
  toChunk,
} = require('./codec.js');
const { codePageId, withoutPunctuation } = require('./names.js');
const { StandardCodec } = require('./standard-codec.js');
const { encodingId } = require('../labels/encodings.js');
const { IGNORE_BOM, decodeWhole } = require('../transcoding/core.js');

// The codecs of what Node's Buffers call binary, hex, base64 and ucs2.

// The digits of base64 and of its form for URLs, both of which Node reads.
const isBase64Digit = new Uint8Array(0x80);
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') {
  isBase64Digit[digit.charCodeAt(0)] = 1;
}
const PADDING = 0x3d;

/**
 * Reads base64. A group of four digits becomes three bytes, and padding ends a group. Other characters, such as line ends, are
 * left out. Digits that do not fill a group wait for the next chunk, so that the bytes do not depend on how the text is cut.
 */
class Base64Encoder {
  #digits = '';

  write(text) {
    const chunk = toText(text, 'text');
    const { length } = chunk;
    const bytes = Buffer.allocUnsafe(Math.ceil(((this.#digits.length + length) * 3) / 4));
    let at = 0;
    let parts = [this.#digits];
    let start = 0;
    for (let i = 0; i < length; i++) {
      const unit = chunk.charCodeAt(i);
      if (isBase64Digit[unit] === 1) continue;
      if (i > start) parts.push(chunk.slice(start, i));
      start = i + 1;
      if (unit === PADDING) {
        at += bytes.write(parts.join(''), at, 'base64');
        parts = [];
      }
    }
    if (start < length) parts.push(chunk.slice(start));
    const digits = parts.join('');
    const end = digits.length - (digits.length % 4);
    this.#digits = digits.slice(end);
    at += bytes.write(digits.slice(0, end), at, 'base64');
    return bytes.subarray(0, at);
  }

  end() {
    const digits = this.#digits;
    this.#digits = '';
    return digits === '' ? undefined : Buffer.from(digits, 'base64');
  }
}

/** Returns an encoder that reads hex. A digit that is half of a byte waits for the next chunk. */
function hexEncoder() {
  let digit = '';
  return {
    write(text) {
      const whole = digit + toText(text, 'text');
      const end = whole.length - (whole.length % 2);
      digit = whole.slice(end);
      return Buffer.from(whole.slice(0, end), 'hex');
    },
    end() {
      digit = '';
      return undefined;
    },
  };
}

/** Returns an encoder that does what Buffer.from() does in an encoding in which each code unit stands alone. */
const nodeEncoder = (encoding) => ({
  write: (text) => Buffer.from(toText(text, 'text'), encoding),
  end: () => undefined,
});

const encoders = { base64: () => new Base64Encoder(), hex: hexEncoder };

/** What Node's Buffers call binary, hex, base64 or ucs2. */
class NodeCodec extends Codec {
  constructor({ nodeEncoding, encodingName }) {
    super(encodingName, nodeEncoding === 'ucs2');
    this.decoder = function NodeDecoder() {
      const { StringDecoder } = require('node:string_decoder');
      const decoder = new StringDecoder(nodeEncoding);
      return {
        write: (chunk) => decoder.write(toBuffer(toChunk(chunk))),
        end: () => decoder.end() || undefined,
      };
    };
    this.encoder = function NodeEncoder() {
      return (encoders[nodeEncoding] ?? nodeEncoder)(nodeEncoding);
    };
  }
}

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

module.exports = {
  AsciiCodec,
  ChangedTableCodec,
  Latin1Codec,
  TableCodec,
  NodeCodec,
};
