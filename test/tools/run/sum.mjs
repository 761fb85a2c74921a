// Prints the steps of a run of several tools, and their sum in the last line, « N passed, N failed
// ». Each line of FILE is a step, with tabs between its fields: its name, its exit code, its time
// in seconds, and the last line of its output that counts tests, or nothing. Usage: node
// test/tools/run/sum.mjs FILE

import { readFileSync } from 'node:fs';
import { heading, sumUp } from './suites.mjs';

const steps = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t'));

heading('time');
const suites = {};
for (const [name, status, seconds, counts] of steps) {
  console.log(`${seconds.padStart(6)} s  ${name}`);
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(counts) ?? [null, 0, 0];
  suites[name] = { passed: Number(passed), failed: Number(failed), ok: status === '0' };
}
sumUp(suites);
