'use strict';

// Finds the encoding for a name that databases, mail, Windows or other libraries use, or for the number of a code page. The encoding is
// one of the standard or of whatwg-transcoder/encodings. The module is loaded when a program first uses such a name. lib/labels.d.ts
// describes what an entry point exports.

const { invalidArgument } = require('../base/errors.js');
const { isAsciiDigit, isAsciiLowercase, isAsciiWhitespace, toText } = require('../base/webidl.js');
const { decodableId, encodingId, encodings, labels, trim } = require('./encodings.js');
const { otherLabels } = require('./other-labels.js');

/** The label of one of IBM's code pages. */
const ibmLabel = (number) => `ibm${`${number}`.padStart(3, '0')}`;

/** Returns rows, each a line of a text: the first word, and the others with spaces between them. */
const rowsOf = (text) => Array.from(text.matchAll(/(\S+) (.+)/g), ([, ...row]) => row);

/** Returns an entry of a map for each word of a text: what `keyOf(word)` returns, and a value. */
const entriesOf = (words, value, keyOf = (word) => word) =>
  words.split(' ').map((word) => [keyOf(word), value]);

/** Returns the names in rows by the label that each row begins with. */
function namesIn(text) {
  const names = { __proto__: null };
  for (const [label, own] of rowsOf(text)) {
    names[label] = label in names ? `${names[label]} ${own}` : own;
  }
  return names;
}

/** Rows for words with spaces between them: `rowOf(word)` for each. */
const each = (words, rowOf) => words.replaceAll(/\S+/g, (word) => `${rowOf(word)}\n`);

/** Rows of names: a word in front of the numbers of windows-1250 to windows-1258. */
const windows = (word) =>
  each(
    '1250 1251 1252 1253 1254 1255 1256 1257 1258',
    (number) => `windows-${number} ${word}${number}`,
  );

/** Rows of names that are labels, given with spaces between them, without their hyphens and behind a word. */
const withoutHyphens = (labels, word = '') =>
  each(labels, (label) => `${label} ${word}${label.replaceAll('-', '')}`);

/** Rows of names by labels that end with a number: `nameOf(word, number)` for each number and the word behind it. */
const numbered = (label, words, nameOf) =>
  words.replaceAll(
    /(\d+) (\S+) ?/g,
    (_, number, word) => `${label}${number} ${nameOf(word, number)}\n`,
  );

/**
 * The names of each source, with spaces between them, by a label of the standard for the same bytes, or by a label of
 * whatwg-transcoder/encodings. A name that only differs from a label in case or separators stands here if programs often write it.
 * test/lib/labels/names-of-programs.txt has all names of eight programs, and for each one that
 * is missing here the reason.
 */
