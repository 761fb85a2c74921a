// Gives the decoder and the encoder of the reference for every encoding of the core, also for those that the standard does not
// have.

import { endOfQueue } from '../reference/io-queue.mjs';
import * as others from '../reference/other-encodings.mjs';
import { finished } from '../reference/process.mjs';
import * as standard from '../reference/reference.mjs';

/** What is added to the name of an encoding whose encoder writes all that its decoder reads. */
export const FULL = '-full';

/** The names of all encodings of the core. */
export const names = [...standard.encodingNames, ...others.names, `EUC-JP${FULL}`, `Big5${FULL}`];

/** The encoder of UTF-16BE or UTF-16LE, which the standard does not have: two bytes for each code unit. */
class Utf16Encoder {
  isEncoder = true;

  constructor(isUtf16Be) {
    this.isUtf16Be = isUtf16Be;
  }

  handler(_unused, codePoint) {
    if (codePoint === endOfQueue) return finished;
    const text = String.fromCodePoint(codePoint);
    return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
      this.isUtf16Be ? [unit >> 8, unit & 0xff] : [unit & 0xff, unit >> 8],
    );
  }
}

/** A new decoder of an encoding. */
export function decoderOf(name) {
  const own = name.replace(FULL, '');
  return (others.names.includes(own) ? others : standard).decoderOf(own);
}

/** A new encoder of an encoding, or null for replacement, which has none. */
export function encoderOf(name) {
  const own = name.replace(FULL, '');
  if (own !== name || others.names.includes(name)) return others.encoderOf(own);
  if (name.startsWith('UTF-16')) return new Utf16Encoder(name === 'UTF-16BE');
  return standard.encoderOf(name);
}
