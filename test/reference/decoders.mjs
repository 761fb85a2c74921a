// Implements the decoders step by step, with the standard's names. The Japanese decoders are in
// decoders-japanese.mjs.

import {
  indexBig5,
  indexEucKr,
  indexGb18030,
  indexGb18030RangesCodePoint,
  indexSingleByte,
} from './indexes.mjs';
import { endOfQueue } from './io-queue.mjs';
import { continue_, error, finished } from './process.mjs';

/** Whether an item is a byte from `first` to `last`, both included. */
export const inRange = (byte, first, last) => byte !== endOfQueue && byte >= first && byte <= last;

/** https://infra.spec.whatwg.org/#ascii-byte */
export const isAsciiByte = (byte) => inRange(byte, 0x00, 0x7f);

/** What a decoder with a leading byte does at end-of-queue, in its first two steps. */
export function endOf(decoder) {
  if (decoder.leading === 0x00) return finished;
  decoder.leading = 0x00;
  return error('truncated');
}

/** The last steps for a trailing byte: the code point, or an error, which leaves an ASCII byte in the queue. */
export function codePointOrError(ioQueue, byte, isPair, codePoint) {
  if (codePoint !== null) return codePoint;
  if (isAsciiByte(byte)) ioQueue.restore([byte]);
  return error(isPair ? 'unmapped' : 'invalid trailing byte');
}

/** https://encoding.spec.whatwg.org/#utf-8-decoder */
export class Utf8Decoder {
  codePoint = 0;
  bytesSeen = 0;
  bytesNeeded = 0;
  lowerBoundary = 0x80;
  upperBoundary = 0xbf;

  handler(ioQueue, byte) {
    // 1
    if (byte === endOfQueue && this.bytesNeeded !== 0) {
      this.bytesNeeded = 0;
      return error('truncated');
    }
    // 2
    if (byte === endOfQueue) return finished;
    // 3
    if (this.bytesNeeded === 0) {
      if (inRange(byte, 0x00, 0x7f)) return byte;
      if (inRange(byte, 0xc2, 0xdf)) {
        this.bytesNeeded = 1;
        this.codePoint = byte & 0x1f;
      } else if (inRange(byte, 0xe0, 0xef)) {
        if (byte === 0xe0) this.lowerBoundary = 0xa0;
        if (byte === 0xed) this.upperBoundary = 0x9f;
        this.bytesNeeded = 2;
        this.codePoint = byte & 0xf;
      } else if (inRange(byte, 0xf0, 0xf4)) {
        if (byte === 0xf0) this.lowerBoundary = 0x90;
        if (byte === 0xf4) this.upperBoundary = 0x8f;
        this.bytesNeeded = 3;
        this.codePoint = byte & 0x7;
      } else {
        return error('invalid byte');
      }
      return continue_;
    }
    // 4
    if (!inRange(byte, this.lowerBoundary, this.upperBoundary)) {
      this.codePoint = this.bytesNeeded = this.bytesSeen = 0;
      this.lowerBoundary = 0x80;
      this.upperBoundary = 0xbf;
      ioQueue.restore([byte]);
      return error('invalid trailing byte');
    }
    // 5
    this.lowerBoundary = 0x80;
    this.upperBoundary = 0xbf;
    // 6
    this.codePoint = (this.codePoint << 6) | (byte & 0x3f);
    // 7
    this.bytesSeen += 1;
    // 8
    if (this.bytesSeen !== this.bytesNeeded) return continue_;
    // 9
    const codePoint = this.codePoint;
    // 10
    this.codePoint = this.bytesNeeded = this.bytesSeen = 0;
    // 11
    return codePoint;
  }
}

/** https://encoding.spec.whatwg.org/#single-byte-decoder */
export class SingleByteDecoder {
  constructor(name, index = indexSingleByte(name)) {
    this.index = index;
  }

  handler(_unused, byte) {
    // 1
    if (byte === endOfQueue) return finished;
    // 2
    if (isAsciiByte(byte)) return byte;
    // 3
    const codePoint = this.index.codePoint(byte - 0x80);
    // 4
    if (codePoint === null) return error('unmapped');
    // 5
    return codePoint;
  }
}

