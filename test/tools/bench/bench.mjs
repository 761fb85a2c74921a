// Measures the package beside its peers.
//
// Usage: npm run bench -- [--corpora DIR] [--only GROUP[,GROUP]] [--cells PATTERN] [--rounds N]
//   [--quick] [--busy] [--details] [--table FILE] [--node PATH] [--backend native|wasm]
// Groups: decode, construct, html, chunks, large, heap, encode, transcode, streams, iconv-lite. PATTERN
// is a regular expression on a cell's title, such as 'shift_jis 16 B'. Exits with 1 when the product's own
// output is wrong, or when there is nothing to measure.
//
// It prints a summary. The tables of every cell, with all participants, go into --table, and with --details they are printed, too.
//
// --backend demands a backend. The WebAssembly module is compared with peers that are JavaScript alone,
// because the others need native code, which is not there where the module runs.
//
// --busy is for a machine that other programs use at the same time. It measures the processor time of
// the process, and keeps garbage collections on the main thread: threads that wait for each other
// would count as work.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { secondsSince } from '../run/machine.mjs';
import { groups } from './groups.mjs';
import {
  backendSection,
  cellTitle,
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
    table: { type: 'string', default: 'build/bench/cells.md' },
    node: { type: 'string', default: process.execPath },
    busy: { type: 'boolean', default: false },
    backend: { type: 'string' },
  },
});

if (options.backend !== undefined) process.env.WHATWG_TRANSCODER_BACKEND = options.backend;

/** Measures a group by measure-group.mjs, and returns what that sends. */
async function measured({ name, heap }) {
  const argument = JSON.stringify({ ...options, group: name, heap });
  const child = fork(new URL('measure-group.mjs', import.meta.url), [argument], {
    execPath: options.node,
    execArgv: options.busy ? ['--single-threaded-gc'] : [],
  });
  let sent;
  child.once('message', (message) => {
    sent = message;
  });
  const [status] = await once(child, 'close');
  if (sent !== undefined) return sent;
  throw new Error(`the group ${name} ended with ${status}, and no figures`);
}

function fail(message) {
  say(message);
  process.exit(1);
}

const names = [...new Set(groups.map(({ name }) => name))];
const only = options.only?.split(',') ?? names;
const unknown = only.find((name) => !names.includes(name));
if (unknown !== undefined) fail(`no group is named ${unknown}: ${names.join(', ')}`);
// A group has a process of its own; the group `heap` has one for each size of heap.
const processes = groups.filter(
  ({ name, heap }, k) =>
    only.includes(name) &&
    k === groups.findIndex((other) => other.name === name && other.heap === heap),
);

const start = performance.now();
const seconds = () => secondsSince(start, 0);
const done = [];
let heading;
let wrong = 0;
for (const group of processes) {
  const { cells, ...own } = await measured(group);
  if (cells.length === 0) continue;
  if (heading === undefined) console.log(headingList(own.heading));
  heading ??= own.heading;
  for (const cell of cells) {
    for (const { name, kind, verdict, problem } of cell.results) {
      if (!kind.endsWith('ours') || verdict === 'right') continue;
      wrong++;
      say(`${name} is wrong: ${cellTitle(cell)} ${problem ?? ''}`);
    }
  }
  if (options.details) console.log(groupSections(cells));
  say(`${group.heap === undefined ? group.name : group.title} done after ${seconds()} s`);
  done.push(...cells);
}
if (done.length === 0) fail('no cell matches');
const sections = [
  heapSection(done),
  options.backend === 'wasm' ? backendSection(done) : summarySection(summarize(done)),
  worstSection(done),
];
console.log(sections.filter((section) => section !== '').join('\n'));
writeCells(options.table, `${headingList(heading)}\n${groupSections(done)}`);
say(`${done.length} cells in ${seconds()} s`);
if (wrong > 0) {
  say(`${wrong} outputs of the product are wrong`);
  process.exitCode = 1;
}
