// Runs a program that converts in several threads at the same time (test/core/threads.cc) under ThreadSanitizer, with each set of
// kernels, and then under Valgrind, which finds what uninitialized memory decides, where Valgrind is installed.
// Usage: npm run test:core -- threads

import { build, root } from './cmake.mjs';
import { succeeds } from './machine.mjs';
import { heading, runAndKeep, sumUp } from './suites.mjs';

const target = 'core_threads';
const suites = {};

/** Runs the program of a built folder after a command; counts what it prints. */
async function count(name, folder, command = [], env = {}) {
  const run = await runAndKeep([...command, `${root}${folder}/${target}`], {
    env: { ...process.env, ...env },
  });
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(run.output) ?? [0, 0, 0];
  const ok = run.status === 0;
  if (!ok) console.log(run.output);
  console.log(`${name}: ${ok ? 'clean' : 'FAILED'}`);
  suites[name] = { passed: Number(passed), failed: Number(failed), ok };
}

/** Builds the program; counts a failure when that does not work. */
function builds(folder, options) {
  heading(folder);
  const isBuilt = build(folder, options, target);
  if (!isBuilt) suites[folder] = { passed: 0, failed: 0, ok: false };
  return isBuilt;
}

/** The sets of kernels that this machine may have; the program uses the best set where it has not the named one. */
const kernels = process.arch === 'arm64' ? ['neon'] : ['sse2', 'avx2', 'avx512'];

const withThreads = 'build/cmake-threads';
if (builds(withThreads, ['-DTSAN=ON'])) {
  for (const set of ['scalar', ...kernels]) {
    await count(`ThreadSanitizer, ${set}`, withThreads, [], {
      WHATWG_TRANSCODER_KERNELS: set,
      TSAN_OPTIONS: 'halt_on_error=1',
    });
  }
}
if (!succeeds('valgrind', ['--version']))
  console.log('Valgrind: not run, because it is not installed');
else if (builds('build/cmake', [])) {
  await count('Valgrind', 'build/cmake', ['valgrind', '--error-exitcode=9', '--quiet']);
}
sumUp(suites);
