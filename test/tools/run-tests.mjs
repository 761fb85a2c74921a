// Runs CTest on the core, then Mocha on the package, and prints the sum in the last line. Arguments
// are passed to Mocha. Usage: npm test [-- --grep PATTERN]

import { build, test } from './cmake.mjs';
import { heading, mocha, sumUp } from './suites.mjs';

function core() {
  heading('C++ core: build');
  if (!build('build/cmake')) return { passed: 0, failed: 0, ok: false };
  heading('C++ core: tests (CTest)');
  return test('build/cmake');
}

function standard() {
  heading('JavaScript: tests (Mocha)');
  return mocha(process.argv.slice(2));
}

process.exitCode = sumUp({ 'C++ core': core(), JavaScript: standard() }) ? 0 : 1;
