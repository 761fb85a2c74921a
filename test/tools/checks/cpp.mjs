// Checks the C++ sources with clang-format, with a build by each compiler with warnings as errors,
// and with clang-tidy. Usage: node test/tools/checks/cpp.mjs [--fix | --short]; --fix formats the files and
// does nothing else. --short leaves out the static analyzer of clang-tidy, which takes up to two thirds of the time for a file, and
// the build by clang, because "npm run test:core -- sanitize" builds with clang and treats warnings as errors, too.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build, joined, root, runs } from '../run/cmake.mjs';
import { succeeds } from '../run/machine.mjs';

const tests = ['core', 'fault-injection', 'fuzz', 'library', 'proof', 'tools/bench'];
const folders = ['src', ...tests.map((name) => `test/${name}`)];
const sources = folders
  .filter((folder) => existsSync(`${root}${folder}`))
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.(cc|c|h)$/.test(name))
  .sort();

/** Whether a command is installed. */
const exists = (command) => succeeds(command, ['--version']);

let failures = 0;
function step(what, tool, work) {
  if (!exists(tool)) {
    failures++;
    console.log(`${what}: ${tool} is not installed`);
    return;
  }
  const good = work();
  if (!good) failures++;
  console.log(`${what}: ${good ? 'clean' : 'FAILED'}`);
}

/** The folder with the commands of clang for each file, and with the tables that are made. Nothing is compiled there. */
const folder = 'build/cmake-tidy';

/** Makes what clang-tidy reads in the folder. */
const prepares = () =>
  runs('cmake', [
    ...['-S', '.', '-B', folder, '-DCORE_TESTS=ON', '-DCMAKE_CXX_COMPILER=clang++'],
    ...(isShort ? joined : ['-DCMAKE_UNITY_BUILD=OFF']),
  ]) && runs(process.execPath, ['indexes/generate.mjs', folder]);

/**
 * The sources of the core and of the library that a build compiles, by themselves or joined. Tests take too long in clang-tidy.
 */
function compiled() {
  const commands = JSON.parse(readFileSync(`${root}${folder}/compile_commands.json`, 'utf8'));
  const isOurs = /[/](?:src|(?:whatwg_encoding|core_tests)[.]dir[/]Unity)[/]/;
  return [...new Set(commands.map(({ file }) => file))].filter((file) => isOurs.test(file));
}

function tidy() {
  const files = compiled();
  if (files.length === 0) return false;
  const jobs = String(availableParallelism());
  // A file of joined sources includes these.
  const checks = isShort ? ['--checks=-clang-analyzer-*,-bugprone-suspicious-include'] : [];
  const args = ['-P', jobs, '-n', '1', 'clang-tidy', '--quiet', ...checks, '-p', folder];
  const { status, stdout } = spawnSync('xargs', args, { cwd: root, input: files.join('\n') });
  process.stdout.write(stdout);
  return status === 0;
}

const fix = process.argv.includes('--fix');
const isShort = process.argv.includes('--short');
const format = fix ? ['-i'] : ['--dry-run', '-Werror'];
step(`clang-format, ${sources.length} files`, 'clang-format', () =>
  runs('clang-format', [...format, ...sources]),
);
/**
 * Whether the files compile that no build above has by themselves: those that others include for their code, and the fuzz drivers,
 * which are built when they run.
 */
function parsesAlone(compiler) {
  const args = ['-std=gnu++20', '-fsyntax-only', '-Wall', '-Wextra', '-Wconversion', '-Werror'];
  const unused = ['-Wno-unused-function', '-Wno-unused-const-variable', '-Wno-unused-variable'];
  return sources
    .filter((name) => name.endsWith('-inl.h') || /^test\/fuzz\/.*[.]cc$/.test(name))
    .every((name) =>
      runs(compiler, [...args, ...unused, `-I${folder}`, '-include', name, '-xc++', '/dev/null']),
    );
}

if (!fix) {
  for (const compiler of isShort ? ['g++'] : ['g++', 'clang++']) {
    step(`${compiler}, warnings as errors`, compiler, () =>
      build(`build/cmake-${compiler === 'g++' ? 'gcc' : 'clang'}`, [
        `-DCMAKE_CXX_COMPILER=${compiler}`,
        '-DWARNINGS_AS_ERRORS=ON',
      ]),
    );
  }
  step('tables and commands for clang', 'clang++', prepares);
  step('files ending in -inl.h and fuzz drivers, each alone', 'clang++', () =>
    parsesAlone('clang++'),
  );
  step('clang-tidy', 'clang-tidy', tidy);
}
process.exitCode = failures === 0 ? 0 : 1;
