// Tests the EUC-KR decoder, rule by rule.
// https://encoding.spec.whatwg.org/#euc-kr

import { check, checkLongRun, testRules } from '../harness/decoders.mjs';

const labels = ['euc-kr'];
const R = '\uFFFD';
const trailing = 'invalid trailing byte';

describe('EUC-KR decoder', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for an ASCII byte': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
    ],
    'returns error for 0x80 and 0xFF when EUC-KR leading is 0x00': [
      ['80', R, [0, 1, 'invalid byte']],
      ['FF', R, [0, 1, 'invalid byte']],
      ['B0 A1 80 B0 A1', `\uAC00${R}\uAC00`, [2, 1, 'invalid byte']],
    ],
    'sets pointer for 0x41 to 0xFE': [
      ['81 41', '\uAC02'],
      ['81 5A 81 61', '\uAC34\uAC35'],
      ['81 FE', '\uAD13'],
      ['A1 A0', '\uC90E'],
      ['A1 A1', '\u3000'],
      ['A2 E6', '\u20AC'],
      ['B0 A1', '\uAC00'],
      ['C6 52', '\uD7A3'],
      ['C8 FE', '\uD79D'],
      ['C7 D1 B1 DB 20 B1 DB', '\uD55C\uAE00 \uAE00'],
    ],
    'restores byte to ioQueue when it is an ASCII byte and codePoint is null': [
      ['81 40', `${R}@`, [0, 1, trailing]],
      ['B0 30', `${R}0`, [0, 1, trailing]],
      ['B0 22 B0 A1', `${R}"\uAC00`, [0, 1, trailing]],
      ['81 5B', `${R}[`, [0, 1, 'unmapped']],
      ['81 7B', `${R}{`, [0, 1, 'unmapped']],
      ['C6 53', `${R}S`, [0, 1, 'unmapped']],
      ['FE 41 7F', `${R}A\x7F`, [0, 1, 'unmapped']],
      ['B0 5C', `${R}\\`, [0, 1, 'unmapped']],
    ],
    'does not restore a byte that is not an ASCII byte': [
      ['81 FF 41', `${R}A`, [0, 2, trailing]],
      ['81 80', R, [0, 2, 'unmapped']],
      ['A2 E8 41', `${R}A`, [0, 2, 'unmapped']],
      ['C9 A1 B0 A1', `${R}\uAC00`, [0, 2, 'unmapped']],
      ['FE FE', R, [0, 2, 'unmapped']],
    ],
    'returns error once at end-of-queue when EUC-KR leading is not 0x00': [
      ['B0', R, [0, 1, 'truncated']],
      ['B0 A1 FE', `\uAC00${R}`, [2, 1, 'truncated']],
    ],
  });

  it('decodes a long run of pairs with any other bytes between them', () => {
    checkLongRun(labels, 'C7 D1 B1 DB', '\uD55C\uAE00', [
      ['20', ' '],
      ['81 5B', `${R}[`, [0, 1, 'unmapped']],
    ]);
  });

  it('is the decoder of windows-949, ks_c_5601-1987 and korean', () => {
    check(['windows-949', 'ks_c_5601-1987', 'korean'], [['81 41 B0 A1', '\uAC02\uAC00']]);
  });
});
