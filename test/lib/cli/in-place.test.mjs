// Tests --in-place: which files it replaces, what stays of them, and what becomes of them when something goes wrong.
// replacement.test.mjs tests it beside another program.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from 'whatwg-transcoder';
import {
  asAnyUser,
  command,
  fastFolder,
  isRoot,
  latin1,
  makeFolder,
  NOBODY,
  program,
  readTree,
  reportsOf,
  runWith,
  shell,
  withFolder,
  writeFiles,
} from './command.mjs';

/** The file names in a folder. */
const namesIn = (folder) => readdirSync(folder).sort();

/** The same without the last one, which counts the files. */
const fileReportsOf = (lines) => reportsOf(lines).slice(0, -1);

describe('command: --in-place', () => {
  const inPlace = ['-f', 'windows-1252', '--in-place'];

  it('converts each file, and keeps mode, owner and times', async () => {
    await withFolder((folder) => {
      const path = join(folder, 'a');
      writeFileSync(path, latin1('\xe9'));
      chmodSync(path, 0o4751);
      utimesSync(path, 1111111111.25, 1222222222.125);
      const before = statSync(path);
      const { status, stdout, stderr } = command([...inPlace, 'a'], { cwd: folder });
      deepEqual([status, String(stdout), stderr], [0, '', '']);
      const after = statSync(path);
      equal(readFileSync(path, 'utf8'), 'é');
      for (const key of ['mode', 'uid', 'gid', 'mtimeMs']) equal(after[key], before[key], key);
      equal(after.atimeMs, 1111111111250);
      deepEqual(namesIn(folder), ['a']);
    });
  });

  it('keeps the owner where the process may set it, and drops the set-user-ID bit where it may not', async () => {
    if (!isRoot) return;
    await withFolder((folder) => {
      chmodSync(folder, 0o777);
      const path = join(folder, 'a');
      writeFileSync(path, latin1('\xe9'));
      chownSync(path, 1234, 2345);
      chmodSync(path, 0o4755);
      command([...inPlace, 'a'], { cwd: folder });
      let info = statSync(path);
      deepEqual([info.uid, info.gid, info.mode & 0o7777], [1234, 2345, 0o4755]);
      asAnyUser('-f utf-8 -t windows-1252 --in-place a', folder);
      info = statSync(path);
      deepEqual([info.uid, info.gid, info.mode & 0o7777], [NOBODY, NOBODY, 0o755]);
      deepEqual(readFileSync(path), latin1('\xe9'));
    });
  });

  it('converts files of several chunks, of exactly one chunk, and of nothing', async () => {
    const files = {
      a: '\xe9'.repeat(700_000),
      b: '\xe9'.repeat(256 * 1024),
      c: '',
      d: '\xe9'.repeat(512 * 1024),
    };
    await withFolder((folder) => {
      for (const [name, text] of Object.entries(files))
        writeFileSync(join(folder, name), latin1(text));
      equal(command([...inPlace, ...namesIn(folder)], { cwd: folder }).status, 0);
      for (const [name, text] of Object.entries(files)) {
        ok(readFileSync(join(folder, name)).equals(Buffer.from(text)), name);
      }
    });
  });

  it('does not write a file whose bytes would be the same', async () => {
    const files = { small: 'abc', long: 'x'.repeat(600_000), chunk: 'y'.repeat(256 * 1024) };
    await withFolder((folder) => {
      writeFiles(folder, files);
      const numbers = () => namesIn(folder).map((name) => statSync(join(folder, name)).ino);
      const before = numbers();
      const { status, stdout } = command([...inPlace, '--json', ...namesIn(folder)], {
        cwd: folder,
      });
      equal(status, 0);
      const reports = fileReportsOf(stdout);
      deepEqual(
        reports.map((report) => report.status),
        ['unchanged', 'unchanged', 'unchanged'],
      );
      deepEqual(numbers(), before);
    });
  });

  it('writes a file of the same length whose bytes are others', async () => {
    for (const length of [10, 256 * 1024, 600_000]) {
      await withFolder((folder) => {
        writeFileSync(join(folder, 'a'), latin1('\xe4'.repeat(length)));
        const args = ['-f', 'windows-1251', '-t', 'koi8-r', '--in-place', 'a'];
        equal(command(args, { cwd: folder }).status, 0);
        ok(readFileSync(join(folder, 'a')).equals(encode('д'.repeat(length), 'koi8-r')));
      });
    }
  });

  it('leaves a file that cannot be converted as it was, and goes on', async () => {
    const long = Buffer.concat([Buffer.alloc(700_000, 0x41), latin1('\xff')]);
    const files = { a: latin1('\xff'), b: long, c: '日', d: 'é', e: 'é' };
    const args = ['-t', 'latin1', '--in-place=.bak', ...Object.keys(files)];
    const result = await runWith(files, args);
    equal(result.status, 1);
    equal(
      result.stderr,
      [
        'a: at byte 0: invalid byte in UTF-8 (the default of -f)',
        'b: at byte 700000: invalid byte in UTF-8 (the default of -f)',
        'c: at byte 0: windows-1252 does not contain U+65E5',
        '2 files converted, 0 left alone, 3 wrong',
        '',
      ]
        .map((line) => line && `whatwg-transcoder: ${line}`)
        .join('\n'),
    );
    const hexOf = (bytes) => Buffer.from(bytes).toString('hex');
    deepEqual(result.files, {
      a: 'ff',
      b: hexOf(long),
      c: hexOf('日'),
      d: 'e9',
      'd.bak': hexOf('é'),
      e: 'e9',
      'e.bak': hexOf('é'),
    });
  });

  it('looks at all names before it touches the first file', async () => {
    const files = { a: latin1('\xe9'), 'r.txt': 'x' };
    const missing = 'cannot open: no such file or directory';
    for (const [line, message] of [
      ['--in-place a missing', `missing: ${missing}`],
      ['--in-place a .', '.: is a folder; -r converts the files in it'],
      ['--in-place a r.txt/x', 'r.txt/x: cannot open: not a directory'],
      // A blank stands where "=" belongs.
      ['--in-place .bak a', `.bak: ${missing}; a SUFFIX is written --in-place=.bak`],
      ['--in-place old a', `old: ${missing}; a SUFFIX is written --in-place=old`],
      ['--in-place ~ a', `~: ${missing}; a SUFFIX is written --in-place=~`],
      ['--in-place b.txt a', `b.txt: ${missing}`],
      ['--in-place a json', `json: ${missing}; the option is --json`],
      ['--in-place a —skip-utf8', `—skip-utf8: ${missing}; the option is --skip-utf8`],
      ['--in-place a –r', `–r: ${missing}; the option is --recursive`],
      ['--in-place a recurs', `recurs: ${missing}; the option is --recursive`],
      ['-o out/ a missing', `missing: ${missing}`],
      ['-o out/ a .', '.: is a folder; -r converts the files in it'],
      ['--restore=.bak a missing', `missing: ${missing}`],
    ]) {
      const result = await runWith(files, ['-f', 'latin1', ...line.split(' ')]);
      deepEqual([result.status, result.files], [1, { a: 'e9', 'r.txt': '78' }], line);
      deepEqual(
        result.stderr.trimEnd().split('\n').slice(0, 2),
        [message, 'no file is touched, because a name is wrong'].map(
          (each) => `whatwg-transcoder: ${each}`,
        ),
      );
    }
    // What writes to no file that is named goes on.
    const check = await runWith(files, '--check missing a');
    equal(String(check.stdout), 'a:1:1: at byte 0: truncated\n');
  });

  it('never gives a file to more users than it was for', async () => {
    if (process.platform === 'win32') return;
    await withFolder((folder) => {
      const modes = () => readdirSync(join(folder, 'd')).map((name) => modeOf(`d/${name}`));
      const modeOf = (name) => (statSync(join(folder, name)).mode & 0o777).toString(8);
      makeFolder(folder, 'd');
      for (const [name, mode] of Object.entries({ a: 0o600, b: 0o640, c: 0o644, e: 0o400 })) {
        writeFileSync(join(folder, 'd', name), latin1('\xe9'));
        chmodSync(join(folder, 'd', name), mode);
      }
      const umask = process.umask(0);
      try {
        equal(command('-f latin1 -o out/ -r d', { cwd: folder }).status, 0);
        deepEqual(
          ['a', 'b', 'c', 'e'].map((name) => modeOf(`out/${name}`)),
          modes(),
        );
        equal(command('-f latin1 --in-place=.old -r d', { cwd: folder }).status, 0);
        deepEqual(modes(), ['600', '600', '640', '640', '644', '644', '400', '400']);
      } finally {
        process.umask(umask);
      }
      if (!isRoot) return;
      // A user who may not set owner and group gets no more for the own group than all have.
      chmodSync(join(folder, 'd'), 0o777);
      chmodSync(folder, 0o777);
      writeFileSync(join(folder, 'd/f'), latin1('\xe9'));
      chownSync(join(folder, 'd/f'), 1234, 2345);
      chmodSync(join(folder, 'd/f'), 0o664);
      equal(asAnyUser('-f latin1 --in-place d/f', folder).status, 0);
      equal(modeOf('d/f'), '644');
    });
  });

  it('-c converts in place what can be converted, with status 1', async () => {
    const { status, stderr, files } = await runWith(
      { a: latin1('\xc3\xa9\xff') },
      '-c -t latin1 --in-place a',
    );
    deepEqual([status, files], [1, { a: 'e9' }]);
    equal(
      stderr,
      'whatwg-transcoder: a: omitted 1 malformed sequence or character that windows-1252 does not contain\n',
    );
  });

  it('refuses a symbolic link, and converts what it names with --follow-symlinks', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd');
      writeFileSync(join(folder, 'd/a'), latin1('\xe9'));
      symlinkSync('d/a', join(folder, 'link'));
      symlinkSync('none', join(folder, 'broken'));
      const refused = command([...inPlace, 'link'], { cwd: folder });
      equal(refused.status, 1);
      equal(
        refused.stderr,
        'whatwg-transcoder: link: is a symbolic link; --follow-symlinks converts the file that it names\n',
      );
      deepEqual(readTree(folder), { 'd/a': 'e9' });
      const followed = command(
        [...inPlace, '--follow-symlinks', '--json', 'link', 'd/a', './link'],
        { cwd: folder },
      );
      equal(followed.status, 0);
      const reports = fileReportsOf(followed.stdout);
      deepEqual(
        reports.map(({ file, status, reason }) => [file, status, reason]),
        [
          ['link', 'converted', undefined],
          ['d/a', 'skipped', 'converted before'],
          ['./link', 'skipped', 'converted before'],
        ],
      );
      deepEqual(readTree(folder), { 'd/a': 'c3a9' });
      equal(readlinkSync(join(folder, 'link')), 'd/a');
      const broken = command([...inPlace, '--follow-symlinks', 'broken'], { cwd: folder });
      deepEqual(
        [broken.status, broken.stderr],
        [1, 'whatwg-transcoder: broken: cannot open: no such file or directory\n'],
      );
    });
  });

  it('converts a file that is named twice once', async () => {
    const { status, files } = await runWith({ a: latin1('\xe9') }, [...inPlace, 'a', './a', 'a']);
    deepEqual([status, files], [0, { a: 'c3a9' }]);
  });

  it('says that the other names of a file keep the old bytes', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'));
      linkSync(join(folder, 'a'), join(folder, 'b'));
      const { status, stderr } = command([...inPlace, 'a'], { cwd: folder });
      deepEqual(
        [status, stderr],
        [0, 'whatwg-transcoder: a: its other name (a hard link) keeps the old file\n'],
      );
      deepEqual(readTree(folder), { a: 'c3a9', b: 'e9' });
    });
  });

  it('refuses what is not a regular file', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      spawnSync('mkfifo', [join(folder, 'pipe')]);
      const { status, stderr } = command([...inPlace, 'pipe'], { cwd: folder });
      deepEqual([status, stderr], [1, 'whatwg-transcoder: pipe: is not a regular file\n']);
    });
  });

  it('--in-place=SUFFIX keeps the old file with all that it had, and can be run again', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'));
      const before = statSync(join(folder, 'a'));
      const args = [...inPlace.slice(0, -1), '--in-place=.bak', '-r', '--json', '.'];
      const run = () => {
        const { status, stdout } = command(args, { cwd: folder });
        const reports = fileReportsOf(stdout);
        return [status, ...reports.map((report) => [report.file, report.status])];
      };
      deepEqual(run(), [0, ['./a', 'converted']]);
      deepEqual(readTree(folder), { a: 'c3a9', 'a.bak': 'e9' });
      const backup = statSync(join(folder, 'a.bak'));
      deepEqual(
        [backup.ino, backup.mtimeMs, backup.mode],
        [before.ino, before.mtimeMs, before.mode],
      );
      deepEqual(run(), [0, ['./a', 'skipped']]);
      // A process that was killed before it could replace the file has left both names with the old file.
      rmSync(join(folder, 'a'));
      linkSync(join(folder, 'a.bak'), join(folder, 'a'));
      deepEqual(run(), [0, ['./a', 'converted']]);
      deepEqual(readTree(folder), { a: 'c3a9', 'a.bak': 'e9' });
      // A backup of something else is never overwritten.
      writeFileSync(join(folder, 'a'), 'new');
      deepEqual(run(), [1, ['./a', 'failed']]);
      writeFileSync(join(folder, 'a'), 'éé');
      deepEqual(run(), [1, ['./a', 'failed']]);
      deepEqual(readTree(folder), { a: 'c3a9c3a9', 'a.bak': 'e9' });
      const { stderr } = command(
        args.filter((arg) => arg !== '--json'),
        { cwd: folder },
      );
      equal(
        stderr,
        'whatwg-transcoder: ./a: is left as it is, because ./a.bak exists and is another file\n' +
          'whatwg-transcoder: 0 files converted, 0 left alone, 1 wrong\n',
      );
    });
  });

  it('--in-place=SUFFIX says what is the matter with a name where no backup can be', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      makeFolder(folder, 'folder.bak');
      spawnSync('mkfifo', [join(folder, 'pipe.bak')]);
      symlinkSync('nowhere', join(folder, 'dangling.bak'));
      symlinkSync('circle.bak', join(folder, 'circle.bak'));
      symlinkSync('original', join(folder, 'link.bak'));
      writeFileSync(join(folder, 'original'), latin1('\xe9'));
      writeFileSync(join(folder, 'link'), 'é');
      const names = ['folder', 'pipe', 'dangling', 'circle'];
      for (const name of names) writeFileSync(join(folder, name), latin1('\xe9'));
      const args = [...inPlace.slice(0, -1), '--in-place=.bak', ...names, 'link'];
      const { status, stderr } = command(args, { cwd: folder });
      const because = 'is left as it is, because';
      deepEqual(
        [status, ...stderr.trimEnd().split('\n')],
        [
          1,
          ...[...names, 'link'].map(
            (name) => `whatwg-transcoder: ${name}: ${because} ${name}.bak is not a regular file`,
          ),
          'whatwg-transcoder: 0 files converted, 0 left alone, 5 wrong',
        ],
      );
      for (const name of names) equal(readFileSync(join(folder, name), 'hex'), 'e9', name);
    });
  });

  it('--skip-utf8 leaves files that are UTF-8, so that a second run changes nothing', async () => {
    const long = latin1(`${'\xe9'.repeat(300_000)}`);
    await withFolder((folder) => {
      writeFiles(folder, {
        a: latin1('\xe9'),
        b: 'é',
        c: long,
        d: Buffer.from('é'.repeat(300_000)),
        e: 'ascii',
      });
      const args = [...inPlace, '--skip-utf8', '--json', '-r', '.'];
      const statuses = () =>
        fileReportsOf(command(args, { cwd: folder }).stdout).map((report) => report.status);
      deepEqual(statuses(), ['converted', 'skipped', 'converted', 'skipped', 'skipped']);
      const after = readTree(folder);
      equal(after.a, 'c3a9');
      ok(Buffer.from(after.c, 'hex').equals(Buffer.from('é'.repeat(300_000))));
      deepEqual(new Set(statuses()), new Set(['skipped']));
      deepEqual(readTree(folder), after);
    });
  });

  it('-r converts the files of folders, also with names that are not UTF-8, and not what a link in them names', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      makeFolder(folder, 'd/.hidden');
      makeFolder(folder, 'other');
      const odd = Buffer.concat([Buffer.from(`${folder}/d/`), latin1('\x93\xfa\n')]);
      writeFileSync(odd, latin1('\xe9'));
      writeFiles(folder, {
        'd/.hidden/x': latin1('\xe9'),
        'other/y': latin1('\xe9'),
        'd/.whatwg-transcoder-1-00.tmp': latin1('\xe9'),
      });
      symlinkSync('../other', join(folder, 'd/link'));
      symlinkSync('../other/y', join(folder, 'd/file-link'));
      symlinkSync('d', join(folder, 'top'));
      const { status, stderr } = command([...inPlace, '-r', 'top'], { cwd: folder });
      deepEqual(
        [status, stderr],
        [0, 'whatwg-transcoder: 2 files converted, 0 left alone, 0 wrong\n'],
      );
      equal(readFileSync(odd, 'utf8'), 'é');
      equal(readFileSync(join(folder, 'd/.hidden/x'), 'utf8'), 'é');
      equal(readFileSync(join(folder, 'other/y'), 'hex'), 'e9');
      equal(readFileSync(join(folder, 'd/.whatwg-transcoder-1-00.tmp'), 'hex'), 'e9');
    });
  });

  it('a folder in which no file can be made leaves the file as it was', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'));
      chmodSync(folder, 0o555);
      const { status, stderr } = asAnyUser([...inPlace, 'a'], folder);
      chmodSync(folder, 0o755);
      deepEqual(
        [status, stderr],
        [1, 'whatwg-transcoder: a: cannot make a file in the folder: permission denied\n'],
      );
      deepEqual(readTree(folder), { a: 'e9' });
    });
  });

  it('a full disk leaves the file as it was, removes what was written, and ends the command', async () => {
    if (process.platform !== 'linux') return;
    // The limit of the shell on the size of files stands for a full disk: writing fails in the middle.
    await withFolder((folder) => {
      const long = latin1('\xe9'.repeat(900_000));
      writeFiles(folder, { a: long, b: latin1('\xe9') });
      const script =
        'trap "" XFSZ; ulimit -f 1024; whatwg-transcoder -f latin1 --in-place=.old a b; echo $?';
      const { output } = shell(script, folder);
      equal(
        output,
        'whatwg-transcoder: a: cannot write the converted file: file too large\n' +
          'whatwg-transcoder: 1 file converted, 0 left alone, 1 wrong\n1\n',
      );
      deepEqual(namesIn(folder), ['a', 'b', 'b.old']);
      ok(readFileSync(join(folder, 'a')).equals(long));
    });
    if (!isRoot) return;
    await withFolder((folder) => {
      const disk = makeFolder(folder, 'disk');
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]).status !== 0) return;
      try {
        writeFiles(disk, { a: latin1('\xe9'.repeat(600_000)), b: latin1('\xe9') });
        const { status, stderr } = command([...inPlace, 'a', 'b'], { cwd: disk });
        deepEqual(
          [status, stderr],
          [
            1,
            'whatwg-transcoder: a: cannot write the converted file: no space left on device\n' +
              'whatwg-transcoder: the disk is full; the files that follow are left as they are\n' +
              'whatwg-transcoder: 0 files converted, 0 left alone, 1 wrong\n',
          ],
        );
        deepEqual(namesIn(disk), ['a', 'b']);
        equal(statSync(join(disk, 'a')).size, 600_000);
        equal(readFileSync(join(disk, 'b'), 'hex'), 'e9');
      } finally {
        spawnSync('umount', [disk]);
      }
    });
  });

  it('a file that another program changes meanwhile is left as that program has made it', async () => {
    if (process.platform !== 'linux') return;
    await withFolder(async (folder) => {
      const path = join(folder, 'a');
      writeFileSync(path, Buffer.alloc(200e6, 0xe9));
      const child = spawn(process.execPath, [program, ...inPlace, 'a'], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const closed = once(child, 'close');
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      while (child.exitCode === null && namesIn(folder).length === 1) await sleep(1);
      const descriptor = openSync(path, 'a');
      writeSync(descriptor, 'more');
      closeSync(descriptor);
      const [status] = await closed;
      deepEqual(
        [status, stderr],
        [1, 'whatwg-transcoder: a: was changed by another program meanwhile\n'],
      );
      equal(statSync(path).size, 200e6 + 4);
      deepEqual(namesIn(folder), ['a']);
    }, fastFolder);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    it(`${signal} in a long file leaves the old file and nothing else`, async () => {
      if (process.platform === 'win32') return;
      await withFolder(async (folder) => {
        writeFileSync(join(folder, 'a'), Buffer.alloc(300e6, 0xe9));
        const child = spawn(process.execPath, [program, ...inPlace, 'a'], {
          cwd: folder,
          stdio: 'ignore',
        });
        const exit = once(child, 'exit');
        while (child.exitCode === null && namesIn(folder).length === 1) await sleep(1);
        child.kill(signal);
        const [status, by] = await exit;
        deepEqual([status, by], [null, signal]);
        deepEqual(namesIn(folder), ['a']);
        equal(statSync(join(folder, 'a')).size, 300e6);
      }, fastFolder);
    });
  }
});
