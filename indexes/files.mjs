// Reads the index files and the table of labels of this folder.
// https://encoding.spec.whatwg.org/#indexes

import { readdirSync, readFileSync } from 'node:fs';
import { isMainProgram } from './main-program.mjs';

export const directory = new URL('./', import.meta.url);

/** The folder of the encodings of the 2012 edition that later editions removed. */
export const historicalDirectory = new URL('historical/', directory);

/** The folder of the code pages that the standard does not have. */
export const codePageDirectory = new URL('codepages/', directory);

/** The folder of the encodings of Unicode that the standard does not have. They have no index. */
export const unicodeDirectory = new URL('unicode/', directory);

/** The folder of the code pages of several bytes that the standard does not have. */
export const multiByteDirectory = new URL('multi-byte/', directory);

/** The folder of the counts for the detector. */
export const detectDirectory = new URL('detect/', directory);

/** Names of all indexes, from the files `index-*.txt` of a folder. */
export function indexNames(folder = directory) {
  return readdirSync(folder)
    .filter((file) => /^index-.*\.txt$/.test(file))
    .map((file) => file.slice('index-'.length, -'.txt'.length))
    .sort();
}

/**
 * The entries of one index as [pointer, code point] pairs, in file order. Empty lines and lines
 * that begin with "#" are ignored. The fields of a line are separated by TAB, as the standard says. A line that has only a code
 * point, as in the package's copy of these files, has the pointer after the last one.
 */
export function readIndex(name, folder = directory) {
  const entries = [];
  let last = -1;
  for (const line of readFileSync(new URL(`index-${name}.txt`, folder), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const fields = line.split('\t');
    last = fields.length === 1 ? last + 1 : Number(fields[0]);
    entries.push([last, Number.parseInt(fields[1] ?? fields[0], 16)]);
  }
  return entries;
}

/** The encodings of a folder in the standard's order: [{ name, labels }]. */
export function readEncodings(folder = directory) {
  return readFileSync(new URL('encodings.txt', folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, ...labels] = line.split('\t');
      return { name, labels };
    });
}

let codePages;

/** The code pages of `code-pages.txt`, whose head says how it is written: a Map from each name to its rows of text. */
export function readCodePages() {
  if (codePages === undefined) {
    const text = readFileSync(new URL('code-pages.txt', codePageDirectory), 'utf8');
    const [, ...sections] = text.trimEnd().split('\n\n');
    codePages = new Map();
    for (const section of sections) {
      const [name, ...rows] = section.split('\n');
      codePages.set(name, rows);
    }
  }
  return codePages;
}

/**
 * The 256 entries of a code page: for each byte its code point, or undefined. Where the file has no row of the bytes below 0x80,
 * these are ASCII.
 */
export function readCodePage(name) {
  const table = Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : undefined));
  for (const row of readCodePages().get(name)) {
    if (row.startsWith('#')) continue;
    const [first, codePoints] = row.split('\t');
    for (const [i, codePoint] of codePoints.split(' ').entries()) {
      table[Number.parseInt(first, 16) + i] =
        codePoint === '-' ? undefined : Number.parseInt(codePoint, 16);
    }
  }
  return table;
}

/** The names of the single-byte indexes, in the order of the standard's table. */
export const singleByteIndexes = [
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
];

/** The names of the single-byte indexes of the 2012 edition that later editions removed. */
export const historicalSingleByteIndexes = ['ibm864'];

/** The number of entries that only one of two indexes has. */
export function differences(ours, theirs) {
  const key = ([pointer, codePoint]) => `${pointer}\t${codePoint}`;
  const left = new Set(ours.map(key));
  const right = new Set(theirs.map(key));
  return {
    missing: [...right].filter((entry) => !left.has(entry)),
    surplus: [...left].filter((entry) => !right.has(entry)),
  };
}

// Run as a program, this module prints the files that the generator reads, for the build files.
if (isMainProgram(import.meta.url)) {
  for (const [folder, path] of [
    [directory, 'indexes'],
    [historicalDirectory, 'indexes/historical'],
    [codePageDirectory, 'indexes/codepages'],
    [unicodeDirectory, 'indexes/unicode'],
    [multiByteDirectory, 'indexes/multi-byte'],
  ]) {
    const files = ['encodings.txt', ...indexNames(folder).map((name) => `index-${name}.txt`)];
    for (const file of files) console.log(`${path}/${file}`);
  }
  console.log('indexes/codepages/code-pages.txt');
  for (const file of readdirSync(detectDirectory)) console.log(`indexes/detect/${file}`);
}
