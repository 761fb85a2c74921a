// Runs the command `whatwg-transcoder` in folders of its own, for the tests of the command.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

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
const toArguments = (line) => (typeof line === 'string' ? line.split(' ') : line);

// The process of again.cjs that runs the command again and again.
const answer = new Int32Array(new SharedArrayBuffer(12));
let thread;
let streams;
let isThere = false;

function waitForAnswer() {
  Atomics.wait(answer, 0, 0);
  answer[0] = 0;
  isThere = answer[2] === 0;
  return answer[1];
}

/** Does what command() does in a process that has run other commands before. */
function runAgain(args, cwd, input) {
  if (thread === undefined) {
    thread = new Worker(new URL('again.cjs', import.meta.url), {
      workerData: answer,
      execArgv: [],
    });
    thread.unref();
    const folder = mkdtempSync(join(fastFolder, 'whatwg-transcoder-streams-'));
    process.once('exit', () => rmSync(folder, { recursive: true }));
    streams = [0, 1, 2].map((descriptor) => join(folder, `${descriptor}`));
    equal(spawnSync('mkfifo', [streams[0]]).status, 0);
  }
  if (!isThere) {
    thread.postMessage(null);
    waitForAnswer();
    ok(isThere, 'the process that runs the command has not started');
  }
  thread.postMessage({ args, cwd: resolve(cwd), umask: process.umask(), streams });
  try {
    writeFileSync(streams[0], input);
  } catch (error) {
    // The command has closed its input before it has read all of it.
    equal(error.code, 'EPIPE');
  }
  const status = waitForAnswer();
  return { status, stdout: readFileSync(streams[1]), stderr: readFileSync(streams[2], 'utf8') };
}

/**
 * Runs the command with arguments, as toArguments() takes them. Returns { status, stdout, stderr }, where `stdout` is a Buffer and `stderr` a
 * string. The options are those of spawnSync(). With others than `cwd` and `input`, the command has a process of its own, and `signal`
 * is what has ended it.
 */
