// Tests the rules of the encodings of whatwg-transcoder/encodings in which a character has several bytes or that have a state, and the
// encoders of EUC-JP and Big5 that write everything that their decoders read: each rule in every cut and mode, beside the reference.
// handles.test.mjs has what is true of all of them.

import { equal, throws } from 'node:assert/strict';
import { decode, encode } from 'whatwg-transcoder';
import { hzGb2312, iso2022Kr } from 'whatwg-transcoder/encodings';
import { hex, testRules, toHex } from '../../harness/decoders.mjs';
import { newStream } from '../../harness/encoders.mjs';
import { check, checkCalls, checkEncoder, encoders } from '../../harness/other-encodings.mjs';
import { indexBig5 } from '../../reference/indexes.mjs';

const R = '\uFFFD';
const lone = 'lone surrogate';
const trailing = 'invalid trailing byte';
const stream = { stream: true };
const ascii = (text) => toHex(Buffer.from(text, 'latin1'));

describe('hz-gb-2312 decoder', () => {
  const hz = ['hz-gb-2312'];

  testRules(check, hz, {
    'returns a code point whose value is byte for ASCII except 0x7E while the flag is unset': [
      ['', ''],
      ['00 0A 0D 1B 20 5C 7F', '\0\n\r\x1B \\\x7F'],
    ],
    'returns error for 0x80–0xFF': [
      ['80 41 FF', `${R}A${R}`, [0, 1, 'invalid byte']],
      [`${ascii('~{')} D6 D0`, R + R, [2, 1, 'invalid byte']],
    ],
    'accepts four bytes after 0x7E': [
      [ascii('~~'), '~'],
      [ascii('a~\nb'), 'ab'],
      [ascii('~{VPND~}!'), '中文!'],
      [ascii('~{~}~{VP~}'), '中'],
    ],
    'accepts the four bytes after 0x7E whether or not the flag is set': [
      [ascii('~}~}a'), 'a'],
      [ascii('~{~{VP~{ND'), '中文'],
      [ascii('~{VP~~ND'), '中~文'],
      [ascii('~{VP~\nND'), '中文'],
    ],
  });

  it('restores any other byte after 0x7E and returns error', () => {
    const broken = 'invalid escape sequence';
    check(hz, [
      [ascii('~a'), `${R}a`, [0, 1, broken]],
      ['41 7E 80', `A${R}${R}`, [1, 1, broken]],
      [ascii('~{~VP~}'), `${R}中`, [2, 1, broken]],
      [`${ascii('~{~')} 0D`, `${R}${R}`, [2, 1, broken]],
    ]);
  });

  testRules(check, hz, {
    'looks up leading byte + 0x80 and byte + 0x80 in the two-byte form of GBK': [
      [ascii('~{!!0!}E'), '\u3000啊\uE42E'],
      [ascii('~{ !'), '\u724E'],
    ],
    'consumes both bytes when the index has no entry for them': [
      ['7E 7B 7F 21 56 50', `${R}中`, [2, 2, 'unmapped']],
      ['7E 7B 56 50 7F 7E 56 50', `中${R}中`, [4, 2, 'unmapped']],
    ],
  });

  it('consumes both bytes when the trailing byte is not 0x21–0x7E', () => {
    check(hz, [
      ['7E 7B 56 20 56 50', `${R}中`, [2, 2, trailing]],
      ['7E 7B 56 7F', R, [2, 2, trailing]],
      ['7E 7B 56 D0 56 50', `${R}中`, [2, 2, trailing]],
      ['7E 7B 56 0D 56 50', `${R}中`, [2, 2, trailing]],
    ]);
  });

  testRules(check, hz, {
    'unsets the flag at a newline, and returns error for it, alone or as a trailing byte': [
      [ascii('~{VP\nVP'), `中${R}VP`, [4, 1, 'invalid byte']],
      [ascii('~{V\nVP'), `${R}VP`, [2, 2, 'invalid trailing byte']],
    ],
    'returns error for 0x00–0x1F while the flag is set': [
      [`${ascii('~{')} 00 0D 1B 56 50`, `${R}${R}${R}中`, [2, 1, 'invalid byte']],
    ],
    'accepts 0x7E as a trailing byte': [[ascii('~{!~VP'), '〓中']],
    'returns error at end-of-queue with a leading byte': [
      [ascii('A~'), `A${R}`, [1, 1, 'truncated']],
      [ascii('~{V'), R, [2, 1, 'truncated']],
      [ascii('~{VP~'), `中${R}`, [4, 1, 'truncated']],
    ],
  });
});

