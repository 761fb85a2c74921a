// Tests the Big5 decoder, rule by rule.
// https://encoding.spec.whatwg.org/#big5

import { check, checkLongRun, testRules } from '../harness/decoders.mjs';

const labels = ['big5'];
const R = '\uFFFD';
const trailing = 'invalid trailing byte';

describe('Big5 decoder', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for an ASCII byte': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
    ],
    'returns error for 0x80 and 0xFF when Big5 leading is 0x00': [
      ['80', R, [0, 1, 'invalid byte']],
      ['FF', R, [0, 1, 'invalid byte']],
      ['A4 A4 80 A4 A4', `\u4E2D${R}\u4E2D`, [2, 1, 'invalid byte']],
      ['80 41 FF 42', `${R}A${R}B`, [0, 1, 'invalid byte']],
    ],
    'sets pointer from 0x40–0x7E with offset 0x40 and from 0xA1–0xFE with offset 0x62': [
      ['A1 40', '\u3000'],
      ['A1 FE', '\uFF0F'],
      ['87 40', '\u43F0'],
      ['C6 A1', '\u2460'],
      ['F9 FE', '\uFFED'],
      ['FE FE', '\u79D4'],
      ['A4 A4 A4 E5 41', '\u4E2D\u6587A'],
    ],
    'returns code points beyond the Basic Multilingual Plane': [
      ['87 63', '\u{23F61}'],
      ['87 A1', '\u{258DE}'],
      ['8B A1', '\u{27694}'],
      ['41 87 63 87 63 42', 'A\u{23F61}\u{23F61}B'],
    ],
    'returns two code points for pointers 1133, 1135, 1164 and 1166': [
      ['88 62', '\u00CA\u0304'],
      ['88 64', '\u00CA\u030C'],
      ['88 A3', '\u00EA\u0304'],
      ['88 A5', '\u00EA\u030C'],
      ['88 66', '\u00CA'],
      ['88 62 88 64 88 A3 88 A5', '\u00CA\u0304\u00CA\u030C\u00EA\u0304\u00EA\u030C'],
    ],
    'restores byte to ioQueue when it is an ASCII byte and codePoint is null': [
      ['81 30', `${R}0`, [0, 1, trailing]],
      ['A1 7F', `${R}\x7F`, [0, 1, trailing]],
      ['A1 22 7D', `${R}"}`, [0, 1, trailing]],
      ['81 40', `${R}@`, [0, 1, 'unmapped']],
      ['81 5B', `${R}[`, [0, 1, 'unmapped']],
      ['83 5C', `${R}\\`, [0, 1, 'unmapped']],
    ],
    'does not restore a byte that is not an ASCII byte': [
      ['81 80 41', `${R}A`, [0, 2, trailing]],
      ['A1 A0', R, [0, 2, trailing]],
      ['A1 FF', R, [0, 2, trailing]],
      ['84 A1 41', `${R}A`, [0, 2, 'unmapped']],
      ['81 81 A4 A4', `${R}\u4E2D`, [0, 2, trailing]],
    ],
    'returns error once at end-of-queue when Big5 leading is not 0x00': [
      ['81', R, [0, 1, 'truncated']],
      ['A4 A4 FE', `\u4E2D${R}`, [2, 1, 'truncated']],
    ],
  });

  it('decodes a long run of pairs with any other bytes between them', () => {
    checkLongRun(labels, 'A4 A4 A4 E5', '\u4E2D\u6587', [
      ['88 62', '\u00CA\u0304'],
      ['87 63', '\u{23F61}'],
      ['83 5C', `${R}\\`, [0, 1, 'unmapped']],
    ]);
  });

  it('is the decoder of big5-hkscs, cn-big5 and x-x-big5', () => {
    check(['big5-hkscs', 'cn-big5', 'csbig5', 'x-x-big5'], [['88 62 F9 D6', '\u00CA\u0304\u7881']]);
  });
});
