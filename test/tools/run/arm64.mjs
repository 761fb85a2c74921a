// Builds the core and its C++ tests for arm64 with a cross compiler and runs them under qemu. On an
// x86-64 machine this is the way to test the NEON kernels. Usage: npm run test:core -- arm64

import { existsSync } from 'node:fs';
import { build, testInShards } from './cmake.mjs';
import { missingFor, stepsOf } from './machine.mjs';
import { sumUp } from './suites.mjs';

const folder = 'build/cmake-arm64';
const target = 'aarch64-linux-gnu';
const emulator = ['qemu-aarch64', '-L', `/usr/${target}`];

/** The Debian packages that the build and the run need and this machine does not have. */
const missingPackages = () => [
  ...missingFor({
    cmake: 'cmake',
    make: 'make',
    [`${target}-g++`]: `g++-${target}`,
    [emulator[0]]: 'qemu-user',
  }),
  ...(existsSync('/usr/src/googletest/CMakeLists.txt') ? [] : ['libgtest-dev']),
];
const { fail, installDebianPackages } = stepsOf('arm64');
installDebianPackages(
  missingPackages,
  'the C++ tests for arm64 need',
  'CMake, a cross compiler for arm64, qemu and GoogleTest',
);

const built = build(folder, [
  '-DCMAKE_SYSTEM_NAME=Linux',
  '-DCMAKE_SYSTEM_PROCESSOR=aarch64',
  `-DCMAKE_C_COMPILER=${target}-gcc`,
  `-DCMAKE_CXX_COMPILER=${target}-g++`,
  `-DCMAKE_CROSSCOMPILING_EMULATOR=${emulator.join(';')}`,
  '-DWARNINGS_AS_ERRORS=ON',
]);
if (!built) fail('the build failed');
sumUp({ arm64: await testInShards(folder, { command: emulator }) });
