// Makes the tarball of a release and tests it in every way that there is: what it contains, its types, installing it,
// bundling it, and running the tests with it in every runtime. The whole suite, which also tests what a tarball does not
// have, then runs on the sources in the versions of Node that "npm test" does not use. Each step is a command of its own. When a step fails, the
// steps after it still run.
// Usage: npm run release -- check [--for-publication]

import { root } from '../run/cmake.mjs';
import { runNpm } from '../run/machine.mjs';
import { fetchPackage } from '../run/npm-package.mjs';
import { heading, runAndKeep } from '../run/suites.mjs';
import { findTarball } from './tarball.mjs';

const results = [];

/** Runs a step, which returns whether it is good and the last line that it has to say. */
async function step(name, work) {
  heading(name);
  const start = performance.now();
  const { ok, line } = await work();
  results.push({ name, ok, line, seconds: Math.round((performance.now() - start) / 1000) });
  console.log(`${ok ? 'ok' : 'FAILED'}: ${line}`);
}

/** Runs a script of package.json and shows its output. */
function script(...args) {
  const { status, stdout, output } = runNpm(['run', ...args], { cwd: root });
  console.log(output.trimEnd());
  return { ok: status === 0, line: stdout.trimEnd().split('\n').at(-1) };
}

/** Runs the program of a package from npm. */
async function program(specifier, file, args) {
  const folder = fetchPackage(`${root}build/runtimes/${specifier.replace(/.*\//, '')}`, specifier);
  const { status, output } = await runAndKeep([process.execPath, `${folder}/${file}`, ...args]);
  console.log(output.trimEnd());
  return { ok: status === 0, line: specifier };
}

// `--for-publication` is an option of `release -- pack`.
await step('release -- pack', () => script('release', '--', 'pack', ...process.argv.slice(2)));
const tarball = findTarball([]);
await step('shipped', () => script('test:proof', '--', 'shipped', tarball));
await step('certify', () => script('release', '--', 'certify', tarball));
await step('publint', () => program('publint@0.3.25', 'src/cli.js', [tarball, '--strict']));
await step('types', () => program('@arethetypeswrong/cli@0.18.5', 'dist/index.js', [tarball]));
await step('install', () => script('release', '--', 'install', tarball));
await step('override', () => script('release', '--', 'install', tarball, '--override'));
for (const name of ['bundlers', 'matrix']) {
  await step(name, () => script('test:runtimes', '--', name, tarball));
}
await step('test:runtimes', () =>
  script('test:runtimes', '--', 'node-22', 'node-24', 'node-26', 'bun', 'deno', '--beside-matrix'),
);

heading('release -- check');
for (const { name, ok, line, seconds } of results) {
  console.log(
    `${name.padEnd(15)} ${ok ? 'ok    ' : 'FAILED'} ${String(seconds).padStart(5)} s  ${line}`,
  );
}
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
