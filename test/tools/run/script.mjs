// Runs the program that the first argument of an npm script names: `npm run test:differential -- wpt DIR` runs
// test/tools/differential/wpt.mjs with DIR. Without a known name it runs the first program of the script, with all arguments. It
// needs only Node.
// Usage: node test/tools/run/script.mjs SCRIPT [NAME] [ARGUMENT]...

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { succeeds } from './machine.mjs';

// For each script: the folder of its programs and their names, and in `elsewhere` the programs that stand in other folders. `setup` has
// the flags for setup.mjs, which prepares the clone first; `setups` has those for one program.
const scripts = {
  bench: {
    folder: 'test/tools/bench',
    names: ['bench', 'core', 'event-loop', 'runtimes', 'startup', 'worst'],
  },
  indexes: { folder: 'indexes', names: ['check', 'derive'] },
  release: {
    folder: 'test/tools/release',
    names: ['pack', 'certify', 'install', 'try', 'check', 'platform', 'reproduce', 'amalgamate'],
  },
  'test:core': {
    folder: 'test/tools/run',
    names: ['sanitize', 'sanitize-node', 'threads', 'arm64', 'kernels', 'mutations', 'coverage'],
    elsewhere: { library: 'test/library/run.mjs' },
    setups: { kernels: ['--core', '--mocha'] },
  },
  'test:differential': {
    folder: 'test/tools/differential',
    names: [
      'random',
      'databases',
      'edits',
      'encoding-rs',
      'historical',
      'iconv-lite',
      'labels',
      'prescan',
      'reference',
      'transliteration',
      'wpt',
    ],
    setup: [],
  },
  'test:proof': {
    folder: 'test/tools/run',
    names: ['proof'],
    elsewhere: {
      kernels: 'test/proof/kernels/prove.mjs',
      planted: 'test/proof/shipped/planted.mjs',
      shipped: 'test/proof/shipped/run.mjs',
    },
    setup: ['--core'],
    setups: { kernels: [], planted: ['--mocha'], shipped: [] },
  },
  'test:fuzz': { folder: 'test/fuzz', names: ['run'], setup: ['--mocha'] },
  'test:runtimes': {
    folder: 'test/runtimes',
    names: ['run', 'bundlers', 'conformance', 'engines', 'matrix'],
    elsewhere: {
      examples: 'test/examples/run.mjs',
      peers: 'test/peers/run.mjs',
    },
    setup: ['--core', '--mocha'],
  },
  'test:soak': { folder: 'test/soak', names: ['memory', 'threads'], setup: [] },
};

const [script, ...args] = process.argv.slice(2);
const { folder, names, elsewhere = {}, setups = {}, setup: usual } = scripts[script];
const isNamed = names.includes(args[0]) || Object.hasOwn(elsewhere, args[0] ?? '');
const name = isNamed ? args.shift() : names[0];

/** The path of the program. `npm run indexes -- derive historical` runs the program in a folder below. */
function programPath() {
  if (elsewhere[name] !== undefined) return elsewhere[name];
  const isBelow = args.length > 0 && existsSync(`${folder}/${args[0]}/${name}.mjs`);
  return `${folder}/${isBelow ? `${args.shift()}/` : ''}${name}.mjs`;
}

const path = programPath();
const setup = setups[name] ?? usual;
if (setup !== undefined) {
  const command = [fileURLToPath(new URL('setup.mjs', import.meta.url)), ...setup];
  if (!succeeds(process.execPath, command, { stdio: 'inherit' })) process.exit(1);
}
const program = new URL(`../../../${path}`, import.meta.url);
process.argv.splice(1, process.argv.length, fileURLToPath(program), ...args);
await import(program);
