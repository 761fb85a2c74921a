// The tests of packages that use iconv-lite, from checkouts of them, with iconv-lite and with whatwg-transcoder-iconv-lite in its
// place. No test fails with ours that passes with iconv-lite.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { install } from '../tools/run/npm-package.mjs';
import { override } from './override.mjs';
import { test } from './project.mjs';

/** Each package whose tests are run, with the packages that they need. */
const needed = {
  'body-parser': ['supertest'],
  libmime: ['chai@4'],
  needle: ['JSONStream@1', 'jschardet@1', 'pump', 'q', 'should@13', 'sinon@2', 'xml2js@0.4'],
  'raw-body': ['bluebird', 'readable-stream@2', 'safe-buffer'],
  'whatwg-encoding': [],
};

const modules = join(root, 'node_modules');

/** Makes the certificate that the tests of needle read, which their repository does not have. */
function makeCertificate(folder) {
  mkdirSync(join(folder, 'test/keys'), { recursive: true });
  const files = ['-keyout', 'test/keys/ssl.key', '-out', 'test/keys/ssl.cert'];
  const options = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ];
  const { status, stderr } = spawnSync('openssl', ['req', ...options, ...files], { cwd: folder });
  equal(status, 0, `${stderr}`);
}

/** Runs a program in a folder; Mocha is this project's. */
const run = (folder, args) =>
  spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'test', NODE_PATH: modules },
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 28,
  });

/** Returns the titles of the tests that pass and that fail. */
function runTests(folder, name) {
  if (name === 'whatwg-encoding') {
    const { stdout } = run(folder, ['--test', '--test-reporter=tap', 'test/tests.js']);
    const lines = stdout.split('\n').map((line) => line.trim());
    return {
      passed: lines.filter((line) => line.startsWith('ok ')),
      failed: lines.filter((line) => line.startsWith('not ok ')),
    };
  }
  const report = join(folder, 'report.json');
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${report}`];
  const { stderr } = run(folder, [
    ...[join(modules, 'mocha/bin/mocha.js'), '--no-config', '--exit', ...reporter],
    'test',
  ]);
  if (!existsSync(report)) throw new Error(stderr);
  const { passes, failures } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(report);
  const titles = (tests) => tests.map(({ fullTitle }) => fullTitle);
  return { passed: titles(passes), failed: titles(failures) };
}

async function compare(name, checkout) {
  const folder = temporaryFolder('suite');
  cpSync(checkout, folder, { recursive: true });
  rmSync(join(folder, 'package-lock.json'), { force: true });
  // Without the project's own tools.
  const file = join(folder, 'package.json');
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(manifest));
  install(folder, '--ignore-scripts', '--no-save', ...needed[name]);
  if (name === 'needle') makeCertificate(folder);
  const without = runTests(folder, name);
  ok(override(folder) > 0);
  const withOurs = runTests(folder, name);
  const count = ({ passed, failed }) => `${passed.length} pass, ${failed.length} fail`;
  await test(`${name}: without ${count(without)}; with ${count(withOurs)}`, () => {
    ok(without.passed.length > 10);
    // A few tests of needle ask the network, and fail in one run and not in the next.
    const newlyFailed = withOurs.failed.filter((each) => !without.failed.includes(each));
    deepEqual(newlyFailed, []);
    const all = ({ passed, failed }) => [...passed, ...failed].toSorted();
    deepEqual(all(withOurs), all(without));
  });
}

/** Runs the tests of each package of which a folder has a checkout, under its name. */
export async function compareSuites(checkouts) {
  const names = Object.keys(needed).filter((name) => existsSync(join(checkouts, name)));
  for (const name of names) await compare(name, join(checkouts, name));
}
