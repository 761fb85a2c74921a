// Runs a program that converts in several threads at the same time (test/core/threads.cc) under ThreadSanitizer, with each set of
// kernels, and then under Valgrind, which finds what uninitialized memory decides, where Valgrind is installed.
// Usage: npm run test:core -- threads

import { build, root } from './cmake.mjs';
import { succeeds } from './machine.mjs';
import { heading, runAndKeep, Suites, sumUp } from './suites.mjs';

const target = 'core_threads';
const suites = new Suites();

/** Runs the program of a built folder after a command; counts what it prints. */
async function count(name, folder, command = [], env = {}) {
  const options = { env: { ...process.env, ...env } };
  suites.addPrinted(name, await runAndKeep([...command, `${root}${folder}/${target}`], options));
}

/** Builds the program; counts a failure when that does not work. */
function builds(folder, options) {
  heading(folder);
  return build(folder, options, target) || suites.add(folder, false);
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
sumUp(suites.all);
