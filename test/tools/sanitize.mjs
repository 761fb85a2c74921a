// Runs the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer.
// Usage: npm run test:sanitize

import { build, test } from './cmake.mjs';

const folder = 'build/cmake-sanitize';
const built = build(folder, ['-DASAN=ON', '-DUBSAN=ON', '-DCMAKE_BUILD_TYPE=Debug']);
const { passed, failed, ok } = built
  ? test(folder, {
      ASAN_OPTIONS: 'detect_stack_use_after_return=1:strict_init_order=1',
      UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
    })
  : { passed: 0, failed: 0, ok: false };
console.log(`sanitizers: ${passed} passed, ${failed} failed`);
process.exitCode = ok ? 0 : 1;
