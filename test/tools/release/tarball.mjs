// Finds the tarball of a release, for the tools that test it.

import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../run/cmake.mjs';

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
