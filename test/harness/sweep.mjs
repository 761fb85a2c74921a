// Runs a decoder over many inputs and compares it with the reference: in replacement mode the text,
// in fatal mode the error with its offset, length and reason.

import { deepEqual } from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { referenceDecode } from '../reference/reference.mjs';
import { toHex, toVisible, withoutStackTraces } from './decoders.mjs';

/** Decodes an input in one call. */
const whole = (decoder, bytes) => decoder.decode(bytes);

/** Decodes an input byte by byte, each byte in its own buffer. Ends the stream after an error. */
export function byteByByte(decoder, bytes) {
  try {
    let text = '';
    for (const byte of bytes) text += decoder.decode(Uint8Array.of(byte), { stream: true });
    return text + decoder.decode();
  } catch (error) {
    drain(decoder);
    throw error;
  }
}

/** Ends a stream in which a fatal error has left bytes, so that the next call starts a new one. */
function drain(decoder) {
  try {
    decoder.decode();
  } catch (error) {
    if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
  }
}

const standard = { TextDecoder, referenceDecode };

/**
 * Compares each input with the reference. Reports the first few differences and their number. The
 * last argument says which TextDecoder is compared with which reference.
 */
export function sweep(name, inputs, decode = whole, { TextDecoder, referenceDecode } = standard) {
  const replacing = new TextDecoder(name, { ignoreBOM: true });
  const fatal = new TextDecoder(name, { ignoreBOM: true, fatal: true });
  const mismatches = [];
  let count = 0;
  withoutStackTraces(() => {
    for (const bytes of inputs) {
      count += 1;
      const { text, errors } = referenceDecode(name, bytes);
      const expected = { text, fatalText: text, error: errors[0] };
      const actual = verdicts(replacing, fatal, bytes, decode);
      if (isSame(actual, expected)) continue;
      mismatches.push({
        bytes: toHex(bytes),
        actual: format(actual),
        expected: format(expected),
      });
    }
  });
  deepEqual(mismatches.slice(0, 5), [], `${mismatches.length} of ${count} differ`);
}

/** Whether two verdicts are the same: the text, and in fatal mode the text or the error. */
const isSame = (actual, expected) =>
  actual.text === expected.text &&
  (expected.error === undefined
    ? actual.error === undefined && actual.fatalText === expected.fatalText
    : actual.error !== undefined &&
      actual.error.offset === expected.error.offset &&
      actual.error.length === expected.error.length &&
      actual.error.reason === expected.error.reason);

/** A verdict in words. A list of verdicts would be long, so only those that differ are formatted. */
function format({ text, fatalText, error }) {
  if (error === undefined) {
    return text === fatalText ? text : `${toVisible(text)} but ${toVisible(fatalText)}`;
  }
  const { offset, length, reason } = error;
  return `${toVisible(text)}: ${reason} ${offset}+${length}`;
}

function verdicts(replacing, fatal, bytes, decode) {
  const text = decode(replacing, bytes);
  try {
    return { text, fatalText: decode(fatal, bytes), error: undefined };
  } catch (error) {
    if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return { text, fatalText: undefined, error };
  }
}

export const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
export const allBytes = range(0x00, 0xff);

/** Yields every combination of one byte from each list. The same array is yielded each time. */
export function* product(...lists) {
  const bytes = new Uint8Array(lists.length);
  function* from(position) {
    if (position === lists.length) {
      yield bytes;
      return;
    }
    for (const byte of lists[position]) {
      bytes[position] = byte;
      yield* from(position + 1);
    }
  }
  yield* from(0);
}
