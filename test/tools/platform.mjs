// Runs the Mocha tests that do not need the tools of Linux, on any platform. The addon for a release
// must pass them on its own system. Usage: npm run test:platform

import { mocha, sumUp } from './suites.mjs';

// Tests of the tools, of ELF files, and of memory that is measured as Linux measures it.
const ofLinux = ['command', 'layers', 'layers-js', 'lint-heads', 'memory', 'release'];
const ignored = [...ofLinux.map((name) => `test/lib/${name}.test.mjs`), 'test/bench/**'];

const suite = await mocha(ignored.flatMap((pattern) => ['--ignore', pattern]));
process.exitCode = sumUp({ 'tests of this platform': suite }) ? 0 : 1;
