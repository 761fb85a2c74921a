// Tests the UTF-16BE and UTF-16LE decoders, rule by rule.
// https://encoding.spec.whatwg.org/#common-infrastructure-for-utf-16be-and-utf-16le

import { check, checkCalls, hex, toHex } from '../harness/decoders.mjs';

const R = '\uFFFD';
const lone = 'lone surrogate';

/**
 * Checks rows in both byte orders. The rows have the bytes of UTF-16BE. An odd last byte stays at
 * the end.
 */
function checkBoth(rows, options) {
  const swapped = rows.map(([digits, ...rest]) => {
    const bytes = hex(digits);
    for (let i = 0; i + 1 < bytes.length; i += 2) {
      [bytes[i], bytes[i + 1]] = [bytes[i + 1], bytes[i]];
    }
    return [toHex(bytes), ...rest];
  });
  check(['utf-16be'], rows, options);
  check(['utf-16le'], swapped, options);
}

describe('shared UTF-16 decoder', () => {
  it('returns code point codeUnit', () => {
    checkBoth([
      ['', ''],
      ['0041', 'A'],
      ['0000 D7FF E000 FFFE FFFF', '\0\uD7FF\uE000\uFFFE\uFFFF'],
      ['65E5 672C 8A9E', '\u65E5\u672C\u8A9E'],
    ]);
  });

  it('returns a scalar value from surrogates', () => {
    checkBoth([
      ['D83D DCA9', '\u{1F4A9}'],
      ['D800 DC00 DBFF DFFF', '\u{10000}\u{10FFFF}'],
      ['0041 D83D DCA9 0042', 'A\u{1F4A9}B'],
    ]);
  });

  it('restores bytes when a leading surrogate has no trailing surrogate', () => {
    checkBoth([
      ['D83D 0041', `${R}A`, [0, 2, lone]],
      ['D83D D83D DCA9', `${R}\u{1F4A9}`, [0, 2, lone]],
      ['D800 D800 D800 DC00', `${R}${R}\u{10000}`, [0, 2, lone]],
      ['0041 DBFF E000', `A${R}\uE000`, [2, 2, lone]],
      ['D83D FEFF', `${R}\uFEFF`, [0, 2, lone]],
    ]);
  });

  it('returns error for a trailing surrogate alone', () => {
    checkBoth([
      ['DCA9', R, [0, 2, lone]],
      ['DC00 0041', `${R}A`, [0, 2, lone]],
      ['0041 DFFF D83D DCA9', `A${R}\u{1F4A9}`, [2, 2, lone]],
      ['D83D DCA9 DCA9', `\u{1F4A9}${R}`, [4, 2, lone]],
    ]);
  });

  it('returns error once at end-of-queue, whatever is pending', () => {
    check(
      ['utf-16le'],
      [
        ['41', R, [0, 1, 'truncated']],
        ['3D D8', R, [0, 2, 'truncated']],
        ['3D D8 41', R, [0, 3, 'truncated']],
        ['41 00 3D D8 A9', `A${R}`, [2, 3, 'truncated']],
        ['41 00 42', `A${R}`, [2, 1, 'truncated']],
      ],
    );
    check(
      ['utf-16be'],
      [
        ['00', R, [0, 1, 'truncated']],
        ['D8 3D', R, [0, 2, 'truncated']],
        ['D8 3D 00', R, [0, 3, 'truncated']],
        ['00 41 D8 3D DC', `A${R}`, [2, 3, 'truncated']],
      ],
    );
  });

  it('decodes a long run of code units with any errors in it', () => {
    const unit = '65E5 672C ';
    const text = '\u65E5\u672C';
    checkBoth([
      [unit.repeat(20), text.repeat(20)],
      [
        `${unit.repeat(9)}D83D DCA9 ${unit.repeat(9)}`,
        `${text.repeat(9)}\u{1F4A9}${text.repeat(9)}`,
      ],
      [
        `${unit.repeat(9)}DCA9 ${unit.repeat(9)}`,
        text.repeat(9) + R + text.repeat(9),
        [36, 2, lone],
      ],
      [
        `${unit.repeat(9)}D83D ${unit.repeat(9)}`,
        text.repeat(9) + R + text.repeat(9),
        [36, 2, lone],
      ],
      [`${'0041 '.repeat(37)}`, 'A'.repeat(37)],
      [`${'D83D DCA9 '.repeat(19)}`, '\u{1F4A9}'.repeat(19)],
    ]);
  });
});

describe('names and labels of UTF-16BE and UTF-16LE', () => {
  it('decodes utf-16, unicode and ucs-2 as UTF-16LE, unicodefffe as UTF-16BE', () => {
    check(['utf-16', 'unicode', 'ucs-2', 'csunicode', 'unicodefeff'], [['E5 65', '\u65E5']]);
    check(['unicodefffe'], [['65 E5', '\u65E5']]);
  });
});

describe('serialize I/O queue, encodings UTF-16BE and UTF-16LE', () => {
  it('drops one U+FEFF BOM when ignore BOM and BOM seen are false', () => {
    checkBoth([
      ['FEFF', ''],
      ['FEFF 0041', 'A'],
      ['FEFF FEFF', '\uFEFF'],
      ['0041 FEFF', 'A\uFEFF'],
      ['FEFF DCA9', R, [2, 2, lone]],
    ]);
  });

  it('keeps a BOM of the other byte order as U+FFFE', () => {
    checkBoth([['FFFE 0041', '\uFFFEA']]);
  });

  it('keeps U+FEFF when ignore BOM is true', () => {
    checkBoth(
      [
        ['FEFF 0041', '\uFEFFA'],
        ['FEFF FEFF', '\uFEFF\uFEFF'],
      ],
      { ignoreBOM: true },
    );
  });

  it('sets BOM seen once per stream, and to false again for the next stream', () => {
    const stream = { stream: true };
    for (const fatal of [false, true]) {
      checkCalls('utf-16le', { fatal }, [
        ['FF', stream, ''],
        ['', stream, ''],
        ['FE 41', stream, ''],
        ['00 FF FE', stream, 'A\uFEFF'],
        [null, {}, ''],
        ['FF FE 42 00', {}, 'B'],
        ['42 00', stream, 'B'],
        ['FF FE', {}, '\uFEFF'],
        ['FF FE', {}, ''],
      ]);
    }
  });
});

describe('TextDecoder decode(input, options), UTF-16LE', () => {
  const stream = { stream: true };

  it('leaves restored and unread bytes in the I/O queue when it throws in a stream', () => {
    checkCalls('utf-16le', { fatal: true }, [
      ['41 00 3D', stream, 'A'],
      ['D8 42', stream, ''],
      ['00 43', stream, [2, 2, lone]],
      ['00', stream, 'BC'],
      ['3D D8', stream, ''],
      ['A9', {}, [8, 3, 'truncated']],
      ['DC 00', {}, '\u00DC'],
    ]);
  });

  it('passes neither leading byte nor leading surrogate to the next stream', () => {
    for (const fatal of [false, true]) {
      checkCalls('utf-16le', { fatal }, [
        ['3D D8 A9', stream, ''],
        [null, {}, fatal ? [0, 3, 'truncated'] : R],
        ['41 00', {}, 'A'],
        ['3D D8', {}, fatal ? [0, 2, 'truncated'] : R],
        ['A9 DC', {}, fatal ? [0, 2, lone] : R],
      ]);
    }
  });
});
