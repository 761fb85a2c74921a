// Runs the C++ tests of the core, then the Mocha tests, and prints the sum in the last line. It prepares the clone first.
// Usage: npm test [-- PLACE...] [-- --grep PATTERN], npm run test:all
// PLACE is a folder or a file of tests: `http`, `http/body`, `standard`; `core` is the C++ tests. Without a place `npm test`
// leaves out the files *.long.test.mjs, uses one encoding of each kind in tests of all of them (test/harness/part.mjs), and runs a
// part of the tests on the second backend; `npm run test:all` runs all tests on both, with fences around each buffer that a backend is
// given or gives (test/harness/fences.cjs).
// The environment variable WHATWG_TRANSCODER_BACKEND chooses one backend.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, test, testInShards } from './cmake.mjs';
import { isLong, runFiles, testFiles } from './mocha.mjs';
import { heading, sumUp } from './suites.mjs';

const { values, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    grep: { type: 'string', short: 'g' },
    fgrep: { type: 'string', short: 'f' },
    invert: { type: 'boolean', short: 'i' },
    bail: { type: 'boolean', short: 'b' },
  },
});
const { all: isAll, ...chosen } = values;

// CI names the folder in which lint has built the C++ tests with the same compiler.
const {
  WHATWG_TRANSCODER_BACKEND: demanded,
  WHATWG_TRANSCODER_CORE_BUILD: folder = 'build/cmake',
} = process.env;

// Test files that give the same result with each backend, so that the second one leaves them out.
const independent = [
  'test/tools/bench/', // the report of the benchmark
  'test/fuzz/', // each driver has both backends
  'test/tools/checks/', // checks of the sources, and of the pages that are made from the types
  'test/fault-injection/addon.long.test.mjs', // the addon alone
  'test/lib/backend/wasm.test.mjs', // both backends, side by side
  'test/lib/backend/addon-or-wasm.test.mjs', // processes, each of which is told which backend it may load
];

// What `npm test` runs on the second backend: the chapters of the standard, and where the backends have code of their
// own, or compilers have made other code for one of them.
const shortPart = [
  'standard',
  'backend/backend',
  'transcoding/transcoder',
  'detect/text',
  'detect/kinds',
];

/**
 * Builds and tests the core. The tests of GoogleTest run in one process per processor; CTest, which starts a process for each
 * of almost 3,000 tests, runs those that try to compile something.
 */
async function core() {
  heading('C++ core: build');
  if (!build(folder)) return { passed: 0, failed: 0, ok: false };
  heading('C++ core: tests');
  const all = [await testInShards(folder), test(folder, '^output_memory[.]')];
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), ok: all.every(({ ok }) => ok) };
}

/** The files of tests for a backend. */
function filesFor(backend, first) {
  const files = testFiles(places.filter((place) => place !== 'core')).filter(
    (file) => isAll || places.length > 0 || !isLong(file),
  );
  if (backend === first) return files;
  const part = isAll ? files : testFiles(shortPart).filter((file) => files.includes(file));
  return part.filter((file) => !independent.some((path) => file.startsWith(path)));
}

const hasCore = places.length === 0 || places.includes('core');
const hasMocha = places.length === 0 || places.some((place) => place !== 'core');
const backends = demanded === undefined ? ['native', 'wasm'] : [demanded];

// A wrong place ends the run before anything is built.
testFiles(places.filter((place) => place !== 'core'));
const setup = [fileURLToPath(new URL('setup.mjs', import.meta.url))];
if (hasCore) setup.push('--core');
if (hasMocha) setup.push('--mocha');
if (spawnSync(process.execPath, setup, { stdio: 'inherit' }).status !== 0) process.exit(1);

const suites = {};
if (hasCore) suites['C++ core'] = await core();
for (const backend of hasMocha ? backends : []) {
  const files = filesFor(backend, backends[0]);
  if (files.length === 0 && backend !== backends[0]) continue;
  heading(`JavaScript: ${files.length} files of tests, backend ${backend}`);
  const env = { WHATWG_TRANSCODER_BACKEND: backend };
  if (!isAll) env.WHATWG_TRANSCODER_TESTS = 'short';
  suites[`JavaScript, ${backend}`] = await runFiles(files, { env, chosen, fenced: isAll });
}
sumUp(suites);
