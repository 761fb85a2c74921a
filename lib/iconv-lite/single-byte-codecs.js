'use strict';

// Codecs in which each byte stands for one code unit: Latin-1, ASCII, and tables, which are those of a caller and those of iconv-lite
// that neither the standard nor whatwg-transcoder/encodings has. Beside them are the codecs of Node's Buffers.

const { isAscii } = require('node:buffer');
const { coded, invalidEncodedData, quote } = require('../base/errors.js');
const {
  REPLACEMENT,
  bytesOfText,
  isLeadingSurrogate,
  isTrailingSurrogate,
  lengthOf,
  newBytes,
  toText,
} = require('../base/webidl.js');
const {
  Codec,
  decodeAll,
  encodeAll,
  idOf,
  pairingEncoder,
  toBuffer,
  toChunk,
  withoutState,
} = require('./codec.js');
const { IGNORE_BOM, decodeWhole } = require('../transcoding/codecs.js');
const { unencodableText } = require('../transcoding/errors.js');

// The codecs of what Node's Buffers call binary, hex, base64 and ucs2.

// What is no digit of base64 or of its form for URLs, both of which Node reads.
const notBase64Digits = /[^\w+/-]+/g;

/**
 * Returns an encoder that reads base64. A group of four digits becomes three bytes, and padding ends a group. Other characters, such as line
 * ends, are left out. Digits that do not fill a group wait for the next chunk, so that the bytes do not depend on how the text is cut.
 */
function base64Encoder() {
  let waiting = '';
  return {
    write(text) {
      const chunk = toText(text, 'text');
      const bytes = newBytes(Math.ceil(((waiting.length + chunk.length) * 3) / 4));
      let at = 0;
      let digits = waiting;
      for (const [number, part] of chunk.split('=').entries()) {
        if (number > 0 && digits !== '') {
          at += bytes.write(digits, at, 'base64');
          digits = '';
        }
        digits += part.replace(notBase64Digits, '');
      }
      const end = digits.length - (digits.length % 4);
      at += bytes.write(digits.slice(0, end), at, 'base64');
      const result = bytes.subarray(0, at);
      waiting = digits.slice(end);
      return result;
    },
    end() {
      const bytes = waiting === '' ? undefined : bytesOfText(waiting, 'base64');
      waiting = '';
      return bytes;
    },
  };
}

/**
 * Returns an encoder that reads hex. A digit that is half of a byte waits for the next chunk. What is no digit ends the bytes, also
 * those of later chunks, as it does in one call.
 */
function hexEncoder() {
  let digit = '';
  let isOver = false;
  return {
    write(text) {
      const whole = digit + toText(text, 'text');
      const end = isOver ? 0 : whole.length - (whole.length % 2);
      const waiting = isOver ? '' : whole.slice(end);
      const bytes = bytesOfText(whole.slice(0, end), 'hex');
      digit = waiting;
      isOver ||= 2 * bytes.length < end;
      return bytes;
    },
    end() {
      digit = '';
      isOver = false;
      return undefined;
    },
  };
}

/** Returns an encoder that does what Buffer.from() does in an encoding in which each code unit stands alone. */
const nodeEncoder = (encoding) =>
  withoutState((text) => bytesOfText(toText(text, 'text'), encoding));

const encoders = { base64: base64Encoder, hex: hexEncoder };

let StringDecoder; // of Node, which is loaded for the first decoder

/** A codec that Node's Buffers have: binary, hex, base64 or ucs2. */
class NodeCodec extends Codec {
  #name;

  constructor({ nodeEncoding, encodingName }) {
    super(encodingName, nodeEncoding === 'ucs2');
    this.#name = nodeEncoding;
  }

