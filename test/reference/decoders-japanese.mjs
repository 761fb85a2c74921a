// Implements the decoders of the chapter "Legacy multi-byte Japanese encodings" step by step.

import { codePointOrError, endOf, inRange, isAsciiByte } from './decoders.mjs';
import { indexJis0208, indexJis0212 } from './indexes.mjs';
import { endOfQueue } from './io-queue.mjs';
import { continue_, error, finished } from './process.mjs';

/** https://encoding.spec.whatwg.org/#euc-jp-decoder */
export class EucJpDecoder {
  jis0212 = false;
  leading = 0x00;

  handler(ioQueue, byte) {
    // 1 and 2
    if (byte === endOfQueue) return endOf(this);
    // 3
    if (this.leading === 0x8e && inRange(byte, 0xa1, 0xdf)) {
      this.leading = 0x00;
      return 0xff61 - 0xa1 + byte;
    }
    // 4
    if (this.leading === 0x8f && inRange(byte, 0xa1, 0xfe)) {
      this.jis0212 = true;
      this.leading = byte;
      return continue_;
    }
    // 5
    if (this.leading !== 0x00) {
      // 5.1
      const leading = this.leading;
      // 5.2
      this.leading = 0x00;
      // 5.3
      let codePoint = null;
      // 5.4
      const complete = inRange(leading, 0xa1, 0xfe) && inRange(byte, 0xa1, 0xfe);
      if (complete) {
        const index = this.jis0212 === false ? indexJis0208() : indexJis0212();
        codePoint = index.codePoint((leading - 0xa1) * 94 + byte - 0xa1);
      }
      // 5.5
      this.jis0212 = false;
      // 5.6 to 5.8
      return codePointOrError(ioQueue, byte, complete, codePoint);
    }
    // 6
    if (isAsciiByte(byte)) return byte;
    // 7
    if (byte === 0x8e || byte === 0x8f || inRange(byte, 0xa1, 0xfe)) {
      this.leading = byte;
      return continue_;
    }
    // 8
    return error('invalid byte');
  }
}

/** https://encoding.spec.whatwg.org/#iso-2022-jp-decoder */
export class Iso2022JpDecoder {
  decoderState = 'ASCII';
  decoderOutputState = 'ASCII';
  leading = 0x00;
  output = false;

  /**
   * Whether no sequence is in progress. "continue" can also mean that an escape sequence is
   * complete.
   */
  get betweenSequences() {
    return ['ASCII', 'Roman', 'katakana', 'leading byte'].includes(this.decoderState);
  }

  handler(ioQueue, byte) {
    switch (this.decoderState) {
      case 'ASCII':
        if (byte === 0x1b) {
          this.decoderState = 'escape start';
          return continue_;
        }
        if (inRange(byte, 0x00, 0x7f) && byte !== 0x0e && byte !== 0x0f) {
          this.output = false;
          return byte;
        }
        if (byte === endOfQueue) return finished;
        this.output = false;
        return error('invalid byte');

      case 'Roman':
        if (byte === 0x1b) {
          this.decoderState = 'escape start';
          return continue_;
        }
        if (byte === 0x5c) {
          this.output = false;
          return 0x00a5;
        }
        if (byte === 0x7e) {
          this.output = false;
          return 0x203e;
        }
        if (inRange(byte, 0x00, 0x7f) && byte !== 0x0e && byte !== 0x0f) {
          this.output = false;
          return byte;
        }
        if (byte === endOfQueue) return finished;
        this.output = false;
        return error('invalid byte');

      case 'katakana':
        if (byte === 0x1b) {
          this.decoderState = 'escape start';
          return continue_;
        }
        if (inRange(byte, 0x21, 0x5f)) {
          this.output = false;
          return 0xff61 - 0x21 + byte;
        }
        if (byte === endOfQueue) return finished;
        this.output = false;
        return error('invalid byte');

      case 'leading byte':
        if (byte === 0x1b) {
          this.decoderState = 'escape start';
          return continue_;
        }
        if (inRange(byte, 0x21, 0x7e)) {
          this.output = false;
          this.leading = byte;
          this.decoderState = 'trailing byte';
          return continue_;
        }
        if (byte === endOfQueue) return finished;
        this.output = false;
        return error('invalid byte');

      case 'trailing byte':
        return this.#trailingByte(byte);

      case 'escape start':
        // 1
        if (byte === 0x24 || byte === 0x28) {
          this.leading = byte;
          this.decoderState = 'escape';
          return continue_;
        }
        // 2
        if (byte !== endOfQueue) ioQueue.restore([byte]);
        // 3
        this.output = false;
        this.decoderState = this.decoderOutputState;
        return error(byte === endOfQueue ? 'truncated' : 'invalid escape sequence');

      default:
        return this.#escape(ioQueue, byte);
    }
  }

