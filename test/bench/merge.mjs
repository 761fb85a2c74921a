// Makes one report of several runs of the benchmark on one machine. Each cell is taken from the run whose
// ratio is the median.
//
// Usage: npm run bench -- merge RUN.json RUN.json… [--svg FILE] [--table FILE]
// The files are those that `npm run bench -- --json FILE` has written. A run may have only some groups or
// cells. The version of Node must be the one that was measured.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  groupSections,
  headingList,
  heapSection,
  mergeRuns,
  summarize,
  summarySection,
  worstSection,
  writeCells,
} from './report.mjs';
import { chart } from './svg.mjs';

const { values: options, positionals: files } = parseArgs({
  options: { svg: { type: 'string' }, table: { type: 'string', default: 'build/bench/cells.md' } },
  allowPositionals: true,
});
if (files.length === 0) throw new Error('give the files that --json has written');

const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const [{ heading }] = runs;
for (const run of runs) {
  if (run.heading[0] !== heading[0]) throw new Error(`not of one machine: ${run.heading[0]}`);
}
if (!heading[0].endsWith(process.version)) throw new Error(`Node here is ${process.version}`);

const cells = mergeRuns(runs.map((run) => run.cells));
const merged = `of each cell the run of the median ratio, of ${runs.length} runs`;
const list = headingList([...heading, merged]);
console.log(list);
writeCells(options.table, `${list}\n${groupSections(cells)}\n${heapSection(cells)}`);
const heaps = heapSection(cells, true);
if (heaps !== '') console.log(heaps);
const summary = summarize(cells);
console.log(summarySection(summary));
console.log(worstSection(cells));
if (options.svg !== undefined) writeFileSync(options.svg, chart(summary, heading[0]));
