'use strict';

// Codecs in which each byte stands for one code unit, or for a part of text that is itself written in bytes: Latin-1, ASCII, a
// table that a caller has added, and what Node calls binary, hex, base64 and ucs2.

const { isAscii } = require('node:buffer');
const { toText } = require('../transcoding/options.js');
const { encodingId } = require('../native/encodings.js');
const { StandardCodec } = require('./standard-codec.js');
const { PairingEncoder, REPLACEMENT, toBuffer, toChunk } = require('./input.js');

/** Returns the byte for what an encoding does not contain: the first character that the caller has set. */
const byteForOthers = ({ defaultCharSingleByte }) =>
  defaultCharSingleByte === '?' ? 0x3f : String(defaultCharSingleByte).charCodeAt(0) & 0xff;

// In UTF-16 code units: for longer text the runtime's functions are faster than a loop.
const MAX_LOOP_UNITS = 128;

/** Encodes code units below a limit as they are. A surrogate pair becomes one replacement. */
function encodeLowUnits(text, limit, replacement) {
  const { length } = text;
  if (length > MAX_LOOP_UNITS) {
    const bytes = Buffer.from(text, 'latin1');
    const isLow = limit === 0x100 || isAscii(bytes);
    if (isLow && bytes.latin1Slice() === text) return bytes;
  }
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    bytes[at++] = unit < limit ? unit : replacement;
    const isPair = (unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i++;
  }
  return at === length ? bytes : bytes.subarray(0, at);
}

class LowUnitsEncoder extends PairingEncoder {
  #limit;
  #replacement;

  constructor(limit, replacement) {
    super();
    this.#limit = limit;
    this.#replacement = replacement;
  }

  encodeWhole(text) {
    return encodeLowUnits(text, this.#limit, this.#replacement);
  }
}

/** Decodes each byte to the code point of the same number. */
class Latin1Decoder {
  write(chunk) {
    return toBuffer(toChunk(chunk)).latin1Slice();
  }

  end() {
    return undefined;
  }
}

/** ISO-8859-1 as ISO has it: every byte is its own code point. The standard's label of this name is windows-1252. */
class Latin1Codec {
  constructor({ encodingName }, face) {
    this.encodingName = encodingName;
    this.face = face;
    this.limit = 0x100;
    this.decoder = class extends Latin1Decoder {};
    this.encoder = class extends LowUnitsEncoder {
      constructor() {
        super(0x100, byteForOthers(face));
      }
    };
  }

  decodeAll(bytes) {
    return toBuffer(bytes).latin1Slice();
  }

  encodeAll(text) {
    return encodeLowUnits(text, this.limit, byteForOthers(this.face));
  }
}

/** ASCII: encodes ASCII alone, and decodes what the standard decodes under this label, windows-1252. */
class AsciiCodec extends StandardCodec {
  constructor({ encodingName }, face) {
    super({ id: encodingId('us-ascii'), encodingName }, face);
    this.limit = 0x80;
    this.encoder = class extends LowUnitsEncoder {
      constructor() {
        super(0x80, byteForOthers(face));
      }
    };
  }

  encodeAll(text) {
    return encodeLowUnits(text, this.limit, byteForOthers(this.face));
  }
}

/** Decodes bytes to text as Node's Buffers do, such as base64. */
class NodeDecoder {
  #decoder;

  constructor(encoding) {
    const { StringDecoder } = require('node:string_decoder');
    this.#decoder = new StringDecoder(encoding);
  }

  write(chunk) {
    return this.#decoder.write(toBuffer(toChunk(chunk)));
  }

  end() {
    return this.#decoder.end() || undefined;
  }
}

/** Encodes text as Buffer.from() does in an encoding in which each code unit stands alone. */
class NodeEncoder {
  #encoding;

  constructor(encoding) {
    this.#encoding = encoding;
  }

