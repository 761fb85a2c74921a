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
  const add = (name, module, ways, [call, expression] = [''], more = {}) => {
    for (const by of ways) all.push({ name, module, by, call, expression, ...more });
  };
  const [required, both] = [['require'], ['require', 'import']];
  add('empty file', './empty.cjs', required);
  add('empty file', './empty.mjs', ['import']);
  add('iconv-lite', 'iconv-lite', both, shiftJis);
  add('iconv-lite', 'iconv-lite', both, cyrillic);
  add('iconv-lite', 'iconv-lite', required, firstEncode);
  const [label] = shiftJis;
  const exodus = `new m.TextDecoder('${label}').decode(${bytes})`;
  add('@exodus/bytes', '@exodus/bytes/encoding.js', ['import'], [label, exodus]);
  for (const module of ['iconv-lite', packageName]) {
    const own = module === packageName ? 'root' : module;
    add(`${own}${behindAnother}`, module, required, undefined, { before: other });
  }
  for (const [path, calls] of Object.entries(firstCalls)) {
    for (const call of calls) add(path || 'root', `${packageName}${path}`, required, call);
    add(path || 'root', `${packageName}${path}`, ['import'], calls[0]);
  }
  return all;
}

/** An expression: the milliseconds that the processor has worked for the process. */
const processorTime = '(({ user, system }) => (user + system) / 1e3)(process.cpuUsage())';

/** A program of a user. It is a file, because `node -e` takes almost a millisecond longer for its first module. */
function programOf({ module, by, expression = '0', before = '' }) {
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

/** Returns the milliseconds of a process as one sees it who waits for it. */
function timeOf(command, folder) {
  const from = performance.now();
  const { status, stderr } = spawnSync(command[0], command.slice(1), { cwd: folder });
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  return performance.now() - from;
}

/** Runs all programs in turn, as often as there are rounds. Returns the samples of each. */
function measure(runtime, folder, programs) {
  const command = runtimeCommand(runtime, '--allow-read', '--allow-env', '--allow-sys');
  const samples = new Map(programs.map((program) => [program, []]));
  for (let round = 0; round < rounds; round++) {
    for (const program of programs) {
      if (program.arguments !== undefined) {
        samples.get(program).push([timeOf([...command, ...program.arguments], folder)]);
        continue;
      }
      const result = spawnSync(command[0], [...command.slice(1), program.file], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (result.status !== 0) throw new Error(`${runtime} ${program.file}: ${result.stderr}`);
      samples.get(program).push(result.stdout.split(' ').map(Number));
    }
  }
  return samples;
}

const figure = (values) => `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)})`;

/** Returns the rows of what is loaded, with the ratio to iconv-lite in each column of times. */
function rowsOf(samples) {
  const column = (program, at) => samples.get(program).map((sample) => sample[at]);
  return [...samples.keys()]
    .filter((program) => program.arguments === undefined)
    .map((program) => {
      const peer = [...samples.keys()].find(
        ({ name, by, call }) =>
          name === (program.before === undefined ? 'iconv-lite' : `iconv-lite${behindAnother}`) &&
          by === program.by &&
          (call === program.call ||
            program.call === '' ||
            !/^(Shift_JIS|windows-1251)$/.test(program.call)),
      );
      const cell = (at) => {
        const ratio = Math.min(...column(program, at)) / Math.min(...column(peer, at));
        return `${figure(column(program, at))} ${ratio.toFixed(2)}x`;
      };
      const { name, by, call } = program;
      return [`${name}, ${by}`, cell(0), call, cell(1), figure(column(program, 2))];
    });
}

const folder = await makeProject();
const programs = participants();
for (const [i, program] of programs.entries()) {
  program.file = `program-${i}.${program.by === 'require' ? 'cjs' : 'mjs'}`;
  writeFileSync(join(folder, program.file), programOf(program));
}
const command = join(folder, 'node_modules', packageName, 'lib/cli/whatwg-transcoder.js');
for (const [name, ...args] of [
  ['an empty script', join(folder, 'empty.cjs')],
  ['--version', command, '--version'],
  ['from Shift_JIS', command, '-f', 'shift_jis', 'text.txt'],
]) {
  programs.push({ name, arguments: args });
}

console.log(
  headingList([
    `${machine}`,
    `the median (the least) of ${rounds} processes, in milliseconds; memory in MB`,
    'x: the least, in units of that of iconv-lite, loaded in the same way, with the same first call where there is one',
  ]),
);
for (const runtime of options.runtimes.split(',')) {
  // Only Node runs the command.
  const isNode = runtime.startsWith('node') && !options.processor;
  const own = programs.filter((program) => isNode || program.arguments === undefined);
  const samples = measure(runtime, folder, own);
  console.log(`\n### ${runtime}\n`);
  console.log(table(['', 'loaded', 'first call', 'loaded and called', 'memory'], rowsOf(samples)));
  const commands = own.filter((program) => program.arguments !== undefined);
  const rows = commands.map((one) => [one.name, figure(samples.get(one).map(([time]) => time))]);
  if (rows.length > 0) console.log(`\n${table(['the command', 'whole process'], rows)}`);
}
