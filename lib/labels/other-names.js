'use strict';

// Finds the encoding for a name that databases, mail, Windows or other libraries use, or for the number of a code page: one of
// the standard, or a code page of several bytes. It is loaded when a program first uses such a name. lib/labels.d.ts describes what
// an entry point exports.

const { invalidArgument } = require('../base/errors.js');
const { isAsciiDigit, isAsciiLowercase, isAsciiWhitespace, toText } = require('../base/webidl.js');
const { encodingId, encodings, labels } = require('./encodings.js');

/** The numbers of windows-1250 to windows-1258. */
const windowsNumbers = Array.from({ length: 9 }, (_, at) => 1250 + at);

/** Names of windows-1250 to windows-1258: a word in front of their numbers. */
const windows = (word) =>
  Object.fromEntries(windowsNumbers.map((number) => [`windows-${number}`, word + number]));

/** Names that are labels, given with spaces between them, without their hyphens and behind a word. */
const withoutHyphens = (labels, word = '') =>
  Object.fromEntries(labels.split(' ').map((label) => [label, word + label.replaceAll('-', '')]));

/** Names by labels that end with a number: `nameOf(word, number)` for each word, which stands here by the number. */
const numbered = (label, words, nameOf) =>
  Object.fromEntries(
    Object.entries(words).map(([number, word]) => [label + number, nameOf(word, number)]),
  );

/**
 * The names of each source, with spaces between them, by a label of the standard for the same bytes, or by the name of a code
 * page of several bytes, which whatwg-transcoder/codepages has. A name that only differs from a label in case or separators
 * stands here if programs often write it.
 *
 * A name is missing where the standard's decoder reads other bytes: PostgreSQL's `tcvn` and `vscii`, which are not
 * windows-1258; IBM's `ibm-874`, `ibm-943` and `ibm-949`; `shift_jis-2004`, `euc-jis-2004`, `iso-2022-jp-2` and
 * `iso-2022-jp-ms`; `euc-tw`, `cesu-8`, `utf-7` and `utf-32`; DOS and EBCDIC code pages.
 */
