// The order of the rooms in lib/, which `npm run lint` checks: a require() that goes against the order must be found.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { temporaryFolder } from '../run/folders.mjs';
import { root } from '../run/machine.mjs';

const configuration = '.dependency-cruiser.cjs';

/** What dependency-cruiser reports for the folder `lib` in a folder. */
async function cruise(folder) {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const report = await new Promise((resolve, reject) => {
    const args = [program, 'lib', '--config', configuration, '--output-type', 'json'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr));
      else resolve(JSON.parse(stdout));
    });
  });
  ok(report.summary.totalCruised > 20);
  return report;
}

/** The violations in a report, as « rule: from → to ». */
const violationsOf = ({ summary }) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);

/** The room of a file of lib/; undefined for an entry point and for a file elsewhere. */
const roomOf = (file) => /^lib\/([^/]+)\//.exec(file)?.[1];

/** The files of each room in a report. */
function filesOf({ modules }) {
  const files = new Map();
  for (const { source } of modules) {
    const room = roomOf(source);
    if (room !== undefined) files.set(room, [...(files.get(room) ?? []), source]);
  }
  return files;
}

/** Which room requires which other in a report, as « from → to ». */
function arrowsOf({ modules }) {
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [roomOf(source), roomOf(resolved)]),
  );
  const between = arrows.filter(([from, to]) => from && to && from !== to);
  return new Set(between.map(([from, to]) => `${from} → ${to}`));
}

const floors = [
  'base',
  'backend',
  'labels',
  'transcoding',
  'standard',
  'url',
  'iconv-lite',
  'detect',
  'files',
  'edit',
  'polyfill',
];
const byFloor = (a, b) => floors.indexOf(a.slice(0, -1)) - floors.indexOf(b.slice(0, -1));

/** What is found in a copy of lib/ with lines added to some of its files. */
async function violationsWith(lines) {
  const folder = temporaryFolder('layers');
  for (const name of ['lib', 'package.json', configuration]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'lib/attic'));
  mkdirSync(join(folder, 'test'));
  for (const [file, line] of lines) appendFileSync(join(folder, file), `\n${line}\n`);
  return violationsOf(await cruise(folder));
}

describe('The rooms of lib/', () => {
  let report;

  before(async () => {
    report = await cruise(root);
  });

  it('are checked by npm run lint', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const [, program] = scripts.lint.split(' ');
    ok(readFileSync(join(root, program), 'utf8').includes("\n  'depcruise lib',\n"));
  });

  it('each have one file that says what the room is and which rooms it uses', () => {
    for (const [room, files] of filesOf(report)) {
      const heads = files.flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        const head = /^\/\/ The room (\S+)\/ .*\n\/\/ May require (.*)\.$/m.exec(source);
        return head === null ? [] : [head.slice(1)];
      });
      const used = [...arrowsOf(report)]
        .filter((arrow) => arrow.startsWith(`${room} → `))
        .map((arrow) => `${arrow.split(' → ')[1]}/`);
      equal(heads.length, 1, room);
      const [[name, list]] = heads;
      equal(name, room);
      deepEqual(list.match(/\S+\//g) ?? [], used.sort(byFloor), room);
    }
  });

  it('may use only the rooms that they do use: every other arrow is refused', () => {
    const { forbidden } = createRequire(import.meta.url)(join(root, configuration));
    const files = filesOf(report);
    const arrows = arrowsOf(report);
    for (const room of files.keys()) {
      const rule = forbidden.find(({ name }) => name === `${room}-uses-only-its-rooms`);
      const isAllowed = (path) => new RegExp(rule.to.pathNot).test(path);
      for (const [other, [to]] of [...files, ['the entry points', ['lib/index.js']]]) {
        equal(
          isAllowed(to),
          other === room || arrows.has(`${room} → ${other}`),
          `${room} → ${other}`,
        );
      }
    }
  });

  it('are closed: what lies outside them, and what only lib/backend/ may load, is refused', async () => {
    const found = await violationsWith([
      ['test/reference.js', 'module.exports = 1;'],
      ['lib/attic/old.js', 'module.exports = 1;'],
      ['lib/url/url.js', "require('./../../build/Release/whatwg_transcoder.node');"],
      ['lib/transcoding/pieces.js', "require('../backend/addon.js');"],
      ['lib/standard/hooks.js', "require('../../build/wasm/whatwg_transcoder.js');"],
      ['lib/base/webidl.js', "require('../../package.json');"],
      ['lib/base/webidl.js', "require('../../test/reference.js');"],
      ['lib/hooks.mjs', "import 'typescript';"],
      ['lib/index.js', "require('./attic/old.js');"],
      ['lib/url/url.js', "require('../http/media-type.js');"],
      ['lib/base/errors.js', "require('./webidl.js');"],
    ]);
    const isCircle = (violation) => violation.startsWith('no-circle: lib/base/');
    ok(found.some(isCircle));
    deepEqual(found.filter((violation) => !isCircle(violation)).sort(), [
      'backend-loads-itself: lib/transcoding/pieces.js → lib/backend/addon.js',
      'every-file-is-in-a-room: lib/index.js → lib/attic/old.js',
      'lib-stands-alone: lib/base/webidl.js → test/reference.js',
      'lib-stands-alone: lib/hooks.mjs → typescript',
      'only-addon-requires-the-addon: lib/url/url.js → ./../../build/Release/whatwg_transcoder.node',
      'only-load-error-and-usage-read-the-manifest: lib/base/webidl.js → package.json',
      'only-wasm-module-requires-the-module: lib/standard/hooks.js → ../../build/wasm/whatwg_transcoder.js',
      'url-uses-only-its-rooms: lib/url/url.js → lib/http/media-type.js',
    ]);
  });
});
