'use strict';

// The lists of the names that other programs have, and of the code pages of Windows, which only programs that ask for them load.
// lib/labels.d.ts describes the lists.
//
// Says where the programs that use a name, or Windows under the number of a code page, read bytes as another text than the
// encoding of the standard that stands for it. Bytes that only one of the two refuses do not count.

const { getOrMake } = require('../base/webidl.js');
const {
  codePages,
  encodingOf,
  entriesOf,
  namesBySource,
  namesOf,
  resolveLabel,
} = require('./other-names.js');

// Names whose meaning differs between programs, and what each gives here. lib/labels.d.ts describes the list.

const c1 = '80 to 9F are the C1 control characters';
const latin1 = `ISO-8859-1: ${c1}`;
const latin5 = `ISO-8859-9: ${c1}`;
const asciiOnly = 'ASCII: 80 to FF are malformed';
const eucCn = 'EUC-CN: only the characters of GB 2312, with U+30FB and U+2015 at A1 A4 and A1 AA';
const ksX1001 =
  'EUC-KR: only the characters of KS X 1001, without 8,822 syllables of code page 949';
const signs = 'U+301C, U+2016, U+2212, U+00A2, U+00A3 and U+00AC';
const wideForms = 'U+FF5E, U+2225, U+FF0D, U+FFE0, U+FFE1 and U+FFE2';
const strictJapanese = `JIS X 0208 without the characters of NEC and IBM, and with ${signs} where here are ${wideForms}`;
const otherSigns = 'with other code points for some ten signs';
const rfc2319 = 'KOI8-U with U+255D and U+256C at AE and BE';

/**
 * The programs that give a name a meaning, with commas between them, behind each meaning. The meanings of a name stand below it.
 */
