// Tests the verdicts, tables and summaries of the benchmark, and the limits that they are based on.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { corpora, iconvLiteCorpora } from './corpora.mjs';
import { groups, HEAPS, ICONV_LITE } from './groups.mjs';
import { participantsOf } from './iconv-lite.mjs';
import { limitsOf } from './limits.mjs';
import {
  cellTable,
  heapSection,
  isNewer,
  judge,
  mergeRuns,
  summarize,
  summaryTable,
} from './report.mjs';

const right = (name, kind, median) => ({ name, kind, median, verdict: 'right' });

/** Returns the verdict on three times. The floor is 2 unless it is given. */
const judged = ({ ours, peer, limit, floor = 2 }) =>
  judge(
    [right('o', 'ours', ours), right('p', 'peer', peer), right('limit', 'limit', limit)],
    floor,
  );

const reach = (times) => judged(times).reach;

describe('the verdict on a cell', () => {
  it('has no reason to give at its floor or above, whatever the limit', () => {
    equal(reach({ ours: 50, peer: 100, limit: 90 }), null);
    equal(reach({ ours: 10, peer: 100, limit: 1 }), null);
  });

  it('is a debt under its floor where the limit leaves room for it', () => {
    equal(reach({ ours: 60, peer: 100, limit: 50 }), 'DEBT');
    equal(reach({ ours: 120, peer: 100, limit: 10 }), 'DEBT');
  });

  it('is out of reach where the limit alone takes longer than the floor allows', () => {
    equal(reach({ ours: 60, peer: 100, limit: 51 }), 'out of reach');
    equal(reach({ ours: 120, peer: 100, limit: 51 }), 'out of reach');
  });

  it('is past the limit where we are faster than it and than every peer', () => {
    equal(reach({ ours: 60, peer: 100, limit: 70 }), 'past the limit');
    equal(reach({ ours: 60, peer: 100, limit: 200 }), 'past the limit');
  });

  it('is a debt where a peer is faster than we are and than the limit', () => {
    equal(reach({ ours: 110, peer: 100, limit: 105 }), 'DEBT');
    equal(reach({ ours: 110, peer: 100, limit: 130 }), 'DEBT');
    equal(reach({ ours: 110, peer: 100, limit: 130, floor: 1 }), 'DEBT');
  });

  it('goes by the quicker of two limits', () => {
    const limits = [right('limit', 'limit', 90), right('limit of Node-API', 'limit', 40)];
    const verdict = judge([right('o', 'ours', 60), right('p', 'peer', 100), ...limits], 2);
    equal(verdict.limit.name, 'limit of Node-API');
    equal(verdict.reach, 'DEBT');
  });

  it('never takes a limit for a peer, nor a wrong limit for a limit', () => {
    const limit = { ...right('limit', 'limit', 51), verdict: 'wrong' };
    const verdict = judge([right('o', 'ours', 60), right('p', 'peer', 100), limit], 2);
    equal(verdict.best.name, 'p');
    equal(verdict.wrongButFaster, null);
    equal(verdict.limit, null);
    equal(verdict.reach, 'DEBT');
    equal(judge([right('o', 'ours', 60), right('limit', 'limit', 9)], 2).ratio, null);
  });

  it('has for attainable the ratio of the fastest of the limit, us and the peer', () => {
    equal(judged({ ours: 80, peer: 100, limit: 50 }).attainable, 2);
    equal(judged({ ours: 50, peer: 100, limit: 80 }).attainable, 2);
    equal(judged({ ours: 200, peer: 100, limit: 150 }).attainable, 1);
  });
});

describe('several runs', () => {
  const cell = (size, results) => ({
    group: 'decode',
    title: 'decode',
    size,
    corpus: { name: 'koi8-r', label: 'koi8-r' },
    bytes: 16,
    results,
  });

  const run = (ours, peer) => cell('16 B', [right('o', 'ours', ours), right('p', 'peer', peer)]);
  const merge = (...cells) => mergeRuns(cells.map((one) => [one]));

  it('are one in which each cell is as in the run of the median ratio, and judged again', () => {
    const [merged] = merge(run(50, 200), run(100, 120), run(10, 20));
    deepEqual(
      merged.results.map(({ median }) => median),
      [10, 20],
    );
    deepEqual([merged.verdict.ratio, merged.verdict.floor], [2, isNewer ? 1 : 1.3]);
    deepEqual(merged.ratios, [1.2, 2, 4]);
  });

  it('are the lower in the middle where they are even in number', () => {
    equal(merge(run(50, 200), run(100, 120))[0].verdict.ratio, 1.2);
  });

  it('pass over a run in which a cell had no peer, unless all are like that', () => {
    const alone = cell('16 B', [right('o', 'ours', 30)]);
    const [merged] = merge(alone, run(50, 200), run(100, 120));
    deepEqual([merged.verdict.ratio, merged.ratios], [1.2, [1.2, 4]]);
    const [unrated] = merge(alone, alone);
    deepEqual([unrated.verdict.ratio, unrated.ratios], [null, []]);
    match(cellTable([unrated]), /\| koi8-r 16 B +\| .* \| +– \| +– \|/);
  });

  it('add cells that others have not', () => {
    const other = cell('64 B', [right('o', 'ours', 1), right('p', 'peer', 5)]);
    const merged = mergeRuns([[run(50, 200)], [run(100, 120), other]]);
    deepEqual(
      merged.map(({ size, ratios }) => [size, ratios]),
      [
        ['16 B', [1.2, 4]],
        ['64 B', [5]],
      ],
    );
  });

  it('are named in the table from the least to the most, where there are several', () => {
    const ratioIn = (cells) => cellTable(cells).split('\n')[2].split('|')[4].trim();
    equal(ratioIn(merge(run(50, 200), run(100, 120), run(10, 20))), '2.00× (1.20–4.00)');
    equal(ratioIn(merge(run(50, 200))), '4.00×');
  });
});

