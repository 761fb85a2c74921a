// Finds the files of Mocha tests, and runs each in a process of its own, several at the same time.

import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { root } from './cmake.mjs';
import { inLanes } from './suites.mjs';

const program = fileURLToPath(new URL('mocha-file.mjs', import.meta.url));
const fences = fileURLToPath(new URL('../../harness/fences.cjs', import.meta.url));

// The processes that a file's tests have started, and their timers, must end soon after the last test.
const SECONDS_TO_END = 20;

/** Whether a file's tests take long, and so belong to `npm run test:all` alone. */
export const isLong = (file) => file.endsWith('.long.test.mjs');

/**
 * All files of tests, or those in the folders or with the names in `places`: `http`, `http/body`, `test/standard`. Throws where there is
 * no file of tests in one of the places.
 */
export function testFiles(places = []) {
  const files = readdirSync(`${root}test`, { recursive: true })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.mjs'))
    .sort();
  if (places.length === 0) return files;
  const isIn = (file, place) =>
    [`/${place}/`, `/${place}.`].some((end) => `/${file}`.includes(end));
  const empty = places.find((place) => !files.some((file) => isIn(file, place)));
  if (empty !== undefined) throw new Error(`There is no file of tests in "${empty}"`);
  return files.filter((file) => places.some((place) => isIn(file, place)));
}

// How many seconds each file took when it last ran. The slow ones start first, so that all lanes end at about the same time.
const memory = `${root}build/test-seconds.json`;

function readSeconds() {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Runs test files, `lanes` of them at the same time. `node` is the command that starts Node, `env` is added to the environment, and `chosen`
 * has options of Mocha, such as `grep`. With `fenced`, each buffer that a backend is given or gives is checked. `print` gets the output of
 * each file when the file is done. A process that takes longer than `timeout` milliseconds for a file ends. Returns the counts and all the
 * output; `ok` is false also when no test ran.
 */
export async function runFiles(files, options = {}) {
  const {
    node = [process.execPath],
    env = {},
    chosen = {},
    fenced = false,
    timeout = 15 * 60_000,
  } = options;
  const { lanes = availableParallelism(), print = (text) => process.stdout.write(text) } = options;
  const seconds = readSeconds();
  const weight = (file) => seconds[file] ?? statSync(`${root}${file}`).size / 10_000;
  const waiting = files.toSorted((a, b) => weight(b) - weight(a));
  const sum = { passed: 0, failed: 0, output: '' };

  const add = ({ passed, failed, output }) => {
    sum.passed += passed;
    sum.failed += failed;
    sum.output += output;
    if (output !== '') print(output);
  };

  /** Runs a file in a process of its own, so that no test depends on what the tests of another file have changed. */
  async function runFile(file) {
    const [execPath, ...execArgv] = node;
    const child = fork(program, [JSON.stringify(chosen)], {
      cwd: root,
      execPath,
      execArgv: fenced ? [...execArgv, '--require', fences] : execArgv,
      env: { ...process.env, ...env },
    });
    const ended = new Promise((resolve) => {
      child.once('exit', (status, signal) => resolve(signal ?? `exit code ${status}`));
      child.once('error', (error) => resolve(error.message));
    });
    const start = performance.now();
    const answer = new Promise((resolve) => child.once('message', resolve));
    child.send(file, () => {});
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    const counts = await Promise.race([answer, ended]);
    clearTimeout(timer);
    if (typeof counts === 'string') {
      add({ passed: 0, failed: 1, output: `  ${file} ended its process: ${counts}\n` });
      return;
    }
    seconds[file] = Math.round(performance.now() - start) / 1000;
    add(counts);
    if (child.connected) child.disconnect();
    const timerOfEnd = setTimeout(() => child.kill('SIGKILL'), SECONDS_TO_END * 1000);
    const end = await ended;
    clearTimeout(timerOfEnd);
    if (end !== 'exit code 0') {
      add({
        passed: 0,
        failed: 1,
        output: `  ${file}: its process did not end by itself: ${end}\n`,
      });
    }
  }

  await inLanes(waiting, runFile, Math.min(lanes, files.length));
  mkdirSync(`${root}build`, { recursive: true });
  writeFileSync(memory, JSON.stringify(seconds, null, 1));
  return { ...sum, ok: sum.passed > 0 && sum.failed === 0 };
}
