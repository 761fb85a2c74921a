// Tests errors at many distances from each other. Decoders and encoders handle near errors by
// faster code, which must not change any result.

import { equal, ok } from 'node:assert/strict';
import { encode, Transcoder, transcode } from 'whatwg-transcoder';
import { TextDecoder } from '../../lib/index.mjs';
import { referenceDecode, referenceEncode } from './reference.mjs';

/**
 * A text or bytes with errors in it. `distances` says how much of `between` stands before each
 * error.
 */
function withErrors(distances, error, between) {
  return distances.flatMap((distance) => [...Array(distance).fill(between).flat(), ...error]);
}

// Lists of distances: small, just small enough, just too large, growing, shrinking, and small again.
const courses = [
  [0, 0, 0, 0],
  [1, 2, 3],
  [3, 3, 3, 40, 3, 3],
  [7, 8, 9, 8, 7],
  [70, 0, 1, 70, 0],
];
courses.push(Array.from({ length: 24 }, (_, i) => i));
courses.push(Array.from({ length: 24 }, (_, i) => 24 - i));

const inUtf8 = {
  errors: [[0xff], [0xc3], [0xe3, 0x81], [0xf0, 0x9f, 0x92], [0xed, 0xa0, 0x80], [0xc0, 0x80]],
  between: [[0x61], [0xc3, 0xa9], [0xe3, 0x81, 0x82], [0xf0, 0x9f, 0x92, 0xa9]],
};
const inUtf16 = {
  errors: [
    [0x3d, 0xd8],
    [0xa9, 0xdc],
    [0x3d, 0xd8, 0x3d, 0xd8],
    [0xa9, 0xdc, 0x3d, 0xd8],
  ],
  between: [
    [0x61, 0],
    [0xe9, 0],
    [0x42, 0x30],
    [0x3d, 0xd8, 0xa9, 0xdc],
  ],
};

describe('errors near each other', () => {
  for (const [name, { errors, between }] of [
    ['UTF-8', inUtf8],
    ['UTF-16LE', inUtf16],
  ]) {
    it(`${name} decoder: text, counts and the first error agree with the reference, in any cut`, () => {
      for (const distances of courses) {
        for (const error of errors) {
          for (const sequence of between) {
            const bytes = Uint8Array.from([
              ...withErrors(distances, error, sequence),
              ...Array(80).fill(sequence).flat(),
            ]);
            const expected = referenceDecode(name, bytes);
            const decoder = new TextDecoder(name, { ignoreBOM: true });
            equal(decoder.decode(bytes), expected.text);
            for (const size of [1, 5, 16, 67]) {
              let text = '';
              for (let at = 0; at < bytes.length; at += size) {
                text += decoder.decode(bytes.subarray(at, at + size), { stream: true });
              }
              equal(text + decoder.decode(), expected.text);
            }
            const transcoder = new Transcoder(name, 'utf-8', { ignoreBOM: true });
            equal(transcoder.end(bytes).toString(), expected.text);
            equal(transcoder.replacements, expected.errors.length);
            equal(transcoder.firstErrorOffset, expected.errors[0]?.offset ?? null);
          }
        }
      }
    });
  }

  it('UTF-8 encoder: the bytes for lone surrogates agree with the reference', () => {
    for (const distances of courses) {
      for (const lone of ['\uD83D', '\uDCA9', '\uDCA9\uD83D']) {
        for (const character of ['a', '\u00E9', '\u3042', '\u{1F4A9}']) {
          const text = `${withErrors(distances, [lone], [character]).join('')}${character.repeat(80)}`;
          const { bytes } = referenceEncode('UTF-8', text);
          ok(encode(text).equals(bytes));
          const units = Buffer.from(text, 'utf16le');
          const expected = referenceDecode('UTF-16LE', units).text;
          equal(transcode(units, 'utf-16le').toString(), expected);
        }
      }
    }
  });
});
