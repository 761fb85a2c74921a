// Measures how long it takes to load the package, as a release has it, and to make the first call: by require() and by import(),
// the package root and each sub-path, beside an empty file, iconv-lite and @exodus/bytes, each time in a new process. Measures
// also how much memory that takes, and how long the command takes. The rounds are interleaved, so ratios hold on a busy machine.
//
// Usage: npm run bench -- startup [--rounds N] [--runtimes NAME,NAME…] [--tarball FILE] [--processor]
// With --processor it measures the time of the processor, which other programs change less, and not the command.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runtimeCommand, runtimeNames } from '../../runtimes/runtimes.mjs';
import { temporaryFolder } from '../run/folders.mjs';
import { root } from '../run/machine.mjs';
import { headingList, machine, median, say, table } from './report.mjs';
import { peersRequire } from './scratch.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '21' },
    runtimes: { type: 'string', default: runtimeNames.join() },
    tarball: { type: 'string' },
    processor: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const bytes = 'Buffer.of(0x82, 0xa0)';
const packageName = 'whatwg-transcoder';

// The first call of each module `m`: what it is called, and an expression.
const shiftJis = ['Shift_JIS', `m.decode(${bytes}, 'shift_jis')`];
const cyrillic = ['windows-1251', `m.decode(${bytes}, 'windows-1251')`];
const firstEncode = ['first encode', `m.encode('\\u3042', 'shift_jis')`];
const firstTranscode = ['first transcode', `m.transcode(${bytes}, 'shift_jis')`];
const firstCalls = {
  '': [shiftJis, cyrillic, firstEncode, firstTranscode],
  '/detect': [['detect', `m.detect(${bytes})`]],
  '/edit': [['edit', `new m.EditableText(${bytes}, 'shift_jis').edit(0, 1, 'a')`]],
  '/encodings': [['encodingFor', `m.encodingFor('x-windows-949')`]],
  '/hooks': [['UTF8Decode', `m.UTF8Decode(${bytes})`]],
  '/http': [['decodeBody', `m.decodeBody(${bytes}, 'text/html')`]],
  '/iconv-lite': [shiftJis, cyrillic],
  '/labels': [['resolveLabel', `m.resolveLabel('x-windows-949')`]],
  '/polyfill': [['replaced', 'm.replaced']],
};

// A program that has loaded another package with `exports`: Node compiles what it needs for them when it loads the first one.
const other = `require('other');`;
const behindAnother = ' behind a package with `exports`';

/** What is measured: a module, how it is loaded, and what is called. */
function participants() {
  const all = [];
  const add = (name, module, ways, [call, expression] = [''], before = '') => {
    for (const by of ways) all.push({ name, module, by, call, expression, before });
  };
  const [required, imported, both] = [['require'], ['import'], ['require', 'import']];
  add('empty file', './empty.cjs', required);
  add('empty file', './empty.mjs', imported);
  add('iconv-lite', 'iconv-lite', both, shiftJis);
  add('iconv-lite', 'iconv-lite', both, cyrillic);
  add('iconv-lite', 'iconv-lite', required, firstEncode);
  const [label] = shiftJis;
  const exodus = `new m.TextDecoder('${label}').decode(${bytes})`;
  add('@exodus/bytes', '@exodus/bytes/encoding.js', imported, [label, exodus]);
  add(`iconv-lite${behindAnother}`, 'iconv-lite', required, undefined, other);
  add(`root${behindAnother}`, packageName, required, undefined, other);
  for (const [path, calls] of Object.entries(firstCalls)) {
    for (const call of calls) add(path || 'root', `${packageName}${path}`, required, call);
    add(path || 'root', `${packageName}${path}`, imported, calls[0]);
  }
  return all;
}

/** An expression: the milliseconds that the processor has worked for the process. */
const processorTime = '(({ user, system }) => (user + system) / 1e3)(process.cpuUsage())';

/** A program of a user. It is a file, because `node -e` takes almost a millisecond longer for its first module. */
function programOf({ module, by, expression = '0', before }) {
  const load = by === 'require' ? `require('${module}')` : `await import('${module}')`;
  const whole = module === 'iconv-lite' && by === 'import' ? '.default' : '';
  return `
    ${before}
    const memory = () => { try { return process.memoryUsage.rss(); } catch { return NaN; } };
    const now = () => ${options.processor ? processorTime : 'Number(process.hrtime.bigint()) / 1e6'};
    const before = memory();
    const from = now();
    const m = (${load})${whole};
    const loaded = now();
    ${expression};
    const called = now();
    console.log(loaded - from, called - from, (memory() - before) / 1e6);
  `;
}