describe('the report', () => {
  // All cells are of one bar. Their verdicts contain the floor, so it does not depend on the version of Node.
  const cell = (name, times) => ({
    group: 'html',
    title: 'decode',
    size: 'HTML 300 KB',
    corpus: { name, label: name },
    bytes: 1,
    results: [],
    verdict: judged(times),
  });
  const cells = [
    cell('a', { ours: 1, peer: 4, limit: 1 }),
    cell('b', { ours: 80, peer: 100, limit: 60 }),
    cell('c', { ours: 60, peer: 100, limit: 70 }),
    cell('d', { ours: 60, peer: 100, limit: 25 }),
  ];

  it('says for each cell under its floor what the limit has to do with it', () => {
    const rows = cellTable(cells).split('\n').slice(2);
    const columns = rows.map((row) => row.split('|').map((column) => column.trim()));
    deepEqual(
      columns.map((row) => row.slice(6, 8)),
      [
        ['', ''],
        ['1.67×', 'out of reach: the limit alone is 1.20 of the bar'],
        ['1.67×', 'past the limit, which is 1.40 of the bar'],
        ['4.00×', 'DEBT'],
      ],
    );
  });

  it('counts what is under the floor and why, and a bar with a debt is not reached', () => {
    const [row] = summarize(cells);
    const { under, outOfReach, pastLimit, debt, state } = row;
    deepEqual(
      { under, outOfReach, pastLimit, debt, state },
      { under: 3, outOfReach: 1, pastLimit: 1, debt: 1, state: 'NOT reached' },
    );
    match(summaryTable([row]), /\| +3 \| +1 \| +1 \| +1 \|/);
  });

  it('calls a bar out of reach only when its mean is reached or out of reach too', () => {
    const [far, near] = [
      cell('far', { ours: 80, peer: 100, limit: 60 }),
      cell('near', { ours: 1, peer: 100, limit: 1 }),
    ];
    equal(summarize([far])[0].state, 'out of reach');
    equal(summarize([far, near])[0].state, 'out of reach');
    equal(summarize([near])[0].state, 'reached');
    const idle = cell('idle', { ours: 40, peer: 100, limit: 1 });
    equal(idle.verdict.reach, null);
    equal(summarize([far, idle])[0].state, 'NOT reached');
  });

  it('has the mean of all cells on newer Node, beside that of each bar', () => {
    const [far, near] = [
      cell('far', { ours: 50, peer: 100, limit: 1 }),
      { ...cell('near', { ours: 10, peer: 180, limit: 1 }), group: 'large' },
    ];
    const means = (newer) =>
      summarize([far, near], newer).map(({ title, geomean, state }) => [
        title,
        geomean.toFixed(2),
        state,
      ]);
    deepEqual(
      means(false).map(([title]) => title),
      ['decode, HTML 300 KB', 'decode, 16 MB'],
    );
    deepEqual(means(true), [
      ['decode, HTML 300 KB', '2.00', 'NOT reached'],
      ['decode, 16 MB', '18.00', 'reached'],
      ['all', '6.00', 'reached'],
    ]);
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
    verdict: judged({ ours: 1, peer: ratio, limit: ratio / 2 }),
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
      ['attainable', '8.00×', '2.00×'],
    ]);
  });

  it('has no table where no cell is of the group', () => {
    const { heap: _, ...other } = cell(4, 'gbk', 2);
    equal(heapSection([other]), '');
  });

  it('has one bar for each size of heap', () => {
    const cells = HEAPS.map((megabytes) => cell(megabytes, 'gbk', megabytes));
    deepEqual(
      summarize(cells, false).map(({ title, cells: count, geomean }) => [title, count, geomean]),
      [
        ['decode, heap of 4 MB', 1, 4],
        ['decode, heap of 60 MB', 1, 60],
        ['decode, heap of 300 MB', 1, 300],
      ].map(([title, count, mean]) => [title, count, Math.exp(Math.log(mean))]),
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
  const cell = (title, ratio) => {
    const described = { group: ICONV_LITE, title, size: '16 B', bytes: 16 };
    const corpus = { name: 'cp437', label: 'cp437' };
    return {
      ...described,
      corpus,
      verdict: judged({ ours: 10, peer: 10 * ratio, limit: 1, floor: 0 }),
    };
  };

  it('has a bar for the mean of each part and one for all, on newer Node too, and none for a cell', () => {
    const cells = [
      cell('iconv-lite decode', 0.5),
      cell('iconv-lite decode', 8),
      cell('iconv-lite encode', 0.5),
    ];
    const rows = [
      ['iconv-lite decode', 2, '2.00', 1, 0, 'reached'],
      ['iconv-lite encode', 1, '0.50', 1, 0, 'NOT reached'],
      ['iconv-lite, all', 3, '1.26', 2, 0, 'NOT reached'],
    ];
    for (const newer of [false, true]) {
      const summary = summarize(cells, newer).map((row) => [
        ...[row.title, row.cells, row.geomean.toFixed(2), row.geomeanBar, row.under, row.state],
      ]);
      deepEqual(summary, rows);
    }
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
    const { default: face } = await import('../../lib/iconv-lite.js');
    const text = 'Zażółć 日本 \u{1F600} '.repeat(9);
    for (const { operation } of groups.filter(({ name }) => name === ICONV_LITE)) {
      const isOfText = operation.startsWith('encode');
      const whole = isOfText ? text : Buffer.from(text);
      const half = Math.floor(whole.length / 2);
      const isWhole = operation === 'decode' || operation === 'construct' || operation === 'encode';
      const input = isWhole ? whole : [whole.slice(0, half), whole.slice(half)];
      const right = isOfText ? Buffer.from(text) : text;
      const participants = participantsOf(operation, 'utf8', face, face);
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

describe('a limit', () => {
  const texts = ['ASCII', 'na\u00EFve', 'a \u0416 \u3042', '\u{1F600}\uD800'];
  const bytes = texts.map((text) => Buffer.from(text));

  const made = (operation, inputs, rights) => {
    const { inputs: ready, call, collect } = limitsOf(operation, inputs, rights)[0];
    return Promise.all((ready ?? inputs).map(collect ?? call));
  };

  it('makes what is right, for every operation', async () => {
    for (const operation of ['decode', 'construct']) {
      deepEqual(await made(operation, bytes, texts), texts);
    }
    for (const operation of ['encode', 'transcode']) {
      deepEqual(await made(operation, texts, bytes), bytes);
    }
  });

  it('is made by an addon too where a native call is quicker than JavaScript', () => {
    const calls = [];
    const called = (name, make) => (argument) => {
      calls.push(name);
      return make(argument);
    };
    let memory;
    let at;
    const nodeApi = {
      stringOfBytes: called('stringOfBytes', (bytes) => bytes.latin1Slice()),
      stringOfUnits: called('stringOfUnits', (bytes) => bytes.ucs2Slice()),
      useMemory: called('useMemory', (bytes) => {
        memory = bytes;
        at = 0;
      }),
      bytesOf: called('bytesOf', (text) => {
        at += memory.latin1Write(text, at);
      }),
    };
    const long = ['a'.repeat(17), '\u3042'.repeat(1024)];
    const inputs = long.map((text) => Buffer.alloc(text.length));
    const [, decode] = limitsOf('decode', inputs, long, nodeApi);
    deepEqual(decode.inputs.map(decode.call), long);
    const [, encode] = limitsOf('encode', long, inputs, nodeApi);
    for (let k = 0; k < 100; k++) deepEqual(encode.inputs.map(encode.call), inputs);
    deepEqual([...new Set(calls)], ['stringOfBytes', 'stringOfUnits', 'useMemory', 'bytesOf']);
    for (const length of [16, 1025]) {
      equal(limitsOf('encode', ['a'.repeat(length)], inputs, nodeApi).length, 1);
    }
    equal(limitsOf('chunks', [[inputs[0]]], [long[0]], nodeApi).length, 1);
    equal(limitsOf('decode', inputs, long, undefined).length, 1);
  });

  it('makes it of as many pieces as there are chunks, or fewer', async () => {
    const text = texts.join('').repeat(9);
    for (const size of [1, 4, 7, 1000]) {
      const chunks = [];
      for (let at = 0; at < 100; at += size) chunks.push(Buffer.alloc(Math.min(size, 100 - at)));
      deepEqual(await made('chunks', [chunks], [text]), [text]);
      deepEqual(await made('decodeStream', [chunks], [text]), [text]);
      for (const operation of ['encodeChunks', 'encodeStream', 'transcodeStream']) {
        deepEqual(await made(operation, [chunks], [bytes[2]]), [bytes[2]]);
      }
    }
  });
});
