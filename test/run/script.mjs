// Runs the program that the first argument of an npm script names: `npm run test:oracles -- wpt DIR` runs test/oracles/wpt.mjs
// with DIR. Without a known name it runs the first program of the script, with all arguments. It needs only Node.
// Usage: node test/run/script.mjs SCRIPT [NAME] [ARGUMENT]...

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { succeeds } from './machine.mjs';

// `setup` has the flags for setup.mjs, which prepares the clone first.
const scripts = {
  bench: {
    folder: 'test/bench',
    names: ['bench', 'core', 'event-loop', 'runtimes', 'startup', 'strings', 'worst'],
  },
  indexes: { folder: 'indexes', names: ['check', 'derive'] },
  release: {
    folder: 'test/release',
    names: ['pack', 'install', 'try', 'check', 'platform', 'reproduce'],
  },
  'test:core': {
    folder: 'test/run',
    names: ['sanitize', 'sanitize-node', 'threads', 'arm64', 'planted', 'coverage'],
  },
  'test:fuzz': { folder: 'test/fuzz', names: ['run'], setup: ['--mocha'] },
  'test:oracles': {
    folder: 'test/oracles',
    names: [
      'decoders',
      'databases',
      'encoding-rs',
      'historical',
      'iconv-lite',
      'labels',
      'media-types',
      'prescan',
      'random',
      'reference',
      'transliteration',
      'wpt',
    ],
    setup: [],
  },
  'test:runtimes': {
    folder: 'test/runtimes',
    names: ['run', 'bundlers', 'conformance', 'matrix'],
    setup: ['--core', '--mocha'],
  },
  'test:soak': { folder: 'test/leak', names: ['memory', 'threads'], setup: [] },
};

const [script, ...args] = process.argv.slice(2);
const { folder, names, setup } = scripts[script];
const name = names.includes(args[0]) ? args.shift() : names[0];
// `npm run indexes -- derive historical` runs the program in a folder below.
const isBelow = args.length > 0 && existsSync(`${folder}/${args[0]}/${name}.mjs`);
const path = `${folder}/${isBelow ? `${args.shift()}/` : ''}${name}.mjs`;

if (setup !== undefined) {
  const command = [fileURLToPath(new URL('setup.mjs', import.meta.url)), ...setup];
  if (!succeeds(process.execPath, command, { stdio: 'inherit' })) process.exit(1);
}
const program = new URL(`../../${path}`, import.meta.url);
process.argv.splice(1, process.argv.length, fileURLToPath(program), ...args);
await import(program);
