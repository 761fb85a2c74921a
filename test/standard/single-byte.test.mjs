// Tests the single-byte decoders, rule by rule.
// https://encoding.spec.whatwg.org/#legacy-single-byte-encodings

import { singleByteIndexes } from '../../indexes/files.mjs';
import { check } from '../harness/decoders.mjs';

const R = '\uFFFD';
const unmapped = (offset) => [offset, 1, 'unmapped'];
const labels = [...singleByteIndexes, 'iso-8859-8-i'];

describe('single-byte decoder', () => {
  it('returns a code point whose value is byte for an ASCII byte', () => {
    check(labels, [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
    ]);
  });

  it('returns the index code point for byte − 0x80 in index single-byte', () => {
    check(['windows-1252'], [['41 80 9F A0 FF 7A', 'A\u20AC\u0178\u00A0\u00FFz']]);
    check(['koi8-u'], [['AE BE A4 B4', '\u045E\u040E\u0454\u0404']]);
    check(['koi8-r'], [['F0 D2 C9 D7 C5 D4', '\u041F\u0440\u0438\u0432\u0435\u0442']]);
    check(['windows-1255'], [['CA FD FE A4', '\u05BA\u200E\u200F\u20AA']]);
    check(['macintosh'], [['DB BD F0 FF', '\u20AC\u03A9\uF8FF\u02C7']]);
    check(['ibm866'], [['80 AF E0 F0 FF', '\u0410\u043F\u0440\u0401\u00A0']]);
    check(['iso-8859-16'], [['A4 AA', '\u20AC\u0218']]);
    check(['windows-1251'], [['80 CF F0', '\u0402\u041F\u0440']]);
    check(['windows-1256'], [['81', '\u067E']]);
    check(['windows-1258'], [['D2', '\u0309']]);
    check(['iso-8859-7'], [['A4', '\u20AC']]);
    check(['iso-8859-15'], [['A4', '\u20AC']]);
    check(['x-mac-cyrillic'], [['A2 B6 FF', '\u0490\u0491\u20AC']]);
    check(['iso-8859-2', 'iso-8859-4', 'iso-8859-10'], [['A1', '\u0104']]);
    check(['windows-874'], [['80 A1', '\u20AC\u0E01']]);
  });

  it('returns error when codePoint is null', () => {
    check(
      ['windows-1253'],
      [
        ['AA', R, unmapped(0)],
        ['41 D2 C1', `A${R}\u0391`, unmapped(1)],
        ['C1 C2 FF', `\u0391\u0392${R}`, unmapped(2)],
      ],
    );
    check(
      ['windows-874'],
      [
        ['DB', R, unmapped(0)],
        ['A1 FF 41', `\u0E01${R}A`, unmapped(1)],
        ['DB DC DD DE', R.repeat(4), unmapped(0)],
      ],
    );
    check(['windows-1255'], [['D9 FF', R + R, unmapped(0)]]);
    check(['windows-1257'], [['A1 A5', R + R, unmapped(0)]]);
    check(['iso-8859-3'], [['A5 41 AE', `${R}A${R}`, unmapped(0)]]);
    check(['iso-8859-6'], [['AC A1', `\u060C${R}`, unmapped(1)]]);
    check(['iso-8859-7'], [['AE D2 FF', R.repeat(3), unmapped(0)]]);
    check(['iso-8859-8', 'iso-8859-8-i'], [['E0 A1 FD', `\u05D0${R}\u200E`, unmapped(1)]]);
  });

  it('maps bytes without an assignment in windows-125x to C1 controls', () => {
    check(['windows-1252'], [['81 8D 8F 90 9D', '\u0081\u008D\u008F\u0090\u009D']]);
    check(['windows-1250'], [['81 83 88 90 98', '\u0081\u0083\u0088\u0090\u0098']]);
    check(['windows-1251'], [['98', '\u0098']]);
    check(['windows-1253', 'windows-1255', 'windows-1257'], [['81', '\u0081']]);
    check(['windows-1254'], [['8E 9E', '\u008E\u009E']]);
    check(['windows-1258'], [['8A', '\u008A']]);
    check(['windows-874'], [['81', '\u0081']]);
  });

  it('decodes a long run, with and without unmapped bytes', () => {
    const greek = 'CA E1 EB E7 EC DD F1 E1 20 ';
    const text = '\u039A\u03B1\u03BB\u03B7\u03BC\u03AD\u03C1\u03B1 ';
    check(
      ['windows-1253', 'iso-8859-7'],
      [
        [greek.repeat(16), text.repeat(16)],
        [
          `${greek.repeat(9)}FF${greek.repeat(9)}`,
          text.repeat(9) + R + text.repeat(9),
          unmapped(81),
        ],
      ],
    );
  });
});

describe('names and labels of single-byte encodings', () => {
  it('decodes latin1 and ascii as windows-1252, in any chunks', () => {
    check(
      ['latin1', 'ascii', 'iso-8859-1', 'us-ascii'],
      [['63 61 66 E9 20 80 92 9F', 'caf\u00E9 \u20AC\u2019\u0178']],
    );
  });

  it('decodes tis-620 and iso-8859-11 as windows-874, iso-8859-9 as windows-1254', () => {
    check(['tis-620', 'iso-8859-11'], [['80 E0', '\u20AC\u0E40']]);
    check(['iso-8859-9', 'latin5'], [['80 D0 FD', '\u20AC\u011E\u0131']]);
  });

  it('decodes koi8-ru as KOI8-U, visual as ISO-8859-8, logical as ISO-8859-8-I', () => {
    check(['koi8-ru'], [['AE', '\u045E']]);
    check(['visual', 'logical'], [['E0', '\u05D0']]);
  });
});

describe('serialize I/O queue, single-byte encodings', () => {
  it('treats no bytes as a BOM', () => {
    check(['windows-1252'], [['EF BB BF 41', '\u00EF\u00BB\u00BFA']]);
    check(['windows-1251'], [['FF FE 41', '\u044F\u044EA']]);
  });
});
