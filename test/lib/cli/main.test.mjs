// Tests the command `whatwg-transcoder`: its options, its exit status beside that of iconv(1), what becomes of files when
// something goes wrong, and every example of its manual.

import assert from 'node:assert/strict';
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
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { decode, encode, encodings, getEncoding, labels, transcode } from 'whatwg-transcoder';
import * as codepages from 'whatwg-transcoder/codepages';
import * as historical from 'whatwg-transcoder/historical';
import {
  command,
  fastFolder,
  makeFolder,
  program,
  readTree,
  shell,
  withFolder,
} from './command.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const latin1 = (text) => Buffer.from(text, 'latin1');

/** The file names in a folder. */
const namesIn = (folder) => readdirSync(folder).sort();

/** Writes files, given as { name: bytes or text }, to a folder. */
function writeFiles(folder, files) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
}

/** Runs the command in a new folder with some files; returns what command() returns, and the files afterwards. */
function runWith(files, args, options = {}) {
  return withFolder((folder) => {
    writeFiles(folder, files);
    const result = command(args, { cwd: folder, ...options });
    return { ...result, files: readTree(folder) };
  });
}

/** The objects that --json has printed. */
const reportsOf = (lines) => String(lines).trimEnd().split('\n').map(JSON.parse);

/** The same without the last one, which counts the files. */
const fileReportsOf = (lines) => reportsOf(lines).slice(0, -1);

const hook = (name) => ['-r', fileURLToPath(new URL(name, import.meta.url))];

/**
 * Runs the command in a folder. Returns its status, and what it did: `calls` to the core, calls to node:fs for `files`, the
 * units that the core is `given`, bytes `written`, and the most memory it had, in `kilobytes`. With `countSteps` it also
 * returns the `steps` of the code in lib/; counting these takes memory.
 */
