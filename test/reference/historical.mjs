// Implements the decoders and encoders of the 2012 edition that later editions removed: hz-gb-2312,
// iso-2022-kr and ibm864. The names are those of that edition. Where this package does not do what
// the edition says, the comment of the step says "2012:" and what the edition says.

import { historicalDirectory, readIndex } from '../../indexes/files.mjs';
import { inRange, isAsciiByte, SingleByteDecoder } from './decoders.mjs';
import { isAsciiCodePoint, quotient, SingleByteEncoder } from './encoders.mjs';
import { Index, indexEucKr, indexGb18030 } from './indexes.mjs';
import { endOfQueue } from './io-queue.mjs';
import { continue_, error, errorWith, finished } from './process.mjs';

/**
 * The hz-gb-2312 decoder. It uses index gb18030 for "index gbk" of the 2012 edition: index gb18030
 * has all entries of that index, and some more.
 */
class HzGb2312Decoder {
  flag = false;
  lead = 0x00;

  get betweenSequences() {
    return this.lead === 0x00;
  }

  handler(ioQueue, byte) {
    // 1
    if (byte === endOfQueue && this.lead === 0x00) return finished;
    // 2
    if (byte === endOfQueue) {
      this.lead = 0x00;
      return error('truncated');
    }
    // 3
    if (this.lead === 0x7e) {
      this.lead = 0x00;
      switch (byte) {
        case 0x7b:
          this.flag = true;
          return continue_;
        case 0x7d:
          this.flag = false;
          return continue_;
        case 0x7e:
          return 0x7e;
        case 0x0a:
          return continue_;
        default:
          ioQueue.restore([byte]);
          return error('invalid escape sequence');
      }
    }
    // 4
    if (this.lead !== 0x00) {
      const lead = this.lead;
      this.lead = 0x00;
      // 4.1
      let codePoint = null;
      if (inRange(byte, 0x21, 0x7e)) {
        codePoint = indexGb18030().codePoint((lead - 1) * 190 + (byte + 0x3f));
      }
      // 4.2
      if (byte === 0x0a) this.flag = false;
      // 4.3
      if (codePoint === null) {
        return error(inRange(byte, 0x21, 0x7e) ? 'unmapped' : 'invalid trailing byte');
      }
      // 4.4
      return codePoint;
    }
    // 5
    if (byte === 0x7e) {
      this.lead = 0x7e;
      return continue_;
    }
    // 6
    if (this.flag) {
      // 6.1
      if (inRange(byte, 0x20, 0x7f)) {
        this.lead = byte;
        return continue_;
      }
      // 6.2
      if (byte === 0x0a) this.flag = false;
      // 6.3
      return error('invalid byte');
    }
    // 7
    if (isAsciiByte(byte)) return byte;
    // 8
    return error('invalid byte');
  }
}

/** The hz-gb-2312 encoder. */
class HzGb2312Encoder {
  isEncoder = true;
  flag = false;

  handler(ioQueue, codePoint) {
    // 1. 2012: writes nothing.
    if (codePoint === endOfQueue && this.flag) {
      this.flag = false;
      return [0x7e, 0x7d];
    }
    if (codePoint === endOfQueue) return finished;
    // 2
    if (isAsciiCodePoint(codePoint) && this.flag) {
      ioQueue.restore([codePoint]);
      this.flag = false;
      return [0x7e, 0x7d];
    }
    // 3
    if (codePoint === 0x7e) return [0x7e, 0x7e];
    // 4
    if (isAsciiCodePoint(codePoint)) return codePoint;
    // 6
    const pointer = indexGb18030().pointer(codePoint);
    // 7 to 9. 2012: allows the lead 0x7E. In the index of 2012 the encoder reaches no entry with
    // it.
    const lead = quotient(pointer ?? 0, 190) + 1;
    const trail = ((pointer ?? 0) % 190) - 0x3f;
    if (pointer === null || !inRange(lead, 0x21, 0x7d) || !inRange(trail, 0x21, 0x7e)) {
      // 2012: sets the flag and writes 0x7E 0x7B before the error. Here the encoder returns to
      // ASCII before an error, as the ISO-2022-JP encoder of later editions does.
      if (this.flag === false) return errorWith(codePoint);
      ioQueue.restore([codePoint]);
      this.flag = false;
      return [0x7e, 0x7d];
    }
    // 5
    if (this.flag === false) {
      ioQueue.restore([codePoint]);
      this.flag = true;
      return [0x7e, 0x7b];
    }
    // 10
    return [lead, trail];
  }
}

/** The iso-2022-kr decoder. */
class Iso2022KrDecoder {
  state = 'ASCII';
  lead = 0x00;

  get betweenSequences() {
    return this.state === 'ASCII' || this.state === 'lead';
  }

