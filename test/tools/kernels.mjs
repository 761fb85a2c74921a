// Runs the C++ tests, then Mocha, once for each set of kernels that this machine has, and sums all up
// in its last line. A set that is named and that the machine lacks fails: a test in each half looks
// whether the kernels in use are those named.  Usage: npm run test:kernels -- [SET]...

import { build, kernelSets, testInShards } from './cmake.mjs';
import { heading, mocha, sumUp } from './suites.mjs';

const folder = 'build/cmake';

// Test files that say nothing about kernels, and take long.
const others = ['demo', 'package', 'readme', 'wpt-runner'].map((name) => `standard/${name}`);
const ignored = [...others, 'lib/memory'].flatMap((name) => ['--ignore', `test/${name}.test.mjs`]);

heading('C++ core: build');
const built = build(folder);
const suites = built ? {} : { 'C++ core: build': { passed: 0, failed: 0, ok: false } };
if (built) {
  const named = process.argv.slice(2);
  const sets = named.length > 0 ? named : kernelSets(folder);
  if (sets.length === 0) suites['list of kernels'] = { passed: 0, failed: 0, ok: false };
  for (const set of sets) {
    const env = { WHATWG_TRANSCODER_KERNELS: set };
    heading(`${set}: C++ core`);
    suites[`${set}, C++ core`] = await testInShards(folder, { env });
    heading(`${set}: JavaScript`);
    suites[`${set}, JavaScript`] = mocha(ignored, env);
  }
}
process.exitCode = sumUp(suites) ? 0 : 1;
