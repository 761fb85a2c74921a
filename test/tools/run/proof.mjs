// Proves that the core does what the reference does in every state; test/proof/README.md says what is proved and how. The core is
// proved twice: as it is, and built without everything that exists only for speed.
// Usage: npm run test:proof -- [ENCODING]...   (default: all encodings)

import { jobsFor, lists, stepsOf } from '../../proof/jobs.mjs';
import { FULL, names } from '../../proof/reference.mjs';
import { build, root } from './cmake.mjs';
import { secondsSince } from './machine.mjs';
import { heading, inLanes, runAndKeep, Suites, sumUp } from './suites.mjs';

// CI names the folder in which lint has built the C++ tests with the same compiler.
const folders = [process.env.WHATWG_TRANSCODER_CORE_BUILD ?? 'build/cmake', 'build/cmake-plain'];

/** Finds an encoding by its name in any case. */
function named(argument) {
  const found = names.find((name) => name.toLowerCase() === argument.toLowerCase());
  if (found === undefined) throw new RangeError(`there is no encoding named ${argument}`);
  return found;
}

const chosen = process.argv.length > 2 ? process.argv.slice(2).map(named) : names;
const suites = new Suites();
const isBuilt = build(folders[0], [], 'proof') && build(folders[1], ['-DPLAIN=ON'], 'proof');
if (!isBuilt) suites.add('build', false);

/** Counts the encodings of a job that one run has proved. */
function count(suite, { status, output }, encodings) {
  console.log(`${suite}:\n${output.trimEnd()}`);
  suites.add(suite, status === 0, encodings);
}

/** Makes the tables of a job, and runs its program with each build. */
async function prove({ kind, owners, arguments: encodings }) {
  const steps = await runAndKeep([...stepsOf(kind), ...owners]);
  if (steps.status !== 0) return count(`${kind}, steps of the reference`, steps, 0);
  for (const folder of folders) {
    const program = `${root}${folder}/proof_${kind}`;
    count(`${kind}, ${folder}`, await runAndKeep([program, ...encodings]), encodings.length);
  }
  if (kind !== 'decoders') return;
  const windows = `${root}${folders[0]}/proof_windows`;
  for (const kernels of kernelSets) {
    const env = { ...process.env, WHATWG_TRANSCODER_KERNELS: kernels };
    const run = await runAndKeep([windows, ...encodings], { env });
    count(`windows, ${kernels}`, run, encodings.length);
  }
}

/** Proves the local check of edits of these encodings. */
async function proveEdits(encodings) {
  const run = await runAndKeep([process.execPath, 'test/proof/edits.mjs', ...encodings]);
  count('edits', run, encodings.length);
}

// Without arguments the program prints the names of the sets.
const { stdout: listed } = await runAndKeep([`${root}${folders[0]}/proof_windows`]);
const kernelSets = listed.split('\n').filter((name) => name !== '');
const edited = lists(chosen.filter((name) => name !== 'replacement' && !name.endsWith(FULL)));
const jobs = isBuilt ? [...jobsFor(chosen), ...edited] : [];
heading('proof');
const start = performance.now();

await inLanes(jobs, (job) => (Array.isArray(job) ? proveEdits(job) : prove(job)));
console.log(`\n${secondsSince(start, 0)} s`);
sumUp(suites.all);
