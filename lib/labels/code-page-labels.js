'use strict';

// The labels of each code page, those of several bytes included, and of UTF-32BE and UTF-32LE. indexes/codepages/derive.mjs writes
// this file.

const { codePages } = require('../backend/backend.js');

/** The labels that no rule gives. */
const ownLabels = {
  __proto__: null,
  ibm437: 'cspc8codepage437',
  ibm775: 'cspc775baltic',
  ibm850: 'cspc850multilingual',
  ibm852: 'cspcp852',
  ibm858: 'ccsid00858 cp00858 cspc858multilingual ibm00858',
  ibm861: 'cp-is',
  ibm862: 'cspc862latinhebrew',
  ibm869: 'cp-gr',
  ibm1125: 'ruscii',
  'georgian-academy': 'georgianacademy',
  'georgian-ps': 'georgianps',
  'hp-roman8': 'cshproman8 hp8 hproman8 ibm1051 r8 roman8 xroman8',
  koi8ru: 'x-koi8-ru',
  'koi8-t': 'koi8t',
  ptcp154: 'cp154 csptcp154 cyrillic-asian pt154',
  rk1048: 'kz-1048 kz1048 strk1048-2002 strk10482002',
  tis620: 'iso-ir-166 isoir166 tis620-0 tis620.2529-1 tis620.2533-0',
  'x-mac-ce': '10029 mac-ce mac-centraleurope mac-latin2 maccenteuro maccentraleurope',
  'x-mac-croatian': '10082 mac-croatian maccroatian',
  'x-mac-greek': '10006 mac-greek macgreek',
  'x-mac-icelandic': '10079 mac-iceland mac-icelandic maciceland',
  'x-mac-romanian': '10010 mac-romanian macromania macromanian',
  'x-mac-turkish': '10081 mac-turkish macturkish',
  'armscii-8': 'armscii8',
  tcvn: 'tcvn-5712 tcvn5712 tcvn5712-1 tcvn57121',
  viscii: 'csviscii',
  ibm037: 'cp37 ebcdic-cp-ca ebcdic-cp-nl ebcdic-cp-us ebcdic-cp-wt ibm-37 ibm37',
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
  ibm1047: 'ibm01047',
  'UTF-32BE':
    '12001 csutf32be ucs-4be ucs4be utf-32-be utf32_bigendian utf32be utf_32_be utf_32be x-utf-32be',
  'UTF-32LE':
    '12000 csutf32le ucs-4le ucs4le utf-32-le utf32_littleendian utf32le utf_32_le utf_32le x-utf-32le',
  'eucjp-ms': 'euc-jp-ms eucjp-open eucjp-win eucjpms',
  cp51932: '51932',
  johab: '1361 cp1361 ksc5601-1992 ksc5601_1992 ms1361 mscp1361 x-johab',
};

/** What stands before the number of one of IBM's code pages in its labels; for those with the euro sign, 1140 to 1149, IANA has five digits. */
const beforeNumber = ['cp', 'csibm', 'ibm-', 'ibm', ''];
const beforeEuroNumber = [...beforeNumber, 'ccsid0', 'cp0', 'ibm0'];

function labelsOf(name) {
  const own = ownLabels[name]?.split(' ') ?? [];
  if (!name.startsWith('ibm')) return [name.toLowerCase(), ...own].sort();
  const number = name.slice(3);
  const prefixes = number.startsWith('114') ? beforeEuroNumber : beforeNumber;
  return [...own, ...prefixes.map((prefix) => prefix + number)].sort();
}

/** A row for each encoding: its name and its labels. */
const codePageRows = codePages.map((name) => [name, ...labelsOf(name)]);

module.exports = { codePageRows };