function countWork(args, folder, { countSteps = false } = {}) {
  const hooks = [
    ...(countSteps ? hook('../../harness/count-steps.cjs') : []),
    ...hook('./count-calls.cjs'),
  ];
  const { status, output } = spawnSync(process.execPath, [...hooks, program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return { status, work: JSON.parse(String(output[3])) };
}

const hasIconv = spawnSync('iconv', ['--version']).status === 0;
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534; // the number of a user without files

const samples = {
  'ascii.txt': 'abc\n',
  'no-newline': 'abc',
  'empty.txt': '',
  'utf-8.txt': 'dé日\n',
  'invalid.txt': latin1('ab\xffcd\n'),
  'cut.txt': latin1('ab\xc3'),
  'western.txt': latin1('d\xe9'),
  'two words': 'x',
};

// Each row: what it shows, the arguments, and the status. Both programs must have this status and the same output, if the row
// does not say what differs, which the manual also says.
const rows = [
  ['valid input', ['-f', 'utf-8', '-t', 'utf-16le', 'utf-8.txt'], 0],
  ['valid input in a single-byte encoding', ['-f', 'iso-8859-2', '-t', 'utf-8', 'western.txt'], 0],
  ['long names', ['--from-code=utf-8', '--to-code', 'utf-16be', 'utf-8.txt'], 0],
  ['values without a blank, and flags together', ['-cfutf-8', '-tutf-16le', 'utf-8.txt'], 0],
  ['options after files', ['utf-8.txt', '-f', 'utf-8', '-t', 'utf-16le'], 0],
  ['-- before files', ['-f', 'utf-8', '-t', 'utf-16le', '--', 'utf-8.txt'], 0],
  ['names that end with //', ['-f', 'utf-8//', '-t', 'utf-16le//', 'utf-8.txt'], 0],
  ['only -f, in a UTF-8 locale', ['-f', 'iso-8859-2', 'western.txt'], 0],
  ['only -t, in a UTF-8 locale', ['-t', 'utf-16le', 'utf-8.txt'], 0],
  ['standard input', ['-f', 'utf-8', '-t', 'utf-16le'], 0, { input: 'é' }],
  ['- for standard input', ['-f', 'utf-8', '-t', 'utf-16le', 'ascii.txt', '-'], 0, { input: 'é' }],
  ['no newline at the end', ['-f', 'utf-8', '-t', 'utf-16le', 'no-newline'], 0],
  ['empty input', ['-f', 'utf-8', '-t', 'utf-16le', 'empty.txt'], 0],
  ['several files', ['-f', 'utf-8', '-t', 'utf-16le', 'ascii.txt', 'empty.txt', 'utf-8.txt'], 0],
  ['a name with a blank', ['-f', 'utf-8', '-t', 'utf-16le', 'two words'], 0],
  ['invalid input', ['-f', 'utf-8', '-t', 'utf-16le', 'invalid.txt'], 1],
  ['input cut in a character', ['-f', 'utf-8', '-t', 'utf-16le', 'cut.txt'], 1],
  ['a character that the output lacks', ['-f', 'utf-8', '-t', 'iso-8859-1', 'utf-8.txt'], 1],
  [
    'invalid input in one of three files',
    ['-f', 'utf-8', '-t', 'utf-16le', 'ascii.txt', 'invalid.txt', 'ascii.txt'],
    1,
  ],
  ['-s with invalid input', ['-s', '-f', 'utf-8', '-t', 'utf-16le', 'invalid.txt'], 1],
  ['-s with valid input', ['-s', '-f', 'utf-8', '-t', 'utf-16le', 'utf-8.txt'], 0],
  ['-c with valid input', ['-c', '-f', 'utf-8', '-t', 'utf-16le', 'utf-8.txt'], 0],
  [
    '-c with invalid input',
    ['-c', '-f', 'utf-8', '-t', 'utf-16le', 'invalid.txt'],
    1,
    { iconvStatus: 0 },
  ],
  [
    '-c with a character that the output lacks',
    ['-c', '-f', 'utf-8', '-t', 'iso-8859-1', 'utf-8.txt'],
    1,
    { iconvStatus: 0 },
  ],
  ['-c with input cut in a character', ['-c', '-f', 'utf-8', '-t', 'utf-16le', 'cut.txt'], 1],
  [
    '//IGNORE with a character that the output lacks',
    ['-f', 'utf-8', '-t', 'iso-8859-1//IGNORE', 'utf-8.txt'],
    1,
  ],
  ['//IGNORE with invalid input', ['-f', 'utf-8', '-t', 'iso-8859-1//IGNORE', 'invalid.txt'], 1],
  ['from a code page of DOS', ['-f', 'cp437', '-t', 'utf-8', 'western.txt'], 0],
  ['to a code page of DOS', ['-f', 'utf-8', '-t', 'CP850//', 'ascii.txt'], 0],
  ['to EBCDIC', ['-f', 'utf-8', '-t', 'EBCDIC-CP-US', 'ascii.txt'], 0],
  ['from EBCDIC', ['-f', 'ibm1047', '-t', 'utf-8', 'two words'], 0],
  ['EBCDIC to a code page', ['-f', 'cp500', '-t', 'cp850', 'two words'], 0],
  ['to UTF-32LE', ['-f', 'utf-8', '-t', 'UTF-32LE', 'utf-8.txt'], 0],
  ['to UCS-4BE', ['-t', 'UCS-4BE', 'ascii.txt', 'utf-8.txt'], 0],
  ['from UTF-32BE, cut', ['-f', 'utf-32be', '-t', 'utf-8', 'no-newline'], 1],
  ['a character that EBCDIC lacks', ['-f', 'utf-8', '-t', 'ibm037', 'utf-8.txt'], 1],
  ['//IGNORE and EBCDIC', ['-f', 'utf-8', '-t', 'ibm037//IGNORE', 'utf-8.txt'], 1],
  ['-o', ['-f', 'utf-8', '-t', 'utf-16le', '-o', 'out', 'utf-8.txt'], 0],
  ['--output', ['-f', 'utf-8', '-t', 'utf-16le', '--output=out', 'utf-8.txt', 'ascii.txt'], 0],
  ['-o -', ['-f', 'utf-8', '-t', 'utf-16le', '-o', '-', 'utf-8.txt'], 0],
  [
    '-o with empty input',
    ['-f', 'utf-8', '-t', 'utf-16le', '-o', 'out', 'empty.txt'],
    0,
    { iconvLacks: 'out' },
  ],
  ['-o with invalid input', ['-f', 'utf-8', '-t', 'utf-16le', '-o', 'out', 'invalid.txt'], 1],
  ['-o with a missing file', ['-f', 'utf-8', '-t', 'utf-16le', '-o', 'out', 'missing'], 1],
  ['-o in a missing folder', ['-f', 'utf-8', '-t', 'utf-16le', '-o', 'none/out', 'ascii.txt'], 1],
  ['an unknown source encoding', ['-f', 'no-such', '-t', 'utf-8', 'ascii.txt'], 1],
  ['an unknown target encoding', ['-f', 'utf-8', '-t', 'no-such', 'ascii.txt'], 1],
  ['a missing file', ['-f', 'utf-8', '-t', 'utf-16le', 'missing'], 1],
  ['a missing file before another', ['-f', 'utf-8', '-t', 'utf-16le', 'missing', 'ascii.txt'], 1],
  [
    'a missing file between others',
    ['-f', 'utf-8', '-t', 'utf-16le', 'ascii.txt', 'missing', 'utf-8.txt'],
    1,
  ],
  ['a folder', ['-f', 'utf-8', '-t', 'utf-16le', '.'], 1],
  ['an unknown option', ['--bogus'], 64],
  ['an unknown short option', ['-Q'], 64],
  ['an option without its value', ['-t', 'utf-8', '-f'], 64],
  ['a flag with a value', ['--list=1'], 64],
];

describe('command: the flags and the exit status of iconv(1)', () => {
  const environment = { ...process.env, LC_ALL: 'C.UTF-8' };

  for (const [
    title,
    args,
    expected,
    { input = '', iconvStatus = expected, iconvLacks } = {},
  ] of rows) {
    it(`${title}: ${args.join(' ')}`, async () => {
      const own = await runWith(samples, args, { input });
      assert.equal(own.status, expected, own.stderr);
      assert.equal(own.stderr === '', expected === 0 || (args.includes('-s') && expected === 1));
      if (!hasIconv) return;
      const { status, stdout, files } = await withFolder((folder) => {
        writeFiles(folder, samples);
        const result = spawnSync('iconv', args, { cwd: folder, input, env: environment });
        return { ...result, files: readTree(folder) };
      });
      assert.equal(status, iconvStatus);
      assert.equal(own.stdout.toString('hex'), stdout.toString('hex'));
      if (iconvLacks !== undefined) delete own.files[iconvLacks];
      assert.deepEqual(own.files, files);
    });
  }

  it('iconv is there to compare with, on Linux', () => {
    assert.ok(hasIconv || process.platform !== 'linux');
  });

  it('-l lists every encoding but replacement, with its labels, and ends with 0', () => {
    const { status, stdout } = command(['-l']);
    assert.equal(status, 0);
    const [listed, others] = String(stdout)
      .trimEnd()
      .split('\n\n')
      .map((part) => part.split('\n').map((line) => line.split(' ')));
    // ibm864 is in both sub-paths.
    assert.deepEqual(
      others.map(([name]) => name),
      [...new Set([...codepages.encodings, ...historical.encodings])],
    );
    for (const [name, ...own] of others) {
      for (const label of own) {
        assert.equal(codepages.getEncoding(label) ?? historical.getEncoding(label), name);
      }
    }
    const labelsOfOthers = new Set(Object.keys({ ...codepages.labels, ...historical.labels }));
    assert.deepEqual(new Set(others.flatMap(([, ...own]) => own)), labelsOfOthers);
    assert.deepEqual(
      listed.map(([name]) => name),
      encodings.filter((name) => name !== 'replacement'),
    );
    for (const [name, ...own] of listed) {
      assert.ok(own.length > 0);
      for (const label of own) assert.equal(getEncoding(label), name);
    }
    const usable = Object.values(labels).filter((name) => name !== 'replacement');
    assert.equal(listed.flatMap(([, ...own]) => own).length, usable.length);
    const json = String(command(['--list', '--json']).stdout)
      .trimEnd()
      .split('\n')
      .map(JSON.parse);
    assert.deepEqual(
      json.map(({ encoding, labels: own }) => [encoding, ...own]),
      [...listed, ...others],
    );
    for (const { encoding, standard } of json) assert.equal(standard, encodings.includes(encoding));
  });

  it('--help and --version print to standard output and end with 0', () => {
    for (const option of ['--help', '-h']) {
      const { status, stdout, stderr } = command([option]);
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(String(stdout), /^Usage: whatwg-transcoder /);
      for (const line of String(stdout).split('\n')) assert.ok(line.length <= 80, line);
    }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const option of ['--version', '-V']) {
      assert.equal(String(command([option]).stdout), `whatwg-transcoder ${version}\n`);
    }
  });

  it('--help and the manual have the same options', () => {
    const inHelp = String(command(['--help']).stdout).match(/--[a-z][a-z0-9-]*/g);
    const manual = readFileSync(join(root, 'lib/cli/README.md'), 'utf8');
    const inTable = manual.match(/^\| `-.*$/gm).flatMap((row) => row.match(/--[a-z][a-z0-9-]*/g));
    assert.deepEqual([...new Set(inHelp)].sort(), [...new Set(inTable)].sort());
  });
});

describe('command: mistakes in the command line', () => {
  const mistakes = [
    ['nothing to do', [], 'give -f NAME, -t NAME or both, or --check'],
    ['a word alone is no file', ['readme'], 'give -f NAME, -t NAME or both, or --check'],
    ['--in-place alone', ['--in-place', 'x'], 'give -f NAME, -t NAME or both'],
    [
      'doctor with a file',
      ['doctor', 'x'],
      'doctor takes no files; to convert a file of that name, give -f NAME or -t NAME',
    ],
    [
      'an empty suffix, as a variable of the shell without a value gives it',
      ['-f', 'latin1', '--in-place=', 'x'],
      'the SUFFIX of --in-place= is empty; --in-place without "=" keeps no old files',
    ],
    [
      '--check with -o',
      ['--check', '-o', 'x'],
      '--output has no meaning with --check, which writes nothing',
    ],
    [
      '--check with -c',
      ['--check', '-c'],
      '--omit has no meaning with --check, which writes nothing',
    ],
    [
      '--check with --in-place',
      ['--check', '--in-place', 'x'],
      '--in-place has no meaning with --check, which writes nothing',
    ],
    [
      '--check with --malformed',
      ['--check', '--malformed=skip'],
      '--malformed has no meaning with --check, which writes nothing',
    ],
    [
      '--check with --unencodable',
      ['--check', '--unencodable=skip'],
      '--unencodable has no meaning with --check, which writes nothing',
    ],
    [
      '--check with --bom',
      ['--check', '--bom'],
      '--bom has no meaning with --check, which writes nothing',
    ],
    [
      '--check with //IGNORE',
      ['--check', '-t', 'gbk//IGNORE'],
      '//IGNORE has no meaning with --check',
    ],
    [
      '--check with //TRANSLIT',
      ['--check', '-t', 'gbk//translit'],
      '//TRANSLIT has no meaning with --check',
    ],
    [
      '--in-place with -o',
      ['-t', 'gbk', '--in-place', '-o', 'x', 'y'],
      '--output has no meaning with --in-place',
    ],
    ['--in-place without files', ['-t', 'gbk', '--in-place'], 'the names of the files are missing'],
    ['-r without files', ['--check', '-r'], 'the names of the files are missing'],
    [
      'a suffix with a slash',
      ['-t', 'gbk', '--in-place=/x', 'y'],
      'the SUFFIX of --in-place must not contain a slash',
    ],
    [
      '-r without --in-place',
      ['-t', 'gbk', '-r', 'x'],
      '--recursive is only for --in-place, --check and -o DIR/',
    ],
    [
      '--files0-from without --in-place',
      ['-t', 'gbk', '--files0-from=x'],
      '--files0-from is only for --in-place, --check and -o DIR/',
    ],
    [
      '--files0-from with files',
      ['--check', '--files0-from=x', 'y'],
      'names of files cannot be given together with --files0-from',
    ],
    [
      '--skip-utf8 without --in-place',
      ['-f', 'gbk', '--skip-utf8', 'x'],
      '--skip-utf8 is only for --in-place',
    ],
    [
      '--follow-symlinks without --in-place',
      ['-f', 'gbk', '--follow-symlinks', 'x'],
      '--follow-symlinks is only for --in-place',
    ],
    [
      '--skip-utf8 to another encoding',
      ['-f', 'gbk', '-t', 'big5', '--in-place', '--skip-utf8', 'x'],
      '--skip-utf8 is only for -t UTF-8',
    ],
    [
      '--skip-utf8 from ISO-2022-JP',
      ['-f', 'iso-2022-jp', '--in-place', '--skip-utf8', 'x'],
      '--skip-utf8 cannot tell ISO-2022-JP from UTF-8',
    ],
    [
      '--skip-utf8 from UTF-16',
      ['-f', 'utf-16', '--in-place', '--skip-utf8', 'x'],
      '--skip-utf8 cannot tell UTF-16LE from UTF-8',
    ],
    [
      '--skip-utf8 from UTF-32',
      ['-f', 'utf-32le', '--in-place', '--skip-utf8', 'x'],
      '--skip-utf8 cannot tell UTF-32LE from UTF-8',
    ],
    [
      '--skip-utf8 from EBCDIC',
      ['-f', 'cp037', '--in-place', '--skip-utf8', 'x'],
      '--skip-utf8 cannot tell ibm037 from UTF-8',
    ],
    [
      '--skip-utf8 from UTF-8',
      ['-f', 'utf-8', '--in-place', '--skip-utf8', 'x'],
      '--skip-utf8 cannot tell UTF-8 from UTF-8',
    ],
    [
      'an unknown mode',
      ['-t', 'gbk', '--unencodable=xml'],
      '--unencodable must be one of fatal, html, replace, skip',
    ],
    [
      'another unknown mode',
      ['-t', 'gbk', '--malformed=html'],
      '--malformed must be one of fatal, replace, skip',
    ],
    ['an unknown suffix', ['-t', 'ascii//NFC'], 'the suffix //NFC is not known'],
    [
      'a suffix after the source',
      ['-f', 'utf-8//IGNORE'],
      '//IGNORE may only follow the name after -t',
    ],
  ];

  for (const [title, args, message] of mistakes) {
    it(`${title}: ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = command(args);
      assert.deepEqual([status, String(stdout)], [64, '']);
      const [, first] = /^whatwg-transcoder: (.*)\nTry "whatwg-transcoder --help"\.\n$/.exec(
        stderr,
      );
      if (typeof message === 'string') assert.equal(first, message);
      else assert.match(first, message);
    });
  }

  it('an encoding that is not supported has status 1, and advice', () => {
    const of = (name) => command(['-f', name]).stderr;
    assert.match(of('utf-32'), / is not supported: did you mean utf-32le or utf-32be of /);
    assert.equal(of('iso-2022-kr'), '');
    assert.match(of('replacement'), /a label of the replacement encoding/);
    assert.match(of('\x1b[2J'), /"\\u001b\[2J"/);
    assert.equal(command(['-f', '']).status, 1);
    // The message is about no file, so that it is text with --json too.
    const { status, stdout, stderr } = command(['-f', 'nope', '--json']);
    assert.deepEqual([status, String(stdout)], [1, '']);
    assert.equal(stderr, 'whatwg-transcoder: The "nope" encoding is not supported\n');
  });
});

describe('command: code pages and UTF-32', () => {
  const text = 'Grün & gut 123\n';

  it('reads and writes each of them, by each label', () => {
    for (const name of codepages.encodings) {
      const { stdout, status } = command(['-f', name, '--json'], {
        input: codepages.encode('a1', name),
      });
      assert.deepEqual([String(stdout), status], ['a1', 0], name);
    }
    for (const name of ['ibm037', 'ibm850', 'UTF-32LE']) {
      for (const [label, encoding] of Object.entries(codepages.labels)) {
        if (encoding !== name) continue;
        const { stdout } = command(['-t', label.toUpperCase()], { input: text });
        assert.deepEqual(stdout, codepages.encode(text, name), label);
      }
    }
  }).timeout(120_000);

  it('takes a label of the standard before theirs, and their labels before names of other programs', () => {
    const encodingOf = (name) => {
      const { stderr } = command(['-f', name, '--json'], { input: 'a' });
      return reportsOf(stderr)[0].from;
    };
    assert.equal(encodingOf('tis-620'), 'windows-874');
    assert.equal(encodingOf('TIS620'), 'tis620');
    assert.equal(encodingOf('koi8-ru'), 'KOI8-U');
    assert.equal(encodingOf('koi8ru'), 'koi8ru');
    assert.equal(encodingOf('cp932'), 'Shift_JIS');
    assert.equal(encodingOf('cp864'), 'ibm864');
  });

  it('-c and //IGNORE omit, and --unencodable and --malformed replace', () => {
    const input = 'a日b';
    const ebcdic = (own) => codepages.encode(own, 'ibm037').toString('hex');
    const run = (...args) => {
      const { stdout, status, stderr } = command(args, { input });
      return [stdout.toString('hex'), status, stderr !== ''];
    };
    assert.deepEqual(run('-t', 'ibm037', '-c'), [ebcdic('ab'), 1, true]);
    assert.deepEqual(run('-t', 'ibm037//IGNORE', '-s'), [ebcdic('ab'), 1, false]);
    assert.deepEqual(run('-t', 'ibm037', '--unencodable=html'), [ebcdic('a&#26085;b'), 0, false]);
    assert.deepEqual(run('-t', 'ibm037', '--unencodable=replace'), [ebcdic('a?b'), 0, false]);
    const wide = codepages.encode('A', 'utf-32be');
    const bytes = Buffer.concat([wide, Buffer.from('0000d800', 'hex'), wide, Buffer.of(0)]);
    const from = (...args) => command(['-f', 'utf-32be', ...args], { input: bytes });
    assert.equal(String(from('--malformed=replace').stdout), 'A\uFFFDA\uFFFD');
    assert.equal(String(from('-c').stdout), 'AA');
    const { stdout, stderr, status } = from();
    assert.deepEqual(
      [String(stdout), stderr, status],
      ['A', 'whatwg-transcoder: -: at byte 4: lone surrogate\n', 1],
    );
  });

  it('--bom begins UTF-32 with a byte order mark, and code pages have none', () => {
    const withBom = (name) => command(['-t', name, '--bom'], { input: 'A' });
    const hexOf = (name) => withBom(name).stdout.toString('hex');
    assert.equal(hexOf('utf-32le'), 'fffe000041000000');
    assert.equal(hexOf('utf-32be'), '0000feff00000041');
    const { status, stderr } = withBom('cp500');
    assert.equal(status, 64);
    assert.match(stderr, /: --bom has no meaning with -t ibm500, which has no byte order mark\n/);
    const input = Buffer.from('fffe000041000000', 'hex');
    assert.equal(String(command(['-f', 'utf-32le'], { input }).stdout), 'A');
  });

  it('--check prints offsets in bytes of the input', () => {
    const input = Buffer.concat([
      codepages.encode('A\u{1F600}', 'utf-32le'),
      Buffer.from('00001100', 'hex'),
    ]);
    const check = (...args) => String(command(['--check', ...args], { input }).stdout);
    assert.equal(check('-f', 'utf-32le'), '-: at byte 8: unmapped\n');
    assert.equal(
      check('-f', 'utf-32le', '-t', 'ibm437'),
      '-: at byte 4: ibm437 does not contain U+1F600\n-: at byte 8: unmapped\n',
    );
    const unassigned = { input: Buffer.of(0xc1, 0xdc) };
    const { stdout, status } = command(['--check', '-f', 'ibm875'], unassigned);
    assert.deepEqual([String(stdout), status], ['-: at byte 1: unmapped\n', 1]);
  });

  it('--in-place converts files, and --skip-utf8 tells ASCII-compatible code pages from UTF-8', async () => {
    const files = {
      'old.txt': codepages.encode(text, 'cp850'),
      'new.txt': text,
    };
    const args = ['-f', 'cp850', '--in-place=.bak', '--skip-utf8', 'old.txt', 'new.txt'];
    const there = await runWith(files, args);
    assert.deepEqual(
      [there.status, there.stderr],
      [0, 'whatwg-transcoder: 1 file converted, 1 left alone, 0 wrong\n'],
    );
    assert.deepEqual(there.files, {
      'old.txt': Buffer.from(text).toString('hex'),
      'old.txt.bak': files['old.txt'].toString('hex'),
      'new.txt': Buffer.from(text).toString('hex'),
    });
    const back = await runWith({ a: text }, ['-t', 'ibm1140', '--in-place', 'a']);
    assert.deepEqual(back.files, { a: codepages.encode(text, 'ibm1140').toString('hex') });
  });

  it('converts long input in chunks', () => {
    const long = 'Grün 123 \u{1F600}\n'.repeat(60_000);
    const input = codepages.encode(long, 'utf-32le');
    const { stdout, status } = command(['-f', 'utf-32le', '-t', 'utf-16be'], { input });
    assert.equal(status, 0);
    assert.ok(stdout.equals(encode(long, 'utf-16be')));
  });
});

describe('command: conversion', () => {
  it('knows the names that other programs use', () => {
    for (const [name, label, text] of [
      ['CP932', 'shift_jis', 'あ'],
      ['EUCJP', 'euc-jp', 'あ'],
      ['CP949', 'euc-kr', '똠'],
      ['ISO8859_15', 'iso-8859-15', '€'],
    ]) {
      const bytes = encode(text, label);
      const there = command(['-f', name], { input: bytes });
      assert.deepEqual([there.status, there.stdout.toString()], [0, text], name);
      assert.deepEqual(command(['-t', name], { input: text }).stdout, bytes, name);
    }
  });

  it('counts apart what is replaced and what is omitted', () => {
    const count = (...args) => {
      const input = latin1('a\xff\xe6\x97\xa5\xffb');
      const { stderr, status } = command(['--json', ...args], { input });
      const [{ omitted, replaced }] = reportsOf(stderr);
      return [status, omitted, replaced];
    };
    assert.deepEqual(count('-c', '-t', 'koi8-r'), [1, 3, 0]);
    assert.deepEqual(count('--malformed=skip', '--unencodable=html', '-t', 'koi8-r'), [1, 2, 1]);
    assert.deepEqual(count('--malformed=replace', '-t', 'utf-16le'), [0, 0, 2]);
    // U+FFFD, which stands for a malformed sequence, is itself a character that KOI8-R does not contain.
    const mixed = ['--malformed=replace', '--unencodable=skip', '-t', 'koi8-r'];
    assert.deepEqual(count(...mixed), [1, 3, 2]);
    assert.deepEqual(count('-c', '-t', 'gb18030'), [1, 2, 0]);
  });

  const text = '日本 €1 ソ';

  for (const encoding of encodings.filter((name) => name !== 'replacement')) {
    it(`gives what transcode() gives: ${encoding} to UTF-8 and back`, async () => {
      const bytes = encode('aé日한Ω€я\n'.repeat(30_000), encoding, { unencodable: 'skip' });
      const there = await runWith({ a: bytes }, ['-f', encoding, 'a']);
      assert.deepEqual([there.status, there.stderr], [0, '']);
      assert.ok(there.stdout.equals(transcode(bytes, encoding)));
      const back = command(['-t', encoding], { input: there.stdout });
      assert.deepEqual([back.status, back.stderr], [0, '']);
      assert.ok(back.stdout.equals(bytes));
    });
  }

  it('converts an input of several chunks whose ends cut characters', async () => {
    for (const shift of [0, 1, 2]) {
      const whole = Buffer.from('x'.repeat(shift) + '日'.repeat(400_000));
      const { status, stdout } = await runWith({ a: whole }, ['-t', 'shift_jis', 'a']);
      assert.equal(status, 0);
      assert.ok(stdout.equals(encode(whole.toString(), 'shift_jis')));
    }
  });

  for (const mode of ['html', 'replace', 'skip']) {
    it(`--unencodable=${mode} writes what encode() writes, also in an encoding with a state`, () => {
      for (const encoding of ['windows-1252', 'shift_jis', 'iso-2022-jp', 'gbk', 'big5']) {
        const { status, stdout } = command([`--unencodable=${mode}`, '-t', encoding], {
          input: `${text}ไท日`,
        });
        assert.equal(
          stdout.toString('hex'),
          encode(`${text}ไท日`, encoding, { unencodable: mode }).toString('hex'),
          encoding,
        );
        assert.equal(status, mode === 'skip' ? 1 : 0);
      }
    });
  }

  it('--malformed=replace writes U+FFFD, and &#65533; where the output encoding does not contain it', () => {
    const input = latin1('a\x81b');
    assert.equal(
      String(command(['-f', 'gbk', '--malformed=replace'], { input }).stdout),
      decode(input, 'gbk'),
    );
    const html = ['-f', 'gbk', '-t', 'koi8-r', '--malformed=replace', '--unencodable=html'];
    const { status, stdout } = command(html, { input: latin1('a\xff') });
    assert.deepEqual([status, String(stdout)], [0, 'a&#65533;']);
    const fatal = command(['-f', 'gbk', '-t', 'koi8-r', '--malformed=replace'], {
      input: latin1('a\xff'),
    });
    assert.deepEqual(
      [fatal.status, fatal.stderr],
      [1, 'whatwg-transcoder: -: at byte 1: KOI8-R does not contain U+FFFD\n'],
    );
  });

  it('a mode that is given has precedence over -c and //IGNORE', () => {
    const { status, stdout, stderr } = command(['-c', '--unencodable=html', '-t', 'ascii'], {
      input: latin1('\xff\xe2\x82\xac\xe2\x88\x9e'),
    });
    assert.equal(stdout.toString('latin1'), '&#8364;&#8734;');
    assert.equal(status, 1);
    assert.match(
      stderr,
      /: omitted 1 malformed sequence or character that US-ASCII does not contain\n$/,
    );
    const other = command(['--malformed=replace', '-t', 'utf-16le//IGNORE'], {
      input: latin1('\xff'),
    });
    assert.deepEqual([other.status, other.stdout.toString('hex')], [0, 'fdff']);
  });

  it('counts what -c omits', () => {
    const { status, stdout, stderr } = command(['-c', '-t', 'latin1'], {
      input: latin1('a\xff\xffb\xe6\x97\xa5c'),
    });
    assert.deepEqual([status, String(stdout)], [1, 'abc']);
    assert.equal(
      stderr,
      'whatwg-transcoder: -: omitted 3 malformed sequences or characters that windows-1252 does not contain\n',
    );
    assert.equal(command(['-cs', '-t', 'latin1'], { input: latin1('a\xff') }).stderr, '');
  });

  it('--bom begins the whole output, not each file, with a byte order mark', async () => {
    const files = { a: 'x', b: 'y' };
    for (const [encoding, hex] of [
      ['utf-8', 'efbbbf7879'],
      ['utf-16le', 'fffe78007900'],
      ['utf-16be', 'feff00780079'],
    ]) {
      const { stdout } = await runWith(files, ['-t', encoding, '--bom', 'missing', 'a', 'b']);
      assert.equal(stdout.toString('hex'), hex);
    }
    assert.equal(command(['-t', 'utf-8', '--bom']).stdout.toString('hex'), 'efbbbf');
  });

  it('removes a byte order mark of the input encoding from each file', async () => {
    const { stdout } = await runWith({ a: '\ufeffx' }, ['-t', 'utf-8', 'a', 'a']);
    assert.equal(String(stdout), 'xx');
  });

  it('messages show control characters in names as escapes', async () => {
    const { stderr } = await runWith({}, ['-f', 'gbk', 'a\x1b[2J\u2028b']);
    assert.equal(
      stderr,
      'whatwg-transcoder: a\\u001b[2J\\u2028b: cannot open: no such file or directory\n',
    );
  });

  it('--json reports to standard error while the text goes to standard output', async () => {
    const { status, stdout, stderr } = await runWith({ a: latin1('\xe9') }, [
      '-f',
      'latin1',
      '--json',
      'a',
      'missing',
    ]);
    assert.deepEqual([status, String(stdout)], [1, 'é']);
    assert.deepEqual(stderr.trimEnd().split('\n').map(JSON.parse), [
      {
        type: 'file',
        file: 'a',
        from: 'windows-1252',
        to: 'UTF-8',
        status: 'converted',
        read: 1,
        written: 2,
        omitted: 0,
        replaced: 0,
      },
      {
        type: 'file',
        file: 'missing',
        status: 'failed',
        error: { code: 'ENOENT', message: 'cannot open: no such file or directory' },
      },
      {
        type: 'summary',
        converted: 1,
        unchanged: 0,
        skipped: 0,
        valid: 0,
        invalid: 0,
        failed: 1,
      },
    ]);
    const bad = await runWith({ a: latin1('a\xff') }, ['-f', 'gbk', '-o', 'out', '--json', 'a']);
    assert.deepEqual(reportsOf(bad.stdout)[0].error, {
      code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
      message: 'invalid byte',
      offset: 1,
      length: 1,
    });
  });
});

describe('command: input and output that fail', () => {
  it('a closed pipe ends it quietly, with the status that a shell shows for SIGPIPE', async () => {
    await withFolder((folder) => {
      const script = `yes | whatwg-transcoder -t utf-16be | head -c 5 | od -An -tx1; echo "\${PIPESTATUS[1]}"`;
      const { output } = shell(script, folder);
      assert.equal(output, ' 00 79 00 0a 00\n141\n');
    });
  });

  // Node opens /dev/null where one of the first three descriptors is closed, as the manual says.
  it('a closed standard stream changes no file, and stops nothing', async () => {
    await withFolder((folder) => {
      const restore = () => writeFileSync(join(folder, 'a'), latin1('caf\xe9\n'));
      restore();
      const run = (arguments_, streams) =>
        shell(`whatwg-transcoder -f latin1 ${arguments_} ${streams}; echo $?`, folder).output;
      for (const streams of ['>&-', '2>&-', '<&-', '<&- >&-', '<&- >&- 2>&-']) {
        const text = streams.includes('>&- ') || streams.endsWith(' >&-') || streams === '>&-';
        assert.equal(run('a', streams), `${text ? '' : 'café\n'}0\n`, streams);
        assert.deepEqual(readTree(folder), { a: '636166e90a' }, streams);
        assert.equal(run('-o b a', streams), '0\n', streams);
        assert.deepEqual(readTree(folder), { a: '636166e90a', b: '636166c3a90a' }, streams);
        rmSync(join(folder, 'b'));
        assert.equal(run('--in-place=.old a', streams), '0\n', streams);
        assert.deepEqual(readTree(folder), { a: '636166c3a90a', 'a.old': '636166e90a' }, streams);
        rmSync(join(folder, 'a.old'));
        restore();
      }
      assert.equal(run('missing', '2>&-'), '1\n');
    });
  });

  it('a closed pipe ends --check and --list quietly too', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'bad'), Buffer.alloc(3e6, 0xff));
      const script = `whatwg-transcoder --check bad | head -1; echo "\${PIPESTATUS[0]}"`;
      assert.equal(shell(script, folder).output, 'bad: at byte 0: invalid byte\n141\n');
      assert.equal(
        shell('(sleep 0.3; whatwg-transcoder -l; echo $? >&2) | true', folder).output,
        '141\n',
      );
    });
  });

  it('a full disk is an error with a message, for standard output and for -o', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      const full = openSync('/dev/full', 'w');
      try {
        writeFileSync(join(folder, 'a'), 'x');
        const result = command(['-t', 'gbk', 'a'], {
          cwd: folder,
          stdio: ['ignore', full, 'pipe'],
        });
        assert.equal(result.status, 1);
        assert.equal(
          result.stderr,
          'whatwg-transcoder: cannot write standard output: no space left on device\n',
        );
      } finally {
        closeSync(full);
      }
      const named = command(['-t', 'gbk', '-o', '/dev/full', 'a'], { cwd: folder });
      assert.equal(named.status, 1);
      assert.equal(
        named.stderr,
        'whatwg-transcoder: cannot write /dev/full: no space left on device\n',
      );
    });
  });

  it('an output file that is an input is refused before anything is written', async () => {
    for (const args of [
      ['-o', 'b', 'a', 'b'],
      ['-o', './b', 'b'],
      ['-o', 'link', 'a', 'b'],
      ['-o', 'b', 'hard'],
    ]) {
      await withFolder((folder) => {
        writeFiles(folder, { a: 'a', b: 'bé' });
        symlinkSync('b', join(folder, 'link'));
        linkSync(join(folder, 'b'), join(folder, 'hard'));
        const { status, stderr } = command(['-t', 'latin1', ...args], { cwd: folder });
        assert.equal(status, 1);
        assert.match(
          stderr,
          /: is the input and the output; --in-place converts a file in its place\n$/,
        );
        assert.equal(readFileSync(join(folder, 'b'), 'utf8'), 'bé');
      });
    }
    await withFolder((folder) => {
      writeFiles(folder, { a: 'a', b: 'bé' });
      const { output } = shell(
        'whatwg-transcoder -t latin1 a b >> b; echo $?; cat b; whatwg-transcoder -t latin1 -o b < b; echo $?',
        folder,
      );
      assert.equal(
        output,
        'whatwg-transcoder: b: is the input and the output; --in-place converts a file in its place\n1\nbéa' +
          'whatwg-transcoder: -: is the input and the output; --in-place converts a file in its place\n1\n',
      );
    });
  });

  it('-o leaves the file as it was if no input can be opened', async () => {
    const { status, files } = await runWith({ out: 'old' }, ['-t', 'gbk', '-o', 'out', 'missing']);
    assert.equal(status, 1);
    assert.equal(Buffer.from(files.out, 'hex').toString(), 'old');
  });

  it('waits for a pipe in non-blocking mode that is empty or full', async () => {
    // A Node that opens its end of a pipe puts the pipe in this mode for every process that has it.
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'.repeat(600_000)));
      const script = `
        (sleep 1; printf '\\351') | {
          node -e 'process.stdin; setTimeout(() => {}, 2000)' <&0 & sleep 0.5
          whatwg-transcoder -f latin1; echo " $?"; wait
        }
        { node -e 'process.stdout; setTimeout(() => {}, 2000)' & sleep 0.5
          whatwg-transcoder -f latin1 a; echo "$?"; wait
        } | { sleep 1; wc -c; }`;
      assert.equal(shell(script, folder).output, 'é 0\n1200002\n');
    });
  });

  it('passes on what arrives, without waiting for more', async () => {
    const child = spawn(process.execPath, [program, '-f', 'shift_jis'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write(Buffer.from([0x93, 0xfa, 0x96]));
    const [first] = await once(child.stdout, 'data');
    assert.equal(String(first), '日');
    child.stdin.end(Buffer.from([0x7b]));
    const [second] = await once(child.stdout, 'data');
    assert.equal(String(second), '本');
    const [status] = await once(child, 'close');
    assert.equal(status, 0);
  });

  it('an unreadable file is an error, and the others are converted', async () => {
    await withFolder((folder) => {
      chmodSync(folder, 0o755);
      writeFiles(folder, { a: 'a', b: 'b' });
      chmodSync(join(folder, 'a'), 0);
      const { status, stdout, stderr } = asAnyUser(['-t', 'gbk', 'a', 'b'], folder);
      assert.deepEqual([status, String(stdout)], [1, 'b']);
      assert.equal(stderr, 'whatwg-transcoder: a: cannot open: permission denied\n');
    });
  });
});

