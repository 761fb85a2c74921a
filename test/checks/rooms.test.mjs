// The order of the rooms in lib/, which `npm run lint` checks: a require() that goes against the order must be found.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const configuration = '.dependency-cruiser.cjs';

/** The violations that dependency-cruiser reports for the folder `lib` in a folder, as « rule: from → to ». */
async function violations(folder) {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const report = await new Promise((resolve, reject) => {
    const args = [program, 'lib', '--config', configuration, '--output-type', 'json'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr));
      else resolve(JSON.parse(stdout));
    });
  });
  assert.ok(report.summary.totalCruised > 20);
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** A copy of lib/ in a folder of its own, with lines added to some of its files. */
function copyWith(lines) {
  const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-layers-'));
  for (const name of ['lib', 'package.json', configuration]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'lib/attic'));
  mkdirSync(join(folder, 'test'));
  for (const [file, line] of lines) appendFileSync(join(folder, file), `\n${line}\n`);
  return folder;
}

async function violationsWith(lines) {
  const folder = copyWith(lines);
  try {
    return await violations(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('The rooms of lib/', () => {
  it('use only the rooms before them', async () => {
    assert.deepEqual(await violations(root), []);
  });

  it('are checked by npm run lint', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.ok(scripts.lint.split(' && ').includes('depcruise lib'));
  });

  it('are told apart: one line that turns an arrow round, or closes a circle, fails the check', async () => {
    const found = await violationsWith([
      ['lib/base/webidl.js', "require('../backend/pools.js');"],
      ['lib/backend/pools.js', "require('../transcoding/io-queue.js');"],
      ['lib/transcoding/io-queue.js', "const late = () => require('../standard/url.js');"],
      ['lib/standard/names-and-labels.js', "require('../index.js');"],
      ['lib/base/errors.js', "require('./webidl.js');"],
    ]);
    for (const expected of [
      'base-uses-only-the-rooms-before-it: lib/base/webidl.js → lib/backend/pools.js',
      'backend-uses-only-the-rooms-before-it: lib/backend/pools.js → lib/transcoding/io-queue.js',
      'transcoding-uses-only-the-rooms-before-it: lib/transcoding/io-queue.js → lib/standard/url.js',
      'standard-uses-only-the-rooms-before-it: lib/standard/names-and-labels.js → lib/index.js',
    ]) {
      assert.ok(found.includes(expected), expected);
    }
    const circle =
      /^no-circle: lib\/base\/(errors\.js → lib\/base\/webidl|webidl\.js → lib\/base\/errors)\.js$/;
    assert.ok(found.some((violation) => circle.test(violation)));
  });

  it('are closed: what lies outside them, and what only lib/backend/ may load, is refused', async () => {
    const found = await violationsWith([
      ['test/reference.js', 'module.exports = 1;'],
      ['lib/attic/old.js', 'module.exports = 1;'],
      ['lib/standard/url.js', "require('./../../build/Release/whatwg_transcoder.node');"],
      ['lib/transcoding/io-queue.js', "require('../backend/addon.js');"],
      ['lib/standard/hooks.js', "require('../../build/wasm/whatwg_transcoder.js');"],
      ['lib/base/webidl.js', "require('../../package.json');"],
      ['lib/base/webidl.js', "require('../../test/reference.js');"],
      ['lib/hooks.mjs', "import 'typescript';"],
      ['lib/index.js', "require('./attic/old.js');"],
    ]);
    assert.deepEqual(found.sort(), [
      'backend-loads-itself: lib/transcoding/io-queue.js → lib/backend/addon.js',
      'every-file-is-in-a-room: lib/index.js → lib/attic/old.js',
      'lib-stands-alone: lib/base/webidl.js → test/reference.js',
      'lib-stands-alone: lib/hooks.mjs → typescript',
      'only-addon-requires-the-addon: lib/standard/url.js → ./../../build/Release/whatwg_transcoder.node',
      'only-load-error-and-usage-read-the-manifest: lib/base/webidl.js → package.json',
      'only-wasm-module-requires-the-module: lib/standard/hooks.js → ../../build/wasm/whatwg_transcoder.js',
    ]);
  });
});
