// Tests the ISO-2022-JP decoder, rule by rule.
// https://encoding.spec.whatwg.org/#iso-2022-jp

import { check, testRules } from '../harness/decoders.mjs';

const labels = ['iso-2022-jp'];
const R = '\uFFFD';
const trailing = 'invalid trailing byte';
const invalidEscape = 'invalid escape sequence';
const redundant = 'redundant escape sequence';

describe('ISO-2022-JP decoder, state ASCII', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for 0x00–0x7F except 0x0E, 0x0F and 0x1B': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
      ['0D 10', '\r\x10'],
    ],
    'returns error for 0x0E, 0x0F and 0x80–0xFF': [
      ['0E 41 0F', `${R}A${R}`, [0, 1, 'invalid byte']],
      ['80 A1 FF', R.repeat(3), [0, 1, 'invalid byte']],
      ['41 1B 28 42 42 80', `AB${R}`, [5, 1, 'invalid byte']],
    ],
  });
});

describe('ISO-2022-JP decoder, state Roman', () => {
  testRules(check, labels, {
    'returns U+00A5 for 0x5C and U+203E for 0x7E': [
      ['1B 28 4A 5C 7E', '\u00A5\u203E'],
      ['1B 28 4A 41 5C 1B 28 42 5C', 'A\u00A5\\'],
    ],
    'returns a code point whose value is byte for the other bytes of ASCII': [
      ['1B 28 4A 00 0A 41 7F', '\0\nA\x7F'],
    ],
    'returns error for 0x0E, 0x0F and 0x80–0xFF': [
      ['1B 28 4A 0E', R, [3, 1, 'invalid byte']],
      ['1B 28 4A 0F 5C', `${R}\u00A5`, [3, 1, 'invalid byte']],
      ['1B 28 4A 5C 80 5C', `\u00A5${R}\u00A5`, [4, 1, 'invalid byte']],
    ],
  });
});

describe('ISO-2022-JP decoder, state katakana', () => {
  testRules(check, labels, {
    'returns 0xFF61 − 0x21 + byte for 0x21 to 0x5F': [
      ['1B 28 49 21 5F', '\uFF61\uFF9F'],
      ['1B 28 49 31 32 1B 28 42 41', '\uFF71\uFF72A'],
    ],
    'returns error for all other bytes': [
      ['1B 28 49 60', R, [3, 1, 'invalid byte']],
      ['1B 28 49 31 20 31', `\uFF71${R}\uFF71`, [4, 1, 'invalid byte']],
      ['1B 28 49 0A 0E 80', R.repeat(3), [3, 1, 'invalid byte']],
    ],
  });
});

describe('ISO-2022-JP decoder, state leading byte', () => {
  testRules(check, labels, {
    'sets ISO-2022-JP leading to 0x21–0x7E': [
      ['1B 24 42 24 22', '\u3042'],
      ['1B 24 40 24 22', '\u3042'],
      ['1B 24 42 46 7C 4B 5C 38 6C 1B 28 42 21', '\u65E5\u672C\u8A9E!'],
    ],
    'returns error for all other bytes': [
      ['1B 24 42 20', R, [3, 1, 'invalid byte']],
      ['1B 24 42 7F 24 22', `${R}\u3042`, [3, 1, 'invalid byte']],
      ['1B 24 42 24 22 0A 24 22', `\u3042${R}\u3042`, [5, 1, 'invalid byte']],
      ['1B 24 42 A4 A2', R + R, [3, 1, 'invalid byte']],
    ],
  });
});

describe('ISO-2022-JP decoder, state trailing byte', () => {
  testRules(check, labels, {
    'returns the index code point in index jis0208 for 0x21 to 0x7E': [
      ['1B 24 42 21 21 74 26 2D 21', '\u3000\u7199\u2460'],
      ['1B 24 42 7C 71', '\u2170'],
    ],
    'returns error with both bytes when codePoint is null': [
      ['1B 24 42 29 21', R, [3, 2, 'unmapped']],
      ['1B 24 42 7E 7E 24 22', `${R}\u3042`, [3, 2, 'unmapped']],
    ],
    'sets the state to leading byte and returns error for other bytes, also for ASCII': [
      ['1B 24 42 24 80', R, [3, 2, trailing]],
      ['1B 24 42 24 20 24 22', `${R}\u3042`, [3, 2, trailing]],
      ['1B 24 42 24 0A 24 22', `${R}\u3042`, [3, 2, trailing]],
      ['1B 24 42 24 7F 21 21 1B 28 42 41', `${R}\u3000A`, [3, 2, trailing]],
    ],
    'sets the state to escape start and returns error for 0x1B': [
      ['1B 24 42 24 1B 28 42 41', `${R}A`, [3, 1, trailing]],
      ['1B 24 42 24 1B 24 42 24 22', `${R}\u3042`, [3, 1, trailing]],
      ['1B 24 42 24 1B 41', `${R}${R}${R}`, [3, 1, trailing]],
      ['1B 24 42 24 1B', `${R}${R}`, [3, 1, trailing]],
    ],
    'returns error once at end-of-queue': [
      ['1B 24 42 24', R, [3, 1, 'truncated']],
      ['41 1B 24 42 24 22 24', `A\u3042${R}`, [6, 1, 'truncated']],
    ],
  });
});

