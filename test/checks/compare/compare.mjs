// Compares two packed packages as their users see them: what each entry point exports, the types and their comments, and what
// some thousand calls with right and wrong arguments return or throw, on both backends. Each difference must be on purpose
// and in CHANGELOG. It ends with status 1 when there are differences.
// Usage: npm run compare -- BEFORE.tgz AFTER.tgz

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../run/folders.mjs';
import { commandFacts } from './command-facts.mjs';
import { typeFacts } from './type-facts.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const factsProgram = fileURLToPath(new URL('facts.mjs', import.meta.url));
const backends = ['native', 'wasm'];

/** In lines. A longer difference is cut; the files that it names have all of it. */
const MAX_SHOWN_LINES = 30;

const scratch = temporaryFolder('compare');

function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  return { status, output: `${stdout}${stderr}` };
}

/** Unpacks a tarball into the node_modules of an empty project with the packages that its types need. */
function unpack(name, tarball) {
  const project = join(scratch, name);
  const folder = join(project, 'node_modules/whatwg-transcoder');
  mkdirSync(folder, { recursive: true });
  const { status, output } = run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  if (status !== 0) throw new Error(`tar could not unpack ${tarball}: ${output}`);
  cpSync(factsProgram, join(project, 'facts.mjs'));
  for (const dependency of ['@types', 'undici-types']) {
    symlinkSync(
      join(root, 'node_modules', dependency),
      join(project, 'node_modules', dependency),
      'dir',
    );
  }
  return project;
}

/** What the calls on a backend did, by the titles of the calls. */
function callFacts(project, backend) {
  const file = join(project, `${backend}.json`);
  const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: backend, NO_COLOR: '1' };
  const { status, output } = run(process.execPath, ['facts.mjs', file], { cwd: project, env });
  if (status !== 0) throw new Error(`facts.mjs failed on the backend ${backend}:\n${output}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** What the TypeScript compiler says of the programs in test/types/. */
function compilerFacts(project) {
  const folder = join(project, 'types');
  cpSync(join(root, 'test/types'), folder, { recursive: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const facts = {};
  for (const config of ['tsconfig.json', 'tsconfig.dom.json']) {
    facts[`tsc -p ${config}`] = run(process.execPath, [tsc, '-p', config], { cwd: folder }).output;
  }
  return facts;
}

/** Everything that is compared, in groups. */
function factsOf(name, tarball) {
  const project = unpack(name, tarball);
  const groups = {};
  for (const backend of backends)
    groups[`calls and exports, ${backend}`] = callFacts(project, backend);
  groups.types = typeFacts(join(project, 'node_modules/whatwg-transcoder'));
  groups['the compiler'] = compilerFacts(project);
  groups['the command'] = commandFacts(project);
  return groups;
}

/** Shows the difference of two facts. */
function show(title, before, after) {
  if (`${before}${after}`.length < 400) {
    console.log(`${title}\n  - ${before}\n  + ${after}`);
    return;
  }
  const files = ['before', 'after'].map((name) => join(scratch, `${name}.txt`));
  writeFileSync(files[0], `${before}\n`);
  writeFileSync(files[1], `${after}\n`);
  const { output } = run('diff', ['-U1', ...files]);
  const lines = output.split('\n').slice(2);
  const more = lines.length - MAX_SHOWN_LINES;
  console.log(`${title}\n  ${lines.slice(0, MAX_SHOWN_LINES).join('\n  ')}`);
  if (more > 0) console.log(`  … and ${more} more lines`);
}

const tarballs = process.argv.slice(2);
if (tarballs.length !== 2) {
  console.error('usage: npm run compare -- BEFORE.tgz AFTER.tgz');
  process.exit(2);
}
const [before, after] = tarballs.map((tarball, index) =>
  factsOf(['before', 'after'][index], resolve(process.env.INIT_CWD ?? '.', tarball)),
);
let total = 0;
for (const group of Object.keys(before)) {
  const titles = [...new Set([...Object.keys(before[group]), ...Object.keys(after[group])])];
  const different = titles.filter((title) => before[group][title] !== after[group][title]);
  console.log(`${group}: ${titles.length} facts, ${different.length} differences`);
  for (const title of different) show(title, before[group][title], after[group][title]);
  total += different.length;
}
console.log(total === 0 ? 'the packages are the same to their users' : `${total} differences`);
process.exitCode = total === 0 ? 0 : 1;
