// Installs the packages of the peers below build/scratch/. Later runs use them again.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../run/machine.mjs';
import { install } from '../run/npm-package.mjs';

const pinned = {
  '@exodus/bytes': '1.16.0',
  'encoding-japanese': '2.4.0',
  'iconv-lite': '0.7.3',
  'text-encoding': '0.7.0',
};
// This package compiles an addon when it is installed. Where it cannot, npm leaves it out.
const native = { iconv: '3.0.1' };

export const versions = { ...pinned, ...native };

/** Returns a folder below build/scratch/, which later runs find again. */
export function scratchFolder(name) {
  const folder = join(root, 'build/scratch', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Installs packages into a folder of their own, those of `optional` as far as that is possible, and tells `say` about a failure.
 * Returns a function require() that finds them.
 */
export function installed(name, packages, say, optional = {}) {
  const folder = scratchFolder(name);
  const manifest = join(folder, 'package.json');
  const stamp = join(folder, 'installed');
  const wanted = { private: true, dependencies: packages, optionalDependencies: optional };
  const text = JSON.stringify(wanted);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== text) {
    say(`installing ${name} into ${folder} …`);
    writeFileSync(manifest, text);
    try {
      install(folder, '--no-package-lock');
      writeFileSync(stamp, text);
    } catch (error) {
      say(`not everything could be installed: ${error.message.trim().split('\n').at(-1)}`);
    }
  }
  return createRequire(manifest);
}

/** Installs the peers. Returns a function require() that finds them. The package that has to be compiled may be missing. */
export const peersRequire = (say) => installed('peers', pinned, say, native);

/** Installs and loads the modules of the peers. One that cannot be loaded is undefined, and `say` is told. */
export async function loadPeers(say) {
  const require = peersRequire(say);
  const load = async (name) => {
    try {
      const module = await import(pathToFileURL(require.resolve(name)).href);
      return module.default ?? module;
    } catch {
      return undefined;
    }
  };
  const peers = {};
  for (const [name, version] of Object.entries(versions)) {
    peers[name] = await load(name === '@exodus/bytes' ? `${name}/encoding.js` : name);
    if (peers[name] === undefined) say(`${name} ${version} is not here; going on without it`);
  }
  if (peers['@exodus/bytes'] !== undefined) {
    peers['@exodus/bytes'] = {
      encoding: peers['@exodus/bytes'],
      multiByte: await load('@exodus/bytes/multi-byte.js'),
      singleByte: await load('@exodus/bytes/single-byte.js'),
      utf8: await load('@exodus/bytes/utf8.js'),
      utf16: await load('@exodus/bytes/utf16.js'),
    };
  }
  return peers;
}
