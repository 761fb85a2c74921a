// Tests every encoder, rule by rule.
// https://encoding.spec.whatwg.org/#encoders-and-decoders

import { deepEqual } from 'node:assert/strict';
import { readIndex, singleByteIndexes } from '../../indexes/files.mjs';
import { encode } from '../../lib/index.mjs';
import { testRules, toHex } from '../harness/decoders.mjs';
import { checkEncoder, checkHtml } from '../harness/encoders.mjs';
import { encodingsOf } from '../harness/part.mjs';
import { encodingNames } from '../reference/reference.mjs';

const indexOf = (name) => name.toLowerCase().replace(/-i$/, '');
const singleByte = encodingNames.filter((name) => singleByteIndexes.includes(indexOf(name)));
const poo = '\u{1F4A9}';

describe('UTF-8 encoder', () => {
  testRules(checkEncoder, ['UTF-8'], {
    'returns a byte whose value is codePoint for an ASCII code point': [
      ['\0\x1B\\~\x7F', '00 1B 5C 7E 7F'],
    ],
    'sets count and offset by the range of codePoint': [
      ['\u0080\u07FF', 'C2 80 DF BF'],
      ['\u0800\uD7FF\uE000\uFEFF\uFFFF', 'E0 A0 80 ED 9F BF EE 80 80 EF BB BF EF BF BF'],
      ['\u{10000}\u{10FFFF}', 'F0 90 80 80 F4 8F BF BF'],
      [`A\u00E9\u20AC${poo}`, '41 C3 A9 E2 82 AC F0 9F 92 A9'],
    ],
    'encodes a lone surrogate as U+FFFD': [
      ['\uD800', 'EF BF BD'],
      ['\uDC00', 'EF BF BD'],
      ['\uDFFFA', 'EF BF BD 41'],
      ['\uD83D\uD83D\uDCA9\uDCA9', 'EF BF BD F0 9F 92 A9 EF BF BD'],
      ['\uDBFFA\uDC00', 'EF BF BD 41 EF BF BD'],
    ],
  });
});

describe('UTF-16BE and UTF-16LE, for which the standard has no encoder', () => {
  it('write bytes that their decoders decode to the same text', () => {
    const text = `A\uFEFF\u3042${poo}\uD83D`;
    checkEncoder(['UTF-16BE'], [[text, '00 41 FE FF 30 42 D8 3D DC A9 FF FD']]);
    checkEncoder(['UTF-16LE'], [[text, '41 00 FF FE 42 30 3D D8 A9 DC FD FF']]);
  });
});

describe('single-byte encoder', () => {
  testRules(checkEncoder, encodingsOf(singleByte), {
    'returns a byte whose value is codePoint for an ASCII code point': [
      ['\0\x0E\x1A\x1B\x1C\\~\x7F', '00 0E 1A 1B 1C 5C 7E 7F'],
    ],
    'returns error with codePoint when pointer is null': [
      [`a${poo}b`, '61', [1, 0x1f4a9]],
      ['\u3042', '', [0, 0x3042]],
      ['\uFFFD', '', [0, 0xfffd]],
      ['ab\uDC00', '61 62', [2, 0xfffd]],
      ['\uD800x', '', [0, 0xfffd]],
      ['\uD83D\uD83D\uDCA9', '', [0, 0xfffd]],
    ],
  });

  for (const name of singleByte) {
    it(`returns pointer + 0x80 for every entry of index ${indexOf(name)}`, () => {
      const entries = readIndex(indexOf(name));
      const text = String.fromCharCode(...entries.map(([, codePoint]) => codePoint));
      deepEqual(toHex(encode(text, name)), toHex(entries.map(([pointer]) => pointer + 0x80)));
    });
  }

  it('returns error for code points of C1 controls and of gaps in an index', () => {
    checkEncoder(['windows-1252'], [['\u0080', '', [0, 0x80]]]);
    checkEncoder(['windows-874'], [['\u0E3B', '', [0, 0xe3b]]]);
    checkEncoder(['ISO-8859-8', 'ISO-8859-8-I'], [['\u05D0\u2017\u200E\u200F', 'E0 DF FD FE']]);
  });
});