const meanings = `
ascii
  ${asciiOnly}: IANA, Java, Python, iconv-lite
  as latin1 to encode; to decode, the highest bit is dropped: Node.js
us-ascii
  ${asciiOnly}: IANA, Java, Python, iconv-lite
latin1
  ${latin1}: IANA, Java, Python, PostgreSQL, iconv-lite, Node.js
  windows-1252, as here: MySQL
iso-8859-1
  ${latin1}: IANA, Java, Python, PostgreSQL, iconv-lite, Windows
binary
  ${latin1}: Node.js, iconv-lite
  bytes, which are no text: MySQL
latin5
  ${latin5}: IANA, Java, Python, PostgreSQL, MySQL, iconv-lite
iso-8859-9
  ${latin5}: IANA, Java, Python, PostgreSQL, iconv-lite, Windows
iso-8859-7
  the edition of 2003, as here: Java, Python, iconv-lite
  the edition of 1987, without the euro sign and with other signs at A1 and A2: Windows
iso-8859-8
  text in logical order, which the standard calls ISO-8859-8-I: Java, Python
  text in visual order, as here: IANA, Windows
greek
  the edition of 1987, with U+02BD and U+02BC at A1 and A2 and no euro sign: MySQL
  the edition of 2003, as here: Java, Python, iconv-lite
hebrew
  the edition of 1988, with U+203E at AF: MySQL
  ISO-8859-8, as here: Java, Python, iconv-lite
cp866
  code page 866 with U+207F and U+00B2 at FC and FD: MySQL
  code page 866, as here: Windows, Java, Python, PostgreSQL, iconv-lite
cp1256
  an older code page 1256, without eight letters, such as U+0679 at 8A: MySQL
  code page 1256, as here: Windows, Java, Python, iconv-lite
tis620
  TIS-620: ${c1}: MySQL
  TIS-620 without 80 to A0, as here: glibc, iconv-lite
  TIS-620 without 80 to 9F, with U+00A0 at A0: Java
tcvn
  TCVN 5712, as here: glibc
  windows-1258: PostgreSQL
armscii8
  ARMSCII-8, as here: glibc, iconv-lite
  ARMSCII-8 with other bytes for punctuation: MySQL
turkish8
  HP-Turkish8: glibc
  ${latin5}: iconv-lite
ujis
  EUC-JP with ${signs} where here are wide forms, U+005C at A1 C0, and private use code points from F5 A1 on: MySQL
sjis
  JIS X 0208 without the characters of NEC and IBM, with U+301C where here is U+FF5E, and with U+005C at 81 5F: MySQL
  code page 932, as here: iconv-lite
iso-8859-11
  ISO-8859-11: ${c1}: Python, glibc, iconv-lite
tis-620
  TIS-620: 80 to A0 are malformed: IANA, glibc, iconv-lite
  TIS-620: 80 to 9F are malformed: Java
  TIS-620: ${c1}: Python
cp874
  windows-874, as here: Windows, Python, glibc, iconv-lite, tedious
  IBM-874, with other characters at A0, DB to DE and FC to FF: Java
gb2312
  ${eucCn}: IANA, Java, Python, glibc, PostgreSQL
  GBK, as here: Windows, iconv-lite
euc-cn
  ${eucCn}: Java, Python, glibc, PostgreSQL
  GBK, as here: iconv-lite
gbk
  GBK without the byte 80 and without sequences of four bytes: Java, Python, glibc
cp936
  GBK with private use code points for 101 pairs, such as A2 E3: Windows, Java
  GBK, as here: iconv-lite
gb18030
  GB 18030 of 2000 or 2005, with private use code points for some twenty characters: Java before 21, Python, iconv-lite
  GB 18030 of 2022, as here: Java from 21 on
euc-kr
  ${ksX1001}: IANA, Java, Python, glibc
  code page 949: iconv-lite
ks_c_5601-1987
  ${ksX1001}: Java, Python
  code page 949, as here: Windows, iconv-lite
  the set of characters, without a way to write them as bytes: IANA
cp949
  code page 949, as here: Windows, Python, iconv-lite, tedious
  IBM-949, with 5C as U+20A9 and without most of the syllables: Java
big5
  Big5 without the characters of HKSCS, and ${otherSigns}: Java, Python
  code page 950, with private use code points: Windows
  Big5 with HKSCS, as here: iconv-lite
cp950
  code page 950, with private use code points: Windows
  IBM-950, with other private use code points: Java
  code page 950 without its private use code points: Python, iconv-lite
big5-hkscs
  Big5 with HKSCS, and ${otherSigns}: Java, Python
shift_jis
  ${strictJapanese}: Java, Python
  ${strictJapanese}; 5C and 7E are U+00A5 and U+203E: glibc
  code page 932, as here: Windows, iconv-lite
cp932
  code page 932, as here: Windows, Python, glibc, iconv-lite, tedious
  IBM-942C: Java
euc-jp
  ${strictJapanese}: Java, Python, glibc
johab
  Johab, as here: Java, Python
  Johab with U+20A9 at 5C: glibc
iso-2022-jp
  the code pages 50220, 50221 and 50222, which write halfwidth katakana in three ways: Windows
koi8-u
  ${rfc2319}: IANA, Java, Python, glibc, iconv-lite, PostgreSQL
  ${rfc2319}, and with U+2022 at 95: MySQL
  as here: Windows
koi8-ru
  KOI8-RU, which is another encoding: libiconv
  KOI8-U as here: Windows, iconv-lite
macintosh
  Mac OS Roman with U+20AC at DB, as here: Java, Python
  Mac OS Roman with U+00A4 at DB: IANA, iconv-lite
mac-cyrillic
  Mac OS Cyrillic with U+00A2, U+2202 and U+00A4 at A2, B6 and FF: Java, Windows, iconv-lite
  as here: Python
utf-16
  the order that the byte order mark tells; without one that of the machine, or UTF-16BE: IANA, Java, Python, glibc
  the order that the byte order mark tells, or a guess: iconv-lite
  UTF-16BE: MySQL
ucs-2
  UTF-16BE: MySQL
  UTF-16LE, as here: Node.js, iconv-lite
  in the order of the machine: glibc
iso-10646-ucs-2
  UTF-16BE: Java
unicode
  UTF-8: PostgreSQL
  UTF-16 in the order that the byte order mark tells: Java
  UTF-16LE, as here: Windows
utf8
  CESU-8: a supplementary code point takes six bytes: Oracle
  UTF-8 of at most three bytes for a code point: MySQL
asmo-708
  code page 708, with box drawing characters and French letters from 80 on: Windows
  ISO-8859-6, as here: IANA, Java, Python, glibc
`;

const frozenList = (items) => Object.freeze(Array.from(items, (item) => Object.freeze(item)));

/** Returns { in, meaning } for a line of the table. */
const meaningIn = (line) => {
  const at = line.lastIndexOf(': ');
  return { in: frozenList(line.slice(at + 2).split(', ')), meaning: line.slice(2, at) };
};