/** Runs the command as a user without special rights, to whom files of mode 0 are closed. */
function asAnyUser(args, cwd) {
  if (!isRoot) return command(args, { cwd });
  // That user may not be allowed to read Node and this checkout, so the process becomes that user when it has loaded them.
  const script = `
    const folder = ${JSON.stringify(join(root, 'lib/cli'))};
    const files = require('node:fs').readdirSync(folder).filter((name) => name.endsWith('.js'));
    for (const name of files.filter((name) => name !== 'whatwg-transcoder.js')) require(folder + '/' + name);
    process.setgroups([]);
    process.setgid(${NOBODY});
    process.setuid(${NOBODY});
    require(folder + '/main.js').main(process.argv.slice(1)).then((status) => {
      process.exitCode = status;
    });`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script, '--', ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('command: --check', () => {
  it('prints one line for each problem, and goes on behind it', async () => {
    const files = { a: latin1('\xffA\xc3'), b: 'fine', c: latin1('\x81\x30\x81') };
    const { status, stdout, stderr } = await runWith(files, ['--check', 'a', 'b', 'c']);
    assert.deepEqual([status, stderr], [1, 'whatwg-transcoder: 1 file right, 2 wrong\n']);
    assert.equal(
      String(stdout),
      'a: at byte 0: invalid byte\na: at byte 2: truncated\nc: at byte 0: invalid byte\nc: at byte 2: invalid byte\n',
    );
  });

  it('finds the malformed sequences that the decoder replaces, in each encoding', () => {
    const noise = Buffer.alloc(20_000);
    for (let i = 0, x = 1; i < noise.length; i++) {
      x = (x * 48271) % 2147483647;
      noise[i] = x >> 8;
    }
    for (const encoding of [
      'utf-8',
      'shift_jis',
      'gb18030',
      'iso-2022-jp',
      'euc-jp',
      'utf-16be',
      'koi8-r',
      'windows-1253',
    ]) {
      const { stdout } = command(['--check', '-f', encoding], { input: noise });
      const found = String(stdout).split('\n').slice(0, -1);
      const text = decode(noise, encoding, { ignoreBOM: true });
      // The decoder of UTF-16 and the noise itself make no other U+FFFD.
      assert.equal(found.length, text.split('\ufffd').length - 1, encoding);
      const offsets = found.map((line) => Number(/ at byte (\d+): /.exec(line)[1]));
      for (let i = 1; i < offsets.length; i++) assert.ok(offsets[i] > offsets[i - 1]);
    }
  });

  it('with -t, also finds characters that the output encoding does not contain', () => {
    const { status, stdout } = command(['--check', '-t', 'koi8-r'], {
      input: latin1('\xd1\x8f\xff\xe6\x97\xa5'),
    });
    assert.equal(status, 1);
    assert.equal(
      String(stdout),
      '-: at byte 2: invalid byte\n-: at byte 3: KOI8-R does not contain U+65E5\n',
    );
  });

  it('says nothing of a well-formed input, and ends with 0', () => {
    const { status, stdout, stderr } = command(['--check', '-f', 'gbk'], { input: 'abc' });
    assert.deepEqual([status, String(stdout), stderr], [0, '', '']);
  });

  it('reports a folder, and with -r reads the files in it in the order of their names', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd/e');
      writeFiles(folder, { 'd/z': latin1('\xff'), 'd/e/y': latin1('1\xff'), 'd/a': 'a' });
      symlinkSync('z', join(folder, 'd/link'));
      const plain = command(['--check', 'd'], { cwd: folder });
      assert.deepEqual(
        [plain.status, plain.stderr],
        [1, 'whatwg-transcoder: d: is a folder; -r reads the files in it\n'],
      );
      const { status, stdout, stderr } = command(['--check', '-r', 'd'], { cwd: folder });
      assert.deepEqual([status, stderr], [1, 'whatwg-transcoder: 1 file right, 2 wrong\n']);
      assert.equal(
        String(stdout),
        'd/e/y: at byte 1: invalid byte\nd/z: at byte 0: invalid byte\n',
      );
    });
  });

  it('reads names that are not UTF-8, and says their bytes in JSON', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      const name = Buffer.concat([Buffer.from(`${folder}/`), latin1('\x93\xfa')]);
      writeFileSync(name, latin1('\xff'));
      const { stdout } = command(['--check', '-r', '--json', '.'], { cwd: folder });
      const [problem] = String(stdout).split('\n');
      assert.deepEqual(JSON.parse(problem), {
        type: 'problem',
        file: './\ufffd\ufffd',
        fileBytes: Buffer.from('./\x93\xfa', 'latin1').toString('base64'),
        offset: 0,
        length: 1,
        reason: 'invalid byte',
      });
    });
  });

  for (const [what, args] of [
    ['every byte is malformed', ['--check']],
    ['every character is unencodable', ['--check', '-f', 'gbk', '-t', 'ascii']],
    ['-c omits every byte', ['-c', '-t', 'gbk']],
  ]) {
    it(`does work in proportion to the input, and takes constant memory, where ${what}`, async () => {
      await withFolder((folder) => {
        const rows = [200_000, 1_600_000].map((length) => {
          writeFileSync(join(folder, 'a'), Buffer.alloc(length, 0xd7));
          const { status, work } = countWork([...args, 'a'], folder);
          assert.equal(status, 1);
          const { steps } = countWork([...args, 'a'], folder, { countSteps: true }).work;
          return { ...work, steps };
        });
        const [one, eight] = rows;
        // assertLinear() in work.mjs says why the limit of steps is 16 times.
        assert.ok(eight.steps <= 16 * one.steps, JSON.stringify(rows));
        for (const unit of ['calls', 'given', 'written']) {
          assert.ok(eight[unit] <= 8.5 * one[unit] + 1000, `${unit}: ${JSON.stringify(rows)}`);
        }
        assert.ok(one.calls > 0 && one.given > 0 && one.steps > 0, JSON.stringify(rows));
        assert.ok(
          eight.kilobytes > 0 && eight.kilobytes - one.kilobytes < 64_000,
          JSON.stringify(rows),
        );
      });
    });
  }
});

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
      assert.deepEqual([status, String(stdout), stderr], [0, '', '']);
      const after = statSync(path);
      assert.equal(readFileSync(path, 'utf8'), 'é');
      for (const key of ['mode', 'uid', 'gid', 'mtimeMs'])
        assert.equal(after[key], before[key], key);
      assert.equal(after.atimeMs, 1111111111250);
      assert.deepEqual(namesIn(folder), ['a']);
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
      assert.deepEqual([info.uid, info.gid, info.mode & 0o7777], [1234, 2345, 0o4755]);
      asAnyUser(['-f', 'utf-8', '-t', 'windows-1252', '--in-place', 'a'], folder);
      info = statSync(path);
      assert.deepEqual([info.uid, info.gid, info.mode & 0o7777], [NOBODY, NOBODY, 0o755]);
      assert.deepEqual(readFileSync(path), latin1('\xe9'));
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
      assert.equal(command([...inPlace, ...namesIn(folder)], { cwd: folder }).status, 0);
      for (const [name, text] of Object.entries(files)) {
        assert.ok(readFileSync(join(folder, name)).equals(Buffer.from(text)), name);
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
      assert.equal(status, 0);
      const reports = fileReportsOf(stdout);
      assert.deepEqual(
        reports.map((report) => report.status),
        ['unchanged', 'unchanged', 'unchanged'],
      );
      assert.deepEqual(numbers(), before);
    });
  });

  it('writes a file of the same length whose bytes are others', async () => {
    for (const length of [10, 256 * 1024, 600_000]) {
      await withFolder((folder) => {
        writeFileSync(join(folder, 'a'), latin1('\xe4'.repeat(length)));
        const args = ['-f', 'windows-1251', '-t', 'koi8-r', '--in-place', 'a'];
        assert.equal(command(args, { cwd: folder }).status, 0);
        assert.ok(readFileSync(join(folder, 'a')).equals(encode('д'.repeat(length), 'koi8-r')));
      });
    }
  });

  it('leaves a file that cannot be converted as it was, and goes on', async () => {
    const long = Buffer.concat([Buffer.alloc(700_000, 0x41), latin1('\xff')]);
    const files = { a: latin1('\xff'), b: long, c: '日', d: 'é', e: 'é' };
    const args = ['-t', 'latin1', '--in-place=.bak', ...Object.keys(files), 'missing', '.', '-'];
    const result = await runWith(files, args);
    assert.equal(result.status, 1);
    assert.equal(
      result.stderr,
      [
        'a: at byte 0: invalid byte',
        'b: at byte 700000: invalid byte',
        'c: at byte 0: windows-1252 does not contain U+65E5',
        'missing: cannot open: no such file or directory',
        '.: is a folder; -r converts the files in it',
        '-: standard input has no place to be converted in',
        '2 files converted, 0 left alone, 6 wrong',
        '',
      ]
        .map((line) => line && `whatwg-transcoder: ${line}`)
        .join('\n'),
    );
    const hexOf = (bytes) => Buffer.from(bytes).toString('hex');
    assert.deepEqual(result.files, {
      a: 'ff',
      b: hexOf(long),
      c: hexOf('日'),
      d: 'e9',
      'd.bak': hexOf('é'),
      e: 'e9',
      'e.bak': hexOf('é'),
    });
  });

  it('-c converts in place what can be converted, with status 1', async () => {
    const { status, stderr, files } = await runWith({ a: latin1('\xc3\xa9\xff') }, [
      '-c',
      '-t',
      'latin1',
      '--in-place',
      'a',
    ]);
    assert.deepEqual([status, files], [1, { a: 'e9' }]);
    assert.equal(
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
      assert.equal(refused.status, 1);
      assert.equal(
        refused.stderr,
        'whatwg-transcoder: link: is a symbolic link; --follow-symlinks converts the file that it names\n',
      );
      assert.deepEqual(readTree(folder), { 'd/a': 'e9' });
      const followed = command(
        [...inPlace, '--follow-symlinks', '--json', 'link', 'd/a', './link'],
        { cwd: folder },
      );
      assert.equal(followed.status, 0);
      const reports = fileReportsOf(followed.stdout);
      assert.deepEqual(
        reports.map(({ file, status, reason }) => [file, status, reason]),
        [
          ['link', 'converted', undefined],
          ['d/a', 'skipped', 'converted before'],
          ['./link', 'skipped', 'converted before'],
        ],
      );
      assert.deepEqual(readTree(folder), { 'd/a': 'c3a9' });
      assert.equal(readlinkSync(join(folder, 'link')), 'd/a');
      const broken = command([...inPlace, '--follow-symlinks', 'broken'], { cwd: folder });
      assert.deepEqual(
        [broken.status, broken.stderr],
        [1, 'whatwg-transcoder: broken: cannot open: no such file or directory\n'],
      );
    });
  });

  it('converts a file that is named twice once', async () => {
    const { status, files } = await runWith({ a: latin1('\xe9') }, [...inPlace, 'a', './a', 'a']);
    assert.deepEqual([status, files], [0, { a: 'c3a9' }]);
  });

  it('says that the other names of a file keep the old bytes', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'));
      linkSync(join(folder, 'a'), join(folder, 'b'));
      const { status, stderr } = command([...inPlace, 'a'], { cwd: folder });
      assert.deepEqual(
        [status, stderr],
        [0, 'whatwg-transcoder: a: its other name (a hard link) keeps the old file\n'],
      );
      assert.deepEqual(readTree(folder), { a: 'c3a9', b: 'e9' });
    });
  });

  it('refuses what is not a regular file', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      spawnSync('mkfifo', [join(folder, 'pipe')]);
      const { status, stderr } = command([...inPlace, 'pipe'], { cwd: folder });
      assert.deepEqual([status, stderr], [1, 'whatwg-transcoder: pipe: is not a regular file\n']);
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
      assert.deepEqual(run(), [0, ['./a', 'converted']]);
      assert.deepEqual(readTree(folder), { a: 'c3a9', 'a.bak': 'e9' });
      const backup = statSync(join(folder, 'a.bak'));
      assert.deepEqual(
        [backup.ino, backup.mtimeMs, backup.mode],
        [before.ino, before.mtimeMs, before.mode],
      );
      assert.deepEqual(run(), [0, ['./a', 'skipped']]);
      // A process that was killed before it could replace the file has left both names with the old file.
      rmSync(join(folder, 'a'));
      linkSync(join(folder, 'a.bak'), join(folder, 'a'));
      assert.deepEqual(run(), [0, ['./a', 'converted']]);
      assert.deepEqual(readTree(folder), { a: 'c3a9', 'a.bak': 'e9' });
      // A backup of something else is never overwritten.
      writeFileSync(join(folder, 'a'), 'new');
      assert.deepEqual(run(), [1, ['./a', 'failed']]);
      writeFileSync(join(folder, 'a'), 'éé');
      assert.deepEqual(run(), [1, ['./a', 'failed']]);
      assert.deepEqual(readTree(folder), { a: 'c3a9c3a9', 'a.bak': 'e9' });
      const { stderr } = command(
        args.filter((arg) => arg !== '--json'),
        { cwd: folder },
      );
      assert.equal(
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
      const because = 'is left as it is, because its backup cannot be made:';
      assert.deepEqual(
        [status, ...stderr.trimEnd().split('\n')],
        [
          1,
          `whatwg-transcoder: folder: ${because} folder.bak is a folder`,
          `whatwg-transcoder: pipe: ${because} pipe.bak is not a regular file`,
          `whatwg-transcoder: dangling: ${because} dangling.bak is a symbolic link to a file that does not exist`,
          'whatwg-transcoder: circle: cannot look for the backup circle.bak: too many symbolic links encountered',
          'whatwg-transcoder: 0 files converted, 1 left alone, 4 wrong',
        ],
      );
      for (const name of names) assert.equal(readFileSync(join(folder, name), 'hex'), 'e9', name);
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
      assert.deepEqual(statuses(), ['converted', 'skipped', 'converted', 'skipped', 'skipped']);
      const after = readTree(folder);
      assert.equal(after.a, 'c3a9');
      assert.ok(Buffer.from(after.c, 'hex').equals(Buffer.from('é'.repeat(300_000))));
      assert.deepEqual(new Set(statuses()), new Set(['skipped']));
      assert.deepEqual(readTree(folder), after);
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
      assert.deepEqual(
        [status, stderr],
        [0, 'whatwg-transcoder: 2 files converted, 0 left alone, 0 wrong\n'],
      );
      assert.equal(readFileSync(odd, 'utf8'), 'é');
      assert.equal(readFileSync(join(folder, 'd/.hidden/x'), 'utf8'), 'é');
      assert.equal(readFileSync(join(folder, 'other/y'), 'hex'), 'e9');
      assert.equal(readFileSync(join(folder, 'd/.whatwg-transcoder-1-00.tmp'), 'hex'), 'e9');
    });
  });

  it('a folder in which no file can be made leaves the file as it was', async () => {
    await withFolder((folder) => {
      writeFileSync(join(folder, 'a'), latin1('\xe9'));
      chmodSync(folder, 0o555);
      const { status, stderr } = asAnyUser([...inPlace, 'a'], folder);
      chmodSync(folder, 0o755);
      assert.deepEqual(
        [status, stderr],
        [1, 'whatwg-transcoder: a: cannot make a file in the folder: permission denied\n'],
      );
      assert.deepEqual(readTree(folder), { a: 'e9' });
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
      assert.equal(
        output,
        'whatwg-transcoder: a: cannot write the converted file: file too large\n' +
          'whatwg-transcoder: 1 file converted, 0 left alone, 1 wrong\n1\n',
      );
      assert.deepEqual(namesIn(folder), ['a', 'b', 'b.old']);
      assert.ok(readFileSync(join(folder, 'a')).equals(long));
    });
    if (!isRoot) return;
    await withFolder((folder) => {
      const disk = makeFolder(folder, 'disk');
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]).status !== 0) return;
      try {
        writeFiles(disk, { a: latin1('\xe9'.repeat(600_000)), b: latin1('\xe9') });
        const { status, stderr } = command([...inPlace, 'a', 'b'], { cwd: disk });
        assert.deepEqual(
          [status, stderr],
          [
            1,
            'whatwg-transcoder: a: cannot write the converted file: no space left on device\n' +
              'whatwg-transcoder: the disk is full; the files that follow are left as they are\n' +
              'whatwg-transcoder: 0 files converted, 0 left alone, 1 wrong\n',
          ],
        );
        assert.deepEqual(namesIn(disk), ['a', 'b']);
        assert.equal(statSync(join(disk, 'a')).size, 600_000);
        assert.equal(readFileSync(join(disk, 'b'), 'hex'), 'e9');
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
      assert.deepEqual(
        [status, stderr],
        [1, 'whatwg-transcoder: a: was changed by another program meanwhile\n'],
      );
      assert.equal(statSync(path).size, 200e6 + 4);
      assert.deepEqual(namesIn(folder), ['a']);
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
        assert.deepEqual([status, by], [null, signal]);
        assert.deepEqual(namesIn(folder), ['a']);
        assert.equal(statSync(join(folder, 'a')).size, 300e6);
      }, fastFolder);
    });
  }
});

