// Runs the Mocha tests that do not need the tools of Linux, on any platform. The addon for a release
// must pass them on its own system. Usage: npm run release -- platform

import { runFiles, testFiles } from '../run/mocha.mjs';
import { sumUp } from '../run/suites.mjs';

// Tests of the tools, of ELF files, of the addon as an ELF file, and of memory that is measured as Linux measures it. Of the tests of
// the command, these run everywhere: doctor, output and replacement.
const ofCommand =
  'arguments check conversion encoding-name errors file-names folders in-place main restore tree verify';
const ofLinux = testFiles([
  ...[
    'bench',
    'checks',
    'fault-injection/addon',
    'release/release',
    'backend/memory',
    'soak/memory',
  ],
  ...ofCommand.split(' ').map((name) => `cli/${name}`),
]);

const suite = await runFiles(testFiles().filter((file) => !ofLinux.includes(file)));
sumUp({ 'tests of this platform': suite });
