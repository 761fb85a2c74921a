// Implements the encoders step by step, with the standard's names.

import {
  indexBig5Pointer,
  indexEucKr,
  indexGb18030,
  indexGb18030RangesPointer,
  indexIso2022JpKatakana,
  indexJis0208,
  indexShiftJisPointer,
  indexSingleByte,
} from './indexes.mjs';
import { endOfQueue } from './io-queue.mjs';
import { errorWith, finished } from './process.mjs';

const inRange = (codePoint, first, last) => codePoint >= first && codePoint <= last;

/** https://infra.spec.whatwg.org/#ascii-code-point */
export const isAsciiCodePoint = (codePoint) => inRange(codePoint, 0x00, 0x7f);

export const quotient = (dividend, divisor) => Math.floor(dividend / divisor);

class Encoder {
  isEncoder = true;
}

/** An encoder that writes ASCII unchanged. `encode(codePoint)` has the steps from the third on. */
export class AsciiEncoder extends Encoder {
  handler(_unused, codePoint) {
    // 1
    if (codePoint === endOfQueue) return finished;
    // 2
    if (isAsciiCodePoint(codePoint)) return codePoint;
    return this.encode(codePoint);
  }
}

/** https://encoding.spec.whatwg.org/#utf-8-encoder */
export class Utf8Encoder extends AsciiEncoder {
  encode(codePoint) {
    // 3
    let count = 3;
    let offset = 0xf0;
    if (inRange(codePoint, 0x0080, 0x07ff)) [count, offset] = [1, 0xc0];
    if (inRange(codePoint, 0x0800, 0xffff)) [count, offset] = [2, 0xe0];
    // 4
    const bytes = [(codePoint >> (6 * count)) + offset];
    // 5
    while (count > 0) {
      const temp = codePoint >> (6 * (count - 1));
      bytes.push(0x80 | (temp & 0x3f));
      count -= 1;
    }
    // 6
    return bytes;
  }
}

/** https://encoding.spec.whatwg.org/#single-byte-encoder */
export class SingleByteEncoder extends AsciiEncoder {
  constructor(name, index = indexSingleByte(name)) {
    super();
    this.index = index;
  }

  encode(codePoint) {
    // 3
    const pointer = this.index.pointer(codePoint);
    // 4
    if (pointer === null) return errorWith(codePoint);
    // 5
    return pointer + 0x80;
  }
}

/** The table of step 5 of the gb18030 encoder. */
const gb18030SideTable = new Map([
  [0xe78d, [0xa6, 0xd9]],
  [0xe78e, [0xa6, 0xda]],
  [0xe78f, [0xa6, 0xdb]],
  [0xe790, [0xa6, 0xdc]],
  [0xe791, [0xa6, 0xdd]],
  [0xe792, [0xa6, 0xde]],
  [0xe793, [0xa6, 0xdf]],
  [0xe794, [0xa6, 0xec]],
  [0xe795, [0xa6, 0xed]],
  [0xe796, [0xa6, 0xf3]],
  [0xe81e, [0xfe, 0x59]],
  [0xe826, [0xfe, 0x61]],
  [0xe82b, [0xfe, 0x66]],
  [0xe82c, [0xfe, 0x67]],
  [0xe832, [0xfe, 0x6d]],
  [0xe843, [0xfe, 0x7e]],
  [0xe854, [0xfe, 0x90]],
  [0xe864, [0xfe, 0xa0]],
]);

/** https://encoding.spec.whatwg.org/#gb18030-encoder; GBK's encoder has is GBK set to true. */
export class Gb18030Encoder extends AsciiEncoder {
  constructor(isGbk) {
    super();
    this.isGbk = isGbk;
  }

  encode(codePoint) {
    // 3
    if (codePoint === 0xe5e5) return errorWith(codePoint);
    // 4
    if (this.isGbk && codePoint === 0x20ac) return 0x80;
    // 5
    if (gb18030SideTable.has(codePoint)) return gb18030SideTable.get(codePoint);
    // 6
    let pointer = indexGb18030().pointer(codePoint);
    // 7
    if (pointer !== null) {
      const leading = quotient(pointer, 190) + 0x81;
      const trailing = pointer % 190;
      const offset = trailing < 0x3f ? 0x40 : 0x41;
      return [leading, trailing + offset];
    }
    // 8
    if (this.isGbk) return errorWith(codePoint);
    // 9
    pointer = indexGb18030RangesPointer(codePoint);
    // 10
    const byte1 = quotient(pointer, 10 * 126 * 10);
    // 11
    pointer %= 10 * 126 * 10;
    // 12
    const byte2 = quotient(pointer, 10 * 126);
    // 13
    pointer %= 10 * 126;
    // 14
    const byte3 = quotient(pointer, 10);
    // 15
    const byte4 = pointer % 10;
    // 16
    return [byte1 + 0x81, byte2 + 0x30, byte3 + 0x81, byte4 + 0x30];
  }
}

/** https://encoding.spec.whatwg.org/#big5-encoder */
export class Big5Encoder extends AsciiEncoder {
  encode(codePoint) {
    // 3
    const pointer = indexBig5Pointer(codePoint);
    // 4
    if (pointer === null) return errorWith(codePoint);
    // 5
    const leading = quotient(pointer, 157) + 0x81;
    // 6
    const trailing = pointer % 157;
    // 7
    const offset = trailing < 0x3f ? 0x40 : 0x62;
    // 8
    return [leading, trailing + offset];
  }
}