const namesBySource = {
  // https://www.iana.org/assignments/character-sets/
  IANA: namesIn(`
${withoutHyphens('utf-8 utf-16 utf-16be utf-16le iso-8859-13 koi8-u tis-620 windows-874 windows-31j gb18030 big5-hkscs', 'cs')}
${windows('cswindows')}
    us-ascii iso-ir-6 ansi_x3.4-1986 iso_646.irv:1991 iso646-us us ibm367 cp367 csascii
    iso-8859-10 iso_8859-10:1992
    iso-8859-14 iso-ir-199 iso_8859-14:1998 latin8 iso-celtic l8 csiso885914
    iso-8859-15 latin-9 csiso885915
    iso-8859-16 iso-ir-226 iso_8859-16:2001 latin10 l10 csiso885916
    euc-jp extended_unix_code_packed_format_for_japanese
    gbk cp936 ms936 windows-936 csgbk
    ibm858 pc-multilingual-850+euro
    rk1048 cskz1048
    cp51932 cscp51932
    iso-2022-jp cscp50220
  `),
  // The statement SHOW CHARACTER SET, and the names of the package mysql2.
  MySQL: namesIn(`
${withoutHyphens('utf-16le euc-kr koi8-r koi8-u')}
    utf-8 utf8mb3 utf8mb4
    windows-31j cp932 ms_cp932 sjis_cp932 sjis_ms
    euc-jp ujis eucjp
    eucjp-ms eucjpms ujis_ms ujis_cp932
    iso-8859-13 latin7 balticrim
    windows-1250 ms-ce
    windows-1251 ms-cyr ms-cyrillic
    ibm866 doscyrillicrussian
    macintosh macroman
    x-mac-ce macce
  `),
  // https://www.postgresql.org/docs/current/multibyte.html#MULTIBYTE-CHARSET-SUPPORTED
  PostgreSQL: namesIn(`
${withoutHyphens('euc-jp euc-kr koi8-r koi8-u')}
${windows('win')}
    windows-31j win932 windows-932
    shift_jis shiftjis
    gbk win936 windows-936 euc-cn
    windows-949 uhc win949
    johab johab
    big5 win950 windows-950
    ibm866 alt win866 windows-866
    windows-874 win874
    windows-1251 win
    iso-8859-13 latin7
    iso-8859-14 latin8
    iso-8859-15 latin9
    iso-8859-16 latin10
  `),
  // The view V$NLS_VALID_VALUES, and « Character Sets » in the Globalization Support Guide. Its UTF8 is not UTF-8.
  Oracle: namesIn(`
${numbered('iso-8859-', '1 we 2 ee 3 se 4 nee 5 cl 6 ar 7 el 8 iw 9 we 10 ne 14 cel 15 we', (languages, part) => `${languages}8iso8859p${part}`)}
${numbered('windows-125', '0 ee 1 cl 2 we 3 el 4 tr 5 iw 6 ar 7 blt 8 vn', (languages, digit) => `${languages}8mswin125${digit}`)}
    utf-8 al32utf8
    utf-16be al16utf16
    utf-16le al16utf16le
    us-ascii us7ascii
    windows-31j ja16sjistilde ja16sjis
    euc-jp ja16euctilde ja16euc
    gbk zhs16gbk zhs16cgb231280
    gb18030 zhs32gb18030
    big5 zht16mswin950 zht16big5
    big5-hkscs zht16hkscs
    windows-949 ko16mswin949
    euc-kr ko16ksc5601
    tis-620 th8tisascii
    iso-8859-13 blt8iso8859p13 blt8cp921 lt8mswin921
    koi8-r cl8koi8r
    koi8-u cl8koi8u
    macintosh we8macroman8s
    hp-roman8 we8roman8
    mik bg8pc437s
    ibm720 ar8ados720
    ibm862 iw8pc1507
  `),
  // The table RDB$CHARACTER_SETS.
  Firebird: namesIn(`
    shift_jis sjis_0208
    euc-jp eucj_0208 eucj
    utf-8 unicode_fss utf_fss
    windows-1251 cyrl
  `),
  // The names and aliases of .NET's encodings, which are those of MLang.
  Windows: namesIn(`
    utf-8 unicode-2-0-utf-8 x-unicode-1-1-utf-8 x-unicode-2-0-utf-8
    windows-31j x-ms-cp932
    euc-jp x-euc iso-2022-jpeuc
    euc-kr iso-2022-kr-8 iso-2022-kr-8bit
    gbk x-euc-cn cn-gb csgb231280
    iso-8859-8 iso-8859-8-visual
    windows-1252 x-ansi
    iso-2022-kr iso-2022-kr-7 iso-2022-kr-7bit
  `),
  // The method aliases() of java.nio.charset.Charset.
  Java: namesIn(`
${numbered('iso-8859-', '2 912 3 913 4 914 5 915 6 1089 8 916 9 920', (number, part) => `8859_${part} ibm-${number} cp${number} ${number}`)}
    us-ascii ascii7 646 iso_646.irv:1983
    utf-16be unicodebigunmarked x-utf-16be
    utf-16le unicodelittleunmarked x-utf-16le unicodelittle x-utf-16le-bom
    utf-32be utf-32be-bom x-utf-32be-bom
    utf-32le utf-32le-bom x-utf-32le-bom
    iso-8859-1 8859_1 819
    iso-8859-7 8859_7 ibm813 cp813 813
    iso-8859-13 8859_13 ibm921 cp921 921
    iso-8859-15 8859_15 ibm-923 cp923 923 latin0 csisolatin0 iso8859_15_fdis
    windows-31j windows-932
    gbk x-mswin-936 ms_936 euc-cn x-euc-cn gb2312-1980
    gb18030 gb18030-2022
    windows-949 x-windows-949 ms949
    euc-kr 5601
    johab x-johab johab ms1361 ksc5601-1992 ksc5601_1992
    big5 x-windows-950 ms950
    big5-hkscs big5hk ms950_hkscs x-ms950-hkscs
    euc-jp eucjis eucjp euc-jp-linux x-euc-jp-linux
    ks_c_5601-1987 ksc5601_1987
    iso-2022-jp iso2022jp jis jis_encoding csjisencoding windows-iso2022jp x-windows-iso2022jp
    iso-8859-11 x-iso-8859-11
    tis-620 tis620.2533
    windows-874 x-windows-874 ms874
    x-mac-roman x-macroman
    x-mac-cyrillic x-macukraine macukraine
    x-mac-ce x-maccentraleurope
    x-mac-icelandic x-maciceland
    x-mac-romanian x-macromania
    ibm037 cpibm37 cs-ebcdic-cp-ca cs-ebcdic-cp-nl cs-ebcdic-cp-us cs-ebcdic-cp-wt
    ibm278 ebcdic-sv
    ibm284 cpibm284
    ibm285 cpibm285 ebcdic-gb
    ibm297 cpibm297
    ibm500 ebcdic-cp-bh
    ibm855 cspcp855
    ibm1147 ebcdic-fr-277+euro
  `),
  // The dictionary encodings.aliases.aliases.
  Python: namesIn(`
    utf-8 u8 utf utf8_ucs2 utf8_ucs4 utf-8-sig cp65001
    utf-16 u16
    latin1 latin-1 latin 8859 iso8859
    windows-31j cp932
    sjis s-jis
    gbk cp936 eucgb2312_cn
    gb18030 gb18030-2000
    windows-949 cp949 uhc
    johab johab cp1361 ms1361
    euc-kr ksx1001 ks_x_1001
    big5 cp950 big5_tw
    big5-hkscs hkscs
    euc-jp u_jis ujis
    iso-8859-13 l7
    iso-8859-11 thai iso_8859_11_2001
    tis620 tis_620_2529_0
    hp-roman8 cp1051
    hz-gb-2312 hz hzgb hz_gb
    iso-2022-kr iso2022kr
    ibm1125 cp866u
    x-mac-ce mac_centeuro
    windows-874 cp874
    macintosh mac-roman
    x-mac-cyrillic mac-cyrillic
  `),
  // The command « uconv -l ». Android, Emacs and PayPal use names of it.
  ICU: namesIn(`
    koi8-r cp878
    x-mac-ce x-mac-centraleurroman
    x-mac-cyrillic maccy
    x-mac-greek macgr
    x-mac-turkish mactr
    ibm273 ebcdic-de
    ibm277 ebcdic-dk
    ibm871 ebcdic-is
  `),
  // The object `encodings`.
  'iconv-lite': namesIn(`
${withoutHyphens('utf-16le ucs-2')}
    us-ascii usascii ascii8bit ansix34 ansix341968 ansix341986 iso646irv
    iso-8859-6 arabic8
    iso-8859-8 hebrew8 iso88598e
    iso-8859-8-i iso88598i
    iso-8859-9 turkish turkish8
    iso-8859-10 28600 cp28600
    iso-8859-14 celtic celtic8 28604 cp28604
    iso-8859-16 iso885916 28606 cp28606
    iso-8859-11 thai8
    tis620 tis6200 tis62025291 tis62025330
    gbk gb231280 gb23121980
    windows-31j ms31j
    euc-kr ksc56011987 ksc56011989
  `),
  // The command « iconv --list ».
  glibc: namesIn(`
${numbered('windows-125', '0 ee 1 cyrl 2 ansi 3 greek 4 turk 5 hebr 6 arab', (word) => `ms-${word}`)}
    us-ascii ansi_x3.4 osf00010020
    utf-8 osf05010001
    utf-16be ucs-2be unicodebig
    utf-16le ucs-2le
    iso-8859-7 iso_8859-7:2003
    iso-8859-9 ecma-128 ts-5881
    iso-8859-11 hp-thai8 hpthai8
    iso-8859-13 iso-ir-179 baltic
    iso-8859-15 iso-ir-203 iso_8859-15:1998
    windows-1251 cp5347
    windows-1256 cp9448
    windows-1257 winbaltrim
    windows-31j sjis-open sjis-win
    windows-949 mscp949
    euc-jp osf00030010
    euc-kr osf0004000a
    x-mac-cyrillic mac-uk macuk macukrainian ms-mac-cyrillic
    hp-roman8 osf10010001
    koi8ru cp1167
    tcvn tcvn5712-1:1993
    x-mac-ce cp1282
    ibm037 cp282 cp1070
    ibm284 cp1079
    ibm297 cp1081
    ibm500 500v1 cp1084
    ibm861 cpibm861
    ibm875 ebcdic-greek
    ibm1162 csibm11621162
    big5 big-5 big-five bigfive
    eucjp-ms eucjp-open eucjp-win eucjp-ms euc-jp-ms
    johab johab cp1361 mscp1361
    gbk gb13000
  `),
};

