// Tests the sub-command `edit`: a filter that knows only UTF-8 changes files in other encodings.

import { deepEqual, equal, match } from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import { command, withFolder } from './command.mjs';

const sjis = Buffer.from('93faed40f04082206120610d0a62', 'hex');
const run = (cwd, ...args) => command(['edit', ...args], { cwd });

/** The words of a command that runs a script on its standard input `text`, which it prints. */
const filter = (script) => [
  '--',
  process.execPath,
  '-e',
  `const text = require('fs').readFileSync(0, 'utf8'); process.stdout.write((${script})(text));`,
];
const replaceA = filter((text) => text.replace(/a/g, 'あ'));

/** Calls `use` with a folder that has files. */
const withFiles = (files, use) =>
  withFolder((folder) => {
    for (const [name, bytes] of Object.entries(files)) fs.writeFileSync(join(folder, name), bytes);
    return use(folder, (name) => fs.readFileSync(join(folder, name)));
  });

describe('The command edit', () => {
  it('writes one file to standard output, with every other byte as it was', () =>
    withFiles({ x: sjis }, (folder, read) => {
      const { status, stdout, stderr } = run(folder, '-f', 'cp932', 'x', ...replaceA);
      deepEqual([status, stderr], [0, '']);
      equal(stdout.toString('hex'), '93faed40f040822082a02082a00d0a62');
      deepEqual(read('x'), sjis);
      const input = command(['edit', '-f', 'sjis', '-', ...replaceA], { input: sjis });
      deepEqual(input.stdout, stdout);
    }));

  it('changes files in their place, and keeps the old ones', () =>
    withFiles({ x: sjis, y: 'none\n', z: 'a' }, (folder, read) => {
      fs.utimesSync(join(folder, 'x'), 1e9, 1e9);
      const args = ['-f', 'sjis', '--in-place=.old', 'x', 'y', 'z', ...replaceA];
      const { status, stdout, stderr } = run(folder, ...args);
      equal(stdout.length, 0);
      equal(stderr, 'whatwg-transcoder: 2 files changed, 1 left alone, 0 wrong\n');
      equal(status, 0);
      equal(read('x').toString('hex'), '93faed40f040822082a02082a00d0a62');
      deepEqual([read('x.old'), read('z')], [sjis, Buffer.of(0x82, 0xa0)]);
      deepEqual(fs.readdirSync(folder), ['x', 'x.old', 'y', 'z', 'z.old']);
      // The file was edited now, so that programs which compare times see it.
      equal(fs.statSync(join(folder, 'x')).mtimeMs > 1e12, true);
      const again = run(
        folder,
        '-f',
        'sjis',
        '--in-place=.old',
        'x',
        ...filter((text) => `${text}!`),
      );
      match(again.stderr, /x\.old exists and is another file/);
      equal(again.status, 1);
    }));

  it('passes the name of the file for {}, and standard error', () =>
    withFiles({ x: 'a' }, (folder, read) => {
      const script = 'console.error("note"); console.log(process.argv[1] + process.argv[2])';
      const args = ['--', process.execPath, '-e', script, '{}', '--{}={}'];
      const { status, stderr } = run(folder, '-f', 'gbk', '--in-place', './x', ...args);
      deepEqual([status, stderr, read('x').toString()], [0, 'note\n', './x--./x=./x\n']);
    }));

  const ends = (code) => ['--', process.execPath, '-e', code];
  for (const [title, words, message] of [
    ['writes nothing', ends(''), /^".*" wrote nothing: no text is made empty$/],
    ['ends with another status than 0', ends('process.exit(3)'), /^".*" ended with status 3$/],
    ['is not found', ['--', 'no-such-command'], /^"no-such-command" cannot be run: /],
    ['writes what is not UTF-8', ends('process.stdout.write(Buffer.of(0x82))'), /not UTF-8$/],
    [
      'writes a character that the encoding lacks',
      filter((text) => text.replace('a', '😀')),
      /does not contain U\+1F600, at index \d+, in line \d of the new text$/,
    ],
    [
      'writes another character than can be kept',
      filter((text) => text.replace('a', '¥')),
      /does not contain U\+00A5/,
    ],
    [
      'joins malformed bytes',
      filter((text) => text.replace(' a a', '字')),
      /malformed bytes beside/,
    ],
  ]) {
    it(`changes nothing where the program ${title}`, () =>
      withFiles({ x: sjis }, (folder, read) => {
        for (const inPlace of [[], ['--in-place']]) {
          const { status, stdout, stderr } = run(folder, '-f', 'sjis', ...inPlace, 'x', ...words);
          deepEqual([status, stdout.length], [1, 0]);
          match(stderr.replace('whatwg-transcoder: x: ', '').trim(), message);
          deepEqual(read('x'), sjis);
          deepEqual(fs.readdirSync(folder), ['x']);
        }
      }));
  }

  it('finds the encoding with -f auto, and leaves a file alone that does not tell it surely', () =>
    withFiles(
      {
        x: encode(
          'これは日本語の文書です。文字コードの判定に十分な長さがあります。a\n'.repeat(3),
          'euc-jp',
        ),
        y: Buffer.of(0x61, 0xe9),
        z: encode('a漢\n', 'utf-16le', { addBOM: true }),
      },
      (folder, read) => {
        const { status, stderr } = run(folder, '-f', 'auto', '--in-place', 'x', 'y', ...replaceA);
        equal(status, 1);
        match(stderr, /y: its encoding is not certain/);
        equal(read('x').indexOf(Buffer.of(0xa4, 0xa2, 0x0a)) > 0, true);
        equal(read('y').toString('hex'), '61e9');
        equal(run(folder, '-f', 'utf-16', '--in-place', 'z', ...replaceA).status, 0);
        deepEqual(read('z'), encode('あ漢\n', 'utf-16le', { addBOM: true }));
      },
    ));

  // Bytes that no encoder writes back, in each line.
  const line = (text, end = '\r\n') =>
    Buffer.concat([encode(text, 'shift_jis'), Buffer.from('ed40f04082', 'hex'), Buffer.from(end)]);
  const lines = ['3 値', '1 表', '2 字'];
  const bytesOf = (list, end) => Buffer.concat(list.map((text) => line(text, end)));
  for (const [words, expected] of [
    [['sed', 's/^/> /'], bytesOf(lines.map((text) => `> ${text}`))],
    [['sort'], bytesOf(lines.toSorted())],
    [['tr', '-d', '\\r'], bytesOf(lines, '\n')],
  ]) {
    // Windows has another sort, and none of the others.
    if (process.platform === 'win32') break;
    it(`splices what ${words.join(' ')} changes`, () =>
      withFiles({ x: bytesOf(lines) }, (folder, read) => {
        const { status, stderr } = run(folder, '-f', 'sjis', '--in-place', 'x', '--', ...words);
        deepEqual([status, stderr], [0, '']);
        deepEqual(read('x'), expected);
      }));
  }

  it('edits lines in UTF-8 and those in another encoding with -f lines:NAME', () => {
    const gbk = Buffer.from('a2ccd6d0', 'hex'); // its first two bytes are no encoder's
    const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
    const before = [joined('é a\n'), joined(gbk, ' a\n'), joined('a\n')];
    const after = [joined('é あ\n'), joined(gbk, ' ', encode('あ', 'gbk'), '\n')];
    after.push(joined(encode('あ', 'gbk'), '\n'));
    const bytes = Buffer.concat(before);
    const args = ['-f', 'lines:gbk'];
    return withFiles({ x: bytes, y: encode('plain text\n', 'utf-16le') }, (folder, read) => {
      deepEqual(run(folder, ...args, 'x', ...replaceA).stdout, Buffer.concat(after));
      equal(run(folder, ...args, '--in-place', 'x', ...replaceA).status, 0);
      deepEqual(read('x'), Buffer.concat(after));
      const reverse = filter((text) => text.split('\n').reverse().join('\n').trim());
      equal(run(folder, ...args, '--in-place', 'x', ...reverse).status, 0);
      deepEqual(read('x'), Buffer.concat([after[2], after[1], after[0].subarray(0, -1)]));
      for (const words of [
        ['edit', ...args, '--in-place', 'y', ...replaceA],
        [...args, 'y'],
      ]) {
        const { status, stderr } = command(words, { cwd: folder });
        equal(status, 1);
        match(stderr, /y: Text in the "UTF-16" encoding cannot be read line by line/);
      }
      const { stderr } = run(folder, ...args, 'x', ...filter((text) => text.replace('中', '😀')));
      match(stderr, /gbk does not contain U\+1F600/);
    });
  });

  it('finds the encoding of the lines that are not UTF-8 with -f lines:auto', () => {
    const russian = encode('Вчера вечером мы долго гуляли по набережной. a\n', 'windows-1251');
    const bytes = Buffer.concat([Buffer.from('é a\n'), russian, russian]);
    return withFiles({ x: bytes, y: Buffer.of(0x61, 0xe9), z: 'a' }, (folder, read) => {
      const words = filter((text) => text.replaceAll('a', 'b'));
      const args = ['-f', 'lines:auto', '--in-place', '--json', 'x', 'y', 'z', ...words];
      const { status, stdout } = run(folder, ...args);
      const reports = String(stdout).trim().split('\n').map(JSON.parse);
      deepEqual(
        reports.slice(0, 3).map((report) => [report.status, report.from]),
        [
          ['converted', 'lines:windows-1251'],
          ['uncertain', undefined],
          ['converted', 'lines:UTF-8'],
        ],
      );
      equal(status, 1);
      match(reports[1].error.message, /give it with -f lines:NAME$/);
      deepEqual(read('x'), Buffer.from(bytes.map((byte) => (byte === 0x61 ? 0x62 : byte))));
      equal(read('y').toString('hex'), '61e9');
      const allowing = [...args.slice(0, 2), '--allow=utf-16le', 'x', ...words];
      match(run(folder, ...allowing).stderr, /--allow: .* cannot be read line by line/);
      const converted = command(['-f', 'lines:auto', 'x'], { cwd: folder });
      match(converted.stderr, /-f lines:auto is only for edit/);
    });
  });

  for (const [args, message] of [
    [
      ['-f', 'sjis', 'x'],
      'the command is missing: edit -f NAME FILE... -- COMMAND [ARG]...; a file named "edit" is ./edit',
    ],
    [
      ['-f', 'sjis', 'x', '--'],
      'the command is missing: edit -f NAME FILE... -- COMMAND [ARG]...; a file named "edit" is ./edit',
    ],
    [['x', '--', 'cat'], 'edit needs -f NAME'],
    [['-f', 'sjis', '--', 'cat'], 'the names of the files are missing'],
    [['-f', 'sjis', 'x', 'y', '--', 'cat'], 'edit takes one file; --in-place takes several'],
    [
      ['-f', 'sjis', '--in-place', '-', '--', 'cat'],
      'standard input has no name to be written under',
    ],
    [['-f', 'sjis', '-t', 'gbk', 'x', '--', 'cat'], '--to-code has no meaning with edit'],
    [['-f', 'utf-7', 'x', '--', 'cat'], 'edit cannot keep the bytes of utf-7'],
    [['-f', 'lines:utf-16', 'x', '--', 'cat'], 'text in UTF-16LE cannot be read line by line'],
    [
      ['-f', 'sjis', '--language=ja', 'x', '--', 'cat'],
      '--language is only for detect and -f auto',
    ],
    [
      ['-f', 'sjis', '--follow-symlinks', 'x', '--', 'cat'],
      '--follow-symlinks is only for --in-place',
    ],
    [
      ['-f', 'sjis', '--in-place=a/b', 'x', '--', 'cat'],
      'the SUFFIX of --in-place must not contain a slash',
    ],
  ]) {
    it(`refuses ${args.join(' ')}`, () => {
      const { status, stderr } = command(['edit', ...args]);
      equal(status, 64);
      equal(stderr, `whatwg-transcoder: ${message}\nTry "whatwg-transcoder --help".\n`);
    });
  }

  it('reports as JSON', () =>
    withFiles({ x: 'a' }, (folder) => {
      const { stdout } = run(folder, '-f', 'sjis', '--in-place', '--json', 'x', ...replaceA);
      const [file] = stdout.toString().trim().split('\n').map(JSON.parse);
      deepEqual(file, {
        type: 'file',
        file: 'x',
        status: 'converted',
        from: 'Shift_JIS',
        read: 1,
        written: 2,
      });
    }));
});
