'use strict';

// The lists of the names that other programs have, and of the code pages of Windows, which only programs that ask for them load.
// lib/labels.d.ts describes the lists.
//
// Says where the programs that use a name, or Windows under the number of a code page, read bytes as another text than the
// encoding of the standard that stands for it. Bytes that only one of the two refuses do not count.

const { codePages, encodingOf, namesBySource, namesOf, resolveLabel } = require('./other-names.js');

// Names whose meaning differs between programs, and what each gives here. lib/labels.d.ts describes the list.

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

const isoLatin1 =
  '80 to 9F are the C1 control characters there; 27 of them are letters and signs here';
const isoLatin5 =
  '80 to 9F are the C1 control characters there; 25 of them are letters and signs here';
const thai =
  'in Python and Windows the bytes 80 and 85 and 91 to 97 are C1 control characters; here they are signs of windows-874';
const ascii = 'ASCII has 7 bits; here 80 to FF are those of windows-1252';

const cp932 =
  'A0, FD, FE and FF are private use code points in Windows and Python, and malformed here';
const shiftJis =
  '81 60, 81 61, 81 7C, 81 91, 81 92 and 81 CA are U+301C, U+2016, U+2212, U+00A2, U+00A3 and U+00AC in Python and Java; ' +
  'here they are U+FF5E, U+2225, U+FF0D, U+FFE0, U+FFE1 and U+FFE2, as in Windows';
const eucJp =
  'A1 C1, A1 C2, A1 DD, A1 F1, A1 F2 and A2 CC are U+301C, U+2016, U+2212, U+00A2, U+00A3 and U+00AC in Python, Java and ' +
  'glibc; here they are U+FF5E, U+2225, U+FF0D, U+FFE0, U+FFE1 and U+FFE2, as in Windows';
const johab = '5C is U+20A9 in glibc';

const cp936 =
  'in Windows and Java 101 pairs from A2 E3 on are private use code points; here they are characters of GB 18030, such as ' +
  'U+20AC for A2 E3';
const gb2312 = 'A1 A4 and A1 AA are U+30FB and U+2015 there, and U+00B7 and U+2014 here';
const gb18030 =
  'some twenty characters, such as A6 D9 and FE 59, are private use code points there, as in GB 18030 of 2000 and 2005';

const cp949 =
  'C9 A1 to C9 FE and FE A1 to FE FE are private use code points in Windows and Java, and malformed here';
const cp950 =
  '81 40 to A0 FE, C6 A1 to C8 FE and FA 40 to FE FE are private use code points in Windows, and F9 FE is U+2593; here they ' +
  'are characters of HKSCS or malformed';
const big5 =
  'some ten signs, such as A1 45 and A2 44, are other code points in Java and Python, and C6 A1 to C7 FC may be others; ' +
  'here also the characters of HKSCS are decoded';
const hkscs = 'some ten signs, such as A1 45 and A2 44, are other code points in Java and Python';

const koi8u = 'AE and BE are U+255D and U+256C there, as in RFC 2319, and U+045E and U+040E here';
const utf16 = 'there a byte order mark tells the order; here the order is that of UTF-16LE';
const ucs2 = 'in MySQL, Java and IANA the order is that of UTF-16BE';

const iso88598 =
  'AF is U+203E there, and U+00AF here; FD and FE, U+200E and U+200F here, and bytes that are malformed here are private ' +
  'use code points there';

/** The difference of each name that has one. */
const nameDifferences = new Map();

function differ(difference, names) {
  for (const name of names.split(' ')) nameDifferences.set(name, difference);
}

