// Compares long strings that keep the memory that they were decoded into (external) with long strings
// that V8 copies, by size of heap and of string. The rule in lib/backend/memory.js rests on its tables.
//
// Usage: npm run bench -- strings [--node PATH]… [--heap MB]… [--rounds N]
//
// It prints a table for each Node: GB of string memory a second, processor time and page faults for each
// string, and the longest single call. `copy alone` is V8's copy of memory that already holds the
// characters of the string. The last table compares all Nodes.
//
// For each Node and heap there are two processes, one that makes every string external and one that
// makes none so. They take turns, one batch each.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { KB, MB } from './corpora.mjs';
import { HEAPS } from './groups.mjs';
import { median } from './measure.mjs';
import { headingList, say, table } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [process.execPath] },
    heap: { type: 'string', multiple: true, default: HEAPS.map(String) },
    rounds: { type: 'string', default: '5' },
  },
});

// In bytes of string, one or two for each character.
const sizes = [
  ['140 KB', 140 * KB],
  ['300 KB', 300 * KB],
  ['1 MB', MB],
  ['10 MB', 10 * MB],
];
const widths = [1, 2];

/** Starts measure-strings.mjs. Returns a function that asks it something and gives its answer. */
async function start(execPath, policy, heap) {
  const file = new URL('measure-strings.mjs', import.meta.url);
  const child = fork(file, [JSON.stringify({ policy, heap })], { execPath, execArgv: [] });
  const failed = once(child, 'close').then(([status]) => {
    throw new Error(`measure-strings.mjs has ended with ${status}`);
  });
  const answer = async () => (await Promise.race([once(child, 'message'), failed]))[0];
  const hello = await answer();
  const ask = (question) => {
    child.send(question);
    return answer();
  };
  const stop = () => {
    failed.catch(() => {});
    child.disconnect();
  };
  return { hello, ask, stop };
}

/** Measures one cell: { wall, processor, longest, faults } of each way, medians of the rounds. */
async function measureCell(external, copied, cell) {
  const ways = {
    external: () => external.ask({ ...cell, way: 'decode' }),
    copied: () => copied.ask({ ...cell, way: 'decode' }),
    alone: () => copied.ask({ ...cell, way: 'copy' }),
  };
  const samples = { external: [], copied: [], alone: [] };
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const [name, measure] of Object.entries(ways)) {
      const sample = await measure();
      // The first round is for warming up.
      if (round > 0) samples[name].push(sample);
    }
  }
  const medians = (own) =>
    Object.fromEntries(Object.keys(own[0]).map((key) => [key, median(own.map((s) => s[key]))]));
  return Object.fromEntries(Object.entries(samples).map(([name, own]) => [name, medians(own)]));
}

const header = [
  'heap, text, string',
  'external',
  'copied',
  'copy alone',
  'processor time: external',
  'copied',
  'copy alone',
  'longest call: external',
  'copied',
  'page faults: external',
  'copied',
];

const all = new Map();
const versions = [];
for (const execPath of options.node) {
  const rows = [];
  let version;
  for (const heap of options.heap) {
    const external = await start(execPath, 'external', Number(heap));
    const copied = await start(execPath, 'copied', Number(heap));
    version = external.hello.version;
    for (const width of widths) {
      for (const [title, bytes] of sizes) {
        const cell = await measureCell(external, copied, { width, bytes });
        const name = `${heap} MB, ${width === 1 ? 'one byte' : 'two bytes'}, ${title}`;
        const each = [cell.external, cell.copied, cell.alone];
        const two = [cell.external, cell.copied];
        const ratio = (key) => `${(cell.copied[key] / cell.external[key]).toFixed(2)}×`;
        rows.push([
          name,
          ...each.map(({ wall }) => `${(bytes / wall / 1e6).toFixed(2)} GB/s`),
          ...each.map(({ processor }) => `${(processor * 1e3).toFixed(0)} µs`),
          ...two.map(({ longest }) => `${longest.toFixed(1)} ms`),
          ...two.map(({ faults }) => faults.toFixed(0)),
        ]);
        all.set(name, [...(all.get(name) ?? []), `${ratio('wall')} (${ratio('processor')})`]);
      }
    }
    external.stop();
    copied.stop();
    say(`${version}, heap of ${heap} MB done`);
  }
  versions.push(version);
  console.log(`### Node ${version}\n\n${table(header, rows)}\n`);
}
const heading = [
  `${cpus()[0].model}, ${process.platform} ${process.arch}; ${options.rounds} rounds; ` +
    new Date().toISOString().slice(0, 10),
  'the time that copied strings take divided by that of external ones, by the clock on the wall ' +
    '(by processor time): above 1 external strings are faster',
];
console.log(headingList(heading));
const summary = [...all].map(([name, ratios]) => [name, ...ratios]);
console.log(table(['heap, text, string', ...versions.map((v) => `Node ${v}`)], summary));
