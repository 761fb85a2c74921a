// Code that several test runners share: it runs Mocha, and prints the sum of all suites.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { root } from './cmake.mjs';

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

/** Runs a command in the root folder and shows its output at once. Resolves with its exit code. */
function runAndShow([command, ...args], { env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve({ status: null });
    });
    child.on('close', (status) => resolve({ status }));
  });
}

/**
 * Runs Mocha with `args`. `name` must differ between runs at the same time, because the report of a
 * run has it in its name. `node` is the command that starts Node, and `env` is added to the
 * environment. The output is shown at once, or with `isKept` returned as `output`; then `timeout` is
 * the most milliseconds that the run may take. Returns the counts; `ok` is false also when no test ran.
 */
export async function mocha(
  args,
  { name = 'tests', node = [process.execPath], env = {}, isKept = false, timeout } = {},
) {
  const report = `build/mocha-${name}.json`;
  mkdirSync(`${root}build`, { recursive: true });
  rmSync(`${root}${report}`, { force: true });
  const command = [...node, 'node_modules/mocha/bin/mocha.js'];
  const run = isKept ? runAndKeep : runAndShow;
  const { status, output = '' } = await run(
    [...command, '--reporter-option', `output=${report}`, ...args],
    { env: { ...process.env, ...env }, timeout },
  );
  try {
    const { passed, failed } = JSON.parse(readFileSync(`${root}${report}`, 'utf8'));
    return { passed, failed, output, ok: status === 0 && passed > 0 && failed === 0 };
  } catch {
    const lines = [output.trimEnd(), 'Mocha ended without a result'].filter((line) => line !== '');
    if (!isKept) console.error(lines.at(-1));
    return { passed: 0, failed: 0, output: lines.join('\n'), ok: false };
  }
}

/**
 * Prints the counts of each suite by name, and the sum in the last line. True when nothing failed.
 */
export function sumUp(suites) {
  heading('sum');
  let [passed, failed] = [0, 0];
  for (const [name, suite] of Object.entries(suites)) {
    // A suite that did not build, crashed or ran no test is a failure, even though no test reports
    // it.
    const unseen = suite.ok || suite.failed > 0 ? 0 : 1;
    if (unseen > 0) console.log(`${name}: did not finish, or ran no test`);
    console.log(`${name}: ${suite.passed} passed, ${suite.failed} failed`);
    passed += suite.passed;
    failed += suite.failed + unseen;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}
