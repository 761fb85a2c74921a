// Builds the fuzz drivers of test/fuzz with clang and runs each of them for a while.
// Usage: npm run test:core -- fuzz [SECONDS] [NAME]...   (default: 60 seconds and all drivers)
//
// The inputs that a driver has found stay in build/fuzz/NAME, and the next run begins with them. An
// input that fails is shown and also kept in build/fuzz. The exit code is 0 when nothing failed.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build, root } from './cmake.mjs';

const [seconds = '60', ...chosen] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(seconds))
  throw new RangeError(`the number of seconds must be a whole number above 0, not ${seconds}`);
const all = ['decode', 'encode', 'malformed', 'transcode', 'label', 'detect'];
const names = chosen.length > 0 ? chosen : all;
for (const name of names) {
  if (!all.includes(name)) throw new RangeError(`there is no driver named ${name}`);
}

/** Runs a driver. Returns how many inputs it ran, and whether none of them failed. */
function run(name) {
  const corpus = `build/fuzz/${name}`;
  mkdirSync(`${root}${corpus}`, { recursive: true });
  const options = [`-max_total_time=${seconds}`, '-print_final_stats=1', '-verbosity=0'];
  options.push('-max_len=4096', '-timeout=10', `-artifact_prefix=${corpus}-`);
  const { status, stderr, error } = spawnSync(
    `${root}build/cmake-fuzz/${name}_fuzz`,
    [...options, corpus],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) console.log(error?.message ?? stderr);
  const executions = /number_of_executed_units:\s*(\d+)/.exec(stderr ?? '')?.[1] ?? '0';
  return { executions: Number(executions), ok: status === 0 && executions !== '0' };
}

const options = ['-DFUZZ=ON', '-DCMAKE_CXX_COMPILER=clang++'];
let ok = build('build/cmake-fuzz', options);
if (ok) {
  for (const name of names) {
    const result = run(name);
    console.log(
      `${name}: ${result.executions} inputs in ${seconds} s, ${result.ok ? 'no failure' : 'FAILED'}`,
    );
    ok &&= result.ok;
  }
}
process.exitCode = ok ? 0 : 1;