/** Returns the names that any source has for a label. */
const namesOf = (label) =>
  Object.values(namesBySource).flatMap((names) => names[label]?.split(' ') ?? []);

/** Returns a map of the numbers in rows to the label that each row begins with. */
const numbersIn = (text) =>
  new Map(rowsOf(text).flatMap(([label, numbers]) => entriesOf(numbers, label, Number)));

/**
 * The code pages of Windows whose tables are here, by a label for the same bytes.
 * https://learn.microsoft.com/en-us/windows/win32/intl/code-page-identifiers
 */
const codePages = numbersIn(`
  ${each('37 437 500 720 737 775 850 852 855 857 858 860 861 862 863 864 865 866 869 870 875 1026 1047 1140 1141 1142 1143 1144 1145 1146 1147 1148 1149', (number) => `${ibmLabel(number)} ${number}`)}
  ${each('273 277 278 280 284 285 297 424 871', (number) => `ibm${number} 20${number}`)}
  ${windows('')}
  ${each('1 2 3 4 5 6 7 8 9 13 15', (part) => `iso-8859-${part} ${28590 + Number(part)}`)}
  windows-874 874
  windows-31j 932
  gbk 936
  windows-949 949
  big5 950
  utf-16le 1200
  utf-16be 1201
  johab 1361
  macintosh 10000
  x-mac-greek 10006
  x-mac-cyrillic 10007
  x-mac-romanian 10010
  x-mac-ukrainian 10017
  x-mac-ce 10029
  x-mac-icelandic 10079
  x-mac-turkish 10081
  x-mac-croatian 10082
  utf-32le 12000
  utf-32be 12001
  us-ascii 20127
  koi8-r 20866
  gb2312 20936 51936
  ks_c_5601-1987 20949
  koi8-u 21866
  iso-8859-8-i 38598
  iso-2022-jp 50220 50221 50222
  iso-2022-kr 50225
  cp51932 51932
  euc-kr 51949
  hz-gb-2312 52936
  gb18030 54936
  utf-8 65001
`);