describe('gb18030 encoder', () => {
  testRules(checkEncoder, ['gb18030', 'GBK'], {
    'returns error with codePoint if codePoint is U+E5E5': [
      ['\uE5E5', '', [0, 0xe5e5]],
      ['\u3000\uE5E5', 'A1 A1', [1, 0xe5e5]],
    ],
    'returns the two bytes of the table for the code points that GB18030-2022 moved': [
      ['\uE78D\uE78E\uE78F\uE790\uE791', 'A6 D9 A6 DA A6 DB A6 DC A6 DD'],
      ['\uE792\uE793\uE794\uE795\uE796', 'A6 DE A6 DF A6 EC A6 ED A6 F3'],
      ['\uE81E\uE826\uE82B\uE82C', 'FE 59 FE 61 FE 66 FE 67'],
      ['\uE832\uE843\uE854\uE864', 'FE 6D FE 7E FE 90 FE A0'],
    ],
    'returns the same bytes for the code points that replaced them': [
      ['\uFE10\uFE12\uFE11\uFE13\uFE14', 'A6 D9 A6 DA A6 DB A6 DC A6 DD'],
      ['\uFE15\uFE16\uFE17\uFE18\uFE19', 'A6 DE A6 DF A6 EC A6 ED A6 F3'],
      ['\u9FB4\u9FB5\u9FB6\u9FB7', 'FE 59 FE 61 FE 66 FE 67'],
      ['\u9FB8\u9FB9\u9FBA\u9FBB', 'FE 6D FE 7E FE 90 FE A0'],
    ],
    'returns leading and trailing for a pointer in index gb18030': [
      ['\u4E02\u4E04\u4E8A\u4E90', '81 40 81 41 81 7E 81 80'],
      ['\u3000\uE000\u2E81\uE4C5', 'A1 A1 AA A1 FE 50 FE FE'],
      ['\u4F60\u597D,\u4E16\u754C', 'C4 E3 BA C3 2C CA C0 BD E7'],
    ],
  });

  testRules(checkEncoder, ['GBK'], {
    'returns byte 0x80 for U+20AC if is GBK is true': [['\u20AC', '80']],
    'returns error with codePoint outside the index if is GBK is true': [
      ['\u0080', '', [0, 0x80]],
      ['\u4E02\u00A5', '81 40', [1, 0xa5]],
      [`\u4E02${poo}`, '81 40', [1, 0x1f4a9]],
      ['\uE7C7', '', [0, 0xe7c7]],
      ['\uFFFD', '', [0, 0xfffd]],
      ['\uDBFF', '', [0, 0xfffd]],
    ],
  });

  testRules(checkEncoder, ['gb18030'], {
    'returns two bytes for U+20AC if is GBK is false': [['\u20AC', 'A2 E3']],
    'returns four bytes of the index gb18030 ranges pointer': [
      ['\u0080\u00A5', '81 30 81 30 81 30 84 36'],
      ['\uE7C7', '81 35 F4 37'],
      ['\uFFFF', '84 31 A4 39'],
      ['\u{10000}\u{10FFFF}', '90 30 81 30 E3 32 9A 35'],
      [poo, '94 39 DA 33'],
      ['\uFFFD', '84 31 A4 37'],
      ['\uD800', '84 31 A4 37'],
      ['\uD800\u4E02', '84 31 A4 37 81 40'],
      ['\uDC00\uD800', '84 31 A4 37 84 31 A4 37'],
    ],
  });
});

describe('Big5 encoder', () => {
  testRules(checkEncoder, ['Big5'], {
    'uses the index Big5 pointer: none below leading byte 0xA1': [
      ['\u43F0', '', [0, 0x43f0]],
      ['\u00CA\u0304', '', [0, 0xca]],
      ['A\u0100', '41', [1, 0x100]],
    ],
    'uses the last pointer for U+2550, U+255E, U+2561, U+256A, U+5341 and U+5345': [
      ['\u2550\u255E\u2561\u256A', 'F9 F9 F9 E9 F9 EB F9 EA'],
      ['\u5341\u5345', 'A4 51 A4 CA'],
    ],
    'uses the first pointer for every other code point': [
      ['\u3000\u7E41\u9AD4', 'A1 40 C1 63 C5 E9'],
      ['\u5140\u55C0', 'A4 61 DC D1'],
      ['\u20AC', 'A3 E1'],
    ],
    'returns error with codePoint when pointer is null': [
      ['\u0080', '', [0, 0x80]],
      [`\u4E00${poo}\u4E00`, 'A4 40', [1, 0x1f4a9]],
      ['\u4E00\uD840', 'A4 40', [1, 0xfffd]],
    ],
  });

  it('encodes code points above U+FFFF', () => {
    const [, codePoint] = readIndex('big5').find(([pointer, c]) => pointer >= 5024 && c > 0xffff);
    const text = String.fromCodePoint(codePoint);
    deepEqual(encode(text, 'big5').length, 2);
    checkEncoder(['Big5'], [[`${text}A`, `${toHex(encode(text, 'big5'))} 41`]]);
  });
});

