// Implements TextDecoder step by step. https://encoding.spec.whatwg.org/#interface-textdecoder

import { getEncoding } from './indexes.mjs';
import { endOfQueue, IOQueue } from './io-queue.mjs';
import { continue_, finished, processAnItem } from './process.mjs';
import { decoderOf } from './reference.mjs';

// The standard names the first three.
const hasByteOrderMark = (encoding) =>
  ['UTF-8', 'UTF-16BE', 'UTF-16LE', 'UTF-32BE', 'UTF-32LE'].includes(encoding);

/**
 * TextDecoder by its method steps, without the conversions of Web IDL. The last argument says where
 * labels and decoders come from.
 */
export class ReferenceTextDecoder {
  #decoderOf;
  #encoding;
  #decoder = null;
  #ioQueue = null;
  #ignoreBom = false;
  #bomSeen = false;
  #errorMode = 'replacement';
  #doNotFlush = false;

  constructor(
    label = 'utf-8',
    { fatal = false, ignoreBOM = false } = {},
    source = { getEncoding, decoderOf },
  ) {
    this.#decoderOf = source.decoderOf;
    // 1
    const encoding = source.getEncoding(label);
    // 2
    if (encoding === null || encoding === 'replacement') throw new RangeError(`label ${label}`);
    // 3
    this.#encoding = encoding;
    // 4
    if (fatal) this.#errorMode = 'fatal';
    // 5
    this.#ignoreBom = ignoreBOM;
  }

  decode(input = null, { stream = false } = {}) {
    // 1
    if (this.#doNotFlush === false) {
      this.#decoder = this.#decoderOf(this.#encoding);
      this.#ioQueue = IOQueue.from();
      this.#bomSeen = false;
    }
    // 2
    this.#doNotFlush = stream;
    // 3
    if (input !== null) this.#ioQueue.push(input);
    // 4
    const output = IOQueue.from();
    // 5
    while (true) {
      // 5.1
      const item = this.#ioQueue.read();
      // 5.2
      if (item === endOfQueue && this.#doNotFlush) return this.#serialize(output);
      // 5.3.1
      const result = processAnItem(item, this.#decoder, this.#ioQueue, output, this.#errorMode);
      // 5.3.2
      if (result === finished) return this.#serialize(output);
      // 5.3.3
      if (result !== continue_) throw fatalError(this.#encoding, result);
    }
  }

  /** https://encoding.spec.whatwg.org/#concept-td-serialize */
  #serialize(ioQueue) {
    // 1
    let output = '';
    // 2
    while (true) {
      // 2.1
      const item = ioQueue.read();
      // 2.2
      if (item === endOfQueue) return output;
      // 2.3
      if (hasByteOrderMark(this.#encoding) && !this.#ignoreBom && !this.#bomSeen) {
        this.#bomSeen = true;
        if (item === 0xfeff) continue;
      }
      // 2.4
      output += String.fromCodePoint(item);
    }
  }
}

function fatalError(encoding, { offset, length, reason }) {
  return Object.assign(new TypeError(`${encoding}: ${reason} at byte ${offset}`), {
    code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
    encoding: encoding.toLowerCase(),
    offset,
    length,
    reason,
  });
}
