// Checks that every JavaScript and TypeScript module in lib/, test/ and indexes/ begins with a comment
// about its purpose, and fails with the list of those that do not.  Usage: node test/checks/heads.mjs

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isMainProgram } from '../../indexes/main-program.mjs';
import { root } from '../run/cmake.mjs';

const patterns = ['lib', 'test', 'indexes'].flatMap((folder) =>
  ['js', 'mjs', 'cjs', 'mts'].map((extension) => `${folder}/*.${extension}`),
);

// A shebang and 'use strict' may stand before the comment. The comment must begin with a word, which is
// neither an instruction to a tool nor an address.
const head =
  /^(?:#!.*\n)?\s*(?:'use strict';)?\s*(?:\/\/ *|\/\*[\s*]*)(?!biome-|https?:)[\p{L}\d`'"{]/u;

/** Whether the text of a module begins with a comment. */
export const hasHead = (source) => head.test(source);

/** The modules that git tracks and that exist. A module that was moved without `git mv` is left out. */
function modules() {
  const { status, stdout, stderr } = spawnSync('git', ['ls-files', '-z', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  return stdout.split('\0').filter((name) => name !== '' && existsSync(`${root}${name}`));
}

if (isMainProgram(import.meta.url)) {
  const names = modules();
  const headless = names.filter((name) => !hasHead(readFileSync(`${root}${name}`, 'utf8')));
  for (const name of headless) console.log(`${name}: no comment at the top`);
  const good = names.length > 0 && headless.length === 0;
  console.log(`heads of ${names.length} modules: ${good ? 'clean' : 'FAILED'}`);
  process.exitCode = good ? 0 : 1;
}
