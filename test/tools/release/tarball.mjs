// Finds and unpacks the tarball of a release, for the tools that test it.

import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { temporaryFolder } from '../run/folders.mjs';
import { root, run } from '../run/machine.mjs';
import { sha256 } from './bill-of-materials.mjs';

/** The tarball that the arguments name, or the one that `npm run release -- pack` has made. */
export function findTarball([named]) {
  if (named !== undefined) return resolve(process.env.INIT_CWD ?? '.', named);
  const folder = `${root}build/release`;
  let files = [];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  } catch {
    // The folder does not exist before the first `npm run release -- pack`.
  }
  if (files.length !== 1) {
    console.error(
      `${files.length} tarballs in build/release instead of one: first run "npm run release -- pack"`,
    );
    process.exit(1);
  }
  return join(folder, files[0]);
}

/** Unpacks a tarball. Returns the folder of its package, which is removed when the process ends. */
export function unpack(tarball) {
  const folder = temporaryFolder('unpacked');
  const { status, output } = run('tar', ['-xzf', tarball, '-C', folder]);
  if (status !== 0) throw new Error(`cannot unpack ${tarball}: ${output}`);
  return join(folder, 'package');
}

/** The files below a folder: the SHA-256 of each, by path. */
export const hashFiles = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [relative(folder, path), sha256(path)]),
  );
