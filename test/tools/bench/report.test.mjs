// Tests the comparisons, tables and summaries of the benchmark.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { corpora, iconvLiteCorpora } from './corpora.mjs';
import { groups, HEAPS, ICONV_LITE } from './groups.mjs';
import { participantsOf } from './iconv-lite.mjs';
import { heapSection, judge, summarize, worstSection } from './report.mjs';

const right = (name, kind, median) => ({ name, kind, median, verdict: 'right' });

/** Returns the comparison of two times. */
const judged = (ours, peer) => judge([right('o', 'ours', ours), right('p', 'peer', peer)]);

describe('the comparison in a cell', () => {
  it('is with the fastest peer whose output is right', () => {
    const wrong = { ...right('w', 'peer', 20), verdict: 'wrong' };
    const plain = right('copy', 'plain', 1);
    const others = [right('p', 'peer', 90), right('q', 'peer', 60), wrong, plain];
    const { best, ratio, wrongButFaster, ratioToAny } = judge([right('o', 'ours', 30), ...others]);
    deepEqual([best.name, ratio, wrongButFaster.name, ratioToAny], ['q', 2, 'w', 20 / 30]);
    equal(judge([right('o', 'ours', 60), plain]).ratio, null);
  });
});

describe('the report', () => {
  const cell = (name, ours, group = 'html') => ({
    group,
    title: 'decode',
    size: 'HTML 300 KB',
    corpus: { name, label: name },
    bytes: 1000,
    results: [],
    verdict: judged(ours, 100),
  });
  const cells = [cell('a', 200), cell('b', 50), cell('c', 125, 'large')];

  it('has the worst cell and the mean of each group and of all', () => {
    const rows = summarize(cells).map(({ title, cells: count, worst, slower, geomean }) => [
      ...[title, count, worst.cell, worst.ratio, slower, geomean.toFixed(2)],
    ]);
    deepEqual(rows, [
      ['decode, HTML 300 KB', 2, 'decode a HTML 300 KB', 0.5, 1, '1.00'],
      ['decode, 16 MB', 1, 'decode c HTML 300 KB', 0.8, 1, '0.80'],
      ['all', 3, 'decode a HTML 300 KB', 0.5, 2, '0.93'],
    ]);
  });

  it('lists the cells in which a peer is faster, the worst first', () => {
    const [heading, , , , ...rows] = worstSection(cells).trimEnd().split('\n');
    equal(heading, '### Cells in which a peer is faster (2)');
    deepEqual(
      rows.map((row) => row.split('|')[2].trim()),
      ['0.50×', '0.80×'],
    );
    equal(worstSection([cell('b', 50)]), '');
  });
});

describe('the group of heaps', () => {
  const cell = (megabytes, name, ratio) => ({
    group: 'heap',
    title: `decode, heap of ${megabytes} MB`,
    size: 'HTML 8 KB',
    corpus: { name, label: name },
    bytes: 8192,
    heap: { megabytes, used: megabytes + 1.2 },
    results: [],
    verdict: judged(1, ratio),
  });
  const columnsOf = (text) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((column) => column.trim()),
      );

  it('has a table with a row for each page, a column for each heap, and their means', () => {
    const cells = [cell(300, 'gbk', 2), cell(4, 'gbk', 16), cell(4, 'big5', 4)];
    const [header, , ...rows] = columnsOf(heapSection(cells));
    deepEqual(header, ['ratio in a heap of', '4 MB', '300 MB']);
    deepEqual(rows, [
      ['live objects, MB', '5', '301'],
      ['gbk HTML 8 KB', '16.00×', '2.00×'],
      ['big5 HTML 8 KB', '4.00×', '–'],
      ['geometric mean, HTML 8 KB', '8.00×', '2.00×'],
      ['geometric mean', '8.00×', '2.00×'],
    ]);
  });

  it('has no table where no cell is of the group', () => {
    const { heap: _, ...other } = cell(4, 'gbk', 2);
    equal(heapSection([other]), '');
  });

  it('has one row of the summary for each size of heap', () => {
    const own = HEAPS.map((megabytes) => cell(megabytes, 'gbk', megabytes));
    deepEqual(
      summarize(own).map(({ title, cells: count }) => [title, count]),
      [
        ['decode, heap of 4 MB', 1],
        ['decode, heap of 60 MB', 1],
        ['decode, heap of 300 MB', 1],
        ['all', 3],
      ],
    );
    const sizes = groups.filter(({ name }) => name === 'heap').map(({ heap }) => heap);
    deepEqual(sizes, HEAPS);
  });

  it('fills the heap with objects that collections do not free', () => {
    const program = `
      import { collectGarbage, fillHeap, usedHeap } from ${JSON.stringify(new URL('heap.mjs', import.meta.url))};
      const filled = fillHeap(20e6);
      collectGarbage();
      console.log(JSON.stringify([filled, usedHeap(), fillHeap(1e6)]));
    `;
    const args = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    equal(stderr, '');
    for (const used of JSON.parse(stdout)) ok(used >= 19.9e6 && used < 20.6e6, stdout);
  });
});

describe('the group iconv-lite', () => {
  it('has a row for each part and one for all', () => {
    const cell = (title, ratio) => ({
      ...{ group: ICONV_LITE, title, size: '16 B', bytes: 16 },
      corpus: { name: 'cp437', label: 'cp437' },
      verdict: judged(10, 10 * ratio),
    });
    const own = [
      cell('iconv-lite decode', 0.5),
      cell('iconv-lite decode', 8),
      cell('iconv-lite encode', 0.5),
    ];
    deepEqual(
      summarize(own).map((row) => [row.title, row.cells, row.geomean.toFixed(2)]),
      [
        ['iconv-lite decode', 2, '2.00'],
        ['iconv-lite encode', 1, '0.50'],
        ['iconv-lite, all', 3, '1.26'],
      ],
    );
  });

  it('has corpora of its own, each with a name of its own', () => {
    for (const group of groups.filter(({ name }) => name === ICONV_LITE)) {
      equal(group.corpora, iconvLiteCorpora);
    }
    for (const own of [corpora, iconvLiteCorpora]) {
      equal(new Set(own.map(({ name }) => name)).size, own.length);
    }
  });

  it('does the same with both packages, in every operation', async () => {
    const { default: api } = await import('../../../lib/iconv-lite.js');
    const text = 'Zażółć 日本 \u{1F600} '.repeat(9);
    for (const { operation } of groups.filter(({ name }) => name === ICONV_LITE)) {
      const isOfText = operation.startsWith('encode');
      const whole = isOfText ? text : Buffer.from(text);
      const half = Math.floor(whole.length / 2);
      const isWhole = operation === 'decode' || operation === 'construct' || operation === 'encode';
      const input = isWhole ? whole : [whole.slice(0, half), whole.slice(half)];
      const right = isOfText ? Buffer.from(text) : text;
      const participants = participantsOf(operation, 'utf8', api, api);
      deepEqual(
        participants.map(({ name, kind }) => [name, kind]),
        [
          ['whatwg-transcoder', 'ours'],
          ['iconv-lite', 'peer'],
        ],
      );
      for (const { call, collect } of participants) {
        deepEqual(await (collect ?? call)(input), right, operation);
      }
    }
  });
});