const namesBySource = {
  // https://www.iana.org/assignments/character-sets/
  IANA: {
    ...withoutHyphens(
      'utf-8 utf-16 utf-16be utf-16le iso-8859-13 koi8-u tis-620 windows-874 windows-31j gb18030 big5-hkscs',
      'cs',
    ),
    ...windows('cswindows'),
    'us-ascii': 'iso-ir-6 ansi_x3.4-1986 iso_646.irv:1991 iso646-us us ibm367 cp367 csascii',
    'iso-8859-10': 'iso_8859-10:1992',
    'iso-8859-14': 'iso-ir-199 iso_8859-14:1998 latin8 iso-celtic l8 csiso885914',
    'iso-8859-15': 'latin-9 csiso885915',
    'iso-8859-16': 'iso-ir-226 iso_8859-16:2001 latin10 l10 csiso885916',
    'euc-jp': 'extended_unix_code_packed_format_for_japanese',
    gbk: 'cp936 ms936 windows-936 csgbk',
  },
  // The statement SHOW CHARACTER SET, and the names of the package mysql2.
  MySQL: {
    ...withoutHyphens('utf-16le euc-kr koi8-r koi8-u tis-620'),
    'utf-8': 'utf8mb3 utf8mb4',
    'windows-31j': 'cp932',
    'euc-jp': 'ujis eucjp',
    'eucjp-ms': 'eucjpms',
    'iso-8859-13': 'latin7',
    macintosh: 'macroman',
  },
  // https://www.postgresql.org/docs/current/multibyte.html#MULTIBYTE-CHARSET-SUPPORTED
  PostgreSQL: {
    ...withoutHyphens('euc-jp euc-kr koi8-r koi8-u'),
    'windows-31j': 'win932 windows-932',
    shift_jis: 'shiftjis',
    gbk: 'win936 windows-936 euc-cn',
    'windows-949': 'uhc win949',
    johab: 'johab',
    big5: 'win950 windows-950',
    ibm866: 'alt win866 windows-866',
    'windows-874': 'win874',
    ...windows('win'),
    'windows-1251': 'win1251 win',
    'iso-8859-13': 'latin7',
    'iso-8859-14': 'latin8',
    'iso-8859-15': 'latin9',
    'iso-8859-16': 'latin10',
  },
  // The view V$NLS_VALID_VALUES, and « Character Sets » in the Globalization Support Guide. Its UTF8 is not UTF-8.
  Oracle: {
    'utf-8': 'al32utf8',
    'utf-16be': 'al16utf16',
    'utf-16le': 'al16utf16le',
    'us-ascii': 'us7ascii',
    'windows-31j': 'ja16sjistilde ja16sjis',
    'euc-jp': 'ja16euctilde ja16euc',
    gbk: 'zhs16gbk zhs16cgb231280',
    gb18030: 'zhs32gb18030',
    big5: 'zht16mswin950 zht16big5',
    'big5-hkscs': 'zht16hkscs',
    'windows-949': 'ko16mswin949',
    'euc-kr': 'ko16ksc5601',
    'tis-620': 'th8tisascii',
    ...numbered(
      'iso-8859-',
      {
        ...{ 1: 'we', 2: 'ee', 3: 'se', 4: 'nee', 5: 'cl', 6: 'ar', 7: 'el', 8: 'iw', 9: 'we' },
        ...{ 10: 'ne', 13: 'blt', 14: 'cel', 15: 'we' },
      },
      (languages, part) => `${languages}8iso8859p${part}`,
    ),
    ...numbered(
      'windows-125',
      { 0: 'ee', 1: 'cl', 2: 'we', 3: 'el', 4: 'tr', 5: 'iw', 6: 'ar', 7: 'blt', 8: 'vn' },
      (languages, digit) => `${languages}8mswin125${digit}`,
    ),
    ibm866: 'ru8pc866',
    'koi8-r': 'cl8koi8r',
    'koi8-u': 'cl8koi8u',
  },
  // The table RDB$CHARACTER_SETS.
  Firebird: {
    ibm866: 'dos866',
    shift_jis: 'sjis_0208',
    'euc-jp': 'eucj_0208',
  },
  // The names and aliases of .NET's encodings, which are those of MLang.
  Windows: {
    'utf-8': 'unicode-2-0-utf-8 x-unicode-1-1-utf-8 x-unicode-2-0-utf-8',
    'windows-31j': 'x-ms-cp932',
    'euc-jp': 'x-euc iso-2022-jpeuc',
    gbk: 'x-euc-cn cn-gb',
    'windows-1252': 'x-ansi',
  },
  // The method aliases() of java.nio.charset.Charset.
  Java: {
    'us-ascii': 'ascii7 646',
    'utf-16be': 'unicodebigunmarked x-utf-16be',
    'utf-16le': 'unicodelittleunmarked x-utf-16le',
    'iso-8859-1': '8859_1',
    ...numbered(
      'iso-8859-',
      { 2: 912, 3: 913, 4: 914, 5: 915, 6: 1089, 7: 813, 8: 916, 9: 920 },
      (number, part) => `8859_${part} ibm-${number} cp${number} ${number}`,
    ),
    'iso-8859-13': '8859_13',
    'iso-8859-15': '8859_15 ibm-923 cp923 923 latin0 csisolatin0',
    'windows-31j': 'windows-932',
    gbk: 'x-mswin-936 ms_936 euc-cn x-euc-cn gb2312-1980',
    gb18030: 'gb18030-2022',
    'windows-949': 'x-windows-949 ms949',
    johab: 'x-johab johab ms1361 ksc5601-1992 ksc5601_1992',
    big5: 'x-windows-950 ms950',
    'big5-hkscs': 'big5hk',
    'euc-jp': 'eucjis eucjp',
    'ks_c_5601-1987': 'ksc5601_1987',
    'iso-2022-jp': 'iso2022jp',
    'tis-620': 'tis620.2533',
    'windows-874': 'x-windows-874 ms874',
    'x-mac-roman': 'x-macroman',
    'x-mac-cyrillic': 'x-macukraine macukraine',
  },
  // The dictionary encodings.aliases.aliases.
  Python: {
    'utf-8': 'u8 utf utf8_ucs2 utf8_ucs4 utf-8-sig cp65001',
    'utf-16': 'u16',
    latin1: 'latin-1 8859 iso8859',
    'windows-31j': 'cp932',
    sjis: 's-jis',
    gbk: 'cp936 eucgb2312_cn',
    gb18030: 'gb18030-2000',
    'windows-949': 'cp949 uhc',
    johab: 'johab cp1361 ms1361',
    'euc-kr': 'ksx1001 ks_x_1001',
    big5: 'cp950 big5_tw',
    'big5-hkscs': 'hkscs',
    'euc-jp': 'u_jis ujis',
    'iso-8859-13': 'l7',
    'tis-620': 'thai iso-ir-166 tis_620_0 tis_620_2529_0 tis_620_2529_1',
    'windows-874': 'cp874',
    macintosh: 'mac-roman',
    'x-mac-cyrillic': 'mac-cyrillic',
  },
  // The object `encodings`.
  'iconv-lite': {
    'us-ascii': 'usascii ascii8bit ansix34 ansix341968 ansix341986 iso646irv',
    ...withoutHyphens('utf-16le ucs-2'),
    'iso-8859-6': 'arabic8',
    'iso-8859-8': 'hebrew8 iso88598e',
    'iso-8859-8-i': 'iso88598i',
    'iso-8859-9': 'turkish turkish8',
    'iso-8859-10': '28600 cp28600',
    'iso-8859-14': 'celtic celtic8 28604 cp28604',
    'iso-8859-16': 'iso885916 28606 cp28606',
    'tis-620': 'thai8 tis6200 tis62025291 tis62025330',
    gbk: 'gb231280 gb23121980',
    'windows-31j': 'ms31j',
    'euc-kr': 'ksc56011987 ksc56011989',
  },
  // The command « iconv --list ».
  glibc: {
    'us-ascii': 'ansi_x3.4',
    'iso-8859-13': 'iso-ir-179 baltic',
    'iso-8859-15': 'iso-ir-203',
    ...numbered(
      'windows-125',
      { 0: 'ee', 1: 'cyrl', 2: 'ansi', 3: 'greek', 4: 'turk', 5: 'hebr', 6: 'arab' },
      (word) => `ms-${word}`,
    ),
    'windows-1257': 'winbaltrim',
    'windows-31j': 'sjis-open sjis-win',
    'windows-949': 'mscp949',
    big5: 'big-5 big-five bigfive',
    'eucjp-ms': 'eucjp-open eucjp-win eucjp-ms euc-jp-ms',
    johab: 'johab cp1361 mscp1361',
    gbk: 'gb13000',
  },
};

