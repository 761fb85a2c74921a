// Checks the sources: format and rules of JavaScript, order of the rooms, warnings of C++. With --fix it repairs the format, makes the
// files of entry points and of types that are made, and checks nothing. --short leaves out the static analyzer of clang-tidy.
// Usage: npm run lint [-- --fix | --short]

import { spawnSync } from 'node:child_process';
import { root } from '../run/cmake.mjs';

const options = process.argv.slice(2);
const checks = [
  'biome check .',
  'depcruise lib',
  'node test/tools/checks/layers.mjs',
  ['node test/tools/checks/cpp.mjs', ...options].join(' '),
];
const repairs = [
  'node test/tools/checks/entries/entries.mjs',
  'node test/tools/checks/picture.mjs',
  'biome check --write .',
  'node test/tools/checks/cpp.mjs --fix',
];

// npm has put the programs of node_modules on the path. A step that fails ends the run.
const isGood = (options.includes('--fix') ? repairs : checks).every(
  (command) => spawnSync(command, { cwd: root, shell: true, stdio: 'inherit' }).status === 0,
);
process.exitCode = isGood ? 0 : 1;
