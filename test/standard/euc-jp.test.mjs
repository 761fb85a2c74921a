// Tests the EUC-JP decoder, rule by rule.
// https://encoding.spec.whatwg.org/#euc-jp

import { check, checkLongRun, testRules } from '../harness/decoders.mjs';

const labels = ['euc-jp'];
const R = '\uFFFD';
const trailing = 'invalid trailing byte';

describe('EUC-JP decoder', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for an ASCII byte': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
    ],
    'returns error for 0x80–0x8D, 0x90–0xA0 and 0xFF when EUC-JP leading is 0x00': [
      ['80', R, [0, 1, 'invalid byte']],
      ['8D 90 A0', R.repeat(3), [0, 1, 'invalid byte']],
      ['A4 A2 FF 41', `\u3042${R}A`, [2, 1, 'invalid byte']],
    ],
    'returns 0xFF61 − 0xA1 + byte for 0xA1–0xDF when EUC-JP leading is 0x8E': [
      ['8E A1', '\uFF61'],
      ['8E DF', '\uFF9F'],
      ['8E B1 41 8E B2', '\uFF71A\uFF72'],
    ],
    'returns error for 0x8E and a byte that is not 0xA1–0xDF': [
      ['8E 41', `${R}A`, [0, 1, trailing]],
      ['8E E0', R, [0, 2, trailing]],
      ['8E 8E A1', `${R}${R}`, [0, 2, trailing]],
      ['8E A0 41', `${R}A`, [0, 2, trailing]],
    ],
    'returns the index code point in index jis0208 when EUC-JP jis0212 is false': [
      ['A1 A1', '\u3000'],
      ['A4 A2 A4 A4', '\u3042\u3044'],
      ['AD A1', '\u2460'],
      ['F4 A6', '\u7199'],
      ['FC F1', '\u2170'],
      ['C6 FC CB DC B8 EC', '\u65E5\u672C\u8A9E'],
    ],
    'sets EUC-JP jis0212 to true for 0x8F and a byte in 0xA1–0xFE': [
      ['8F A2 AF', '\u02D8'],
      ['8F B0 A1', '\u4E02'],
      ['8F ED E3', '\u9FA5'],
      ['A4 A2 8F B0 A1 A4 A2', '\u3042\u4E02\u3042'],
    ],
    'returns error with all three bytes when codePoint is null in index jis0212': [
      ['8F A1 A1', R, [0, 3, 'unmapped']],
      ['8F F3 A1', R, [0, 3, 'unmapped']],
      ['8F FE FE 41', `${R}A`, [0, 3, 'unmapped']],
      ['8F A1 80', R, [0, 3, trailing]],
      ['8F A1 A0 41', `${R}A`, [0, 3, trailing]],
      ['8F A1 FF', R, [0, 3, trailing]],
    ],
    'sets EUC-JP jis0212 to false on error, so that the next pair is looked up in index jis0208': [
      ['8F EE 65 E6 EF', `${R}e\u80AC`, [0, 2, trailing]],
      ['8F A1 A1 A4 A2', `${R}\u3042`, [0, 3, 'unmapped']],
      ['8F B0 80 A4 A2', `${R}\u3042`, [0, 3, trailing]],
    ],
    'returns error for 0x8F and a byte that is not 0xA1–0xFE': [
      ['8F 41', `${R}A`, [0, 1, trailing]],
      ['8F 8F', R, [0, 2, trailing]],
      ['8F 8E A1', `${R}${R}`, [0, 2, trailing]],
      ['8F FF A1', `${R}${R}`, [0, 2, trailing]],
    ],
    'restores byte to ioQueue when it is an ASCII byte': [
      ['A4 41', `${R}A`, [0, 1, trailing]],
      ['A4 22 A4 A2', `${R}"\u3042`, [0, 1, trailing]],
      ['8F A1 41', `${R}A`, [0, 2, trailing]],
      ['FE 5C 5C', `${R}\\\\`, [0, 1, trailing]],
    ],
    'does not restore a byte that is not an ASCII byte': [
      ['A1 A0 41', `${R}A`, [0, 2, trailing]],
      ['A1 FF', R, [0, 2, trailing]],
      ['A9 A1 A4 A2', `${R}\u3042`, [0, 2, 'unmapped']],
      ['FE FE', R, [0, 2, 'unmapped']],
      ['A4 8E A1', `${R}${R}`, [0, 2, trailing]],
    ],
    'returns error once at end-of-queue when EUC-JP leading is not 0x00': [
      ['A1', R, [0, 1, 'truncated']],
      ['8E', R, [0, 1, 'truncated']],
      ['8F', R, [0, 1, 'truncated']],
      ['8F A1', R, [0, 2, 'truncated']],
      ['A4 A2 8F B0', `\u3042${R}`, [2, 2, 'truncated']],
    ],
  });

  it('decodes a long run of pairs with any other bytes between them', () => {
    checkLongRun(labels, 'C6 FC CB DC', '\u65E5\u672C', [
      ['8F B0 A1', '\u4E02'],
      ['8E B1', '\uFF71'],
      ['A9 A1', R, [0, 2, 'unmapped']],
    ]);
  });
});
