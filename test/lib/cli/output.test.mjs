// Tests -o DIR/, which writes a tree of files, the names of files in a list, and the summary.

import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  command,
  expectRun,
  itRuns,
  latin1,
  makeFolder,
  noFile,
  program,
  readTree,
  sumOf,
  withFolder,
  writeFiles,
} from './command.mjs';

const old = latin1('\xe9');

describe('command: -o DIR/', () => {
  const files = { 'site/a.txt': old, 'site/news/b.txt': old };
  const into = (dir, ...more) => ['-f', 'latin1', '-o', dir, ...more];

  itRuns({
    'writes the files of a folder below DIR, under their relative paths': [
      files,
      ...['site', './site/'].map((name) => [
        into('new/deep/', '-r', name),
        {
          says: sumOf(2, 0, 0),
          files: { ...files, 'new/deep/a.txt': 'é', 'new/deep/news/b.txt': 'é' },
        },
      ]),
    ],
    'takes a folder that exists without a slash, writes named files under their last names, and gives them usual permissions':
      [
        { 'in/a': old },
        (folder) => makeFolder(folder, 'out'),
        [into('out', 'in/../in/a'), { files: { 'in/a': old, 'out/a': 'é' } }],
        (folder) => {
          if (process.platform === 'win32') return;
          equal(statSync(join(folder, 'out/a')).mode & 0o777, 0o666 & ~process.umask());
        },
        // A second run writes the results again.
        (folder) => writeFileSync(join(folder, 'out/a'), 'former'),
        [into('out', 'in/../in/a'), { files: { 'in/a': old, 'out/a': 'é' } }],
      ],
    'writes over no input': [
      { ...files, 'out/a.txt': old },
      [into('site/', '-r', 'site'), [1, '', /(is an input.*){2}/s]],
      // The second input is where the first would be written.
      [
        into('out/', 'site/a.txt', 'out/a.txt'),
        { status: 1, says: /(is an input.*){2}/s, files: { ...files, 'out/a.txt': old } },
      ],
    ],
    'writes over no file that it has written': [
      { 'x/a': old, 'y/a': latin1('\xe8') },
      [
        into('out/', 'x/a', 'y/a'),
        {
          status: 1,
          says: /y\/a: is not converted, because out\/a was written from another input/,
          files: { 'x/a': old, 'y/a': latin1('\xe8'), 'out/a': 'é' },
        },
      ],
    ],
    'does not read the folder that it writes': [
      { 'a.txt': old, 'out/former.txt': old },
      [
        into('out/', '-r', '.'),
        {
          says: sumOf(1, 0, 0),
          files: { 'a.txt': old, 'out/a.txt': 'é', 'out/former.txt': old },
        },
      ],
    ],
    'leaves nothing of a file that cannot be converted, and goes on': [
      { 'in/bad': latin1('\xff'), 'in/good': 'x' },
      [
        '-t utf-8 -o out/ -r in',
        {
          status: 1,
          says: `in/bad: at byte 0: invalid byte in UTF-8 (the default of -f)\n${sumOf(1, 0, 1)}`,
          files: { 'in/bad': latin1('\xff'), 'in/good': 'x', 'out/good': 'x' },
        },
      ],
    ],
    'has a line of JSON for each file and for the summary on standard output': [
      files,
      [
        into('new/', '-r', 'site', '--json'),
        {
          json: [
            { type: 'file', file: 'site/a.txt', status: 'converted' },
            { type: 'file', file: 'site/news/b.txt', status: 'converted' },
            { type: 'summary' },
          ],
        },
      ],
    ],
    'keeps the paths of a list, and writes nothing outside DIR': [
      { 'work/site/news/b.txt': old, outside: old },
      (folder) => {
        const paths = ['./site/../site/news/b.txt', '../outside', join(folder, 'outside')];
        expectRun(
          join(folder, 'work'),
          into('new/', '--files0-from=-'),
          [
            1,
            '',
            /^([^\n]* leads out of the folder that -o names\n){3}1 file converted, 0 left alone, 3 wrong$/,
          ],
          { input: ['site/news/b.txt', ...paths].join('\0') },
        );
        deepEqual(Object.keys(readTree(folder)).sort(), [
          'outside',
          'work/new/site/news/b.txt',
          'work/site/news/b.txt',
        ]);
      },
    ],
  });

  it('follows no symbolic link below DIR', async () => {
    if (process.platform === 'win32') return;
    await withFolder((folder) => {
      const before = { ...files, 'elsewhere/x': 'x', 'out/y': 'y' };
      writeFiles(folder, before);
      symlinkSync('../elsewhere', join(folder, 'out/news'));
      symlinkSync('../elsewhere/x', join(folder, 'out/a.txt'));
      const { stderr } = command(into('out/', '-r', 'site'), { cwd: folder });
      match(stderr, /a\.txt: is not converted, because out\/a\.txt is a symbolic link/);
      match(stderr, /b\.txt: cannot make the folder out\/news: it is a symbolic link/);
      expectRun(folder, into('out/', '-r', 'site'), { status: 1, says: /^/, files: before });
    });
  });

  it('reaches names that are not UTF-8', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      makeFolder(folder, 'in');
      const name = Buffer.concat([Buffer.from(join(folder, 'in/')), old]);
      writeFileSync(name, old);
      const input = Buffer.concat([Buffer.from('in/'), old]);
      expectRun(folder, into('out/', '-r', 'in'), { says: sumOf(1, 0, 0) });
      expectRun(folder, into('list/', '--files0-from=-'), { says: sumOf(1, 0, 0) }, { input });
      for (const where of ['out', 'list/in']) {
        const [own] = readdirSync(join(folder, where), { encoding: 'buffer' });
        deepEqual(own, old);
        const path = Buffer.concat([Buffer.from(join(folder, where, '/')), own]);
        equal(readFileSync(path, 'utf8'), 'é');
      }
    });
  });
});