// Every name that a source has for one of these labels has the difference.
for (const [difference, ...labels] of [
  [ascii, 'us-ascii'],
  [isoLatin1, 'latin1', 'iso-8859-1'],
  [isoLatin5, 'iso-8859-9'],
  [hkscs, 'big5-hkscs'],
  [koi8u, 'koi8-u'],
  [utf16, 'utf-16'],
  [ucs2, 'ucs-2'],
]) {
  for (const name of labels.flatMap(namesOf)) nameDifferences.set(name, difference);
}
differ(
  thai,
  'thai iso-ir-166 tis620 cstis620 tis_620_0 tis_620_2529_0 thai8 tis_620_2529_1 tis6200 tis62025291 ' +
    'tis62025330',
);
differ('in Java it is IBM-874: A0, DB to DE and FC to FF are others', 'cp874');
differ(`${cp932}; in Java it is IBM-942`, 'cp932');
differ(shiftJis, 's-jis shiftjis');
differ('81 60 is U+301C in Oracle; its JA16SJISTILDE has U+FF5E as here', 'ja16sjis');
differ(eucJp, 'eucjp ujis u_jis eucjis extended_unix_code_packed_format_for_japanese');
differ('A1 C1 is U+301C in Oracle; its JA16EUCTILDE has U+FF5E as here', 'ja16euc');
differ(johab, 'johab cp1361 mscp1361');
differ(cp936, 'cp936 ms936 windows-936 csgbk win936 zhs16gbk x-mswin-936 ms_936');
differ(gb2312, 'euc-cn x-euc-cn cn-gb zhs16cgb231280 gb2312-1980 eucgb2312_cn');
differ(gb18030, 'gb18030-2000');
differ(cp949, 'ms949 x-windows-949 uhc win949 mscp949 ko16mswin949');
differ(`${cp949}; in Java it is IBM-949`, 'cp949');
differ(`${cp950}; in Java it is IBM-950`, 'cp950');
differ(cp950, 'ms950 win950 windows-950 x-windows-950 zht16mswin950');
differ(big5, 'big5_tw big-5 big-five bigfive zht16big5');
differ('in iconv-lite BD and DB are U+2126 and U+00A4', 'macroman mac-roman x-macroman');
differ('in Java and iconv-lite A2, B6 and FF are U+00A2, U+2202 and U+00A4', 'mac-cyrillic');
differ('FF is U+00A4 there, and U+20AC here', 'x-macukraine macukraine');

/** The difference of each code page that has one. */
const codePageDifferences = new Map([
  [874, 'DB to DE and FC to FF are private use code points there, and malformed here'],
  [932, 'A0, FD, FE and FF are private use code points there, and malformed here'],
  [936, cp936],
  [949, cp949],
  [950, cp950],
  [1253, 'AA, D2 and FF are private use code points there, and malformed here'],
  [1255, 'D9 to DF, FB, FC and FF are private use code points there, and malformed here'],
  [1257, 'A1 and A5 are private use code points there, and malformed here'],
  [10000, 'BD is U+2126 there, and U+03A9 here'],
  [10007, 'A2, B6 and FF are U+00A2, U+2202 and U+00A4 there, and U+0490, U+0491 and U+20AC here'],
  [10017, 'FF is U+00A4 there, and U+20AC here'],
  [20127, ascii],
  [20936, gb2312],
  [28591, isoLatin1],
  [28593, 'seven bytes are private use code points there, and malformed here'],
  [28596, '45 bytes are private use code points there, and malformed here'],
  [
    28597,
    'it is the edition of 1987: A1 and A2 are U+02BD and U+02BC there, and U+2018 and U+2019 here; A4, A5 and AA are private ' +
      'use code points there, and U+20AC, U+20AF and U+037A here',
  ],
  [28598, iso88598],
  [28599, isoLatin5],
  [38598, iso88598],
  [50222, 'halfwidth katakana stand between 0E and 0F there; both bytes are malformed here'],
  [51936, gb2312],
  [54936, gb18030],
]);

/** Makes the list of other names: a name that several sources use stands there once. */
function listOfNames() {
  const sourcesByName = new Map();
  for (const [source, names] of Object.entries(namesBySource)) {
    for (const name of Object.values(names).join(' ').split(' ')) {
      const sources = sourcesByName.get(name);
      if (sources === undefined) sourcesByName.set(name, [source]);
      else sources.push(source);
    }
  }
  return [...sourcesByName.keys()].sort().map((name) =>
    Object.freeze({
      name,
      encoding: resolveLabel(name),
      sources: Object.freeze(sourcesByName.get(name)),
      difference: nameDifferences.get(name) ?? null,
    }),
  );
}

const otherNames = Object.freeze(listOfNames());

const windowsCodePages = Object.freeze(
  Array.from(codePages, ([codePage, label]) =>
    Object.freeze({
      codePage,
      encoding: encodingOf(label),
      difference: codePageDifferences.get(codePage) ?? null,
    }),
  ),
);

module.exports = {
  codePageDifferences,
  nameDifferences,
  otherNames,
  windowsCodePages,
  ambiguousNames,
};