/** Makes a project that has the package and its peers. Returns its folder. */
async function makeProject() {
  const folder = temporaryFolder('startup');
  const modules = join(folder, 'node_modules');
  const own = join(modules, packageName);
  mkdirSync(own, { recursive: true });
  if (options.tarball === undefined) {
    const { layCheckout } = await import('../release/join/lay.mjs');
    await layCheckout(root, own);
  } else {
    const file = resolve(process.env.INIT_CWD ?? '.', options.tarball);
    execFileSync('tar', ['-xzf', file, '-C', own, '--strip-components=1']);
  }
  const require = peersRequire(say);
  const peers = dirname(dirname(require.resolve('iconv-lite/package.json')));
  for (const name of ['iconv-lite', 'safer-buffer', '@exodus']) {
    symlinkSync(join(peers, name), join(modules, name));
  }
  mkdirSync(join(modules, 'other'));
  writeFileSync(join(modules, 'other/package.json'), '{ "exports": "./index.js" }\n');
  writeFileSync(join(modules, 'other/index.js'), '');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(folder, 'empty.cjs'), '');
  writeFileSync(join(folder, 'empty.mjs'), '');
  writeFileSync(join(folder, 'text.txt'), 'text\n');
  return folder;
}

/**
 * Runs all programs in turn, as often as there are rounds. Returns the samples of each: what it printed, or the milliseconds that one
 * waits for the process.
 */
function measure([file, ...own], programs) {
  const samples = new Map(programs.map((program) => [program, []]));
  for (let round = 0; round < rounds; round++) {
    for (const program of programs) {
      const from = performance.now();
      const { status, stdout, stderr } = spawnSync(file, [...own, ...program.args], {
        cwd: folder,
        encoding: 'utf8',
      });
      const time = performance.now() - from;
      if (status !== 0) throw new Error(`${file} ${program.args.join(' ')}: ${stderr}`);
      samples.get(program).push(program.by ? stdout.split(' ').map(Number) : [time]);
    }
  }
  return samples;
}

const column = (samples, at) => samples.map((sample) => sample[at]);
const figure = (values) => `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)})`;

/** Returns the row of what is loaded, with the ratio to iconv-lite in each column of times. */
function rowOf(program, samples) {
  const { name, by, call, before } = program;
  const peers = [...samples.keys()].filter(
    (other) => other.module === 'iconv-lite' && other.by === by && other.before === before,
  );
  const peer = peers.find((other) => other.call === call) ?? peers[0];
  const cell = (at) => {
    const [own, others] = [program, peer].map((one) => column(samples.get(one), at));
    return `${figure(own)} ${(Math.min(...own) / Math.min(...others)).toFixed(2)}x`;
  };
  return [`${name}, ${by}`, cell(0), call, cell(1), figure(column(samples.get(program), 2))];
}

const folder = await makeProject();
const programs = participants();
for (const [i, program] of programs.entries()) {
  const file = `program-${i}.${program.by === 'require' ? 'cjs' : 'mjs'}`;
  writeFileSync(join(folder, file), programOf(program));
  program.args = [file];
}
const command = join('node_modules', packageName, 'lib/cli/whatwg-transcoder.js');
const commands = [
  { name: 'an empty script', args: ['empty.cjs'] },
  { name: '--version', args: [command, '--version'] },
  { name: 'from Shift_JIS', args: [command, '-f', 'shift_jis', 'text.txt'] },
];

console.log(
  headingList([
    `${machine}`,
    `the median (the least) of ${rounds} processes, in milliseconds; memory in MB`,
    'x: the least, in units of that of iconv-lite, loaded in the same way, with the same first call where there is one',
  ]),
);
for (const runtime of options.runtimes.split(',')) {
  // Only Node runs the command.
  const own = runtime.startsWith('node') && !options.processor ? commands : [];
  const permissions = ['--allow-read', '--allow-env', '--allow-sys'];
  const samples = measure(runtimeCommand(runtime, ...permissions), [...programs, ...own]);
  console.log(`\n### ${runtime}\n`);
  const rows = programs.map((program) => rowOf(program, samples));
  console.log(table(['', 'loaded', 'first call', 'loaded and called', 'memory'], rows));
  const whole = own.map((one) => [one.name, figure(column(samples.get(one), 0))]);
  if (whole.length > 0) console.log(`\n${table(['the command', 'whole process'], whole)}`);
}
