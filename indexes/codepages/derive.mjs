// Derives code-pages.txt, encodings.txt and lib/labels/code-page-labels.js, which has the labels of
// indexes/unicode/encodings.txt and indexes/multi-byte/encodings.txt, too. Each code page comes from two or more of these sources: glibc's
// iconv (Debian's libc-bin), ICU's uconv (icu-devtools), Python's codecs, and the tables of iconv-lite 0.7.3. Where two sources differ,
// the table `rules` says which one counts and why, and code-pages.txt repeats that. This program fails at a difference that the table
// does not explain.
// Usage: npm run indexes -- derive codepages DIR   (DIR is a folder with node_modules/iconv-lite)

import { writeFileSync } from 'node:fs';
import { multiByteDirectory, readEncodings, unicodeDirectory } from '../files.mjs';
import { codePages, euroLabels, ibmLabels } from './list.mjs';
import { readSources } from './sources.mjs';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: npm run indexes -- derive codepages DIR');
  process.exit(2);
}

const reasons = {
  controls:
    'IBM rotates the controls 1A, 1C and 7F, which stand for themselves here, as in all other encodings',
  micro: 'MICRO SIGN, as Microsoft has it; IBM has GREEK SMALL LETTER MU',
  c1: 'unassigned; the C1 control of the same number, as in windows-125x',
  majority: 'what most sources have',
  apple: "Apple's table since Mac OS 8.5, as the standard has it in macintosh",
  euro: 'what both sources have in the edition of this code page with the euro sign',
};

/** For a code page and a byte: the sources that count, in the order of preference, and the reason. */
const rules = [
  ['ibm720', ['python'], reasons.c1, [0x80, 0x81, 0x84, 0x86, 0x8d, 0x8e, 0x8f, 0x90]],
  ...['ibm437', 'ibm860', 'ibm861', 'ibm862', 'ibm863', 'ibm865'].map((name) => [
    name,
    ['python'],
    reasons.micro,
    [0xe6],
  ]),
  ['ibm852', ['python'], reasons.majority, [0xaa]],
  ['ibm856', ['python'], 'as in ibm850; the others have OVERLINE and BULLET', [0xee, 0xfa]],
  ['ibm869', ['python'], reasons.majority, [0x88, 0xef]],
  ['ibm922', ['glibc'], reasons.majority, [0xaf]],
  [
    'ibm1046',
    ['glibc'],
    'assigned code points; iconv-lite has private use code points and one other form of a letter',
    [0x83, 0x84, 0x85, 0x86, 0xa1, 0xa2, 0xa3, 0xa5, 0xd8, 0xf6],
  ],
  ['ibm1125', ['python'], reasons.majority, [0xfa, 0xfb]],
  [
    'ibm1133',
    ['iconv-lite'],
    'KIP SIGN; the others have the ASCII letter k, which has a byte',
    [0xdf],
  ],
  ['ibm1133', ['glibc'], reasons.majority, [0xa0, 0xff]],
  ['ibm273', ['glibc'], reasons.majority, [0xbc]],
  ['ibm278', ['icu'], reasons.euro, [0x71, 0xe0]],
  ['ibm285', ['icu'], reasons.euro, [0xa1]],
  ['ibm424', ['python'], reasons.majority, [0x78, 0x8f, 0xb3, 0xbc]],
  ['ibm870', ['icu'], 'DOT ABOVE, a letter of the Latin-2 alphabet; glibc has MIDDLE DOT', [0xb0]],
  ['ibm871', ['icu'], reasons.euro, [0x4a, 0xc0]],
  ['ibm875', ['icu'], reasons.majority, [0x6a, 0x74, 0xdd]],
  [
    'ibm875',
    ['icu'],
    'unassigned; Python has U+001A for such bytes',
    [0xdc, 0xe1, 0xec, 0xed, 0xfc, 0xfd],
  ],
  ['ibm1026', ['python'], reasons.majority, [0x9a, 0x9d, 0xbc]],
  ['x-mac-croatian', ['python'], reasons.apple, [0xbd, 0xd8, 0xdb]],
  ['x-mac-greek', ['python'], reasons.apple, [0x9c, 0xaf, 0xff]],
  [
    'x-mac-icelandic',
    ['python'],
    reasons.apple,
    [0xa0, 0xbd, 0xc6, 0xd0, 0xd1, 0xd7, 0xdb, 0xdc, 0xdd, 0xe0, 0xf0, 0xf6, 0xf7],
  ],
  ['x-mac-romanian', ['python'], reasons.apple, [0xaf, 0xbd, 0xbf, 0xdb, 0xde, 0xdf, 0xf0]],
  ['x-mac-turkish', ['python'], reasons.apple, [0xbd, 0xf0, 0xf5]],
  [
    'koi8ru',
    ['glibc'],
    'the typographic signs of the definition of KOI8-RU; iconv-lite has the signs of KOI8-R',
    [0x93, 0x96, 0x97, 0x98, 0x99, 0x9b, 0x9c, 0x9d, 0x9f],
  ],
  [
    'tis620',
    ['glibc'],
    'unassigned; Python has the C1 controls',
    Array.from({ length: 32 }, (_, i) => 0x80 + i),
  ],
  ['hp-roman8', ['python'], reasons.majority, [0xa0, 0xa9, 0xaf, 0xb0, 0xb3, 0xf3, 0xf6]],
];

