// Measures the package beside its peers.
//
// Usage: npm run bench -- [--corpora DIR] [--only GROUP[,GROUP]] [--cells PATTERN] [--rounds N]
//   [--quick] [--busy] [--details] [--table FILE] [--json FILE] [--node PATH] [--backend native|wasm]
// Groups: decode, construct, html, chunks, large, heap, encode, transcode, streams, iconv-lite. PATTERN
// is a regular expression on a cell's title, such as 'shift_jis 16 B'. Exits with 1 when the product's own
// output is wrong, or when there is nothing to measure.
//
// It prints a summary. The tables of every cell go into --table; with --cells and --details they are printed, too.
//
// --backend demands a backend. The WebAssembly module is compared with peers that are JavaScript alone,
// because the others need native code, which is not there where the module runs.
//
// --busy is for a machine that other programs use at the same time. It measures the processor time of
// the process, and keeps garbage collections on the main thread: threads that wait for each other
// would count as work.

import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { secondsSince } from '../run/machine.mjs';
import { groups } from './groups.mjs';
import {
  backendSection,
  cellTitle,
  detailTable,
  groupSections,
  headingList,
  heapSection,
  say,
  summarize,
  summarySection,
  worstSection,
  writeCells,
} from './report.mjs';

const { values: options } = parseArgs({
  options: {
    corpora: { type: 'string' },
    only: { type: 'string' },
    cells: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
    json: { type: 'string' },
    table: { type: 'string', default: 'build/bench/cells.md' },
    node: { type: 'string' },
    busy: { type: 'boolean', default: false },
    backend: { type: 'string' },
  },
});

if (options.backend !== undefined) process.env.WHATWG_TRANSCODER_BACKEND = options.backend;

const BUSY = '--single-threaded-gc';

if (options.node !== undefined || (options.busy && !process.execArgv.includes(BUSY))) {
  const own = process.argv.slice(2);
  const at = own.findIndex((argument) => /^--node(=|$)/.test(argument));
  if (at !== -1) own.splice(at, own[at] === '--node' ? 2 : 1);
  const args = [...(options.busy ? [BUSY] : []), process.argv[1], ...own];
  const { status, error } = spawnSync(options.node ?? process.execPath, args, { stdio: 'inherit' });
  if (error !== undefined) say(error.message);
  process.exit(status ?? 1);
}

/** Measures a group by measure-group.mjs, and returns what that sends. `left` is what the group before has sent under that name. */
async function measured({ name, heap }, left) {
  const argument = JSON.stringify({ ...options, group: name, heap, left });
  const child = fork(new URL('measure-group.mjs', import.meta.url), [argument]);
  let sent;
  child.once('message', (message) => {
    sent = message;
  });
  const [status] = await once(child, 'close');
  if (sent !== undefined) return sent;
  throw new Error(`the group ${name} ended with ${status}, and no figures`);
}

const names = [...new Set(groups.map(({ name }) => name))];
// A group has a process of its own; the group `heap` has one for each size of heap.
const processes = groups.filter(
  ({ name, heap }, k) =>
    k === groups.findIndex((other) => other.name === name && other.heap === heap),
);
const only = options.only?.split(',') ?? names;
const unknown = only.find((name) => !names.includes(name));
if (unknown !== undefined) {
  say(`no group is named ${unknown}: ${names.join(', ')}`);
  process.exit(1);
}

const start = performance.now();
const seconds = () => secondsSince(start, 0);
const done = [];
let left = [];
let run;
let wrong = 0;
for (const group of processes.filter(({ name }) => only.includes(name))) {
  const { heading, settings, cells, ...sent } = await measured(group, left);
  left = sent.left;
  if (cells.length === 0) continue;
  if (run === undefined) console.log(headingList(heading));
  run ??= { heading, settings };
  for (const cell of cells) {
    for (const { name, kind, verdict, problem } of cell.results) {
      if (!kind.endsWith('ours') || verdict === 'right') continue;
      wrong++;
      say(`${name} is wrong: ${cellTitle(cell)} ${problem ?? ''}`);
    }
  }
  if (options.cells !== undefined) console.log(groupSections(cells));
  if (options.details) console.log(`${detailTable(cells)}\n`);
  say(`${group.heap === undefined ? group.name : group.title} done after ${seconds()} s`);
  done.push(...cells);
}
if (done.length === 0) {
  say('no cell matches');
  process.exit(1);
}
const heaps = heapSection(done, true);
if (heaps !== '') console.log(heaps);
const summary = summarize(done);
console.log(options.backend === 'wasm' ? backendSection(done) : summarySection(summary));
console.log(worstSection(done));
writeCells(
  options.table,
  `${headingList(run.heading)}\n${groupSections(done)}\n${heapSection(done)}`,
);
say(`${done.length} cells in ${seconds()} s`);
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ ...run, summary, cells: done })}\n`);
}
if (wrong > 0) {
  say(`${wrong} outputs of the product are wrong`);
  process.exitCode = 1;
}
