// Makes temporary folders, which are removed when the process ends, and copies of the sources.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from './cmake.mjs';

const folders = [];

/** Makes a new folder, with `name` as a part of its name, and returns its path. */
export function temporaryFolder(name) {
  if (folders.length === 0) {
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `whatwg-transcoder-${name}-`)));
  folders.push(folder);
  return folder;
}

/** The paths of all files in `folder`, but not those in its folders `build` and `node_modules`. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'build' && name !== 'node_modules')
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name];
      return readdirSync(join(folder, entry.name), { recursive: true, withFileTypes: true })
        .filter((file) => !file.isDirectory())
        .map((file) => relative(folder, join(file.parentPath ?? file.path, file.name)));
    });

/**
 * Copies the files that git tracks, as they are now, to `folder`. Links stand for
 * node_modules and the WebAssembly module. No other file of an earlier copy remains, except in `build`. A file that is the same
 * already is not written, so that a build in `folder` compiles only what has changed.
 */
export function copySources(folder) {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const names = stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  mkdirSync(folder, { recursive: true });
  const old = new Set(filesIn(folder));
  for (const name of names) {
    const [from, to] = [join(root, name), join(folder, name)];
    if (old.delete(name) && readFileSync(from).equals(readFileSync(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  for (const name of old) rmSync(join(folder, name));
  for (const name of ['node_modules', 'build/wasm']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if (!existsSync(join(folder, name))) symlinkSync(join(root, name), join(folder, name));
  }
}
