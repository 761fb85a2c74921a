// Tests the options of the command, its exit status beside that of iconv(1), and what it says of mistakes in the command line.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { encodings, getEncoding, labels } from 'whatwg-transcoder';
import { labels as otherLabels } from 'whatwg-transcoder/encodings';
import { otherRows } from '../../../lib/labels/other-labels.js';
import {
  command,
  latin1,
  readTree,
  root,
  runWith,
  toArguments,
  withFolder,
  writeFiles,
} from './command.mjs';

// Each row: what it shows, the arguments, and the status. Both programs must have this status and the same output, if the row
// does not say what differs, which the manual also says.
const rows = [
  ['valid input', '-f utf-8 -t utf-16le utf-8.txt', 0],
  ['valid input in a single-byte encoding', '-f iso-8859-2 -t utf-8 western.txt', 0],
  ['long names', '--from-code=utf-8 --to-code utf-16be utf-8.txt', 0],
  ['values without a blank, and flags together', '-cfutf-8 -tutf-16le utf-8.txt', 0],
  ['options after files', 'utf-8.txt -f utf-8 -t utf-16le', 0],
  ['-- before files', '-f utf-8 -t utf-16le -- utf-8.txt', 0],
  ['names that end with //', '-f utf-8// -t utf-16le// utf-8.txt', 0],
  ['only -f, in a UTF-8 locale', '-f iso-8859-2 western.txt', 0],
  ['only -t, in a UTF-8 locale', '-t utf-16le utf-8.txt', 0],
  ['standard input', '-f utf-8 -t utf-16le', 0, { input: 'é' }],
  ['- for standard input', '-f utf-8 -t utf-16le ascii.txt -', 0, { input: 'é' }],
  ['no newline at the end', '-f utf-8 -t utf-16le no-newline', 0],
  ['empty input', '-f utf-8 -t utf-16le empty.txt', 0],
  ['several files', '-f utf-8 -t utf-16le ascii.txt empty.txt utf-8.txt', 0],
  ['a name with a blank', ['-f', 'utf-8', '-t', 'utf-16le', 'two words'], 0],
  ['invalid input', '-f utf-8 -t utf-16le invalid.txt', 1],
  ['input cut in a character', '-f utf-8 -t utf-16le cut.txt', 1],
  ['a character that the output lacks', '-f utf-8 -t iso-8859-1 utf-8.txt', 1],
  [
    'invalid input in one of three files',
    '-f utf-8 -t utf-16le ascii.txt invalid.txt ascii.txt',
    1,
  ],
  ['-s with invalid input', '-s -f utf-8 -t utf-16le invalid.txt', 1],
  ['-s with valid input', '-s -f utf-8 -t utf-16le utf-8.txt', 0],
  ['-c with valid input', '-c -f utf-8 -t utf-16le utf-8.txt', 0],
  ['-c with invalid input', '-c -f utf-8 -t utf-16le invalid.txt', 1, { iconvStatus: 0 }],
  [
    '-c with a character that the output lacks',
    '-c -f utf-8 -t iso-8859-1 utf-8.txt',
    1,
    { iconvStatus: 0 },
  ],
  ['-c with input cut in a character', '-c -f utf-8 -t utf-16le cut.txt', 1],
  [
    '//IGNORE with a character that the output lacks',
    '-f utf-8 -t iso-8859-1//IGNORE utf-8.txt',
    1,
  ],
  ['//IGNORE with invalid input', '-f utf-8 -t iso-8859-1//IGNORE invalid.txt', 1],
  ['from a code page of DOS', '-f cp437 -t utf-8 western.txt', 0],
  ['to a code page of DOS', '-f utf-8 -t CP850// ascii.txt', 0],
  ['to EBCDIC', '-f utf-8 -t EBCDIC-CP-US ascii.txt', 0],
  ['from EBCDIC', ['-f', 'ibm1047', '-t', 'utf-8', 'two words'], 0],
  ['EBCDIC to a code page', ['-f', 'cp500', '-t', 'cp850', 'two words'], 0],
  ['to UTF-32LE', '-f utf-8 -t UTF-32LE utf-8.txt', 0],
  ['to UCS-4BE', '-t UCS-4BE ascii.txt utf-8.txt', 0],
  ['from UTF-32BE, cut', '-f utf-32be -t utf-8 no-newline', 1],
  ['a character that EBCDIC lacks', '-f utf-8 -t ibm037 utf-8.txt', 1],
  ['//IGNORE and EBCDIC', '-f utf-8 -t ibm037//IGNORE utf-8.txt', 1],
  ['UTF-16 with a mark, big-endian', '-f UTF-16 -t utf-8 utf-16be.txt', 0],
  ['UTF-16 with a mark, little-endian', '-f utf16 -t utf-8 utf-16le.txt', 0],
  ['UNICODE with a mark', '-f UNICODE -t utf-8 utf-16be.txt', 0],
  ['UTF-16 without a mark', '-f UTF-16 -t utf-8 utf-16.txt', 0],
  ['UTF-16 of one byte', '-f UTF-16 -t utf-8', 1, { input: latin1('\xfe') }],
  ['UTF-32 with a mark, big-endian', '-f UTF-32 -t utf-8 utf-32be.txt', 0],
  ['UTF-32 with a mark, little-endian', '-f utf32 -t utf-16be utf-32le.txt', 0],
  ['UTF-32 without a mark', '-f UTF-32 -t utf-8', 0, { input: 'a\0\0\0' }],
  ['empty UTF-32', '-f UTF-32 -t utf-8 empty.txt', 0],
  ['to UTF-32', '-f utf-8 -t UTF-32 utf-8.txt', 0],
  ['from UTF-7', '-f UTF-7 -t utf-8 utf-7.txt', 0],
  ['to UTF-7', '-t UTF-7', 0, { input: 'é+日本a-😀' }],
  ['from malformed UTF-7', '-f UTF-7 -t utf-8 invalid.txt', 1],
  ['from UTF-7-IMAP', '-f UTF-7-IMAP -t utf-8', 0, { input: '&ZeVnLA-&-' }],
  ['to UTF-7-IMAP', '-t UTF-7-IMAP', 0, { input: '日本&é' }],
  ['-o', '-f utf-8 -t utf-16le -o out utf-8.txt', 0],
  ['--output', '-f utf-8 -t utf-16le --output=out utf-8.txt ascii.txt', 0],
  ['-o -', '-f utf-8 -t utf-16le -o - utf-8.txt', 0],
  ['-o with empty input', '-f utf-8 -t utf-16le -o out empty.txt', 0, { iconvLacks: 'out' }],
  ['-o with invalid input', '-f utf-8 -t utf-16le -o out invalid.txt', 1],
  ['-o with a missing file', '-f utf-8 -t utf-16le -o out missing', 1],
  ['-o in a missing folder', '-f utf-8 -t utf-16le -o none/out ascii.txt', 1],
  ['an unknown source encoding', '-f no-such -t utf-8 ascii.txt', 1],
  ['an unknown target encoding', '-f utf-8 -t no-such ascii.txt', 1],
  ['a missing file', '-f utf-8 -t utf-16le missing', 1],
  ['a missing file before another', '-f utf-8 -t utf-16le missing ascii.txt', 1],
  ['a missing file between others', '-f utf-8 -t utf-16le ascii.txt missing utf-8.txt', 1],
  ['a folder', '-f utf-8 -t utf-16le .', 1],
  ['an unknown option', '--bogus', 64],
  ['an unknown short option', '-Q', 64],
  ['an option without its value', '-t utf-8 -f', 64],
  ['a flag with a value', '--list=1', 64],
];

