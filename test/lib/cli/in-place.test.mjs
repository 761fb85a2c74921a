// Tests --in-place and --restore: which files they replace and put back, what stays of them, and what becomes of them when something goes
// wrong. replacement.test.mjs tests them beside another program.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import {
  asAnyUser,
  expectRun,
  fastFolder,
  GROUP,
  isRoot,
  itRuns,
  latin1,
  makeFolder,
  NOBODY,
  noFile,
  readTree,
  reportsOf,
  shell,
  sumOf,
  whileConverting,
  withFolder,
  writeFiles,
} from './command.mjs';

const old = latin1('\xe9');
const inPlace = '-f windows-1252 --in-place';
const isWindows = process.platform === 'win32';
const namesIn = (folder) => readdirSync(folder).sort();
const modeOf = (...path) => statSync(join(...path)).mode & 0o7777;
const link = (target, path) => (folder) => symlinkSync(target, join(folder, path));
const secondName = (path, name) => (folder) => {
  rmSync(join(folder, name), { force: true });
  linkSync(join(folder, path), join(folder, name));
};
const remove = (path) => (folder) => rmSync(join(folder, path));
const write = (path, bytes) => (folder) => writeFileSync(join(folder, path), bytes);
const statuses = (...all) => all.map((status) => ({ status }));
const many = '\xe9'.repeat(300_000);

