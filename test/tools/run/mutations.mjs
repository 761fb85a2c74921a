// Makes the mutations of mutation-list.mjs in a copy of the sources, one at a time, and runs the suite that must find it. Each suite runs
// once without a mutation, and must pass. With its mutation it must fail, and print what only this mutation makes it print.
// The copy is in build/mutated. The program needs what the proof, the C++ tests and the WebAssembly module need.
// Usage: npm run test:core -- mutations [NAME]...   (default: all mutations)

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './cmake.mjs';
import { copySources } from './folders.mjs';
import { secondsSince } from './machine.mjs';
import { mutate, mutations, suites } from './mutation-list.mjs';
import { heading, runAndKeep, Suites, sumUp } from './suites.mjs';
import { buildWasm } from './wasm.mjs';

const folder = join(root, 'build/mutated');

/** In milliseconds, for each command of a suite. */
const TIMEOUT = 600_000;

/** Finds a mutation by its name. */
function named(argument) {
  const found = mutations.find(({ name }) => name === argument);
  if (found === undefined) throw new RangeError(`there is no mutation named ${argument}`);
  return found;
}

/** Runs a suite in the copy. Returns whether it passes, what it prints, and how many seconds it takes. */
async function run({ commands, env }) {
  const start = performance.now();
  // The copy has a build of its own.
  const { WHATWG_TRANSCODER_CORE_BUILD: _, ...others } = process.env;
  let isPassed = true;
  let output = '';
  for (const command of commands) {
    if (!isPassed) break;
    const options = { cwd: folder, env: { ...others, ...env }, timeout: TIMEOUT };
    const result = await runAndKeep(command, options);
    isPassed = result.status === 0;
    output += result.output;
  }
  return { isPassed, output, seconds: secondsSince(start) };
}

/** Runs the suite of a mutation while the copy has the mutation. */
async function runWith(mutation) {
  const file = join(folder, mutation.file);
  const original = readFileSync(file);
  writeFileSync(file, mutate(mutation, folder));
  try {
    return await run(suites[mutation.suite]);
  } finally {
    writeFileSync(file, original);
  }
}

const chosen = process.argv.length > 2 ? process.argv.slice(2).map(named) : mutations;
const counted = new Suites();

/** Counts a run, prints a line about it, and what the suite has printed if the run is not as it should be. */
function count(which, isRight, line, output) {
  counted.add(which, isRight);
  console.log(line);
  if (!isRight) console.log(output.slice(-6000));
}

buildWasm();
copySources(folder);

heading('suites without a mutation');
const passed = new Set();
for (const name of new Set(chosen.map(({ suite }) => suite))) {
  const { isPassed, output, seconds } = await run(suites[name]);
  if (isPassed) passed.add(name);
  count(
    'without a mutation',
    isPassed,
    `${isPassed ? 'passed' : 'FAILED'}: ${name}, ${seconds} s`,
    output,
  );
}

heading('suites with a mutation');
for (const mutation of chosen) {
  const { name, what, suite, expected } = mutation;
  if (!passed.has(suite)) {
    count('with a mutation', false, `NOT TRIED: ${name}: ${what}; ${suite}`, '');
    continue;
  }
  const { isPassed, output, seconds } = await runWith(mutation);
  const isCaught = !isPassed && expected.test(output);
  const verdict = isCaught ? 'caught' : 'NOT CAUGHT';
  count(
    'with a mutation',
    isCaught,
    `${verdict}: ${name}: ${what}; ${suite}, ${seconds} s`,
    output,
  );
}
sumUp(counted.all);
