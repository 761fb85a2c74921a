// Runs the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer, with each set of
// kernels that this machine can run. With --short, all tests run with the best set only; those named
// `Available/*` test the kernels of all sets even then. Usage: npm run test:core -- sanitize [--short]

import { build, kernelSets, testSets } from './cmake.mjs';
import { sumUp } from './suites.mjs';

const folder = 'build/cmake-sanitize';
// With -O1, which the documentation of the sanitizers recommends, the tests take less than half the
// time.
const built = build(folder, [
  '-DASAN=ON',
  '-DUBSAN=ON',
  '-DCMAKE_BUILD_TYPE=Debug',
  '-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1',
]);
const sets = built ? kernelSets(folder).reverse() : [];
const chosen = process.argv.includes('--short') ? sets.slice(0, 1) : sets;
const suites = await testSets(folder, chosen, {
  ASAN_OPTIONS: 'detect_stack_use_after_return=1:strict_init_order=1',
  UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
});
if (chosen.length === 0) suites.build = { passed: 0, failed: 0, ok: false };
sumUp(suites);
