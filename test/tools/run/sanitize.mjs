// Builds the C++ tests by clang with AddressSanitizer, UndefinedBehaviorSanitizer and warnings as errors, and runs them with each set of
// kernels that this machine can run. With --short, the tests run with the best set only; those named
// `Available/*` test the kernels of all sets even then. Three tests that read every pair of bytes, which take four tenths of the time
// here, are left to the whole run, and to the run without sanitizers. Usage: npm run test:core -- sanitize [--short]

import { build, kernelSets, testSets } from './cmake.mjs';
import { sumUp } from './suites.mjs';

const folder = 'build/cmake-sanitize';
// With -O1, which the documentation of the sanitizers recommends, the tests take less than half the
// time.
const built = build(folder, [
  '-DCMAKE_CXX_COMPILER=clang++',
  '-DWARNINGS_AS_ERRORS=ON',
  '-DASAN=ON',
  '-DUBSAN=ON',
  '-DCMAKE_BUILD_TYPE=Debug',
  '-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1',
]);
const sets = built ? kernelSets(folder).reverse() : [];
const isShort = process.argv.includes('--short');
const chosen = isShort ? sets.slice(0, 1) : sets;
const ofEveryPair = [
  'Detect.ReadsEveryPairOfBytes',
  'Library.DecodesAsTheCoreDoes',
  'Library.EncodesWhatItDecodes',
];
const env = {
  ASAN_OPTIONS: 'detect_stack_use_after_return=1:strict_init_order=1',
  UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
};
const suites = await testSets(folder, chosen, env, isShort ? ofEveryPair : []);
if (chosen.length === 0) suites.build = { passed: 0, failed: 0, ok: false };
sumUp(suites);
