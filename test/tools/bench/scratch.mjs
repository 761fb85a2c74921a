// Installs the packages of the peers into a folder outside the repository. Later runs use it again.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from '../run/npm-package.mjs';

const pinned = {
  '@exodus/bytes': '1.16.0',
  'encoding-japanese': '2.4.0',
  'iconv-lite': '0.7.3',
  'text-encoding': '0.7.0',
};
// This package compiles an addon when it is installed.
const native = { iconv: '3.0.1' };

export const versions = { ...pinned, ...native };

/** Returns a folder below the system's folder for temporary files. Only this user can write into it. */
export function scratchFolder(name) {
  const user = process.getuid?.() ?? 'user';
  const base = join(tmpdir(), `whatwg-transcoder-bench-${user}`);
  mkdirSync(base, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(base);
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`${base} can be written by others; remove it`);
  }
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Installs packages; returns the last line of npm's output when it cannot. */
function tryToInstall(folder, packages) {
  const specifiers = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  try {
    install(folder, '--no-save', '--no-package-lock', ...specifiers);
    return '';
  } catch (error) {
    return error.message.trim().split('\n').at(-1);
  }
}

async function load(require, name) {
  try {
    const module = await import(pathToFileURL(require.resolve(name)).href);
    return module.default ?? module;
  } catch {
    return undefined;
  }
}

/**
 * Installs packages into a folder of their own, and tells `say` about failures. If that fails, those of `extra` are left out.
 * Returns a function require() that finds them.
 */
export function installed(name, packages, say, extra = {}) {
  const all = { ...packages, ...extra };
  const pins = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12);
  const folder = scratchFolder(`${name}-${pins}-${process.platform}-${process.arch}`);
  const stamp = join(folder, 'installed');
  if (!existsSync(stamp)) {
    say(`installing ${name} into ${folder} …`);
    // One command installs all packages, because npm removes those that a command does not name.
    const failure = tryToInstall(folder, all);
    const some = failure === '' ? '' : tryToInstall(folder, packages);
    if (failure !== '') say(`not everything could be installed: ${failure}`);
    if (some === '') writeFileSync(stamp, '');
  }
  return createRequire(join(folder, 'package.json'));
}

/** Installs the peers. Returns a function require() that finds them. The package that has to be compiled may be missing. */
export const peersRequire = (say) => installed('peers', pinned, say, native);

/**
 * Loads the modules of the peers. `require` is what peersRequire() returns. A module that cannot be
 * loaded is undefined, and `say` is told.
 */
export async function loadPeers(require, say) {
  const exodus = {
    encoding: await load(require, '@exodus/bytes/encoding.js'),
    multiByte: await load(require, '@exodus/bytes/multi-byte.js'),
    singleByte: await load(require, '@exodus/bytes/single-byte.js'),
    utf8: await load(require, '@exodus/bytes/utf8.js'),
    utf16: await load(require, '@exodus/bytes/utf16.js'),
  };
  const peers = {
    '@exodus/bytes': exodus.encoding === undefined ? undefined : exodus,
    'encoding-japanese': await load(require, 'encoding-japanese'),
    iconv: await load(require, 'iconv'),
    'iconv-lite': await load(require, 'iconv-lite'),
    'text-encoding': await load(require, 'text-encoding'),
  };
  for (const [name, peer] of Object.entries(peers)) {
    if (peer === undefined) say(`${name} ${versions[name]} is not here; going on without it`);
  }
  return peers;
}
