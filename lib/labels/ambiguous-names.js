'use strict';

// Names whose meaning differs between programs, and what each gives here. lib/labels.d.ts describes the list.

const { resolveLabel } = require('./resolve-label.js');

/** `programs` are names with commas between them. */
const as = (meaning, programs) =>
  Object.freeze({ in: Object.freeze(programs.split(', ')), meaning });

const latin1 = 'ISO-8859-1: 80 to 9F are the C1 control characters';
const latin5 = 'ISO-8859-9: 80 to 9F are the C1 control characters';
const asciiOnly = 'ASCII: 80 to FF are malformed';
const eucCn = 'EUC-CN: only the characters of GB 2312, with U+30FB and U+2015 at A1 A4 and A1 AA';
const ksX1001 =
  'EUC-KR: only the characters of KS X 1001, without 8,822 syllables of code page 949';
const strictJapanese =
  'JIS X 0208 without the characters of NEC and IBM, and with U+301C, U+2016, U+2212, U+00A2, U+00A3 and U+00AC where here ' +
  'are U+FF5E, U+2225, U+FF0D, U+FFE0, U+FFE1 and U+FFE2';
const plainBig5 =
  'Big5 without the characters of HKSCS, and with other code points for some ten signs';
const rfc2319 = 'KOI8-U with U+255D and U+256C at AE and BE';
const oldMac = 'Mac OS Cyrillic with U+00A2, U+2202 and U+00A4 at A2, B6 and FF';

