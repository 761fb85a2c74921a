// Packs a program that uses the package from its tarball with each bundler, with plain settings, and runs the result in a
// folder without node_modules; a file tracer copies the files that the program needs. Then it uses the package in test runners, in cluster, in vm contexts and in a single
// executable application.
// Usage: npm run test:runtimes -- bundlers [FILE.tgz]

import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findTarball } from '../tools/release/tarball.mjs';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { install } from '../tools/run/npm-package.mjs';
import { counts, heading, runAndKeep, sumUp, count as test } from '../tools/run/suites.mjs';
import { runtimePath } from './runtimes.mjs';

const packages = [
  '@rollup/plugin-commonjs@29.0.3',
  '@rollup/plugin-node-resolve@16.0.3',
  '@vercel/ncc@0.45.0',
  '@vercel/nft@1.11.5',
  'esbuild@0.28.2',
  'jest@30.5.2',
  'postject@1.0.0-alpha.6',
  'rollup@4.68.7',
  'vite@8.3.8',
  'vitest@4.1.12',
  'webpack@5.112.2',
  'webpack-cli@7.3.1',
];

const scratch = temporaryFolder('bundlers');
const project = join(scratch, 'project');
const alone = join(scratch, 'alone'); // where there is no node_modules
mkdirSync(project);
mkdirSync(alone);
const write = (name, text) => writeFileSync(join(project, name), text);
cpSync(`${root}test/runtimes/bundlers/entry.mjs`, join(project, 'entry.mjs'));
install(project, ...packages, findTarball(process.argv.slice(2)));

// The environment of the programs demands no backend.
const { WHATWG_TRANSCODER_BACKEND: _, ...env } = process.env;
const run = (command, cwd = project) => runAndKeep(command, { cwd, env, timeout: 300_000 });
const bin = (name) => join(project, 'node_modules', name);
const node = (...args) => [process.execPath, ...args];

const unpacked = await run(node('entry.mjs'));
const expected = JSON.parse(unpacked.stdout).results;
/** Whether a program has printed the right results, with the backend that it should have. */
function isRight({ status: code, stdout }, backend) {
  if (code !== 0) return false;
  const found = JSON.parse(stdout.trim().split('\n').at(-1));
  return found.backend === backend && isDeepStrictEqual(found.results, expected);
}

/** Runs the commands of a bundler, the last of which is the packed program. */
async function bundles(title, commands, backend = 'wasm') {
  let last;
  for (const { command, cwd } of commands) {
    last = await run(command, cwd);
    if (last.status !== 0) break;
  }
  test(`${title}: ${backend}`, isRight(last, backend), last.output);
}

const inProject = (...args) => ({ command: node(...args), cwd: project });
const program = (file) => ({ command: node(file), cwd: alone });
const out = (file) => join(alone, file);

heading('bundlers');
const esbuild = ['entry.mjs', '--bundle', '--platform=node'];
await bundles('esbuild, CommonJS', [
  { command: [bin('esbuild/bin/esbuild'), ...esbuild, `--outfile=${out('esbuild.cjs')}`] },
  program('esbuild.cjs'),
]);
// The two lines of the documentation: ES modules have no require() for the modules of Node.
const banner =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
await bundles('esbuild, ES module', [
  {
    command: [
      bin('esbuild/bin/esbuild'),
      ...esbuild,
      '--format=esm',
      `--banner:js=${banner}`,
      `--outfile=${out('esbuild.mjs')}`,
    ],
  },
  program('esbuild.mjs'),
]);

await bundles('webpack', [
  inProject(
    ...[bin('webpack-cli/bin/cli.js'), '--entry=./entry.mjs', '--mode=production'],
    ...['--target=node', `--output-path=${alone}`, '--output-filename=webpack.cjs'],
  ),
  program('webpack.cjs'),
]);

for (const [title, format, file] of [
  ['rollup, ES module', 'es', 'rollup.mjs'],
  ['rollup, CommonJS', 'cjs', 'rollup.cjs'],
]) {
  const plugins = ['--plugin=node-resolve', '--plugin=commonjs'];
  const options = [...plugins, `--format=${format}`, `--file=${out(file)}`];
  await bundles(title, [
    inProject(bin('rollup/dist/bin/rollup'), 'entry.mjs', ...options),
    program(file),
  ]);
}

const vite = (noExternal, file) => {
  write(
    'vite.config.mjs',
    `export default {
      ${noExternal ? 'ssr: { noExternal: true },' : ''}
      build: {
        ssr: 'entry.mjs',
        outDir: ${JSON.stringify(noExternal ? alone : join(project, 'dist'))},
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: '${file}' } },
      },
    };\n`,
  );
  return inProject(bin('vite/bin/vite.js'), 'build', '--logLevel', 'error');
};
await bundles('Vite, SSR', [vite(false, 'vite.mjs'), inProject('dist/vite.mjs')], 'native');
await bundles('Vite, SSR, noExternal', [vite(true, 'vite-all.mjs'), program('vite-all.mjs')]);

