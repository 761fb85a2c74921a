// Tests --restore=SUFFIX: it puts back what --in-place=SUFFIX has kept, and nothing else. folders.test.mjs tests it beside another program.

import { deepEqual, equal, match } from 'node:assert/strict';
import { linkSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, latin1, makeFolder, readTree, reportsOf, withFolder } from './command.mjs';

const inPlace = '-f windows-1252 --in-place=.bak';

/** Calls `use` with a folder in which --in-place=.bak has converted two of three files. */
const withConverted = (use) =>
  withFolder((folder) => {
    makeFolder(folder, 'd/sub');
    writeFileSync(join(folder, 'd/a'), latin1('\xe9'));
    writeFileSync(join(folder, 'd/plain'), 'x');
    writeFileSync(join(folder, 'd/sub/b'), latin1('\xe8'), { mode: 0o640 });
    utimesSync(join(folder, 'd/sub/b'), 1_111_111_111, 1_234_567_890.123_456_7);
    equal(command(`${inPlace} -r d`, { cwd: folder }).status, 0);
    const run = (line) => {
      const { status, stderr } = command(line, { cwd: folder });
      return [status, stderr.split('whatwg-transcoder: ').join('')];
    };
    return use(folder, run);
  });

const old = { 'd/a': 'e9', 'd/plain': '78', 'd/sub/b': 'e8' };
const converted = {
  'd/a': 'c3a9',
  'd/a.bak': 'e9',
  'd/plain': '78',
  'd/sub/b': 'c3a8',
  'd/sub/b.bak': 'e8',
};
const isOther = (name) => `is left as it is, because ${name} is not what it was made of\n`;

describe('command: --restore', () => {
  for (const line of ['--restore=.bak -r d', '-f windows-1252 --restore=.bak -r d']) {
    it(`puts back each file that was kept, with all that it had: ${line}`, async () => {
      await withConverted((folder, run) => {
        const kept = statSync(join(folder, 'd/sub/b.bak'));
        deepEqual(run(line), [0, '2 files put back, 1 left alone, 0 wrong\n']);
        deepEqual(readTree(folder), old);
        const own = statSync(join(folder, 'd/sub/b'));
        for (const key of ['ino', 'mode', 'mtimeMs', 'uid']) equal(own[key], kept[key], key);
        deepEqual(run(line), [0, '0 files put back, 3 left alone, 0 wrong\n']);
        deepEqual(readTree(folder), old);
      });
    });
  }

  it('takes the names of the files, also twice, and reports as JSON', async () => {
    await withConverted((folder) => {
      const args = '--restore=.bak --json d/a d/plain ./d/a d/sub/b';
      const { status, stdout } = command(args, { cwd: folder });
      equal(status, 0);
      deepEqual(
        reportsOf(stdout),
        [
          { type: 'file', file: 'd/a', status: 'restored' },
          { type: 'file', file: 'd/plain', status: 'skipped', reason: 'no old file was kept' },
          { type: 'file', file: './d/a', status: 'skipped', reason: 'converted before' },
          { type: 'file', file: 'd/sub/b', status: 'restored' },
          { type: 'summary', restored: 2, skipped: 2, failed: 0 },
        ].map((each) =>
          each.status === 'skipped' ? { ...each, from: 'UTF-8', to: 'UTF-8' } : each,
        ),
      );
      deepEqual(readTree(folder), old);
    });
  });

  it('leaves a file alone that was changed since, and one whose kept file is another', async () => {
    await withConverted((folder, run) => {
      writeFileSync(join(folder, 'd/a'), 'changed');
      deepEqual(run('--restore=.bak d/a'), [1, `d/a: ${isOther('d/a.bak')}`]);
      deepEqual(run('-f latin1 --restore=.bak d/a'), [1, `d/a: ${isOther('d/a.bak')}`]);
      deepEqual(readTree(folder), { ...converted, 'd/a': '6368616e676564' });
    });
  });

  it('compares the bytes where an encoding is given, and otherwise the times', async () => {
    await withConverted((folder, run) => {
      utimesSync(join(folder, 'd/a'), 1, 1);
      equal(run('--restore=.bak d/a')[0], 1);
      equal(run('-f koi8-r --restore=.bak d/a')[0], 1);
      deepEqual(readTree(folder), converted);
      deepEqual(run('-f windows-1252 -t utf-8 --restore=.bak d/a'), [0, '']);
      deepEqual(readTree(folder), {
        'd/a': 'e9',
        'd/plain': '78',
        'd/sub/b': 'c3a8',
        'd/sub/b.bak': 'e8',
      });
    });
  });

  it('finishes what --in-place=SUFFIX began: a file with both names loses the second', async () => {
    await withConverted((folder, run) => {
      rmSync(join(folder, 'd/a'));
      linkSync(join(folder, 'd/a.bak'), join(folder, 'd/a'));
      deepEqual(run('--restore=.bak -r d'), [0, '2 files put back, 1 left alone, 0 wrong\n']);
      deepEqual(readTree(folder), old);
    });
  });

  it('follows no link, and with --follow-symlinks that of the name alone', async () => {
    if (process.platform === 'win32') return;
    await withConverted((folder, run) => {
      symlinkSync('d/a', join(folder, 'link'));
      match(run('--restore=.bak link')[1], /^link: is a symbolic link/);
      deepEqual(readTree(folder), converted);
      deepEqual(run('--restore=.bak --follow-symlinks link'), [0, '']);
      deepEqual(readTree(folder)['d/a'], 'e9');
      rmSync(join(folder, 'd/sub/b.bak'));
      symlinkSync('../a', join(folder, 'd/sub/b.bak'));
      deepEqual(run('--restore=.bak d/sub/b'), [
        1,
        'd/sub/b: is left as it is, because d/sub/b.bak is not a regular file\n',
      ]);
    });
  });
});

describe('command: a value that looks like an option', () => {
  for (const [line, value, option, like] of [
    ['-t utf-8 -omit a', 'mit', '-o', 'omit'],
    ['-t utf-8 -output=x a', 'utput=x', '-o', 'output'],
    ['-t utf-8 -o=x a', '=x', '-o', 'output'],
    ['-from=latin1 a', 'rom=latin1', '-f', 'from-code'],
    ['-f=latin1 a', '=latin1', '-f', 'from-code'],
    ['-files0-from=x --check', 'iles0-from=x', '-f', 'files0-from'],
  ]) {
    it(line, async () => {
      await withFolder((folder) => {
        writeFileSync(join(folder, 'a'), 'x');
        const { status, stderr } = command(line, { cwd: folder });
        equal(status, 64);
        match(
          stderr,
          new RegExp(`: "${value}" is no value of ${option}; the option is --${like}\n`),
        );
        deepEqual(readTree(folder), { a: '78' });
      });
    });
  }
});
