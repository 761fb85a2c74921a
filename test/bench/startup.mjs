// Measures how long it takes to load the package and to decode a first text, beside its peers. Each
// measurement has a new process. Also prints the size of the addon.
//
// Usage: npm run bench:startup -- [--rounds N]

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from './measure.mjs';
import { headingList, say, table } from './report.mjs';
import { peersRequire } from './scratch.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '41' } } });
const rounds = Number(options.rounds);

const product = fileURLToPath(new URL('../../lib/index.js', import.meta.url));
const addon = fileURLToPath(new URL('../../build/Release/whatwg_transcoder.node', import.meta.url));

// Each expression decodes U+3042 from Shift_JIS by the module `m`.
const bytes = 'Buffer.of(0x82, 0xa0)';
const peers = {
  iconv: `new m.Iconv('SHIFT_JIS', 'UTF-8').convert(${bytes}).toString()`,
  'iconv-lite': `m.decode(${bytes}, 'shift_jis')`,
  'text-encoding': `new m.TextDecoder('shift_jis').decode(${bytes})`,
  'encoding-japanese': `m.convert(${bytes}, { to: 'UNICODE', from: 'SJIS', type: 'string' })`,
};

const require = peersRequire(say);
const participants = [
  ['whatwg-transcoder', product, `new m.TextDecoder('shift_jis').decode(${bytes})`],
];
for (const [name, expression] of Object.entries(peers)) {
  try {
    participants.push([name, require.resolve(name), expression]);
  } catch {
    say(`${name} is not here; going on without it`);
  }
}

/** Returns a program for a file, because with `node -e` the first require() takes almost a millisecond longer. */
function programOf(path, expression) {
  return `
    const from = process.hrtime.bigint();
    const m = require(${JSON.stringify(path)});
    const loaded = process.hrtime.bigint();
    const text = ${expression};
    const decoded = process.hrtime.bigint();
    console.log(JSON.stringify([text, Number(loaded - from) / 1e6, Number(decoded - from) / 1e6]));
  `;
}

/** Returns the milliseconds to load the module, and to load it and decode. Throws if the text is wrong. */
function run(file) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [text, ...times] = JSON.parse(stdout);
  if (text !== '\u3042') throw new Error(`${file} decodes to ${JSON.stringify(text)}`);
  return times;
}

/** Returns the size of the addon as text: without symbols, if strip(1) is installed. */
function addonSize(folder) {
  const stripped = join(folder, 'stripped.node');
  copyFileSync(addon, stripped);
  const { status } = spawnSync('strip', [stripped]);
  const size = statSync(stripped).size.toLocaleString('en');
  return `${size} bytes${status === 0 ? ', stripped' : ', with symbols: strip is not here'}`;
}

const samples = new Map(participants.map(([name]) => [name, []]));
const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-'));
try {
  for (const [name, path, expression] of participants) {
    writeFileSync(join(folder, `${name}.cjs`), programOf(path, expression));
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, times] of samples) times.push(run(join(folder, `${name}.cjs`)));
  }
  report(addonSize(folder));
} finally {
  rmSync(folder, { recursive: true });
}

function report(size) {
  const figure = (times) => `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)})`;
  const rows = [...samples].map(([name, times]) => [
    name,
    figure(times.map(([loaded]) => loaded)),
    figure(times.map(([, decoded]) => decoded)),
  ]);
  const heading = [
    `${cpus()[0].model}, ${process.platform} ${process.arch}, Node ${process.version}`,
    `milliseconds, the median (the least) of ${rounds} processes`,
    `addon: ${size}`,
  ];
  console.log(headingList(heading));
  console.log(table(['', 'loaded', 'and decoded'], rows));
}
