// These tests show that the benchmark compares and sums up rightly, and that both packages do the same work in the group `iconv-lite`.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { groups, ICONV_LITE } from './groups.mjs';
import { pairOf } from './participants.mjs';
import { heapSection, judge, summarize, worstSection } from './report.mjs';

const result = (name, kind, median, verdict = 'right') => ({ name, kind, median, verdict });

/** A cell in which ours takes `ours`, and the peer 100. */
const cell = (name, ours, more = {}) => ({
  group: 'html',
  row: 'decode, HTML 300 KB',
  title: 'decode',
  size: 'HTML 300 KB',
  corpus: { name, label: name },
  bytes: 1000,
  verdict: judge([result('o', 'ours', ours), result('p', 'peer', 100)]),
  ...more,
});

describe('the benchmark', () => {
  it('compares with the fastest peer whose output is right', () => {
    const others = [
      result('p', 'peer', 90),
      result('q', 'peer', 60),
      result('w', 'peer', 20, 'wrong'),
    ];
    const plain = result('copy', 'plain', 1);
    const { best, ratio, ratioToAny } = judge([result('o', 'ours', 30), plain, ...others]);
    deepEqual([best.name, ratio, ratioToAny], ['q', 2, 20 / 30]);
    equal(judge([result('o', 'ours', 60), plain]).ratio, null);
  });

  it('has the worst cell and the mean of each group and of all, and the cells in which a peer is faster', () => {
    const large = { group: 'large', row: 'decode, 16 MB' };
    const cells = [cell('a', 200), cell('b', 50), cell('c', 125, large)];
    const rows = summarize(cells).map(({ title, cells: count, worst, slower, geomean }) => [
      ...[title, count, worst.cell, worst.ratio, slower, geomean.toFixed(2)],
    ]);
    deepEqual(rows, [
      ['decode, HTML 300 KB', 2, 'decode a HTML 300 KB', 0.5, 1, '1.00'],
      ['decode, 16 MB', 1, 'decode c HTML 300 KB', 0.8, 1, '0.80'],
      ['all', 3, 'decode a HTML 300 KB', 0.5, 2, '0.93'],
    ]);
    const [heading, , , , ...slower] = worstSection(cells).trimEnd().split('\n');
    equal(heading, '### Cells in which a peer is faster (2 of 2)');
    deepEqual(
      slower.map((row) => row.split('|')[2].trim()),
      ['0.50×', '0.80×'],
    );
  });

  it('has a column for each size of heap', () => {
    const inHeap = (megabytes, ours, size) =>
      cell('gbk', ours, { size, group: 'heap', heap: { megabytes, used: megabytes + 1.2 } });
    const text = heapSection([
      inHeap(300, 50, '64 B'),
      inHeap(4, 6.25, '64 B'),
      inHeap(4, 25, '8 KB'),
    ]);
    for (const row of [
      /^\| ratio in a heap of +\| +4 MB \| +300 MB \|$/m,
      /^\| geometric mean, 64 B +\| 16.00× \| +2.00× \|$/m,
      /^\| geometric mean, 8 KB +\| +4.00× \| +– \|$/m,
      /^\| geometric mean +\| +8.00× \| +2.00× \|$/m,
    ]) {
      ok(row.test(text), text);
    }
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

  it('does the same with both packages, in every operation of the group iconv-lite', async () => {
    const { default: api } = await import('../../../lib/iconv-lite.js');
    const text = 'Zażółć 日本 \u{1F600} '.repeat(9);
    for (const { operation } of groups.filter(({ name }) => name === ICONV_LITE)) {
      const isOfText = operation.startsWith('encode');
      const whole = isOfText ? text : Buffer.from(text);
      const half = Math.floor(whole.length / 2);
      const isWhole = operation === 'decode' || operation === 'construct' || operation === 'encode';
      const input = isWhole ? whole : [whole.slice(0, half), whole.slice(half)];
      for (const { call, collect } of pairOf(operation, 'utf8', api, api)) {
        deepEqual(await (collect ?? call)(input), isOfText ? Buffer.from(text) : text, operation);
      }
    }
  });
});
