// Tests the sub-command `edit`: a filter that knows only UTF-8 changes files in other encodings. arguments.test.mjs has what it refuses.

import { deepEqual, equal, match } from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import {
  command,
  expectRun,
  itRuns,
  readTree,
  reportsOf,
  withFolder,
  writeFiles,
} from './command.mjs';

const hex = (digits) => Buffer.from(digits, 'hex');
const sjis = hex('93faed40f04082206120610d0a62');
const edited = hex('93faed40f040822082a02082a00d0a62');
const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** The words of a command that runs a script on its standard input `text`, which it prints. */
const filter = (script) => [
  '--',
  process.execPath,
  '-e',
  `const text = require('fs').readFileSync(0, 'utf8'); process.stdout.write((${script})(text));`,
];
const replaceA = filter((text) => text.replace(/a/g, 'あ'));

/** The arguments of edit: words of a line, and those of a command. */
const edit = (line, words = replaceA) => ['edit', ...line.split(' '), ...words];
const ends = (code) => ['--', process.execPath, '-e', code];

const failures = {
  'writes nothing': [ends(''), /: ".*" wrote nothing: no text is made empty$/],
  'ends with another status than 0': [ends('process.exit(3)'), /: ".*" ended with status 3$/],
  'is not found': [['--', 'no-such-command'], /: "no-such-command" cannot be run: /],
  'writes what is not UTF-8': [ends('process.stdout.write(Buffer.of(0x82))'), /not UTF-8$/],
  'writes a character that the encoding lacks': [
    filter((text) => text.replace('a', '😀')),
    /does not contain U\+1F600, at index \d+, in line \d of the new text$/,
  ],
  'writes another character than can be kept': [
    filter((text) => text.replace('a', '¥')),
    /does not contain U\+00A5/,
  ],
  'joins malformed bytes': [filter((text) => text.replace(' a a', '字')), /malformed bytes beside/],
};

// Bytes that no encoder writes back, in each line.
const lines = ['3 値', '1 表', '2 字'];
const bytesOf = (list, end = '\r\n') =>
  joined(...list.flatMap((text) => [encode(text, 'shift_jis'), hex('ed40f04082'), end]));
const splices = {
  'sed s/^/>/': bytesOf(lines.map((text) => `>${text}`)),
  sort: bytesOf(lines.toSorted()),
  'tr -d \\r': bytesOf(lines, '\n'),
};

const gbk = hex('a2ccd6d0'); // its first two bytes are no encoder's
const a = encode('あ', 'gbk');
const before = [joined('é a\n'), joined(gbk, ' a\n'), joined('a\n')];
const after = [joined('é あ\n'), joined(gbk, ' ', a, '\n'), joined(a, '\n')];
const notByLine = /y: Text in the "UTF-16" encoding cannot be read line by line/;

const japanese = 'これは日本語の文書です。文字コードの判定に十分な長さがあります。a\n'.repeat(3);
const unsure = Buffer.of(0x61, 0xe9);
const russian = encode('Вчера вечером мы долго гуляли по набережной. a\n', 'windows-1251');
const toB = filter((text) => text.replaceAll('a', 'b'));
const withB = (bytes) => Buffer.from(bytes.map((byte) => (byte === 0x61 ? 0x62 : byte)));
const partly = (signal) => `process.kill(process.ppid, '${signal}'); process.stdout.write('part');`;

// In this environment the command takes ten bytes at most from a program, if it has a limit at all.
const lowering = `
  import program from 'node:child_process';
  const { spawnSync } = program;
  program.spawnSync = (name, args, options) =>
    spawnSync(name, args, { ...options, maxBuffer: options.maxBuffer < 2 ** 31 ? 10 : Infinity });
`;
const hook = `--import=data:text/javascript,${encodeURIComponent(lowering)}`;
const withLowLimit = { env: { ...process.env, NODE_OPTIONS: hook } };

const twoLanguages = joined('é a\n', russian, russian);

