// Tests the rules of the encodings of whatwg-transcoder/encodings in which a character has several bytes or that have a state, and the
// encoders of EUC-JP and Big5 that write everything that their decoders read: each rule in every cut and mode, beside the reference.
// handles.test.mjs has what is true of all of them.

import { equal, throws } from 'node:assert/strict';
import { decode, encode } from 'whatwg-transcoder';
import { hzGb2312, iso2022Kr } from 'whatwg-transcoder/encodings';
import { hex, testRules, toHex } from '../../harness/decoders.mjs';
import { newStream } from '../../harness/encoders.mjs';
import {
  checkCalls,
  checkEncoder as checkEncoderRows,
  check as checkRows,
  encoders,
} from '../../harness/other-encodings.mjs';
import { indexBig5 } from '../../reference/indexes.mjs';

const stream = { stream: true };
const { raw } = String;

/** The text that a part of a row stands for, in which code units and code points are written as in JavaScript. */
const readEscapes = (part) =>
  part.replaceAll(
    /\\u\{(.*?)\}|\\u(.{4})|\\x(..)|\\(.)/g,
    (_, point, unit, byte, letter) =>
      ({ n: '\n', r: '\r', 0: '\0', '\\': '\\' })[letter] ??
      String.fromCodePoint(`0x${point ?? unit ?? byte}`),
  );

/** The bytes of a text of Latin-1 in hexadecimal. */
const latin1 = (text) => toHex(Buffer.from(readEscapes(text), 'latin1'));

/** The cells of each line of a text. */
const linesOf = (rows) =>
  rows
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/(?:^| )\|(?: |$)/));

/** Rows of lines: bytes in hexadecimal or as [ASCII], the text, and offset, length and reason of the first error, if there is one. */
const decoded = (rows) =>
  linesOf(rows).map(([bytes, text, error]) => {
    const digits = bytes.replaceAll(/\[(.*?)\]/g, (_, ascii) => latin1(ascii));
    const [, offset, length, reason] = /^(\d+) (\d+) (.*)$/.exec(error) ?? [];
    const place = error === undefined ? [] : [[Number(offset), Number(length), reason]];
    return [digits, readEscapes(text), ...place];
  });

/** Rows of lines: a text, its bytes, and index and code point of the first error, if there is one. */
const encoded = (rows, toBytes = (bytes) => bytes) =>
  linesOf(rows).map(([text, bytes, error]) => {
    const [index, digits] = error?.split(' ') ?? [];
    const place = error === undefined ? [] : [[Number(index), Number(`0x${digits}`)]];
    return [readEscapes(text), toBytes(bytes), ...place];
  });

const check = (labels, rows, options) => checkRows(labels, decoded(rows), options);
const checkEncoder = (names, rows) => checkEncoderRows(names, encoded(rows));
const checkText = (name, rows) => checkEncoderRows([name], encoded(rows, latin1));