const meanings = {
  ascii: [
    as(asciiOnly, 'IANA, Java, Python, iconv-lite'),
    as('as latin1 to encode; to decode, the highest bit is dropped', 'Node.js'),
  ],
  'us-ascii': [as(asciiOnly, 'IANA, Java, Python, iconv-lite')],
  latin1: [
    as(latin1, 'IANA, Java, Python, PostgreSQL, iconv-lite, Node.js'),
    as('windows-1252, as here', 'MySQL'),
  ],
  'iso-8859-1': [as(latin1, 'IANA, Java, Python, PostgreSQL, iconv-lite, Windows')],
  binary: [as(latin1, 'Node.js, iconv-lite'), as('bytes, which are no text', 'MySQL')],
  latin5: [as(latin5, 'IANA, Java, Python, PostgreSQL, MySQL, iconv-lite')],
  'iso-8859-9': [as(latin5, 'IANA, Java, Python, PostgreSQL, iconv-lite, Windows')],
  'iso-8859-7': [
    as('the edition of 2003, as here', 'Java, Python, iconv-lite'),
    as('the edition of 1987, without the euro sign and with other signs at A1 and A2', 'Windows'),
  ],
  'iso-8859-8': [
    as('text in logical order, which the standard calls ISO-8859-8-I', 'Java, Python'),
    as('text in visual order, as here', 'IANA, Windows'),
  ],
  greek: [
    as('the edition of 1987, with U+02BD and U+02BC at A1 and A2 and no euro sign', 'MySQL'),
    as('the edition of 2003, as here', 'Java, Python, iconv-lite'),
  ],
  hebrew: [
    as('the edition of 1988, with U+203E at AF', 'MySQL'),
    as('ISO-8859-8, as here', 'Java, Python, iconv-lite'),
  ],
  cp866: [
    as('code page 866 with U+207F and U+00B2 at FC and FD', 'MySQL'),
    as('code page 866, as here', 'Windows, Java, Python, PostgreSQL, iconv-lite'),
  ],
  cp1256: [
    as('an older code page 1256, without eight letters, such as U+0679 at 8A', 'MySQL'),
    as('code page 1256, as here', 'Windows, Java, Python, iconv-lite'),
  ],
  tis620: [
    as('TIS-620: 80 to 9F are the C1 control characters', 'MySQL'),
    as('TIS-620: 80 to A0 are malformed', 'Java, glibc, iconv-lite'),
  ],
  ujis: [
    as(
      'EUC-JP with U+301C, U+2016, U+2212, U+00A2, U+00A3 and U+00AC where here are wide forms, U+005C at A1 C0, and private ' +
        'use code points from F5 A1 on',
      'MySQL',
    ),
  ],
  sjis: [
    as(
      'JIS X 0208 without the characters of NEC and IBM, with U+301C where here is U+FF5E, and with U+005C at 81 5F',
      'MySQL',
    ),
    as('code page 932, as here', 'iconv-lite'),
  ],
  'iso-8859-11': [
    as('ISO-8859-11: 80 to 9F are the C1 control characters', 'Python, glibc, iconv-lite'),
  ],
  'tis-620': [
    as('TIS-620: 80 to A0 are malformed', 'IANA, Java, glibc, iconv-lite'),
    as('TIS-620: 80 to 9F are the C1 control characters', 'Python'),
  ],
  cp874: [
    as('windows-874, as here', 'Windows, Python, glibc, iconv-lite, tedious'),
    as('IBM-874, with other characters at A0, DB to DE and FC to FF', 'Java'),
  ],
  gb2312: [
    as(eucCn, 'IANA, Java, Python, glibc, PostgreSQL'),
    as('GBK, as here', 'Windows, iconv-lite'),
  ],
  'euc-cn': [as(eucCn, 'Java, Python, glibc, PostgreSQL'), as('GBK, as here', 'iconv-lite')],
  gbk: [as('GBK without the byte 80 and without sequences of four bytes', 'Java, Python, glibc')],
  cp936: [
    as('GBK with private use code points for 101 pairs, such as A2 E3', 'Windows, Java'),
    as('GBK, as here', 'iconv-lite'),
  ],
  gb18030: [
    as(
      'GB 18030 of 2000 or 2005, with private use code points for some twenty characters',
      'Java before 21, Python, iconv-lite',
    ),
    as('GB 18030 of 2022, as here', 'Java from 21 on'),
  ],
  'euc-kr': [as(ksX1001, 'IANA, Java, Python, glibc'), as('code page 949', 'iconv-lite')],
  'ks_c_5601-1987': [
    as(ksX1001, 'Java, Python'),
    as('code page 949, as here', 'Windows, iconv-lite'),
    as('the set of characters, without a way to write them as bytes', 'IANA'),
  ],
  cp949: [
    as('code page 949, as here', 'Windows, Python, iconv-lite, tedious'),
    as('IBM-949, with 5C as U+20A9 and without most of the syllables', 'Java'),
  ],
  big5: [
    as(plainBig5, 'Java, Python'),
    as('code page 950, with private use code points', 'Windows'),
    as('Big5 with HKSCS, as here', 'iconv-lite'),
  ],
  cp950: [
    as('code page 950, with private use code points', 'Windows'),
    as('IBM-950, with other private use code points', 'Java'),
    as('code page 950 without its private use code points', 'Python, iconv-lite'),
  ],
  'big5-hkscs': [
    as('Big5 with HKSCS, and with other code points for some ten signs', 'Java, Python'),
  ],
  shift_jis: [
    as(strictJapanese, 'Java, Python'),
    as(`${strictJapanese}; 5C and 7E are U+00A5 and U+203E`, 'glibc'),
    as('code page 932, as here', 'Windows, iconv-lite'),
  ],
  cp932: [
    as('code page 932, as here', 'Windows, Python, glibc, iconv-lite, tedious'),
    as('IBM-942C', 'Java'),
  ],
  'euc-jp': [as(strictJapanese, 'Java, Python, glibc')],
  johab: [as('Johab, as here', 'Java, Python'), as('Johab with U+20A9 at 5C', 'glibc')],
  'iso-2022-jp': [
    as(
      'the code pages 50220, 50221 and 50222, which write halfwidth katakana in three ways',
      'Windows',
    ),
  ],
  'koi8-u': [
    as(rfc2319, 'IANA, Java, Python, glibc, iconv-lite, PostgreSQL'),
    as(`${rfc2319}, and with U+2022 at 95`, 'MySQL'),
    as('as here', 'Windows'),
  ],
  'koi8-ru': [
    as('KOI8-RU, which is another encoding', 'libiconv'),
    as('KOI8-U as here', 'Windows, iconv-lite'),
  ],
  macintosh: [
    as('Mac OS Roman with U+20AC at DB, as here', 'Java, Python'),
    as('Mac OS Roman with U+00A4 at DB', 'IANA, iconv-lite'),
  ],
  'mac-cyrillic': [as(oldMac, 'Java, Windows, iconv-lite'), as('as here', 'Python')],
  'utf-16': [
    as(
      'the order that the byte order mark tells; without one that of the machine, or UTF-16BE',
      'IANA, Java, Python, glibc',
    ),
    as('the order that the byte order mark tells, or a guess', 'iconv-lite'),
    as('UTF-16BE', 'MySQL'),
  ],
  'ucs-2': [
    as('UTF-16BE', 'MySQL'),
    as('UTF-16LE, as here', 'Node.js, iconv-lite'),
    as('in the order of the machine', 'glibc'),
  ],
  'iso-10646-ucs-2': [as('UTF-16BE', 'Java')],
  unicode: [
    as('UTF-8', 'PostgreSQL'),
    as('UTF-16 in the order that the byte order mark tells', 'Java'),
    as('UTF-16LE, as here', 'Windows'),
  ],
  utf8: [
    as('CESU-8: a supplementary code point takes six bytes', 'Oracle'),
    as('UTF-8 of at most three bytes for a code point', 'MySQL'),
  ],
  'asmo-708': [
    as('code page 708, with box drawing characters and French letters from 80 on', 'Windows'),
    as('ISO-8859-6, as here', 'IANA, Java, Python, glibc'),
  ],
};

const ambiguousNames = Object.freeze(
  Object.entries(meanings).map(([name, elsewhere]) =>
    Object.freeze({ name, here: resolveLabel(name), elsewhere: Object.freeze(elsewhere) }),
  ),
);

module.exports = { ambiguousNames };
