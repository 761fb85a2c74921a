// Checks that every file in src/ begins with a comment that says its purpose, and that C++ files include
// only what their floor allows and say so in that comment.  Usage: node test/checks/layers.mjs

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { isMainProgram } from '../../indexes/main-program.mjs';
import { root } from '../run/cmake.mjs';

// The folders of src/ from the bottom to the top, each with those below it that its files include beside their own. An arrow that
// no file uses is not here, so that a new one is a change of this table.
export const arrows = {
  base: [],
  simd: ['base'],
  core: ['base', 'simd'],
  codecs: ['base', 'simd', 'core'],
  queue: ['base', 'core', 'codecs'],
  detect: ['base', 'simd', 'core', 'codecs'],
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

/** All folders that stand below a folder: what its files include, directly or not. */
function allBelow(folder) {
  const direct = arrows[folder] ?? [];
  return new Set([...direct, ...direct.flatMap((below) => [...allBelow(below)])]);
}

/** The lines of the comment with which a file begins, without what marks them as a comment. */
function headOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !/^(?:\/\/|#(?!include|pragma|if|define))/.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(/^\/\/ ?|^# ?/, ''));
}

/**
 * What a head says about includes, in a sentence such as "May include core/ and what is below it." or "May
 * include node/arena.h, and queue/.": the folders and files that it names, or undefined without a sentence.
 */
function claimOf(head) {
  const sentence = /\bMay include .*?\.(?=\s|$)/.exec(head.join(' '))?.[0];
  if (sentence === undefined) return undefined;
  const named = [...sentence.matchAll(/\b(\w+)\/([\w.-]*\w)?/g)].map(([, folder, file]) => ({
    folder,
    file,
  }));
  return { named, withAllBelow: /\bbelow\b/.test(sentence) };
}

/** Whether the sentence of a file in `folder` covers an include of `name` in the folder `target`. */
function covers({ named, withAllBelow }, folder, target, name) {
  const ofTarget = named.filter((one) => one.folder === target);
  // A file may include its own floor unless the sentence names single files of it.
  if (target === folder && ofTarget.length === 0) return true;
  if (ofTarget.some(({ file }) => file === undefined || file === name)) return true;
  return withAllBelow && named.some((one) => allBelow(one.folder).has(target));
}

/** What is wrong with the head of a file. */
function headFaults(folder, isCpp, head) {
  const faults = [];
  const purpose = head.join(' ').replace(/\bhttps?:\S+|\bMay include .*?\.(?=\s|$)/g, '');
  if (!/\p{L}/u.test(purpose)) faults.push('does not begin with a comment that says its purpose');
  if (!isCpp) return faults;
  const claim = claimOf(head);
  if (claim === undefined || claim.named.length === 0) {
    return [...faults, 'does not say in its first comment what it may include: "May include …"'];
  }
  const wrong = claim.named.filter((one) => !allowedFolders(folder).includes(one.folder));
  return [
    ...faults,
    ...wrong.map((one) => `says that it may include ${one.folder}/, but ${folder}/ may not`),
  ];
}

/** What is wrong with one `#include` in the file `folder`/`file`, whose head makes this claim. */
function includeFault(folder, file, included, claim) {
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
  if (!allowedFolders(folder).includes(needed)) {
    return `includes "${included}": ${folder}/ may not include ${target}/`;
  }
  const isOwnHeader = target === folder && name === file.replace(/\.cc$/, '.h');
  if (claim === undefined || isOwnHeader || covers(claim, folder, needed, name)) return undefined;
  return `includes "${included}", which its first comment does not allow`;
}

/** What is wrong with the file at `path`, which begins with `src/`: one sentence for each fault. */
export function faultsOf(path, text) {
  const [, folder, file] = path.split('/');
  const isCpp = /\.(?:cc|h)$/.test(path);
  if (allowedFolders(folder) === undefined) return [`${path}: ${folder} is no floor of src/`];
  const head = headOf(text);
  const claim = claimOf(head);
  const faults = headFaults(folder, isCpp, head);
  for (const [, quoted, system] of text.matchAll(/^\s*#\s*include\s*(?:"([^"]*)"|<([^>]*)>)/gm)) {
    if (system !== undefined && !nodeApi.test(system)) continue;
    const fault = includeFault(folder, file, quoted ?? system, claim);
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
