// Runs the tests of what the package does from the packed tarball, in every runtime and with both backends: the
// standard's chapters, the product's own calls, streams, and the soak. Prints a table.
// Usage: npm run test:runtimes -- matrix [--only RUNTIME[,RUNTIME]] [--json FILE] [FILE.tgz]

import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTarball } from '../release/tarball.mjs';
import { root } from '../run/cmake.mjs';
import { temporaryFolder } from '../run/folders.mjs';
import { run } from '../run/machine.mjs';
import { heading, runAndKeep, sumUp } from '../run/suites.mjs';
import { runtimeNames, runtimePath } from './runtimes.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, json: { type: 'string' } },
});

// In milliseconds: the longest time for the tests of one runtime and backend. Two processors take some four minutes.
const timeout = 20 * 60_000;

// Tests of what the package does. The others test the checkout or Node's own options.
const ofThePackage = [
  'standard',
  'reference',
  'lib/backend/wasm',
  'lib/base/errors',
  'lib/cli/doctor',
  'lib/cli/doctor.long',
  'lib/detect',
  'lib/http/body',
  'lib/http/detect',
  'lib/http/form',
  'lib/http/media-type',
  'lib/http/response',
  'lib/http/response-errors',
  'lib/http/response-request',
  'lib/http/sniff',
  'lib/http/sniff-options',
  'lib/http/streams',
  'lib/iconv-lite/face',
  'lib/labels',
  'lib/other-encodings/code-pages',
  'lib/other-encodings/historical',
  'lib/other-encodings/utf-32',
  'lib/polyfill',
  'lib/transcoding/adapters',
  'lib/transcoding/encode',
  'lib/transcoding/limits',
  'lib/transcoding/malformed',
  'lib/transcoding/pausing-transform',
  'lib/transcoding/substitutes',
  'lib/transcoding/transcoder',
  'lib/transcoding/transform',
];

const argumentsBefore = { deno: ['run', '--no-prompt', '--allow-all'] };

/** Makes a folder with the files of the tarball and, beside them, the tests. */
function makeProject() {
  const folder = temporaryFolder('matrix');
  const { status, output } = run('tar', ['-xzf', findTarball(positionals), '-C', folder]);
  if (status !== 0) throw new Error(output);
  const project = join(folder, 'package');
  for (const path of ['test', 'indexes']) {
    cpSync(join(root, path), join(project, path), { recursive: true });
  }
  mkdirSync(join(project, 'build'), { recursive: true });
  // The soak looks for the runtimes there, and the tests for Mocha.
  symlinkSync(join(root, 'build/runtimes'), join(project, 'build/runtimes'));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  return project;
}

/** The files of tests, relative to the project. */
function testFiles(project) {
  return ofThePackage.flatMap((path) => {
    const file = `test/${path}.test.mjs`;
    if (existsSync(join(project, file))) return [file];
    return readdirSync(join(project, 'test', path))
      .filter((name) => name.endsWith('.test.mjs'))
      .map((name) => `test/${path}/${name}`);
  });
}

/** Runs the tests and the soak in one runtime with one backend. */
async function measure(project, files, name, backend) {
  const command = [runtimePath(name), ...(argumentsBefore[name] ?? [])];
  const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend };
  const tests = await runAndKeep([...command, 'test/runtimes/matrix-run.mjs', ...files], {
    cwd: project,
    env,
    timeout,
  });
  const line = tests.stdout.trimEnd().split('\n').at(-1);
  let counts = { passed: 0, failed: 0 };
  try {
    counts = JSON.parse(line);
  } catch {
    // The run did not come to its end, which its status and output say.
  }
  const soak = await runAndKeep(
    [...command, 'test/leak/memory.mjs', '--megabytes', '224', '--objects', '0', '--growth', '32'],
    { cwd: project, env, timeout },
  );
  const [, flat = '0', grew = '1'] = /^(\d+) flat, (\d+) grew$/m.exec(soak.stdout) ?? [];
  const ok = tests.status === 0 && counts.passed > 0 && counts.failed === 0;
  const output = `${ok ? '' : tests.output}${grew === '0' ? '' : soak.output}`;
  return {
    runtime: counts.runtime ?? name,
    name,
    backend,
    tests: counts,
    soak: { flat: Number(flat), grew: Number(grew) },
    passed: counts.passed + Number(flat),
    failed: counts.failed + Number(grew),
    ok: ok && grew === '0',
    output,
  };
}

const cellOf = ({ tests, soak }) =>
  `${tests.passed.toLocaleString('en')} passed, ${tests.failed} failed; soak ${soak.flat} flat, ${soak.grew} grew`;

/** Makes the table. */
function table(results) {
  const lines = ['| runtime | native addon | WebAssembly module |', '| --- | --- | --- |'];
  for (const name of new Set(results.map((result) => result.name))) {
    const [native, wasm] = ['native', 'wasm'].map((backend) =>
      results.find((result) => result.name === name && result.backend === backend),
    );
    lines.push(`| ${native.runtime} | ${cellOf(native)} | ${cellOf(wasm)} |`);
  }
  return lines.join('\n');
}

const names = options.only?.split(',') ?? runtimeNames;
for (const name of names) {
  if (!runtimeNames.includes(name)) throw new RangeError(`no runtime is named ${name}`);
  runtimePath(name); // Installs the runtime before several runs need it.
}
const project = makeProject();
const files = testFiles(project);
const waiting = names.flatMap((name) => ['native', 'wasm'].map((backend) => ({ name, backend })));
const results = [];
async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const result = await measure(project, files, next.name, next.backend);
    results.push(result);
    heading(`${result.runtime}, ${result.backend}: ${cellOf(result)}`);
    if (result.output !== '') console.log(result.output.trimEnd());
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));

heading('matrix');
console.log(table(results));
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results)}\n`);
const suites = results.map((result) => [`${result.runtime}, ${result.backend}`, result]);
process.exitCode = sumUp(Object.fromEntries(suites)) ? 0 : 1;
