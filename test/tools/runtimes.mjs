// The runtimes and package managers that the tests use beside the Node that runs them. Each comes from
// the npm registry on first use and stays in build/runtimes/. This table is the only place that names
// their versions.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './cmake.mjs';
import { runNpm } from './machine.mjs';

const { arch, platform } = process;
const bunArch = arch === 'arm64' ? 'aarch64' : arch;

// The packages `node`, `bun` and `deno` fetch the program of a platform with a script. Package managers
// may block scripts, so the packages of the platform are installed themselves.
const node = (version) => ({
  package: `node-${platform}-${arch}`,
  version,
  file: 'bin/node',
});

const table = {
  'node-20': node('20.20.2'),
  'node-22': node('22.23.3'),
  'node-24': node('24.21.0'),
  'node-26': node('26.10.0'),
  bun: { package: `@oven/bun-${platform}-${bunArch}`, version: '1.4.5', file: 'bin/bun' },
  deno: { package: `@deno/${platform}-${arch}-glibc`, version: '2.9.6', file: 'deno' },
  'npm-11': { package: 'npm', version: '11.21.2', file: 'bin/npm-cli.js' },
  'npm-12': { package: 'npm', version: '12.2.0', file: 'bin/npm-cli.js' },
  pnpm: { package: 'pnpm', version: '12.21.0', file: 'bin/pnpm.mjs' },
  'yarn-1': { package: 'yarn', version: '1.22.22', file: 'bin/yarn.js' },
  'yarn-4': { package: '@yarnpkg/cli-dist', version: '4.18.1', file: 'bin/yarn.js' },
};

// What stands before a script's name. An addon needs no other permission in Deno.
const argumentsBefore = { deno: ['run', '--no-prompt', '--allow-ffi'] };

/** The names of the runtimes: four versions of Node, Bun and Deno. */
export const runtimeNames = ['node-20', 'node-22', 'node-24', 'node-26', 'bun', 'deno'];

function readVersion(folder, { package: name }) {
  try {
    return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'))).version;
  } catch {
    return null;
  }
}

/**
 * The path of a runtime's program, or of a package manager's script for Node, which is installed on
 * first use. The running Node serves as `node-20` and so on when it has that major version. Throws when
 * the package cannot be installed.
 */
export function runtimePath(name) {
  const entry = table[name];
  if (entry === undefined) throw new RangeError(`no runtime is named ${name}`);
  if (name === `node-${process.versions.node.split('.')[0]}`) {
    return process.execPath;
  }
  const runtimes = `${root}build/runtimes`;
  const folder = join(runtimes, name);
  const path = join(folder, 'node_modules', entry.package, entry.file);
  if (readVersion(folder, entry) === entry.version && existsSync(path)) return path;

  // npm works in a folder beside, which gets its name when it is complete. An install that was ended half-way
  // is then never taken for a whole one, and two processes may do the same at once.
  mkdirSync(runtimes, { recursive: true });
  const unfinished = mkdtempSync(join(runtimes, `.${name}-`));
  try {
    const wanted = `${entry.package}@${entry.version}`;
    console.error(`installing ${wanted} …`);
    const args = [
      'install',
      '--prefix',
      unfinished,
      '--ignore-scripts',
      '--no-package-lock',
      wanted,
    ];
    const { status, output } = runNpm([...args, '--no-audit', '--no-fund'], { cwd: unfinished });
    if (status !== 0) throw new Error(`npm could not install ${wanted}:\n${output.trimEnd()}`);
    if (readVersion(folder, entry) !== entry.version || !existsSync(path)) {
      rmSync(folder, { recursive: true, force: true });
      try {
        renameSync(unfinished, folder);
      } catch (error) {
        // Another process was quicker.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      }
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  if (!existsSync(path)) throw new Error(`${entry.package}@${entry.version} has no ${entry.file}`);
  return path;
}

/** A runtime's program and the arguments that stand before the name of a script, as one array. */
export const runtimeCommand = (name) => [runtimePath(name), ...(argumentsBefore[name] ?? [])];
