'use strict';

// The names of iconv-lite 0.7, without punctuation and in lowercase, by what they mean here. The first name of each line is the
// one that iconv-lite's own table has for the codec, and the name of the codec here; the others are its aliases.

const { isAsciiDigit, isAsciiLowercase } = require('../base/webidl.js');
const { eachRun } = require('../transcoding/pieces.js');

const isLetterOrDigit = (unit) => isAsciiDigit(unit) || isAsciiLowercase(unit);

/** Returns the digits and the lowercase letters of ASCII in a text. */
function withoutPunctuation(text) {
  const parts = [];
  eachRun(text, isLetterOrDigit, (run, isInside) => {
    if (isInside) parts.push(run);
  });
  return parts.join('');
}

/** The row of one of the parts of ISO/IEC 8859. */
const iso = (part, own) => ({
  [`iso-8859-${part}`]: `iso8859${part} ${28590 + part} ${own} cp${28590 + part}`,
});

/** The row of one of the code pages of Windows. */
const windows = (number, own = '') => ({
  [`windows-${number}`]: `windows${number} ${number} ${own}${own && ' '}win${number} cp${number}`,
});

/** The row of one of IBM's code pages. */
const ibm = (number, own = '') => ({
  [`ibm${number}`]: `cp${number} ${number} ${own}${own && ' '}ibm${number} csibm${number}`,
});

/**
 * Encodings of the core, with the names of iconv-lite: a label of each encoding of the standard, and the names that code pages have in
 * whatwg-transcoder/encodings. iconv-lite has no ISO-2022-JP, which Japanese mail is written in, and which every browser reads.
 */
const standardNames = {
  'utf-8': 'utf8 unicode11utf8',
  'utf-16be': 'utf16be',
  'utf-16le': 'utf16le',
  ibm866: 'cp866 866 ibm866 csibm866',
  ...iso(2, 'latin2 csisolatin2 l2 isoir101'),
  ...iso(3, 'latin3 csisolatin3 l3 isoir109'),
  ...iso(4, 'latin4 csisolatin4 l4 isoir110'),
  ...iso(5, 'csisolatincyrillic isoir144 cyrillic'),
  ...iso(6, 'csisolatinarabic isoir127 arabic arabic8 ecma114 asmo708'),
  ...iso(7, 'csisolatingreek isoir126 greek greek8 ecma118 elot928'),
  ...iso(8, 'csisolatinhebrew isoir138 hebrew hebrew8 iso88598i iso88598e'),
  ...iso(10, 'latin6 csisolatin6 l6 isoir157'),
  ...iso(13, 'latin7 l7 isoir179'),
  ...iso(14, 'latin8 l8 isoir199 celtic celtic8 isoceltic'),
  ...iso(15, 'latin9 l9 isoir203'),
  ...iso(16, 'latin10 l10 isoir226'),
  'koi8-r': 'koi8r 20866 cp20866 ibm878 cskoi8r',
  'koi8-u': 'koi8ru',
  'windows-874':
    'windows874 874 win874 cp874 cp1162 1162 ibm1162 csibm1162 ' +
    'tis620 isoir166 tis6200 tis62025291 tis62025330',
  ...windows(1250, 'msee'),
  ...windows(1251, 'mscyrl'),
  ...windows(1252, 'msansi'),
  ...windows(1253, 'msgreek'),
  ...windows(1254, 'msturk'),
  ...windows(1255, 'mshebr'),
  ...windows(1256, 'msarab'),
  ...windows(1257, 'winbaltrim'),
  ...windows(1258),
  gbk:
    'gbk xgbk isoir58 cp936 936 gb2312 gb231280 gb23121980 csgb2312 csiso58gb231280 euccn ' +
    'windows936 ms936',
  gb18030: 'gb18030 chinese',
  big5: 'big5hkscs big5 cnbig5 csbig5 xxbig5',
  'euc-jp': 'eucjp',
  'iso-2022-jp': 'iso2022jp csiso2022jp',
  shift_jis: 'shiftjis 932 csshiftjis mskanji sjis windows31j ms31j xsjis windows932 ms932 cp932',
  'euc-kr':
    'cp949 949 windows949 ms949 cseuckr csksc56011987 euckr isoir149 korean ksc56011987 ' +
    'ksc56011989 ksc5601',
  ...ibm(437, 'cspc8codepage437'),
  ...ibm(775, 'cspc775baltic'),
  ...ibm(850, 'cspc850multilingual'),
  ...ibm(852, 'cspcp852'),
  ...ibm(862, 'cspc862latinhebrew'),
  ...ibm(869, 'cpgr'),
  ...Object.assign(
    ...[737, 855, 856, 857, 858, 860, 861, 863, 865, 1124, 1125, 1129, 1161, 1163].map((number) =>
      ibm(number),
    ),
  ),
  ibm720: 'cp720',
  'x-mac-ce': 'maccenteuro 10029',
  mik: 'mik',
  rk1048: 'rk1048 strk10482002',
  tcvn: 'tcvn tcvn5712 tcvn57121',
  'hp-roman8': 'hproman8 cshproman8 r8 roman8 xroman8 ibm1051',
  'koi8-t': 'koi8t',
  'armscii-8': 'armscii8',
  'georgian-academy': 'georgianacademy',
  'georgian-ps': 'georgianps',
  ptcp154: 'pt154',
  viscii: 'viscii',
};

