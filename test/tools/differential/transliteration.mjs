// Compares what //TRANSLIT writes here with what iconv of glibc writes in the locale C.UTF-8, for each scalar value that is no
// ideograph, to ASCII. Each difference is in a row of the table in lib/cli/README.md.
//
//   npm run test:differential -- transliteration [--write]
//
// With --write the table is written; else the exit code is 0 when the table is right.

import { spawnSync } from 'node:child_process';
import { Iconv } from 'whatwg-transcoder/iconv-lite';
import { isOnPage } from './page-table.mjs';

/** The rows: what a row has, why, and which differences are in it. A difference is in the first row that takes it. */
const rows = [
  {
    what: 'fractions',
    why: 'a space stands before, so that « 3½ » does not become « 31/2 »; glibc writes one behind, too',
    takes: ({ glibc, here }) => glibc === `${here} `,
  },
  {
    what: 'letters and numbers in circles and squares',
    why: 'compatibility decomposition has no parentheses',
    takes: ({ glibc, here }) => glibc === `(${here})`,
  },
  {
    what: 'squares and cubes of units',
    why: 'compatibility decomposition has no `^`',
    takes: ({ glibc, here }) => glibc.includes('^') && glibc.replace('^', '') === here,
  },
  {
    what: 'marks and controls that show nothing',
    why: 'they are left out, as glibc leaves out others',
    takes: ({ glibc, here }) => glibc === '?' && here === '',
  },
  {
    what: 'letters, signs and spaces that glibc does not know',
    why: 'compatibility decomposition or the table of this package has them',
    takes: ({ glibc }) => glibc === '?',
  },
  {
    what: 'strokes through a letter, and marks of scripts that ASCII has no letter of',
    why: 'without the stroke another sign would stand there',
    takes: ({ glibc, here }) => glibc === '' && here === '?',
  },
  {
    what: 'letters with strokes and hooks, and of phonetic alphabets',
    why: 'Unicode does not decompose them, and the table has those of languages of Europe alone',
    takes: ({ character, here }) => here === '?' && /\p{L}/u.test(character),
  },
  {
    what: 'signs that Unicode does not decompose',
    why: 'the table has the most frequent ones alone',
    takes: ({ here }) => here === '?',
  },
  {
    what: 'quotation marks, currencies and signs for which both have a text',
    why: 'the table of this package is its own',
    takes: () => true,
  },
];

// These code points become « ? » in both.
const isIdeograph = (value) => value >= 0x20000 && value < 0x2f800;

const values = [];
for (let value = 0x80; value < 0x110000; value++) {
  const isPrivate = value >= 0xf0000;
  const isSurrogate = value >= 0xd800 && value < 0xe000;
  if (!isSurrogate && !isIdeograph(value) && !isPrivate) values.push(value);
}
// A line ends the text of each character.
const input = values.map((value) => `[${String.fromCodePoint(value)}]`).join('\n');
const textsOf = (bytes) =>
  bytes
    .toString('latin1')
    .split('\n')
    .map((line) => line.slice(1, -1));

const { stdout, stderr } = spawnSync('iconv', ['-f', 'UTF-8', '-t', 'ASCII//TRANSLIT'], {
  input,
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  maxBuffer: 1 << 28,
});
const glibcTexts = textsOf(stdout);
const ourTexts = textsOf(new Iconv('utf-8', 'ascii//TRANSLIT').convert(Buffer.from(input)));
if (glibcTexts.length !== values.length) throw new Error(`iconv: ${stderr}`);

const found = rows.map(() => []);
let alike = 0;
for (const [i, value] of values.entries()) {
  const difference = {
    character: String.fromCodePoint(value),
    glibc: glibcTexts[i],
    here: ourTexts[i],
  };
  if (difference.glibc === difference.here) {
    if (difference.here !== '?') alike++;
  } else {
    found[rows.findIndex(({ takes }) => takes(difference))].push(difference);
  }
}

// Three characters that can be seen by themselves, and that Markdown does not take for its own.
const shown = (text) => (text === '' ? 'nothing' : `\`${text.replaceAll('|', '\\|')}\``);
const isVisible = ({ character, glibc, here }) =>
  /[\p{L}\p{N}\p{S}\p{P}]/u.test(character) && !`${glibc}${here}`.includes('`');
const exampleOf = ({ character, glibc, here }) => `${character} ${shown(glibc)}, ${shown(here)}`;

const lines = rows.map(({ what, why }, i) => {
  const visible = found[i].filter(isVisible);
  const examples = [0, 1, 2].map((part) => visible[Math.floor((part * visible.length) / 3)]);
  const cell = visible.length < 3 ? '–' : examples.map(exampleOf).join('; ');
  return `| ${found[i].length} | ${what} | ${cell} | ${why} |`;
});
const table = [
  `${alike.toLocaleString('en-US')} characters become the same text, and all that are in no row become \`?\` in both.`,
  '',
  '| characters | what | in glibc, here | why |',
  '| --- | --- | --- | --- |',
  ...lines,
].join('\n');

console.log(table);
const name = 'npm run test:differential -- transliteration';
if (!isOnPage('lib/cli/README.md', name, table)) {
  console.log('FAILED  the table in lib/cli/README.md is out of date');
  process.exitCode = 1;
}
