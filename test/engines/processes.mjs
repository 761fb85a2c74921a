// A folder and processes for one engine: everything that it starts is ended by its id, and the folder is removed.

import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../tools/run/cmake.mjs';
import { runAndKeep } from '../tools/run/suites.mjs';

function readOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return ''; // the process has ended
  }
}

/** The command line of a process, or the empty string when it has ended. */
export const commandOf = (pid) => readOf(pid, 'cmdline');

/** The id of the process that has started a process. The name of the program, in parentheses, may contain spaces. */
const parentOf = (pid) => Number(readOf(pid, 'stat').split(') ').at(-1).split(' ')[1]);

/**
 * Returns the ids of the processes whose environment contains `text`, of those with these ids, and of all that these have started,
 * and so on.
 */
export function processesWith(text, ...ids) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const found = new Set(
    all.filter((id) => ids.includes(id) || readOf(id, 'environ').includes(text)),
  );
  found.delete(process.pid);
  const parents = new Map(all.map((id) => [id, parentOf(id)]));
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  return [...found];
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends the processes that `find` returns, as a machine does that loses its power: none of them can do anything more. */
export function killAll(find) {
  const stopped = new Set();
  // A process that was not stopped yet may have started another one.
  for (let ids = find(); ids.some((id) => !stopped.has(id)); ids = find()) {
    for (const id of ids) {
      if (!stopped.has(id)) kill(id, 'SIGSTOP');
      stopped.add(id);
    }
  }
  for (const id of stopped) kill(id, 'SIGKILL');
}

/** Waits until `look` returns something true, and returns that; throws when it takes longer than two minutes. */
export async function until(what, look) {
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`two minutes have passed without this: ${what}`);
}

/** Returns a port that is free on the loopback interface. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Tells whether something listens at a port. */
export const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

// The folders that are in use, each with the ids of the processes that run. A script that is interrupted leaves none behind. What
// these processes have started has the path of the folder in its environment, also where it has become a process of its own.
const folders = new Map();
function clear(folder) {
  killAll(() => processesWith(folder, ...folders.get(folder)));
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}
process.once('exit', () => {
  for (const folder of folders.keys()) clear(folder);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The last lines of the logs in a folder. */
const logsOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
      return `${name}:\n${lines.slice(-15).join('\n')}`;
    })
    .join('\n');

/**
 * Makes a folder, calls `use(place)`, ends what it has started, and removes the folder. In `place` there are the path of the
 * folder, `start(name, command, args)`, which starts a process with a log NAME.log and returns its id, and `run(command, args)`,
 * which waits for its end and throws if it fails. Both find `whatwg-transcoder` in their PATH.
 */
export async function withPlace(use) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const running = new Set();
  folders.set(folder, running);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync(join(root, 'lib/cli/whatwg-transcoder.js'), join(bin, 'whatwg-transcoder'));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: folder };
  const start = (name, command, args, own = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const options = { cwd: folder, env: { ...env, ...own }, stdio: ['ignore', log, log] };
    const child = spawn(command, args, options);
    closeSync(log);
    running.add(child.pid);
    child.once('exit', () => running.delete(child.pid));
    return child.pid;
  };
  const run = async (command, args, own = {}) => {
    const options = { cwd: folder, env: { ...env, ...own } };
    const { status, stdout, output } = await runAndKeep([command, ...args], options);
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${output}`);
    return stdout;
  };
  try {
    return await use({ folder, start, run });
  } catch (error) {
    console.log(logsOf(folder));
    throw error;
  } finally {
    clear(folder);
  }
}
