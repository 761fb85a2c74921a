// Fetches packages from the npm registry into folders.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { runNpm } from './machine.mjs';

function readVersion(packageFolder) {
  try {
    return JSON.parse(readFileSync(join(packageFolder, 'package.json'))).version;
  } catch {
    return null;
  }
}

/**
 * Installs `specifier` (NAME@VERSION) in `folder`, unless that version is there already, and returns
 * the folder of the package. No script of the package runs. With `anyPlatform` the package may be
 * for another system than this one. Throws when npm cannot install the package.
 */
export function fetchPackage(folder, specifier, { anyPlatform = false } = {}) {
  const at = specifier.lastIndexOf('@');
  const [name, version] = [specifier.slice(0, at), specifier.slice(at + 1)];
  const packageFolder = join(folder, 'node_modules', name);
  if (readVersion(packageFolder) === version) return packageFolder;

  // npm works in a temporary folder, which gets its name when it is complete. So an install that
  // ended half-way is never taken for a complete one, and two processes may install at the same time.
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    console.error(`installing ${specifier} …`);
    const args = ['install', '--prefix', unfinished, '--ignore-scripts', '--no-package-lock'];
    args.push('--no-audit', '--no-fund', ...(anyPlatform ? ['--force'] : []), specifier);
    const { status, output } = runNpm(args, { cwd: unfinished });
    if (status !== 0) throw new Error(`npm could not install ${specifier}:\n${output.trimEnd()}`);
    if (readVersion(packageFolder) !== version) {
      rmSync(folder, { recursive: true, force: true });
      try {
        renameSync(unfinished, folder);
      } catch (error) {
        // Another process has put the package there in the meantime.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      }
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return packageFolder;
}

/**
 * Installs packages in a folder, which gets a manifest if it has none. `args` are their specifiers, and flags of npm. Returns the
 * function require() of the folder. Throws npm's output when it cannot install them.
 */
export function install(folder, ...args) {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "name": "project", "private": true }\n');
  const { status, output } = runNpm(['install', '--no-audit', '--no-fund', ...args], {
    cwd: folder,
  });
  if (status !== 0) throw new Error(output);
  return createRequire(manifest);
}
