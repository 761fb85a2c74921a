// Tests the Shift_JIS decoder, rule by rule.
// https://encoding.spec.whatwg.org/#shift_jis

import { check, checkLongRun, testRules } from '../harness/decoders.mjs';

const labels = ['shift_jis'];
const R = '\uFFFD';
const trailing = 'invalid trailing byte';

describe('Shift_JIS decoder', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for an ASCII byte or 0x80': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
      ['80', '\u0080'],
      ['41 80 42', 'A\u0080B'],
    ],
    'returns 0xFF61 − 0xA1 + byte for 0xA1 to 0xDF': [
      ['A1', '\uFF61'],
      ['DF', '\uFF9F'],
      ['B1 B2 41 B3', '\uFF71\uFF72A\uFF73'],
    ],
    'returns error for 0xA0 and 0xFD to 0xFF': [
      ['A0', R, [0, 1, 'invalid byte']],
      ['FD FE FF', R.repeat(3), [0, 1, 'invalid byte']],
      ['82 A0 A0 41', `\u3042${R}A`, [2, 1, 'invalid byte']],
    ],
    'sets pointer from 0x40–0x7E with offset 0x40 and from 0x80–0xFC with offset 0x41': [
      ['81 40', '\u3000'],
      ['81 41', '\u3001'],
      ['81 5C', '\u2015'],
      ['81 60', '\uFF5E'],
      ['81 7D', '\u00B1'],
      ['81 80', '\u00F7'],
      ['82 A0', '\u3042'],
      ['9F FC', '\u6ECC'],
      ['93 FA 96 7B 8C EA', '\u65E5\u672C\u8A9E'],
    ],
    'uses leadingOffset 0xC1 from 0xE0 on': [
      ['E0 40', '\u6F3E'],
      ['EA A4', '\u7199'],
      ['ED 40', '\u7E8A'],
      ['FA 40', '\u2170'],
      ['FA 5C', '\u7E8A'],
      ['FC 4B', '\u9ED1'],
    ],
    'returns 0xE000 − 8836 + pointer for pointers 8836 to 10715': [
      ['F0 40', '\uE000'],
      ['F0 FC', '\uE0BB'],
      ['F1 40', '\uE0BC'],
      ['F9 FC', '\uE757'],
      ['EF FC', R, [0, 2, 'unmapped']],
    ],
    'restores byte to ioQueue when it is an ASCII byte and codePoint is null': [
      ['82 22', `${R}"`, [0, 1, trailing]],
      ['81 7F', `${R}\x7F`, [0, 1, trailing]],
      ['F0 3F', `${R}?`, [0, 1, trailing]],
      ['85 40', `${R}@`, [0, 1, 'unmapped']],
      ['85 7E', `${R}~`, [0, 1, 'unmapped']],
      ['FC 4C', `${R}L`, [0, 1, 'unmapped']],
      ['85 5C 82 A0', `${R}\\\u3042`, [0, 1, 'unmapped']],
    ],
    'does not restore a byte that is not an ASCII byte': [
      ['81 FD 41', `${R}A`, [0, 2, trailing]],
      ['81 FF', R, [0, 2, trailing]],
      ['85 80', R, [0, 2, 'unmapped']],
      ['81 AD 82 A0', `${R}\u3042`, [0, 2, 'unmapped']],
      ['FC FC', R, [0, 2, 'unmapped']],
      ['85 B1', R, [0, 2, 'unmapped']],
    ],
    'returns error once at end-of-queue when Shift_JIS leading is not 0x00': [
      ['81', R, [0, 1, 'truncated']],
      ['F0', R, [0, 1, 'truncated']],
      ['82 A0 82', `\u3042${R}`, [2, 1, 'truncated']],
    ],
    'does not swallow a quotation mark after a leading byte': [
      ['7B 22 61 22 3A 22 82 22 7D', `{"a":"${R}"}`, [6, 1, trailing]],
    ],
  });

  it('decodes a long run of pairs with any other bytes between them', () => {
    checkLongRun(labels, '93 FA 96 7B', '\u65E5\u672C', [
      ['B1', '\uFF71'],
      ['F0 40', '\uE000'],
      ['82 22', `${R}"`, [0, 1, trailing]],
    ]);
  });

  it('is the decoder of windows-31j, ms932, sjis and x-sjis', () => {
    check(['windows-31j', 'ms932', 'sjis', 'x-sjis', 'csshiftjis'], [['80 87 40', '\u0080\u2460']]);
  });
});
