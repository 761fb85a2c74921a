// Finds the runtimes and package managers that the tests use besides the Node that runs them. Each one
// is fetched from the npm registry on first use and stays in build/runtimes/. Their versions are in the
// table below; a release has its own in release/targets.mjs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/run/cmake.mjs';
import { fetchPackage } from '../tools/run/npm-package.mjs';

const { arch, platform } = process;
const bunArch = arch === 'arm64' ? 'aarch64' : arch;

// The packages `node`, `bun` and `deno` fetch the program of a platform with a script. Package managers
// may block scripts, so the package of the platform is fetched itself.
const table = {
  'node-20': { specifier: `node-${platform}-${arch}@20.20.2`, file: 'bin/node' },
  'node-22': { specifier: `node-${platform}-${arch}@22.23.3`, file: 'bin/node' },
  'node-24': { specifier: `node-${platform}-${arch}@24.21.0`, file: 'bin/node' },
  'node-26': { specifier: `node-${platform}-${arch}@26.10.0`, file: 'bin/node' },
  bun: { specifier: `@oven/bun-${platform}-${bunArch}@1.4.5`, file: 'bin/bun' },
  deno: { specifier: `@deno/${platform}-${arch}-glibc@2.9.6`, file: 'deno' },
  'npm-11': { specifier: 'npm@11.21.2', file: 'bin/npm-cli.js' },
  'npm-12': { specifier: 'npm@12.2.0', file: 'bin/npm-cli.js' },
  pnpm: { specifier: 'pnpm@12.21.0', file: 'bin/pnpm.mjs' },
  'yarn-1': { specifier: 'yarn@1.22.22', file: 'bin/yarn.js' },
  'yarn-4': { specifier: '@yarnpkg/cli-dist@4.18.1', file: 'bin/yarn.js' },
};

/** The names of the runtimes: four versions of Node, Bun and Deno. */
export const runtimeNames = ['node-20', 'node-22', 'node-24', 'node-26', 'bun', 'deno'];

/** Returns these names of runtimes, or all names where there is none. Throws for a name of no runtime. */
export function knownNames(named) {
  const unknown = named.find((name) => !runtimeNames.includes(name));
  if (unknown !== undefined) throw new RangeError(`no runtime is named ${unknown}`);
  return named.length > 0 ? named : runtimeNames;
}

/** The places of the tests that matrix.mjs runs with the packed package: they test what users of the package call, and the memory it takes. */
export const matrixPlaces = [
  ...['test/standard', 'lib/backend/wasm', 'lib/base/errors', 'lib/cli/doctor', 'lib/detect'],
  ...['lib/http/body', 'lib/http/detect', 'lib/http/form', 'lib/http/media-type'],
  ...['lib/http/response', 'lib/http/response-errors', 'lib/http/response-request'],
  ...['lib/http/sniff', 'lib/http/sniff-options', 'lib/http/streams', 'lib/iconv-lite/api'],
  ...['lib/labels', 'lib/polyfill', 'lib/transcoding/encode', 'lib/transcoding/model'],
  ...['lib/transcoding/functions', 'lib/transcoding/limits', 'lib/transcoding/malformed'],
  ...['lib/transcoding/pausing-transform', 'lib/transcoding/substitutes'],
  ...['lib/transcoding/transcoder', 'lib/transcoding/transform', 'test/reference', 'soak/memory'],
];

/**
 * The path of a runtime's program, or of a package manager's script for Node. It is installed on
 * first use. The running Node serves as `node-20` and so on when it has that major version. Throws
 * when the package cannot be installed.
 */
export function runtimePath(name) {
  const entry = table[name];
  if (entry === undefined) throw new RangeError(`no runtime is named ${name}`);
  if (name === `node-${process.versions.node.split('.')[0]}`) {
    return process.execPath;
  }
  const { specifier, file } = entry;
  const path = join(fetchPackage(`${root}build/runtimes/${name}`, specifier), file);
  if (!existsSync(path)) throw new Error(`${specifier} has no ${file}`);
  return path;
}

/** Deno refuses --allow-all beside another permission. */
const denoPermissions = (permissions) =>
  permissions.includes('--allow-all') ? permissions : ['--allow-ffi', ...permissions];

/**
 * A runtime's program and the arguments that stand before the name of a script, as one array. Deno gets these permissions: to load an
 * addon, it needs --allow-ffi only.
 */
export const runtimeCommand = (name, ...permissions) => [
  runtimePath(name),
  ...(name === 'deno' ? ['run', '--no-prompt', ...denoPermissions(permissions)] : []),
];