const ambiguousNames = frozenList(
  meanings
    .trim()
    .split(/\n(?! )/)
    .map((rows) => {
      const [name, ...lines] = rows.split('\n');
      return { name, here: resolveLabel(name), elsewhere: frozenList(lines.map(meaningIn)) };
    }),
);

const lettersForC1 = (count) => `${c1} there; ${count} of them are letters and signs here`;
const isoLatin1 = lettersForC1(27);
const isoLatin5 = lettersForC1(25);
const thai =
  'in Python and Windows the bytes 80 and 85 and 91 to 97 are C1 control characters; here they are signs of windows-874';
const ascii = 'ASCII has 7 bits; here 80 to FF are those of windows-1252';

const privateUse = (bytes, where = 'there') =>
  `${bytes} are private use code points ${where}, and malformed here`;
const ofWindows = (bytes, programs) =>
  `${bytes} are ${signs} in ${programs}; here they are ${wideForms}, as in Windows`;

const cp932 = privateUse('A0, FD, FE and FF', 'in Windows and Python');

const cp936 =
  'in Windows and Java 101 pairs from A2 E3 on are private use code points; here they are characters of GB 18030, such as ' +
  'U+20AC for A2 E3';
const gb2312 = 'A1 A4 and A1 AA are U+30FB and U+2015 there, and U+00B7 and U+2014 here';
const gb18030 =
  'some twenty characters, such as A6 D9 and FE 59, are private use code points there, as in GB 18030 of 2000 and 2005';

const cp949 = privateUse('C9 A1 to C9 FE and FE A1 to FE FE', 'in Windows and Java');
const cp950 =
  '81 40 to A0 FE, C6 A1 to C8 FE and FA 40 to FE FE are private use code points in Windows, and F9 FE is U+2593; here they ' +
  'are characters of HKSCS or malformed';
const big5 =
  'some ten signs, such as A1 45 and A2 44, are other code points in Java and Python, and C6 A1 to C7 FC may be others; ' +
  'here also the characters of HKSCS are decoded';
const hkscs = 'some ten signs, such as A1 45 and A2 44, are other code points in Java and Python';

const iso88598 =
  'AF is U+203E there, and U+00AF here; FD and FE, U+200E and U+200F here, and bytes that are malformed here are private ' +
  'use code points there';

const macOhm = 'BD is U+2126 there, and U+03A9 here';
const macSigns = 'BD and DB are U+2126 and U+00A4 there, and U+03A9 and U+20AC here';
const macRomanian = `AF, BF, DE and DF are U+015E, U+015F, U+0162 and U+0163 there, and letters with a comma here; ${macSigns}`;

/** The names that the sources have for labels. */
const everyNameOf = (...labels) => labels.flatMap(namesOf).join(' ');