const decided = new Map();
for (const [name, sources, reason, bytes] of rules) {
  for (const byte of bytes) decided.set(`${name} ${byte}`, [sources[0], reason]);
}

const hex = (number, digits) => number.toString(16).toUpperCase().padStart(digits, '0');
const show = (codePoint) => (codePoint === null ? 'nothing' : `U+${hex(codePoint, 4)}`);
const isRotated = (byte) => byte === 0x1a || byte === 0x1c || byte === 0x7f;

/**
 * Returns the code point of a byte, and the comment that explains it where the sources differ. Where no rule says which source
 * counts, it adds the byte and what they have to `undecided`.
 */
function decide({ name, isAscii }, tables, byte, undecided) {
  const values = [...tables].map(([source, table]) => [source, table[byte]]);
  if (values.every(([, value]) => value === values[0][1])) return [values[0][1], null];
  const said = values.map(([source, value]) => `${source} ${show(value)}`).join(', ');
  let choice;
  if (isAscii && isRotated(byte)) {
    choice = [byte, reasons.controls];
  } else {
    const rule = decided.get(`${name} ${byte}`);
    if (rule === undefined) {
      undecided.push(`${hex(byte, 2)} (${said})`);
      return [null, null];
    }
    choice = [tables.get(rule[0])[byte], rule[1]];
  }
  return [choice[0], `# ${hex(byte, 2)}: ${show(choice[0])}. ${said}. Reason: ${choice[1]}.`];
}

const sections = [];
for (const page of codePages) {
  const { name, isAscii } = page;
  const tables = readSources(page, folder);
  if (tables.size < 2) throw new Error(`${name} needs two sources, and has: ${[...tables.keys()]}`);
  const undecided = [];
  const notes = [];
  const table = [];
  for (let byte = 0; byte < 256; byte += 1) {
    const [codePoint, note] = decide(page, tables, byte, undecided);
    table.push(codePoint);
    if (note !== null) notes.push(note);
  }
  if (undecided.length > 0) {
    throw new Error(
      `${name}: the table "rules" must say which source counts for ${undecided.join('; ')}`,
    );
  }
  const isItself = (codePoint, byte) => codePoint === byte;
  if (table[0] !== 0) throw new Error(`${name}: byte 00 is not U+0000`);
  const standsForAscii =
    table.slice(0, 128).every(isItself) &&
    table.slice(128).every((codePoint) => codePoint === null || codePoint > 0x7f);
  if (standsForAscii !== isAscii)
    throw new Error(`${name}: is it ASCII and other characters, or not?`);
  for (let codePoint = 0x20; codePoint < 0x7f; codePoint += 1) {
    if (!table.includes(codePoint)) throw new Error(`${name} does not contain ${show(codePoint)}`);
  }
  if (table.includes(0xfeff)) throw new Error(`${name} contains U+FEFF`);
  const rows = [];
  for (let first = isAscii ? 0x80 : 0; first < 256; first += 16) {
    const codePoints = table
      .slice(first, first + 16)
      .map((codePoint) => (codePoint === null ? '-' : hex(codePoint, 4)));
    rows.push(`${hex(first, 2)}\t${codePoints.join(' ')}`);
  }
  sections.push(
    [name, `# Sources: ${[...tables.keys()].join(', ')}.`, ...notes, ...rows].join('\n'),
  );
  console.log(`${name}\t${notes.length} differences`);
}
writeFileSync(
  new URL('code-pages.txt', import.meta.url),
  `# The code pages that the standard does not have. Derived by derive.mjs, never edited by hand.
# Each begins with its name, and ends with an empty line. A row has a byte, TAB, and the code points of this byte and the 15 after it;
# "-" is a byte that is not assigned. Where the rows of the bytes 00 to 7F are missing, these are ASCII.

${sections.join('\n\n')}
`,
);

const others = [unicodeDirectory, multiByteDirectory].flatMap((each) => readEncodings(each));
const taken = new Set();
for (const { labels } of [...codePages, ...others]) {
  for (const label of labels) {
    if (taken.has(label)) throw new Error(`two encodings have the label ${label}`);
    taken.add(label);
  }
}
const rows = codePages.map(({ name, labels }) => [name, ...labels].join('\t'));
writeFileSync(
  new URL('encodings.txt', import.meta.url),
  `# code pages that the standard does not have: name TAB labels. Those in which only ASCII bytes are ASCII come first.\n${rows.join('\n')}\n`,
);
/** The labels that no rule gives. */
const ownLabels = ({ name, labels }) => {
  const [, number] = /^ibm(\d+)$/.exec(name) ?? [];
  const ruled = number === undefined ? [] : [...ibmLabels(number, []), ...euroLabels(number)];
  return labels.filter((label) => label !== name.toLowerCase() && !ruled.includes(label));
};
const entries = [...codePages, ...others]
  .map(({ name, labels }) => [name, ownLabels({ name, labels })])
  .filter(([, own]) => own.length > 0)
  .map(([name, own]) => `  '${name}': '${own.join(' ')}',`.replace(/^ {2}'(\w+)'/, '  $1'));
writeFileSync(
  new URL('../../lib/labels/code-page-labels.js', import.meta.url),
  `'use strict';

// The labels of each code page, those of several bytes included, and of UTF-32BE and UTF-32LE. indexes/codepages/derive.mjs writes
// this file.

const { codePages } = require('../backend/backend.js');

/** The labels that no rule gives. */
const ownLabels = {
  __proto__: null,
${entries.join('\n')}
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
`,
);
