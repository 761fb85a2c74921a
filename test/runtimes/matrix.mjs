// Runs the tests of what the package does with the packed tarball, in every runtime and with both backends: the standard's chapters, the
// product's own calls, streams, and memory in a long run.
// Usage: npm run test:runtimes -- matrix [--only RUNTIME[,RUNTIME]] [FILE.tgz]

import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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

// In milliseconds: the longest time for the tests of one runtime and backend. Two processors take some six minutes.
const timeout = 30 * 60_000;

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

/** Runs the tests in one runtime with one backend. */
async function measure(projects, name, backend) {
  const command = runtimeCommand(name, '--allow-all');
  const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend };
  const runs = [];
  for (const project of projects) runs.push(await runTests(command, project, env));
  const sum = (key) => runs.reduce((total, counts) => total + counts[key], 0);
  return {
    title: `${runs.find((each) => each.runtime)?.runtime ?? name}, ${backend}`,
    passed: sum('passed'),
    failed: sum('failed'),
    ok: runs.every((each) => each.ok),
    output: runs.map((each) => each.output).join(''),
  };
}

const names = knownNames(options.only?.split(',') ?? []);
// Installs the runtimes before several runs need them.
for (const name of names) runtimePath(name);
const projects = makeProjects();
const runs = names.flatMap((name) => ['native', 'wasm'].map((backend) => ({ name, backend })));
const suites = {};
await inLanes(runs, async ({ name, backend }) => {
  const { title, output, ...suite } = await measure(projects, name, backend);
  suites[title] = suite;
  heading(`${title}: ${suite.passed} passed, ${suite.failed} failed`);
  if (output !== '') console.log(output.trimEnd());
});
sumUp(suites);
