// The tests of iconv-lite, from a checkout of it.

import { deepEqual, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/run/cmake.mjs';
import { temporaryFolder } from '../tools/run/folders.mjs';
import { install } from '../tools/run/npm-package.mjs';
import { test } from './project.mjs';

/** The tests that fail, by the reason, which lib/iconv-lite/README.md names among the differences, or none of the api's. */
const expected = {
  'a function of its codec for tables is tested, which is not here': [
    'GBK tests GB18030 findIdx works correctly',
  ],
  'the standard makes one U+FFFD of four unfinished bytes, or more': [
    'GBK tests GB18030 correctly decodes incomplete 4 byte sequences',
  ],
  'more names are known': [
    'Encoding Existence - Prototype Properties should detect all available encodings',
  ],
  'bytes without a character are C1 controls, which are encoded too': [
    'Test Turkish encodings windows1254: Untranslatable chars are converted to defaultCharSingleByte',
  ],
  'an unfinished unit is U+FFFD': [
    'UTF-16BE codec decodes uneven length buffers with no error',
    'UTF-16 decoder handles very short buffers nice',
    'UTF-32LE codec decodes uneven length buffers with no error',
    'UTF-32BE codec decodes uneven length buffers with no error',
  ],
  'a lone surrogate is U+FFFD': [
    'UTF-32LE codec handles invalid surrogates gracefully',
    'UTF-32BE codec handles invalid surrogates gracefully',
  ],
};

/** Runs the tests in a copy of the checkout whose iconv-lite is the one of this package. */
export async function runSuite(checkout) {
  const folder = temporaryFolder('suite');
  cpSync(join(checkout, 'test'), join(folder, 'test'), { recursive: true });
  writeFileSync(
    join(folder, 'index.js'),
    "module.exports = require('whatwg-transcoder/iconv-lite');",
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "main": "index.js" }');
  const needed = ['safer-buffer', 'async', 'unorm', 'semver', 'errto'];
  install(folder, ...needed);
  symlinkSync(root, join(folder, 'node_modules/whatwg-transcoder'), 'dir');
  const files = readdirSync(join(folder, 'test')).filter((file) => file.endsWith('-test.js'));
  await test('the checkout has the tests of iconv-lite 0.7', () => ok(files.length > 12));
  const modules = join(root, 'node_modules');
  const args = [join(modules, 'mocha/bin/mocha.js'), '--no-config', '--reporter', 'json'];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...args, ...files.map((file) => `test/${file}`)],
    {
      cwd: folder,
      // One of the tests requires mocha.
      env: { ...process.env, NODE_PATH: modules },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf('{\n')) || stderr);
  const failed = report.failures.map(({ fullTitle }) => fullTitle);
  await test(`${report.stats.passes} tests of iconv-lite pass`, () => {
    ok(report.stats.passes > 100);
  });
  for (const [reason, titles] of Object.entries(expected)) {
    await test(`${titles.length} fail, because ${reason}`, () => {
      for (const title of titles) ok(failed.includes(title), `passes: ${title}`);
    });
  }
  await test('no other test fails', () => {
    const known = Object.values(expected).flat();
    deepEqual(
      failed.filter((title) => !known.includes(title)),
      [],
    );
  });
}
