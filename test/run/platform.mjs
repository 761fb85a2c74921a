// Runs the Mocha tests that do not need the tools of Linux, on any platform. The addon for a release
// must pass them on its own system. Usage: npm run test:platform

import { mocha, sumUp } from './suites.mjs';

// Tests of the tools, of ELF files, and of memory that is measured as Linux measures it.
const ignored = [
  'test/bench/**',
  'test/checks/**',
  'test/lib/backend/memory.test.mjs',
  'test/lib/cli/main.test.mjs',
  'test/release/release.test.mjs',
];

const suite = await mocha(ignored.flatMap((pattern) => ['--ignore', pattern]));
process.exitCode = sumUp({ 'tests of this platform': suite }) ? 0 : 1;
