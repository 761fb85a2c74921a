// Gives the decoders and encoders of the reference for the encodings that the standard does not have, with the same functions as
// for those of the standard.

import {
  codePageDirectory,
  historicalDirectory,
  multiByteDirectory,
  readCodePage,
  readEncodings,
  unicodeDirectory,
} from '../../indexes/files.mjs';
import * as historical from './historical.mjs';
import * as indexes from './indexes.mjs';
import { endOfQueue } from './io-queue.mjs';
import * as multiByte from './multi-byte.mjs';
import { error, errorWith, finished } from './process.mjs';
import * as standard from './reference.mjs';
import * as textDecoder from './text-decoder.mjs';
import * as utf32 from './utf-32.mjs';

const codePageOf = (name) => indexes.once(`code page ${name}`, () => readCodePage(name));

/** The single-byte decoder over all 256 bytes of a code page. */
class CodePageDecoder {
  constructor(name) {
    this.codePoints = { table: codePageOf(name) };
  }

  handler(_unused, byte) {
    if (byte === endOfQueue) return finished;
    return this.codePoints.table[byte] ?? error('unmapped');
  }
}

/** The single-byte encoder of a code page. The lowest byte of a code point counts; if that is above 9F, the highest does. */
class CodePageEncoder {
  isEncoder = true;
  #bytes = new Map();

  constructor(name) {
    codePageOf(name).forEach((codePoint, byte) => {
      const first = this.#bytes.get(codePoint);
      if (first === undefined || first >= 0xa0) this.#bytes.set(codePoint, byte);
    });
  }

  handler(_unused, codePoint) {
    if (codePoint === endOfQueue) return finished;
    return this.#bytes.get(codePoint) ?? errorWith(codePoint);
  }
}

const codePages = {
  decoderOf: (name) => new CodePageDecoder(name),
  encoderOf: (name) => new CodePageEncoder(name),
};

/** What makes the decoders and encoders of the encodings in each folder of indexes/. */
const folders = [
  [historicalDirectory, historical],
  [codePageDirectory, codePages],
  [unicodeDirectory, utf32],
  [multiByteDirectory, multiByte],
];

/** The encodings in the order of the core's numbers, with what makes their codecs: [{ name, labels, source }]. */
export const encodings = folders.flatMap(([folder, source]) =>
  readEncodings(folder).map((encoding) => ({ ...encoding, source })),
);

/** The names of the encodings. */
export const names = encodings.map(({ name }) => name);

/** The names of the encodings in which a character has several bytes. */
export const namesOfSeveralBytes = encodings
  .filter(({ name, source }) => source !== codePages && name !== 'ibm864')
  .map(({ name }) => name);

const sourceOf = (name) => encodings.find((each) => each.name === name)?.source ?? multiByte;

/** A new decoder. */
export const decoderOf = (name) => sourceOf(name).decoderOf(name);

/** A new encoder; `EUC-JP` and `Big5` name those that write everything that the decoder reads. */
export const encoderOf = (name) => sourceOf(name).encoderOf(name);

/** Returns the name of the encoding that has a label, or null. */
export function getEncoding(label) {
  for (const [folder] of folders) {
    const name = indexes.getEncoding(label, folder);
    if (name !== null) return name;
  }
  return null;
}

export const referenceDecode = (name, bytes, { fatal = false } = {}) =>
  standard.referenceDecode(name, bytes, { fatal, decoder: decoderOf(name) });

export const referenceEncode = (name, text, mode = 'fatal') =>
  standard.referenceEncode(name, text, mode, encoderOf(name));

export class ReferenceTextDecoder extends textDecoder.ReferenceTextDecoder {
  constructor(label, options) {
    super(label, options, { getEncoding, decoderOf });
  }
}
