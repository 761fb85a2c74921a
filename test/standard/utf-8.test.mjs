// Tests the UTF-8 decoder, rule by rule.
// https://encoding.spec.whatwg.org/#utf-8

import { check, checkCalls, testRules } from '../harness/decoders.mjs';

const labels = ['utf-8'];
const R = '\uFFFD';

describe('UTF-8 decoder', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for 0x00 to 0x7F': [
      ['', ''],
      ['00', '\0'],
      ['41 1A 1C 7F', 'A\x1A\x1C\x7F'],
    ],
    'needs 1 byte after 0xC2 to 0xDF, 2 after 0xE0 to 0xEF, 3 after 0xF0 to 0xF4': [
      ['C2 80', '\u0080'],
      ['DF BF', '\u07FF'],
      ['E0 A0 80', '\u0800'],
      ['E2 82 AC', '\u20AC'],
      ['EF BF BF', '\uFFFF'],
      ['F0 90 80 80', '\u{10000}'],
      ['F0 9F 92 A9', '\u{1F4A9}'],
      ['F4 8F BF BF', '\u{10FFFF}'],
      ['61 C3 A9 E3 81 82 F0 9F 92 A9 7A', 'a\u00E9\u3042\u{1F4A9}z'],
    ],
    'returns error for 0x80 to 0xC1 and 0xF5 to 0xFF when UTF-8 bytes needed is 0': [
      ['80', R, [0, 1, 'invalid byte']],
      ['BF 41', `${R}A`, [0, 1, 'invalid byte']],
      ['C0 80', R + R, [0, 1, 'invalid byte']],
      ['41 C1 BF', `A${R}${R}`, [1, 1, 'invalid byte']],
      ['F5 80 80 80', R.repeat(4), [0, 1, 'invalid byte']],
      ['FE FF', R + R, [0, 1, 'invalid byte']],
      ['E3 81 82 FF', `\u3042${R}`, [3, 1, 'invalid byte']],
    ],
    'sets UTF-8 lower boundary to 0xA0 after 0xE0 and to 0x90 after 0xF0': [
      ['E0 9F BF', R.repeat(3), [0, 1, 'invalid trailing byte']],
      ['E0 80', R.repeat(2), [0, 1, 'invalid trailing byte']],
      ['E1 80 80', '\u1000'],
      ['F0 8F BF BF', R.repeat(4), [0, 1, 'invalid trailing byte']],
      ['F1 80 80 80', '\u{40000}'],
    ],
    'sets UTF-8 upper boundary to 0x9F after 0xED and to 0x8F after 0xF4': [
      ['ED 9F BF', '\uD7FF'],
      ['ED A0 80', R.repeat(3), [0, 1, 'invalid trailing byte']],
      ['ED BF BF', R.repeat(3), [0, 1, 'invalid trailing byte']],
      ['ED A0 BD ED B2 A9', R.repeat(6), [0, 1, 'invalid trailing byte']],
      ['EE 80 80', '\uE000'],
      ['F4 90 80 80', R.repeat(4), [0, 1, 'invalid trailing byte']],
    ],
    'restores byte when it is not in the range lower boundary to upper boundary': [
      ['C3 41', `${R}A`, [0, 1, 'invalid trailing byte']],
      ['C3 C3 A9', `${R}\u00E9`, [0, 1, 'invalid trailing byte']],
      ['E2 82 41', `${R}A`, [0, 2, 'invalid trailing byte']],
      ['E2 41', `${R}A`, [0, 1, 'invalid trailing byte']],
      ['E2 82 E2 82 AC', `${R}\u20AC`, [0, 2, 'invalid trailing byte']],
      ['F0 9F 92 41', `${R}A`, [0, 3, 'invalid trailing byte']],
      ['F0 9F 41', `${R}A`, [0, 2, 'invalid trailing byte']],
      ['F0 9F 92 F0 9F 92 A9', `${R}\u{1F4A9}`, [0, 3, 'invalid trailing byte']],
      ['41 F0 9F 92 0A 42', `A${R}\nB`, [1, 3, 'invalid trailing byte']],
    ],
    'sets the boundaries to 0x80 and 0xBF again after an error': [
      ['E0 41 E1 80 80', `${R}A\u1000`, [0, 1, 'invalid trailing byte']],
      ['ED 41 EE BF BF', `${R}A\uEFFF`, [0, 1, 'invalid trailing byte']],
      ['F4 F1 BF BF BF', `${R}\u{7FFFF}`, [0, 1, 'invalid trailing byte']],
    ],
    'returns error once at end-of-queue when UTF-8 bytes needed is not 0': [
      ['C3', R, [0, 1, 'truncated']],
      ['E2 82', R, [0, 2, 'truncated']],
      ['41 E0', `A${R}`, [1, 1, 'truncated']],
      ['F0 9F 92', R, [0, 3, 'truncated']],
      ['F0 9F', R, [0, 2, 'truncated']],
      ['F4', R, [0, 1, 'truncated']],
    ],
    'matches the Unicode best practice of one U+FFFD per maximal subpart': [
      [
        '61 F1 80 80 E1 80 C2 62 80 63 80 BF 64',
        `a${R}${R}${R}b${R}c${R}${R}d`,
        [1, 3, 'invalid trailing byte'],
      ],
      ['C0 AF E0 80 BF F0 81 82 41', `${R.repeat(8)}A`, [0, 1, 'invalid byte']],
      ['F4 91 92 93 FF 41 80 BF 42', `${R.repeat(5)}A${R}${R}B`, [0, 1, 'invalid trailing byte']],
    ],
  });

  it('decodes a text longer than any vector register, with the malformed byte anywhere in it', () => {
    const line = 'E3 81 82 E3 81 84 C3 A9 F0 9F 92 A9 41 42 43 ';
    const text = '\u3042\u3044\u00E9\u{1F4A9}ABC';
    check(
      ['utf-8'],
      [
        [line.repeat(5), text.repeat(5)],
        [`${line.repeat(3)}FF ${line}`, `${text.repeat(3)}${R}${text}`, [45, 1, 'invalid byte']],
      ],
    );
  });
});

