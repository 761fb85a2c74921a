// The code pages that the standard does not have: names, labels, and what each source calls them.

/** The labels of one of IBM's code pages: the names of IANA, IBM, Microsoft and iconv-lite, and the number alone. */
export const ibmLabels = (number, others) => [
  ...new Set([`cp${number}`, `csibm${number}`, `ibm-${number}`, `ibm${number}`, number, ...others]),
];

const ibm = (number, isAscii, others = [], sources = {}) => ({
  name: `ibm${number}`,
  isAscii,
  labels: ibmLabels(number, others).sort(),
  sources: {
    glibc: `IBM${number}`,
    icu: `ibm-${Number(number)}`,
    python: `cp${number}`,
    'iconv-lite': `cp${number}`,
    ...sources,
  },
});

const other = (name, labels, sources, isAscii = true) => ({
  name,
  isAscii,
  labels: [...new Set([name, ...labels])].sort(),
  sources,
});

const pc = [
  ['437', ['cspc8codepage437']],
  ['720'],
  ['737'],
  ['775', ['cspc775baltic']],
  ['850', ['cspc850multilingual']],
  ['852', ['cspcp852']],
  ['855'],
  ['856'],
  ['857'],
  ['858', ['ccsid00858', 'cp00858', 'cspc858multilingual', 'ibm00858']],
  ['860'],
  ['861', ['cp-is']],
  ['862', ['cspc862latinhebrew']],
  ['863'],
  ['865'],
  ['869', ['cp-gr']],
  ['922'],
  ['1046'],
  ['1124'],
  ['1125', ['ruscii']],
  ['1129'],
  ['1133'],
  ['1161'],
  ['1162'],
  ['1163'],
].map(([number, others]) => ibm(number, true, others, glibcNames(number)));

/** What glibc calls a code page that it does not know as IBM and the number. */
function glibcNames(number) {
  return ['737', '858', '1125'].includes(number) ? { glibc: `CP${number}` } : {};
}

/** The labels of IANA for a code page with the euro sign, 1140 to 1149; none for another number. */
export const euroLabels = (number) =>
  number.startsWith('114') ? ['ccsid', 'cp', 'ibm'].map((prefix) => `${prefix}0${number}`) : [];

const ebcdic = [
  [
    '037',
    ['cp37', 'ebcdic-cp-ca', 'ebcdic-cp-nl', 'ebcdic-cp-us', 'ebcdic-cp-wt', 'ibm-37', 'ibm37'],
  ],
  ['273'],
  ['277', ['ebcdic-cp-dk', 'ebcdic-cp-no']],
  ['278', ['ebcdic-cp-fi', 'ebcdic-cp-se']],
  ['280', ['ebcdic-cp-it']],
  ['284', ['ebcdic-cp-es']],
  ['285', ['ebcdic-cp-gb']],
  ['297', ['ebcdic-cp-fr']],
  ['424', ['ebcdic-cp-he']],
  ['500', ['ebcdic-cp-be', 'ebcdic-cp-ch']],
  ['870', ['ebcdic-cp-roece', 'ebcdic-cp-yu']],
  ['871', ['ebcdic-cp-is']],
  ['875'],
  ['1026'],
  ['1047', ['ibm01047']],
  ...['1140', '1141', '1142', '1143', '1144', '1145', '1146', '1147', '1148', '1149'].map(
    (number) => [number, euroLabels(number)],
  ),
].map(([number, others]) => ibm(number, false, others, { 'iconv-lite': undefined }));

/**
 * The code pages in the order of the core's numbers. First come those in which ASCII bytes, and no others, are ASCII.
 */
// The labels tis-620 and koi8-ru are the standard's, for windows-874 and KOI8-U.
export const codePages = [
  ...pc,
  other('georgian-academy', ['georgianacademy'], {
    glibc: 'GEORGIAN-ACADEMY',
    'iconv-lite': 'georgianacademy',
  }),
  other('georgian-ps', ['georgianps'], { glibc: 'GEORGIAN-PS', 'iconv-lite': 'georgianps' }),
  other(
    'hp-roman8',
    ['csHPRoman8'.toLowerCase(), 'hp8', 'hproman8', 'ibm1051', 'r8', 'roman8', 'xroman8'],
    {
      glibc: 'HP-ROMAN8',
      icu: 'hp-roman8',
      python: 'hp_roman8',
      'iconv-lite': 'hproman8',
    },
  ),
  other('koi8ru', ['x-koi8-ru'], { glibc: 'KOI8-RU', 'iconv-lite': 'koi8ru' }),
  other('koi8-t', ['koi8t'], { glibc: 'KOI8-T', python: 'koi8_t', 'iconv-lite': 'koi8t' }),
  other('mik', [], { glibc: 'MIK', 'iconv-lite': 'mik' }),
  other('ptcp154', ['cp154', 'csptcp154', 'cyrillic-asian', 'pt154'], {
    glibc: 'PT154',
    python: 'ptcp154',
    'iconv-lite': 'pt154',
  }),
  other('rk1048', ['kz-1048', 'kz1048', 'strk1048-2002', 'strk10482002'], {
    glibc: 'RK1048',
    python: 'kz1048',
    'iconv-lite': 'rk1048',
  }),
  other('tis620', ['iso-ir-166', 'isoir166', 'tis620-0', 'tis620.2529-1', 'tis620.2533-0'], {
    glibc: 'TIS-620',
    python: 'tis_620',
    'iconv-lite': 'tis620',
  }),
  other(
    'x-mac-ce',
    ['10029', 'mac-ce', 'mac-centraleurope', 'mac-latin2', 'maccenteuro', 'maccentraleurope'],
    {
      glibc: 'MAC-CENTRALEUROPE',
      icu: 'macos-29-10.2',
      python: 'mac_latin2',
      'iconv-lite': 'maccenteuro',
    },
  ),
  other('x-mac-croatian', ['10082', 'mac-croatian', 'maccroatian'], {
    python: 'mac_croatian',
    'iconv-lite': 'maccroatian',
  }),
  other('x-mac-greek', ['10006', 'mac-greek', 'macgreek'], {
    icu: 'macos-6_2-10.4',
    python: 'mac_greek',
    'iconv-lite': 'macgreek',
  }),
  other('x-mac-icelandic', ['10079', 'mac-iceland', 'mac-icelandic', 'maciceland'], {
    glibc: 'MAC-IS',
    python: 'mac_iceland',
    'iconv-lite': 'maciceland',
  }),
  other('x-mac-romanian', ['10010', 'mac-romanian', 'macromania', 'macromanian'], {
    python: 'mac_romanian',
    'iconv-lite': 'macromania',
  }),
  other('x-mac-turkish', ['10081', 'mac-turkish', 'macturkish'], {
    icu: 'macos-35-10.2',
    python: 'mac_turkish',
    'iconv-lite': 'macturkish',
  }),
  // A second byte stands for each of its ASCII signs.
  other('armscii-8', ['armscii8'], { glibc: 'ARMSCII-8', 'iconv-lite': 'armscii8' }, false),
  other(
    'tcvn',
    ['tcvn-5712', 'tcvn5712', 'tcvn5712-1', 'tcvn57121'],
    { glibc: 'TCVN5712-1', 'iconv-lite': 'tcvn' },
    false,
  ),
  other('viscii', ['csviscii'], { glibc: 'VISCII', 'iconv-lite': 'viscii' }, false),
  ...ebcdic,
];
