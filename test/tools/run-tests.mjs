// Runs CTest on the core, then Mocha on the package with each backend, and prints the sum in the last
// line. Arguments are passed to Mocha. The environment variable WHATWG_TRANSCODER_BACKEND chooses one
// backend. Usage: npm test [-- --grep PATTERN]

import { build, test } from './cmake.mjs';
import { heading, mocha, sumUp } from './suites.mjs';

function core() {
  heading('C++ core: build');
  if (!build('build/cmake')) return { passed: 0, failed: 0, ok: false };
  heading('C++ core: tests (CTest)');
  return test('build/cmake');
}

function standard(backend) {
  heading(`JavaScript: tests (Mocha), backend ${backend}`);
  return mocha(process.argv.slice(2), { WHATWG_TRANSCODER_BACKEND: backend });
}

const { WHATWG_TRANSCODER_BACKEND: demanded } = process.env;
const suites = { 'C++ core': core() };
for (const backend of demanded ? [demanded] : ['native', 'wasm']) {
  suites[`JavaScript, ${backend}`] = standard(backend);
}
process.exitCode = sumUp(suites) ? 0 : 1;
