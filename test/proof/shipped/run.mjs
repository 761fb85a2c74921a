// Takes the steps of the reference through the package in a tarball, on each target that this machine can run: README.md of the folder
// above says how. Writes a certificate for each artefact that went through them to build/release/certificates.
// Usage: npm run test:proof -- shipped FILE.tgz [--keep-steps] [TARGET]...   (default: all targets)
// With --keep-steps the steps of the reference are taken from an earlier run.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { directory, indexNames } from '../../../indexes/files.mjs';
import { sha256 } from '../../tools/release/bill-of-materials.mjs';
import { certificatesFolder } from '../../tools/release/certify.mjs';
import { runtimeCommand } from '../../tools/release/runtimes.mjs';
import { addon, targets } from '../../tools/release/targets.mjs';
import { root } from '../../tools/run/cmake.mjs';
import { temporaryFolder } from '../../tools/run/folders.mjs';
import { run, secondsSince } from '../../tools/run/machine.mjs';
import { heading, inLanes, runAndKeep, Suites, sumUp } from '../../tools/run/suites.mjs';
import { moduleText } from '../../tools/run/wasm.mjs';
import { jobsFor, stepsOf } from '../jobs.mjs';
import { names } from '../reference.mjs';
import { folder as tables } from '../words.mjs';

/**
 * In a short walk one of this number is walked of the states behind the first ones, of the code points alone, and of the texts. A call takes
 * a hundred times as long in qemu.
 */
const SHORT = 61;
const SHORTEST = 4001;

/** What no table of steps has. */
const ofTables =
  'UTF-32: states after three bytes, two or more of which are not marked (test/proof/README.md)';

/** The targets by their names. The walk is short where the code runs in an emulator, and where another target has the same file. */
const all = new Map();
for (const target of targets) {
  const name = `${target.platform}-${target.libc}`;
  const artefact = `prebuilds/${target.platform}/${addon}`;
  const every = all.size === 0 ? 1 : target.through === 'qemu' ? SHORTEST : SHORT;
  if (!all.has(name)) all.set(name, { target, artefact, backend: 'native', every });
}
all.set('wasm', { target: targets[0], artefact: moduleText, backend: 'wasm', every: 1 });

const { values: options, positionals } = parseArgs({
  options: { 'keep-steps': { type: 'boolean' } },
  allowPositionals: true,
});
const [tarball, ...wanted] = positionals;
const unknown = wanted.find((name) => !all.has(name));
if (tarball === undefined || unknown !== undefined) {
  const known = [...all.keys()].join(' ');
  console.error(`Usage: npm run test:proof -- shipped FILE.tgz [TARGET]...   (targets: ${known})`);
  process.exit(64);
}

/** Unpacks the tarball as an installed package. */
function unpack() {
  const modules = join(temporaryFolder('shipped'), 'node_modules');
  mkdirSync(modules);
  const { status, output } = run('tar', [
    '-xzf',
    resolve(process.env.INIT_CWD ?? '.', tarball),
    '-C',
    modules,
    '--transform=s,^package,whatwg-transcoder,',
  ]);
  if (status !== 0) throw new Error(output);
  return join(modules, 'whatwg-transcoder');
}

const folder = unpack();
const suites = new Suites();
const runs = new Map();

/** Finds the command of each target. Says why a target does not run. */
for (const name of wanted.length > 0 ? wanted : all.keys()) {
  const { target, artefact } = all.get(name);
  try {
    if (!existsSync(join(folder, artefact))) throw new Error(`the package has no ${artefact}`);
    const [emulator] = target.emulator ?? [];
    if (emulator !== undefined && run(emulator, ['--version']).status !== 0) {
      throw new Error(`there is no ${emulator}`);
    }
    runs.set(name, { command: runtimeCommand(target), walks: [] });
  } catch (error) {
    console.log(`${name}: not run: ${error.message.split('\n')[0]}`);
  }
}

