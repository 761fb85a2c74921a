// https://encoding.spec.whatwg.org/#encoders-and-decoders

import { endOfQueue } from './io-queue.mjs';

export const finished = Symbol('finished');
export const continue_ = Symbol('continue');

/**
 * What a handler returns for "return error", optionally with a code point (encoders).
 *
 * The standard's error carries nothing else; `reason` says which step of a decoder returned it, and
 * `begun` how many of the bytes already read belong to the next sequence (1 only where ISO-2022-JP
 * reads 0x1B instead of a trailing byte). process an item fills in `offset` and `length`: the place
 * of the malformed sequence in the input, without what was restored.
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

/** https://encoding.spec.whatwg.org/#concept-encoding-run; `errors` receives every error met. */
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

/** Keeps `input.sequenceStart`, and tells an error where it is. */
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
