// Tests eucJP-ms, CP51932 and Johab of whatwg-transcoder/codepages, and the encoders of EUC-JP and Big5 that write everything that
// their decoders read: each rule in every cut and mode, random streams, streams of Node and of the web.

import { equal, throws } from 'node:assert/strict';
import * as root from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import { checkEncoder, newStream } from '../../harness/encoders.mjs';
import { indexBig5 } from '../../reference/indexes.mjs';
import * as reference from '../../reference/multi-byte.mjs';
import { checkEncodeInto, checkMalformed, checkStreams, checksOf } from './faces.mjs';
import { encode, full, names, own } from './multi-byte.mjs';

const R = '\uFFFD';

const trailing = 'invalid trailing byte';

const { check, checkCalls, checkRandomStreams } = checksOf(codepages, reference);

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

  it('leave the unread bytes in the I/O queue when they throw in a stream', () => {
    const stream = { stream: true };
    checkCalls('eucjp-ms', { fatal: true }, [
      ['A4', stream, ''],
      ['A2 8F', stream, '\u3042'],
      ['F4', stream, ''],
      ['FB 8F F5', stream, '\u9AD9'],
      ['41 8F', stream, [5, 2, trailing]],
      ['F4 FB', stream, 'A\u9AD9'],
      ['8F F4', {}, [11, 2, 'truncated']],
      ['42', {}, 'B'],
    ]);
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

describe('Decoders of several bytes and the reference', () => {
  for (const name of names) {
    it(`${name}: random streams in random chunks, call by call`, () => {
      checkRandomStreams(name, 51, 4000, (random) => {
        const bytes = Uint8Array.from({ length: random.below(30) }, () =>
          random.oneIn(3) ? random.below(256) : 0xa1 + random.below(0x5e),
        );
        for (let at = 0; at < bytes.length; at += 1) if (random.oneIn(6)) bytes[at] = 0x8f;
        return bytes;
      });
    });
  }
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
      own,
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
      own,
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
      own,
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
    checkEncoder(['EUC-JP'], rows, full);
    throws(() => root.encode('\u4E02', 'euc-jp'), { code: 'ERR_ENCODING_UNENCODABLE' });
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
    checkEncoder(['Big5'], rows, full);
    throws(() => root.encode('\u43F0', 'big5'), { code: 'ERR_ENCODING_UNENCODABLE' });
  });

  it('write every character and every pair of characters that the decoder of Big5 reads', () => {
    const texts = [];
    for (let pointer = 0; pointer < 126 * 157; pointer += 1) {
      const codePoint = indexBig5().codePoint(pointer);
      if (codePoint !== null) texts.push(String.fromCodePoint(codePoint));
    }
    texts.push('\u00CA\u0304', '\u00CA\u030C', '\u00EA\u0304', '\u00EA\u030C');
    const bytes = full.encode(texts.join(''), 'Big5');
    equal(bytes.length, 2 * texts.length);
    equal(root.decode(bytes, 'big5', { fatal: true }), texts.join(''));
  });

  it('skip and replace what is unencodable between a letter and its mark', () => {
    equal(
      full.encode('\u00CA\u{1F600}\u0304', 'Big5', { unencodable: 'replace' }).toString('latin1'),
      '\x88\x66??',
    );
    equal(full.encode('\u00CA', 'Big5', { unencodable: 'html' }).toString('latin1'), '\x88\x66');
    equal(
      full.encode('\u00CA\u{1F600}', 'Big5', { unencodable: () => '!' }).toString('latin1'),
      '\x88\x66!',
    );
    const stream = newStream('Big5', { unencodable: () => '!' }, full);
    const parts = ['a\u00CA', '', '\u0304', '\u00EA', '\u{1F600}', '\u00CA'].map((text) =>
      stream.encode(text, false),
    );
    const bytes = Buffer.concat([...parts, stream.encode('', true)]);
    equal(bytes.toString('latin1'), 'a\x88\x62\x88\xA7!\x88\x66');
    // The text is encoded in pieces of 8,192 code units, none of which ends between a letter and its mark.
    for (const length of [8190, 8191, 8192, 8193]) {
      const text = `${'a'.repeat(length)}\u00CA\u0304\u{1F600}`;
      const encoded = full.encode(text, 'Big5', { unencodable: () => '!' });
      equal(encoded.toString('latin1'), `${'a'.repeat(length)}\x88\x62!`);
    }
  });
});

describe('Code pages of several bytes: streams, Transcoder, malformed', () => {
  const texts = {
    'eucjp-ms': '\u9AD9\u6A4B\u4E02\uE3ACabc\u3042\uFF71',
    cp51932: '\u65E5\u672C\u8A9Eabc\uFF71\u7E8A',
    johab: '\uD55C\uAE00 abc \u3131\u4F3D\\',
  };

  for (const [name, text] of Object.entries(texts)) {
    it(`${name}: each kind of stream`, async () => {
      await checkStreams(codepages, name, text);
      await checkStreams(codepages, name, text.repeat(3000));
    });

    it(`${name}: malformed sequences are listed, and a function gets their bytes`, () => {
      const bad = Buffer.from([0x88, 0xff, 0x41, 0xa1]);
      checkMalformed(codepages, reference, name, Buffer.concat([encode(text, name), bad]));
    });

    it(`${name}: encodeInto writes whole characters only, and no other byte`, () => {
      checkEncodeInto(codepages, name, text);
    });
  }
});