  newDecoder() {
    StringDecoder ??= require('node:string_decoder').StringDecoder;
    const decoder = new StringDecoder(this.#name);
    return {
      write: (chunk) => decoder.write(toBuffer(toChunk(chunk))),
      end: () => decoder.end() || undefined,
    };
  }

  newEncoder() {
    return (encoders[this.#name] ?? nodeEncoder)(this.#name);
  }
}

const NONE = -1;

/** A codec in which each byte stands for one code unit. A subclass has `[decodeAll](bytes)`, and `byteOf(unit)`, which may return NONE. */
class ByteCodec extends Codec {
  constructor(encodingName, api) {
    super(encodingName, false, api);
  }

  newDecoder() {
    return withoutState((chunk) => this[decodeAll](toChunk(chunk)));
  }

  newEncoder() {
    return pairingEncoder((text) => this[encodeAll](text));
  }

  /** Throws for a byte without a character. */
  newStrictDecoder() {
    let offset = 0;
    return withoutState((chunk) => {
      const text = this[decodeAll](toChunk(chunk));
      const at = text.indexOf(REPLACEMENT);
      if (at !== -1) {
        const reason = 'a byte that has no character';
        throw invalidEncodedData(this.encodingName, { offset: at, length: 1, reason }, offset);
      }
      offset += text.length;
      return text;
    });
  }

  newStrictEncoder(skips) {
    return withoutState((text) =>
      this.#encode(text, (index) => {
        if (skips) return NONE;
        throw unencodableText(this.encodingName, index, text.codePointAt(index));
      }),
    );
  }

  /** Encodes what the encoding does not contain as the first character that the caller has set. */
  [encodeAll](text) {
    const replacement = String(this.api.defaultCharSingleByte).charCodeAt(0) & 0xff;
    return this.#encode(text, () => replacement);
  }

  // What the encoding does not contain becomes what `otherByte(index)` returns, or nothing for NONE, a surrogate pair once.
  #encode(text, otherByte) {
    const bytes = newBytes(text.length);
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const own = this.byteOf(unit);
      if (own !== NONE) {
        bytes[length++] = own;
        continue;
      }
      const byte = otherByte(i);
      if (byte !== NONE) bytes[length++] = byte;
      if (isLeadingSurrogate(unit) && isTrailingSurrogate(text.charCodeAt(i + 1))) i++;
    }
    return length === text.length ? bytes : bytes.subarray(0, length);
  }
}

// In UTF-16 code units: for longer text the runtime's functions are faster than a loop.
const MAX_LOOP_UNITS = 64;

const windows1252 = idOf('us-ascii');

/** A codec that encodes the code units below a limit as they are. */
class LowUnitsCodec extends ByteCodec {
  #limit;

  constructor(encodingName, limit, api) {
    super(encodingName, api);
    this.#limit = limit;
  }

  byteOf(unit) {
    return unit < this.#limit ? unit : NONE;
  }

  [encodeAll](text) {
    const limit = this.#limit;
    const { length } = text;
    if (length > MAX_LOOP_UNITS) {
      const bytes = bytesOfText(text, 'latin1');
      const isLow = limit === 0x100 || isAscii(bytes);
      if (isLow && bytes.latin1Slice() === text) return bytes;
    } else {
      const bytes = newBytes(length);
      let at = 0;
      for (; at < length; at++) {
        const unit = text.charCodeAt(at);
        if (unit >= limit) break;
        bytes[at] = unit;
      }
      if (at === length) return bytes;
    }
    return super[encodeAll](text);
  }
}

/** ISO-8859-1 as ISO has it: every byte is its own code point. The standard's label of this name is windows-1252. */
class Latin1Codec extends LowUnitsCodec {
  constructor({ encodingName }, api) {
    super(encodingName, 0x100, api);
  }

  [decodeAll](bytes) {
    return toBuffer(bytes).latin1Slice();
  }
}

/** ASCII: encodes ASCII alone, and decodes what the standard decodes under this label, windows-1252. */
class AsciiCodec extends LowUnitsCodec {
  constructor({ encodingName }, api) {
    super(encodingName, 0x80, api);
  }

  [decodeAll](bytes) {
    return decodeWhole(windows1252, IGNORE_BOM, bytes);
  }
}

