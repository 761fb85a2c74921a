// The groups of cells, their sizes, and the rows of the summary.

import { iconvLiteCorpora, KB, MB } from './corpora.mjs';

const SMALL = [
  [16, '16 B'],
  [64, '64 B'],
];
// How many different buffers of each size take turns. With a single one, a participant that caches
// something for its last buffer or string would be favoured.
const COUNT = { 16: 64, 64: 64, [KB]: 16, [4 * KB]: 16, [16 * KB]: 8, [64 * KB]: 4 };

const MIDDLE = [
  [KB, '1 KB'],
  [4 * KB, '4 KB'],
  [16 * KB, '16 KB'],
];

// The number of rounds for cells whose batches take long. Three would be too few: among several peers
// that do the same work, the luckiest is then often well ahead of the others.
const ROUNDS = 7;

const slices = (sizes) =>
  sizes.map(([size, title]) => ({
    title,
    rounds: size > KB ? ROUNDS : undefined,
    inputs: (corpora, corpus) => corpora.slices(corpus, size, COUNT[size]),
  }));

// A page of `size` bytes, or of about 300 KB. Two copies of it take turns.
const page = (title, size) => ({
  title,
  rounds: ROUNDS,
  inputs: (corpora, corpus) => [
    corpora.html(corpus, size),
    Buffer.from(corpora.html(corpus, size)),
  ],
});

const html = page('HTML 300 KB');

const large = {
  title: '16 MB',
  rounds: ROUNDS,
  inputs: (corpora, corpus) => [corpora.repeated(corpus, 16 * MB)],
};

const CHUNK = 64 * KB;

/** Cuts bytes or a string into pieces of `size`, also in the middle of a character. */
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

// The corpora of the group `streams`. The work of the adapters does not depend on the encoding.
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

// The corpora of the group `heap`: UTF-8 and the legacy encodings that most old pages are in.
const mainCorpora = new Set([
  'utf-8 ja',
  'windows-1251',
  'windows-1252',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
]);

// In MB: the live objects of a small program, of a server, and of a large one.
const HEAPS = [4, 60, 300];

// A full collection of 300 MB takes a third of a second, so there are fewer rounds. Before batches of
// middle-sized inputs only young objects are collected, because their results are young when they die.
const HEAP_ROUNDS = 5;
const HEAP_COLLECTION = { type: 'minor' };

// In milliseconds: so long that a batch contains the collections that its strings lead to.
const HEAP_TIME = { middle: 60, large: 250 };

const inHeap = (megabytes) => ({
  name: 'heap',
  title: `decode, heap of ${megabytes} MB`,
  operation: 'decode',
  heap: megabytes,
  mostTime: HEAP_TIME,
  middleCollection: HEAP_COLLECTION,
  sizes: [
    ...slices([[64, '64 B']]),
    page('HTML 8 KB', 8 * KB),
    page('HTML 50 KB', 50 * KB),
    page('HTML 300 KB'),
  ].map((size) => ({ ...size, rounds: HEAP_ROUNDS, has: ({ name }) => mainCorpora.has(name) })),
});

/** Returns a size: a text of `total` bytes in chunks of `size`. */
const inChunks = (title, total, size) => ({
  title,
  rounds: ROUNDS,
  inputs(corpora, corpus) {
    const isPage = total >= MB;
    const whole = isPage ? corpora.repeated(corpus, total) : corpora.slices(corpus, total, 1)[0];
    return [cut(whole, size)];
  },
});

// The parts of the group `iconv-lite`: its name in the summary, the operation, and the sizes. Calls get a whole text; objects
// and streams get chunks.
export const ICONV_LITE = 'iconv-lite';
const wholeTexts = [
  ...slices([...SMALL, [KB, '1 KB'], [16 * KB, '16 KB'], [64 * KB, '64 KB']]),
  html,
];
const forObjects = [
  inChunks('16 KB in 64 B chunks', 16 * KB, 64),
  inChunks('1 MB in 64 KB chunks', MB, CHUNK),
];
const forStreams = [
  inChunks('16 KB in 1 KB chunks', 16 * KB, KB),
  inChunks('4 MB in 64 KB chunks', 4 * MB, CHUNK),
];
const iconvLiteParts = [
  ['iconv-lite decode', 'decode', wholeTexts],
  ['iconv-lite encode', 'encode', wholeTexts],
  ['iconv-lite getDecoder', 'construct', slices([...SMALL, [KB, '1 KB']])],
  ['iconv-lite getDecoder', 'chunks', forObjects],
  ['iconv-lite getEncoder', 'encodeChunks', forObjects],
  ['iconv-lite decodeStream', 'decodeStream', forStreams],
  ['iconv-lite encodeStream', 'encodeStream', forStreams],
];
const iconvLiteTitles = [...new Set(iconvLiteParts.map(([title]) => title))];

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
  ...HEAPS.map(inHeap),
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
  ...iconvLiteParts.map(([title, operation, sizes]) => ({
    name: ICONV_LITE,
    title,
    operation,
    sizes,
    corpora: iconvLiteCorpora,
  })),
];

const small = new Set(['16 B', '64 B']);

const of = (name) => (cell) => cell.group === name;
const isSmall = ({ size }) => small.has(size);
const smallOf = (name) => (cell) => of(name)(cell) && isSmall(cell);
const largerOf = (name) => (cell) => of(name)(cell) && !isSmall(cell);

/** The rows of the summary: the title of each, and which cells it has. */
export const rowsOfSummary = [
  { title: 'decode, 16–64 B', has: smallOf('decode') },
  { title: 'decode, 1–16 KB', has: largerOf('decode') },
  { title: 'construct + decode, 16 B', has: of('construct') },
  { title: 'decode, HTML 300 KB', has: of('html') },
  { title: 'decode, 64 KB chunks', has: of('chunks') },
  { title: 'decode, 16 MB', has: of('large') },
  ...HEAPS.map((megabytes) => ({
    title: `decode, heap of ${megabytes} MB`,
    has: ({ group, heap }) => group === 'heap' && heap.megabytes === megabytes,
  })),
  { title: 'encode, 16–64 B', has: smallOf('encode') },
  { title: 'encode, 1 KB to HTML', has: largerOf('encode') },
  { title: 'bytes → UTF-8 bytes', has: of('transcode') },
  { title: 'Node stream adapters, 16 MB', has: of('streams') },
  { title: 'all', has: ({ group }) => group !== ICONV_LITE },
  ...[...iconvLiteTitles, undefined].map((title) => ({
    title: title ?? 'iconv-lite, all',
    has: (cell) => cell.group === ICONV_LITE && (title ?? cell.title) === cell.title,
  })),
];
