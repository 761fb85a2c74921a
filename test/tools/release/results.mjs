// Runs the exercise of a release in a runtime, and compares what it gives in two of them.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root, run } from '../run/machine.mjs';
import { folder } from './targets.mjs';

const exercise = fileURLToPath(new URL('exercise.cjs', import.meta.url));

// In milliseconds. Under qemu one run takes seven seconds on a slow machine.
const timeout = 300_000;

/** The file with the results of the last exercise that resultsOf() has run. */
export const resultsFile = `${root}${folder}/results.json`;

/** The name of the file, beside the tarball, with the results of the addon of the developer build. */
export const expectedName = 'expected.json';

/**
 * Runs the exercise with the folder of a package, and with a set of kernels or the best of them.
 * Returns what it wrote, or undefined on failure, which it shows with `say`.
 */
export function resultsOf(command, packageFolder, say, kernels) {
  const [program, ...args] = [...command, exercise, packageFolder, resultsFile];
  // The environment demands no backend and no kernels.
  const { WHATWG_TRANSCODER_BACKEND, WHATWG_TRANSCODER_KERNELS, ...env } = process.env;
  if (kernels !== undefined) env.WHATWG_TRANSCODER_KERNELS = kernels;
  rmSync(resultsFile, { force: true });
  mkdirSync(`${root}${folder}`, { recursive: true });
  const { status, output } = run(program, args, { timeout, env });
  if (status === 0) return JSON.parse(readFileSync(resultsFile, 'utf8'));
  say(`${program} ended with ${status}:\n${output}`);
  return undefined;
}

/** The encodings whose results differ. */
export const differences = (results, expected) =>
  Object.keys(expected).filter(
    (name) => JSON.stringify(results[name]) !== JSON.stringify(expected[name]),
  );