  #trailingByte(byte) {
    if (byte === 0x1b) {
      this.decoderState = 'escape start';
      return error('invalid trailing byte', 1);
    }
    if (inRange(byte, 0x21, 0x7e)) {
      // 1
      this.decoderState = 'leading byte';
      // 2
      const pointer = (this.leading - 0x21) * 94 + byte - 0x21;
      // 3
      const codePoint = indexJis0208().codePoint(pointer);
      // 4
      if (codePoint === null) return error('unmapped');
      // 5
      return codePoint;
    }
    if (byte === endOfQueue) {
      this.decoderState = 'leading byte';
      return error('truncated');
    }
    this.decoderState = 'leading byte';
    return error('invalid trailing byte');
  }

  #escape(ioQueue, byte) {
    // 1
    const leading = this.leading;
    this.leading = 0x00;
    // 2
    let state = null;
    // 3
    if (leading === 0x28 && byte === 0x42) state = 'ASCII';
    // 4
    if (leading === 0x28 && byte === 0x4a) state = 'Roman';
    // 5
    if (leading === 0x28 && byte === 0x49) state = 'katakana';
    // 6
    if (leading === 0x24 && (byte === 0x40 || byte === 0x42)) state = 'leading byte';
    // 7
    if (state !== null) {
      // 7.1
      this.decoderState = this.decoderOutputState = state;
      // 7.2
      const output = this.output;
      // 7.3
      this.output = true;
      // 7.4
      return output === false ? continue_ : error('redundant escape sequence');
    }
    // 8
    ioQueue.restore(byte === endOfQueue ? [leading] : [leading, byte]);
    // 9
    this.output = false;
    this.decoderState = this.decoderOutputState;
    return error(byte === endOfQueue ? 'truncated' : 'invalid escape sequence');
  }
}

/** https://encoding.spec.whatwg.org/#shift_jis-decoder */
export class ShiftJisDecoder {
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
      const offset = byte < 0x7f ? 0x40 : 0x41;
      // 3.5
      const leadingOffset = leading < 0xa0 ? 0x81 : 0xc1;
      // 3.6
      if (inRange(byte, 0x40, 0x7e) || inRange(byte, 0x80, 0xfc)) {
        pointer = (leading - leadingOffset) * 188 + byte - offset;
      }
      // 3.7
      if (pointer !== null && inRange(pointer, 8836, 10715)) return 0xe000 - 8836 + pointer;
      // 3.8
      const codePoint = pointer === null ? null : indexJis0208().codePoint(pointer);
      // 3.9 to 3.11
      return codePointOrError(ioQueue, byte, pointer !== null, codePoint);
    }
    // 4
    if (isAsciiByte(byte) || byte === 0x80) return byte;
    // 5
    if (inRange(byte, 0xa1, 0xdf)) return 0xff61 - 0xa1 + byte;
    // 6
    if (inRange(byte, 0x81, 0x9f) || inRange(byte, 0xe0, 0xfc)) {
      this.leading = byte;
      return continue_;
    }
    // 7
    return error('invalid byte');
  }
}