/** Returns the names that any source has for a label. */
const namesOf = (label) =>
  Object.values(namesBySource).flatMap((names) => names[label]?.split(' ') ?? []);

/**
 * The code pages of Windows that are encodings of the standard or code pages of several bytes: each number with a label for the
 * same bytes.
 * https://learn.microsoft.com/en-us/windows/win32/intl/code-page-identifiers
 */
const codePages = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'windows-31j'],
  [936, 'gbk'],
  [949, 'windows-949'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [1201, 'utf-16be'],
  ...windowsNumbers.map((number) => [number, `windows-${number}`]),
  [1361, 'johab'],
  [10000, 'macintosh'],
  [10007, 'x-mac-cyrillic'],
  [10017, 'x-mac-ukrainian'],
  [20127, 'us-ascii'],
  [20866, 'koi8-r'],
  [20936, 'gb2312'],
  [20949, 'ks_c_5601-1987'],
  [21866, 'koi8-u'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15].map((part) => [28590 + part, `iso-8859-${part}`]),
  [38598, 'iso-8859-8-i'],
  [50220, 'iso-2022-jp'],
  [50221, 'iso-2022-jp'],
  [50222, 'iso-2022-jp'],
  [51932, 'cp51932'],
  [51936, 'gb2312'],
  [51949, 'euc-kr'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
]);

