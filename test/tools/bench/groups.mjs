// The groups of cells and their sizes. `row` is the row of the summary that the cells belong to.

import { iconvLiteCorpora, KB, MB } from './corpora.mjs';

const SMALL = [
  [16, '16 B'],
  [64, '64 B'],
];
const MIDDLE = [
  [KB, '1 KB'],
  [4 * KB, '4 KB'],
  [16 * KB, '16 KB'],
];
// How many different buffers of each size take turns. With a single one, a participant that caches
// something for its last buffer or string would be favoured.
const COUNT = { 16: 64, 64: 64, [KB]: 16, [4 * KB]: 16, [16 * KB]: 8, [64 * KB]: 4 };

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
  inputs(corpora, corpus) {
    const made = corpora.html(corpus, size);
    return [made, Buffer.from(made)];
  },
});
const html = page('HTML 300 KB');

const large = {
  title: '16 MB',
  rounds: ROUNDS,
  // They take 28 to 382 times as long as ours on such a text.
  without: /^(text-encoding|encoding-japanese)/,
  inputs: (corpora, corpus) => [corpora.repeated(corpus, 16 * MB)],
};

/** Cuts bytes or a string into pieces of `size`, also in the middle of a character. */
export function cut(whole, size) {
  const pieces = [];
  for (let at = 0; at < whole.length; at += size) {
    const end = at + size;
    pieces.push(typeof whole === 'string' ? whole.slice(at, end) : whole.subarray(at, end));
  }
  return pieces;
}

const CHUNK = 64 * KB;

/** Returns a size: a text of `total` bytes in chunks of `size`. */
const inChunks = (title, total, size = CHUNK) => ({
  title,
  rounds: ROUNDS,
  inputs(corpora, corpus) {
    const whole =
      total >= MB ? corpora.repeated(corpus, total) : corpora.slices(corpus, total, 1)[0];
    return [cut(whole, size)];
  },
});

// The corpora of the group `heap`: UTF-8 and the legacy encodings that most old pages are in.
const mainCorpora = [
  'utf-8 ja',
  'windows-1251',
  'windows-1252',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
];

// Those of the group `streams`. The work of the adapters does not depend on the encoding.
const streamed = ['utf-8 ascii', ...mainCorpora];

const only = (names, sizes, more) =>
  sizes.map((size) => ({ ...size, ...more, has: ({ name }) => names.includes(name) }));

const streams = (operation, title) => ({
  name: 'streams',
  row: 'Node stream adapters, 16 MB',
  title,
  operation,
  sizes: only(streamed, [inChunks('16 MB', 16 * MB)]),
});

const inHeap = (megabytes) => ({
  name: 'heap',
  title: `decode, heap of ${megabytes} MB`,
  row: `decode, heap of ${megabytes} MB`,
  operation: 'decode',
  heap: megabytes,
  settings: {
    // In milliseconds: so long that a batch contains the collections that its strings lead to.
    mostTime: { middle: 60, large: 250 },
    // Before batches of middle-sized inputs only young objects are collected, because their results are young when they die.
    middleCollection: { type: 'minor' },
  },
  sizes: only(
    mainCorpora,
    [...slices([[64, '64 B']]), page('HTML 8 KB', 8 * KB), page('HTML 50 KB', 50 * KB), html],
    // A full collection of 300 MB takes a third of a second, so there are fewer rounds.
    { rounds: 5 },
  ),
});

// The group `iconv-lite`. Calls get a whole text; objects and streams get chunks.
export const ICONV_LITE = 'iconv-lite';
const wholeTexts = [
  ...slices([...SMALL, [KB, '1 KB'], [16 * KB, '16 KB'], [64 * KB, '64 KB']]),
  html,
];
const forObjects = [
  inChunks('16 KB in 64 B chunks', 16 * KB, 64),
  inChunks('1 MB in 64 KB chunks', MB),
];
const forStreams = [
  inChunks('16 KB in 1 KB chunks', 16 * KB, KB),
  inChunks('4 MB in 64 KB chunks', 4 * MB),
];
const ofIconvLite = (method, operation, sizes) => ({
  name: ICONV_LITE,
  title: `iconv-lite ${method}`,
  row: `iconv-lite ${method}`,
  operation,
  sizes,
  corpora: iconvLiteCorpora,
});

const group = (name, row, title, operation, sizes) => ({ name, row, title, operation, sizes });

export const groups = [
  group('decode', 'decode, 16–64 B', 'decode', 'decode', slices(SMALL)),
  group('decode', 'decode, 1–16 KB', 'decode', 'decode', slices(MIDDLE)),
  group('construct', 'construct + decode, 16 B', 'construct + decode', 'construct', [
    slices(SMALL)[0],
  ]),
  group('html', 'decode, HTML 300 KB', 'decode', 'decode', [html]),
  group('chunks', 'decode, 64 KB chunks', 'decode', 'chunks', [inChunks('64 KB chunks', MB)]),
  group('large', 'decode, 16 MB', 'decode', 'decode', [large]),
  ...[4, 60, 300].map(inHeap), // the live objects of a small program, of a server, and of a large one
  group('encode', 'encode, 16–64 B', 'encode', 'encode', slices(SMALL)),
  group('encode', 'encode, 1 KB to HTML', 'encode', 'encode', [...slices(MIDDLE), html]),
  group('transcode', 'bytes → UTF-8 bytes', 'to UTF-8 bytes', 'transcode', [
    ...slices([SMALL[0], ...MIDDLE]),
    html,
    large,
  ]),
  streams('decodeStream', 'decode in a stream'),
  streams('encodeStream', 'encode in a stream'),
  streams('transcodeStream', 'to UTF-8 bytes in a stream'),
  ofIconvLite('decode', 'decode', wholeTexts),
  ofIconvLite('encode', 'encode', wholeTexts),
  ofIconvLite('getDecoder', 'construct', slices([...SMALL, [KB, '1 KB']])),
  ofIconvLite('getDecoder', 'chunks', forObjects),
  ofIconvLite('getEncoder', 'encodeChunks', forObjects),
  ofIconvLite('decodeStream', 'decodeStream', forStreams),
  ofIconvLite('encodeStream', 'encodeStream', forStreams),
];