// The tables of iconv-lite that neither the standard nor whatwg-transcoder/encodings has: all 256 characters of each, with U+FFFD for
// bytes without a character; and those that are a table of these with other characters for some bytes.

/** Returns the characters from one code point to another. */
const range = (first, last) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const ascii = range(0x00, 0x7f);
const nothing = '\uFFFD'.repeat(0x80);

/** Returns a text with other characters at some places. */
const withOthers = (text, others) =>
  Object.assign(Array.from(text), Object.fromEntries(others)).join('');

const overline = [0x7e, '\u203E'];

// Apple's Thai, with Microsoft's code points for the raised and shifted forms of marks, as iconv-lite 0.7.3 has them.
const thaiForms =
  '\u00AB\u00BB\u2026\uF88C\uF88F\uF892\uF895\uF898\uF88B\uF88E\uF891\uF894\uF897\u201C\u201D\uF899' +
  '\uFFFD\u2022\uF884\uF889\uF885\uF886\uF887\uF888\uF88A\uF88D\uF890\uF893\uF896\u2018\u2019\uFFFD';

// The controls U+0080 to U+009F, as ISO/IEC 8859 has them.
const controls = Array.from(range(0x80, 0x9f), (control, at) => [0x80 + at, control]);

const ohm = [0xbd, '\u2126'];
const currency = [0xdb, '\u00A4'];

const ownTables = {
  __proto__: null,
  // https://www.rfc-editor.org/rfc/rfc1345, GB_1988-80
  iso646cn: withOthers(ascii, [[0x24, '\u00A5'], overline]) + nothing,
  // https://www.rfc-editor.org/rfc/rfc1345, JIS_C6220-1969-ro
  iso646jp: withOthers(ascii, [[0x5c, '\u00A5'], overline]) + nothing,
  macthai:
    `${ascii}${thaiForms}\u00A0${range(0xe01, 0xe3a)}\uFEFF\u200B\u2013\u2014${range(0xe3f, 0xe4d)}` +
    `\u2122${range(0xe4f, 0xe59)}\u00AE\u00A9\uFFFD\uFFFD\uFFFD\uFFFD`,

  // The character of `base` for a byte of `forms` is the same in another form, and is written as this byte, too; for a byte of
  // `changes` it is another character, which the encoding does not contain. A character of `base` for a byte that has none in
  // iconv-lite stays.
  // IBM866 with the euro sign.
  cp808: { base: 'ibm866', changes: [[0xfd, '\u20AC']] },
  cp864: { base: 'ibm864', forms: [[0x25, '\u066A']] },
  cp922: { base: 'ibm922', forms: [[0xaf, '\u203E']] },
  // IBM's code points of the private use area, and forms of letters.
  cp1046: {
    base: 'ibm1046',
    forms: [
      [0x83, '\uF8F6'],
      [0x84, '\uF8F5'],
      [0x85, '\uF8F4'],
      [0x86, '\uF8F7'],
      [0xa1, '\uF8FA'],
      [0xa2, '\uF8F9'],
      [0xa3, '\uF8F8'],
      [0xa5, '\uF8FB'],
      [0xd8, '\uFEC7'],
      [0xf6, '\uF8FC'],
    ],
  },
  cp1133: { base: 'ibm1133', changes: [[0xa0, '\u00A0']] },
  iso88599: { base: 'windows-1254', changes: controls },
  iso885911: { base: 'windows-874', changes: controls },
  // https://www.rfc-editor.org/rfc/rfc2319, in which the two letters of Belarusian are box drawings.
  koi8u: {
    base: 'koi8-u',
    changes: [
      [0xae, '\u255D'],
      [0xbe, '\u256C'],
    ],
  },
  // Apple's tables before Mac OS 8.5, which had no euro sign.
  maccroatian: { base: 'x-mac-croatian', forms: [ohm], changes: [currency] },
  maccyrillic: {
    base: 'x-mac-cyrillic',
    changes: [
      [0xa2, '\u00A2'],
      [0xb6, '\u2202'],
      [0xff, '\u00A4'],
    ],
  },
  macgreek: { base: 'x-mac-greek', forms: [[0xaf, '\u0387']], changes: [[0x9c, '\u00AD']] },
  maciceland: { base: 'x-mac-icelandic', forms: [ohm], changes: [currency] },
  macintosh: { base: 'macintosh', forms: [ohm], changes: [currency] },
  macromania: {
    base: 'x-mac-romanian',
    forms: [[0xaf, '\u015E'], ohm, [0xbf, '\u015F'], [0xde, '\u0162'], [0xdf, '\u0163']],
    changes: [currency],
  },
  macturkish: { base: 'x-mac-turkish', forms: [ohm] },
  macukraine: { base: 'x-mac-cyrillic', changes: [[0xff, '\u00A4']] },
};