// The prefixes that programs write before the number of a code page; iconv-lite and Python know the number alone as well.
const beforeNumber = [
  '',
  'cp',
  'xcp',
  'windows',
  'win',
  'ms',
  'codepage',
  'ansi',
  'dos',
  'xwindows',
];

/**
 * IBM's coded character set identifiers (CCSID) whose tables are here, beside those that are in the name « ibm » and the number.
 * Some are the number of another code page of Windows, such as 1200 and 932, so they are only known behind « CCSID » or « IBM ».
 * https://www.ibm.com/docs/en/i/7.5?topic=information-ccsid-values-defined-i
 */
const ccsids = numbersIn(`
  ${windows('')}
  koi8-r 878
  koi8ru 1167
  koi8-u 1168
  utf-16be 1200 1201
  utf-16le 1202 1203
  utf-8 1208
  utf-32be 1232
  utf-32le 1234
  x-mac-ce 1282
  gb18030 1392
  ${each('0 1 2 3 4', (digit) => `windows-125${digit} ${5346 + Number(digit)}`)}
  iso-8859-7 9005
  iso-8859-8 5012
  windows-1255 9447
  windows-1256 9448
  windows-1257 5353 9449
  windows-1258 5354
`);

// The numbers of IBM's code pages of EBCDIC whose editions with the euro sign are 1140, 1141 and so on.
const beforeEuro = [37, 273, 277, 278, 280, 284, 285, 297, 500, 871];

// In UTF-16 code units. The longest name of the table has 45; a longer text is none.
const MAX_NAME_UNITS = 64;

const isBlank = (unit) => unit === 0x0b || isAsciiWhitespace(unit);
const isAroundName = (unit) => isBlank(unit) || unit === 0x22 || unit === 0x27;

// A part of some names of IANA: « ebcdic-us-37+euro ».
const PLUS = 0x2b;

// Space - . : _
const isSeparator = (unit) =>
  unit === 0x20 || unit === 0x2d || unit === 0x2e || unit === 0x3a || unit === 0x5f;

/**
 * Returns a name, without quotes and blanks around it, in lowercase and without the separators inside it except between two
 * digits; or an empty string for a text that cannot be a name. So « EUC_JP » and « eucjp » are one name, and
 * « iso-8859-1 1 » is not « iso-8859-11 ».
 */