describe('hz-gb-2312 decoder', () => {
  const hz = ['hz-gb-2312'];

  testRules(check, hz, {
    'returns a code point whose value is byte for ASCII except 0x7E while the flag is unset': raw`
       | 
      00 0A 0D 1B 20 5C 7F | \0\n\r\x1B \\\x7F`,
    'returns error for 0x80–0xFF': raw`
      80 41 FF | �A� | 0 1 invalid byte
      [~{] D6 D0 | �� | 2 1 invalid byte`,
    'accepts four bytes after 0x7E': raw`
      [~~] | ~
      [a~\nb] | ab
      [~{VPND~}!] | 中文!
      [~{~}~{VP~}] | 中`,
    'accepts the four bytes after 0x7E whether or not the flag is set': raw`
      [~}~}a] | a
      [~{~{VP~{ND] | 中文
      [~{VP~~ND] | 中~文
      [~{VP~\nND] | 中文`,
    'restores any other byte after 0x7E and returns error': raw`
      [~a] | �a | 0 1 invalid escape sequence
      41 7E 80 | A�� | 1 1 invalid escape sequence
      [~{~VP~}] | �中 | 2 1 invalid escape sequence
      [~{~] 0D | �� | 2 1 invalid escape sequence`,
    'looks up leading byte + 0x80 and byte + 0x80 in the two-byte form of GBK': raw`
      [~{!!0!}E] | \u3000啊\uE42E
      [~{ !] | \u724E`,
    'consumes both bytes when the index has no entry for them': raw`
      7E 7B 7F 21 56 50 | �中 | 2 2 unmapped
      7E 7B 56 50 7F 7E 56 50 | 中�中 | 4 2 unmapped`,
    'consumes both bytes when the trailing byte is not 0x21–0x7E': raw`
      7E 7B 56 20 56 50 | �中 | 2 2 invalid trailing byte
      7E 7B 56 7F | � | 2 2 invalid trailing byte
      7E 7B 56 D0 56 50 | �中 | 2 2 invalid trailing byte
      7E 7B 56 0D 56 50 | �中 | 2 2 invalid trailing byte`,
    'unsets the flag at a newline, and returns error for it, alone or as a trailing byte': raw`
      [~{VP\nVP] | 中�VP | 4 1 invalid byte
      [~{V\nVP] | �VP | 2 2 invalid trailing byte`,
    'returns error for 0x00–0x1F while the flag is set': raw`
      [~{] 00 0D 1B 56 50 | ���中 | 2 1 invalid byte`,
    'accepts 0x7E as a trailing byte': raw`
      [~{!~VP] | 〓中`,
    'returns error at end-of-queue with a leading byte': raw`
      [A~] | A� | 1 1 truncated
      [~{V] | � | 2 1 truncated
      [~{VP~] | 中� | 4 1 truncated`,
  });
});

describe('iso-2022-kr decoder', () => {
  const kr = ['iso-2022-kr', 'csiso2022kr'];

  testRules(check, kr, {
    'state ASCII: 0x0E enters lead, 0x0F yields nothing, other bytes below 0x80 are ASCII': raw`
       | 
      00 0A 0D 41 5C 7F | \0\n\rA\\\x7F
      0F 41 0F | A
      0E 30 21 33 2A | 가나`,
    'state ASCII: returns error for 0x80–0xFF': raw`
      41 80 FF | A�� | 1 1 invalid byte`,
    'yields nothing for 0x1B 0x24 0x29 0x43 anywhere in ASCII': raw`
      1B 24 29 43 | 
      1B 24 29 43 1B 24 29 43 41 | A
      41 1B 24 29 43 0E 30 21 0F 42 | A가B`,
    'returns one error when the escape sequence breaks, restoring what followed 0x1B': raw`
      1B 41 | �A | 0 1 invalid escape sequence
      1B 24 41 | �$A | 0 1 invalid escape sequence
      1B 24 29 41 | �$)A | 0 1 invalid escape sequence
      1B 1B 24 29 43 41 | �A | 0 1 invalid escape sequence
      1B 24 1B 24 29 1B 24 29 43 | �$�$) | 0 1 invalid escape sequence
      1B 24 29 0E 30 21 | �$)가 | 0 1 invalid escape sequence
      1B 24 29 80 | �$)� | 0 1 invalid escape sequence
      41 1B 0F 42 | A�B | 1 1 invalid escape sequence`,
    'returns one error when end-of-queue breaks the escape sequence': raw`
      41 1B | A� | 1 1 truncated
      1B 24 | �$ | 0 1 truncated
      1B 24 29 | �$) | 0 1 truncated`,
    'state lead: 0x0A yields U+000A and returns to ASCII, 0x0E yields nothing, 0x0F returns to ASCII': raw`
      0E 30 21 0A 30 21 | 가\n0!
      0E 0E 30 21 0E 33 2A | 가나
      0E 30 21 0F 30 21 | 가0!
      0E | 
      0E 30 21 | 가`,
    'state lead: any other byte becomes the lead, also 0x1B': raw`
      0E 1B 24 29 43 | �㈒ | 1 2 unmapped
      0E 80 21 30 21 | �가 | 1 2 unmapped
      0E 20 21 30 21 | �가 | 1 2 unmapped
      0E 0D 0A 30 21 | �가 | 1 2 invalid trailing byte`,
    'state trail: looks up lead + 0x80 and byte + 0x80 in index euc-kr': raw`
      0E 21 21 7D 7E | \u3000詰
      0E 48 7E 4A 21 | 힝伽`,
    'state trail: returns to lead with one error for both bytes': raw`
      0E 49 21 30 21 | �가 | 1 2 unmapped
      0E 30 7F 30 21 | �가 | 1 2 invalid trailing byte
      0E 30 0A 30 21 | �가 | 1 2 invalid trailing byte
      0E 30 0F 30 21 | �가 | 1 2 invalid trailing byte
      0E B0 A1 | � | 1 2 invalid trailing byte`,
    'state trail: returns error at end-of-queue': raw`
      0E 30 | � | 1 1 truncated`,
  });
});

