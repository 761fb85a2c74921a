// A folder outside the checkout in which packages that use iconv-lite are installed with an override. It is removed when the
// process ends.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { install } from '../tools/run/npm-package.mjs';
import { test as run } from '../tools/run/suites.mjs';

/** Each package with its version. npm installs those too that ask for a newer Node. */
export const packages = {
  'body-parser': '2.4.0',
  cheerio: '1.2.0',
  'co-body': '6.2.0',
  encoding: '0.1.14',
  express: '5.3.0',
  koa: '3.3.0',
  libmime: '5.6.4',
  mailparser: '3.14.2',
  mariadb: '3.5.4',
  mysql2: '3.24.6',
  needle: '3.5.0',
  'node-fetch': '2.7.0',
  'raw-body': '3.0.2',
  tedious: '20.3.9',
};

const folder = temporaryFolder('peers');
// The override is a copy of the second package without its dependency, which is this checkout.
const second = join(folder, 'whatwg-transcoder-iconv-lite');
cpSync(join(root, 'lib/iconv-lite/package'), second, { recursive: true });
writeFileSync(
  join(second, 'package.json'),
  JSON.stringify({
    name: 'whatwg-transcoder-iconv-lite',
    version: '0.1.0',
    main: './lib/index.js',
  }),
);
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({
    name: 'project',
    private: true,
    dependencies: { ...packages, 'raw-body-4': 'npm:raw-body@4.0.0' },
    overrides: { 'iconv-lite': 'file:./whatwg-transcoder-iconv-lite' },
  }),
);
/** Loads a package or a file of the folder. */
export const requirePackage = install(folder, '--ignore-scripts', '--install-links');
const modules = join(folder, 'node_modules');
const copies = readdirSync(modules, { recursive: true }).filter(
  (path) => basename(path) === 'iconv-lite',
);
symlinkSync(root, join(modules, 'whatwg-transcoder'), 'dir');

/** Returns the path of a file in the folder. */
export const pathOf = (file) => join(folder, file);

// The object that the packages have for iconv-lite.
const api = requirePackage('iconv-lite');

/** The functions of iconv-lite for the tests themselves. */
export const iconv = { ...api };

// The functions that packages have called since the last test began. No package is loaded yet, so each finds these functions.
const called = new Set();
for (const name of [
  'decode',
  'decodeStream',
  'encode',
  'encodeStream',
  'encodingExists',
  'getDecoder',
  'getEncoder',
]) {
  api[name] = (...args) => {
    called.add(name);
    return iconv[name](...args);
  };
}

/** Runs one test. `needed` are the functions of ours that the package must have called. */
export const test = (title, call, needed = []) =>
  run(title, async () => {
    called.clear();
    await call();
    const missing = needed.filter((name) => !called.has(name));
    deepEqual(missing, [], 'functions of iconv-lite that were not called');
  });

await test('every iconv-lite in the folder is whatwg-transcoder/iconv-lite', () => {
  equal(api, createRequire(join(root, 'package.json'))('whatwg-transcoder/iconv-lite'));
  ok(copies.length > 0);
  for (const path of copies) equal(requirePackage(join(modules, path)), api, path);
});