/** https://encoding.spec.whatwg.org/#gb18030-decoder, also GBK's decoder. */
export class Gb18030Decoder {
  first = 0x00;
  second = 0x00;
  third = 0x00;

  handler(ioQueue, byte) {
    const started = this.first !== 0x00 || this.second !== 0x00 || this.third !== 0x00;
    // 1
    if (byte === endOfQueue && !started) return finished;
    // 2
    if (byte === endOfQueue && started) {
      this.first = this.second = this.third = 0x00;
      return error('truncated');
    }
    // 3
    if (this.third !== 0x00) {
      // 3.1
      if (!inRange(byte, 0x30, 0x39)) {
        ioQueue.restore([this.second, this.third, byte]);
        this.first = this.second = this.third = 0x00;
        return error('invalid trailing byte');
      }
      // 3.2
      const codePoint = indexGb18030RangesCodePoint(
        (this.first - 0x81) * (10 * 126 * 10) +
          (this.second - 0x30) * (10 * 126) +
          (this.third - 0x81) * 10 +
          byte -
          0x30,
      );
      // 3.3
      this.first = this.second = this.third = 0x00;
      // 3.4
      if (codePoint === null) return error('unmapped');
      // 3.5
      return codePoint;
    }
    // 4
    if (this.second !== 0x00) {
      // 4.1
      if (inRange(byte, 0x81, 0xfe)) {
        this.third = byte;
        return continue_;
      }
      // 4.2
      ioQueue.restore([this.second, byte]);
      this.first = this.second = 0x00;
      return error('invalid trailing byte');
    }
    // 5
    if (this.first !== 0x00) {
      // 5.1
      if (inRange(byte, 0x30, 0x39)) {
        this.second = byte;
        return continue_;
      }
      // 5.2
      const leading = this.first;
      // 5.3
      this.first = 0x00;
      // 5.4
      let pointer = null;
      // 5.5
      const offset = byte < 0x7f ? 0x40 : 0x41;
      // 5.6
      if (inRange(byte, 0x40, 0x7e) || inRange(byte, 0x80, 0xfe)) {
        pointer = (leading - 0x81) * 190 + (byte - offset);
      }
      // 5.7
      const codePoint = pointer === null ? null : indexGb18030().codePoint(pointer);
      // 5.8 to 5.10
      return codePointOrError(ioQueue, byte, pointer !== null, codePoint);
    }
    // 6
    if (isAsciiByte(byte)) return byte;
    // 7
    if (byte === 0x80) return 0x20ac;
    // 8
    if (inRange(byte, 0x81, 0xfe)) {
      this.first = byte;
      return continue_;
    }
    // 9
    return error('invalid byte');
  }
}

const big5TwoCodePoints = new Map([
  [1133, [0x00ca, 0x0304]],
  [1135, [0x00ca, 0x030c]],
  [1164, [0x00ea, 0x0304]],
  [1166, [0x00ea, 0x030c]],
]);

/** https://encoding.spec.whatwg.org/#big5-decoder */
export class Big5Decoder {
  leading = 0x00;

  handler(ioQueue, byte) {
    // 1 and 2
    if (byte === endOfQueue) return endOf(this);
    // 3
    if (this.leading !== 0x00) {
      // 3.1
      const leading = this.leading;
      // 3.2
      this.leading = 0x00;
      // 3.3
      let pointer = null;
      // 3.4
      const offset = byte < 0x7f ? 0x40 : 0x62;
      // 3.5
      if (inRange(byte, 0x40, 0x7e) || inRange(byte, 0xa1, 0xfe)) {
        pointer = (leading - 0x81) * 157 + (byte - offset);
      }
      // 3.6
      if (big5TwoCodePoints.has(pointer)) return big5TwoCodePoints.get(pointer);
      // 3.7
      const codePoint = pointer === null ? null : indexBig5().codePoint(pointer);
      // 3.8 to 3.10
      return codePointOrError(ioQueue, byte, pointer !== null, codePoint);
    }
    // 4
    if (isAsciiByte(byte)) return byte;
    // 5
    if (inRange(byte, 0x81, 0xfe)) {
      this.leading = byte;
      return continue_;
    }
    // 6
    return error('invalid byte');
  }
}