describe('eucJP-ms decoder and CP51932 decoder', () => {
  testRules(check, ['eucjpms', '51932'], {
    'decode ASCII bytes, half-width katakana and JIS X 0208 as EUC-JP does': raw`
       | 
      00 1A 5C 7E 7F | \0\x1A\\~\x7F
      8E A1 8E DF | \uFF61\uFF9F
      A4 A2 C6 FC CB DC B8 EC | \u3042\u65E5\u672C\u8A9E
      A1 C1 A1 C2 A1 DD | \uFF5E\u2225\uFF0D
      AD A1 AD FC | \u2460\u222A
      F4 A6 | \u7199`,
  });

  testRules(check, ['eucjp-ms', 'cp51932'], {
    'return error for a byte that begins no sequence': raw`
      80 8D 90 A0 FF 41 | �����A | 0 1 invalid byte
      8E 41 | �A | 0 1 invalid trailing byte
      A4 41 | �A | 0 1 invalid trailing byte
      A1 A0 41 | �A | 0 2 invalid trailing byte
      A9 A1 A4 A2 | �\u3042 | 0 2 unmapped
      A1 | � | 0 1 truncated`,
  });

  it('decode rows F5 to FE to private use code points in eucJP-ms, and to characters of IBM in CP51932', () => {
    check(
      ['eucjp-win'],
      raw`
      F5 A1 F5 FE F6 A1 F9 A1 FE FE | \uE000\uE05D\uE05E\uE178\uE3AB`,
    );
    check(
      ['cp51932'],
      raw`
      F9 A1 FC F1 | \u7E8A\u2170
      F5 A1 41 | �A | 0 2 unmapped`,
    );
  });

  testRules(check, ['eucjp-open'], {
    'decode 0x8F and two bytes to JIS X 0212, IBM and private use code points in eucJP-ms': raw`
      8F B0 A1 8F ED E3 | \u4E02\u9FA5
      8F A2 C3 8F A2 B7 | \uFFE4\uFF5E
      8F F3 F3 8F F3 FE 8F F4 A1 8F F4 FB 8F F4 FE | \u2170\u2161\u2162\u9AD9\u9ED1
      8F F5 A1 8F FE FE | \uE3AC\uE757
      8F A1 A1 A4 A2 | �\u3042 | 0 3 unmapped
      8F F3 F2 | � | 0 3 unmapped
      8F 41 | �A | 0 1 invalid trailing byte
      8F F4 41 | �A | 0 2 invalid trailing byte
      8F F4 80 A4 A2 | �\u3042 | 0 3 invalid trailing byte
      8F | � | 0 1 truncated
      A4 A2 8F F4 | \u3042� | 2 2 truncated`,
  });

  testRules(check, ['cp51932'], {
    'return error for 0x8F in CP51932': raw`
      8F B0 A1 | �\u4E9C | 0 1 invalid byte
      8F 8F 41 | ��A | 0 1 invalid byte`,
  });
});