describe('command: --files0-from', () => {
  it('reads names from a file and from standard input, the last with or without NUL', async () => {
    await withFolder((folder) => {
      writeFiles(folder, {
        'a\nb': latin1('\xff'),
        '-': latin1('x\xff'),
        list: 'a\nb\0-\0missing',
      });
      const expected = 'a\\u000ab: at byte 0: invalid byte\n';
      for (const args of [['--files0-from=list'], ['--files0-from', '-']]) {
        const { status, stdout, stderr } = command(['--check', ...args], {
          cwd: folder,
          input: 'a\nb\0-\0missing\0',
        });
        assert.equal(status, 1);
        assert.equal(String(stdout), `${expected}-: at byte 1: invalid byte\n`);
        assert.equal(
          stderr,
          'whatwg-transcoder: missing: cannot open: no such file or directory\n' +
            'whatwg-transcoder: 0 files right, 3 wrong\n',
        );
      }
    });
  });

  it('reads folders with -r, reports an empty name, and goes on', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd');
      writeFiles(folder, { 'd/a': latin1('\xe9') });
      const args = ['-f', 'latin1', '--in-place', '-r', '--files0-from=-'];
      const { status, stderr } = command(args, { cwd: folder, input: '\0d\0' });
      assert.deepEqual(
        [status, stderr],
        [
          1,
          'whatwg-transcoder: -: the list has an empty name\n' +
            'whatwg-transcoder: 1 file converted, 0 left alone, 1 wrong\n',
        ],
      );
      assert.deepEqual(readTree(folder), { 'd/a': 'c3a9' });
    });
  });

  it('refuses a missing list, and a list that is not separated by NUL, in constant memory', async () => {
    const missing = await runWith({}, ['--check', '--files0-from=none']);
    assert.deepEqual(
      [missing.status, missing.stderr],
      [
        1,
        'whatwg-transcoder: none: cannot open the list: no such file or directory\n' +
          'whatwg-transcoder: 0 files right, 1 wrong\n',
      ],
    );
    const files = { list: 'file\n'.repeat(1e6) };
    const { status, stderr } = await runWith(files, ['--check', '--files0-from=list']);
    assert.equal(status, 1);
    assert.equal(
      stderr,
      'whatwg-transcoder: list: the list has a name of more than 65536 bytes; names must be separated by NUL\n' +
        'whatwg-transcoder: 0 files right, 1 wrong\n',
    );
  });

  it('ends by a signal while it waits for the next name, also after it has converted files', async () => {
    if (process.platform === 'win32') return;
    await withFolder(async (folder) => {
      writeFiles(folder, { a: latin1('\xe9') });
      const args = [program, '-f', 'latin1', '--in-place', '--json', '--files0-from=-'];
      const child = spawn(process.execPath, args, { cwd: folder, stdio: 'pipe' });
      const exit = once(child, 'exit');
      child.stdin.write('a\0');
      await once(child.stdout, 'data');
      await sleep(100);
      child.kill('SIGTERM');
      const [, by] = await exit;
      assert.equal(by, 'SIGTERM');
      assert.deepEqual(readTree(folder), { a: 'c3a9' });
    });
  });

  it('reads a list that comes in pieces which cut names', async () => {
    await withFolder((folder) => {
      const names = Array.from({ length: 8000 }, (_, i) => `missing-${i}`);
      const { stderr } = command(['--check', '--files0-from=-'], {
        cwd: folder,
        input: names.join('\0'),
      });
      assert.deepEqual(
        stderr
          .trimEnd()
          .split('\n')
          .map((line) => line.split(': ')[1]),
        [...names, '0 files right, 8000 wrong'],
      );
    });
  });
});

