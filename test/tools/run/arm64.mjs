// Builds the core and its C++ tests for arm64 with a cross compiler and runs them under qemu. On an
// x86-64 machine this is the way to test the NEON kernels. Usage: npm run test:core -- arm64

import { existsSync } from 'node:fs';
import { build, testInShards } from './cmake.mjs';
import { succeeds } from './machine.mjs';

const folder = 'build/cmake-arm64';
const target = 'aarch64-linux-gnu';
const emulator = ['qemu-aarch64', '-L', `/usr/${target}`];

const exists = (command) => succeeds(command, ['--version']);

/** The Debian packages that the build and the run need and this machine does not have. */
function missingPackages() {
  const missing = [];
  if (!exists('cmake')) missing.push('cmake');
  if (!exists('make')) missing.push('make');
  if (!exists(`${target}-g++`)) missing.push(`g++-${target}`);
  if (!existsSync('/usr/src/googletest/CMakeLists.txt')) missing.push('libgtest-dev');
  if (!exists(emulator[0])) missing.push('qemu-user');
  return missing;
}

const missing = missingPackages();
if (missing.length > 0) {
  const names = missing.join(' ');
  console.error(`arm64: ${names} missing; on Debian: apt-get install ${names}`);
  process.exit(1);
}

const built = build(folder, [
  '-DCMAKE_SYSTEM_NAME=Linux',
  '-DCMAKE_SYSTEM_PROCESSOR=aarch64',
  `-DCMAKE_C_COMPILER=${target}-gcc`,
  `-DCMAKE_CXX_COMPILER=${target}-g++`,
  `-DCMAKE_CROSSCOMPILING_EMULATOR=${emulator.join(';')}`,
  '-DWARNINGS_AS_ERRORS=ON',
]);
const { passed, failed, ok } = built
  ? await testInShards(folder, { command: emulator })
  : { passed: 0, failed: 0, ok: false };
if (!built) console.error('arm64: the build failed');
console.log(`arm64: ${passed} passed, ${failed} failed`);
process.exitCode = ok ? 0 : 1;