describe('command: --files0-from', () => {
  const wrong = (count) => `0 files right, ${count} wrong`;
  const inPlace = ['-f', 'latin1', '--in-place', '-r', '--files0-from=-'];

  itRuns({
    'reads names from a file and from standard input, the last with or without NUL': [
      { 'a\nb': latin1('\xff'), '-': latin1('x\xff'), list: 'a\nb\0-\0missing' },
      ...['=list', '=-'].map((list) => [
        `--check --files0-from${list}`,
        [
          1,
          'a\\u000ab:1:1: at byte 0: invalid byte\n-:1:2: at byte 1: invalid byte\n',
          `missing: ${noFile}\n${wrong(3)}`,
        ],
        'a\nb\0-\0missing\0',
      ]),
    ],
    'reads folders with -r, and with an empty name in the list nothing': [
      { 'd/a': old },
      [
        inPlace,
        {
          status: 1,
          says: `-: the list has an empty name\nno file is touched, because a name is wrong\n${sumOf(0, 0, 1)}`,
          files: { 'd/a': old },
        },
        'd\0\0',
      ],
      [inPlace, { says: sumOf(1, 0, 0), files: { 'd/a': 'é' } }, 'd\0'],
    ],
    'refuses a missing list, and a list that is not separated by NUL, in constant memory': [
      { list: 'file\n'.repeat(1e6) },
      [
        '--check --files0-from=none',
        [1, '', `none: ${noFile.replace('open', 'open the list')}\n${wrong(1)}`],
      ],
      [
        '--check --files0-from=list',
        [
          1,
          '',
          `list: the list has a name of more than 65536 bytes; names must be separated by NUL\n${wrong(1)}`,
        ],
      ],
    ],
    'reads a list that comes in pieces which cut names': [
      {},
      (folder) => {
        const names = Array.from({ length: 8000 }, (_, i) => `missing-${i}`);
        const says = [...names.map((name) => `${name}: ${noFile}`), wrong(8000)].join('\n');
        const input = names.join('\0');
        expectRun(folder, '--check --files0-from=-', { status: 1, says }, { input });
      },
    ],
  });

  it('ends by a signal while it waits for the next name; --check has checked the names before, --in-place touched none', async () => {
    if (process.platform === 'win32') return;
    for (const action of ['--check', '--in-place']) {
      await withFolder(async (folder) => {
        writeFiles(folder, { a: old });
        const args = [program, '-f', 'latin1', action, '--json', '--files0-from=-'];
        const child = spawn(process.execPath, args, { cwd: folder, stdio: 'pipe' });
        const exit = once(child, 'exit');
        child.stdin.write('a\0');
        if (action === '--check') await once(child.stdout, 'data');
        await sleep(action === '--check' ? 100 : 1000);
        child.kill('SIGTERM');
        const [, by] = await exit;
        equal(by, 'SIGTERM');
        deepEqual(readTree(folder), { a: 'e9' });
      });
    }
  });
});

describe('command: the summary', () => {
  const files = { a: 'é', b: 'x', c: old };
  const inPlace = '-f utf-8 -t latin1 --in-place';
  const zero = { skipped: 0, uncertain: 0, valid: 0, invalid: 0, failed: 0 };
  const summary = { type: 'summary', converted: 1, unchanged: 1, ...zero };

  itRuns({
    'counts what was converted, left alone and wrong, where there may be several files': [
      files,
      [`${inPlace} a b c`, [1, '', `c: at byte 0: truncated\n${sumOf(1, 1, 1)}`]],
      (folder) => writeFiles(folder, { 'd/a': 'é', a: 'é' }),
      [`${inPlace} -r d`, { says: sumOf(1, 0, 0) }],
      ['--check a b c missing', [1, /^c:/, `missing: ${noFile}\n2 files right, 2 wrong`]],
    ],
    'is silent for one file, for a filter, and with --quiet': [
      files,
      [`${inPlace} -q a b`, { files: { a: old, b: 'x', c: old } }],
      [`${inPlace} b`, ''],
      ['-f latin1 a b', 'éx'],
    ],
    'is the last object of --json': [
      files,
      [`${inPlace} --json a b`, { json: [{}, {}, summary] }],
      (folder) => {
        const { stdout } = command(`${inPlace} --json -q b`, { cwd: folder });
        equal(String(stdout).includes('summary'), false);
      },
    ],
  });
});