/** The error of iconv-lite for a single-byte encoding that a program has added. */
const invalidTable = (name) =>
  coded(
    RangeError,
    'ERR_INVALID_ARG_VALUE',
    `The encoding '${quote(`${name}`).slice(1, -1)}' has incorrect 'chars': must be a string of length 128 or 256`,
  );

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/**
 * Returns what a table of iconv-lite is: its characters; the characters of the core that are written as the bytes of `forms`, too,
 * as pairs of a byte and a character; and the bytes that iconv-lite's own characters are written as.
 */
function ownTable(name) {
  const table = ownTables[name];
  if (table?.base === undefined) return { chars: table };
  const { base, forms = [], changes = [] } = table;
  const characters = Array.from(decodeWhole(idOf(base), IGNORE_BOM, everyByte));
  const own = [...forms, ...changes];
  return {
    chars: withOthers(characters, own),
    others: forms.map(([byte]) => [byte, characters[byte]]),
    preferred: own.map(([byte]) => byte),
  };
}

/** A single-byte encoding whose table is 256 characters, or the 128 after ASCII: a caller's, or one of iconv-lite. */
class TableCodec extends ByteCodec {
  #chars; // in UTF-16LE, two bytes a character
  #bytes = new Uint8Array(0x10000); // the byte of each code unit; 0 also where there is none
  #unitOfZero;
  #keepsAscii;

  constructor({ encodingName, chars: given }, api) {
    super(encodingName, api);
    const {
      chars,
      others = [],
      preferred = [],
    } = given === undefined ? ownTable(encodingName) : { chars: given };
    if (typeof chars !== 'string' || (chars.length !== 128 && chars.length !== 256)) {
      throw invalidTable(encodingName);
    }
    const all = chars.length === 128 ? ascii + chars : chars;
    this.#chars = Buffer.from(all, 'ucs2');
    this.#unitOfZero = all.charCodeAt(0);
    this.#keepsAscii = all.startsWith(ascii);
    for (const [byte, char] of others) this.#bytes[char.charCodeAt(0)] = byte;
    // A character of several bytes is written as one of `preferred`, or else as the last of them.
    for (const byte of [...everyByte, ...preferred]) {
      if (all[byte] !== REPLACEMENT) this.#bytes[all.charCodeAt(byte)] = byte;
    }
  }

  byteOf(unit) {
    const byte = this.#bytes[unit];
    return byte === 0 && unit !== this.#unitOfZero ? NONE : byte;
  }

  [decodeAll](bytes) {
    const length = lengthOf(bytes);
    if (this.#keepsAscii && isAscii(bytes)) return toBuffer(bytes).latin1Slice();
    const units = newBytes(2 * length);
    for (let at = 0; at < length; at++) {
      units[2 * at] = this.#chars[2 * bytes[at]];
      units[2 * at + 1] = this.#chars[2 * bytes[at] + 1];
    }
    return units.ucs2Slice();
  }
}

module.exports = {
  AsciiCodec,
  Latin1Codec,
  TableCodec,
  NodeCodec,
};
