// The charsets of MariaDB and PostgreSQL that the page for databases has, each with the reason why its bytes mean something else
// here.

const controls = 'the standard decodes bytes without a character to C1 controls, and back';
const isoLatin5 = '80 to 9F are C1 controls there';
const big5 =
  'other code points for some signs there, and its own Cyrillic and Japanese rows; HKSCS here';
const gb2312 = 'only the characters of GB 2312 there; A1 A4 and A1 AA are U+30FB and U+2015';
const gbk = 'private use code points and the byte 80 here';
const jisX0212 = 'JIS X 0212 is decoded here, and not encoded';
const userDefined = 'private use code points there';
const notHere = 'refused here: no table of this package is this one';
const bigEndian = 'the order of bytes is that of UTF-16BE there: ask for `utf-16be`';

const onlyOneByte = [1];
const oneToThree = [1, 2, 3];

/** MariaDB's. `minBytes` is the least that a character takes, `lengths` those of the sequences of bytes that are compared. */
export const mariaDbCharsets = [
  { charset: 'armscii8', why: 'punctuation and the ligature և have other bytes there' },
  { charset: 'ascii', why: 'ASCII has 7 bits; 80 to FF are those of windows-1252 here' },
  { charset: 'big5', why: big5 },
  { charset: 'binary', isText: false, why: 'bytes, which are no text' },
  { charset: 'cp1250', why: controls },
  { charset: 'cp1251', why: controls },
  { charset: 'cp1256', why: 'an older code page there, without eight letters of Urdu and Persian' },
  { charset: 'cp1257', why: controls },
  { charset: 'cp850' },
  { charset: 'cp852' },
  { charset: 'cp866', why: 'FC and FD are U+207F and U+00B2 there, as in code page 437' },
  {
    charset: 'cp932',
    why: `${userDefined} are written as F0 40 to F9 FC, and here they are only read; 80`,
  },
  { charset: 'dec8', why: notHere },
  {
    charset: 'eucjpms',
    lengths: oneToThree,
    why: 'ten characters, such as U+301C and U+00A5, are written here as bytes of others; the server writes `?`',
  },
  { charset: 'euckr' },
  { charset: 'gb2312', why: gb2312 },
  { charset: 'gbk', why: gbk },
  { charset: 'geostd8', why: `${notHere}; \`georgian-ps\` and \`georgian-academy\` are others` },
  {
    charset: 'greek',
    why: 'the edition of 1987 there; A1 and A2 are U+02BD and U+02BC, and the euro sign is missing',
  },
  { charset: 'hebrew', why: 'AF is U+203E there, as in the edition of 1988' },
  { charset: 'hp8' },
  { charset: 'keybcs2', why: notHere },
  { charset: 'koi8r' },
  { charset: 'koi8u', why: 'AE and BE are U+255D and U+256C there, as in RFC 2319; 95 is U+2022' },
  { charset: 'latin1' },
  { charset: 'latin2' },
  { charset: 'latin5', why: isoLatin5 },
  { charset: 'latin7' },
  { charset: 'macce' },
  { charset: 'macroman' },
  {
    charset: 'sjis',
    why: 'U+301C and five more where here are the wide forms, 81 5F is the backslash, and without the characters of NEC and IBM there',
  },
  { charset: 'swe7', why: notHere },
  {
    charset: 'tis620',
    why: '80 to 9F are C1 controls there; the server writes 3,936 supplementary characters as bytes of others',
  },
  { charset: 'ucs2', minBytes: 2, lengths: [2], why: bigEndian },
  {
    charset: 'ujis',
    lengths: oneToThree,
    why: `U+301C and five more where here are the wide forms, A1 C0 is the backslash, ${userDefined}; ${jisX0212}`,
  },
  { charset: 'utf16', minBytes: 2, lengths: [2], why: bigEndian },
  { charset: 'utf16le', minBytes: 2, lengths: [2] },
  {
    charset: 'utf32',
    minBytes: 4,
    lengths: [],
    why: 'its order of bytes is that of UTF-32BE: ask for `utf-32be`',
  },
  { charset: 'utf8mb3', lengths: onlyOneByte, why: 'at most three bytes for a character there' },
  { charset: 'utf8mb4', lengths: onlyOneByte },
];

const oneByte = [
  ...[
    'ISO_8859_5',
    'ISO_8859_6',
    'ISO_8859_7',
    'ISO_8859_8',
    'KOI8R',
    'LATIN2',
    'LATIN3',
    'LATIN4',
  ],
  ...['LATIN6', 'LATIN7', 'LATIN8', 'LATIN9', 'LATIN10', 'WIN866', 'WIN1256'],
].map((charset) => ({ charset }));

/** PostgreSQL's. */
export const postgresCharsets = [
  { charset: 'BIG5', why: big5 },
  { charset: 'EUC_CN', why: gb2312 },
  { charset: 'EUC_JIS_2004', lengths: oneToThree, why: notHere },
  {
    charset: 'EUC_JP',
    lengths: oneToThree,
    why: `characters of IBM at 8F F3 F3 there; ${jisX0212}`,
  },
  { charset: 'EUC_KR', why: 'only the characters of KS X 1001 there, with U+327E at A2 E8' },
  { charset: 'EUC_TW', lengths: [1, 2, 'EUC-TW'], why: notHere },
  { charset: 'GB18030', lengths: [1, 2, 'GB18030'], why: 'GB 18030 of 2000 there, of 2022 here' },
  { charset: 'GBK', why: gbk },
  {
    charset: 'JOHAB',
    lengths: oneToThree,
    why: 'the server writes Johab, and refuses to read half of it',
  },
  { charset: 'KOI8U', why: 'AE and BE are U+255D and U+256C there, as in RFC 2319' },
  { charset: 'LATIN1', why: '80 to 9F are C1 controls there' },
  { charset: 'LATIN5', why: isoLatin5 },
  { charset: 'MULE_INTERNAL', isText: false, why: 'the server does not convert it to UTF-8' },
  { charset: 'SHIFT_JIS_2004', why: notHere },
  {
    charset: 'SJIS',
    why: `the characters of NEC are written as those of IBM there; ${userDefined} are read here, and 80`,
  },
  { charset: 'SQL_ASCII', isText: false, why: 'bytes whose encoding the server does not know' },
  { charset: 'UHC', why: `U+327E at A2 E8, and ${userDefined} at C9 and FE` },
  { charset: 'WIN874', why: controls },
  ...['WIN1250', 'WIN1251', 'WIN1252', 'WIN1253', 'WIN1254', 'WIN1255', 'WIN1257', 'WIN1258'].map(
    (charset) => ({ charset, why: controls }),
  ),
  ...oneByte,
].sort((a, b) => (a.charset < b.charset ? -1 : 1));
