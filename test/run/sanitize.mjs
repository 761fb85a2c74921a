// Runs the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer, with each set of
// kernels that this machine can run. With --short, all tests run with the best set only; those named
// `Available/*` test the kernels of all sets even then. Usage: npm run test:core -- sanitize [--short]

import { build, kernelSets, testInShards } from './cmake.mjs';

const folder = 'build/cmake-sanitize';
// With -O1, which the documentation of the sanitizers recommends, the tests take less than half the
// time.
const built = build(folder, [
  '-DASAN=ON',
  '-DUBSAN=ON',
  '-DCMAKE_BUILD_TYPE=Debug',
  '-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1',
]);
const [best, ...others] = built ? kernelSets(folder).reverse() : [];
let [passed, failed, ok] = [0, 0, best !== undefined];

async function run(kernels, filter) {
  const env = {
    WHATWG_TRANSCODER_KERNELS: kernels,
    ASAN_OPTIONS: 'detect_stack_use_after_return=1:strict_init_order=1',
    UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
  };
  const counts = await testInShards(folder, { env, filter });
  console.log(`${kernels}: ${counts.passed} passed, ${counts.failed} failed`);
  passed += counts.passed;
  failed += counts.failed;
  ok &&= counts.ok;
}

if (ok) await run(best, '*');
// The first run has done the tests `Available/*`, which test the kernels of all sets.
const rest = process.argv.includes('--short') ? [] : others;
for (const kernels of rest) await run(kernels, '-Available/*');
console.log(`sanitizers: ${passed} passed, ${failed} failed`);
process.exitCode = ok ? 0 : 1;
