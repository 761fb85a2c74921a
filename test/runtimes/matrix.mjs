// Runs the tests of what the package does with the packed tarball, in every runtime and with both backends: the standard's chapters, the
// product's own calls, streams, and the soak. Prints a table.
// Usage: npm run test:runtimes -- matrix [--only RUNTIME[,RUNTIME]] [FILE.tgz]

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTarball, unpack } from '../tools/release/tarball.mjs';
import { root } from '../tools/run/cmake.mjs';
import { testFiles } from '../tools/run/mocha.mjs';
import { heading, inLanes, runAndKeep, sumUp } from '../tools/run/suites.mjs';
import { knownNames, matrixPlaces, runtimeCommand, runtimePath } from './runtimes.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});

// In milliseconds: the longest time for the tests of one runtime and backend. Two processors take some four minutes.
const timeout = 20 * 60_000;

/** Makes a folder with the files of the tarball and the tests, and one with the sources of lib/ in their place. */
function makeProjects() {
  const packed = unpack(findTarball(positionals));
  const sources = join(packed, '../sources');
  cpSync(packed, sources, { recursive: true });
  rmSync(join(sources, 'lib'), { recursive: true });
  cpSync(join(root, 'lib'), join(sources, 'lib'), { recursive: true });
  cpSync(join(root, 'package.json'), join(sources, 'package.json'));
  for (const project of [packed, sources]) {
    for (const path of ['test', 'indexes']) {
      cpSync(join(root, path), join(project, path), { recursive: true });
    }
    mkdirSync(join(project, 'build'), { recursive: true });
    // The soak looks for the runtimes there, and the tests for Mocha.
    symlinkSync(join(root, 'build/runtimes'), join(project, 'build/runtimes'));
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  }
  const [ofSources, ofPackage] = [true, false].map((needs) =>
    testFiles(matrixPlaces).filter((file) => needsSources(file) === needs),
  );
  return [
    { project: packed, files: ofPackage },
    { project: sources, files: ofSources },
  ];
}

/**
 * Whether a file of tests, or a file of test/ that it names, names a module in a folder of lib/. The packed package has joined these to
 * others, so that such tests run with the sources, and with the addon and the module of the package.
 */
function needsSources(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(root, file))) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/['"`]((?:[.]{1,2}|lib)[/][^'"`\n]+)['"`]/g)].some(([, path]) => {
    const named = path.startsWith('lib/') ? path : join(dirname(file), path);
    if (named.startsWith('test/')) return needsSources(named, seen);
    return /^lib[/].+[/].+[.]js$/.test(named) && existsSync(join(root, named));
  });
}

/** Runs tests in a project. Returns what they count, the runtime, and their output if they did not all pass. */
async function runTests(command, { project, files }, env) {
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
  const ok = tests.status === 0 && counts.passed > 0 && counts.failed === 0;
  return { ...counts, ok, output: ok ? '' : tests.output };
}

/** Runs the tests and the soak in one runtime with one backend. */
async function measure(projects, name, backend) {
  const command = runtimeCommand(name, '--allow-all');
  const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend };
  const runs = [];
  for (const project of projects) runs.push(await runTests(command, project, env));
  const sum = (key) => runs.reduce((total, counts) => total + counts[key], 0);
  const tests = { passed: sum('passed'), failed: sum('failed') };
  const [{ project }] = projects;
  const soak = await runAndKeep(
    [...command, 'test/soak/memory.mjs', '--megabytes', '224', '--objects', '0', '--growth', '32'],
    { cwd: project, env, timeout },
  );
  const [, flat = '0', grew = '1'] = /^(\d+) flat, (\d+) grew$/m.exec(soak.stdout) ?? [];
  const ok = runs.every((each) => each.ok);
  const output = [...runs.map((each) => each.output), grew === '0' ? '' : soak.output].join('');
  return {
    runtime: runs.find((each) => each.runtime)?.runtime ?? name,
    name,
    backend,
    tests,
    soak: { flat: Number(flat), grew: Number(grew) },
    passed: tests.passed + Number(flat),
    failed: tests.failed + Number(grew),
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

const names = knownNames(options.only?.split(',') ?? []);
// Installs the runtimes before several runs need them.
for (const name of names) runtimePath(name);
const projects = makeProjects();
const runs = names.flatMap((name) => ['native', 'wasm'].map((backend) => ({ name, backend })));
const results = [];
await inLanes(runs, async ({ name, backend }) => {
  const result = await measure(projects, name, backend);
  results.push(result);
  heading(`${result.runtime}, ${result.backend}: ${cellOf(result)}`);
  if (result.output !== '') console.log(result.output.trimEnd());
});

heading('matrix');
console.log(table(results));
const suites = results.map((result) => [`${result.runtime}, ${result.backend}`, result]);
sumUp(Object.fromEntries(suites));
