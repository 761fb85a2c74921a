// Gives the decoder and the encoder of the reference for every encoding of the core, also for those that the standard does not
// have.

import {
  codePageDirectory,
  historicalDirectory,
  multiByteDirectory,
  readCodePage,
  readEncodings,
  unicodeDirectory,
} from '../../indexes/files.mjs';
import * as historical from '../reference/historical.mjs';
import { endOfQueue } from '../reference/io-queue.mjs';
import * as multiByte from '../reference/multi-byte.mjs';
import { error, errorWith, finished } from '../reference/process.mjs';
import * as standard from '../reference/reference.mjs';
import * as utf32 from '../reference/utf-32.mjs';

const namesIn = (folder) => readEncodings(folder).map(({ name }) => name);

export const standardNames = standard.encodingNames;
export const historicalNames = namesIn(historicalDirectory);
export const codePageNames = namesIn(codePageDirectory);
export const unicodeNames = namesIn(unicodeDirectory);
export const multiByteNames = namesIn(multiByteDirectory);

/** What is added to the name of an encoding whose encoder writes all that its decoder reads. */
export const FULL = '-full';

/** The names of all encodings of the core. */
export const names = [
  ...standardNames,
  ...historicalNames,
  ...codePageNames,
  ...unicodeNames,
  ...multiByteNames,
  `EUC-JP${FULL}`,
  `Big5${FULL}`,
];

/** The single-byte decoder over all 256 bytes of a code page. */
class CodePageDecoder {
  constructor(name) {
    this.codePoints = { table: readCodePage(name) };
  }

  handler(_unused, byte) {
    if (byte === endOfQueue) return finished;
    return this.codePoints.table[byte] ?? error('unmapped');
  }
}

/** The single-byte encoder of a code page. The lowest byte of a code point counts. */
class CodePageEncoder {
  isEncoder = true;
  #bytes = new Map();

  constructor(name) {
    readCodePage(name).forEach((codePoint, byte) => {
      if (!this.#bytes.has(codePoint)) this.#bytes.set(codePoint, byte);
    });
  }

  handler(_unused, codePoint) {
    if (codePoint === endOfQueue) return finished;
    return this.#bytes.get(codePoint) ?? errorWith(codePoint);
  }
}

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
  const own = name.endsWith(FULL) ? name.slice(0, -FULL.length) : name;
  if (historicalNames.includes(own)) return historical.decoderOf(own);
  if (codePageNames.includes(own)) return new CodePageDecoder(own);
  if (unicodeNames.includes(own)) return utf32.decoderOf(own);
  if (multiByteNames.includes(own)) return multiByte.decoderOf(own);
  return standard.decoderOf(own);
}

/** A new encoder of an encoding, or null for replacement, which has none. */
export function encoderOf(name) {
  if (name.endsWith(FULL)) return multiByte.encoderOf(name.slice(0, -FULL.length));
  if (historicalNames.includes(name)) return historical.encoderOf(name);
  if (codePageNames.includes(name)) return new CodePageEncoder(name);
  if (unicodeNames.includes(name)) return utf32.encoderOf(name);
  if (multiByteNames.includes(name)) return multiByte.encoderOf(name);
  if (name.startsWith('UTF-16')) return new Utf16Encoder(name === 'UTF-16BE');
  return standard.encoderOf(name);
}