  write(text) {
    return Buffer.from(toText(text, 'text'), this.#encoding);
  }

  end() {
    return undefined;
  }
}

const isSpace = (unit) => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

/** Returns a text without the white space that base64 may have between its lines. */
function withoutSpaces(text) {
  const parts = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isSpace(text.charCodeAt(at))) continue;
    if (at > start) parts.push(text.slice(start, at));
    start = at + 1;
  }
  return start === 0 ? text : parts.join('') + text.slice(start);
}

/** Reads base64 or hex: what does not fill a group of `size` code units waits for the next chunk. */
class GroupEncoder {
  #encoding;
  #size;
  #rest = '';

  constructor(encoding, size) {
    this.#encoding = encoding;
    this.#size = size;
  }

  write(text) {
    const chunk = toText(text, 'text');
    const whole = this.#rest + (this.#encoding === 'base64' ? withoutSpaces(chunk) : chunk);
    const end = whole.length - (whole.length % this.#size);
    this.#rest = whole.slice(end);
    return Buffer.from(whole.slice(0, end), this.#encoding);
  }

  end() {
    const rest = this.#rest;
    this.#rest = '';
    return rest === '' ? undefined : Buffer.from(rest, this.#encoding);
  }
}

// In code units: how many are read together.
const groupSizes = { base64: 4, hex: 2 };

/** What Node's Buffers call binary, hex, base64 or ucs2. */
class NodeCodec {
  constructor({ nodeEncoding, encodingName }) {
    const size = groupSizes[nodeEncoding];
    this.encodingName = encodingName;
    this.bomAware = nodeEncoding === 'ucs2';
    this.decoder = class extends NodeDecoder {
      constructor() {
        super(nodeEncoding);
      }
    };
    this.encoder =
      size === undefined
        ? class extends NodeEncoder {
            constructor() {
              super(nodeEncoding);
            }
          }
        : class extends GroupEncoder {
            constructor() {
              super(nodeEncoding, size);
            }
          };
  }
}

/** Encodes with the table of a caller. */
class TableEncoder extends PairingEncoder {
  #bytes;
  #replacement;

  constructor(bytes, replacement) {
    super();
    this.#bytes = bytes;
    this.#replacement = replacement;
  }

  encodeWhole(text) {
    const points = Array.from(text);
    return Buffer.from(points.map((point) => this.#bytes.get(point) ?? this.#replacement));
  }
}

/** Decodes with the table of a caller. */
class TableDecoder {
  #chars;

  constructor(chars) {
    this.#chars = chars;
  }

  write(chunk) {
    const bytes = toChunk(chunk);
    const units = Buffer.allocUnsafe(2 * bytes.length);
    for (let at = 0; at < bytes.length; at++) {
      units.writeUInt16LE(this.#chars.charCodeAt(bytes[at]), 2 * at);
    }
    return units.ucs2Slice();
  }

  end() {
    return undefined;
  }
}

/** A single-byte encoding that a caller has added to `encodings`: 256 characters, or the 128 after ASCII. */
class TableCodec {
  constructor({ chars, encodingName }, face) {
    if (typeof chars !== 'string' || (chars.length !== 128 && chars.length !== 256)) {
      throw new RangeError(
        `The encoding '${encodingName}' has incorrect 'chars': must be a string of length 128 or 256`,
      );
    }
    const ascii = String.fromCharCode(...Array(128).keys());
    const all = chars.length === 128 ? ascii + chars : chars;
    const bytes = new Map();
    for (let byte = 0; byte < 256; byte++) {
      if (all[byte] !== REPLACEMENT) bytes.set(all[byte], byte);
    }
    this.encodingName = encodingName;
    this.decoder = class extends TableDecoder {
      constructor() {
        super(all);
      }
    };
    this.encoder = class extends TableEncoder {
      constructor() {
        super(bytes, byteForOthers(face));
      }
    };
  }
}

module.exports = { AsciiCodec, Latin1Codec, NodeCodec, TableCodec };
