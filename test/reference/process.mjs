// Implements "process a queue" and "process an item", and finds the place of each error.
// https://encoding.spec.whatwg.org/#encoders-and-decoders

import { endOfQueue } from './io-queue.mjs';

export const finished = Symbol('finished');
export const continue_ = Symbol('continue');

/**
 * What a handler returns for "return error"; encoders add a code point.
 *
 * The standard's error has no other content. Here `reason` says which step of a decoder returned
 * it. `begun` is the number of bytes already read that belong to the next sequence: 1 only where
 * ISO-2022-JP reads 0x1B instead of a trailing byte. processAnItem() sets `offset` and `length`:
 * the place of the malformed sequence in the input, without the restored bytes.
 */
export class HandlerError {
  offset = 0;
  length = 0;

  constructor({ reason = null, begun = 0, codePoint = null }) {
    this.reason = reason;
    this.begun = begun;
    this.codePoint = codePoint;
  }
}

export const error = (reason, begun = 0) => new HandlerError({ reason, begun });
export const errorWith = (codePoint) => new HandlerError({ codePoint });

/**
 * Processes a whole queue. `errors` receives every error.
 * https://encoding.spec.whatwg.org/#concept-encoding-run
 */
export function processAQueue(encoderDecoder, input, output, mode, errors = []) {
  while (true) {
    const result = processAnItem(input.read(), encoderDecoder, input, output, mode, errors);
    if (result !== continue_) return result;
  }
}

/** https://encoding.spec.whatwg.org/#concept-encoding-process */
export function processAnItem(item, encoderDecoder, input, output, mode, errors = []) {
  if (encoderDecoder.isEncoder && mode === 'replacement') throw new Error('assertion failed');
  if (!encoderDecoder.isEncoder && mode === 'html') throw new Error('assertion failed');
  if (encoderDecoder.isEncoder && isSurrogate(item)) throw new Error('assertion failed');
  const result = encoderDecoder.handler(input, item);
  locate(result, encoderDecoder, input);
  if (result === finished) {
    output.push([endOfQueue]);
    return result;
  }
  if (result instanceof HandlerError) {
    errors.push(result);
    if (mode === 'replacement') output.push([0xfffd]);
    if (mode === 'html') {
      const digits = [...String(result.codePoint)].map((digit) => digit.codePointAt(0));
      output.push([0x26, 0x23, ...digits, 0x3b]);
    }
    if (mode === 'fatal') return result;
  } else if (result !== continue_) {
    const items = Array.isArray(result) ? result : [result];
    if (!encoderDecoder.isEncoder && items.some(isSurrogate)) throw new Error('assertion failed');
    output.push(items);
  }
  return continue_;
}

const isSurrogate = (item) => item !== endOfQueue && item >= 0xd800 && item <= 0xdfff;

/** Sets `input.sequenceStart`, and sets the place of an error. */
function locate(result, encoderDecoder, input) {
  if (result instanceof HandlerError) {
    const end = input.position - result.begun;
    result.offset = input.sequenceStart;
    result.length = end - input.sequenceStart;
    input.sequenceStart = end;
  } else if (result !== continue_ || encoderDecoder.betweenSequences) {
    input.sequenceStart = input.position;
  }
}
