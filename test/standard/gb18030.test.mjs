// Tests the gb18030 decoder, which is also the GBK decoder, rule by rule.
// https://encoding.spec.whatwg.org/#gbk and https://encoding.spec.whatwg.org/#gb18030

import { check, checkLongRun, testRules } from '../harness/decoders.mjs';

const labels = ['gb18030', 'gbk'];
const R = '\uFFFD';
const trailing = 'invalid trailing byte';

describe('gb18030 decoder', () => {
  testRules(check, labels, {
    'returns a code point whose value is byte for an ASCII byte': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
    ],
    'returns code point U+20AC for 0x80': [
      ['80', '\u20AC'],
      ['41 80 80 42', 'A\u20AC\u20ACB'],
      ['A2 E3', '\u20AC'],
    ],
    'returns error for 0xFF when no byte is pending': [
      ['FF', R, [0, 1, 'invalid byte']],
      ['FF FF 41', `${R}${R}A`, [0, 1, 'invalid byte']],
      ['81 40 FF 81 40', `\u4E02${R}\u4E02`, [2, 1, 'invalid byte']],
    ],
    'sets pointer from 0x40–0x7E with offset 0x40 and from 0x80–0xFE with offset 0x41': [
      ['81 40', '\u4E02'],
      ['81 41', '\u4E04'],
      ['81 7E', '\u4E8A'],
      ['81 80', '\u4E90'],
      ['A1 A1', '\u3000'],
      ['AA A1', '\uE000'],
      ['FE 50', '\u2E81'],
      ['FE FE', '\uE4C5'],
      ['C4 E3 BA C3 2C CA C0 BD E7', '\u4F60\u597D,\u4E16\u754C'],
    ],
    'maps 0xA3 0xA0 to U+3000, and 0xA2 0xA0 to Private Use': [
      ['A3 A0', '\u3000'],
      ['A2 A0', '\uE585'],
    ],
    'maps the two-byte forms that GB18030-2022 changed': [
      ['A6 D9', '\uFE10'],
      ['A6 DA A6 DB A6 DC A6 DD', '\uFE12\uFE11\uFE13\uFE14'],
      ['A6 DE A6 DF A6 EC A6 ED A6 F3', '\uFE15\uFE16\uFE17\uFE18\uFE19'],
      ['FE 59 FE 61 FE 66 FE 67', '\u9FB4\u9FB5\u9FB6\u9FB7'],
      ['FE 6D FE 7E FE 90 FE A0', '\u9FB8\u9FB9\u9FBA\u9FBB'],
    ],
    'restores byte to ioQueue when it is an ASCII byte and codePoint is null': [
      ['81 20', `${R} `, [0, 1, trailing]],
      ['81 7F', `${R}\x7F`, [0, 1, trailing]],
      ['81 0A 81 40', `${R}\n\u4E02`, [0, 1, trailing]],
      ['41 FE 22', `A${R}"`, [1, 1, trailing]],
    ],
    'does not restore a byte that is not an ASCII byte': [
      ['81 FF', R, [0, 2, trailing]],
      ['81 FF 41', `${R}A`, [0, 2, trailing]],
    ],
    'restores « second, byte » when byte is not 0x81–0xFE': [
      ['81 30 30', `${R}00`, [0, 1, trailing]],
      ['81 30 41', `${R}0A`, [0, 1, trailing]],
      ['81 39 80', `${R}9\u20AC`, [0, 1, trailing]],
      ['81 30 FF 30', `${R}0${R}0`, [0, 1, trailing]],
      ['A0 30 2B', `${R}0+`, [0, 1, trailing]],
    ],
    'restores « second, third, byte » when byte is not 0x30–0x39': [
      ['81 30 81 41', `${R}0\u4E04`, [0, 1, trailing]],
      ['81 30 81 40', `${R}0\u4E02`, [0, 1, trailing]],
      ['81 30 81 81', `${R}0\u4E96`, [0, 1, trailing]],
      ['81 30 81 3A', `${R}0${R}:`, [0, 1, trailing]],
      ['81 30 81 FF', `${R}0${R}`, [0, 1, trailing]],
      ['81 30 81 2F 41', `${R}0${R}/A`, [0, 1, trailing]],
      ['81 30 81 0A', `${R}0${R}\n`, [0, 1, trailing]],
    ],
    'decodes again what it has restored, also a four-byte sequence': [
      ['81 30 81 81 30 81 30', `${R}0\u4E960${R}`, [0, 1, trailing]],
      ['81 30 81 30 81 30 81 41', `\u0080${R}0\u4E04`, [4, 1, trailing]],
      ['81 30 FE 80 81 40', `${R}0\u4723\u4E02`, [0, 1, trailing]],
    ],
    'returns the index gb18030 ranges code point of four bytes': [
      ['81 30 81 30', '\u0080'],
      ['81 30 FE 30', '\u0600'],
      ['81 36 A5 31', '\u200F'],
      ['84 30 81 30', '\uF8FF'],
      ['84 31 A4 37', '\uFFFD'],
      ['84 31 A4 39', '\uFFFF'],
      ['90 30 81 30', '\u{10000}'],
      ['94 39 DA 33', '\u{1F4A9}'],
      ['E3 32 9A 35', '\u{10FFFF}'],
    ],
    'returns U+E7C7 for pointer 7457': [
      ['81 35 F4 36', '\u1E3E'],
      ['81 35 F4 37', '\uE7C7'],
      ['81 35 F4 38', '\u1E40'],
    ],
    'returns error when pointer is 39420–188999 or beyond 1237575': [
      ['84 31 A5 30', R, [0, 4, 'unmapped']],
      ['84 31 A5 30 41', `${R}A`, [0, 4, 'unmapped']],
      ['8F 39 FE 39', R, [0, 4, 'unmapped']],
      ['E3 32 9A 36', R, [0, 4, 'unmapped']],
      ['FE 39 FE 39', R, [0, 4, 'unmapped']],
      ['41 FD 30 81 30 42', `A${R}B`, [1, 4, 'unmapped']],
    ],
    'returns error once at end-of-queue when first, second or third is not 0x00': [
      ['81', R, [0, 1, 'truncated']],
      ['81 30', R, [0, 2, 'truncated']],
      ['81 30 81', R, [0, 3, 'truncated']],
      ['81 40 FE', `\u4E02${R}`, [2, 1, 'truncated']],
      ['41 84 30', `A${R}`, [1, 2, 'truncated']],
    ],
    'loses one ASCII byte in an error at end-of-queue, and only there': [
      ['81 30', R, [0, 2, 'truncated']],
      ['81 30 0A', `${R}0\n`, [0, 1, trailing]],
    ],
    'keeps a leading U+FEFF: gb18030 has no byte order mark': [
      ['84 31 95 33', '\uFEFF'],
      ['84 31 95 33 41', '\uFEFFA'],
    ],
  });

  it('decodes a long run of pairs with any other bytes between them', () => {
    checkLongRun(labels, 'C4 E3 BA C3', '\u4F60\u597D', [
      ['81 30 81 30', '\u0080'],
      ['41', 'A'],
      ['81 7F', `${R}\x7F`, [0, 1, trailing]],
    ]);
  });
});

describe('GBK decoder', () => {
  it('is the gb18030 decoder: four-byte sequences decode', () => {
    check(
      ['gbk', 'gb2312', 'gb_2312-80', 'x-gbk', 'chinese'],
      [['81 30 81 30 D6 D0 90 30 81 30', '\u0080\u4E2D\u{10000}']],
    );
  });
});
