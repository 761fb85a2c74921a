// Gives every decoder and encoder of the reference by the name of its encoding, without
// TextDecoder.

import { readEncodings, singleByteIndexes } from '../../indexes/files.mjs';
import * as decoders from './decoders.mjs';
import * as japaneseDecoders from './decoders-japanese.mjs';
import * as encoders from './encoders.mjs';
import { IOQueue } from './io-queue.mjs';
import { processAQueue } from './process.mjs';

/** Why bytes are malformed, in the order of Reason in src/core/result.h and in src/library/whatwg_encoding.h. */
export const reasons = [
  'none',
  'truncated',
  'invalid byte',
  'invalid trailing byte',
  'unmapped',
  'lone surrogate',
  'invalid escape sequence',
  'redundant escape sequence',
  'replacement encoding',
];

/** The names of all encodings, in the standard's order. */
export const encodingNames = readEncodings().map(({ name }) => name);

/** The names of the encodings that TextDecoder accepts: all but replacement. */
export const decodableNames = encodingNames.filter((name) => name !== 'replacement');

const stateless = [...singleByteIndexes, 'iso-8859-8-i', 'x-user-defined'];

/** Whether the decoder of the encoding with this name decodes each byte by itself. */
export const isStateless = (name) => stateless.includes(name.toLowerCase());

const makeDecoders = {
  'UTF-8': () => new decoders.Utf8Decoder(),
  GBK: () => new decoders.Gb18030Decoder(),
  gb18030: () => new decoders.Gb18030Decoder(),
  Big5: () => new decoders.Big5Decoder(),
  'EUC-JP': () => new japaneseDecoders.EucJpDecoder(),
  'ISO-2022-JP': () => new japaneseDecoders.Iso2022JpDecoder(),
  Shift_JIS: () => new japaneseDecoders.ShiftJisDecoder(),
  'EUC-KR': () => new decoders.EucKrDecoder(),
  replacement: () => new decoders.ReplacementDecoder(),
  'UTF-16BE': () => new decoders.SharedUtf16Decoder(true),
  'UTF-16LE': () => new decoders.SharedUtf16Decoder(false),
  'x-user-defined': () => new decoders.XUserDefinedDecoder(),
};

/** A new decoder of the encoding with this name. */
export const decoderOf = (name) => makeDecoders[name]?.() ?? new decoders.SingleByteDecoder(name);

const makeEncoders = {
  'UTF-8': () => new encoders.Utf8Encoder(),
  GBK: () => new encoders.Gb18030Encoder(true),
  gb18030: () => new encoders.Gb18030Encoder(false),
  Big5: () => new encoders.Big5Encoder(),
  'EUC-JP': () => new encoders.EucJpEncoder(),
  'ISO-2022-JP': () => new encoders.Iso2022JpEncoder(),
  Shift_JIS: () => new encoders.ShiftJisEncoder(),
  'EUC-KR': () => new encoders.EucKrEncoder(),
  'x-user-defined': () => new encoders.XUserDefinedEncoder(),
};

/** A new encoder of the encoding with this name, or null for the three encodings that have none. */
export function encoderOf(name) {
  if (name === 'replacement' || name.startsWith('UTF-16')) return null;
  return makeEncoders[name]?.() ?? new encoders.SingleByteEncoder(name);
}

/** The names of the encodings that have an encoder. */
export const encodableNames = encodingNames.filter((name) => encoderOf(name) !== null);

/**
 * Decodes bytes with only the decoder of an encoding: a byte order mark stays in the text. Returns
 * the text so far and the errors ({ offset, length, reason }): all errors, or with `fatal` at most
 * one.
 */
export function referenceDecode(name, bytes, { fatal = false, decoder = decoderOf(name) } = {}) {
  const output = IOQueue.from();
  const errors = [];
  const mode = fatal ? 'fatal' : 'replacement';
  processAQueue(decoder, IOQueue.from(bytes), output, mode, errors);
  return {
    text: output
      .toList()
      .map((codePoint) => String.fromCodePoint(codePoint))
      .join(''),
    errors: errors.map(({ offset, length, reason }) => ({ offset, length, reason })),
  };
}

/**
 * Converts a string to scalar values and encodes it in error mode "fatal" or "html". Returns the
 * bytes so far and the errors ({ index, codePoint }). An index counts the code units of the string.
 */
export function referenceEncode(name, text, mode = 'fatal', encoder = encoderOf(name)) {
  const characters = Array.from(text);
  const indexes = [0];
  for (const { length } of characters) indexes.push(indexes.at(-1) + length);
  const scalarValues = characters
    .map((character) => character.codePointAt(0))
    .map((codePoint) => (codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint));
  const output = IOQueue.from();
  const errors = [];
  processAQueue(encoder, IOQueue.from(scalarValues), output, mode, errors);
  return {
    bytes: Uint8Array.from(output.toList()),
    errors: errors.map(({ offset, codePoint }) => ({ index: indexes[offset], codePoint })),
  };
}
