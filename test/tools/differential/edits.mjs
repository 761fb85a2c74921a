// npm run test:differential -- edits [--cases N] [--seed S] [--jobs J] [--encoding NAME]
//
// Random edits in files of every encoding, well-formed, damaged and random, each checked with the decoder alone. Prints how many
// edits were made and how many were refused, by the kind of the file and the reason. An edit with a wrong text ends the run.
// WHATWG_TRANSCODER_BACKEND chooses the backend.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { backend } from 'whatwg-transcoder';
import { editableNames, runRandomEdits } from '../../harness/random-edits.mjs';
import { secondsSince } from '../run/machine.mjs';
import { inThreads, sumOf } from './threads.mjs';

// Of each encoding in turn, so that all of them are tried in any run.
const EDITS_AT_ONCE = 500;

function run({ cases, seed, first, step, encoding }) {
  const counts = {};
  const add = (kind, outcome) => {
    counts[kind] ??= {};
    counts[kind][outcome] = (counts[kind][outcome] ?? 0) + 1;
  };
  const names = encoding === undefined ? editableNames : [encoding];
  for (let at = first; at * EDITS_AT_ONCE < cases; at += step) {
    const most = at % 50 === 0 ? 6000 : 24;
    const edits = Math.min(EDITS_AT_ONCE, cases - at * EDITS_AT_ONCE);
    runRandomEdits(names[at % names.length], seed + at, most === 24 ? edits : 20, add, most);
  }
  return counts;
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '10000000' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      encoding: { type: 'string' },
    },
  });
  const [cases, seed, jobs] = [values.cases, values.seed, values.jobs].map(Number);
  const start = performance.now();
  const shares = Array.from({ length: jobs }, (_, first) => ({
    cases,
    seed,
    first,
    step: jobs,
    encoding: values.encoding,
  }));
  const results = await inThreads(import.meta.url, shares);
  const kinds = new Set(results.flatMap(Object.keys));
  const total = {};
  for (const kind of kinds) total[kind] = sumOf(results.map((counts) => counts[kind] ?? {}));
  console.table(total);
  const edits = Object.values(total)
    .flatMap(Object.values)
    .reduce((sum, one) => sum + one, 0);
  const seconds = secondsSince(start, 0);
  console.log(
    `${edits} edits in ${editableNames.length} encodings, ${backend}, ${seconds} s: all right`,
  );
} else parentPort.postMessage({ result: run(workerData) });
