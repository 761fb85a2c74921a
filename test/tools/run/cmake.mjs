// Configures, builds and tests the core with CMake, for every tool that needs such a build.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { root, run } from './machine.mjs';
import { runAndKeep } from './suites.mjs';

export { root };

const processors = availableParallelism();
export const jobs = String(processors);

/** Runs a command in the root folder and shows its output. True when it exits with 0. */
export function runs(command, args, { env = {}, input } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    input,
  });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Options of CMake that join source files, and tell a debugger lines alone: they then compile in less than half of the time. */
export const joined = [
  '-DCMAKE_UNITY_BUILD=ON',
  '-DCMAKE_UNITY_BUILD_BATCH_SIZE=24',
  '-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1',
];

/**
 * Configures `folder` with `options` (`-DNAME=VALUE`) and builds it, or one target of it. Without an option that chooses something
 * else, that is the tests of the core, from joined source files; what ships is built file by file. True on success.
 */
export function build(folder, options = [], target = 'all') {
  const ships = options.includes('-DADDON=ON') || options.includes('-DWASM=ON');
  const own = ['-DCORE_TESTS=ON', ...(ships ? [] : joined)];
  const configure = ['-S', '.', '-B', folder, ...own, ...options];
  return (
    runs('cmake', [...configure, '--log-level=WARNING']) &&
    runs('cmake', ['--build', folder, '--target', target, '--parallel', jobs])
  );
}

/**
 * Runs the tests of CTest whose names match `pattern` in a built `folder`. Returns the counts; `ok` is false also when no test
 * ran.
 */
export function test(folder, pattern) {
  const args = ['--test-dir', folder, '--output-on-failure', '--no-tests=error', '-j', jobs];
  const { status, output } = run('ctest', [...args, '-R', pattern]);
  console.log(output.trimEnd());
  const [, failed, all] = /(\d+) tests failed out of (\d+)/.exec(output) ?? [null, 1, 1];
  return { passed: all - failed, failed: Number(failed), ok: status === 0 };
}

/**
 * The names of the kernel sets that this machine can run, as the tests of a built `folder` list
 * them.
 */
export function kernelSets(folder) {
  const args = ['--gtest_list_tests', '--gtest_filter=Available/EveryKernel.CopyAscii/*'];
  const { stdout } = spawnSync(`${root}${folder}/core_tests`, args, { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/CopyAscii\/(\w+)/g)].map(([, name]) => name);
}

/**
 * Reads the counts from a report of GoogleTest. A test that did not run or was skipped counts as
 * failed.
 */
function countGoogleTest(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, whole: false };
  }
  const tests = report.testsuites.flatMap(({ testsuite }) => testsuite);
  const passed = tests.filter(
    ({ status, result, failures }) =>
      status === 'RUN' && result === 'COMPLETED' && failures === undefined,
  ).length;
  return { passed, failed: tests.length - passed, whole: true };
}

async function runShard(folder, shard, { command = [], env = {}, filter = '*' }) {
  const report = `${root}${folder}/shard-${shard}.json`;
  rmSync(report, { force: true });
  const program = [
    ...command,
    `${root}${folder}/core_tests`,
    '--gtest_brief=1',
    `--gtest_filter=${filter}`,
    `--gtest_output=json:${report}`,
  ];
  const shards = { GTEST_TOTAL_SHARDS: jobs, GTEST_SHARD_INDEX: String(shard) };
  const options = { env: { ...process.env, ...env, ...shards } };
  const { status, output } = await runAndKeep(program, options);
  const counts = countGoogleTest(report);
  if (status !== 0) process.stdout.write(output);
  if (!counts.whole) console.log(`ended before its tests were counted: exit code ${status}`);
  return { ...counts, ok: counts.whole && status === 0 };
}

/**
 * Runs the tests of a built `folder` in one process per processor, each with its share of the
 * tests. That is far faster than CTest, which starts a process per test. But when a process
 * crashes, the tests after the crash do not run; the crash counts as one failure. `command` stands
 * before the program, `filter` is GoogleTest's. Returns the same as test().
 */
export async function testInShards(folder, options = {}) {
  const shards = await Promise.all(
    Array.from({ length: processors }, (_, shard) => runShard(folder, shard, options)),
  );
  const sum = (key) => shards.reduce((total, shard) => total + shard[key], 0);
  const passed = sum('passed');
  const failed = sum('failed') + shards.filter(({ whole }) => !whole).length;
  return { passed, failed, ok: passed > 0 && shards.every(({ ok }) => ok) };
}

/**
 * Runs the tests of a built `folder` with each of some sets of kernels, as testInShards() does. The tests named `Available/*`, which test
 * the kernels of all sets, run with the first one; those named in `without` do not run. Returns the counts by the names of the sets.
 */
export async function testSets(folder, sets, env = {}, without = []) {
  const suites = {};
  for (const [at, kernels] of sets.entries()) {
    const left = at === 0 ? without : [...without, 'Available/*'];
    const filter = `-${left.join(':')}`;
    const own = { ...env, WHATWG_TRANSCODER_KERNELS: kernels };
    suites[kernels] = await testInShards(folder, { env: own, filter });
    console.log(`${kernels}: ${suites[kernels].passed} passed, ${suites[kernels].failed} failed`);
  }
  return suites;
}
