// Code that several test runners share: it runs commands, and prints the sum of all suites.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './machine.mjs';

export const heading = (text) =>
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 74 - text.length))}\n`);

/**
 * Runs a command and keeps what it prints: `stdout`, and `output`, which has the standard error
 * stream too. `status` is null when the command did not start, or took longer than `timeout`
 * milliseconds.
 */
export function runAndKeep([command, ...args], { cwd = root, env = process.env, timeout } = {}) {
  return new Promise((resolve) => {
    let [stdout, output] = ['', ''];
    const child = spawn(command, args, {
      cwd,
      env: { ...env, NO_COLOR: '1' },
      timeout,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
    });
    child.on('close', (status, signal) => {
      if (signal !== null) output += `ended by ${signal}\n`;
      resolve({ status, stdout, output });
    });
  });
}

/** Calls `work(item, at)` for each item, for as many of them at the same time as there are lanes. */
export async function inLanes(items, work, lanes = availableParallelism()) {
  const rest = [...items].entries();
  const lane = async () => {
    for (const [at, item] of rest) await work(item, at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Counts results in suites; `all` has these by their names. */
export class Suites {
  all = {};

  /** Counts results that are right, or one that is not. Returns whether they are right. */
  add(name, isRight, passed = 1) {
    this.all[name] ??= { passed: 0, failed: 0, ok: true };
    const suite = this.all[name];
    if (isRight) suite.passed += passed;
    else suite.failed += 1;
    suite.ok &&= isRight;
    return isRight;
  }

  /** Counts what a program has printed at its end, « N passed, N failed », and shows its output when it is not good. */
  addPrinted(name, { status, output }) {
    const found = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1) ?? [0, 0, 1];
    const [passed, failed] = [Number(found[1]), Number(found[2])];
    const ok = status === 0 && passed > 0 && failed === 0;
    if (!ok) console.log(`${name}: ${output}`);
    this.all[name] = { passed, failed: ok ? 0 : Math.max(failed, 1), ok };
  }
}

/**
 * Prints the counts of each suite by name, and the sum in the last line. Returns whether nothing failed, and sets the exit code. A suite
 * that does not say whether it is `ok` must have run a test.
 */
export function sumUp(suites) {
  heading('sum');
  let [passed, failed] = [0, 0];
  for (const [name, suite] of Object.entries(suites)) {
    // A suite that did not build, crashed or ran no test is a failure, even though no test reports
    // it.
    const unseen = (suite.ok ?? suite.passed > 0) || suite.failed > 0 ? 0 : 1;
    if (unseen > 0) console.log(`${name}: did not finish, or ran no test`);
    console.log(`${name}: ${suite.passed} passed, ${suite.failed} failed`);
    passed += suite.passed;
    failed += suite.failed + unseen;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
  return failed === 0;
}

export const counts = { passed: 0, failed: 0 };

/** Counts a result, and prints its title. `details` say what is wrong. */
export function count(title, isRight, details = '') {
  counts[isRight ? 'passed' : 'failed']++;
  console.log(isRight ? `ok  ${title}` : `FAILED  ${title}\n${details}`);
}

/** Runs one test and counts it. */
export async function test(title, run) {
  try {
    await run();
    count(title, true);
  } catch (error) {
    count(title, false, error.stack);
  }
}