/** Writes the steps of the reference, and takes them through each target. */
async function walk({ kind, owners, arguments: encodings }, number) {
  const codec = kind.slice(0, -1);
  const isThere = owners.every((name) => existsSync(join(tables, `${name}.${codec}`)));
  if (!options['keep-steps'] || !isThere) {
    const steps = await runAndKeep([...stepsOf(kind), ...owners]);
    if (steps.status !== 0) throw new Error(steps.output);
  }
  for (const [name, { command, walks }] of runs) {
    const { backend, every } = all.get(name);
    const output = join(folder, `../../${name}-${number}.json`);
    const walker = [...command, `${root}test/proof/shipped/walk.cjs`, kind, folder, tables, output];
    const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend };
    delete env.WHATWG_TRANSCODER_KERNELS;
    const done = await runAndKeep([...walker, String(every), ...encodings], { env });
    const found = done.status === 0 ? JSON.parse(readFileSync(output, 'utf8')) : undefined;
    const isRight =
      found?.backend === backend &&
      (backend === 'wasm' || found.platform === all.get(name).target.platform);
    if (suites.add(name, isRight, encodings.length)) walks.push({ kind, ...found });
    else console.log(`${name}: ${owners.join(' ')}, ${kind}:\n${done.output.trimEnd()}`);
  }
}

/** Sums what the walks through codecs of one kind have found. */
function sumOf(walks, kind) {
  const results = walks.filter((one) => one.kind === kind).flatMap((one) => one.results);
  const sum = (field) => results.reduce((before, result) => before + result[field], 0);
  return {
    encodings: results.length,
    states: sum('states'),
    steps: sum('steps'),
    calls: sum('calls'),
    left: sum('left'),
  };
}

/** The version of the tables: a hash of all names, labels and indexes of the standard. */
function hashOfTables() {
  const hash = createHash('sha256');
  const files = ['encodings', ...indexNames().map((name) => `index-${name}`)];
  for (const file of files) hash.update(readFileSync(new URL(`${file}.txt`, directory)));
  return hash.digest('hex');
}

/** What a target has gone through. */
function runOf(name) {
  const { walks } = runs.get(name);
  const { runtime, kernels } = walks[0];
  const [decoders, encoders] = ['decoders', 'encoders'].map((kind) => sumOf(walks, kind));
  const leftOut = [ofTables];
  const { every } = all.get(name);
  if (every > 1) {
    const part = `one of ${every} of those behind the first ${every === SHORT ? 2048 : 128} was walked`;
    leftOut.push(`${decoders.left} states of decoders that were found: ${part}`);
    leftOut.push(`${encoders.left} code points alone, from each state of an encoder: ${part}`);
    leftOut.push(
      `texts of 5 code points, and longer ones above U+FFFF: ${every === SHORT ? part : 'all'}`,
    );
  }
  delete decoders.left;
  delete encoders.left;
  return { target: name, runtime, kernels, decoders, encoders, leftOut };
}

function writeCertificates() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const about = {
    package: version,
    standard: 'Encoding Standard as of May 2026',
    tables: hashOfTables(),
  };
  mkdirSync(certificatesFolder, { recursive: true });
  // Certificates of other files stay: `release -- certify` refuses those of another package.
  const walked = new Set([...runs.keys()].map((name) => all.get(name).artefact));
  for (const file of readdirSync(certificatesFolder)) {
    const { files } = JSON.parse(readFileSync(join(certificatesFolder, file), 'utf8'));
    if (Object.keys(files).some((path) => walked.has(path))) rmSync(join(certificatesFolder, file));
  }
  const write = (name, paths, ofTargets) => {
    const files = Object.fromEntries(paths.map((path) => [path, sha256(join(folder, path))]));
    const text = JSON.stringify({ ...about, files, runs: ofTargets.map(runOf) }, null, 2);
    writeFileSync(join(certificatesFolder, `${name}.json`), `${text}\n`);
  };
  const good = [...runs.keys()].filter((name) => suites.all[name].ok);
  for (const artefact of new Set(good.map((name) => all.get(name).artefact))) {
    const own = good.filter((name) => all.get(name).artefact === artefact);
    write(artefact === moduleText ? 'wasm' : artefact.split('/')[1], [artefact], own);
  }
  const whole = good.filter((name) => all.get(name).every === 1);
  const scripts = new Set(whole.flatMap((name) => runs.get(name).walks[0].scripts));
  if (whole.length > 0) write('javascript', [...scripts].sort(), whole);
  console.log(`certificates: ${certificatesFolder}`);
}

heading('shipped');
const start = performance.now();
await inLanes(jobsFor(names), walk);
for (const [name, { walks }] of runs) {
  for (const kind of ['decoders', 'encoders']) {
    const { encodings, states, steps, calls, left } = sumOf(walks, kind);
    console.log(
      `${name}: ${encodings} ${kind}, ${states} states, ${steps} steps, ${calls} calls, ${left} left out`,
    );
  }
}
console.log(`${secondsSince(start, 0)} s`);
if (runs.size > 0) writeCertificates();
sumUp(suites.all);
if (runs.size === 0) process.exitCode = 1;
