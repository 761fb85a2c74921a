// Implements the decoders and encoders of UTF-32BE and UTF-32LE, in the form of the standard's handlers. The standard does not
// have them; the Unicode Standard defines the encoding forms, and how many U+FFFD malformed bytes become follows from the
// length of a sequence, which is always four bytes.
// https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G31703

import { endOfQueue } from './io-queue.mjs';
import { continue_, error, finished } from './process.mjs';

/** The decoder of UTF-32BE, or of UTF-32LE. */
class Utf32Decoder {
  bytes = [];

  constructor(isUtf32Be) {
    this.isUtf32Be = isUtf32Be;
  }

  handler(_unused, byte) {
    // 1
    if (byte === endOfQueue && this.bytes.length !== 0) {
      this.bytes = [];
      return error('truncated');
    }
    // 2
    if (byte === endOfQueue) return finished;
    // 3
    this.bytes.push(byte);
    if (this.bytes.length < 4) return continue_;
    // 4
    const [first, second, third, fourth] = this.isUtf32Be ? this.bytes : this.bytes.reverse();
    const codePoint = first * 0x1000000 + second * 0x10000 + third * 0x100 + fourth;
    this.bytes = [];
    // 5
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) return error('lone surrogate');
    // 6
    if (codePoint > 0x10ffff) return error('unmapped');
    // 7
    return codePoint;
  }
}

/** The encoder of UTF-32BE, or of UTF-32LE. */
class Utf32Encoder {
  isEncoder = true;

  constructor(isUtf32Be) {
    this.isUtf32Be = isUtf32Be;
  }

  handler(_unused, codePoint) {
    // 1
    if (codePoint === endOfQueue) return finished;
    // 2
    const bytes = [0, codePoint >> 16, (codePoint >> 8) & 0xff, codePoint & 0xff];
    return this.isUtf32Be ? bytes : bytes.reverse();
  }
}

/** A new decoder. */
export const decoderOf = (name) => new Utf32Decoder(name === 'UTF-32BE');

/** A new encoder. */
export const encoderOf = (name) => new Utf32Encoder(name === 'UTF-32BE');
