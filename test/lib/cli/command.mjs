// Runs the command `whatwg-transcoder` in folders of its own, for the tests of the command.

import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
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

/** The arguments of a command line: a list, or a text with one blank between two of them. */
export const toArguments = (line) => (typeof line === 'string' ? line.split(' ') : line);

/**
 * Runs the command with arguments, as toArguments() takes them. Returns { status, signal, stdout, stderr }, where `stdout` is a Buffer and `stderr` a
 * string. The options are those of spawnSync().
 */
export function command(args, options = {}) {
  const result = spawnSync(process.execPath, [program, ...toArguments(args)], {
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

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const latin1 = (text) => Buffer.from(text, 'latin1');

/** Writes files, given as { name: bytes or text }, to a folder. */
export function writeFiles(folder, files) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
}

/** Runs the command in a new folder with some files; returns what command() returns, and the files afterwards. */
export function runWith(files, args, options = {}) {
  return withFolder((folder) => {
    writeFiles(folder, files);
    const result = command(args, { cwd: folder, ...options });
    return { ...result, files: readTree(folder) };
  });
}

/** The objects that --json has printed. */
export const reportsOf = (lines) => String(lines).trimEnd().split('\n').map(JSON.parse);

const hook = (name) => ['-r', fileURLToPath(new URL(name, import.meta.url))];

/**
 * Runs the command in a folder. Returns its status, and what it did: `calls` to the core, calls to node:fs for `files`, the
 * units that the core is `given`, bytes `written`, and the most memory it had, in `kilobytes`. With `countSteps` it also
 * returns the `steps` of the code in lib/; counting these takes memory.
 */
export function countWork(args, folder, { countSteps = false } = {}) {
  const hooks = [
    ...(countSteps ? hook('../../harness/count-steps.cjs') : []),
    ...hook('./count-calls.cjs'),
  ];
  const { status, output } = spawnSync(
    process.execPath,
    [...hooks, program, ...toArguments(args)],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  return { status, work: JSON.parse(String(output[3])) };
}

export const isRoot = process.getuid?.() === 0;

export const NOBODY = 65534; // the number of a user without files

/** Runs the command as a user without special rights, to whom files of mode 0 are closed. */
export function asAnyUser(args, cwd) {
  if (!isRoot) return command(args, { cwd });
  // That user may not be allowed to read Node and this checkout, so the process becomes that user when it has loaded them.
  const script = `
    const folder = ${JSON.stringify(join(root, 'lib/cli'))};
    const files = require('node:fs').readdirSync(folder).filter((name) => name.endsWith('.js'));
    for (const name of files.filter((name) => name !== 'whatwg-transcoder.js')) require(folder + '/' + name);
    process.setgroups([]);
    process.setgid(${NOBODY});
    process.setuid(${NOBODY});
    require(folder + '/main.js').main(process.argv.slice(1)).then((status) => {
      process.exitCode = status;
    });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', script, '--', ...toArguments(args)],
    {
      cwd,
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

/**
 * Runs the command once for each list of arguments, all in one process, which saves the time in which Node starts. Returns the
 * statuses. Input and output are files in `folder`.
 */
export function runInOneProcess(lists, folder) {
  const script = `
    const { main } = require(${JSON.stringify(join(root, 'lib/cli/main.js'))});
    (async () => {
      const statuses = [];
      for (const args of ${JSON.stringify(lists)}) statuses.push(await main(args));
      console.log(JSON.stringify(statuses));
    })();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder });
  equal(String(stderr), '');
  return JSON.parse(String(stdout));
}
