'use strict';

// The labels of each code page, those of several bytes included, and of UTF-32BE and UTF-32LE. indexes/codepages/derive.mjs writes
// this file.

/** The labels of each that no rule gives. */
const ownLabels = {
  ibm437: 'cspc8codepage437',
  ibm720: '',
  ibm737: '',
  ibm775: 'cspc775baltic',
  ibm850: 'cspc850multilingual',
  ibm852: 'cspcp852',
  ibm855: '',
  ibm856: '',
  ibm857: '',
  ibm858: 'ccsid00858 cp00858 cspc858multilingual ibm00858',
  ibm860: '',
  ibm861: 'cp-is',
  ibm862: 'cspc862latinhebrew',
  ibm863: '',
  ibm865: '',
  ibm869: 'cp-gr',
  ibm922: '',
  ibm1046: '',
  ibm1124: '',
  ibm1125: 'ruscii',
  ibm1129: '',
  ibm1133: '',
  ibm1161: '',
  ibm1162: '',
  ibm1163: '',
  'georgian-academy': 'georgian-academy georgianacademy',
  'georgian-ps': 'georgian-ps georgianps',
  'hp-roman8': 'cshproman8 hp-roman8 hp8 hproman8 ibm1051 r8 roman8 xroman8',
  koi8ru: 'koi8ru x-koi8-ru',
  'koi8-t': 'koi8-t koi8t',
  mik: 'mik',
  ptcp154: 'cp154 csptcp154 cyrillic-asian pt154 ptcp154',
  rk1048: 'kz-1048 kz1048 rk1048 strk1048-2002 strk10482002',
  tis620: 'iso-ir-166 isoir166 tis620 tis620-0 tis620.2529-1 tis620.2533-0',
  'x-mac-ce': '10029 mac-ce mac-centraleurope mac-latin2 maccenteuro maccentraleurope x-mac-ce',
  'x-mac-croatian': '10082 mac-croatian maccroatian x-mac-croatian',
  'x-mac-greek': '10006 mac-greek macgreek x-mac-greek',
  'x-mac-icelandic': '10079 mac-iceland mac-icelandic maciceland x-mac-icelandic',
  'x-mac-romanian': '10010 mac-romanian macromania macromanian x-mac-romanian',
  'x-mac-turkish': '10081 mac-turkish macturkish x-mac-turkish',
  'armscii-8': 'armscii-8 armscii8',
  tcvn: 'tcvn tcvn-5712 tcvn5712 tcvn5712-1 tcvn57121',
  viscii: 'csviscii viscii',
  ibm037: 'cp37 ebcdic-cp-ca ebcdic-cp-nl ebcdic-cp-us ebcdic-cp-wt ibm-37 ibm37',
  ibm273: '',
  ibm277: 'ebcdic-cp-dk ebcdic-cp-no',
  ibm278: 'ebcdic-cp-fi ebcdic-cp-se',
  ibm280: 'ebcdic-cp-it',
  ibm284: 'ebcdic-cp-es',
  ibm285: 'ebcdic-cp-gb',
  ibm297: 'ebcdic-cp-fr',
  ibm424: 'ebcdic-cp-he',
  ibm500: 'ebcdic-cp-be ebcdic-cp-ch',
  ibm870: 'ebcdic-cp-roece ebcdic-cp-yu',
  ibm871: 'ebcdic-cp-is',
  ibm875: '',
  ibm1026: '',
  ibm1047: 'ibm01047',
  ibm1140: '',
  ibm1141: '',
  ibm1142: '',
  ibm1143: '',
  ibm1144: '',
  ibm1145: '',
  ibm1146: '',
  ibm1147: '',
  ibm1148: '',
  ibm1149: '',
  'UTF-32BE':
    '12001 csutf32be ucs-4be ucs4be utf-32-be utf-32be utf32_bigendian utf32be utf_32_be utf_32be x-utf-32be',
  'UTF-32LE':
    '12000 csutf32le ucs-4le ucs4le utf-32-le utf-32le utf32_littleendian utf32le utf_32_le utf_32le x-utf-32le',
  'eucjp-ms': 'euc-jp-ms eucjp-ms eucjp-open eucjp-win eucjpms',
  cp51932: '51932 cp51932',
  johab: '1361 cp1361 johab ksc5601-1992 ksc5601_1992 ms1361 mscp1361 x-johab',
};

/** The labels that each of IBM's code pages has; those with the euro sign, 1140 to 1149, also have IANA's with five digits. */
const ibmLabels = (number) =>
  [
    'cp',
    'csibm',
    'ibm-',
    'ibm',
    '',
    ...(number.startsWith('114') ? ['ccsid0', 'cp0', 'ibm0'] : []),
  ].map((prefix) => `${prefix}${number}`);

const labelsOf = (name, own) =>
  own
    .split(' ')
    .filter((label) => label !== '')
    .concat(name.startsWith('ibm') ? ibmLabels(name.slice(3)) : [])
    .sort();

/** A row for each encoding: its name and its labels. */
const codePageRows = Object.entries(ownLabels).map(([name, own]) => [name, ...labelsOf(name, own)]);

module.exports = { codePageRows };