/** https://encoding.spec.whatwg.org/#euc-jp-encoder */
export class EucJpEncoder extends AsciiEncoder {
  encode(codePoint) {
    // 3
    if (codePoint === 0x00a5) return 0x5c;
    // 4
    if (codePoint === 0x203e) return 0x7e;
    // 5
    if (inRange(codePoint, 0xff61, 0xff9f)) return [0x8e, codePoint - 0xff61 + 0xa1];
    // 6, 7
    const pointer = indexJis0208().pointer(codePoint === 0x2212 ? 0xff0d : codePoint);
    // 8
    if (pointer === null) return errorWith(codePoint);
    // 9
    const leading = quotient(pointer, 94) + 0xa1;
    // 10
    const trailing = (pointer % 94) + 0xa1;
    // 11
    return [leading, trailing];
  }
}

/** https://encoding.spec.whatwg.org/#iso-2022-jp-encoder */
export class Iso2022JpEncoder extends Encoder {
  state = 'ASCII';

  handler(ioQueue, codePoint) {
    // 1
    if (codePoint === endOfQueue && this.state !== 'ASCII') {
      this.state = 'ASCII';
      return [0x1b, 0x28, 0x42];
    }
    // 2
    if (codePoint === endOfQueue && this.state === 'ASCII') return finished;
    // 3
    const isRefused = codePoint === 0x000e || codePoint === 0x000f || codePoint === 0x001b;
    if ((this.state === 'ASCII' || this.state === 'Roman') && isRefused) return errorWith(0xfffd);
    // 4
    if (this.state === 'ASCII' && isAsciiCodePoint(codePoint)) return codePoint;
    // 5
    const isRomanOnly = codePoint === 0x00a5 || codePoint === 0x203e;
    if (
      this.state === 'Roman' &&
      ((isAsciiCodePoint(codePoint) && codePoint !== 0x5c && codePoint !== 0x7e) || isRomanOnly)
    ) {
      // 5.1
      if (isAsciiCodePoint(codePoint)) return codePoint;
      // 5.2
      if (codePoint === 0x00a5) return 0x5c;
      // 5.3
      return 0x7e;
    }
    // 6
    if (isAsciiCodePoint(codePoint) && this.state !== 'ASCII') {
      ioQueue.restore([codePoint]);
      this.state = 'ASCII';
      return [0x1b, 0x28, 0x42];
    }
    // 7
    if (isRomanOnly && this.state !== 'Roman') {
      ioQueue.restore([codePoint]);
      this.state = 'Roman';
      return [0x1b, 0x28, 0x4a];
    }
    return this.#jis0208(ioQueue, codePoint);
  }

  #jis0208(ioQueue, original) {
    let codePoint = original;
    // 8
    if (codePoint === 0x2212) codePoint = 0xff0d;
    // 9
    if (inRange(codePoint, 0xff61, 0xff9f)) {
      codePoint = indexIso2022JpKatakana().codePoint(codePoint - 0xff61);
    }
    // 10
    const pointer = indexJis0208().pointer(codePoint);
    // 11
    if (pointer === null) {
      // 11.1
      if (this.state === 'jis0208') {
        ioQueue.restore([codePoint]);
        this.state = 'ASCII';
        return [0x1b, 0x28, 0x42];
      }
      // 11.2
      return errorWith(codePoint);
    }
    // 12
    if (this.state !== 'jis0208') {
      ioQueue.restore([codePoint]);
      this.state = 'jis0208';
      return [0x1b, 0x24, 0x42];
    }
    // 13
    const leading = quotient(pointer, 94) + 0x21;
    // 14
    const trailing = (pointer % 94) + 0x21;
    // 15
    return [leading, trailing];
  }
}

/** https://encoding.spec.whatwg.org/#shift_jis-encoder */
export class ShiftJisEncoder extends AsciiEncoder {
  encode(codePoint) {
    // 2
    if (codePoint === 0x0080) return codePoint;
    // 3
    if (codePoint === 0x00a5) return 0x5c;
    // 4
    if (codePoint === 0x203e) return 0x7e;
    // 5
    if (inRange(codePoint, 0xff61, 0xff9f)) return codePoint - 0xff61 + 0xa1;
    // 6, 7
    const pointer = indexShiftJisPointer(codePoint === 0x2212 ? 0xff0d : codePoint);
    // 8
    if (pointer === null) return errorWith(codePoint);
    // 9
    const leading = quotient(pointer, 188);
    // 10
    const leadingOffset = leading < 0x1f ? 0x81 : 0xc1;
    // 11
    const trailing = pointer % 188;
    // 12
    const offset = trailing < 0x3f ? 0x40 : 0x41;
    // 13
    return [leading + leadingOffset, trailing + offset];
  }
}

/** https://encoding.spec.whatwg.org/#euc-kr-encoder */
export class EucKrEncoder extends AsciiEncoder {
  encode(codePoint) {
    // 3
    const pointer = indexEucKr().pointer(codePoint);
    // 4
    if (pointer === null) return errorWith(codePoint);
    // 5
    const leading = quotient(pointer, 190) + 0x81;
    // 6
    const trailing = (pointer % 190) + 0x41;
    // 7
    return [leading, trailing];
  }
}

/** https://encoding.spec.whatwg.org/#x-user-defined-encoder */
export class XUserDefinedEncoder extends AsciiEncoder {
  encode(codePoint) {
    // 3
    if (inRange(codePoint, 0xf780, 0xf7ff)) return codePoint - 0xf780 + 0x80;
    // 4
    return errorWith(codePoint);
  }
}
