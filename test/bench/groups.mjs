// The groups of cells, their sizes, and the bars: what ratios must reach.

import { KB, MB } from './corpora.mjs';

const SMALL = [
  [16, '16 B'],
  [64, '64 B'],
];
// How many different buffers of each size take turns, so that what is cached for one string or
// buffer favours nobody.
const COUNT = { 16: 64, 64: 64, [KB]: 16, [4 * KB]: 16, [16 * KB]: 8 };

const MIDDLE = [
  [KB, '1 KB'],
  [4 * KB, '4 KB'],
  [16 * KB, '16 KB'],
];

// Where a batch takes long, fewer rounds must do; with three, the luckiest of several peers that do the same thing is
// often well ahead of who does it too.
const ROUNDS = 7;

const slices = (sizes) =>
  sizes.map(([size, title]) => ({
    title,
    rounds: size > KB ? ROUNDS : undefined,
    inputs: (corpora, corpus) => corpora.slices(corpus, size, COUNT[size]),
  }));

const html = {
  title: 'HTML 300 KB',
  rounds: ROUNDS,
  inputs: (corpora, corpus) => [corpora.html(corpus), Buffer.from(corpora.html(corpus))],
};

const large = {
  title: '16 MB',
  rounds: ROUNDS,
  inputs: (corpora, corpus) => [corpora.repeated(corpus, 16 * MB)],
};

const CHUNK = 64 * KB;

/** Bytes or a string in pieces of `size`, cut where they fall. */
export function cut(whole, size) {
  const pieces = [];
  for (let at = 0; at < whole.length; at += size) {
    const end = at + size;
    pieces.push(typeof whole === 'string' ? whole.slice(at, end) : whole.subarray(at, end));
  }
  return pieces;
}

const chunked = {
  title: '64 KB chunks',
  rounds: ROUNDS,
  inputs: (corpora, corpus) => [cut(corpora.repeated(corpus, MB), CHUNK)],
};

// The corpora that go through streams: the adapters cost the same for others.
const streamed = new Set([
  'utf-8 ascii',
  'utf-8 ja',
  'windows-1251',
  'windows-1252',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
]);

const streamSize = {
  title: '16 MB',
  rounds: ROUNDS,
  has: ({ name }) => streamed.has(name),
  inputs: (corpora, corpus) => [cut(corpora.repeated(corpus, 16 * MB), CHUNK)],
};

const streams = (operation, title) => ({
  name: 'streams',
  title,
  operation,
  sizes: [streamSize],
});

// A bar: the floor of every cell, in brackets where it is another for a corpus, and of the
// geometric mean.
const isUtf8 = ({ label }) => label === 'utf-8';
const isAsciiUtf8 = ({ label, ascii }) => label === 'utf-8' && ascii === true;

export const groups = [
  {
    name: 'decode',
    title: 'decode',
    operation: 'decode',
    sizes: slices([...SMALL, ...MIDDLE]),
  },
  {
    name: 'construct',
    title: 'construct + decode',
    operation: 'construct',
    sizes: slices([[16, '16 B']]),
  },
  { name: 'html', title: 'decode', operation: 'decode', sizes: [html] },
  { name: 'chunks', title: 'decode', operation: 'chunks', sizes: [chunked] },
  { name: 'large', title: 'decode', operation: 'decode', sizes: [large] },
  {
    name: 'encode',
    title: 'encode',
    operation: 'encode',
    sizes: [...slices([...SMALL, ...MIDDLE]), html],
  },
  {
    name: 'transcode',
    title: 'to UTF-8 bytes',
    operation: 'transcode',
    sizes: [...slices([[16, '16 B'], ...MIDDLE]), html, large],
  },
  streams('decodeStream', 'decode in a stream'),
  streams('encodeStream', 'encode in a stream'),
  streams('transcodeStream', 'to UTF-8 bytes in a stream'),
];

const small = new Set(['16 B', '64 B']);

export const bars = [
  {
    title: 'decode, 16–64 B',
    has: ({ group, size }) => group === 'decode' && small.has(size),
    floor: ({ corpus }) => (isAsciiUtf8(corpus) ? 1.1 : 1.3),
    floors: '1.3 (ASCII as UTF-8 1.1)',
    geomean: 2,
  },
  {
    title: 'decode, 1–16 KB',
    has: ({ group, size }) => group === 'decode' && !small.has(size),
    floor: () => 1,
    floors: '1.0',
    geomean: 1,
  },
  {
    title: 'construct + decode, 16 B',
    has: ({ group }) => group === 'construct',
    floor: ({ corpus }) => (isUtf8(corpus) ? 1.3 : 3),
    floors: '3 (UTF-8 1.3)',
    geomean: 5,
  },
  {
    title: 'decode, HTML 300 KB',
    has: ({ group }) => group === 'html',
    floor: () => 3,
    floors: '3',
    geomean: 5,
  },
  {
    title: 'decode, 64 KB chunks',
    has: ({ group }) => group === 'chunks',
    floor: () => 3,
    floors: '3',
    geomean: 5,
  },
  {
    title: 'decode, 16 MB',
    has: ({ group }) => group === 'large',
    floor: () => 2,
    floors: '2',
    geomean: 4,
  },
  {
    title: 'encode, 16–64 B',
    has: ({ group, size }) => group === 'encode' && small.has(size),
    floor: () => 1.1,
    floors: '1.1',
    geomean: 1.5,
  },
  {
    title: 'encode, 1 KB to HTML',
    has: ({ group, size }) => group === 'encode' && !small.has(size),
    floor: ({ corpus }) => (corpus.ascii ? 1.5 : 2),
    floors: '2 (ASCII 1.5)',
    geomean: 4,
  },
  {
    title: 'bytes → UTF-8 bytes',
    has: ({ group }) => group === 'transcode',
    floor: () => 2,
    floors: '2',
    geomean: 4,
  },
  {
    title: 'Node stream adapters, 16 MB',
    has: ({ group }) => group === 'streams',
    floor: () => 3,
    floors: '3',
    geomean: 5,
  },
];

// From this version of Node on, whose own UTF-8 decoder is a vector one, the bars are these for
// all.
export const NEWER_NODE = 26;
export const newerBar = { floor: 1, geomean: 3 };
export const allCells = { title: 'all', has: () => true };
