// Prints the table of lib/polyfill/README.md of what the TextDecoder of each runtime decodes wrongly. It runs the command
// `whatwg-transcoder doctor` in Node 20, 22, 24, 26, Bun and Deno, each from the npm registry.
// Usage: npm run test:runtimes -- conformance [NAME...]   NAME: node-20 … node-26, bun, deno (default: all)

import { root } from '../tools/run/cmake.mjs';
import { runAndKeep } from '../tools/run/suites.mjs';
import { knownNames, runtimeCommand } from './runtimes.mjs';

const minutes = 60_000;
/** Runs the command in one runtime. Returns { summary, results } as the command reports them. */
async function examine(name) {
  const command = runtimeCommand(name, '--allow-read', '--allow-env');
  const program = `${root}lib/cli/whatwg-transcoder.js`;
  const ended = await runAndKeep([...command, program, 'doctor', '--json'], {
    timeout: 5 * minutes,
  });
  const lines = ended.stdout.trimEnd().split('\n');
  // The status is 1 where something is wrong, which is what the table is about.
  if ((ended.status !== 0 && ended.status !== 1) || lines.length < 2) {
    throw new Error(`${name} ended with ${ended.status}:\n${ended.output}`);
  }
  const results = lines.map((line) => JSON.parse(line));
  return { summary: results.pop(), results };
}

const count = (number) => number.toLocaleString('en');
const nameOf = ({ type, encoding }) => encoding ?? type;

function cellOf({ supported, wrong }) {
  if (supported === false) return 'not supported';
  return wrong === 0 ? '–' : count(wrong);
}

/** The table: a row for each encoding that a runtime gets wrong, and one for the others. */
function table(reports) {
  const columns = reports.map(({ summary }) => `${summary.runtime} ${summary.version}`);
  const rows = [
    ['decoded wrongly', ...columns],
    ['---', ...columns.map(() => '---:')],
  ];
  let others = 0;
  for (const [at, first] of reports[0].results.entries()) {
    const cells = reports.map(({ results }) => cellOf(results[at]));
    if (cells.some((cell) => cell !== '–')) rows.push([nameOf(first), ...cells]);
    else others += 1;
  }
  if (others > 0) rows.push([`${others} others`, ...columns.map(() => '–')]);
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const reports = [];
for (const name of knownNames(process.argv.slice(2))) reports.push(await examine(name));
console.log(table(reports));
