// Measures how much of the core its C++ tests run: lines, branches, and conditions by MC/DC (each condition of an expression has been
// seen to decide it). The tests are those of test/core/ with each set of kernels of this machine, programs of test/library/, and the fuzz
// drivers with the inputs of their corpora. A branch or a condition that no test takes must have a reason in test/core/uncovered.txt; a
// reason that is not needed is a failure, too. Left out are src/calls/ and the glue to JavaScript, which tests of JavaScript test.
// It needs clang-19 and llvm-19. Usage: npm run test:core -- coverage

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { build, kernelSets, root, runs, testSets } from './cmake.mjs';
import { run, succeeds } from './machine.mjs';
import { heading, Suites, sumUp } from './suites.mjs';

const folder = 'build/cmake-coverage';
const profiles = `${root}${folder}/profiles`;
const instrument = ['-fprofile-instr-generate', '-fcoverage-mapping', '-fcoverage-mcdc'];
process.env.LLVM_PROFILE_FILE = `${profiles}/%p.profraw`;

const suites = new Suites();

/** Builds and runs the tests. Returns the paths of the programs. */
async function runTests() {
  heading('build');
  // An assertion has a branch that no test could take.
  const options = [
    '-DCMAKE_CXX_COMPILER=clang++-19',
    '-DCMAKE_BUILD_TYPE=Debug',
    '-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1 -DNDEBUG',
    `-DCMAKE_CXX_FLAGS=${instrument.join(' ')}`,
  ];
  if (!build(folder, options, 'core_tests')) throw new Error('the tests did not build');
  rmSync(profiles, { recursive: true, force: true });
  mkdirSync(profiles, { recursive: true });

  heading('tests of the core');
  Object.assign(suites.all, await testSets(folder, kernelSets(folder).reverse()));

  heading('library, fuzz drivers');
  // The build may join sources of the library.
  const ofTests = `${folder}/CMakeFiles/core_tests.dir`;
  const objects = readdirSync(`${root}${ofTests}`, { recursive: true })
    .filter((file) => file.endsWith('.o') && !file.startsWith('test/'))
    .map((file) => `${ofTests}/${file}`);
  const programs = ['core_tests'];

  /** Builds and runs a program of some sources. */
  function runProgram(name, sources, headers, objects, { args = [], input } = {}) {
    const flags = ['-O1', '-DNDEBUG', ...instrument, `-I${headers}`];
    const files = sources.map((source) => {
      const isC = source.endsWith('.c');
      const file = `${folder}/${name}-${basename(source)}.o`;
      const own = ['-c', isC ? '-std=c11' : '-std=gnu++20', ...flags, source, '-o', file];
      if (!runs(isC ? 'clang-19' : 'clang++-19', own)) throw new Error(`${source} did not build`);
      return file;
    });
    const linked = [...files, ...objects, `${folder}/libwhatwg_encoding.a`, '-pthread'];
    if (!runs('clang++-19', [...instrument, ...linked, '-o', `${folder}/${name}`])) {
      throw new Error(`${name} did not build`);
    }
    suites.addPrinted(name, run(`${root}${folder}/${name}`, args, { input }));
    programs.push(name);
  }

  // Threads lose counts of each other, and a branch then seems to have been taken. (Atomic counters take five times as long.)
  runProgram('use_cpp', ['test/library/use_cpp.cc'], 'src/library', objects, {
    args: ['one-thread'],
  });
  runProgram('use_c', ['test/library/use_c.c'], 'src/library', objects);
  runProgram('streams', ['test/library/streams.cc'], 'src/library', objects, { args: ['3000'] });
  for (const driver of ['decode', 'encode', 'malformed', 'transcode', 'label', 'detect']) {
    runProgram(
      `${driver}_fuzz`,
      [`test/fuzz/${driver}_fuzz.cc`, 'test/fuzz/replay.cc'],
      folder,
      [],
      {
        input: readFileSync(`${root}test/fuzz/corpora/${driver}.txt`, 'utf8'),
      },
    );
  }
  return programs.map((program) => `${folder}/${program}`);
}