function foldName(text) {
  let name = '';
  let isAfterSeparator = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isSeparator(unit)) {
      isAfterSeparator = true;
      continue;
    }
    const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    if (!isAsciiDigit(lower) && !isAsciiLowercase(lower) && unit !== PLUS) return '';
    const isBetweenDigits = isAsciiDigit(lower) && isAsciiDigit(name.charCodeAt(name.length - 1));
    if (isAfterSeparator && isBetweenDigits) name += '-';
    name += String.fromCharCode(lower);
    isAfterSeparator = false;
  }
  return name;
}

/**
 * Returns the number of IBM's code page in a folded name, given as what stands in front of its last digits, and these digits: behind
 * « CCSID » or « IBM », as Java has it (« x-IBM737 », « cp5346 »), as Oracle has it (« WE8PC850 », « WE8EBCDIC37 »), in the registry of
 * the Open Software Foundation (« OSF10020352 », which is hexadecimal), or in IANA's names with the euro sign (« ebcdic-us-37+euro »);
 * undefined for another name.
 */
function ccsidIn(name, word, digits) {
  if (name.startsWith('osf1002')) return Number(`0x${name.slice(7)}`);
  if (name.startsWith('ebcdic')) {
    return 1140 + beforeEuro.findIndex((number) => name.endsWith(`${number}+euro`));
  }
  const isIbm = ['ccsid', 'ibm', 'xibm', 'csibm'].includes(word) || name.startsWith('cp53');
  const isOracle = ['8pc', '8ebcdic'].some((end) => word.endsWith(end));
  return isIbm || isOracle ? Number(digits) : undefined;
}

/** Returns a label for a folded name that has the number of a code page, such as « cp28591 », or undefined. */
function labelOfNumber(name) {
  let at = name.length;
  while (at > 0 && isAsciiDigit(name.charCodeAt(at - 1))) at--;
  const word = name.slice(0, at);
  const digits = name.slice(at);
  if (beforeNumber.includes(word) && !digits.startsWith('0')) {
    const label = codePages.get(Number(digits));
    if (label !== undefined) return label;
  }
  const part = `iso-8859-${Number(`0x${name.slice(10)}`)}`;
  if (name.startsWith('osf0001000') && encodingId(part) !== undefined) return part;
  const ccsid = ccsidIn(name, word, digits);
  return labelByName.get(ibmLabel(ccsid)) ?? ccsids.get(ccsid);
}

let labelByName; // the label of each folded name

function makeLabelByName() {
  const byName = new Map();
  // The name of an encoding is a better answer than another of its labels, so it comes last. A name that is no label of the
  // standard means the table that has it as a label: « tis620 » is not « TIS-620 », which is windows-874 here.
  const otherNames = [...Object.keys(otherLabels), ...Object.values(otherLabels)];
  for (const label of [...Object.keys(labels), ...encodings, ...otherNames]) {
    byName.set(foldName(label), label.toLowerCase());
  }
  for (const names of Object.values(namesBySource)) {
    for (const [label, others] of Object.entries(names)) {
      for (const other of others.split(' ')) {
        const name = foldName(other);
        if (!byName.has(name)) byName.set(name, label);
      }
    }
  }
  return byName;
}

/**
 * Returns a label of the standard or of whatwg-transcoder/encodings for a name. The name may be one that other programs use, or one that
 * differs from a label only in case, quotes, blanks and separators. Returns undefined for a name that is not known.
 */
function labelOfName(text) {
  const trimmed = trim(text, isAroundName);
  if (decodableId(trimmed) !== undefined) return trimmed.toLowerCase();
  const name = trimmed.length > MAX_NAME_UNITS ? '' : foldName(trimmed);
  if (name === '') return undefined;
  labelByName ??= makeLabelByName();
  return labelByName.get(name) ?? labelOfNumber(name);
}

const nameOf = (id) => (id === undefined ? undefined : encodings[id]);

/** Returns the name of the encoding of a label, or null for undefined. */
const encodingOf = (label) => otherLabels[label] ?? nameOf(encodingId(label ?? '')) ?? null;

/** Does what resolveLabel() does, but finds hz-gb-2312 and iso-2022-kr, whose labels in the standard are those of `replacement`. */
const tableOfName = (text) => encodingOf(labelOfName(text));

function resolveLabel(name) {
  const text = toText(name, 'name');
  return nameOf(encodingId(text)) ?? tableOfName(text);
}

function labelFromCodePage(codePage) {
  if (typeof codePage !== 'number') throw invalidArgument('codePage', 'a number', codePage);
  return encodingOf(codePages.get(codePage));
}

module.exports = {
  codePages,
  encodingOf,
  entriesOf,
  foldName,
  labelFromCodePage,
  labelOfName,
  namesBySource,
  namesOf,
  resolveLabel,
  tableOfName,
};