/** The names that have a difference, by the difference. */
const namesByDifference = {
  [ascii]: everyNameOf('us-ascii'),
  [isoLatin1]: everyNameOf('latin1', 'iso-8859-1'),
  [isoLatin5]: everyNameOf('iso-8859-9'),
  [hkscs]: everyNameOf('big5-hkscs'),
  'AE and BE are U+255D and U+256C there, as in RFC 2319, and U+045E and U+040E here':
    everyNameOf('koi8-u'),
  'there a byte order mark tells the order; here the order is that of UTF-16LE':
    everyNameOf('utf-16'),
  'in MySQL, Java and IANA the order is that of UTF-16BE': everyNameOf('ucs-2'),
  [thai]: everyNameOf('iso-8859-11'),
  'in Java it is IBM-874: A0, DB to DE and FC to FF are others': 'cp874',
  [`${cp932}; in Java it is IBM-942`]: 'cp932',
  [ofWindows('81 60, 81 61, 81 7C, 81 91, 81 92 and 81 CA', 'Python and Java')]: 's-jis shiftjis',
  '81 60 is U+301C in Oracle; its JA16SJISTILDE has U+FF5E as here': 'ja16sjis',
  [ofWindows('A1 C1, A1 C2, A1 DD, A1 F1, A1 F2 and A2 CC', 'Python, Java and glibc')]:
    'eucjp ujis u_jis eucjis extended_unix_code_packed_format_for_japanese euc-jp-linux x-euc-jp-linux osf00030010',
  'A1 C1 is U+301C in Oracle; its JA16EUCTILDE has U+FF5E as here': 'ja16euc',
  '5C is U+20A9 in glibc': 'johab cp1361 mscp1361',
  [cp936]: 'cp936 ms936 windows-936 csgbk win936 zhs16gbk x-mswin-936 ms_936 csgb231280',
  [gb2312]: 'euc-cn x-euc-cn cn-gb zhs16cgb231280 gb2312-1980 eucgb2312_cn',
  [gb18030]: 'gb18030-2000',
  'A3 A0 is U+E5E5 there, and U+3000 here': 'gb18030-2022',
  [cp949]: everyNameOf('windows-949'),
  [`${cp949}; in Java it is IBM-949`]: 'cp949',
  [`${cp950}; in Java it is IBM-950`]: 'cp950',
  [cp950]: 'ms950 win950 windows-950 x-windows-950 zht16mswin950',
  [big5]: 'big5_tw big-5 big-five bigfive zht16big5',
  'in iconv-lite BD and DB are U+2126 and U+00A4': 'macroman mac-roman x-macroman',
  'in Java and iconv-lite A2, B6 and FF are U+00A2, U+2202 and U+00A4': 'mac-cyrillic',
  'FF is U+00A4 there, and U+20AC here': 'x-macukraine macukraine mac-uk macuk macukrainian',
  'A2 and FF are U+00A2 and U+00A4 there, and U+0490 and U+20AC here': 'ms-mac-cyrillic',
  [macSigns]: 'x-maciceland',
  [macRomanian]: 'x-macromania',
  '15 is U+000A in Java': ['ibm037', 'ibm278', 'ibm284', 'ibm285', 'ibm297', 'ibm500', 'ibm1147']
    .map((label) => namesBySource.Java[label])
    .join(' '),
  'some signs are others in Oracle, such as U+220E for U+25A0':
    'cl8koi8r iw8pc1507 bg8pc437s we8roman8',
  'AF is U+02C9 in Oracle': 'nee8iso8859p4',
  '74 and DD are U+2207 and U+00B7 there, and U+00A0 and U+0387 here': 'ebcdic-greek',
};

/** The difference of each name that has one. */
const nameDifferences = new Map(
  Object.entries(namesByDifference).flatMap(([difference, names]) => entriesOf(names, difference)),
);

/** The difference of each code page that has one. */
const codePageDifferences = new Map([
  [874, privateUse('DB to DE and FC to FF')],
  [932, privateUse('A0, FD, FE and FF')],
  [936, cp936],
  [949, cp949],
  [950, cp950],
  [864, '25 is U+066A there, and U+0025 here'],
  [1253, privateUse('AA, D2 and FF')],
  [1255, privateUse('D9 to DF, FB, FC and FF')],
  [1257, privateUse('A1 and A5')],
  [10000, macOhm],
  [10006, '9C and AF are U+00AD and U+0387 there, and U+20AC and U+00B7 here'],
  [10010, macRomanian],
  [10079, macSigns],
  [10081, macOhm],
  [10082, macSigns],
  [10007, 'A2, B6 and FF are U+00A2, U+2202 and U+00A4 there, and U+0490, U+0491 and U+20AC here'],
  [10017, 'FF is U+00A4 there, and U+20AC here'],
  [20127, ascii],
  [20936, gb2312],
  [28591, isoLatin1],
  [28593, privateUse('seven bytes')],
  [28596, privateUse('45 bytes')],
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

/** The sources of each name: one that several sources use stands there once. */
const sourcesByName = new Map();
for (const [source, names] of Object.entries(namesBySource)) {
  for (const name of Object.values(names).join(' ').split(' ')) {
    getOrMake(sourcesByName, name, () => []).push(source);
  }
}

const otherNames = frozenList(
  Array.from(sourcesByName, ([name, sources]) => ({
    name,
    encoding: resolveLabel(name),
    sources: frozenList(sources),
    difference: nameDifferences.get(name) ?? null,
  })).sort((a, b) => (a.name < b.name ? -1 : 1)),
);

const windowsCodePages = frozenList(
  Array.from(codePages, ([codePage, label]) => ({
    codePage,
    encoding: encodingOf(label),
    difference: codePageDifferences.get(codePage) ?? null,
  })).sort((a, b) => a.codePage - b.codePage),
);

module.exports = {
  codePageDifferences,
  nameDifferences,
  otherNames,
  windowsCodePages,
  ambiguousNames,
};
