// Builds the core as a WebAssembly module, checks it, and writes it as text into a file of JavaScript,
// from which lib/backend/wasm.js loads it. It needs only Node, because it runs before node_modules
// exists. Usage: node test/tools/run/wasm.mjs

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { build, root } from './cmake.mjs';
import { missingFor, run, stepsOf } from './machine.mjs';

const { fail, timed, installDebianPackages } = stepsOf('wasm');

const folder = 'build/cmake-wasm';
const module = 'build/wasm/whatwg_transcoder.wasm';

/** The options of CMake for a build of the module. */
export const wasmOptions = [
  '-DWASM=ON',
  '-DWARNINGS_AS_ERRORS=ON',
  '-DCMAKE_SYSTEM_NAME=Generic',
  '-DCMAKE_SYSTEM_PROCESSOR=wasm32',
  '-DCMAKE_CXX_COMPILER=clang++',
  '-DCMAKE_CXX_COMPILER_TARGET=wasm32-wasi',
  '-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY',
];

/** The file of JavaScript that has the module. */
export const moduleText = 'build/wasm/whatwg_transcoder.js';

const clang = (args, options) => run('clang++', ['--target=wasm32-wasi', ...args], options);

/** The Debian packages that the build needs and this machine does not have. */
export function missingForWasm() {
  const missing = missingFor({ cmake: 'cmake', make: 'make', 'wasm-ld': 'lld' });
  const { status, stdout } = clang(['--version']);
  // Debian names these packages after the version of clang; 14 is that of Debian 12.
  const version = /clang version (\d+)/.exec(stdout)?.[1] ?? '14';
  if (status !== 0) missing.push('clang');
  const check = ['-std=c++20', '-fsyntax-only', '-x', 'c++', '-'];
  if (clang(check, { input: '#include <cstdlib>\n#include <span>\n' }).status !== 0) {
    missing.push('wasi-libc', `libc++-${version}-dev-wasm32`, `libc++abi-${version}-dev-wasm32`);
  }
  const { stdout: library } = clang(['--print-libgcc-file-name']);
  if (!existsSync(library.trim())) missing.push(`libclang-rt-${version}-dev-wasm32`);
  return missing;
}

/** Builds the module. Ends the process with an error when that fails. */
export function buildWasm() {
  installDebianPackages(
    missingForWasm,
    'the WebAssembly module needs',
    'CMake, make, clang with wasm-ld, and wasi-libc and libc++ for wasm32',
  );
  timed('building the WebAssembly module', () => {
    if (!build(folder, wasmOptions)) fail('the WebAssembly module did not build');
  });
  const bytes = readFileSync(`${root}${module}`);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  if (imports.length > 0) fail(`${module} imports ${imports.map(({ name }) => name).join(', ')}`);
  const text = `'use strict';\n\n// The WebAssembly module in base64.\nmodule.exports =\n  '${bytes.toString('base64')}';\n`;
  writeFileSync(`${root}${moduleText}`, text);
}

if (isMainProgram(import.meta.url)) buildWasm();