describe('EUC-JP encoder', () => {
  testRules(checkEncoder, ['EUC-JP'], {
    'returns 0x5C for U+00A5 and 0x7E for U+203E': [['\u00A5\u203E\\~', '5C 7E 5C 7E']],
    'returns 0x8E and codePoint − 0xFF61 + 0xA1 for U+FF61 to U+FF9F': [
      ['\uFF61\uFF71\uFF9F', '8E A1 8E B1 8E DF'],
      ['\uFFA0', '', [0, 0xffa0]],
    ],
    'encodes U+2212 as U+FF0D': [['\u2212\uFF0D', 'A1 DD A1 DD']],
    'uses index jis0208 and never index jis0212': [
      ['\u3042\u65E5\u7199', 'A4 A2 C6 FC F4 A6'],
      ['\u4E02', '', [0, 0x4e02]],
      ['\u0080', '', [0, 0x80]],
      [`\u3042${poo}`, 'A4 A2', [1, 0x1f4a9]],
      ['\u3042\uDFFF', 'A4 A2', [1, 0xfffd]],
    ],
  });
});

describe('Shift_JIS encoder', () => {
  testRules(checkEncoder, ['Shift_JIS'], {
    'returns a byte whose value is codePoint for ASCII and U+0080': [
      ['\x1A\x1C\\~\x7F\u0080', '1A 1C 5C 7E 7F 80'],
    ],
    'returns 0x5C for U+00A5, 0x7E for U+203E, one byte for U+FF61 to U+FF9F': [
      ['\u00A5\u203E\uFF61\uFF71\uFF9F', '5C 7E A1 B1 DF'],
    ],
    'encodes U+2212 as U+FF0D': [['\u2212\uFF0D', '81 7C 81 7C']],
    'uses the index Shift_JIS pointer, which excludes 8272 to 8835': [
      ['\u7E8A', 'FA 5C'],
      ['\u2170\u2252\u222A', 'FA 40 81 E0 81 BE'],
      ['\u3042\u65E5\u672C', '82 A0 93 FA 96 7B'],
      ['\u2460', '87 40'],
    ],
    'returns error with codePoint when pointer is null, also for Private Use': [
      ['\uE000', '', [0, 0xe000]],
      ['\uE757', '', [0, 0xe757]],
      ['\u3042\u4E02', '82 A0', [1, 0x4e02]],
      [`${poo}`, '', [0, 0x1f4a9]],
      ['\uD83D', '', [0, 0xfffd]],
      ['\u0081', '', [0, 0x81]],
    ],
  });
});

describe('EUC-KR encoder', () => {
  testRules(checkEncoder, ['EUC-KR'], {
    'returns leading pointer / 190 + 0x81 and trailing pointer % 190 + 0x41': [
      ['\uAC02\uAC03', '81 41 81 42'],
      ['\uAC00\uD55C\uAE00', 'B0 A1 C7 D1 B1 DB'],
      ['\u3000\u20AC', 'A1 A1 A2 E6'],
    ],
    'returns error with codePoint when pointer is null': [
      ['\u0080', '', [0, 0x80]],
      ['\uAC00\u00A5', 'B0 A1', [1, 0xa5]],
      [`\uAC00${poo}`, 'B0 A1', [1, 0x1f4a9]],
      ['\uAC00\uD800', 'B0 A1', [1, 0xfffd]],
    ],
  });
});

describe('x-user-defined encoder', () => {
  testRules(checkEncoder, ['x-user-defined'], {
    'returns codePoint − 0xF780 + 0x80 for U+F780 to U+F7FF': [
      ['A\uF780\uF7A9\uF7FF', '41 80 A9 FF'],
    ],
    'returns error with codePoint for every other code point': [
      ['\u0080', '', [0, 0x80]],
      ['\u00FF', '', [0, 0xff]],
      ['\uF780\uF77F', '80', [1, 0xf77f]],
      ['\uF800', '', [0, 0xf800]],
      [poo, '', [0, 0x1f4a9]],
      ['\uDFFF', '', [0, 0xfffd]],
    ],
  });
});