/** What llvm-cov says of the files in src/. */
function measure([first, ...others]) {
  const data = `${folder}/all.profdata`;
  const files = readdirSync(profiles).map((file) => `${profiles}/${file}`);
  if (!succeeds('llvm-profdata-19', ['merge', '-sparse', ...files, '-o', data])) {
    throw new Error('the profiles could not be merged');
  }
  const objects = others.flatMap((program) => ['-object', program]);
  const args = ['export', first, ...objects, `-instr-profile=${data}`, '-skip-functions', 'src'];
  return JSON.parse(run('llvm-cov-19', args).stdout).data[0].files.filter(
    ({ filename }) => !filename.includes('/src/calls/'),
  );
}

/** How often the region ran that a place is in. */
function runsAt(segments, line, column) {
  const before = segments.filter(
    ([l, c, , hasCount]) => hasCount && (l < line || (l === line && c <= column)),
  );
  return before.at(-1)?.[2] ?? 0;
}

const noneOf = () => ({ count: 0, covered: 0 });

/**
 * The branches and the conditions of a file: how many there are, and which of them no test takes. Instances of a template are one.
 */
function gapsOf({ filename, branches, mcdc_records: records, segments, summary }) {
  const text = readFileSync(filename, 'utf8').split('\n');
  const sums = { lines: summary.lines, branches: noneOf(), mcdc: noneOf() };
  const gaps = new Set();
  const places = new Map();
  for (const [line, column, , , taken, passed] of branches) {
    const key = `${line}:${column}`;
    const sum = places.get(key) ?? { line, column, outcomes: [0, 0] };
    sum.outcomes[0] += taken;
    sum.outcomes[1] += passed;
    places.set(key, sum);
  }
  for (const { line, column, outcomes } of places.values()) {
    // The compiler has found that a condition is a constant.
    if (outcomes.every((times) => times === 0) && runsAt(segments, line, column) > 0) continue;
    sums.branches.count += 2;
    sums.branches.covered += outcomes.filter((times) => times > 0).length;
    if (outcomes.includes(0)) gaps.add(text[line - 1].trim());
  }
  const decisions = new Map();
  for (const [line, column, , , , , conditions] of records) {
    const key = `${line}:${column}`;
    const seen = decisions.get(key) ?? { line, conditions: conditions.map(() => false) };
    seen.conditions = seen.conditions.map((isSeen, at) => isSeen || conditions[at]);
    decisions.set(key, seen);
  }
  for (const { line, conditions } of decisions.values()) {
    sums.mcdc.count += conditions.length;
    sums.mcdc.covered += conditions.filter(Boolean).length;
    if (conditions.includes(false)) gaps.add(text[line - 1].trim());
  }
  return { sums, gaps };
}

/** The reasons: a line of text says one; behind it, lines with two spaces name a file, and those with four a line of it. */
function readReasons() {
  const reasons = new Set();
  let name;
  for (const line of readFileSync(`${root}test/core/uncovered.txt`, 'utf8').split('\n')) {
    if (line.startsWith('    ')) reasons.add(`${name}: ${line.trim()}`);
    else if (line.startsWith('  ')) name = line.trim();
  }
  return reasons;
}

const tools = ['clang++-19', 'clang-19', 'llvm-profdata-19', 'llvm-cov-19'];
if (!tools.every((tool) => succeeds(tool, ['--version']))) {
  console.error('It needs clang 19. On Debian: apt-get install clang-19 llvm-19');
  process.exit(1);
}
const measured = measure(await runTests());
heading('coverage');
const reasons = readReasons();
const unexplained = [];
const needed = new Set();
const all = { lines: noneOf(), branches: noneOf(), mcdc: noneOf() };
for (const file of measured) {
  const { sums, gaps } = gapsOf(file);
  for (const [kind, { count, covered }] of Object.entries(sums)) {
    all[kind].count += count;
    all[kind].covered += covered;
  }
  for (const gap of gaps) {
    const entry = `${file.filename.slice(root.length)}: ${gap}`;
    if (reasons.has(entry)) needed.add(entry);
    else unexplained.push(entry);
  }
}
for (const [kind, { count, covered }] of Object.entries(all))
  console.log(`${kind}: ${((100 * covered) / count).toFixed(1)} %`);
for (const entry of unexplained)
  console.log(`no test takes each branch of this, and there is no reason: ${entry}`);
const unneeded = [...reasons].filter((entry) => !needed.has(entry));
for (const entry of unneeded) console.log(`this needs no reason: ${entry}`);
const failed = unexplained.length + unneeded.length;
suites.all['branches with a reason'] = { passed: needed.size, failed, ok: failed === 0 };
sumUp(suites.all);
