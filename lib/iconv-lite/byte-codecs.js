'use strict';

// Codecs in which each byte stands for one code unit, or for a part of text that is itself written in bytes: Latin-1, ASCII, and
// what Node calls binary, hex, base64 and ucs2.

const { isAscii } = require('node:buffer');
const { toText } = require('../base/webidl.js');
const { encodingId } = require('../labels/encodings.js');
const { Codec, decodeAll, encodeAll, strictEncoder } = require('./codec.js');
const { StandardCodec } = require('./standard-codec.js');
const { PairingEncoder, byteForOthers, toBuffer, toChunk } = require('./input.js');
const { StrictUnitEncoder } = require('./table-codec.js');

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

/** Returns a class of encoders of one codec, as libmime needs it. */
const lowUnitsEncoder = (limit, face) =>
  class extends LowUnitsEncoder {
    constructor() {
      super(limit, byteForOthers(face));
    }
  };

/** Returns an encoder of code units below a limit, which throws for others or leaves them out. */
const strictLowUnits = ({ encodingName }, limit, skips) =>
  new StrictUnitEncoder((unit) => (unit < limit ? unit : -1), encodingName, skips);

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
class Latin1Codec extends Codec {
  constructor({ encodingName }, face) {
    super(encodingName, false);
    this.face = face;
    this.decoder = class extends Latin1Decoder {};
    this.encoder = lowUnitsEncoder(0x100, face);
  }

  [decodeAll](bytes) {
    return toBuffer(bytes).latin1Slice();
  }

  [encodeAll](text) {
    return encodeLowUnits(text, 0x100, byteForOthers(this.face));
  }

  [strictEncoder](skips) {
    return strictLowUnits(this, 0x100, skips);
  }
}

/** ASCII: encodes ASCII alone, and decodes what the standard decodes under this label, windows-1252. */
class AsciiCodec extends StandardCodec {
  constructor({ encodingName }, face) {
    super({ id: encodingId('us-ascii'), encodingName }, face);
    this.encoder = lowUnitsEncoder(0x80, face);
  }

  [encodeAll](text) {
    return encodeLowUnits(text, 0x80, byteForOthers(this.face));
  }

  [strictEncoder](skips) {
    return strictLowUnits(this, 0x80, skips);
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

/** Reads hex. A digit that is half of a byte waits for the next chunk. */
class HexEncoder {
  #digit = '';

  write(text) {
    const whole = this.#digit + toText(text, 'text');
    const end = whole.length - (whole.length % 2);
    this.#digit = whole.slice(end);
    return Buffer.from(whole.slice(0, end), 'hex');
  }

  end() {
    this.#digit = '';
    return undefined;
  }
}

/** Returns a class of encoders of one codec. */
function encoderClassOf(nodeEncoding) {
  if (nodeEncoding === 'base64') return class extends Base64Encoder {};
  if (nodeEncoding === 'hex') return class extends HexEncoder {};
  return class extends NodeEncoder {
    constructor() {
      super(nodeEncoding);
    }
  };
}

/** What Node's Buffers call binary, hex, base64 or ucs2. */
class NodeCodec extends Codec {
  constructor({ nodeEncoding, encodingName }) {
    super(encodingName, nodeEncoding === 'ucs2');
    this.decoder = class extends NodeDecoder {
      constructor() {
        super(nodeEncoding);
      }
    };
    this.encoder = encoderClassOf(nodeEncoding);
  }
}

module.exports = { AsciiCodec, Latin1Codec, NodeCodec };