describe('command: a tree of 20,000 files', () => {
  const FOLDERS = 20;
  const FILES = 1000;
  const numbers = Array.from({ length: FOLDERS * FILES }, (_, i) => i);
  // The contents are made once. The tests compare them with the files a few hundred thousand times.
  const olds = numbers.map((i) => latin1(`${i}: d\xe9j\xe0 vu, \x80 ${i}\n`));
  const news = numbers.map((i) => Buffer.from(`${i}: déjà vu, € ${i}\n`));
  const pathOf = (folder, i) => join(folder, String(i % FOLDERS), `${i}.txt`);

  function makeTree(folder) {
    for (let i = 0; i < FOLDERS; i++) makeFolder(folder, String(i));
    for (const i of numbers) writeFileSync(`${folder}/${i % FOLDERS}/${i}.txt`, olds[i]);
  }

  // Longer than every file.
  const content = Buffer.alloc(256);

  /** The bytes of a file, which are valid until the next call. readFileSync() would also ask how long the file is. */
  function contentOf(path) {
    const descriptor = openSync(path);
    try {
      return content.subarray(0, readSync(descriptor, content));
    } finally {
      closeSync(descriptor);
    }
  }

  /** Checks that every file is the old or the new one as a whole; returns how many are new. */
  function countConverted(folder) {
    let count = 0;
    for (const i of numbers) {
      const bytes = contentOf(`${folder}/${i % FOLDERS}/${i}.txt`);
      const isConverted = bytes.equals(news[i]);
      assert.ok(isConverted || bytes.equals(olds[i]), isConverted ? '' : `${i}: ${bytes}`);
      if (isConverted) count += 1;
    }
    return count;
  }

  /** The names in the tree that are none of its files. */
  const leftOver = (folder) =>
    readdirSync(folder, { recursive: true }).filter((path) => path.includes('whatwg'));

  it('is converted in place, with a line of progress on a terminal', async () => {
    await withFolder((folder) => {
      makeTree(folder);
      const script = `export TERM=xterm; script -qec 'whatwg-transcoder -f windows-1252 --in-place -r .; echo status $?' /dev/null`;
      const { output } = shell(script, folder, { input: '' });
      assert.equal(countConverted(folder), FOLDERS * FILES);
      assert.deepEqual(leftOver(folder), []);
      // Each line begins with a carriage return and ends with the sequence that clears the rest of the line.
      const lines = output.split('\r').filter((line) => line.endsWith('\x1b[K'));
      assert.match(lines[0], /^\d+ files, \d+\.\d MB: \.\/\d+\/\d+\.txt/);
      // The last line is removed in the end.
      const end =
        '\r\x1b[Kwhatwg-transcoder: 20000 files converted, 0 left alone, 0 wrong\r\nstatus 0\r\n';
      assert.ok(output.endsWith(end), output.slice(-200));
    }, fastFolder);
  });

  it('is converted with a fixed number of calls to the system for each file', async () => {
    await withFolder((folder) => {
      makeTree(folder);
      const { status, work } = countWork(['-f', 'windows-1252', '--in-place', '-r', '.'], folder);
      assert.equal(status, 0);
      assert.equal(countConverted(folder), FOLDERS * FILES);
      assert.ok(work.files <= 16 * FOLDERS * FILES, JSON.stringify(work));
    }, fastFolder);
  });

  it('prints one line where standard error is no terminal, and nothing with -s or -q', async () => {
    await withFolder((folder) => {
      makeTree(folder);
      const { status, stdout, stderr } = command(['--check', '-f', 'latin1', '-r', '.'], {
        cwd: folder,
      });
      const summary = 'whatwg-transcoder: 20000 files right, 0 wrong';
      assert.deepEqual([status, String(stdout), stderr], [0, '', `${summary}\n`]);
      const script = `export TERM=xterm; script -qec 'whatwg-transcoder -s --check -f latin1 -r .; echo status $?' /dev/null`;
      assert.equal(shell(script, folder, { input: '' }).output, 'status 0\r\n');
      const quiet = script.replace(' -s', ' -q');
      assert.equal(shell(quiet, folder, { input: '' }).output, 'status 0\r\n');
      const dumb = script.replace(' -s', '').replace('xterm', 'dumb');
      assert.equal(shell(dumb, folder, { input: '' }).output, `${summary}\r\nstatus 0\r\n`);
    }, fastFolder);
  });

  for (const [signal, extra] of [
    ['SIGKILL', ['--in-place', '--skip-utf8']],
    ['SIGKILL', ['--in-place=.old']],
    ['SIGINT', ['--in-place', '--skip-utf8']],
    ['SIGTERM', ['--in-place=.old']],
  ]) {
    it(`survives ${signal} at any time with ${extra.join(' ')}: no file is lost or half-written, and running again finishes`, async () => {
      await withFolder(async (folder) => {
        makeTree(folder);
        const args = [program, '-f', 'windows-1252', ...extra, '-r', '.'];
        let before = 0;
        for (const watched of [0, 10, 13].map((i) => pathOf(folder, i))) {
          // Folders and files are converted in the order of their names: these are the first, and the first of the third
          // and of the sixth folder.
          const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
          const exit = once(child, 'exit');
          while (child.exitCode === null && !readFileSync(watched).includes(0xc3)) await sleep(1);
          child.kill(signal);
          const [, by] = await exit;
          assert.equal(by, signal);
          const count = countConverted(folder);
          assert.ok(count > before && count < FOLDERS * FILES, `${before}, ${count}`);
          before = count;
          assert.ok(leftOver(folder).length <= (signal === 'SIGKILL' ? 3 : 0));
        }
        const { status, stderr } = command(args.slice(1), { cwd: folder });
        const left = FOLDERS * FILES - before;
        const summary = `${left} files converted, ${before} left alone, 0 wrong`;
        assert.deepEqual([status, stderr], [0, `whatwg-transcoder: ${summary}\n`]);
        assert.equal(countConverted(folder), FOLDERS * FILES);
        if (!extra.includes('--in-place=.old')) return;
        for (let i = 0; i < FOLDERS * FILES; i++) {
          assert.ok(contentOf(`${pathOf(folder, i)}.old`).equals(olds[i]), String(i));
        }
      }, fastFolder);
    });
  }
});

