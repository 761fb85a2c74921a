// Fetches the JavaScript runtime of each target of a release into a folder below build/, and says
// with which command it starts.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root, run } from '../run/machine.mjs';
import { fetchPackage } from '../run/npm-package.mjs';
import { folder as releaseFolder } from './targets.mjs';

const folder = `${root}${releaseFolder}/runtimes`;

function must(result, what) {
  if (result.status === 0) return result.stdout;
  throw new Error(`${what} failed:\n${result.output}`);
}

/** Makes a folder with `fill(path)`, unless it is there and complete already. */
function once(name, fill) {
  const path = `${folder}/${name}`;
  if (existsSync(path)) return path;
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  fill(unfinished);
  renameSync(unfinished, path);
  return path;
}

/**
 * Unpacks Debian packages for a processor, which may be another than this machine's, and returns the
 * folder. The lists of apt are kept in the same folder. So the lists of this machine do not change,
 * and every user may run this.
 */
function fetchDebianPackages(arch, names) {
  return once(`debian-${arch}`, (path) => {
    for (const part of ['apt/lists/partial', 'apt/cache/archives/partial', 'packages']) {
      mkdirSync(`${path}/${part}`, { recursive: true });
    }
    const options = [
      `Dir::State=${path}/apt`,
      'Dir::State::status=/dev/null',
      `Dir::Cache=${path}/apt/cache`,
      `APT::Architecture=${arch}`,
      `APT::Architectures=${arch}`,
    ].flatMap((option) => ['-o', option]);
    const cwd = `${path}/packages`;
    must(run('apt-get', [...options, '-q', 'update'], { cwd }), 'apt-get update');
    must(run('apt-get', [...options, '-q', 'download', ...names], { cwd }), 'apt-get download');
    for (const file of readdirSync(cwd)) {
      must(run('dpkg-deb', ['-x', file, path], { cwd }), `dpkg-deb -x ${file}`);
    }
    for (const part of ['apt', 'packages']) rmSync(`${path}/${part}`, { recursive: true });
  });
}

/** The command that starts a program with musl's dynamic loader and the libraries that Bun needs. */
function muslCommand({ arch, compiler }) {
  const debian = fetchDebianPackages(arch, ['musl', 'libstdc++6', 'libgcc-s1']);
  const isX64 = arch === 'amd64';
  const stub = `${debian}/lib/${isX64 ? 'ld-linux-x86-64.so.2' : 'ld-linux-aarch64.so.1'}`;
  const source = fileURLToPath(new URL('glibc-stub.c', import.meta.url));
  const options = ['-shared', '-fPIC', '-nostdlib', '-w', source, '-o', stub];
  must(run(compiler, options), `${compiler} ${source}`);
  const name = isX64 ? 'x86_64' : 'aarch64';
  const libraries = ['lib', `usr/lib/${name}-linux-gnu`, `lib/${name}-linux-gnu`];
  return [
    `${debian}/lib/ld-musl-${name}.so.1`,
    '--preload',
    stub,
    '--library-path',
    libraries.map((part) => `${debian}/${part}`).join(':'),
  ];
}

/** The command that starts a program for Windows. */
export function wineCommand() {
  // Without the last variable, Wine would ask for parts of itself that Debian does not have.
  const wineIn = (folder) => [
    'env',
    `WINEPREFIX=${folder}`,
    'WINEDEBUG=-all',
    'WINEDLLOVERRIDES=mscoree,mshtml=',
  ];
  const programs = '/usr/lib/wine'; // Debian has them outside the PATH.
  const folder = once('wine', (path) => {
    const wine = (program, ...args) => {
      const [command, ...rest] = [...wineIn(path), `${programs}/${program}`, ...args];
      must(run(command, rest), `${program} ${args.join(' ')}`);
    };
    // Node runs on Windows 10 and newer.
    wine('wine64', 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f');
    wine('wineserver64', '-w');
    const compiler = 'x86_64-w64-mingw32-gcc-posix';
    const source = fileURLToPath(new URL('bcryptprimitives-stub.c', import.meta.url));
    const stub = `${path}/drive_c/windows/system32/bcryptprimitives.dll`;
    must(
      run(compiler, ['-shared', '-s', source, '-ladvapi32', '-o', stub]),
      `${compiler} ${source}`,
    );
  });
  return [...wineIn(folder), `${programs}/wine64`];
}

/** The command line that starts a target's runtime. The runtime is fetched on first use. */
export function runtimeCommand(target) {
  const { platform, libc, npm, executable, emulator = [] } = target;
  if (npm === undefined) return [process.execPath];
  const packageFolder = fetchPackage(`${folder}/${npm.replaceAll('/', '-')}`, npm, {
    anyPlatform: true,
  });
  const file = `${packageFolder}/${executable}`;
  if (platform.startsWith('win32-')) return [...wineCommand(), file];
  return libc === 'musl' ? [...emulator, ...muslCommand(target), file] : [...emulator, file];
}
