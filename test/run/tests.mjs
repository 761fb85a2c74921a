// Runs the tests of the core, then Mocha on the package with each backend, and prints the sum in the last
// line. Where there are two processors or more, both backends run at the same time: the output of the
// second is shown after that of the first. Arguments are passed to Mocha. The environment variable
// WHATWG_TRANSCODER_BACKEND chooses one backend. Usage: npm test [-- --grep PATTERN]

import { availableParallelism } from 'node:os';
import { build, test, testInShards } from './cmake.mjs';
import { heading, mocha, sumUp } from './suites.mjs';

// CI names the folder in which lint has built the same tests with the same compiler.
const { WHATWG_TRANSCODER_CORE_BUILD: folder = 'build/cmake' } = process.env;

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

const title = (backend) => heading(`JavaScript: tests (Mocha), backend ${backend}`);

// Test files that give the same result with each backend, so the run on the second backend leaves them out. All others run
// on both, those of the sub-paths and of the command among them. Where arguments choose the tests, none is left out.
const independent = [
  'test/bench/**', // the report of the benchmark
  'test/checks/**', // checks of the sources, and of the pages that are made from the types
  'test/lib/backend/addon-or-wasm.test.mjs', // processes, each of which is told which backend it may load
];

const args = process.argv.slice(2);
const others = independent.flatMap((pattern) => ['--ignore', pattern]);

/** Starts Mocha with one backend. */
const standard = (backend, { isFirst, isKept = false }) =>
  mocha(isFirst || args.length > 0 ? args : others, {
    name: backend,
    env: { WHATWG_TRANSCODER_BACKEND: backend },
    isKept,
  });

const { WHATWG_TRANSCODER_BACKEND: demanded } = process.env;
const [first, second] = demanded ? [demanded] : ['native', 'wasm'];
const isAtOnce = second !== undefined && availableParallelism() > 1;

const suites = { 'C++ core': await core() };
const kept = isAtOnce ? standard(second, { isFirst: false, isKept: true }) : undefined;
title(first);
suites[`JavaScript, ${first}`] = await standard(first, { isFirst: true });
if (second !== undefined) {
  await kept;
  title(second);
  const suite = await (kept ?? standard(second, { isFirst: false }));
  if (suite.output !== '') console.log(suite.output.trimEnd());
  suites[`JavaScript, ${second}`] = suite;
}
process.exitCode = sumUp(suites) ? 0 : 1;
