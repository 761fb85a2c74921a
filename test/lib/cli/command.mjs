// Runs the command `whatwg-transcoder` in folders of its own, for the tests of the command.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that package.json names under `bin`. */
export const program = fileURLToPath(
  new URL('../../../lib/cli/whatwg-transcoder.js', import.meta.url),
);

/** A folder for many small files: in memory, where the system offers that, because disks can be a hundred times as slow. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Calls `use` with a new folder, and deletes the folder afterwards. */
export async function withFolder(use, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'whatwg-transcoder-command-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the command with arguments. Returns { status, signal, stdout, stderr }, where `stdout` is a Buffer and `stderr` a
 * string. The options are those of spawnSync().
 */
export function command(args, options = {}) {
  const result = spawnSync(process.execPath, [program, ...args], {
    input: '',
    maxBuffer: 1e9,
    ...options,
  });
  if (result.error !== undefined) throw result.error;
  const { status, signal, stdout, stderr } = result;
  return { status, signal, stdout: stdout ?? Buffer.alloc(0), stderr: String(stderr ?? '') };
}

/** Runs a script in Bash in a folder, where `whatwg-transcoder` is the command. Returns { status, output }. */
export function shell(script, folder, options = {}) {
  const bin = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-bin-'));
  try {
    symlinkSync(program, join(bin, 'whatwg-transcoder'));
    // The command must run in this Node, whichever is the first in the PATH.
    symlinkSync(process.execPath, join(bin, 'node'));
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PARALLEL_HOME: bin };
    const { status, stdout } = spawnSync('bash', ['-c', `exec 2>&1\n${script}`], {
      cwd: folder,
      env,
      encoding: 'utf8',
      maxBuffer: 1e8,
      ...options,
    });
    return { status, output: stdout };
  } finally {
    rmSync(bin, { recursive: true, force: true });
  }
}

/** Every file below a folder: its bytes in hexadecimal, by its path. */
export function readTree(folder) {
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = readFileSync(path, 'hex');
  }
  return files;
}

/** Makes a folder and the folders above it. */
export const makeFolder = (...parts) => {
  const folder = join(...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
};
