// Runs the C++ tests, then Mocha, once for each set of kernels that this machine can run, and
// prints the sum in the last line. A set that is named but that the machine cannot run is a
// failure: a C++ test and a Mocha test check that the kernels in use are the named ones. The set
// `plain` is the core built without everything that exists only for speed, and lib/ without its own
// fast paths; Mocha then has the usual addon. Usage: npm run test:core -- kernels [SET]...

import { build, kernelSets, testInShards } from './cmake.mjs';
import { runFiles, testFiles } from './mocha.mjs';
import { heading, Suites, sumUp } from './suites.mjs';

const folder = 'build/cmake';

// Slow test files whose results do not depend on the kernels.
const others = testFiles([
  'checks',
  'demo',
  'examples',
  'differential',
  'release',
  'backend/memory',
  'soak/memory',
]);
const files = testFiles().filter((file) => !others.includes(file));

const suites = new Suites();

/** Builds the C++ tests into a folder; counts a failure when that does not work. */
function builds(target, options = []) {
  heading('C++ core: build');
  return build(target, options) || suites.add(`${target}: build`, false);
}

/** Runs all tests with a set of kernels and more of the environment. */
async function testSet(set, target, env) {
  heading(`${set}: C++ core`);
  suites.all[`${set}, C++ core`] = await testInShards(target, { env });
  heading(`${set}: JavaScript`);
  suites.all[`${set}, JavaScript`] = await runFiles(files, { env });
}

const PLAIN = 'plain';
const named = process.argv.slice(2);
if (named.some((set) => set !== PLAIN) || named.length === 0) {
  if (builds(folder)) {
    const sets = named.length > 0 ? named.filter((set) => set !== PLAIN) : kernelSets(folder);
    if (sets.length === 0) suites.add('list of kernels', false);
    for (const set of sets) await testSet(set, folder, { WHATWG_TRANSCODER_KERNELS: set });
  }
}
if (named.includes(PLAIN) || named.length === 0) {
  const target = 'build/cmake-plain';
  if (builds(target, ['-DPLAIN=ON']))
    await testSet(PLAIN, target, { WHATWG_TRANSCODER_PLAIN: '1' });
}
sumUp(suites.all);