// What programs write in front of the number of a code page; iconv-lite and Python know the number alone as well.
const beforeNumber = ['', 'cp', 'xcp', 'windows', 'win', 'ms', 'codepage'];

// In UTF-16 code units. The longest name of the table has 45; a longer text is not copied.
const MAX_NAME_UNITS = 64;

const isBlank = (unit) => unit === 0x0b || isAsciiWhitespace(unit);
const isAroundName = (unit) => isBlank(unit) || unit === 0x22 || unit === 0x27;

// Space - . : _
const isSeparator = (unit) =>
  unit === 0x20 || unit === 0x2d || unit === 0x2e || unit === 0x3a || unit === 0x5f;

/**
 * Returns a name without quotes and blanks around it, in lowercase, and without the separators inside it except between two
 * digits; or an empty string for a text that cannot be a name. So « EUC_JP » and « eucjp » are one name, and
 * « iso-8859-1 1 » is not « iso-8859-11 ».
 */
function foldName(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isAroundName(text.charCodeAt(start))) start++;
  while (start < end && isAroundName(text.charCodeAt(end - 1))) end--;
  if (end - start > MAX_NAME_UNITS) return '';
  let name = '';
  let isAfterSeparator = false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (isSeparator(unit)) {
      isAfterSeparator = true;
      continue;
    }
    const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    if (!isAsciiDigit(lower) && !isAsciiLowercase(lower)) return '';
    const isBetweenDigits = isAsciiDigit(lower) && isAsciiDigit(name.charCodeAt(name.length - 1));
    if (isAfterSeparator && isBetweenDigits) name += '-';
    name += String.fromCharCode(lower);
    isAfterSeparator = false;
  }
  return name;
}

/** Returns a label for a folded name that is a code page's number, such as « cp28591 », or undefined. */
function labelOfCodePageName(name) {
  for (const prefix of beforeNumber) {
    const digits = name.slice(prefix.length);
    const number = Number(digits);
    if (name.startsWith(prefix) && String(number) === digits) return codePages.get(number);
  }
  return undefined;
}

let labelByName; // the label of each folded name

function makeLabelByName() {
  const byName = new Map();
  // The name of an encoding is a better answer than another of its labels, so it comes last.
  for (const label of [...Object.keys(labels), ...encodings.map((name) => name.toLowerCase())]) {
    byName.set(foldName(label), label);
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
 * Returns a label of the standard, or the name of a code page of several bytes, for a name that other programs use, or that only
 * differs from a label in case, quotes, blanks and separators; undefined for a name that is not known.
 */
function labelOfName(text) {
  const name = foldName(text);
  if (name === '') return undefined;
  labelByName ??= makeLabelByName();
  return labelByName.get(name) ?? labelOfCodePageName(name);
}

/** Returns the name of the encoding of a label. A code page of several bytes has its name in the place of a label. */
const encodingOf = (label) => encodings[encodingId(label)] ?? label;

function resolveLabel(name) {
  const text = toText(name, 'name');
  const label = encodingId(text) === undefined ? labelOfName(text) : text;
  return label === undefined ? null : encodingOf(label);
}

function labelFromCodePage(codePage) {
  if (typeof codePage !== 'number') throw invalidArgument('codePage', 'a number', codePage);
  const label = codePages.get(codePage);
  return label === undefined ? null : encodingOf(label);
}

module.exports = {
  codePages,
  encodingOf,
  foldName,
  labelFromCodePage,
  labelOfName,
  namesBySource,
  namesOf,
  resolveLabel,
};
