'use strict';

// The codecs of what Node's Buffers call binary, hex, base64 and ucs2.

const { toText } = require('../base/webidl.js');
const { Codec, toBuffer, toChunk } = require('./codec.js');

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

module.exports = { NodeCodec };