describe('command: --in-place', () => {
  const bad = Buffer.concat([Buffer.alloc(700_000, 0x41), latin1('\xff')]);
  const isUtf8 = (place) => `at byte ${place}: invalid byte in UTF-8 (the default of -f)`;
  const stopped = (name, what) => `${name}: is left as it is, because ${name}.bak ${what}`;
  const texts = { small: 'abc', long: 'x'.repeat(600_000), chunk: 'y'.repeat(256 * 1024) };
  const lengths = { a: 700_000, b: 256 * 1024, c: 0, d: 512 * 1024 };
  const filled = (unit) =>
    Object.fromEntries(
      Object.entries(lengths).map(([name, length]) => [
        name,
        Buffer.from(unit).toString().repeat(length),
      ]),
    );
  const latin1Of = (files) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, latin1(text)]));
  const toKoi8 = (length) => ({ a: encode('д'.repeat(length), 'koi8-r') });
  const odd = 'd/.whatwg-transcoder-1-00.tmp';

  itRuns({
    'converts files of several chunks, of exactly one chunk, and of nothing': [
      latin1Of(filled('\xe9')),
      [`${inPlace} a b c d`, { says: sumOf(3, 1, 0), files: filled('é') }],
    ],
    'does not write a file whose bytes would be the same': [
      texts,
      (folder) => {
        const numbers = () => namesIn(folder).map((name) => statSync(join(folder, name)).ino);
        const before = numbers();
        const json = statuses('unchanged', 'unchanged', 'unchanged');
        expectRun(folder, `${inPlace} --json chunk long small`, { json });
        deepEqual(numbers(), before);
      },
    ],
    'writes a file of the same length whose bytes are others': [
      {},
      ...[10, 256 * 1024, 600_000].flatMap((length) => [
        write('a', latin1('\xe4'.repeat(length))),
        ['-f windows-1251 -t koi8-r --in-place a', { files: toKoi8(length) }],
      ]),
    ],
    'leaves a file that cannot be converted as it was, and goes on': [
      { a: latin1('\xff'), b: bad, c: '日', d: 'é', e: 'é' },
      [
        '-t latin1 --in-place=.bak a b c d e',
        {
          status: 1,
          says: `a: ${isUtf8(0)}\nb: ${isUtf8(700_000)}\nc: at byte 0: windows-1252 does not contain U+65E5\n${sumOf(2, 0, 3)}`,
          files: { a: latin1('\xff'), b: bad, c: '日', d: old, 'd.bak': 'é', e: old, 'e.bak': 'é' },
        },
      ],
    ],
    'looks at all names before it touches the first file': [
      { a: old, 'r.txt': 'x' },
      ...Object.entries({
        '--in-place a missing': `missing: ${noFile}`,
        '--in-place a .': '.: is a folder; -r converts the files in it',
        '--in-place a r.txt/x': 'r.txt/x: cannot open: not a directory',
        // A blank stands where "=" belongs.
        '--in-place .bak a': `.bak: ${noFile}; a SUFFIX is written --in-place=.bak`,
        '--in-place old a': `old: ${noFile}; a SUFFIX is written --in-place=old`,
        '--in-place ~ a': `~: ${noFile}; a SUFFIX is written --in-place=~`,
        '--in-place b.txt a': `b.txt: ${noFile}`,
        '--in-place a json': `json: ${noFile}; the option is --json`,
        '--in-place a —skip-utf8': `—skip-utf8: ${noFile}; the option is --skip-utf8`,
        '--in-place a –r': `–r: ${noFile}; the option is --recursive`,
        '--in-place a recurs': `recurs: ${noFile}; the option is --recursive`,
        '-o out/ a missing': `missing: ${noFile}`,
        '-o out/ a .': '.: is a folder; -r converts the files in it',
        '--restore=.bak a missing': `missing: ${noFile}`,
      }).map(([line, says]) => [
        `-f latin1 ${line}`,
        {
          status: 1,
          says: `${says}\nno file is touched, because a name is wrong\n${
            line.includes('restore') ? '0 files put back, 0 left alone, 1 wrong' : sumOf(0, 0, 1)
          }`,
          files: { a: old, 'r.txt': 'x' },
        },
      ]),
      // What writes to no file that is named goes on.
      ['--check missing a', [1, 'a:1:1: at byte 0: truncated\n', /^missing: /]],
    ],
    '-c converts in place what can be converted, with status 1': [
      { a: latin1('\xc3\xa9\xff') },
      [
        '-c -t latin1 --in-place a',
        {
          status: 1,
          says: 'a: omitted 1 malformed sequence or character that windows-1252 does not contain',
          files: { a: old },
        },
      ],
    ],
    'refuses a symbolic link, and converts what it names with --follow-symlinks': [
      { 'd/a': old },
      link('d/a', 'link'),
      link('none', 'broken'),
      [
        `${inPlace} link`,
        {
          status: 1,
          says: 'link: is a symbolic link; --follow-symlinks converts the file that it names',
          files: { 'd/a': old },
        },
      ],
      [
        `${inPlace} --follow-symlinks --json link d/a ./link`,
        {
          json: [
            { file: 'link', status: 'converted', reason: undefined },
            { file: 'd/a', status: 'skipped', reason: 'converted before' },
            { file: './link', status: 'skipped', reason: 'converted before' },
          ],
          files: { 'd/a': 'é' },
        },
      ],
      (folder) => equal(readlinkSync(join(folder, 'link')), 'd/a'),
      [`${inPlace} --follow-symlinks broken`, [1, '', `broken: ${noFile}`]],
    ],
    'converts a file that is named twice once': [
      { a: old },
      [`${inPlace} a ./a a`, { says: sumOf(1, 2, 0), files: { a: 'é' } }],
    ],
    'says that the other names of a file keep the old bytes': [
      { a: old },
      secondName('a', 'b'),
      [
        `${inPlace} a`,
        { says: 'a: its other name (a hard link) keeps the old file', files: { a: 'é', b: old } },
      ],
      secondName('b', 'c'),
      secondName('b', 'd'),
      [`${inPlace} c`, [0, '', 'c: its 2 other names (hard links) keep the old file']],
    ],
    '--in-place=SUFFIX keeps the old file with all that it had, and can be run again': [
      { a: old },
      (folder) => {
        const [line, kept] = [`${inPlace}=.bak --json -r .`, { a: 'é', 'a.bak': old }];
        const run = (status, files) =>
          expectRun(folder, line, {
            status: status === 'failed' ? 1 : 0,
            // The kept file is no other name.
            json: [{ file: './a', status, otherNames: undefined }],
            files,
          });
        const before = statSync(join(folder, 'a'));
        run('converted', kept);
        const backup = statSync(join(folder, 'a.bak'));
        for (const key of ['ino', 'mtimeMs', 'mode']) equal(backup[key], before[key]);
        run('skipped', kept);
        // A process that was killed before it could replace the file has left both names with the old file.
        secondName('a.bak', 'a')(folder);
        run('converted', kept);
        // A backup of something else is never overwritten.
        for (const text of ['new', 'éé']) {
          write('a', text)(folder);
          run('failed', { ...kept, a: text });
        }
      },
      [`${inPlace}=.bak a`, { status: 1, says: stopped('a', 'exists and is another file') }],
    ],
    '--skip-utf8 leaves files that are UTF-8, so that a second run changes nothing': [
      { a: old, b: 'é', c: latin1(many), d: many, e: 'ascii' },
      [
        `${inPlace} --skip-utf8 --json -r .`,
        {
          json: statuses('converted', 'skipped', 'converted', 'skipped', 'skipped'),
          files: { a: 'é', b: 'é', c: many, d: many, e: 'ascii' },
        },
      ],
      [`${inPlace} --skip-utf8 --json -r .`, { json: statuses(...Array(5).fill('skipped')) }],
    ],
  });

  it('keeps mode, owner and times', () =>
    withFolder((folder) => {
      const path = join(folder, 'a');
      writeFileSync(path, old);
      chmodSync(path, 0o4751);
      utimesSync(path, 1111111111.25, 1222222222.125);
      const before = statSync(path);
      expectRun(folder, `${inPlace} a`, '');
      const after = statSync(path);
      for (const key of ['mode', 'uid', 'gid', 'mtimeMs']) equal(after[key], before[key], key);
      if (!isWindows) equal(after.atimeMs, 1111111111250);
      deepEqual(readTree(folder), { a: 'c3a9' });
      // A time before 1970, by which --restore knows the file.
      utimesSync(path, new Date(-1e9), new Date(-1e9));
      expectRun(folder, '-f utf-8 -t windows-1252 --in-place=.old a', '');
      equal(statSync(path).mtimeMs, -1e9);
      expectRun(folder, '--restore=.old a', '');
      deepEqual(readTree(folder), { a: 'c3a9' });
      if (!isRoot) return;
      // The set-user-ID bit is dropped where the process may not set the owner.
      const owner = () => {
        const { uid, gid } = statSync(path);
        return [uid, gid, modeOf(path)];
      };
      chmodSync(folder, 0o777);
      writeFileSync(path, old);
      chownSync(path, 1234, 2345);
      chmodSync(path, 0o4755);
      expectRun(folder, `${inPlace} a`, '');
      deepEqual(owner(), [1234, 2345, 0o4755]);
      asAnyUser('-f utf-8 -t windows-1252 --in-place a', folder);
      deepEqual(owner(), [NOBODY, NOBODY, 0o755]);
      deepEqual(readFileSync(path), old);
      // The group stays where the process may set it.
      chownSync(path, 1234, GROUP);
      chmodSync(path, 0o640);
      equal(asAnyUser(`${inPlace} a`, folder).status, 0);
      deepEqual(owner(), [NOBODY, GROUP, 0o640]);
    }));

  it('never gives a file to more users than it was for', async () => {
    if (isWindows) return;
    await withFolder((folder) => {
      makeFolder(folder, 'd');
      const modes = [0o600, 0o640, 0o644, 0o400];
      for (const [i, mode] of modes.entries()) {
        writeFileSync(join(folder, 'd', `${i}`), old);
        chmodSync(join(folder, 'd', `${i}`), mode);
      }
      const modesIn = (name) => namesIn(join(folder, name)).map((own) => modeOf(folder, name, own));
      const umask = process.umask(0);
      try {
        makeFolder(folder, 'private/d/e');
        writeFileSync(join(folder, 'private/d/e/a'), old);
        for (const [path, mode] of Object.entries({ '': 0o750, d: 0o700, 'd/e': 0o550 })) {
          chmodSync(join(folder, 'private', path), mode);
        }
        expectRun(folder, '-f latin1 -o open/ -r private', { says: sumOf(1, 0, 0) });
        const modesOf = ['', 'd', 'd/e'].map((path) => modeOf(folder, 'open', path));
        deepEqual(modesOf, [0o750, 0o700, 0o750]);
        chmodSync(join(folder, 'private/d/e'), 0o700);
        expectRun(folder, '-f latin1 -o out/ -r d', { says: sumOf(4, 0, 0) });
        deepEqual(modesIn('out'), modes);
        expectRun(folder, '-f latin1 --in-place=.old -r d', { says: sumOf(4, 0, 0) });
        deepEqual(
          modesIn('d'),
          modes.flatMap((mode) => [mode, mode]),
        );
      } finally {
        process.umask(umask);
      }
      if (!isRoot) return;
      // A user who may not set owner and group gets no more for the own group than all have.
      for (const path of ['d', '.']) chmodSync(join(folder, path), 0o777);
      writeFileSync(join(folder, 'd/f'), old);
      chownSync(join(folder, 'd/f'), 1234, 2345);
      chmodSync(join(folder, 'd/f'), 0o664);
      equal(asAnyUser('-f latin1 --in-place d/f', folder).status, 0);
      equal(modeOf(folder, 'd/f'), 0o644);
      // Linux refuses that user a second name of a file that the user may not write; the backup is then a copy.
      for (const [name, group, mode] of [
        ['g', 2345, 0o664],
        ['h', GROUP, 0o640],
      ]) {
        writeFileSync(join(folder, name), old);
        chownSync(join(folder, name), 1234, group);
        chmodSync(join(folder, name), mode);
        equal(asAnyUser(`-f latin1 --in-place=.bak ${name}`, folder).status, 0);
        const kept = statSync(join(folder, `${name}.bak`));
        equal(kept.mode & 0o777, kept.gid === group ? mode : 0o644);
        ok(kept.gid === group || group !== GROUP);
      }
    });
  });

  it('refuses what is not a regular file, and names where no backup can be', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      makeFolder(folder, 'folder.bak');
      for (const name of ['pipe', 'fifo.bak']) spawnSync('mkfifo', [join(folder, name)]);
      link('nowhere', 'dangling.bak')(folder);
      link('circle.bak', 'circle.bak')(folder);
      link('original', 'link.bak')(folder);
      const names = ['folder', 'fifo', 'dangling', 'circle', 'link'];
      writeFiles(folder, { original: old, link: 'é' });
      for (const name of names.slice(0, -1)) write(name, old)(folder);
      const what = names.map((name) => stopped(name, 'is not a regular file'));
      const says = [...what, 'pipe: is not a regular file', sumOf(0, 0, 6)].join('\n');
      expectRun(folder, `${inPlace}=.bak ${names.join(' ')} pipe`, { status: 1, says });
      for (const name of names.slice(0, -1)) deepEqual(readFileSync(join(folder, name)), old);
    });
  });

  it('-r converts the files of folders, also with names that are not UTF-8, and not what a link in them names', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      writeFiles(folder, { 'd/.hidden/x': old, 'other/y': old, [odd]: old });
      const strange = Buffer.concat([Buffer.from(`${folder}/d/`), latin1('\x93\xfa\n')]);
      writeFileSync(strange, old);
      link('../other', 'd/link')(folder);
      link('../other/y', 'd/file-link')(folder);
      link('d', 'top')(folder);
      expectRun(folder, `${inPlace} -r top`, { says: sumOf(2, 0, 0) });
      equal(readFileSync(strange, 'utf8'), 'é');
      writeFileSync(strange, old);
      symlinkSync(strange, join(folder, 'to-strange'));
      expectRun(folder, `${inPlace} --follow-symlinks to-strange`, '');
      equal(readFileSync(strange, 'utf8'), 'é');
      rmSync(strange);
      deepEqual(readTree(folder), { 'd/.hidden/x': 'c3a9', 'other/y': 'e9', [odd]: 'e9' });
    });
  });

  it('a folder in which no file can be made leaves the file as it was', () =>
    withFolder((folder) => {
      writeFileSync(join(folder, 'a'), old);
      chmodSync(folder, 0o555);
      const { status, stderr } = asAnyUser(`${inPlace} a`, folder);
      chmodSync(folder, 0o755);
      const message = 'a: cannot make a file in the folder: permission denied\n';
      deepEqual([status, stderr], [1, `whatwg-transcoder: ${message}`]);
      deepEqual(readTree(folder), { a: 'e9' });
    }));

  it('a full disk leaves the file as it was, removes what was written, and ends the command', async () => {
    if (process.platform !== 'linux') return;
    const cannot = 'whatwg-transcoder: a: cannot write the converted file: ';
    // The limit of the shell on the size of files stands for a full disk: writing fails in the middle.
    await withFolder((folder) => {
      const long = latin1('\xe9'.repeat(900_000));
      writeFiles(folder, { a: long, b: old });
      const script =
        'trap "" XFSZ; ulimit -f 1024; whatwg-transcoder -f latin1 --in-place=.old a b; echo $?';
      const { output } = shell(script, folder);
      equal(output, `${cannot}file too large\nwhatwg-transcoder: ${sumOf(1, 0, 1)}\n1\n`);
      deepEqual(namesIn(folder), ['a', 'b', 'b.old']);
      ok(readFileSync(join(folder, 'a')).equals(long));
    });
    if (!isRoot) return;
    await withFolder((folder) => {
      const disk = makeFolder(folder, 'disk');
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]).status !== 0) return;
      try {
        const files = { a: latin1('\xe9'.repeat(600_000)), b: old };
        writeFiles(disk, files);
        const full = 'the disk is full; the files that follow are left as they are';
        const says = `a: cannot write the converted file: no space left on device\n${full}\n${sumOf(0, 0, 1)}`;
        // A process of its own has nothing open on the disk in the end.
        expectRun(disk, `${inPlace} a b`, { status: 1, says, files }, { stdio: 'pipe' });
      } finally {
        spawnSync('umount', [disk]);
      }
    });
  });

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    it(`${name} in a long file leaves the old file and nothing else`, async () => {
      if (isWindows) return;
      await withFolder(async (folder) => {
        const kill = (child) => child.kill(name);
        const { status, signal } = await whileConverting(folder, `${inPlace} a`, 300e6, kill);
        deepEqual([status, signal, namesIn(folder)], [null, name, ['a']]);
        equal(statSync(join(folder, 'a')).size, 300e6);
      }, fastFolder);
    });
  }
});