describe('serialize I/O queue, encoding UTF-8', () => {
  testRules(check, labels, {
    'drops one U+FEFF BOM when ignore BOM and BOM seen are false': [
      ['EF BB BF', ''],
      ['EF BB BF 41', 'A'],
      ['EF BB BF EF BB BF', '\uFEFF'],
      ['41 EF BB BF', 'A\uFEFF'],
      ['EF BB BF FF', R, [3, 1, 'invalid byte']],
    ],
    'does not treat a part of a BOM as a BOM': [
      ['EF BB', R, [0, 2, 'truncated']],
      ['EF', R, [0, 1, 'truncated']],
      ['EF BB 41', `${R}A`, [0, 2, 'invalid trailing byte']],
      ['EF BB BE 41', '\uFEFEA'],
      ['FF FE', R + R, [0, 1, 'invalid byte']],
    ],
  });

  it('keeps U+FEFF when ignore BOM is true', () => {
    check(
      labels,
      [
        ['EF BB BF', '\uFEFF'],
        ['EF BB BF 41', '\uFEFFA'],
        ['EF BB BF EF BB BF', '\uFEFF\uFEFF'],
        ['EF BB', R, [0, 2, 'truncated']],
      ],
      { ignoreBOM: true },
    );
  });

  it('sets BOM seen once per stream, and to false again for the next stream', () => {
    const stream = { stream: true };
    for (const fatal of [false, true]) {
      checkCalls('utf-8', { fatal }, [
        ['EF', stream, ''],
        ['', stream, ''],
        ['BB', stream, ''],
        ['BF', stream, ''],
        ['EF BB BF 41', stream, '\uFEFFA'],
        [null, {}, ''],
        ['EF BB BF 42', {}, 'B'],
        ['EF BB', stream, ''],
        ['BF EF BB BF', {}, '\uFEFF'],
        ['43', stream, 'C'],
        ['EF BB BF', stream, '\uFEFF'],
        [null, {}, ''],
        ['EF BB BF', {}, ''],
      ]);
    }
  });
});