export function command(line, { cwd = '.', input = '', ...others } = {}) {
  const args = toArguments(line);
  const isAlone = process.platform === 'win32' || Object.keys(others).length > 0;
  if (!isAlone) return runAgain(args, cwd, input);
  const result = spawnSync(process.execPath, [program, ...args], {
    ...{ cwd, input, maxBuffer: 1e9 },
    ...others,
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

/**
 * Every file below a folder: its bytes in hexadecimal, by its path. No link is followed; the option `recursive` of Node follows links to
 * folders in some versions.
 */
export function readTree(folder, below = '', files = {}) {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) readTree(folder, path, files);
    else if (entry.isFile()) files[path] = readFileSync(join(folder, path), 'hex');
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

/** What is said of a file that is missing. */
export const noFile = 'cannot open: no such file or directory';

/** The summary of files that were converted. */
export const sumOf = (converted, alone, wrong) =>
  `${converted} ${converted === 1 ? 'file' : 'files'} converted, ${alone} left alone, ${wrong} wrong`;

/** Writes files, given as { path: bytes or text }, to a folder. */
export function writeFiles(folder, files) {
  for (const [path, bytes] of Object.entries(files)) {
    makeFolder(folder, dirname(path));
    writeFileSync(join(folder, path), bytes);
  }
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

/** What standard error says, without the name of the command before each message and the end of the last line. */
export function said(stderr) {
  ok(stderr === '' || stderr.endsWith('\n'), stderr);
  return stderr.slice(0, -1).replaceAll(/^whatwg-transcoder: /gm, '');
}

/** Compares a text with another one or with a pattern, and bytes with other ones. */
function compare(found, wanted, what) {
  if (wanted instanceof RegExp) match(String(found), wanted, what);
  else if (Buffer.isBuffer(wanted)) ok(wanted.equals(found), what);
  else equal(String(found), wanted, what);
}

/** The files of readTree() for files as writeFiles() takes them. */
const treeOf = (files) =>
  Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('hex')]),
  );

/**
 * Runs the command in a folder and checks what it does. `wanted` is what it prints, or [status, what it prints, what said() returns], or
 * { status, out, says, json, files }. What is printed and said may be a pattern. `json` are the objects on standard output and error, each with
 * the members that count. `files` are all files afterwards, by their paths. What is left out is empty, and the status 0; files are then
 * not looked at.
 */
export function expectRun(folder, args, wanted, options = {}) {
  let parts = wanted;
  if (Array.isArray(wanted)) parts = { status: wanted[0], out: wanted[1], says: wanted[2] };
  else if (typeof wanted === 'string' || Buffer.isBuffer(wanted) || wanted instanceof RegExp) {
    parts = { out: wanted };
  }
  const { status = 0, out = '', says = '', json, files } = parts;
  const result = command(args, { cwd: folder, ...options });
  const what = `${toArguments(args).join(' ')}: ${result.status} ${result.stderr}`.slice(0, 2000);
  if (json === undefined) {
    compare(said(result.stderr), says, what);
    compare(result.stdout, out, what);
  } else {
    if (out !== '') compare(result.stdout, out, what);
    const reports = reportsOf(out === '' ? `${result.stdout}${result.stderr}` : result.stderr);
    deepEqual(
      json.map((one, at) =>
        Object.fromEntries(Object.keys(one).map((key) => [key, reports[at]?.[key]])),
      ),
      json,
      what,
    );
  }
  equal(result.status, status, what);
  if (files !== undefined) deepEqual(readTree(folder), treeOf(files), what);
  return result;
}

/**
 * Defines a test for each row of a table: a title, and the files, and the steps that are taken in a folder with these files. A step is a
 * function of the folder, or the arguments of expectRun() behind the folder, where a text as the last one is standard input.
 */
export function itRuns(table) {
  for (const [title, [files, ...steps]] of Object.entries(table)) {
    it(title, () =>
      withFolder(async (folder) => {
        writeFiles(folder, files);
        for (const step of steps) {
          if (typeof step === 'function') await step(folder);
          else {
            const [args, wanted, given] = step;
            const isInput = typeof given === 'string' || Buffer.isBuffer(given);
            expectRun(folder, args, wanted, isInput ? { input: given } : given);
          }
        }
      }),
    );
  }
}

/**
 * Starts the command on a file `a` of `length` bytes, which takes long, and calls `act(child, folder)` as soon as it writes beside the
 * file. Returns { status, signal, stderr }.
 */
export async function whileConverting(folder, args, length, act) {
  writeFileSync(join(folder, 'a'), Buffer.alloc(length, 0xe9));
  const child = spawn(process.execPath, [program, ...toArguments(args)], { cwd: folder });
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  while (child.exitCode === null && readdirSync(folder).length === 1) await sleep(1);
  act(child, folder);
  const [status, signal] = await closed;
  return { status, signal, stderr };
}

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
export const GROUP = 3456; // to which that user belongs, too

/** Runs the command as a user without special rights, to whom files of mode 0 are closed. */
export function asAnyUser(args, cwd) {
  if (!isRoot) return command(args, { cwd });
  // That user may not be allowed to read Node and this checkout, so the process becomes that user when it has loaded them.
  const script = `
    const folder = ${JSON.stringify(join(root, 'lib/cli'))};
    const files = require('node:fs').readdirSync(folder).filter((name) => name.endsWith('.js'));
    for (const name of files.filter((name) => name !== 'whatwg-transcoder.js')) require(folder + '/' + name);
    process.setgroups([${GROUP}]);
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

/** Runs cases of a program of this folder that uses faults.cjs, with or without /proc; returns all results of each case. */
export function runFaults(name, cases, mode) {
  return withFolder((folder) => {
    const { output, status } = spawnSync(
      process.execPath,
      [fileURLToPath(new URL(name, import.meta.url)), join(folder, 'f'), mode],
      {
        input: JSON.stringify(cases),
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
        maxBuffer: 1e9,
        timeout: 200_000,
      },
    );
    equal(status, 0, String(output[2]));
    return JSON.parse(String(output[3]));
  }, fastFolder);
}