describe('Johab decoder', () => {
  testRules(check, ['johab', 'ms1361', '1361'], {
    'decodes syllables by their letters, and letters alone': raw`
      41 5C 7E | A\\~
      88 61 D0 65 8B 69 | \uAC00\uD55C\uAE00
      D3 BD | \uD7A3
      88 41 84 61 84 44 | \u3131\u314F\u3133
      84 41 84 42 | \u3000\u3131`,
  });

  testRules(check, ['cp1361'], {
    'decodes the other characters of KS X 1001': raw`
      D9 31 D9 7E D9 91 | \u3000\u221A\u223D
      D9 E6 D9 E8 | \u20AC\u327E
      E0 31 F9 FE | \u4F3D\u8A70
      DA D4 | \u3164`,
  });

  testRules(check, ['x-johab'], {
    'returns error for what is no pair, and restores an ASCII byte': raw`
      80 83 D4 D8 DF FA FF 41 | �������A | 0 1 invalid byte
      88 30 | �0 | 0 1 invalid trailing byte
      88 40 41 | �@A | 0 1 invalid trailing byte
      88 7F | �\x7F | 0 1 invalid trailing byte
      88 80 41 | �A | 0 2 invalid trailing byte
      D9 30 | �0 | 0 1 invalid trailing byte
      D9 90 41 | �A | 0 2 invalid trailing byte
      D3 FE | � | 0 2 unmapped
      88 7E 41 | �~A | 0 1 unmapped
      DA A1 | � | 0 2 unmapped
      88 | � | 0 1 truncated`,
  });
});

/** Changes the byte order of each four bytes. The last one to three bytes stay as they are. */
function swap(bytes) {
  const swapped = Uint8Array.from(bytes);
  for (let at = 0; at + 4 <= bytes.length; at += 4) swapped.subarray(at, at + 4).reverse();
  return swapped;
}

const utf32 = ['utf-32be', 'utf-32le'];

/** Checks rows in both byte orders. The rows have the bytes of UTF-32BE. */
function checkBoth([big, little], rows, options) {
  check([big], rows, options);
  const swapped = decoded(rows).map(([digits, ...rest]) => [toHex(swap(hex(digits))), ...rest]);
  checkRows([little], swapped, options);
}

describe('UTF-32 decoder', () => {
  testRules(checkBoth, utf32, {
    'decodes four bytes to a code point': raw`
       | 
      00000041 | A
      00000000 0000D7FF 0000E000 0000FFFE 0000FFFF | \0\uD7FF\uE000\uFFFE\uFFFF
      000065E5 0000672C 00010000 0001F4A9 0010FFFF | 日本\u{10000}\u{1F4A9}\u{10FFFF}`,
    'returns one error for each surrogate, also for two that are a pair in UTF-16': raw`
      0000D800 | � | 0 4 lone surrogate
      0000DFFF 00000041 | �A | 0 4 lone surrogate
      00000041 0000D83D 0000DCA9 | A�� | 4 4 lone surrogate`,
    'returns one error for each number above U+10FFFF': raw`
      00110000 | � | 0 4 unmapped
      00000041 00110000 00000042 | A�B | 4 4 unmapped
      7FFFFFFF 80000000 FFFFFFFF | ��� | 0 4 unmapped
      01000041 80000041 00200041 | ��� | 0 4 unmapped
      0001D800 0010DFFF 0100D800 | \u{1D800}\u{10DFFF}� | 8 4 unmapped`,
  });

  it('returns one error at end-of-queue, however many bytes are pending', () => {
    check(
      ['utf-32be', 'utf-32le'],
      raw`
      00 | � | 0 1 truncated
      FF FE | � | 0 2 truncated
      00 00 FE | � | 0 3 truncated
      00 D8 00 | � | 0 3 truncated`,
    );
    check(
      ['utf-32le'],
      raw`
      41 00 00 00 42 00 00 | A� | 4 3 truncated`,
    );
    check(
      ['utf-32be'],
      raw`
      00 00 00 41 00 | A� | 4 1 truncated`,
    );
  });
});

