// Tests the encoders of the reference, with cases that implementations get wrong, and with every
// code point of each index: the bytes must decode to the same text.

import { deepEqual } from 'node:assert/strict';
import { indexNames, readIndex } from '../../indexes/files.mjs';
import { toHex } from '../harness/decoders.mjs';
import { indexNamesOf } from './indexes.mjs';
import { encodingNames, referenceDecode, referenceEncode } from './reference.mjs';

/**
 * Checks rows [text, hex bytes before the first error, [index, code point] of the first error] in
 * fatal mode.
 */
function check(name, rows) {
  for (const [text, digits, error = null] of rows) {
    const { bytes, errors } = referenceEncode(name, text);
    const [first] = errors;
    deepEqual(
      { text, bytes: toHex(bytes), error: first ? [first.index, first.codePoint] : null },
      { text, bytes: digits, error },
    );
  }
}

describe('UTF-8 encoder (of the reference)', () => {
  it('returns one to four bytes', () => {
    check('UTF-8', [
      ['A\u00E9\u20AC\u{1F4A9}', '41 C3 A9 E2 82 AC F0 9F 92 A9'],
      ['\u0080\u07FF\u0800\uFFFF', 'C2 80 DF BF E0 A0 80 EF BF BF'],
      ['\uD800A', 'EF BF BD 41'],
    ]);
  });
});

describe('single-byte encoder (of the reference)', () => {
  it('returns pointer + 0x80, or error with codePoint', () => {
    check('windows-1252', [
      ['\u20AC\u0081', '80 81'],
      ['A\u{1F4A9}\u0416', '41', [1, 0x1f4a9]],
    ]);
    check('KOI8-U', [['\u045E', 'AE']]);
    check('x-user-defined', [['A\uF780\uF7FF\u0080', '41 80 FF', [3, 0x80]]]);
  });
});

describe('gb18030 encoder and GBK encoder (of the reference)', () => {
  it('uses the table of step 5, refuses U+E5E5 and has pointer 7457', () => {
    check('gb18030', [
      ['\uE78D\uFE10', 'A6 D9 A6 D9'],
      ['\uE864\u9FBB', 'FE A0 FE A0'],
      ['\uE5E5', '', [0, 0xe5e5]],
      ['\u3000\u20AC', 'A1 A1 A2 E3'],
      ['\uD800', '84 31 A4 37'],
      ['\uE7C7', '81 35 F4 37'],
      ['\u{10000}\u{10FFFF}', '90 30 81 30 E3 32 9A 35'],
    ]);
  });

  it('returns byte 0x80 for U+20AC and error outside the index when is GBK is true', () => {
    check('GBK', [
      ['\u20AC\uE78D', '80 A6 D9'],
      ['\u4E02\u0080', '81 40', [1, 0x80]],
    ]);
  });
});

describe('Big5 encoder (of the reference)', () => {
  it('uses the last pointer for six code points, and none below leading byte 0xA1', () => {
    check('Big5', [
      ['\u2550\u255E\u2561\u256A', 'F9 F9 F9 E9 F9 EB F9 EA'],
      ['\u5341\u5345', 'A4 51 A4 CA'],
      ['\u43F0', '', [0, 0x43f0]],
      ['\u00CA\u0304', '', [0, 0xca]],
    ]);
  });
});

describe('Japanese encoders (of the reference)', () => {
  it('EUC-JP: U+00A5, U+203E, U+2212, and no index jis0212', () => {
    check('EUC-JP', [
      ['\u00A5\u203E\u2212\uFF71', '5C 7E A1 DD 8E B1'],
      ['\u3042\u4E02', 'A4 A2', [1, 0x4e02]],
    ]);
  });

  it('Shift_JIS: U+0080, no Private Use, IBM extensions before NEC selection', () => {
    check('Shift_JIS', [
      ['\u0080\u00A5\u203E\u2212\uFF71', '80 5C 7E 81 7C B1'],
      ['\uE000', '', [0, 0xe000]],
      ['\u7E8A', 'FA 5C'],
    ]);
  });

  it('ISO-2022-JP: states, and the code points that are refused as U+FFFD', () => {
    check('ISO-2022-JP', [
      ['\u00A5\\', '1B 28 4A 5C 1B 28 42 5C'],
      ['\uFF9E', '1B 24 42 21 2B 1B 28 42'],
      ['A\u3042\u00A5', '41 1B 24 42 24 22 1B 28 4A 5C 1B 28 42'],
      ['A\u000E', '41', [1, 0xfffd]],
      ['\u00A5\u000F', '1B 28 4A 5C', [1, 0xfffd]],
      ['\u3042\u001B', '1B 24 42 24 22 1B 28 42', [1, 0xfffd]],
      ['\u3042\u00E9', '1B 24 42 24 22 1B 28 42', [1, 0xe9]],
    ]);
  });
});

describe('error mode html (of the reference)', () => {
  it('pushes the shortest decimal reference', () => {
    const { bytes, errors } = referenceEncode('ISO-2022-JP', '\u3042\u{1F4A9}\u3042\u001B', 'html');
    deepEqual(
      Buffer.from(bytes).toString('latin1'),
      '\x1B$B$"\x1B(B&#128169;\x1B$B$"\x1B(B&#65533;',
    );
    deepEqual(errors, [
      { index: 1, codePoint: 0x1f4a9 },
      { index: 4, codePoint: 0xfffd },
    ]);
  });
});

describe('every encoder (of the reference)', () => {
  const files = new Set(indexNames());

  for (const name of encodingNames) {
    const indexes = indexNamesOf(name);
    if (!files.has(indexes[0])) continue;
    it(`${name}: the bytes decode to the same text`, () => {
      const codePoints = new Set(indexes.flatMap(readEntries));
      let encoded = 0;
      for (const codePoint of codePoints) {
        const text = String.fromCodePoint(codePoint);
        const { bytes, errors } = referenceEncode(name, text);
        if (errors.length > 0) continue;
        encoded += 1;
        deepEqual(referenceDecode(name, bytes), { text, errors: [] });
      }
      deepEqual(encoded > codePoints.size / 3, true, `${encoded} of ${codePoints.size}`);
    });
  }

  function readEntries(file) {
    return readIndex(file).map(([, codePoint]) => codePoint);
  }
});
