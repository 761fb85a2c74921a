// Tests --files0-from: names of files from a list.

import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  command,
  latin1,
  makeFolder,
  program,
  readTree,
  runWith,
  withFolder,
  writeFiles,
} from './command.mjs';

describe('command: --files0-from', () => {
  it('reads names from a file and from standard input, the last with or without NUL', async () => {
    await withFolder((folder) => {
      writeFiles(folder, {
        'a\nb': latin1('\xff'),
        '-': latin1('x\xff'),
        list: 'a\nb\0-\0missing',
      });
      const expected = 'a\\u000ab:1:1: at byte 0: invalid byte\n';
      for (const args of [['--files0-from=list'], ['--files0-from', '-']]) {
        const { status, stdout, stderr } = command(['--check', ...args], {
          cwd: folder,
          input: 'a\nb\0-\0missing\0',
        });
        equal(status, 1);
        equal(String(stdout), `${expected}-:1:2: at byte 1: invalid byte\n`);
        equal(
          stderr,
          'whatwg-transcoder: missing: cannot open: no such file or directory\n' +
            'whatwg-transcoder: 0 files right, 3 wrong\n',
        );
      }
    });
  });

  it('reads folders with -r, and with an empty name in the list nothing', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd');
      writeFiles(folder, { 'd/a': latin1('\xe9') });
      const args = ['-f', 'latin1', '--in-place', '-r', '--files0-from=-'];
      const { status, stderr } = command(args, { cwd: folder, input: 'd\0\0' });
      deepEqual(
        [status, stderr],
        [
          1,
          'whatwg-transcoder: -: the list has an empty name\n' +
            'whatwg-transcoder: no file is touched, because a name is wrong\n' +
            'whatwg-transcoder: 0 files converted, 0 left alone, 1 wrong\n',
        ],
      );
      deepEqual(readTree(folder), { 'd/a': 'e9' });
      equal(command(args, { cwd: folder, input: 'd\0' }).status, 0);
      deepEqual(readTree(folder), { 'd/a': 'c3a9' });
    });
  });

  it('refuses a missing list, and a list that is not separated by NUL, in constant memory', async () => {
    const missing = await runWith({}, '--check --files0-from=none');
    deepEqual(
      [missing.status, missing.stderr],
      [
        1,
        'whatwg-transcoder: none: cannot open the list: no such file or directory\n' +
          'whatwg-transcoder: 0 files right, 1 wrong\n',
      ],
    );
    const files = { list: 'file\n'.repeat(1e6) };
    const { status, stderr } = await runWith(files, '--check --files0-from=list');
    equal(status, 1);
    equal(
      stderr,
      'whatwg-transcoder: list: the list has a name of more than 65536 bytes; names must be separated by NUL\n' +
        'whatwg-transcoder: 0 files right, 1 wrong\n',
    );
  });

  it('ends by a signal while it waits for the next name; --check has checked the names before, --in-place touched none', async () => {
    if (process.platform === 'win32') return;
    for (const action of ['--check', '--in-place']) {
      await withFolder(async (folder) => {
        writeFiles(folder, { a: latin1('\xe9') });
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

  it('reads a list that comes in pieces which cut names', async () => {
    await withFolder((folder) => {
      const names = Array.from({ length: 8000 }, (_, i) => `missing-${i}`);
      const { stderr } = command('--check --files0-from=-', {
        cwd: folder,
        input: names.join('\0'),
      });
      deepEqual(
        stderr
          .trimEnd()
          .split('\n')
          .map((line) => line.split(': ')[1]),
        [...names, '0 files right, 8000 wrong'],
      );
    });
  });
});
