// Checks that every file in src/ begins with a comment that says its purpose, and that C++ files include only what their room may
// include. The table `arrows` is the one place that says so.  Usage: node test/tools/checks/layers.mjs

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { isMainProgram } from '../../../indexes/main-program.mjs';
import { root } from '../run/cmake.mjs';

// The folders of src/ from the bottom to the top, each with those below it that its files include beside their own. An arrow that
// no file uses is not here, so that a new one is a change of this table.
export const arrows = {
  base: [],
  simd: ['base'],
  core: ['base', 'simd'],
  codecs: ['base', 'simd', 'core'],
  queue: ['base', 'core', 'codecs'],
  detect: ['base', 'core', 'codecs'],
  calls: ['base', 'simd', 'core', 'queue', 'detect'],
  library: ['base', 'core', 'queue', 'detect', 'calls'],
  protocol: ['simd', 'core', 'queue', 'detect', 'calls'],
  node_memory: ['base', 'core', 'protocol'],
  node_values: ['base', 'simd', 'core', 'queue', 'protocol', 'node_memory'],
  node: ['base', 'simd', 'core', 'queue', 'calls', 'protocol', 'node_memory', 'node_values'],
  wasm: ['calls', 'protocol'],
};

// The tables that indexes/generate.mjs writes are declared in core/.
const GENERATED = 'whatwg_encoding_generated';
const floorOfGenerated = 'core';

const nodeApi = /^(?:napi|node_api|js_native_api)\b/;

/** The folders of src/ that a file in `folder` may include; undefined for a folder that is no floor. */
const allowedFolders = (folder) =>
  Object.hasOwn(arrows, folder) ? [...arrows[folder], folder] : undefined;

/** The lines of the comment with which a file begins, without what marks them as a comment. */
function headOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !/^(?:\/\/|#(?!include|pragma|if|define))/.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(/^\/\/ ?|^# ?/, ''));
}

/** What is wrong with one `#include` in a file of `folder`. */
function includeFault(folder, included) {
  if (nodeApi.test(included)) {
    return folder.startsWith('node')
      ? undefined
      : `includes ${included}, which only the rooms of node may include`;
  }
  // Includes are relative to the file that has them, so that no include folder of another program can hide a file of src/.
  const isGenerated = included.startsWith(`${GENERATED}/`);
  const [target, name, ...deeper] = (isGenerated ? included : join(folder, included)).split('/');
  const needed = isGenerated ? floorOfGenerated : target;
  if (name === undefined || deeper.length > 0 || allowedFolders(needed) === undefined) {
    return `includes "${included}", which is on no floor of src/`;
  }
  return allowedFolders(folder).includes(needed)
    ? undefined
    : `includes "${included}": ${folder}/ may not include ${target}/`;
}

/** What is wrong with the file at `path`, which begins with `src/`: one sentence for each fault. */
export function faultsOf(path, text) {
  const [, folder] = path.split('/');
  if (allowedFolders(folder) === undefined) return [`${path}: ${folder} is no floor of src/`];
  const purpose = headOf(text)
    .join(' ')
    .replace(/\bhttps?:\S+/g, '');
  const faults = /\p{L}/u.test(purpose)
    ? []
    : ['does not begin with a comment that says its purpose'];
  for (const [, quoted, system] of text.matchAll(/^\s*#\s*include\s*(?:"([^"]*)"|<([^>]*)>)/gm)) {
    if (system !== undefined && !nodeApi.test(system)) continue;
    const fault = includeFault(folder, quoted ?? system);
    if (fault !== undefined) faults.push(fault);
  }
  return faults.map((fault) => `${path}: ${fault}`);
}

/** The paths of all files in src/. */
export function sources() {
  return readdirSync(`${root}src`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .sort();
}

if (isMainProgram(import.meta.url)) {
  const paths = sources();
  const faults = paths.flatMap((path) => faultsOf(path, readFileSync(`${root}${path}`, 'utf8')));
  for (const fault of faults) console.log(fault);
  const good = paths.length > 0 && faults.length === 0;
  console.log(`floors of ${paths.length} files: ${good ? 'clean' : 'FAILED'}`);
  process.exitCode = good ? 0 : 1;
}
