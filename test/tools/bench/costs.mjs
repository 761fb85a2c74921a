// Measures, for bench.mjs, text with many code points that cannot be encoded: the nanoseconds for each such
// code point, and how the time grows from n to 8n code units. A ratio of 8 means that it grows in
// proportion. No peer can do the same.
//
// Its argument is JSON with the options of bench.mjs. It sends the table.

import { costs } from './groups.mjs';
import { table } from './report.mjs';

const { default: product } = await import('../../../lib/index.js');
const { default: hooks } = await import('../../../lib/hooks.js');
const options = JSON.parse(process.argv[2]);

const wallClock = () => performance.now();
const processorClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const now = options.busy ? processorClock : wallClock;

/** Returns the shortest time of several runs, in milliseconds. */
async function timeOf(run, input) {
  let least = Infinity;
  for (let round = 0; round < (options.quick ? 2 : 5); round++) {
    const start = now();
    await run(input);
    least = Math.min(least, now() - start);
  }
  return least;
}

const pattern = new RegExp(options.cells ?? '', 'i');
const rows = [];
for (const { title, units, input, count, run } of costs(product, hooks)) {
  if (!pattern.test(title)) continue;
  const small = await timeOf(run, input(units));
  const large = await timeOf(run, input(8 * units));
  const each = (large * 1e6) / count(8 * units);
  const times = [small, large].map((time) => time.toFixed(1));
  rows.push([title, ...times, (large / small).toFixed(1), each.toFixed(0)]);
}
process.send(table(['n code units', 'n, ms', '8n, ms', 'ratio', 'each, ns'], rows));
