// Runs scripts in the running runtime, Node, Bun or Deno, in separate processes that load modules first.

import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

export const isDeno = process.versions.deno !== undefined;
export const isBun = process.versions.bun !== undefined;
export const isNode = !isDeno && !isBun;

/** Defines a test that uses what only Node has. In other runtimes there is no such test. */
export const itInNode = isNode ? it : () => {};

/** The arguments before a script that make the runtime load modules, given by their paths, in this order. */
function preloading(modules) {
  if (isNode) return modules.flatMap((module) => ['--import', module]);
  const flags = modules.flatMap((module) => ['--preload', module]);
  return isDeno ? ['run', '--no-prompt', '--allow-all', ...flags] : flags;
}

/** Runs a script, given by its path, after some modules. Returns { status, stdout, stderr }. */
export function runHere(script, args, { preload = [], ...options } = {}) {
  const { error, status, stdout, stderr } = spawnSync(
    process.execPath,
    [...preloading(preload), script, ...args],
    { encoding: 'utf8', maxBuffer: 1e8, ...options },
  );
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

/** Does the same for a script that must end with status 0; returns what it prints, parsed as JSON. */
export function evaluateHere(script, options) {
  const { status, stdout, stderr } = runHere(script, [], options);
  equal(status, 0, `${stdout}${stderr}`.slice(0, 4000));
  return JSON.parse(stdout);
}
