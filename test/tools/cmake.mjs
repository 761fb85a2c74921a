// Configures, builds and tests the core with CMake, for every tool that needs one of its builds.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const jobs = String(availableParallelism());

/** Runs a command from the root with its output shown; true when it exits with 0. */
export function runs(command, args, { env = {}, input } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    input,
  });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Configures `folder` with `options` (`-DNAME=VALUE`) and builds it; true on success. */
export function build(folder, options = []) {
  const configure = ['-S', '.', '-B', folder, '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON', ...options];
  return (
    runs('cmake', [...configure, '--log-level=WARNING']) &&
    runs('cmake', ['--build', folder, '--parallel', jobs])
  );
}

/** Counts of a JUnit report as CTest writes it: one `testcase` a test, its verdict in `status`. */
function countJunit(file) {
  let xml;
  try {
    xml = readFileSync(file, 'utf8');
  } catch {
    return { passed: 0, failed: 0 };
  }
  const verdicts = [...xml.matchAll(/<testcase\s[^>]*?\bstatus="(\w+)"/g)].map((match) => match[1]);
  const passed = verdicts.filter((verdict) => verdict === 'run').length;
  return { passed, failed: verdicts.length - passed };
}

/** Runs CTest in a built `folder`; gives the counts, and `ok` false also when no test ran. */
export function test(folder, env = {}) {
  const report = `${root}${folder}/ctest.xml`;
  mkdirSync(`${root}${folder}`, { recursive: true });
  rmSync(report, { force: true });
  const args = ['--test-dir', folder, '--output-on-failure', '--no-tests=error', '-j', jobs];
  const passed = runs('ctest', [...args, '--progress', '--output-junit', report], { env });
  const counts = countJunit(report);
  return { ...counts, ok: passed && counts.passed > 0 && counts.failed === 0 };
}
