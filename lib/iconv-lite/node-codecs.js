'use strict';

// The codecs of what Node's Buffers call binary, hex, base64 and ucs2.

const { toText } = require('../base/webidl.js');
const { Codec, toBuffer, toChunk } = require('./codec.js');

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

module.exports = { NodeCodec };
