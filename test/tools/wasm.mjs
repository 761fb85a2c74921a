// Builds the core as a WebAssembly module, checks it, and writes it as text into a file of JavaScript,
// from which lib/native/wasm-module.js loads it. It needs only Node, because it runs before node_modules
// exists. Usage: npm run build:wasm

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build, root } from './cmake.mjs';
import { stepsOf, succeeds } from './machine.mjs';

const { fail, timed, installDebianPackages } = stepsOf('wasm');

const folder = 'build/cmake-wasm';
const module = 'build/wasm/whatwg_transcoder.wasm';

/** The file of JavaScript that has the module. */
export const moduleText = 'build/wasm/whatwg_transcoder.js';

/** The Debian packages that the build needs and this machine does not have. */
function missingPackages() {
  const missing = [];
  if (!succeeds('cmake', ['--version'])) missing.push('cmake');
  if (!succeeds('make', ['--version'])) missing.push('make');
  if (!succeeds('clang++', ['--version'])) missing.push('clang');
  if (!succeeds('wasm-ld', ['--version'])) missing.push('lld');
  if (!existsSync('/usr/include/wasm32-wasi')) missing.push('wasi-libc');
  if (!existsSync('/usr/include/wasm32-wasi/c++'))
    missing.push('libc++-14-dev-wasm32', 'libc++abi-14-dev-wasm32');
  if (!existsSync('/usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi'))
    missing.push('libclang-rt-14-dev-wasm32');
  return missing;
}

/** Builds the module. Ends the process with an error when that fails. */
export function buildWasm() {
  installDebianPackages(
    missingPackages,
    'the WebAssembly module needs',
    'CMake, make, clang with wasm-ld, and wasi-libc and libc++ for wasm32',
  );
  timed('building the WebAssembly module', () => {
    const options = [
      '-DWASM=ON',
      '-DWARNINGS_AS_ERRORS=ON',
      '-DCMAKE_SYSTEM_NAME=Generic',
      '-DCMAKE_SYSTEM_PROCESSOR=wasm32',
      '-DCMAKE_CXX_COMPILER=clang++',
      '-DCMAKE_CXX_COMPILER_TARGET=wasm32-wasi',
      '-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY',
    ];
    if (!build(folder, options)) fail('the WebAssembly module did not build');
  });
  const bytes = readFileSync(`${root}${module}`);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  if (imports.length > 0) fail(`${module} imports ${imports.map(({ name }) => name).join(', ')}`);
  const text = `'use strict';\n\n// The WebAssembly module in base64.\nmodule.exports =\n  '${bytes.toString('base64')}';\n`;
  writeFileSync(`${root}${moduleText}`, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildWasm();