/**
 * Codecs of this folder, by the name of each: the other names, the name of its class in `encodings` unless that is
 * `_sbcs`, and options of the class.
 */
const ownCodecs = {
  iso88591: ['28591 latin1 csisolatin1 l1 isoir100 cp819 ibm819 cp28591', '_latin1'],
  ascii: [
    'ascii8bit usascii ansix34 ansix341968 ansix341986 csascii cp367 ibm367 isoir6 iso646us iso646irv us',
    '_ascii',
  ],
  cp950: ['950 windows950 ms950', '_cp950'],
  cp808: ['808 ibm808'],
  ...Object.fromEntries(
    [864, 922, 1046, 1133].map((number) => [
      `cp${number}`,
      [`${number} ibm${number} csibm${number}`],
    ]),
  ),
  iso88599: ['28599 latin5 csisolatin5 l5 isoir148 turkish turkish8 cp28599'],
  iso885911: ['28601 thai thai8 cp28601'],
  koi8u: ['21866 cp21866 ibm1168'],
  iso646cn: ['isoir57 gb198880 cn'],
  iso646jp: ['isoir14 csiso14jisc6220ro jisc62201969ro jp'],
  maccroatian: [''],
  maccyrillic: ['10007'],
  macgreek: ['10006'],
  maciceland: ['10079'],
  macintosh: ['macroman 10000 mac csmacintosh'],
  macromania: [''],
  macthai: [''],
  macturkish: ['10081'],
  macukraine: [''],
  cesu8: ['', '_cesu8'],
  ucs2: ['', '_internal', { nodeEncoding: 'ucs2' }],
  binary: ['', '_internal', { nodeEncoding: 'latin1' }],
  base64: ['', '_internal', { nodeEncoding: 'base64' }],
  hex: ['', '_internal', { nodeEncoding: 'hex' }],
  utf16: ['', '_guessing', { form: 'utf16' }],
  utf32: ['ucs4', '_guessing', { form: 'utf32' }],
  utf32le: ['ucs4le', '_utf32', { isLE: true }],
  utf32be: ['ucs4be', '_utf32', { isLE: false }],
  utf7: ['unicode11utf7', '_utf7', { form: 'utf7' }],
  utf7imap: ['', '_utf7', { form: 'utf7imap' }],
};

module.exports = { ownCodecs, standardNames, withoutPunctuation };
