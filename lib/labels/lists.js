'use strict';

// The lists of the names that other programs have, and of the code pages of Windows, which only programs that ask for them load.
// lib/labels.d.ts describes the lists.
//
// Says where the programs that use a name, or Windows under the number of a code page, read bytes as another text than the
// encoding of the standard that stands for it. Bytes that only one of the two refuses do not count.

const { codePages, namesBySource } = require('./other-names.js');
const { encodingOf, resolveLabel } = require('./resolve-label.js');

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

differ(
  ascii,
  'iso-ir-6 ansi_x3.4-1986 iso_646.irv:1991 iso646-us us ibm367 cp367 csascii us7ascii ascii7 646 ' +
    'usascii ascii8bit ansi_x3.4 ansix34 ansix341968 ansix341986 iso646irv',
);
differ(isoLatin1, 'latin-1 8859 iso8859 8859_1 we8iso8859p1');
differ(isoLatin5, '8859_9 ibm-920 cp920 920 we8iso8859p9 turkish turkish8');
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
differ(hkscs, 'csbig5hkscs hkscs big5hk zht16hkscs');
differ(koi8u, 'koi8u cskoi8u cl8koi8u');
differ('in iconv-lite BD and DB are U+2126 and U+00A4', 'macroman mac-roman x-macroman');
differ('in Java and iconv-lite A2, B6 and FF are U+00A2, U+2202 and U+00A4', 'mac-cyrillic');
differ('FF is U+00A4 there, and U+20AC here', 'x-macukraine macukraine');
differ(utf16, 'csutf16 u16');
differ(ucs2, 'ucs2');

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

module.exports = { codePageDifferences, nameDifferences, otherNames, windowsCodePages };
