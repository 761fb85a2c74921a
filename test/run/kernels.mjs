// Runs the C++ tests, then Mocha, once for each set of kernels that this machine can run, and
// prints the sum in the last line. A set that is named but that the machine cannot run is a
// failure: a C++ test and a Mocha test check that the kernels in use are the named ones. `plain` as the
// only argument runs the C++ tests of a core that is built without what exists only for speed.
// Usage: npm run test:kernels -- [SET]...

import { build, kernelSets, testInShards } from './cmake.mjs';
import { runFiles, testFiles } from './mocha.mjs';
import { heading, sumUp } from './suites.mjs';

const isPlain = process.argv[2] === 'plain';
const folder = isPlain ? 'build/cmake-plain' : 'build/cmake';

// Slow test files whose results do not depend on the kernels.
const others = testFiles(['checks', 'demo', 'examples', 'oracles', 'release', 'backend/memory']);
const files = testFiles().filter((file) => !others.includes(file));

heading('C++ core: build');
const built = build(folder, isPlain ? ['-DPLAIN=ON'] : []);
const suites = built ? {} : { 'C++ core: build': { passed: 0, failed: 0, ok: false } };
if (built && isPlain) {
  suites['plain, C++ core'] = await testInShards(folder, {});
} else if (built) {
  const named = process.argv.slice(2);
  const sets = named.length > 0 ? named : kernelSets(folder);
  if (sets.length === 0) suites['list of kernels'] = { passed: 0, failed: 0, ok: false };
  for (const set of sets) {
    const env = { WHATWG_TRANSCODER_KERNELS: set };
    heading(`${set}: C++ core`);
    suites[`${set}, C++ core`] = await testInShards(folder, { env });
    heading(`${set}: JavaScript`);
    suites[`${set}, JavaScript`] = await runFiles(files, { env });
  }
}
process.exitCode = sumUp(suites) ? 0 : 1;
