// Runs the Mocha suite in each supported version of Node and the README's examples in Bun and Deno,
// several of them at the same time. The last line is the sum.
// Usage: npm run test:runtimes [-- NAME...] [--beside-matrix]   NAME: node-20 … node-26, bun, deno (default: all)
// With --beside-matrix the tests are left out that matrix.mjs runs with the packed package, in the same runtimes.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { examples } from '../examples/pages.mjs';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { secondsSince } from '../tools/run/machine.mjs';
import { runFiles, testFiles } from '../tools/run/mocha.mjs';
import { heading, inLanes, runAndKeep, sumUp } from '../tools/run/suites.mjs';
import { knownNames, matrixPlaces, runtimeCommand, runtimePath } from './runtimes.mjs';

const { values, positionals } = parseArgs({
  options: { 'beside-matrix': { type: 'boolean', default: false } },
  allowPositionals: true,
});

const minutes = 60_000;

const inMatrix = values['beside-matrix'] ? testFiles(matrixPlaces) : [];
const files = testFiles().filter((file) => !inMatrix.includes(file));

/** Runs the Mocha suite in one version of Node. Returns its counts and its output. */
const standard = (name) =>
  runFiles(files, { node: runtimeCommand(name), lanes: 1, print: () => {} });

// Bun and Deno print objects in another layout than Node, and the README shows Node's layout.
const consoleOfNode = `import { format } from 'node:util';
console.log = (...values) => process.stdout.write(\`\${format(...values)}\\n\`);
`;

// Prints the backend, or the code and the message of the error.
const printBackend = `import('whatwg-transcoder').then(
  ({ backend }) => console.log(backend),
  ({ code, message }) => console.log(code, message),
);
`;

/** Makes a project that contains the README's examples and a copy of the package. */
function makeProject() {
  const project = temporaryFolder('readme');
  const installed = join(project, 'node_modules/whatwg-transcoder');
  mkdirSync(installed, { recursive: true });
  for (const path of [
    'package.json',
    'lib',
    'build/Release/whatwg_transcoder.node',
    'build/wasm/whatwg_transcoder.js',
  ]) {
    cpSync(`${root}${path}`, join(installed, path), { recursive: true });
  }
  const manifest = { private: true, dependencies: { 'whatwg-transcoder': '*' } };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(project, 'console.mjs'), consoleOfNode);
  writeFileSync(join(project, 'backend.mjs'), printBackend);
  for (const { file, code } of examples) writeFileSync(join(project, file), code);
  return project;
}

/**
 * Runs the README's examples in Bun or Deno. In Deno it also checks what loads without permission.
 */
async function readme(name) {
  const project = makeProject();
  const result = { passed: 0, failed: 0, output: '' };
  const test = async (title, command, isRight, env = {}) => {
    const options = { cwd: project, timeout: minutes, env: { ...process.env, ...env } };
    const ended = await runAndKeep(command, options);
    const passed = isRight(ended);
    result[passed ? 'passed' : 'failed']++;
    if (!passed) result.output += `${title}: exit code ${ended.status}\n${ended.output}\n`;
  };
  for (const { line, file, expected } of examples) {
    await test(
      `README.md, line ${line}`,
      [...runtimeCommand(name), '--preload', './console.mjs', file],
      ({ status, stdout }) =>
        status === 0 && isDeepStrictEqual(stdout.trimEnd().split('\n'), expected),
    );
  }
  if (name === 'deno') {
    const deno = [runtimePath(name), 'run', '--no-prompt'];
    await test(
      'without --allow-ffi the WebAssembly module runs',
      [...deno, 'backend.mjs'],
      ({ status, stdout }) => status === 0 && stdout === 'wasm\n',
    );
    await test(
      'when the addon is demanded without --allow-ffi, the error asks for it',
      [...deno, '--allow-env', '--allow-read', 'backend.mjs'],
      ({ status, stdout }) =>
        status === 0 &&
        stdout.startsWith('ERR_NATIVE_ADDON_NOT_LOADED ') &&
        stdout.includes('\nStart Deno with --allow-ffi, which native addons need.'),
      { WHATWG_TRANSCODER_BACKEND: 'native' },
    );
  }
  return { ...result, ok: result.passed > 0 && result.failed === 0 };
}

const names = knownNames(positionals);
// Installs the runtimes before several runs need them.
for (const name of names) runtimeCommand(name);

const results = {};
// One run more than the number of processors, so that all of them work until nearly the end.
await inLanes(
  names,
  async (name) => {
    const start = performance.now();
    const isNode = name.startsWith('node-');
    results[name] = await (isNode ? standard(name) : readme(name));
    heading(`${name}: ${isNode ? 'Mocha' : "the README's examples"}, ${secondsSince(start, 0)} s`);
    if (results[name].output !== '') console.log(results[name].output.trimEnd());
  },
  availableParallelism() + 1,
);
sumUp(Object.fromEntries(names.map((name) => [name, results[name]])));