  handler(ioQueue, byte) {
    switch (this.state) {
      case 'ASCII':
        if (byte === 0x0e) {
          this.state = 'lead';
          return continue_;
        }
        if (byte === 0x0f) return continue_;
        if (byte === 0x1b) {
          this.state = 'escape start';
          return continue_;
        }
        if (isAsciiByte(byte)) return byte;
        if (byte === endOfQueue) return finished;
        return error('invalid byte');

      case 'escape start':
        return this.#escape(ioQueue, byte, 0x24, 'escape middle', []);

      case 'escape middle':
        return this.#escape(ioQueue, byte, 0x29, 'escape end', [0x24]);

      case 'escape end':
        return this.#escape(ioQueue, byte, 0x43, 'ASCII', [0x24, 0x29]);

      case 'lead':
        if (byte === 0x0a) {
          this.state = 'ASCII';
          return 0x0a;
        }
        if (byte === 0x0e) return continue_;
        if (byte === 0x0f) {
          this.state = 'ASCII';
          return continue_;
        }
        if (byte === endOfQueue) return finished;
        this.lead = byte;
        this.state = 'trail';
        return continue_;

      default:
        return this.#trail(byte);
    }
  }

  /**
   * Goes to the state `next` when the byte is `expected`. Otherwise « ...seen, byte » is read again
   * in ASCII.
   */
  #escape(ioQueue, byte, expected, next, seen) {
    if (byte === expected) {
      this.state = next;
      return continue_;
    }
    ioQueue.restore(byte === endOfQueue ? seen : [...seen, byte]);
    this.state = 'ASCII';
    return error(byte === endOfQueue ? 'truncated' : 'invalid escape sequence');
  }

  #trail(byte) {
    // 1
    this.state = 'lead';
    // 2
    if (byte === endOfQueue) return error('truncated');
    // 3
    let codePoint = null;
    // 4 and 5. The index of 2012 has another layout, so these steps have two cases there.
    if (inRange(this.lead, 0x21, 0x7e) && inRange(byte, 0x21, 0x7e)) {
      codePoint = indexEucKr().codePoint((this.lead + 0x80 - 0x81) * 190 + byte + 0x80 - 0x41);
    }
    // 6
    if (codePoint !== null) return codePoint;
    // 7
    return error(inRange(byte, 0x21, 0x7e) ? 'unmapped' : 'invalid trailing byte');
  }
}

/** The iso-2022-kr encoder. */
class Iso2022KrEncoder {
  isEncoder = true;
  state = 'ASCII';
  initialization = false;

  handler(ioQueue, codePoint) {
    // 1
    if (codePoint === endOfQueue && this.state !== 'ASCII') {
      this.state = 'ASCII';
      return 0x0f;
    }
    // 2
    if (codePoint === endOfQueue) return finished;
    // 3
    if (this.initialization === false) {
      ioQueue.restore([codePoint]);
      this.initialization = true;
      return [0x1b, 0x24, 0x29, 0x43];
    }
    // 5
    if (isAsciiCodePoint(codePoint) && this.state !== 'ASCII') {
      ioQueue.restore([codePoint]);
      this.state = 'ASCII';
      return 0x0f;
    }
    // 2012: writes these three code points as themselves.
    if (codePoint === 0x0e || codePoint === 0x0f || codePoint === 0x1b) return errorWith(0xfffd);
    // 6
    if (isAsciiCodePoint(codePoint)) return codePoint;
    // 8
    const pointer = indexEucKr().pointer(codePoint);
    // 9 to 11
    const lead = quotient(pointer ?? 0, 190) + 0x81 - 0x80;
    const trail = ((pointer ?? 0) % 190) + 0x41 - 0x80;
    if (pointer === null || !inRange(lead, 0x21, 0x7e) || !inRange(trail, 0x21, 0x7e)) {
      // 2012: goes to the lead state and writes 0x0E before the error. Here the encoder returns to
      // ASCII before an error, as the ISO-2022-JP encoder of later editions does.
      if (this.state === 'ASCII') return errorWith(codePoint);
      ioQueue.restore([codePoint]);
      this.state = 'ASCII';
      return 0x0f;
    }
    // 7
    if (this.state !== 'lead') {
      ioQueue.restore([codePoint]);
      this.state = 'lead';
      return 0x0e;
    }
    // 12
    return [lead, trail];
  }
}

const indexIbm864 = new Index(readIndex('ibm864', historicalDirectory));

const makers = {
  'hz-gb-2312': [() => new HzGb2312Decoder(), () => new HzGb2312Encoder()],
  'iso-2022-kr': [() => new Iso2022KrDecoder(), () => new Iso2022KrEncoder()],
  ibm864: [SingleByteDecoder, SingleByteEncoder].map(
    (Codec) => () => new Codec('ibm864', indexIbm864),
  ),
};

/** A new decoder. */
export const decoderOf = (name) => makers[name][0]();

/** A new encoder. */
export const encoderOf = (name) => makers[name][1]();
