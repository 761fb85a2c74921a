// Builds the addon with AddressSanitizer and UndefinedBehaviorSanitizer, and runs the Mocha tests and the fuzz drivers of JavaScript
// with it in Node. The build has a copy of the sources of its own, in build/sanitize-node. It needs g++ and its sanitizers (Linux).
// Usage: npm run test:core -- sanitize-node [SECONDS] [PLACE]...
//   SECONDS: for each fuzz driver (default 20; 0: none); PLACE: folders and files of tests, as `npm test` takes them (default: all that do
//   not measure memory or time, and do not build or install anything).

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, runs } from './cmake.mjs';
import { copySources } from './folders.mjs';
import { isLong, testFiles } from './mocha.mjs';
import { heading, runAndKeep, Suites, sumUp } from './suites.mjs';
import { buildWasm } from './wasm.mjs';

const folder = join(root, 'build/sanitize-node');

// These measure memory or time, which the sanitizers change; or build, pack or install something; or limit the memory of a process, which
// the sanitizers' own does not fit into.
const others = [
  'bench',
  'checks',
  'demo',
  'examples',
  'fuzz',
  'differential',
  'release',
  'soak',
  'backend/memory',
  'cli/check',
];

const [first = '', ...rest] = process.argv.slice(2);
const hasSeconds = /^\d+$/.test(first);
const seconds = hasSeconds ? first : '20';
const places = hasSeconds || first === '' ? rest : [first, ...rest];
const left = testFiles(others);
const files =
  places.length > 0
    ? testFiles(places)
    : testFiles().filter((file) => !isLong(file) && !left.includes(file));

const output = (command, args) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;

const flags =
  '-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1 -O1';

function buildAddon() {
  const env = {
    CXXFLAGS: flags,
    LDFLAGS: '-fsanitize=address,undefined',
    JOBS: String(availableParallelism()),
  };
  return runs('npm', ['run', 'build', '--prefix', folder], { env });
}

// The libraries must be loaded before the executable, which has none of them.
const libraries = ['libasan.so', 'libubsan.so'].map((name) =>
  output('g++', [`-print-file-name=${name}`]).trim(),
);
const sanitized = {
  ...process.env,
  LD_PRELOAD: libraries.join(' '),
  // V8 and the addon keep memory until the process ends, which is no leak.
  ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=0:allocator_may_return_null=1',
  UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
  WHATWG_TRANSCODER_BACKEND: 'native',
};

const suites = new Suites();

/** Runs a command with the sanitizers; counts it as one test. */
async function count(suite, name, command, env = {}) {
  const options = { cwd: folder, env: { ...sanitized, ...env }, timeout: 1_200_000 };
  const { status, output: text } = await runAndKeep(command, options);
  const at = text.search(/^.*(?:ERROR: AddressSanitizer|runtime error:)/m);
  const isOk = status === 0 && at === -1;
  console.log(`${suite}: ${name}: ${isOk ? 'passed' : 'FAILED'}`);
  if (!isOk) console.log(at === -1 ? text.slice(-6000) : text.slice(at, at + 6000));
  suites.add(suite, isOk);
}

heading('addon with sanitizers');
buildWasm();
// Paths in reports are those of the copy.
copySources(folder);
if (!buildAddon()) suites.add('build', false);
else {
  heading('Mocha');
  for (const file of files) {
    const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '-t', '600000', '--expose-gc'];
    await count('Mocha', file, [process.execPath, ...mocha, file]);
  }
  heading('fuzz drivers');
  const drivers = readdirSync(join(folder, 'test/fuzz/drivers'));
  mkdirSync(join(folder, 'build/fuzz'), { recursive: true });
  for (const driver of seconds === '0' ? [] : drivers) {
    const name = driver.replace('.mjs', '');
    await count('fuzz', name, [process.execPath, 'test/fuzz/javascript.mjs', name, seconds]);
  }
}
sumUp(suites.all);
