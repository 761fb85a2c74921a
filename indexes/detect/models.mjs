// Reads the counts of letters that this folder has for each language with an alphabet.

import { readFileSync } from 'node:fs';

const folder = new URL('./', import.meta.url);

/** The lines of a file of this folder that are no comments. */
export const readLines = (name) =>
  readFileSync(new URL(`${name}.txt`, folder), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'));

/** The triples of letters that are in the tables of a script. */
export const readTriples = (script) => readLines(`trigrams-${script}`)[0].split(' ');

/** The numbers of a row such as "a12b3" by letter. */
function* readRow(row) {
  for (const [, letter, count] of row.matchAll(/(\D)(\d+)/gu)) yield [letter, Number(count)];
}

// Names and words of other languages have pairs and triples of letters that translations of programs do not have. This share of each
// probability is that without the letter before, or without the one before that.
const shareOfOne = 0.1;
const shareOfTwo = 0.25;

// How frequent a letter of a language beyond ASCII is at least.
const leastShare = 1.5e-4;

// How probable a letter is that a language has, and its translations do not have.
const shareOfBeside = 5e-4;

/**
 * The model of a language with an alphabet: its letters, those in `beside` included, and the probabilities of a class after one and
 * after two.
 */
export function readModel(tag, beside = '') {
  const [alphabet, pairLine, tripleLine] = readLines(tag);
  const letters = [...alphabet, ...beside];
  const all = ['_', '?', 'A', ...letters];
  const pairs = new Map();
  const unigrams = new Map();
  let total = 0;
  for (const row of pairLine.split(' ')) {
    const counts = new Map(readRow(row.slice(1)));
    const sum = [...counts.values()].reduce((a, b) => a + b, 0);
    pairs.set(row[0], { counts, sum });
    total += sum;
    for (const [letter, n] of counts) unigrams.set(letter, (unigrams.get(letter) ?? 0) + n);
  }
  const triples = new Map();
  for (const row of (tripleLine ?? '').split(' ').filter((each) => each !== '')) {
    const [head, counts] = [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1)];
    triples.set(head.slice(0, 2), {
      types: Number(head.slice(2)),
      counts: new Map(readRow(counts)),
    });
  }
  // Names and loan words have letters that are rarer in translations of programs than elsewhere.
  const least = (c) => (c > '\x7f' && letters.includes(c) ? total * leastShare : 0);
  const one = (c) => Math.max((unigrams.get(c) ?? 0) + 0.5, least(c)) / (total + 0.5 * all.length);
  // A letter that the language does not have is one of several. English takes words as they are.
  const two = (b, c) => {
    if (beside.includes(c)) return shareOfBeside;
    const row = pairs.get(b);
    const among = c === '?' && tag !== 'en' ? 6 : 1;
    if (row === undefined) return one(c) / among;
    const types = row.counts.size;
    const known = ((row.counts.get(c) ?? 0) + types * one(c)) / (row.sum + types);
    return ((1 - shareOfOne) * known + (c === '?' ? 0 : shareOfOne * one(c))) / among;
  };
  /** Undefined where two letters never stood before a third. */
  const three = (a, b, c) => {
    const row = triples.get(a + b);
    if (row === undefined) return undefined;
    const sum = a === '_' && b === '_' ? pairs.get('_')?.sum : pairs.get(a)?.counts.get(b);
    if (sum === undefined) return undefined;
    const known = ((row.counts.get(c) ?? 0) + row.types * two(b, c)) / (sum + row.types);
    return (1 - shareOfTwo) * known + shareOfTwo * two(b, c);
  };
  const share = (letter) => (unigrams.get(letter) ?? 0) / total;
  return { letters, all, two, three, share };
}