describe('command: the lines of a file can be shared out', () => {
  // « Over the lines of one large file »: the manual says for which encodings a line end is never part of a character.
  const excepted = ['replacement', 'UTF-16BE', 'UTF-16LE', 'ISO-2022-JP'];

  for (const encoding of encodings.filter((name) => !excepted.includes(name))) {
    it(`0x0A ends a character in ${encoding}, whatever the three bytes before it are`, () => {
      const starts = [[]];
      for (let a = 0x80; a <= 0xff; a++) {
        starts.push([a]);
        for (let b = 0x21; b <= 0xff; b++) starts.push([a, b]);
        for (const b of [0x30, 0x39, 0x80, 0xa1, 0xfe]) {
          for (let c = 0x80; c <= 0xff; c++) starts.push([a, b, c]);
        }
      }
      const next = decode(Uint8Array.of(0x31, 0xa1, 0xa1, 0x40), encoding);
      for (const bytes of starts) {
        const line = decode(Uint8Array.of(...bytes, 0x0a), encoding);
        assert.ok(line.endsWith('\n'), bytes.join());
        const whole = decode(Uint8Array.of(...bytes, 0x0a, 0x31, 0xa1, 0xa1, 0x40), encoding);
        assert.equal(whole, line + next);
      }
    });
  }

  for (const encoding of excepted.slice(1)) {
    it(`0x0A can be part of a character, or the next line depend on the last, in ${encoding}`, () => {
      const bytes = {
        'UTF-16BE': [0x0a, 0x41],
        'UTF-16LE': [0x0a, 0x00],
        'ISO-2022-JP': [0x1b, 0x28, 0x4a, 0x0a, 0x5c],
      }[encoding];
      const whole = decode(Uint8Array.of(...bytes), encoding);
      const end = bytes.indexOf(0x0a) + 1;
      const parts = [bytes.slice(0, end), bytes.slice(end)].map((part) =>
        decode(Uint8Array.of(...part), encoding),
      );
      assert.notEqual(whole, parts.join(''));
    });
  }
});

describe('command: the manual', () => {
  const manual = readFileSync(join(root, 'lib/cli/README.md'), 'utf8');
  const examples = manual
    .split('```console\n')
    .slice(1)
    .map((part) => part.split('```')[0]);

  it('has examples', () => {
    assert.ok(examples.length >= 6);
  });

  for (const example of examples) {
    const [first] = example.split('\n');
    it(`is right: ${first}`, async () => {
      await withFolder((folder) => {
        // The lines that begin with a dollar sign are commands, and the others are what they print.
        const script = example
          .split('\n')
          .filter((line) => line.startsWith('$ '))
          .map((line) => line.slice(2))
          .join('\n');
        const expected = example
          .split('\n')
          .filter((line) => !line.startsWith('$ '))
          .join('\n');
        const { output } = shell(script, folder);
        assert.equal(output, expected);
      });
    });
  }
});
