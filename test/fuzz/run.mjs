// Runs fuzz drivers for a while each: those of the core (NAME_fuzz.cc, which clang builds with libFuzzer), and those of the functions
// of JavaScript (drivers/NAME.mjs, which have both backends).
// Usage: npm run test:fuzz -- [SECONDS] [--keep] [--seed N] [NAME | core | javascript]...
//   (default: 60 seconds and all drivers)
//
// For each driver it prints how many inputs it ran, how many edges of the code it reached (of the core: edges of libFuzzer; of
// JavaScript: characters of lib/), which input was the last that reached a new one, and how many inputs, or seeds of JavaScript, its corpus
// has. An input that fails is shown, and that of a driver of
// the core is kept in build/fuzz. A run begins with corpora/NAME.txt; with --keep it writes them: the fewest inputs
// that reach as much, and the seeds that reached something new. The exit code is 0 when nothing failed.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildEncodingRs, CRATES } from '../tools/bench/encoding-rs.mjs';
import { build, root } from '../tools/run/cmake.mjs';
import { runAndKeep } from '../tools/run/suites.mjs';

const here = 'test/fuzz';
const folder = 'build/fuzz';
const built = 'build/cmake-fuzz';

const namesIn = (path, end) =>
  readdirSync(`${root}${path}`)
    .filter((file) => file.endsWith(end))
    .map((file) => file.slice(0, -end.length));

const groups = {
  core: namesIn(here, '_fuzz.cc'),
  javascript: namesIn(`${here}/drivers`, '.mjs'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, seed: { type: 'string' } },
});
const seconds = /^\d+$/.test(positionals[0] ?? '') ? positionals.shift() : '60';
if (Number(seconds) === 0) throw new RangeError('the number of seconds must be above 0');
const all = Object.values(groups).flat();
const chosen = positionals.flatMap((name) => groups[name] ?? [name]);
const unknown = chosen.find((name) => !all.includes(name));
if (unknown !== undefined) throw new RangeError(`there is no driver named ${unknown}`);
const isChosen = (name) => chosen.length === 0 || chosen.includes(name);

const BESIDE_ENCODING_RS = 'encoding_rs';
const MAX_KEPT_BYTES = 128;
const MAX_KEPT_INPUTS = 300;

let encodingRs;

/** What a driver needs in its environment: the one beside encoding_rs needs its library. */
function library(name) {
  if (name !== BESIDE_ENCODING_RS) return {};
  encodingRs ??= buildEncodingRs();
  return { ENCODING_RS: encodingRs };
}

/** Tells whether a driver can run here. The one beside encoding_rs needs Debian's packages of cargo and of encoding_rs. */
const canRun = (name) =>
  name !== BESIDE_ENCODING_RS ||
  (existsSync(CRATES) && readdirSync(CRATES).some((crate) => crate.startsWith('encoding_rs-')));

/** Writes the inputs of corpora/NAME.txt, one in hexadecimal digits on each line, to the folder of a driver. */
function unpack(name, corpus) {
  mkdirSync(`${root}${corpus}`, { recursive: true });
  const file = `${root}${here}/corpora/${name}.txt`;
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  for (const line of lines)
    writeFileSync(`${root}${corpus}/${line.slice(0, 40)}-${line.length}`, line, 'hex');
}

/** Reduces the corpus of a driver to short inputs that reach as much as all of them, and writes these to corpora/NAME.txt. */
async function keep(name, corpus) {
  const reduced = `${folder}/${name}-reduced`;
  rmSync(`${root}${reduced}`, { recursive: true, force: true });
  mkdirSync(`${root}${reduced}`);
  const options = ['-merge=1', `-max_len=${MAX_KEPT_BYTES}`, '-verbosity=0'];
  const command = [`${root}${built}/${name}_fuzz`, ...options, reduced, corpus];
  await runAndKeep(command, { env: { ...process.env, ...library(name) } });
  const inputs = readdirSync(`${root}${reduced}`)
    .map((file) => readFileSync(`${root}${reduced}/${file}`, 'hex'))
    .sort((left, right) => left.length - right.length || (left < right ? -1 : 1))
    .slice(0, MAX_KEPT_INPUTS);
  mkdirSync(`${root}${here}/corpora`, { recursive: true });
  writeFileSync(`${root}${here}/corpora/${name}.txt`, `${inputs.join('\n')}\n`);
}

