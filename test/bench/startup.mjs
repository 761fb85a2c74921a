// Measures how long it takes to load the package, by require() and by import(), and to decode for the first time, beside
// its peers, each time in a new process; and how large the addon is.
//
// Usage: npm run bench -- startup [--rounds N]

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
const module = new URL('../../lib/index.mjs', import.meta.url).href;
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
const decodeHere = `new m.TextDecoder('shift_jis').decode(${bytes})`;
const participants = [['whatwg-transcoder', product, decodeHere]];
for (const [name, expression] of Object.entries(peers)) {
  try {
    participants.push([name, require.resolve(name), expression]);
  } catch {
    say(`${name} is not here; going on without it`);
  }
}

/**
 * A program of a user that loads the module `m` by the expression `load`. It is a file, because `node -e` takes almost a
 * millisecond longer for its first module.
 */
function programOf(load, expression) {
  return `
    const from = process.hrtime.bigint();
    const m = ${load};
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

const programs = participants.map(([name, path, expression]) => [
  name,
  `${name}.cjs`,
  programOf(`require(${JSON.stringify(path)})`, expression),
]);
const byImport = programOf(`await import(${JSON.stringify(module)})`, decodeHere);
programs.splice(1, 0, ['whatwg-transcoder, import()', 'whatwg-transcoder.mjs', byImport]);

const samples = new Map(programs.map(([name]) => [name, []]));
const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-'));
try {
  for (const [, file, program] of programs) writeFileSync(join(folder, file), program);
  for (let round = 0; round < rounds; round++) {
    for (const [name, file] of programs) samples.get(name).push(run(join(folder, file)));
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
