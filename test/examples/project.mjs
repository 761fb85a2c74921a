// A folder outside the checkout in which the packages of packages.mjs are installed and the examples of the pages in
// lib/ stand as files, each page in a folder of its own. It is removed when the process ends.

import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runtimePath } from '../runtimes/runtimes.mjs';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { install } from '../tools/run/npm-package.mjs';
import { runAndKeep } from '../tools/run/suites.mjs';
import { packages } from './packages.mjs';
import { examplesOf, pages } from './pages.mjs';

const folder = temporaryFolder('examples');
const specifiers = Object.entries(packages).map(([name, { version }]) => `${name}@${version}`);
/** Loads a package of the folder. */
export const requirePackage = install(folder, ...specifiers);
symlinkSync(root, join(folder, 'node_modules/whatwg-transcoder'), 'dir');

/** The examples that import packages: those of examplesOf(), each with `page`, `path` and `isUsed`. */
export const examples = pages.flatMap((page) => {
  const own = join(folder, page.replaceAll('/', '-'));
  mkdirSync(own);
  return examplesOf(page)
    .filter((example) => example.packages.length > 0)
    .map((example) => {
      const path = join(own, example.file);
      writeFileSync(path, example.code);
      return { ...example, page, path, isUsed: false };
    });
});

/** Imports the example with the name of its file. */
export function load(page, file) {
  const example = examples.find((one) => one.page === page && one.file === file);
  example.isUsed = true;
  return import(pathToFileURL(example.path).href);
}

/** Runs an example in a process of its own, and compares what it prints. */
export async function runExample(example, env = {}) {
  example.isUsed = true;
  const runtime = example.packages.map((name) => packages[name].runtime).find(Boolean);
  const node = runtime === undefined ? process.execPath : runtimePath(runtime);
  const { status, stdout, output } = await runAndKeep([node, example.path], {
    cwd: join(example.path, '..'),
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
  equal(status, 0, output);
  deepEqual(stdout.trimEnd().split('\n'), example.expected);
}