describe('ISO-2022-JP encoder', () => {
  const name = ['ISO-2022-JP'];
  const refused = (before, bytes) =>
    ['\x0E', '\x0F', '\x1B'].map((control) => [before + control, bytes, [1, 0xfffd]]);

  testRules(checkEncoder, name, {
    'returns 0x1B 0x28 0x42 at end-of-queue when the state is not ASCII': [
      ['', ''],
      ['A', '41'],
      ['\u00A5', '1B 28 4A 5C 1B 28 42'],
      ['\u3042', '1B 24 42 24 22 1B 28 42'],
    ],
    'returns error with U+FFFD for U+000E, U+000F and U+001B in state ASCII': refused('A', '41'),
    'returns error with U+FFFD for U+000E, U+000F and U+001B in state Roman': refused(
      '\u00A5',
      '1B 28 4A 5C',
    ),
    'goes from jis0208 to ASCII before error with U+FFFD': refused(
      '\u3042',
      '1B 24 42 24 22 1B 28 42',
    ),
    'returns the other ASCII code points unchanged in state ASCII': [
      ['\0\x0D\x10\x1A\x1C\\~\x7F', '00 0D 10 1A 1C 5C 7E 7F'],
    ],
    'returns ASCII except U+005C and U+007E, and U+00A5 and U+203E, in state Roman': [
      ['\u00A5A\u203E\x7F', '1B 28 4A 5C 41 7E 7F 1B 28 42'],
      ['\u203E\u00A5', '1B 28 4A 7E 5C 1B 28 42'],
    ],
    'restores an ASCII code point and goes to ASCII': [
      ['\u00A5\\', '1B 28 4A 5C 1B 28 42 5C'],
      ['\u203E~A', '1B 28 4A 7E 1B 28 42 7E 41'],
      ['\u3042A', '1B 24 42 24 22 1B 28 42 41'],
    ],
    'restores codePoint and goes to jis0208': [
      ['A\u3042\u3044', '41 1B 24 42 24 22 24 24 1B 28 42'],
      ['\u00A5\u65E5', '1B 28 4A 5C 1B 24 42 46 7C 1B 28 42'],
    ],
    'restores U+00A5 and U+203E and goes to Roman': [
      ['A\u00A5', '41 1B 28 4A 5C 1B 28 42'],
      ['\u3042\u203E', '1B 24 42 24 22 1B 28 4A 7E 1B 28 42'],
    ],
    'encodes U+2212 as U+FF0D': [['\u2212\uFF0D', '1B 24 42 21 5D 21 5D 1B 28 42']],
    'encodes U+FF61 to U+FF9F as their code points in index ISO-2022-JP katakana': [
      ['\uFF9E', '1B 24 42 21 2B 1B 28 42'],
      ['\uFF61\uFF71\uFF9F', '1B 24 42 21 23 25 22 21 2C 1B 28 42'],
    ],
  });

  it('goes from jis0208 to ASCII before error with codePoint, and stays in the other states', () => {
    checkEncoder(name, [
      ['\u3042\u00E9', '1B 24 42 24 22 1B 28 42', [1, 0xe9]],
      [`\u3042${poo}`, '1B 24 42 24 22 1B 28 42', [1, 0x1f4a9]],
      ['\u3042\uD83D', '1B 24 42 24 22 1B 28 42', [1, 0xfffd]],
      ['\u00A5\u00E9', '1B 28 4A 5C', [1, 0xe9]],
      ['\u0080', '', [0, 0x80]],
    ]);
    checkHtml('ISO-2022-JP', [
      ['\u00A5\x1B\u00A5', '\x1B(J\\&#65533;\\\x1B(B'],
      [`\u3042${poo}\u3042`, '\x1B$B$"\x1B(B&#128169;\x1B$B$"\x1B(B'],
      ['\u00A5\u00E9\\', '\x1B(J\\&#233;\x1B(B\\'],
      ['\u00A5\u00E9\u3042', '\x1B(J\\&#233;\x1B$B$"\x1B(B'],
      ['\uD800\u3042\uDC00', '&#65533;\x1B$B$"\x1B(B&#65533;'],
    ]);
  });
});

describe('error mode html', () => {
  it('pushes the shortest sequence of digits that represents codePoint in base ten', () => {
    checkHtml('windows-1252', [
      ['\u0100', '&#256;'],
      ['\u0416x', '&#1046;x'],
      ['\uD83D', '&#65533;'],
      [poo, '&#128169;'],
      ['\u{10FFFF}', '&#1114111;'],
    ]);
    checkHtml('x-user-defined', [['\u0080', '&#128;']]);
    checkHtml('GBK', [[`\u4E02\u0080${poo}`, '\x81\x40&#128;&#128169;']]);
  });
});
