// Measures in every runtime how long it takes to decode 300 KB of HTML, by this package and by the runtime's own
// TextDecoder.
//
// Usage: npm run bench -- runtimes [[--only RUNTIME[,RUNTIME]] [--rounds N] [--backend native|wasm] [--table FILE]]
// It prints a summary. The table of every input goes into --table.
//
// Each runtime runs measure-runtime.mjs in a process of its own. Runtimes that are not here come from npm.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as product from 'whatwg-transcoder';
import { runtimeCommand, runtimeNames } from '../../runtimes/runtimes.mjs';
import { temporaryFolder } from '../run/folders.mjs';
import { Corpora, corpora, readTexts } from './corpora.mjs';
import { figure, geomean, headingList, machine, say, table, times, writeCells } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    backend: { type: 'string' },
    table: { type: 'string', default: 'build/bench/runtimes-cells.md' },
  },
});

const script = fileURLToPath(new URL('measure-runtime.mjs', import.meta.url));

/** Returns { version, backend, cells } of a runtime; each cell has the times and whether the runtime's text is right. */
function measure(runtime, folder, names) {
  const [program, ...own] = runtimeCommand(runtime, '--allow-all');
  const args = [...own, script, folder, options.rounds, ...names];
  const env = { ...process.env };
  if (options.backend !== undefined) env.WHATWG_TRANSCODER_BACKEND = options.backend;
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${runtime}: ${stderr}`);
  return JSON.parse(stdout);
}

const inputs = new Corpora(readTexts(), product);
const measured = corpora.filter(({ ascii }) => !ascii);
const folder = temporaryFolder('runtimes');
for (const corpus of measured) writeFileSync(join(folder, corpus.name), inputs.html(corpus));
const names = measured.map(({ name, label }) => `${label}=${name}`);
const wanted = options.only?.split(',') ?? runtimeNames;
const results = wanted.map((runtime) => {
  say(`measuring in ${runtime} …`);
  return measure(runtime, folder, names);
});
const list = headingList([
  `${machine}, backend ${results[0].backend}`,
  '300 KB of HTML: how many times as fast as the own TextDecoder of the runtime this package is',
]);
const meaning = '- ours, own, ratio; `!`: the runtime decodes this input to a wrong text';
const rows = measured.map(({ name }, row) => [
  name,
  ...results.map(({ cells }) => {
    const { ours, own, isRight, bytes } = cells[row];
    return `${figure(ours, bytes)}, ${figure(own, bytes)}, ${times(own / ours)}${isRight ? '' : ' !'}`;
  }),
]);
const versions = results.map(({ version }) => version);
writeCells(options.table, `${list}${meaning}\n\n${table(['', ...versions], rows)}`);
const summary = results.map(({ version, cells }) => {
  const ratios = cells.map(({ ours, own }) => own / ours);
  const worst = Math.min(...ratios);
  const { name } = measured[ratios.indexOf(worst)];
  const wrong = cells.filter(({ isRight }) => !isRight).length;
  return [version, times(geomean(ratios)), name, times(worst), wrong];
});
const header = ['runtime', 'geomean', 'worst cell', 'ratio', 'wrong texts of the runtime'];
console.log(`${list}\n${table(header, summary, [2])}`);
