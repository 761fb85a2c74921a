// Gives every decoder and encoder of the reference by the name of its encoding, without
// TextDecoder.

import { readEncodings } from '../../indexes/files.mjs';
import * as decoders from './decoders.mjs';
import * as japaneseDecoders from './decoders-japanese.mjs';
import * as encoders from './encoders.mjs';
import { IOQueue } from './io-queue.mjs';
import { processAQueue } from './process.mjs';

/** The names of all encodings, in the standard's order. */
export const encodingNames = readEncodings().map(({ name }) => name);

/** The names of the encodings that TextDecoder accepts: all but replacement. */
export const decodableNames = encodingNames.filter((name) => name !== 'replacement');

/** A new decoder of the encoding with this name. */
export function decoderOf(name) {
  switch (name) {
    case 'UTF-8':
      return new decoders.Utf8Decoder();
    case 'GBK':
    case 'gb18030':
      return new decoders.Gb18030Decoder();
    case 'Big5':
      return new decoders.Big5Decoder();
    case 'EUC-JP':
      return new japaneseDecoders.EucJpDecoder();
    case 'ISO-2022-JP':
      return new japaneseDecoders.Iso2022JpDecoder();
    case 'Shift_JIS':
      return new japaneseDecoders.ShiftJisDecoder();
    case 'EUC-KR':
      return new decoders.EucKrDecoder();
    case 'replacement':
      return new decoders.ReplacementDecoder();
    case 'UTF-16BE':
      return new decoders.SharedUtf16Decoder(true);
    case 'UTF-16LE':
      return new decoders.SharedUtf16Decoder(false);
    case 'x-user-defined':
      return new decoders.XUserDefinedDecoder();
    default:
      return new decoders.SingleByteDecoder(name);
  }
}

/** A new encoder of the encoding with this name, or null for the three encodings that have none. */
export function encoderOf(name) {
  switch (name) {
    case 'UTF-8':
      return new encoders.Utf8Encoder();
    case 'GBK':
      return new encoders.Gb18030Encoder(true);
    case 'gb18030':
      return new encoders.Gb18030Encoder(false);
    case 'Big5':
      return new encoders.Big5Encoder();
    case 'EUC-JP':
      return new encoders.EucJpEncoder();
    case 'ISO-2022-JP':
      return new encoders.Iso2022JpEncoder();
    case 'Shift_JIS':
      return new encoders.ShiftJisEncoder();
    case 'EUC-KR':
      return new encoders.EucKrEncoder();
    case 'replacement':
    case 'UTF-16BE':
    case 'UTF-16LE':
      return null;
    case 'x-user-defined':
      return new encoders.XUserDefinedEncoder();
    default:
      return new encoders.SingleByteEncoder(name);
  }
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
  const scalarValues = characters
    .map((character) => character.codePointAt(0))
    .map((codePoint) => (codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint));
  const output = IOQueue.from();
  const errors = [];
  processAQueue(encoder, IOQueue.from(scalarValues), output, mode, errors);
  return {
    bytes: Uint8Array.from(output.toList()),
    errors: errors.map(({ offset, codePoint }) => ({
      index: characters.slice(0, offset).join('').length,
      codePoint,
    })),
  };
}