// What Next.js, Vercel and Netlify do: the files that a program needs are copied to a folder of their own.
write(
  'trace.mjs',
  `import { cpSync } from 'node:fs';
  import { nodeFileTrace } from '@vercel/nft';
  const { fileList } = await nodeFileTrace(['entry.mjs']);
  for (const file of fileList) cpSync(file, ${JSON.stringify(out('traced/'))} + file);\n`,
);
const traced = { command: node('entry.mjs'), cwd: out('traced') };
await bundles('file tracer (@vercel/nft)', [inProject('trace.mjs'), traced], 'native');

await bundles('ncc, ES module', [
  inProject(bin('@vercel/ncc/dist/ncc/cli.js'), 'build', 'entry.mjs', '--out', out('ncc')),
  program('ncc/index.mjs'),
]);

// The bundlers of other runtimes. Bun puts the addon beside its program, or into its executable.
const bun = runtimePath('bun');
const bunBuild = (...args) => ({ command: [bun, 'build', 'entry.mjs', ...args], cwd: project });
await bundles(
  'bun build',
  [
    bunBuild('--target=bun', `--outdir=${out('bun')}`),
    { command: [bun, 'bun/entry.js'], cwd: alone },
  ],
  'native',
);
await bundles(
  'bun build --compile',
  [bunBuild('--compile', `--outfile=${out('program')}`), { command: [out('program')], cwd: alone }],
  'native',
);
const denoBundle = ['bundle', '--platform=deno', 'entry.mjs', '-o', out('deno.mjs')];
await bundles('deno bundle', [
  { command: [runtimePath('deno'), ...denoBundle], cwd: project },
  { command: [runtimePath('deno'), 'run', '--no-prompt', 'deno.mjs'], cwd: alone },
]);

heading('test runners and other ways to load it');
const testOf = (load) => `
  const { backend, decode, DecodeStream } = ${load};
  test('decodes', () => {
    expect(backend).toBe('native');
    expect(decode(Uint8Array.of(0x93, 0xfa), 'shift_jis')).toBe('\\u65E5');
    expect(typeof DecodeStream).toBe('function');
  });\n`;
write('own.test.cjs', testOf("require('whatwg-transcoder')"));
write(
  'mocked.test.cjs',
  `
  jest.mock('whatwg-transcoder');
  const library = require('whatwg-transcoder');
  test('is mocked by itself', () => {
    for (const name of ['decode', 'encode', 'TextDecoder', 'DecodeStream', 'Transcoder']) {
      expect(jest.isMockFunction(library[name])).toBe(true);
    }
    expect(library.backend).toBe('native');
  });\n`,
);
const jest = await run(node(bin('jest/bin/jest.js'), '--testMatch=**/*.test.cjs'));
test('Jest, also with automock', jest.status === 0 && /2 passed/.test(jest.output), jest.output);

write(
  'own.vitest.mjs',
  `import { expect, test } from 'vitest';\nimport * as library from 'whatwg-transcoder';\n${testOf('library')}`,
);
write('vite.config.mjs', "export default { test: { include: ['own.vitest.mjs'] } };\n");
const vitest = await run(node(bin('vitest/vitest.mjs'), 'run'));
test('Vitest', vitest.status === 0 && /1 passed/.test(vitest.output), vitest.output);

write(
  'cluster.cjs',
  `const cluster = require('node:cluster');
  const { backend, decode } = require('whatwg-transcoder');
  if (cluster.isPrimary) {
    let right = 0;
    for (let i = 0; i < 3; i++) {
      cluster.fork().on('message', (text) => { if (text === 'native\\u65E5') right += 1; });
    }
    process.on('exit', () => { process.exitCode = right === 3 ? 0 : 1; });
  } else {
    process.send(backend + decode(Uint8Array.of(0x93, 0xfa), 'shift_jis'), () => process.disconnect());
  }\n`,
);
const cluster = await run(node('cluster.cjs'));
test('cluster', cluster.status === 0, cluster.output);

write(
  'vm.cjs',
  `const vm = require('node:vm');
  const library = require('whatwg-transcoder');
  const context = vm.createContext({ library, assert: require('node:assert') });
  // A view and a string of another realm.
  vm.runInContext(\`
    assert.equal(library.decode(new Uint8Array([0x93, 0xfa]), 'shift_jis'), '\\\\u65E5');
    assert.equal(library.decode(new DataView(new ArrayBuffer(2)), 'gbk'), '\\\\0\\\\0');
    assert.equal(library.encodeInto('\\\\u65E5', new Uint8Array(4), 'shift_jis').written, 2);
  \`, context);\n`,
);
const vm = await run(node('vm.cjs'));
test('vm contexts', vm.status === 0, vm.output);

copyFileSync(out('esbuild.cjs'), join(project, 'sea.cjs'));
write(
  'sea.json',
  '{ "main": "sea.cjs", "output": "sea.blob", "disableExperimentalSEAWarning": true }\n',
);
const executable = out('application');
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
await bundles('single executable application', [
  inProject('--experimental-sea-config', 'sea.json'),
  inProject(
    bin('postject/dist/cli.js'),
    executable,
    'NODE_SEA_BLOB',
    'sea.blob',
    '--sentinel-fuse',
    fuse,
  ),
  { command: [executable], cwd: alone },
]);

const { version } = JSON.parse(
  readFileSync(join(project, 'node_modules/whatwg-transcoder/package.json')),
);
console.log(`\nwhatwg-transcoder ${version}; ${packages.join(', ')}`);
sumUp({ bundlers: counts });