/** https://encoding.spec.whatwg.org/#euc-kr-decoder */
export class EucKrDecoder {
  leading = 0x00;

  handler(ioQueue, byte) {
    // 1 and 2
    if (byte === endOfQueue) return endOf(this);
    // 3
    if (this.leading !== 0x00) {
      // 3.1
      const leading = this.leading;
      // 3.2
      this.leading = 0x00;
      // 3.3
      let pointer = null;
      // 3.4
      if (inRange(byte, 0x41, 0xfe)) pointer = (leading - 0x81) * 190 + (byte - 0x41);
      // 3.5
      const codePoint = pointer === null ? null : indexEucKr().codePoint(pointer);
      // 3.6 to 3.8
      return codePointOrError(ioQueue, byte, pointer !== null, codePoint);
    }
    // 4
    if (isAsciiByte(byte)) return byte;
    // 5
    if (inRange(byte, 0x81, 0xfe)) {
      this.leading = byte;
      return continue_;
    }
    // 6
    return error('invalid byte');
  }
}

/** https://encoding.spec.whatwg.org/#replacement-decoder */
export class ReplacementDecoder {
  errorReturned = false;

  handler(_unused, byte) {
    // 1
    if (byte === endOfQueue) return finished;
    // 2
    if (this.errorReturned === false) {
      this.errorReturned = true;
      return error('replacement encoding');
    }
    // 3
    return finished;
  }
}

/** https://infra.spec.whatwg.org/#leading-surrogate and #trailing-surrogate */
const isLeadingSurrogate = (codeUnit) => inRange(codeUnit, 0xd800, 0xdbff);
const isTrailingSurrogate = (codeUnit) => inRange(codeUnit, 0xdc00, 0xdfff);

/** https://encoding.spec.whatwg.org/#scalar-value-from-surrogates */
function scalarValueFromSurrogates(leading, trailing) {
  return 0x10000 + ((leading - 0xd800) << 10) + (trailing - 0xdc00);
}

/** https://encoding.spec.whatwg.org/#shared-utf-16-decoder */
export class SharedUtf16Decoder {
  leadingByte = null;
  leadingSurrogate = null;

  constructor(isUtf16BeDecoder) {
    this.isUtf16BeDecoder = isUtf16BeDecoder;
  }

  handler(ioQueue, byte) {
    const started = this.leadingByte !== null || this.leadingSurrogate !== null;
    // 1
    if (byte === endOfQueue && started) {
      this.leadingByte = this.leadingSurrogate = null;
      return error('truncated');
    }
    // 2
    if (byte === endOfQueue && !started) return finished;
    // 3
    if (this.leadingByte === null) {
      this.leadingByte = byte;
      return continue_;
    }
    // 4
    const codeUnit = this.isUtf16BeDecoder
      ? (this.leadingByte << 8) + byte
      : (byte << 8) + this.leadingByte;
    // 5
    this.leadingByte = null;
    // 6
    if (this.leadingSurrogate !== null) {
      // 6.1
      const leadingSurrogate = this.leadingSurrogate;
      // 6.2
      this.leadingSurrogate = null;
      // 6.3
      if (isTrailingSurrogate(codeUnit)) {
        return scalarValueFromSurrogates(leadingSurrogate, codeUnit);
      }
      // 6.4
      const byte1 = codeUnit >> 8;
      // 6.5
      const byte2 = codeUnit & 0x00ff;
      // 6.6
      const bytes = this.isUtf16BeDecoder ? [byte1, byte2] : [byte2, byte1];
      // 6.7
      ioQueue.restore(bytes);
      return error('lone surrogate');
    }
    // 7
    if (isLeadingSurrogate(codeUnit)) {
      this.leadingSurrogate = codeUnit;
      return continue_;
    }
    // 8
    if (isTrailingSurrogate(codeUnit)) return error('lone surrogate');
    // 9
    return codeUnit;
  }
}

/** https://encoding.spec.whatwg.org/#x-user-defined-decoder */
export class XUserDefinedDecoder {
  handler(_unused, byte) {
    // 1
    if (byte === endOfQueue) return finished;
    // 2
    if (isAsciiByte(byte)) return byte;
    // 3
    return 0xf780 + byte - 0x80;
  }
}