describe('serialize I/O queue, encodings UTF-32BE and UTF-32LE', () => {
  testRules(checkBoth, utf32, {
    'drops one U+FEFF BOM when ignore BOM and BOM seen are false': raw`
      0000FEFF | 
      0000FEFF 00000041 | A
      0000FEFF 0000FEFF | \uFEFF
      00000041 0000FEFF | A\uFEFF
      0000FEFF 0000DCA9 | � | 4 4 lone surrogate
      0000D800 0000FEFF | �\uFEFF | 0 4 lone surrogate`,
    'calls a BOM of the other byte order malformed': raw`
      FFFE0000 00000041 | �A | 0 4 unmapped`,
  });

  it('keeps U+FEFF when ignore BOM is true', () => {
    checkBoth(
      utf32,
      raw`
      0000FEFF 00000041 | \uFEFFA
      0000FEFF 0000FEFF | \uFEFF\uFEFF`,
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

describe('hz-gb-2312 encoder', () => {
  testRules(checkText, 'hz-gb-2312', {
    'writes ASCII unchanged, and U+007E as 0x7E 0x7E': raw`
       | 
      a\n\x1B\x7F | a\n\x1B\x7F
      ~{ | ~~{`,
    'writes 0x7E 0x7B before GBK bytes, and 0x7E 0x7D before ASCII and at end-of-queue': raw`
      中文 | ~{VPND~}
      a中b | a~{VP~}b
      中~文 | ~{VP~}~~~{ND~}
      中\n | ~{VP~}\n`,
    'returns error outside 0xA1–0xFD, 0xA1–0xFE of GBK, and returns to ASCII before it': raw`
      丂 |  | 0 4E02
      中丂 | ~{VP~} | 1 4E02
      a中\u{1F4A9} | a~{VP~} | 2 1F4A9
      \u00A0 |  | 0 A0`,
    // U+E4C4 would be written as 0x7E 0x7D, which ends two-byte mode.
    'returns error for the code points whose leading byte would be 0x7E': raw`
      \uE4C4 |  | 0 E4C4
      \uE468 |  | 0 E468`,
    'returns error for the code points that the gb18030 encoder does not look up in its index': raw`
      \uFE10 | ~{&Y~}
      \uE78D |  | 0 E78D`,
  });
});

describe('iso-2022-kr encoder', () => {
  testRules(checkText, 'iso-2022-kr', {
    'writes 0x1B 0x24 0x29 0x43 once before anything else, and nothing for an empty text': raw`
       | 
      a\n | \x1B$)Ca\n
      \u{1F4A9} | \x1B$)C | 0 1F4A9`,
    'writes 0x0E before EUC-KR bytes, and 0x0F before ASCII and at end-of-queue': raw`
      가나 | \x1B$)C\x0E0!3*\x0F
      가a나 | \x1B$)C\x0E0!\x0Fa\x0E3*\x0F
      가\n | \x1B$)C\x0E0!\x0F\n`,
    'returns error for code points whose bytes in EUC-KR are outside 0xA1–0xFE, 0xA1–0xFE': raw`
      갂 | \x1B$)C | 0 AC02
      가갂 | \x1B$)C\x0E0!\x0F | 1 AC02`,
    'returns error with U+FFFD for U+000E, U+000F and U+001B': raw`
      \x0E | \x1B$)C | 0 FFFD
      가\x0F | \x1B$)C\x0E0!\x0F | 1 FFFD
      a\x1B | \x1B$)Ca | 1 FFFD`,
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
  testRules(checkEncoder, ['eucjp-ms'], {
    'eucJP-ms: two bytes before three, and private use code points': raw`
      A\\~\u3042 | 41 5C 7E A4 A2
      \uFF71\u9AD9\u6A4B | 8E B1 8F F4 FB B6 B6
      \u2116\u2170\u4E02 | AD E2 8F F3 F3 8F B0 A1
      \uE000\uE3AB\uE3AC\uE757 | F5 A1 FE FE 8F F5 A1 8F FE FE
      \u00A5\u203E\u00A6\uFFE4 | 5C 7E 8F A2 C3 8F A2 C3
      \u301C\uFF5E\u2016\u2212\u00A2\u00A3\u00AC\u2014 | A1 C1 A1 C1 A1 C2 A1 DD A1 F1 A1 F2 A2 CC A1 BD
      \u4E02\uE758 | 8F B0 A1 | 1 E758
      \u0080 |  | 0 80
      a\u4E02\u{1F600} | 61 8F B0 A1 | 2 1F600
      \uD842\u4E02 |  | 0 FFFD
      \u{24E02} |  | 0 24E02`,
  });

  testRules(checkEncoder, ['cp51932'], {
    'CP51932: what PHP writes': raw`
      A\u3042\uFF71\u7E8A | 41 A4 A2 8E B1 F9 A1
      \u00A5\u203E\u00AF\u00A2\u00A3\u00AC | A1 EF A1 B1 A1 B1 A1 F1 A1 F2 A2 CC
      \u301C\u2016\u2212 | A1 C1 A1 C2 A1 DD
      \u2014 |  | 0 2014
      \u3042\u4E02 | A4 A2 | 1 4E02
      \uE000 |  | 0 E000`,
  });

  testRules(checkEncoder, ['johab'], {
    'Johab: the pair of an initial consonant, and the space of KS X 1001': raw`
      A\\\uAC00\uD55C\uAE00\uD7A3 | 41 5C 88 61 D0 65 8B 69 D3 BD
      \u3131\u3133\u314F\u3164 | 88 41 84 44 84 61 DA D4
      \u3000\u327E\u4F3D\u8A70 | D9 31 D9 E8 E0 31 F9 FE
      \uAC00\u20A9 | 88 61 | 1 20A9
      \u{1F600} |  | 0 1F600`,
  });

  it('EUC-JP with JIS X 0212, which the encoder of the standard leaves out', () => {
    const rows = raw`
      A\u3042\u9AD9 | 41 A4 A2 FC E2
      \u4E28\u91DE | 8F B0 A9 8F E3 A9
      \u4E02\u00A6\u9FA5\u3042 | 8F B0 A1 8F A2 C3 8F ED E3 A4 A2
      \u00A5\u203E\u2212\uFF71 | 5C 7E A1 DD 8E B1
      \u4E02\u{1F600} | 8F B0 A1 | 1 1F600
      \u{24E02} |  | 0 24E02`;
    checkEncoder(['EUC-JP'], rows);
    throws(() => encode('\u4E02', 'euc-jp'), { code: 'ERR_ENCODING_UNENCODABLE' });
  });

  it('Big5 with the rows below 0xA1, and pairs of two code points', () => {
    const rows = raw`
      A\u4E00\u43F0 | 41 A4 40 87 40
      \u00CA\u0304\u00CA\u030C\u00EA\u0304\u00EA\u030C | 88 62 88 64 88 A3 88 A5
      \u00CA\u00EA\u00CA | 88 66 88 A7 88 66
      \u00CAx\u00CA\u4E00\u00CA\u{20547} | 88 66 78 88 66 A4 40 88 66 FA 40
      \u00CA\u{1F600} | 88 66 | 1 1F600
      \u00CA\u0304\u0304 | 88 62 | 2 304
      \u0304 |  | 0 304`;
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