describe('command: --restore', () => {
  const files = { 'd/a': old, 'd/plain': 'x', 'd/sub/b': latin1('\xe8') };
  const ofB = { 'd/sub/b': 'è', 'd/sub/b.bak': files['d/sub/b'] };
  const converted = { 'd/a': 'é', 'd/a.bak': old, 'd/plain': 'x', ...ofB };
  const convert = (folder) => {
    chmodSync(join(folder, 'd/sub/b'), 0o640);
    utimesSync(join(folder, 'd/sub/b'), 1_111_111_111, 1_234_567_890.123_456_7);
    expectRun(folder, `${inPlace}=.bak -r d`, { says: sumOf(2, 1, 0), files: converted });
  };
  const other = 'd/a: is left as it is, because d/a.bak is not what it was made of';
  const back = (count, alone) => `${count} files put back, ${alone} left alone, 0 wrong`;
  const skipped = { status: 'skipped', from: 'UTF-8', to: 'UTF-8' };

  itRuns({
    ...Object.fromEntries(
      ['', '-f windows-1252 '].map((names) => [
        `puts back each file that was kept, with all that it had: ${names}`,
        [
          files,
          convert,
          (folder) => {
            const kept = statSync(join(folder, 'd/sub/b.bak'));
            expectRun(folder, `${names}--restore=.bak -r d`, { says: back(2, 1), files });
            const own = statSync(join(folder, 'd/sub/b'));
            for (const key of ['ino', 'mode', 'mtimeMs', 'uid']) equal(own[key], kept[key], key);
          },
          [`${names}--restore=.bak -r d`, { says: back(0, 3), files }],
        ],
      ]),
    ),
    'takes the names of the files, also twice, and reports as JSON': [
      files,
      convert,
      (folder) => {
        const line = '--restore=.bak --json d/a d/plain ./d/a d/sub/b';
        const { stdout } = expectRun(folder, line, { json: [], files });
        deepEqual(reportsOf(stdout), [
          { type: 'file', file: 'd/a', status: 'restored' },
          { type: 'file', file: 'd/plain', ...skipped, reason: 'no old file was kept' },
          { type: 'file', file: './d/a', ...skipped, reason: 'converted before' },
          { type: 'file', file: 'd/sub/b', status: 'restored' },
          { type: 'summary', restored: 2, skipped: 2, failed: 0 },
        ]);
      },
    ],
    'compares the bytes where an encoding is given, and otherwise the times': [
      files,
      convert,
      (folder) => utimesSync(join(folder, 'd/a'), 1, 1),
      ['--restore=.bak d/a', [1, '', other]],
      ['-f koi8-r --restore=.bak d/a', { status: 1, says: other, files: converted }],
      [
        '-f windows-1252 -t utf-8 -c --restore=.bak d/a',
        { files: { ...ofB, 'd/a': old, 'd/plain': 'x' } },
      ],
    ],
    'finishes what --in-place=SUFFIX began: a file with both names loses the second': [
      files,
      convert,
      secondName('d/a.bak', 'd/a'),
      ['--restore=.bak -r d', { says: back(2, 1), files }],
    ],
    'follows no link, and with --follow-symlinks that of the name alone': isWindows
      ? [{}]
      : [
          files,
          convert,
          link('d/a', 'link'),
          [
            '--restore=.bak link',
            { status: 1, says: /^link: is a symbolic link/, files: converted },
          ],
          ['--restore=.bak --follow-symlinks link', ''],
          (folder) => deepEqual(readFileSync(join(folder, 'd/a')), old),
          remove('d/sub/b.bak'),
          link('../a', 'd/sub/b.bak'),
          [
            '--restore=.bak d/sub/b',
            [1, '', 'd/sub/b: is left as it is, because d/sub/b.bak is not a regular file'],
          ],
        ],
  });
});