describe('The command edit', () => {
  itRuns({
    'writes one file to standard output, with every other byte as it was': [
      { x: sjis },
      [edit('-f cp932 x'), { out: edited, files: { x: sjis } }],
      [edit('-f sjis -'), edited, sjis],
    ],
    'changes files in their place, and keeps the old ones': [
      { x: sjis, y: 'none\n', z: 'a' },
      (folder) => utimesSync(join(folder, 'x'), 1e9, 1e9),
      [
        edit('-f sjis --in-place=.old x y z'),
        {
          says: '2 files changed, 1 left alone, 0 wrong',
          files: { x: edited, 'x.old': sjis, y: 'none\n', z: hex('82a0'), 'z.old': 'a' },
        },
      ],
      // The file was edited now, so that programs which compare times see it.
      (folder) => equal(statSync(join(folder, 'x')).mtimeMs > 1e12, true),
      // The file and the kept one may have equal times although another program has edited the file.
      (folder) => utimesSync(join(folder, 'x'), 1e9, 1e9),
      [
        edit(
          '-f sjis --in-place=.old x',
          filter((text) => `${text}!`),
        ),
        [1, '', /x\.old exists and is another file/],
      ],
    ],
    'passes the name of the file for {}, and standard error': [
      { x: 'a' },
      [
        edit('-f gbk --in-place ./x', [
          ...ends('console.error("note"); console.log(process.argv[1] + process.argv[2])'),
          ...['{}', '--{}={}'],
        ]),
        { says: 'note', files: { x: './x--./x=./x\n' } },
      ],
    ],
    ...Object.fromEntries(
      Object.entries(failures).map(([title, [words, says]]) => [
        `changes nothing where the program ${title}`,
        [
          { x: sjis },
          [edit('-f sjis x', words), { status: 1, says, files: { x: sjis } }],
          [edit('-f sjis --in-place x', words), { status: 1, says, files: { x: sjis } }],
        ],
      ]),
    ),
    'finds the encoding with -f auto, and leaves a file alone that does not tell it surely': [
      {
        x: encode(japanese, 'euc-jp'),
        y: unsure,
        z: encode('a漢\n', 'utf-16le', { addBOM: true }),
      },
      [edit('-f auto --in-place x y'), [1, '', /^y: its encoding is not certain/]],
      [
        edit('-f utf-16 --in-place z'),
        {
          files: {
            x: encode(japanese.replaceAll('a', 'あ'), 'euc-jp'),
            y: unsure,
            z: encode('あ漢\n', 'utf-16le', { addBOM: true }),
          },
        },
      ],
    ],
    // Windows has another sort, and none of the others.
    ...Object.fromEntries(
      Object.entries(process.platform === 'win32' ? {} : splices).map(([line, bytes]) => [
        `splices what ${line} changes`,
        [
          { x: bytesOf(lines) },
          [edit('-f sjis --in-place x', ['--', ...line.split(' ')]), { files: { x: bytes } }],
        ],
      ]),
    ),
    'edits lines in UTF-8 and those in another encoding with -f lines:NAME': [
      { x: joined(...before), y: encode('plain text\n', 'utf-16le') },
      [edit('-f lines:gbk x'), joined(...after)],
      [edit('-f lines:gbk --in-place x'), ''],
      (folder) => deepEqual(readFileSync(join(folder, 'x')), joined(...after)),
      [
        edit(
          '-f lines:gbk --in-place x',
          filter((text) => text.split('\n').reverse().join('\n').trim()),
        ),
        '',
      ],
      (folder) =>
        deepEqual(
          readFileSync(join(folder, 'x')),
          joined(after[2], after[1], after[0].subarray(0, -1)),
        ),
      [edit('-f lines:gbk --in-place y'), [1, '', notByLine]],
      ['-f lines:gbk y', [1, '', notByLine]],
      [
        edit(
          '-f lines:gbk x',
          filter((text) => text.replace('中', '😀')),
        ),
        [1, '', /gbk does not contain U\+1F600/],
      ],
    ],
    'finds the encoding of the lines that are not UTF-8 with -f lines:auto': [
      { x: twoLanguages, y: unsure, z: 'a' },
      (folder) => {
        const { stdout } = expectRun(folder, edit('-f lines:auto --in-place --json x y z', toB), {
          status: 1,
          json: [
            { status: 'converted', from: 'lines:windows-1251' },
            { status: 'uncertain', from: undefined },
            { status: 'converted', from: 'lines:UTF-8' },
          ],
          files: { x: withB(twoLanguages), y: unsure, z: 'b' },
        });
        match(reportsOf(stdout)[1].error.message, /give it with -f lines:NAME$/);
      },
      (folder) => {
        for (const [args, says] of [
          [edit('-f lines:auto --allow=utf-16le x'), /--allow: .* cannot be read line by line/],
          [['-f', 'lines:auto', 'x'], /-f lines:auto is only for edit/],
        ]) {
          match(command(args, { cwd: folder }).stderr, says);
        }
      },
    ],
    'changes nothing where the program writes more than a text can have': [
      { x: sjis },
      [
        edit('-f sjis --in-place x', ends('process.stdout.write("a".repeat(100))')),
        [1, '', /: ".*" wrote more than a text can have$/],
        withLowLimit,
      ],
      (folder) => deepEqual(readFileSync(join(folder, 'x')), sjis),
    ],
    'leaves a file alone that begins with the byte order mark of another encoding': [
      { x: '\uFEFFa', y: hex('feff0061'), z: hex('fffe00006100'), w: sjis },
      [
        edit('-f sjis --in-place x w'),
        {
          status: 1,
          says: /^x: begins with the byte order mark of UTF-8, and not with text in Shift_JIS$/m,
          files: { x: '\uFEFFa', y: hex('feff0061'), z: hex('fffe00006100'), w: edited },
        },
      ],
      [edit('-f utf-16le --in-place y'), [1, '', /^y: begins with .* of UTF-16BE, and not/]],
      [edit('-f utf-16le z'), hex('fffe00004230')],
      [edit('-f lines:sjis x'), Buffer.from('\uFEFFあ')],
    ],
    'refuses a program without a name': [
      { x: sjis },
      [edit('-f sjis --in-place x', ['--', '', 'a']), [64, '', /^the command is missing: /]],
    ],
    'reports as JSON': [
      { x: 'a' },
      (folder) => {
        const { stdout } = expectRun(folder, edit('-f sjis --in-place --json x'), { json: [] });
        deepEqual(reportsOf(stdout)[0], {
          ...{ type: 'file', file: 'x', status: 'converted', from: 'Shift_JIS' },
          ...{ read: 1, written: 2 },
        });
        deepEqual(readdirSync(folder), ['x']);
      },
    ],
  });

  // The signal of Ctrl-C goes to both programs, and one that handles it may end without an error behind a part of its text.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    it(`changes nothing where ${name} arrives while the program runs`, async () => {
      if (process.platform === 'win32') return;
      await withFolder((folder) => {
        writeFiles(folder, { x: sjis, y: sjis });
        for (const fails of ['', 'process.exitCode = 1;']) {
          const files = fails ? 'x' : 'x y';
          const args = edit(`-f sjis --in-place=.old ${files}`, ends(fails + partly(name)));
          const { signal } = command(args, { cwd: folder, env: process.env });
          equal(signal, name);
        }
        deepEqual(readTree(folder), { x: sjis.toString('hex'), y: sjis.toString('hex') });
      });
    });
  }
});