describe('iso-2022-kr decoder', () => {
  const kr = ['iso-2022-kr', 'csiso2022kr'];

  testRules(check, kr, {
    'state ASCII: 0x0E enters lead, 0x0F yields nothing, other bytes below 0x80 are ASCII': [
      ['', ''],
      ['00 0A 0D 41 5C 7F', '\0\n\rA\\\x7F'],
      ['0F 41 0F', 'A'],
      ['0E 30 21 33 2A', '가나'],
    ],
    'state ASCII: returns error for 0x80–0xFF': [['41 80 FF', `A${R}${R}`, [1, 1, 'invalid byte']]],
    'yields nothing for 0x1B 0x24 0x29 0x43 anywhere in ASCII': [
      ['1B 24 29 43', ''],
      ['1B 24 29 43 1B 24 29 43 41', 'A'],
      ['41 1B 24 29 43 0E 30 21 0F 42', 'A가B'],
    ],
  });

  it('returns one error when the escape sequence breaks, restoring what followed 0x1B', () => {
    const broken = 'invalid escape sequence';
    check(kr, [
      ['1B 41', `${R}A`, [0, 1, broken]],
      ['1B 24 41', `${R}$A`, [0, 1, broken]],
      ['1B 24 29 41', `${R}$)A`, [0, 1, broken]],
      ['1B 1B 24 29 43 41', `${R}A`, [0, 1, broken]],
      ['1B 24 1B 24 29 1B 24 29 43', `${R}$${R}$)`, [0, 1, broken]],
      ['1B 24 29 0E 30 21', `${R}$)가`, [0, 1, broken]],
      ['1B 24 29 80', `${R}$)${R}`, [0, 1, broken]],
      ['41 1B 0F 42', `A${R}B`, [1, 1, broken]],
    ]);
  });

  testRules(check, kr, {
    'returns one error when end-of-queue breaks the escape sequence': [
      ['41 1B', `A${R}`, [1, 1, 'truncated']],
      ['1B 24', `${R}$`, [0, 1, 'truncated']],
      ['1B 24 29', `${R}$)`, [0, 1, 'truncated']],
    ],
    'state lead: 0x0A yields U+000A and returns to ASCII, 0x0E yields nothing, 0x0F returns to ASCII':
      [
        ['0E 30 21 0A 30 21', '가\n0!'],
        ['0E 0E 30 21 0E 33 2A', '가나'],
        ['0E 30 21 0F 30 21', '가0!'],
        ['0E', ''],
        ['0E 30 21', '가'],
      ],
    'state lead: any other byte becomes the lead, also 0x1B': [
      ['0E 1B 24 29 43', `${R}㈒`, [1, 2, 'unmapped']],
      ['0E 80 21 30 21', `${R}가`, [1, 2, 'unmapped']],
      ['0E 20 21 30 21', `${R}가`, [1, 2, 'unmapped']],
      ['0E 0D 0A 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
    ],
    'state trail: looks up lead + 0x80 and byte + 0x80 in index euc-kr': [
      ['0E 21 21 7D 7E', '\u3000詰'],
      ['0E 48 7E 4A 21', '힝伽'],
    ],
    'state trail: returns to lead with one error for both bytes': [
      ['0E 49 21 30 21', `${R}가`, [1, 2, 'unmapped']],
      ['0E 30 7F 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
      ['0E 30 0A 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
      ['0E 30 0F 30 21', `${R}가`, [1, 2, 'invalid trailing byte']],
      ['0E B0 A1', R, [1, 2, 'invalid trailing byte']],
    ],
    'state trail: returns error at end-of-queue': [['0E 30', R, [1, 1, 'truncated']]],
  });
});

describe('eucJP-ms decoder and CP51932 decoder', () => {
  it('decode ASCII bytes, half-width katakana and JIS X 0208 as EUC-JP does', () => {
    check(
      ['eucjpms', '51932'],
      [
        ['', ''],
        ['00 1A 5C 7E 7F', '\0\x1A\\~\x7F'],
        ['8E A1 8E DF', '\uFF61\uFF9F'],
        ['A4 A2 C6 FC CB DC B8 EC', '\u3042\u65E5\u672C\u8A9E'],
        ['A1 C1 A1 C2 A1 DD', '\uFF5E\u2225\uFF0D'],
        ['AD A1 AD FC', '\u2460\u222A'],
        ['F4 A6', '\u7199'],
      ],
    );
  });

  it('return error for a byte that begins no sequence', () => {
    check(
      ['eucjp-ms', 'cp51932'],
      [
        ['80 8D 90 A0 FF 41', `${R.repeat(5)}A`, [0, 1, 'invalid byte']],
        ['8E 41', `${R}A`, [0, 1, trailing]],
        ['A4 41', `${R}A`, [0, 1, trailing]],
        ['A1 A0 41', `${R}A`, [0, 2, trailing]],
        ['A9 A1 A4 A2', `${R}\u3042`, [0, 2, 'unmapped']],
        ['A1', R, [0, 1, 'truncated']],
      ],
    );
  });

  it('decode rows F5 to FE to private use code points in eucJP-ms, and to characters of IBM in CP51932', () => {
    check(['eucjp-win'], [['F5 A1 F5 FE F6 A1 F9 A1 FE FE', '\uE000\uE05D\uE05E\uE178\uE3AB']]);
    check(
      ['cp51932'],
      [
        ['F9 A1 FC F1', '\u7E8A\u2170'],
        ['F5 A1 41', `${R}A`, [0, 2, 'unmapped']],
      ],
    );
  });

  it('decode 0x8F and two bytes to JIS X 0212, IBM and private use code points in eucJP-ms', () => {
    check(
      ['eucjp-open'],
      [
        ['8F B0 A1 8F ED E3', '\u4E02\u9FA5'],
        ['8F A2 C3 8F A2 B7', '\uFFE4\uFF5E'],
        ['8F F3 F3 8F F3 FE 8F F4 A1 8F F4 FB 8F F4 FE', '\u2170\u2161\u2162\u9AD9\u9ED1'],
        ['8F F5 A1 8F FE FE', '\uE3AC\uE757'],
        ['8F A1 A1 A4 A2', `${R}\u3042`, [0, 3, 'unmapped']],
        ['8F F3 F2', R, [0, 3, 'unmapped']],
        ['8F 41', `${R}A`, [0, 1, trailing]],
        ['8F F4 41', `${R}A`, [0, 2, trailing]],
        ['8F F4 80 A4 A2', `${R}\u3042`, [0, 3, trailing]],
        ['8F', R, [0, 1, 'truncated']],
        ['A4 A2 8F F4', `\u3042${R}`, [2, 2, 'truncated']],
      ],
    );
  });

  it('return error for 0x8F in CP51932', () => {
    check(
      ['cp51932'],
      [
        ['8F B0 A1', `${R}\u4E9C`, [0, 1, 'invalid byte']],
        ['8F 8F 41', `${R}${R}A`, [0, 1, 'invalid byte']],
      ],
    );
  });
});

describe('Johab decoder', () => {
  it('decodes syllables by their letters, and letters alone', () => {
    check(
      ['johab', 'ms1361', '1361'],
      [
        ['41 5C 7E', 'A\\~'],
        ['88 61 D0 65 8B 69', '\uAC00\uD55C\uAE00'],
        ['D3 BD', '\uD7A3'],
        ['88 41 84 61 84 44', '\u3131\u314F\u3133'],
        ['84 41 84 42', '\u3000\u3131'],
      ],
    );
  });

  it('decodes the other characters of KS X 1001', () => {
    check(
      ['cp1361'],
      [
        ['D9 31 D9 7E D9 91', '\u3000\u221A\u223D'],
        ['D9 E6 D9 E8', '\u20AC\u327E'],
        ['E0 31 F9 FE', '\u4F3D\u8A70'],
        ['DA D4', '\u3164'],
      ],
    );
  });

  it('returns error for what is no pair, and restores an ASCII byte', () => {
    check(
      ['x-johab'],
      [
        ['80 83 D4 D8 DF FA FF 41', `${R.repeat(7)}A`, [0, 1, 'invalid byte']],
        ['88 30', `${R}0`, [0, 1, trailing]],
        ['88 40 41', `${R}@A`, [0, 1, trailing]],
        ['88 7F', `${R}\x7F`, [0, 1, trailing]],
        ['88 80 41', `${R}A`, [0, 2, trailing]],
        ['D9 30', `${R}0`, [0, 1, trailing]],
        ['D9 90 41', `${R}A`, [0, 2, trailing]],
        ['D3 FE', R, [0, 2, 'unmapped']],
        ['88 7E 41', `${R}~A`, [0, 1, 'unmapped']],
        ['DA A1', R, [0, 2, 'unmapped']],
        ['88', R, [0, 1, 'truncated']],
      ],
    );
  });
});

/** Changes the byte order of each four bytes. The last one to three bytes stay as they are. */
function swap(bytes) {
  const swapped = Uint8Array.from(bytes);
  for (let at = 0; at + 4 <= bytes.length; at += 4) swapped.subarray(at, at + 4).reverse();
  return swapped;
}

/** Checks rows in both byte orders. The rows have the bytes of UTF-32BE. */
function checkBoth(rows, options) {
  check(['utf-32be'], rows, options);
  const swapped = rows.map(([digits, ...rest]) => [toHex(swap(hex(digits))), ...rest]);
  check(['utf-32le'], swapped, options);
}

describe('UTF-32 decoder', () => {
  it('decodes four bytes to a code point', () => {
    checkBoth([
      ['', ''],
      ['00000041', 'A'],
      ['00000000 0000D7FF 0000E000 0000FFFE 0000FFFF', '\0\uD7FF\uE000\uFFFE\uFFFF'],
      ['000065E5 0000672C 00010000 0001F4A9 0010FFFF', '日本\u{10000}\u{1F4A9}\u{10FFFF}'],
    ]);
  });

  it('returns one error for each surrogate, also for two that are a pair in UTF-16', () => {
    checkBoth([
      ['0000D800', R, [0, 4, lone]],
      ['0000DFFF 00000041', `${R}A`, [0, 4, lone]],
      ['00000041 0000D83D 0000DCA9', `A${R}${R}`, [4, 4, lone]],
    ]);
  });

  it('returns one error for each number above U+10FFFF', () => {
    checkBoth([
      ['00110000', R, [0, 4, 'unmapped']],
      ['00000041 00110000 00000042', `A${R}B`, [4, 4, 'unmapped']],
      ['7FFFFFFF 80000000 FFFFFFFF', `${R}${R}${R}`, [0, 4, 'unmapped']],
      ['01000041 80000041 00200041', `${R}${R}${R}`, [0, 4, 'unmapped']],
      ['0001D800 0010DFFF 0100D800', `\u{1D800}\u{10DFFF}${R}`, [8, 4, 'unmapped']],
    ]);
  });

  it('returns one error at end-of-queue, however many bytes are pending', () => {
    check(
      ['utf-32be', 'utf-32le'],
      [
        ['00', R, [0, 1, 'truncated']],
        ['FF FE', R, [0, 2, 'truncated']],
        ['00 00 FE', R, [0, 3, 'truncated']],
        ['00 D8 00', R, [0, 3, 'truncated']],
      ],
    );
    check(['utf-32le'], [['41 00 00 00 42 00 00', `A${R}`, [4, 3, 'truncated']]]);
    check(['utf-32be'], [['00 00 00 41 00', `A${R}`, [4, 1, 'truncated']]]);
  });
});

describe('serialize I/O queue, encodings UTF-32BE and UTF-32LE', () => {
  it('drops one U+FEFF BOM when ignore BOM and BOM seen are false', () => {
    checkBoth([
      ['0000FEFF', ''],
      ['0000FEFF 00000041', 'A'],
      ['0000FEFF 0000FEFF', '\uFEFF'],
      ['00000041 0000FEFF', 'A\uFEFF'],
      ['0000FEFF 0000DCA9', R, [4, 4, lone]],
      ['0000D800 0000FEFF', `${R}\uFEFF`, [0, 4, lone]],
    ]);
  });

  it('calls a BOM of the other byte order malformed', () => {
    checkBoth([['FFFE0000 00000041', `${R}A`, [0, 4, 'unmapped']]]);
  });

  it('keeps U+FEFF when ignore BOM is true', () => {
    checkBoth(
      [
        ['0000FEFF 00000041', '\uFEFFA'],
        ['0000FEFF 0000FEFF', '\uFEFF\uFEFF'],
      ],
      { ignoreBOM: true },
    );
  });

  it('sets BOM seen once per stream, and to false again for the next stream', () => {
    for (const fatal of [false, true]) {
      checkCalls('utf-32le', { fatal }, [
        ['FF', stream, ''],
        ['FE', stream, ''],
        ['', stream, ''],
        ['00', stream, ''],
        ['00 41 00', stream, ''],
        ['00 00 FF FE 00 00', stream, 'A\uFEFF'],
        [null, {}, ''],
        ['FF FE 00 00 42 00 00 00', {}, 'B'],
        ['42 00 00 00', stream, 'B'],
        ['FF FE 00 00', {}, '\uFEFF'],
        ['FF FE 00 00', {}, ''],
      ]);
    }
  });
});

/** Checks rows [text, bytes before the first error as latin1, [index, code point] of the first error]. */
function checkText(name, rows) {
  checkEncoder(
    [name],
    rows.map(([text, bytes, error]) => [text, ascii(bytes), error]),
  );
}

describe('hz-gb-2312 encoder', () => {
  testRules(checkText, 'hz-gb-2312', {
    'writes ASCII unchanged, and U+007E as 0x7E 0x7E': [
      ['', ''],
      ['a\n\x1B\x7F', 'a\n\x1B\x7F'],
      ['~{', '~~{'],
    ],
    'writes 0x7E 0x7B before GBK bytes, and 0x7E 0x7D before ASCII and at end-of-queue': [
      ['中文', '~{VPND~}'],
      ['a中b', 'a~{VP~}b'],
      ['中~文', '~{VP~}~~~{ND~}'],
      ['中\n', '~{VP~}\n'],
    ],
    'returns error outside 0xA1–0xFD, 0xA1–0xFE of GBK, and returns to ASCII before it': [
      ['丂', '', [0, 0x4e02]],
      ['中丂', '~{VP~}', [1, 0x4e02]],
      ['a中\u{1F4A9}', 'a~{VP~}', [2, 0x1f4a9]],
      ['\u00A0', '', [0, 0xa0]],
    ],
  });

  it('returns error for the code points whose leading byte would be 0x7E', () => {
    // U+E4C4 would be written as 0x7E 0x7D, which ends two-byte mode.
    checkText('hz-gb-2312', [
      ['\uE4C4', '', [0, 0xe4c4]],
      ['\uE468', '', [0, 0xe468]],
    ]);
  });

  it('returns error for the code points that the gb18030 encoder does not look up in its index', () => {
    checkText('hz-gb-2312', [
      ['\uFE10', '~{&Y~}'],
      ['\uE78D', '', [0, 0xe78d]],
    ]);
  });
});

describe('iso-2022-kr encoder', () => {
  const header = '\x1B$)C';

  testRules(checkText, 'iso-2022-kr', {
    'writes 0x1B 0x24 0x29 0x43 once before anything else, and nothing for an empty text': [
      ['', ''],
      ['a\n', `${header}a\n`],
      ['\u{1F4A9}', header, [0, 0x1f4a9]],
    ],
    'writes 0x0E before EUC-KR bytes, and 0x0F before ASCII and at end-of-queue': [
      ['가나', `${header}\x0E0!3*\x0F`],
      ['가a나', `${header}\x0E0!\x0Fa\x0E3*\x0F`],
      ['가\n', `${header}\x0E0!\x0F\n`],
    ],
    'returns error for code points whose bytes in EUC-KR are outside 0xA1–0xFE, 0xA1–0xFE': [
      ['갂', header, [0, 0xac02]],
      ['가갂', `${header}\x0E0!\x0F`, [1, 0xac02]],
    ],
    'returns error with U+FFFD for U+000E, U+000F and U+001B': [
      ['\x0E', header, [0, 0xfffd]],
      ['가\x0F', `${header}\x0E0!\x0F`, [1, 0xfffd]],
      ['a\x1B', `${header}a`, [1, 0xfffd]],
    ],
  });
});

describe('historical encoders', () => {
  it('end their output so that outputs can be joined', () => {
    for (const [handle, texts] of [
      [hzGb2312, ['中', '文a', '~', '国']],
      [iso2022Kr, ['가', '나a', '!', '다']],
    ]) {
      const joined = Buffer.concat(texts.map((text) => encode(text, handle)));
      equal(decode(joined, handle, { fatal: true }), texts.join(''));
    }
  });
});

describe('Encoders of several bytes', () => {
  it('eucJP-ms: two bytes before three, and private use code points', () => {
    checkEncoder(
      ['eucjp-ms'],
      [
        ['A\\~\u3042', '41 5C 7E A4 A2'],
        ['\uFF71\u9AD9\u6A4B', '8E B1 8F F4 FB B6 B6'],
        ['\u2116\u2170\u4E02', 'AD E2 8F F3 F3 8F B0 A1'],
        ['\uE000\uE3AB\uE3AC\uE757', 'F5 A1 FE FE 8F F5 A1 8F FE FE'],
        ['\u00A5\u203E\u00A6\uFFE4', '5C 7E 8F A2 C3 8F A2 C3'],
        [
          '\u301C\uFF5E\u2016\u2212\u00A2\u00A3\u00AC\u2014',
          'A1 C1 A1 C1 A1 C2 A1 DD A1 F1 A1 F2 A2 CC A1 BD',
        ],
        ['\u4E02\uE758', '8F B0 A1', [1, 0xe758]],
        ['\u0080', '', [0, 0x80]],
        ['a\u4E02\u{1F600}', '61 8F B0 A1', [2, 0x1f600]],
        ['\uD842\u4E02', '', [0, 0xfffd]],
        // Its lower 16 bits are those of a character of three bytes.
        ['\u{24E02}', '', [0, 0x24e02]],
      ],
    );
  });

  it('CP51932: what PHP writes', () => {
    checkEncoder(
      ['cp51932'],
      [
        ['A\u3042\uFF71\u7E8A', '41 A4 A2 8E B1 F9 A1'],
        ['\u00A5\u203E\u00AF\u00A2\u00A3\u00AC', 'A1 EF A1 B1 A1 B1 A1 F1 A1 F2 A2 CC'],
        ['\u301C\u2016\u2212', 'A1 C1 A1 C2 A1 DD'],
        ['\u2014', '', [0, 0x2014]],
        ['\u3042\u4E02', 'A4 A2', [1, 0x4e02]],
        ['\uE000', '', [0, 0xe000]],
      ],
    );
  });

  it('Johab: the pair of an initial consonant, and the space of KS X 1001', () => {
    checkEncoder(
      ['johab'],
      [
        ['A\\\uAC00\uD55C\uAE00\uD7A3', '41 5C 88 61 D0 65 8B 69 D3 BD'],
        ['\u3131\u3133\u314F\u3164', '88 41 84 44 84 61 DA D4'],
        ['\u3000\u327E\u4F3D\u8A70', 'D9 31 D9 E8 E0 31 F9 FE'],
        ['\uAC00\u20A9', '88 61', [1, 0x20a9]],
        ['\u{1F600}', '', [0, 0x1f600]],
      ],
    );
  });

  it('EUC-JP with JIS X 0212, which the encoder of the standard leaves out', () => {
    const rows = [
      ['A\u3042\u9AD9', '41 A4 A2 FC E2'],
      // Kanji of IBM that JIS X 0212 has, too.
      ['\u4E28\u91DE', '8F B0 A9 8F E3 A9'],
      ['\u4E02\u00A6\u9FA5\u3042', '8F B0 A1 8F A2 C3 8F ED E3 A4 A2'],
      ['\u00A5\u203E\u2212\uFF71', '5C 7E A1 DD 8E B1'],
      ['\u4E02\u{1F600}', '8F B0 A1', [1, 0x1f600]],
      ['\u{24E02}', '', [0, 0x24e02]],
    ];
    checkEncoder(['EUC-JP'], rows);
    throws(() => encode('\u4E02', 'euc-jp'), { code: 'ERR_ENCODING_UNENCODABLE' });
  });

  it('Big5 with the rows below 0xA1, and pairs of two code points', () => {
    const rows = [
      ['A\u4E00\u43F0', '41 A4 40 87 40'],
      ['\u00CA\u0304\u00CA\u030C\u00EA\u0304\u00EA\u030C', '88 62 88 64 88 A3 88 A5'],
      ['\u00CA\u00EA\u00CA', '88 66 88 A7 88 66'],
      ['\u00CAx\u00CA\u4E00\u00CA\u{20547}', '88 66 78 88 66 A4 40 88 66 FA 40'],
      ['\u00CA\u{1F600}', '88 66', [1, 0x1f600]],
      ['\u00CA\u0304\u0304', '88 62', [2, 0x304]],
      ['\u0304', '', [0, 0x304]],
    ];
    checkEncoder(['Big5'], rows);
    throws(() => encode('\u43F0', 'big5'), { code: 'ERR_ENCODING_UNENCODABLE' });
  });

  it('write every character and every pair of characters that the decoder of Big5 reads', () => {
    const texts = [];
    for (let pointer = 0; pointer < 126 * 157; pointer += 1) {
      const codePoint = indexBig5().codePoint(pointer);
      if (codePoint !== null) texts.push(String.fromCodePoint(codePoint));
    }
    texts.push('\u00CA\u0304', '\u00CA\u030C', '\u00EA\u0304', '\u00EA\u030C');
    const bytes = encoders.encode(texts.join(''), 'Big5');
    equal(bytes.length, 2 * texts.length);
    equal(decode(bytes, 'big5', { fatal: true }), texts.join(''));
  });

  it('skip and replace what is unencodable between a letter and its mark', () => {
    equal(
      encoders
        .encode('\u00CA\u{1F600}\u0304', 'Big5', { unencodable: 'replace' })
        .toString('latin1'),
      '\x88\x66??',
    );
    equal(
      encoders.encode('\u00CA', 'Big5', { unencodable: 'html' }).toString('latin1'),
      '\x88\x66',
    );
    equal(
      encoders.encode('\u00CA\u{1F600}', 'Big5', { unencodable: () => '!' }).toString('latin1'),
      '\x88\x66!',
    );
    const stream = newStream('Big5', { unencodable: () => '!' }, encoders);
    const parts = ['a\u00CA', '', '\u0304', '\u00EA', '\u{1F600}', '\u00CA'].map((text) =>
      stream.encode(text, false),
    );
    const bytes = Buffer.concat([...parts, stream.encode('', true)]);
    equal(bytes.toString('latin1'), 'a\x88\x62\x88\xA7!\x88\x66');
    // The text is encoded in pieces of 8,192 code units, none of which ends between a letter and its mark.
    for (const length of [8190, 8191, 8192, 8193]) {
      const text = `${'a'.repeat(length)}\u00CA\u0304\u{1F600}`;
      const encoded = encoders.encode(text, 'Big5', { unencodable: () => '!' });
      equal(encoded.toString('latin1'), `${'a'.repeat(length)}\x88\x62!`);
    }
  });
});