const hasIconv = spawnSync('iconv', ['--version']).status === 0;

const samples = {
  'ascii.txt': 'abc\n',
  'no-newline': 'abc',
  'empty.txt': '',
  'utf-8.txt': 'dé日\n',
  'invalid.txt': latin1('ab\xffcd\n'),
  'cut.txt': latin1('ab\xc3'),
  'western.txt': latin1('d\xe9'),
  'two words': 'x',
  'utf-16be.txt': latin1('\xfe\xff\0a\x65\xe5'),
  'utf-16le.txt': latin1('\xff\xfea\0\xe5\x65'),
  'utf-16.txt': latin1('a\0\xe5\x65'),
  'utf-32be.txt': latin1('\0\0\xfe\xff\0\x01\xf6\x00'),
  'utf-32le.txt': latin1('\xff\xfe\0\0\0\xf6\x01\0'),
  'utf-7.txt': 'a+-b +ZeVnLA- +2D3eAA-.',
};

describe('command: the flags and the exit status of iconv(1)', () => {
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' };

  for (const [
    title,
    line,
    expected,
    { input = '', iconvStatus = expected, iconvLacks } = {},
  ] of rows) {
    it(`${title}: ${line}`, async () => {
      const args = toArguments(line);
      const own = await runWith(samples, args, { input });
      equal(own.status, expected, own.stderr);
      equal(own.stderr === '', expected === 0 || (args.includes('-s') && expected === 1));
      if (!hasIconv) return;
      const { status, stdout, files } = await withFolder((folder) => {
        writeFiles(folder, samples);
        const result = spawnSync('iconv', args, { cwd: folder, input, env: environment });
        return { ...result, files: readTree(folder) };
      });
      equal(status, iconvStatus);
      equal(own.stdout.toString('hex'), stdout.toString('hex'));
      if (iconvLacks !== undefined) delete own.files[iconvLacks];
      deepEqual(own.files, files);
    });
  }

  it('iconv is there to compare with, on Linux', () => {
    ok(hasIconv || process.platform !== 'linux');
  });

  it('-l lists every encoding but replacement, with its labels, and ends with 0', () => {
    const { status, stdout } = command('-l');
    equal(status, 0);
    const [listed, others] = String(stdout)
      .trimEnd()
      .split('\n\n')
      .map((part) => part.split('\n').map((line) => line.split(' ')));
    const own = [
      ['UTF-32', 'utf-32'],
      ['UTF-7', 'utf-7', 'unicode-1-1-utf-7'],
      ['UTF-7-IMAP', 'utf-7-imap'],
      ['CESU-8', 'cesu-8', 'cscesu-8'],
    ];
    deepEqual(
      others.slice(0, -own.length).map(([name]) => name),
      otherRows.map(([name]) => name),
    );
    deepEqual(others.slice(-own.length), own);
    for (const [name, ...labelsOfIt] of others.slice(0, -own.length)) {
      for (const label of labelsOfIt) equal(otherLabels[label], name);
    }
    const listedOthers = others.slice(0, -own.length).flatMap(([, ...each]) => each);
    deepEqual(new Set(listedOthers), new Set(Object.keys(otherLabels)));
    deepEqual(
      listed.map(([name]) => name),
      encodings.filter((name) => name !== 'replacement'),
    );
    for (const [name, ...own] of listed) {
      ok(own.length > 0);
      for (const label of own) equal(getEncoding(label), name);
    }
    const usable = Object.values(labels).filter((name) => name !== 'replacement');
    equal(listed.flatMap(([, ...own]) => own).length, usable.length);
    const json = String(command('--list --json').stdout).trimEnd().split('\n').map(JSON.parse);
    deepEqual(
      json.map(({ encoding, labels: own }) => [encoding, ...own]),
      [...listed, ...others],
    );
    for (const { encoding, standard } of json) equal(standard, encodings.includes(encoding));
  });

  it('--help and --version print to standard output and end with 0', () => {
    for (const option of ['--help', '-h']) {
      const { status, stdout, stderr } = command([option]);
      deepEqual([status, stderr], [0, '']);
      match(String(stdout), /^Usage: whatwg-transcoder /);
      const lines = String(stdout).trimEnd().split('\n');
      // The last line is the path of the manual.
      for (const line of lines.slice(0, -1)) ok(line.length <= 80, line);
      const examples = lines.slice(lines.indexOf('Examples:') + 1, -2);
      deepEqual(
        examples.map((line) => line.split(' -')[0]),
        Array(3).fill('  whatwg-transcoder'),
      );
      equal(lines.at(-2), 'Manual:');
      equal(realpathSync(lines.at(-1).trim()), realpathSync(join(root, 'lib/cli/README.md')));
    }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const option of ['--version', '-V']) {
      equal(String(command([option]).stdout), `whatwg-transcoder ${version}\n`);
    }
  });

  it('--help and --version load nothing but their texts', () => {
    const program = join(root, 'lib/cli/whatwg-transcoder.js');
    for (const option of ['--help', '-h', '--version', '-V']) {
      const script = `
        process.argv = ['node', 'whatwg-transcoder', '${option}'];
        require(${JSON.stringify(program)});
        console.error(Object.keys(require.cache).map((path) => require('node:path').basename(path)).join());`;
      const { stderr } = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
      const files = ['whatwg-transcoder.js', 'usage.js'];
      if (/version|V/.test(option)) files.push('package.json');
      equal(stderr, `${files}\n`, option);
    }
  });

  it('--help and the manual have the same options', () => {
    const inHelp = String(command('--help').stdout).match(/--[a-z][a-z0-9-]*/g);
    const manual = readFileSync(join(root, 'lib/cli/README.md'), 'utf8');
    const inTable = manual.match(/^\| `-.*$/gm).flatMap((row) => row.match(/--[a-z][a-z0-9-]*/g));
    deepEqual([...new Set(inHelp)].sort(), [...new Set(inTable)].sort());
  });
});

describe('command: mistakes in the command line', () => {
  const onlyTrees = 'is only for --in-place, --check and -o DIR/';
  const mistakes = [
    [[], 'give -f NAME, -t NAME or both, or --check; -f auto detects the encoding of each file'],
    [
      'readme',
      'give -f NAME, -t NAME or both, or --check; -f auto detects the encoding of each file',
    ],
    ['--in-place x', 'give -f NAME, -t NAME or both; -f auto detects the encoding of each file'],
    ['doctor x', 'doctor takes no files; to convert a file of that name, give -f NAME or -t NAME'],
    ['verify -r x', `--recursive ${onlyTrees}`],
    // As a variable of the shell without a value gives it.
    [
      '-f latin1 --in-place= x',
      'the SUFFIX of --in-place= is empty; --in-place without "=" keeps no old files',
    ],
    ...[
      ['output', '-o x'],
      ['omit', '-c'],
      ['in-place', '--in-place x'],
      ['malformed', '--malformed=skip'],
      ['unencodable', '--unencodable=skip'],
      ['bom', '--bom'],
    ].map(([name, option]) => [
      `--check ${option}`,
      `--${name} has no meaning with --check, which writes nothing`,
    ]),
    ['--check -t gbk//IGNORE', '//IGNORE has no meaning with --check'],
    ['--check -t gbk//translit', '//TRANSLIT has no meaning with --check'],
    ['-t gbk --in-place -o x y', '--output has no meaning with --in-place'],
    ...['-t gbk --in-place', '--check -r', '-t gbk -o x/'].map((line) => [
      line,
      'the names of the files are missing',
    ]),
    ['-t gbk --in-place=/x y', 'the SUFFIX of --in-place must not contain a slash'],
    ['-t gbk -r x', `--recursive ${onlyTrees}`],
    ['-t gbk -o x -r y', `--recursive ${onlyTrees}`],
    ['-t gbk --files0-from=x', `--files0-from ${onlyTrees}`],
    ['--check --files0-from=x y', 'names of files cannot be given together with --files0-from'],
    ['-f gbk --skip-utf8 x', '--skip-utf8 is only for --in-place'],
    ['-f gbk --follow-symlinks x', '--follow-symlinks is only for --in-place'],
    ['-f gbk -t big5 --in-place --skip-utf8 x', '--skip-utf8 is only for -t UTF-8'],
    ...Object.entries({
      'iso-2022-jp': 'ISO-2022-JP',
      'utf-16': 'UTF-16',
      'utf-32le': 'UTF-32LE',
      'utf-7': 'UTF-7',
      cp037: 'ibm037',
      'utf-8': 'UTF-8',
    }).map(([label, name]) => [
      `-f ${label} --in-place --skip-utf8 x`,
      `--skip-utf8 cannot tell ${name} from UTF-8`,
    ]),
    [
      '-t gbk --unencodable=xml',
      '--unencodable must be one of fatal, html, replace, skip, transliterate',
    ],
    ['-t gbk --malformed=html', '--malformed must be one of fatal, replace, skip'],
    ['-t ascii//NFC', 'the suffix //NFC is not known'],
    ['-f utf-8//IGNORE', '//IGNORE may only follow the name after -t'],
    ['-t gbk --bom', '--bom has no meaning with -t GBK, which has no byte order mark'],
    [
      '-f gbk --unencodable=html',
      '--unencodable has no meaning with -t UTF-8, which contains all characters',
    ],
    ...['-c -t gbk', '-t gbk//IGNORE'].map((line) => [
      `${line} --malformed=skip --unencodable=html`,
      `${/\S+IGNORE/.test(line) ? '//IGNORE' : '-c'} has no meaning with both --malformed and --unencodable`,
    ]),
    ['-l -f gbk', '--from-code has no meaning with --list'],
    ['-l x', '--list takes no files'],
    ['-t utf-7 --bom', '--bom has no meaning with -t UTF-7, which has no byte order mark'],
    [
      '-t cesu-8 --unencodable=html',
      '--unencodable has no meaning with -t CESU-8, which contains all characters',
    ],
    ['--restore= a', 'the SUFFIX of --restore is empty'],
    ['--restore=/x a', 'the SUFFIX of --restore must not contain a slash'],
    ['--restore=.bak', 'the names of the files are missing'],
    ...[
      ['omit', '-c'],
      ['in-place', '--in-place'],
      ['output', '-o x'],
    ].map(([name, option]) => [
      `--restore=.bak ${option} a`,
      `--${name} has no meaning with --restore`,
    ]),
    ['--restore=.bak --check a', '--restore has no meaning with --check, which writes nothing'],
    ...[
      ['bom', '--bom'],
      ['output', '-o x a'],
      ['in-place', '--in-place a'],
    ].map(([name, option]) => [
      `detect ${option}`,
      `--${name} has no meaning with detect, which converts nothing`,
    ]),
    ['detect -r', 'the names of the files are missing'],
    ['detect --files0-from=- a', 'names of files cannot be given together with --files0-from'],
    ['detect --allow=x-user-defined', '--allow: The "x-user-defined" encoding is never detected'],
    ...[
      '-f latin1 --allow',
      '--check --allow',
      '-f latin1 --language',
      '-f latin1 --top-level-domain',
    ].map((line) => [`${line}=ru a`, `${line.split(' ').at(-1)} is only for detect and -f auto`]),
    [
      '-f auto --in-place --skip-utf8 a',
      '--skip-utf8 has no meaning with -f auto, which knows UTF-8',
    ],
    ['-t gbk -o x/ -', 'standard input has no name to be written under in a folder'],
  ];

  for (const [line, message] of mistakes) {
    it(`${line}`, () => {
      const { status, stdout, stderr } = command(line);
      deepEqual(
        [status, String(stdout), stderr],
        [64, '', `whatwg-transcoder: ${message}\nTry "whatwg-transcoder --help".\n`],
      );
    });
  }

  it('an encoding that is not supported has status 1, and advice', () => {
    const of = (name) => command(['-f', name]).stderr;
    match(of('ucs-4'), / is not supported: did you mean utf32le or utf32be\?\n$/);
    equal(of('iso-2022-kr'), '');
    match(of('replacement'), /a label of the replacement encoding/);
    match(of('\x1b[2J'), /"\\u001b\[2J"/);
    for (const line of [['-f', ''], '-t auto a', 'detect --allow=bogus a'])
      equal(command(line).status, 1);
    // The message is about no file, so that it is text with --json too.
    const { status, stdout, stderr } = command('-f nope --json');
    deepEqual([status, String(stdout)], [1, '']);
    equal(
      stderr,
      'whatwg-transcoder: The "nope" encoding is not supported: -l lists the encodings\n',
    );
  });
});