/**
 * Returns what the lines of libFuzzer say at the end, and the number of the last input that reached a new edge: 0 when the corpus at
 * the beginning reached them all.
 */
function coverageIn(output) {
  const coverage = { edges: 0, lastNew: 0, corpus: 0 };
  for (const [, input, event, edges, corpus] of output.matchAll(
    /^#(\d+)\s+(\w+)\s+cov: (\d+).*? corp: (\d+)/gm,
  )) {
    if (Number(edges) > coverage.edges) coverage.lastNew = event === 'INITED' ? 0 : Number(input);
    coverage.edges = Number(edges);
    coverage.corpus = Number(corpus);
  }
  return coverage;
}

/** Runs a driver of the core. Returns { executions, edges, lastNew, corpus, ok, output }. */
async function runCore(name) {
  const corpus = `${folder}/${name}`;
  unpack(name, corpus);
  const options = [`-max_total_time=${seconds}`, '-print_final_stats=1', '-print_coverage=0'];
  options.push('-max_len=4096', '-timeout=10', `-artifact_prefix=${corpus}-`);
  if (values.seed !== undefined) options.push(`-seed=${values.seed}`);
  if (!['label', 'encode'].includes(name)) options.push(`-dict=${here}/bytes.dict`);
  const command = [`${root}${built}/${name}_fuzz`, ...options, corpus];
  const { status, output } = await runAndKeep(command, {
    env: { ...process.env, ...library(name) },
  });
  const executions = Number(/number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0);
  const ok = status === 0 && executions > 0;
  if (ok && values.keep) await keep(name, corpus);
  // The last lines say what failed; those before show how the corpus grew.
  const shown = output
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
  return { executions, ...coverageIn(output), ok, output: shown };
}

/** Runs a driver of JavaScript in a process of its own, which is ended when one call takes too long. */
async function runJavaScript(name) {
  const seed = values.seed === undefined ? [] : [values.seed];
  const command = [process.execPath, `${here}/javascript.mjs`, name, seconds, ...seed];
  const timeout = Number(seconds) * 1000 + 120_000;
  const { status, stdout, output } = await runAndKeep(command, { timeout });
  const last = stdout.trimEnd().split('\n').at(-1);
  if (!last.startsWith('{"executions"')) {
    const now = readFileSync(`${root}${folder}/${name}.now`, 'utf8');
    const nothing = { executions: 0, edges: 0, lastNew: 0, corpus: 0 };
    return { ...nothing, ok: false, output: `${output}\nin ${now}` };
  }
  const { executions, edges, lastNew, corpus } = JSON.parse(last);
  if (status === 0 && values.keep) {
    mkdirSync(`${root}${here}/corpora`, { recursive: true });
    const lines = corpus.map(([property, seed]) => `${seed} ${property}\n`);
    writeFileSync(`${root}${here}/corpora/${name}.txt`, lines.join(''));
  }
  return { executions, edges, lastNew, corpus: corpus.length, ok: status === 0, output };
}

const ways = {
  core: {
    run: runCore,
    isReady: () => build(built, ['-DFUZZ=ON', '-DCMAKE_CXX_COMPILER=clang++']),
  },
  javascript: { run: runJavaScript, isReady: () => true },
};

mkdirSync(`${root}${folder}`, { recursive: true });
let isOk = true;
for (const [group, { run, isReady }] of Object.entries(ways)) {
  const names = groups[group].filter(isChosen);
  if (names.length === 0) continue;
  if (!isReady()) {
    isOk = false;
    continue;
  }
  for (const name of names) {
    if (!canRun(name)) {
      console.log(
        `${group}, ${name}: not run: it needs the Debian packages librust-encoding-rs-dev and cargo`,
      );
      continue;
    }
    const { executions, edges, lastNew, corpus, ok, output } = await run(name);
    if (!ok) console.log(output);
    const reached = `${edges} edges (the last new one by input ${lastNew})`;
    const figures = `${executions} inputs in ${seconds} s, ${reached}, corpus ${corpus}`;
    console.log(`${group}, ${name}: ${figures}, ${ok ? 'no failure' : 'FAILED'}`);
    isOk &&= ok;
  }
}
process.exitCode = isOk ? 0 : 1;
