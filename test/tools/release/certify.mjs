// Puts the certificates that `npm run test:proof -- shipped` has written into the tarball, and names them in its list of parts. No other
// file of the tarball changes. A certificate for files that are not in the tarball is refused.
// Usage: npm run release -- certify [FILE.tgz]

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { temporaryFolder } from '../run/folders.mjs';
import { stepsOf } from '../run/machine.mjs';
import { billPath, nameCertificates, sha256 } from './bill-of-materials.mjs';
import { findTarball, hashFiles, unpack } from './tarball.mjs';
import { folder } from './targets.mjs';

/** Where `npm run test:proof -- shipped` writes certificates. */
export const certificatesFolder = fileURLToPath(
  new URL(`../../../${folder}/certificates`, import.meta.url),
);

/** The folder of the certificates in a package. */
const place = 'docs/certificates';

const { fail, npm } = stepsOf('release');

/** Copies certificates into the folder of a package. Returns a message when there is none, or when one of them is not for it. */
export function layCertificates(packageFolder, from) {
  const names = readdirSync(from).sort();
  if (names.length === 0) return 'no certificates: npm run test:proof -- shipped FILE.tgz';
  for (const name of names) {
    const { files } = JSON.parse(readFileSync(join(from, name), 'utf8'));
    for (const [path, hash] of Object.entries(files)) {
      if (sha256(join(packageFolder, path)) !== hash) return `${name} is for another ${path}`;
    }
  }
  rmSync(join(packageFolder, place), { recursive: true, force: true });
  mkdirSync(join(packageFolder, place), { recursive: true });
  for (const name of names) cpSync(join(from, name), join(packageFolder, place, name));
  nameCertificates(packageFolder, place);
  return undefined;
}

/** Returns the hashes of all files of a package but those that certify() may change. */
const hashesOf = (path) =>
  Object.entries(hashFiles(path))
    .filter(([file]) => !file.startsWith(place) && file !== billPath)
    .sort()
    .join('\n');

if (isMainProgram(import.meta.url)) {
  const tarball = findTarball(process.argv.slice(2));
  const own = unpack(tarball);
  const before = hashesOf(own);
  const problem = layCertificates(own, certificatesFolder);
  if (problem !== undefined) fail(problem);
  const target = temporaryFolder('certified');
  npm(
    ['pack', own, '--pack-destination', target, '--ignore-scripts'],
    'npm pack failed (its output is above)',
  );
  const certified = join(target, basename(tarball));
  if (hashesOf(unpack(certified)) !== before) fail('npm has packed other files');
  cpSync(certified, join(dirname(tarball), basename(tarball)));
  for (const name of readdirSync(certificatesFolder).sort()) console.log(`${place}/${name}`);
  console.log(tarball);
}