describe('ISO-2022-JP decoder, state escape start', () => {
  testRules(check, labels, {
    'restores byte and returns error when byte is neither 0x24 nor 0x28': [
      ['1B 41', `${R}A`, [0, 1, invalidEscape]],
      ['1B 29 28', `${R})(`, [0, 1, invalidEscape]],
      ['1B 1B 28 4A 5C', `${R}\u00A5`, [0, 1, invalidEscape]],
      ['1B 80', R + R, [0, 1, invalidEscape]],
      ['1B 28 4A 1B 5C', `${R}\u00A5`, [3, 1, invalidEscape]],
    ],
    'returns to ISO-2022-JP decoder output state': [
      ['1B 24 42 24 22 1B 46 7C', `\u3042${R}\u65E5`, [5, 1, invalidEscape]],
      ['1B 28 49 1B 31', `${R}\uFF71`, [3, 1, invalidEscape]],
    ],
    'returns error at end-of-queue': [
      ['1B', R, [0, 1, 'truncated']],
      ['1B 24 42 24 22 1B', `\u3042${R}`, [5, 1, 'truncated']],
    ],
  });
});

describe('ISO-2022-JP decoder, state escape', () => {
  testRules(check, labels, {
    'accepts 0x28 0x42, 0x28 0x4A, 0x28 0x49, 0x24 0x40 and 0x24 0x42': [
      ['1B 28 42 5C', '\\'],
      ['1B 28 4A 5C', '\u00A5'],
      ['1B 28 49 5C', '\uFF9C'],
      ['1B 24 40 30 21', '\u4E9C'],
      ['1B 24 42 30 21', '\u4E9C'],
    ],
    'restores « leading, byte » to ioQueue for any other byte': [
      ['1B 24 41', `${R}$A`, [0, 1, invalidEscape]],
      ['1B 28 8A', `${R}(${R}`, [0, 1, invalidEscape]],
      ['1B 28 48', `${R}(H`, [0, 1, invalidEscape]],
      ['1B 24 28 44', `${R}$(D`, [0, 1, invalidEscape]],
      ['1B 28 1B 28 4A 5C', `${R}(\u00A5`, [0, 1, invalidEscape]],
      ['1B 28 40', `${R}(@`, [0, 1, invalidEscape]],
      ['1B 24 4A', `${R}$J`, [0, 1, invalidEscape]],
    ],
    'decodes what it has restored in ISO-2022-JP decoder output state': [
      ['1B 24 42 1B 24 41', `${R}\u3061`, [3, 1, invalidEscape]],
      ['1B 24 42 1B 24 2E 41', `${R}\u304E${R}`, [3, 1, invalidEscape]],
      ['1B 28 4A 1B 28 5C', `${R}(\u00A5`, [3, 1, invalidEscape]],
      ['1B 28 49 1B 28 44', `${R}\uFF68\uFF84`, [3, 1, invalidEscape]],
    ],
    'restores leading at end-of-queue': [
      ['1B 24', `${R}$`, [0, 1, 'truncated']],
      ['1B 28', `${R}(`, [0, 1, 'truncated']],
      ['1B 24 42 1B 28', R + R, [3, 1, 'truncated']],
      ['1B 28 49 1B 24', `${R}\uFF64`, [3, 1, 'truncated']],
    ],
    'returns error when ISO-2022-JP output is true, for the second of two escapes': [
      ['1B 28 42 1B 28 42', R, [3, 3, redundant]],
      ['1B 28 42 1B 24 42 24 22', `${R}\u3042`, [3, 3, redundant]],
      ['1B 28 49 1B 28 4A 5C', `${R}\u00A5`, [3, 3, redundant]],
      ['1B 24 42 1B 28 42 1B 24 42', R + R, [3, 3, redundant]],
      ['41 1B 24 42 1B 28 42 42', `A${R}B`, [4, 3, redundant]],
    ],
    'returns continue when output or an error came between two escapes': [
      ['41 1B 28 42 42 1B 28 42 43', 'ABC'],
      ['1B 24 42 24 22 1B 28 42', '\u3042'],
      ['1B 24 42 80 1B 28 42 41', `${R}A`, [3, 1, 'invalid byte']],
      ['1B 24 42 24 1B 28 42', R, [3, 1, trailing]],
      ['1B 28 42 1B 1B 28 42', R, [3, 1, invalidEscape]],
      ['1B 24 42 24 22', '\u3042'],
    ],
  });

  it('decodes a long text with many changes of state', () => {
    const line = '41 1B 24 42 24 22 46 7C 1B 28 42 0A ';
    const text = 'A\u3042\u65E5\n';
    check(labels, [
      [line.repeat(8), text.repeat(8)],
      [`1B 24 42 ${'24 22 46 7C '.repeat(16)}`, '\u3042\u65E5'.repeat(16)],
      [
        `1B 24 42 ${'24 22 '.repeat(17)}29 21 ${'24 22 '.repeat(17)}`,
        '\u3042'.repeat(17) + R + '\u3042'.repeat(17),
        [37, 2, 'unmapped'],
      ],
    ]);
  });
});
