// Runs Node in separate processes, for tests of a whole process.

import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs this Node with arguments in a separate process, with the options of spawnSync(). Asserts that
 * the process ends without an error, and returns what it prints to standard output.
 */
export function runNode(args, options = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    ...options,
  });
  // Node prints the whole script before an error, so a long output is cut.
  equal(signal ?? status, 0, `${stdout}${stderr}`.slice(0, 4000));
  return stdout;
}

/** Runs a script with flags of Node. Returns what the script prints, parsed as JSON. */
export const evaluate = (script, ...flags) => JSON.parse(runNode([...flags, '--eval', script]));

/** Runs a script that can use gc(). Returns what it prints, parsed as JSON. */
export const evaluateWithGc = (script) => evaluate(script, '--expose-gc');

/** The path of a file of lib/ as a string of JavaScript. */
export const lib = (name) =>
  JSON.stringify(fileURLToPath(new URL(`../../lib/${name}`, import.meta.url)));
