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
  expectRun,
  latin1,
  program,
  readTree,
  reportsOf,
  root,
  runWith,
  withFolder,
  writeFiles,
} from './command.mjs';

/** Returns the rows of a text: a line each, with cells between two bars. */
const rowsOf = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));

// Each row: the arguments, the status, and standard input. Both programs must have this status and the same output, if the row does not
// say what differs, which the manual also says: another status of iconv, or a file that it does not make. « UTF » stands for
// « -f utf-8 -t utf-16le ».
const sameAsIconv = {
  'options and names in each way to write them': `
    UTF utf-8.txt | 0
    -f iso-8859-2 -t utf-8 western.txt | 0
    --from-code=utf-8 --to-code utf-16be utf-8.txt | 0
    -cfutf-8 -tutf-16le utf-8.txt | 0
    utf-8.txt UTF | 0
    UTF -- utf-8.txt | 0
    -f utf-8// -t utf-16le// utf-8.txt | 0
    -f iso-8859-2 western.txt | 0
    -t utf-16le utf-8.txt | 0`,
  'standard input and several files': `
    UTF | 0 | é
    UTF ascii.txt - | 0 | é
    UTF no-newline | 0
    UTF empty.txt | 0
    UTF ascii.txt empty.txt utf-8.txt | 0
    UTF two_words | 0`,
  'malformed input, and characters that the output lacks': `
    UTF invalid.txt | 1
    UTF cut.txt | 1
    -f utf-8 -t iso-8859-1 utf-8.txt | 1
    UTF ascii.txt invalid.txt ascii.txt | 1
    -s UTF invalid.txt | 1
    -s UTF utf-8.txt | 0
    -c UTF utf-8.txt | 0
    -c UTF invalid.txt | 1 | | 0
    -c -f utf-8 -t iso-8859-1 utf-8.txt | 1 | | 0
    -c UTF cut.txt | 1
    -f utf-8 -t iso-8859-1//IGNORE utf-8.txt | 1
    -f utf-8 -t iso-8859-1//IGNORE invalid.txt | 1`,
  'code pages of DOS, EBCDIC and UTF-32': `
    -f cp437 -t utf-8 western.txt | 0
    -f utf-8 -t CP850// ascii.txt | 0
    -f utf-8 -t EBCDIC-CP-US ascii.txt | 0
    -f ibm1047 -t utf-8 two_words | 0
    -f cp500 -t cp850 two_words | 0
    -f utf-8 -t UTF-32LE utf-8.txt | 0
    -t UCS-4BE ascii.txt utf-8.txt | 0
    -f utf-32be -t utf-8 no-newline | 1
    -f utf-8 -t ibm037 utf-8.txt | 1
    -f utf-8 -t ibm037//IGNORE utf-8.txt | 1`,
  'UTF-16 and UTF-32 with a byte order mark, and without one': `
    -f UTF-16 -t utf-8 utf-16be.txt | 0
    -f utf16 -t utf-8 utf-16le.txt | 0
    -f UNICODE -t utf-8 utf-16be.txt | 0
    -f UTF-16 -t utf-8 utf-16.txt | 0
    -f UTF-16 -t utf-8 | 1 | a
    -f UTF-32 -t utf-8 utf-32be.txt | 0
    -f utf32 -t utf-16be utf-32le.txt | 0
    -f UTF-32 -t utf-8 | 0 | a\0\0\0
    -f UTF-32 -t utf-8 empty.txt | 0
    -f utf-8 -t UTF-32 utf-8.txt | 0`,
  'UTF-7': `
    -f UTF-7 -t utf-8 utf-7.txt | 0
    -t UTF-7 | 0 | é+日本a-😀
    -f UTF-7 -t utf-8 invalid.txt | 1
    -f UTF-7-IMAP -t utf-8 | 0 | &ZeVnLA-&-
    -t UTF-7-IMAP | 0 | 日本&é`,
  'the output in a file': `
    UTF -o out utf-8.txt | 0
    UTF --output=out utf-8.txt ascii.txt | 0
    UTF -o - utf-8.txt | 0
    UTF -o out empty.txt | 0 | | | out
    UTF -o out invalid.txt | 1
    UTF -o out missing | 1
    UTF -o none/out ascii.txt | 1`,
  mistakes: `
    -f no-such -t utf-8 ascii.txt | 1
    -f utf-8 -t no-such ascii.txt | 1
    UTF missing | 1
    UTF missing ascii.txt | 1
    UTF ascii.txt missing utf-8.txt | 1
    UTF . | 1
    --bogus | 64
    -Q | 64
    -t utf-8 -f | 64
    --list=1 | 64`,
};

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
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };

  for (const [title, rows] of Object.entries(sameAsIconv)) {
    it(title, async () => {
      for (const [line, expected, input = '', ofIconv = '', lacks] of rowsOf(rows)) {
        const args = line.split(' ').flatMap((word) => {
          return word === 'UTF' ? ['-f', 'utf-8', '-t', 'utf-16le'] : word.replace('_', ' ');
        });
        const own = await runWith(samples, args, { input });
        equal(own.status, +expected, `${line}: ${own.stderr}`);
        equal(
          own.stderr === '',
          expected === '0' || (args.includes('-s') && expected === '1'),
          line,
        );
        if (!hasIconv) continue;
        const { status, stdout, files } = await withFolder((folder) => {
          writeFiles(folder, samples);
          const result = spawnSync('iconv', args, { cwd: folder, input, env });
          return { ...result, files: readTree(folder) };
        });
        equal(status, +(ofIconv || expected), line);
        equal(own.stdout.toString('hex'), stdout.toString('hex'), line);
        delete own.files[lacks];
        deepEqual(own.files, files, line);
      }
    });
  }

  it('iconv is there to compare with, on Linux', () => {
    ok(hasIconv || process.platform !== 'linux');
  });

  it('-l lists every encoding but replacement, with its labels', () => {
    const parts = String(command('-l').stdout).trimEnd().split('\n\n');
    const [listed, others] = parts.map((part) => part.split('\n').map((line) => line.split(' ')));
    const own = [
      'UTF-32 utf-32',
      'UTF-7 utf-7 unicode-1-1-utf-7',
      'UTF-7-IMAP utf-7-imap',
      'CESU-8 cesu-8 cscesu-8',
    ];
    const standard = encodings.filter((name) => name !== 'replacement');
    const labelsIn = (names, all) =>
      names.map((name) => [name, ...Object.keys(all).filter((label) => all[label] === name)]);
    deepEqual(listed, labelsIn(standard, labels));
    for (const [name, ...rest] of listed) for (const label of rest) equal(getEncoding(label), name);
    const sorted = (table) => table.map(([name, ...rest]) => [name, ...rest.sort()]);
    const rowsOfOthers = labelsIn(
      otherRows.map(([name]) => name),
      otherLabels,
    );
    deepEqual(sorted(others), sorted([...rowsOfOthers, ...own.map((line) => line.split(' '))]));
    const json = reportsOf(command('--list --json').stdout);
    const named = json.map(({ encoding, labels: all }) => [encoding, ...all]);
    deepEqual(sorted(named), sorted([...listed, ...others]));
    for (const { encoding, standard: is } of json) equal(is, encodings.includes(encoding));
  });

  it('--help and --version print to standard output and end with 0, and load nothing but their texts', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const option of ['--help', '-h', '--version', '-V']) {
      const isVersion = /version|V/.test(option);
      const out = isVersion ? `whatwg-transcoder ${version}\n` : /^Usage: whatwg-transcoder /;
      expectRun('.', option, out);
      const script = `
        process.argv = ['node', 'whatwg-transcoder', '${option}'];
        require(${JSON.stringify(program)});
        console.error(Object.keys(require.cache).map((path) => require('node:path').basename(path)).join());`;
      const alone = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
      const { status, stdout, stderr } = alone;
      deepEqual([status, stdout], [0, String(command(option).stdout)]);
      equal(stderr, `whatwg-transcoder.js,usage.js${isVersion ? ',package.json' : ''}\n`, option);
    }
  });

  it('--help fits a terminal, and has the options of the manual, its path and examples', () => {
    const help = String(command('--help').stdout);
    const lines = help.trimEnd().split('\n');
    // The last line is the path of the manual.
    for (const line of lines.slice(0, -1)) ok(line.length <= 80, line);
    ok(lines.includes('       whatwg-transcoder doctor [--json]'));
    const examples = lines.slice(lines.indexOf('Examples:') + 1, -2);
    equal(
      examples.map((line) => line.split(' -')[0]).join(),
      '  whatwg-transcoder,'.repeat(3).slice(0, -1),
    );
    equal(lines.at(-2), 'Manual:');
    equal(realpathSync(lines.at(-1).trim()), realpathSync(join(root, 'lib/cli/README.md')));
    const manual = readFileSync(join(root, 'lib/cli/README.md'), 'utf8');
    const optionsIn = (text) => [...new Set(text.match(/--[a-z][a-z0-9-]*/g))].sort();
    deepEqual(optionsIn(help), optionsIn(manual.match(/^\| `-.*$/gm).join()));
  });
});

const nothing = '; -f auto detects the encoding of each file';
const onlyTrees = 'is only for detect, --in-place, --restore, --check and -o DIR/';
const noNames = 'the names of the files are missing';
const twice = 'names of files cannot be given together with --files0-from';
const noMark = 'which has no byte order mark';
const all = 'which contains all characters';
const without = (names, line, reason) =>
  names
    .split(' ')
    .map((name) => {
      const [option, long] = name.split(':');
      return `${line.replace('OPTION', option)} | --${long} has no meaning with ${reason}`;
    })
    .join('\n');
const noCommand =
  'the command is missing: edit -f NAME FILE... -- COMMAND [ARG]...; a file named "edit" is ./edit';
const ofName = 'takes no files; to convert a file of that name, give -f NAME or -t NAME';
const unknown = 'Unknown option';

// Each row: the arguments, and what is said of them.
const mistakes = rowsOf(`
  | give -f NAME, -t NAME or both, or --check${nothing}
  readme | give -f NAME, -t NAME or both, or --check${nothing}
  ./doctor | give -f NAME, -t NAME or both, or --check${nothing}
  --in-place x | give -f NAME, -t NAME or both${nothing}
  doctor x | doctor ${ofName}
  verify -r x | --recursive ${onlyTrees}
  -f latin1 --in-place= x | the SUFFIX of --in-place= is empty; --in-place without "=" keeps no old files
  ${without('-o_x:output -c:omit --in-place_x:in-place --malformed=skip:malformed --unencodable=skip:unencodable --bom:bom --restore=.bak:restore', '--check OPTION', '--check, which writes nothing')}
  --check -t gbk//IGNORE | //IGNORE has no meaning with --check
  --check -t gbk//translit | //TRANSLIT has no meaning with --check
  -t gbk --in-place -o x y | --output has no meaning with --in-place
  -t gbk --in-place | ${noNames}
  --check -r | ${noNames}
  -t gbk -o x/ | ${noNames}
  --restore=.bak | ${noNames}
  detect -r | ${noNames}
  -t gbk --in-place=/x y | the SUFFIX of --in-place must not contain a slash
  --restore=/x a | the SUFFIX of --restore must not contain a slash
  --restore= a | the SUFFIX of --restore is empty
  -t gbk -r x | --recursive ${onlyTrees}
  -t gbk -o x -r y | --recursive ${onlyTrees}
  -t gbk --files0-from=x | --files0-from ${onlyTrees}
  --check --files0-from=x y | ${twice}
  detect --files0-from=- a | ${twice}
  -f gbk --skip-utf8 x | --skip-utf8 is only for --in-place
  -f gbk --follow-symlinks x | --follow-symlinks is only for --in-place
  -f gbk -t big5 --in-place --skip-utf8 x | --skip-utf8 is only for -t UTF-8
  ${'utf-16:UTF-16 utf-7:UTF-7 cp037:ibm037 utf-8:UTF-8'.replaceAll(
    /(\S+):(\S+) ?/g,
    '-f $1 --in-place --skip-utf8 x | --skip-utf8 cannot tell $2 from UTF-8\n',
  )}
  -f auto --in-place --skip-utf8 a | --skip-utf8 has no meaning with -f auto, which knows UTF-8
  -t gbk --unencodable=xml | --unencodable must be one of fatal, html, replace, skip, transliterate
  -t gbk --malformed=html | --malformed must be one of fatal, replace, skip
  -t ascii//NFC | the suffix //NFC is not known
  -f utf-8//IGNORE | //IGNORE may only follow the name after -t
  -t gbk --bom | --bom has no meaning with -t GBK, ${noMark}
  -t cp500 --bom | --bom has no meaning with -t ibm500, ${noMark}
  -t utf-7 --bom | --bom has no meaning with -t UTF-7, ${noMark}
  -f gbk --unencodable=html | --unencodable has no meaning with -t UTF-8, ${all}
  -t cesu-8 --unencodable=html | --unencodable has no meaning with -t CESU-8, ${all}
  -c -t gbk --malformed=skip --unencodable=html | -c has no meaning with both --malformed and --unencodable
  -t gbk//IGNORE --malformed=skip --unencodable=html | //IGNORE has no meaning with both --malformed and --unencodable
  -l -f gbk | --from-code has no meaning with --list
  -l x | --list takes no files
  ${without('-c:omit --in-place:in-place -o_x:output', '--restore=.bak OPTION a', '--restore')}
  ${without('--bom:bom -o_x:output --in-place:in-place', 'detect OPTION a', 'detect, which converts nothing')}
  ${without('-s:silent --bom:bom', 'doctor OPTION', 'doctor, which reads no files')}
  -o x doctor | --output has no meaning with doctor, which reads no files
  ${['x-user-defined', 'utf-7', 'utf-32'].map((name) => `detect --allow=${name} | --allow: The "${name.replace('utf', 'UTF')}" encoding is never detected`).join('\n')}
  ${['-f latin1 --allow', '--check --allow', '-f latin1 --language', '-f latin1 --top-level-domain'].map((line) => `${line}=ru a | ${line.split(' ').at(-1)} is only for detect and -f auto`).join('\n')}
  -t gbk -o x/ - | standard input has no name to be written under
  edit -f sjis x | ${noCommand}
  edit -f sjis x -- | ${noCommand}
  edit x -- cat | edit needs -f NAME
  edit -f sjis -- cat | ${noNames}
  edit -f sjis x y -- cat | edit takes one file; --in-place takes several
  edit -f sjis --in-place - -- cat | standard input has no name to be written under
  edit -f sjis -t gbk x -- cat | --to-code has no meaning with edit
  edit -f utf-7 x -- cat | edit cannot keep the bytes of utf-7
  edit -f lines:utf-16 x -- cat | text in UTF-16LE cannot be read line by line
  edit -f sjis --language=ja x -- cat | --language is only for detect and -f auto
  edit -f sjis --follow-symlinks x -- cat | --follow-symlinks is only for --in-place
  edit -f sjis --in-place=a/b x -- cat | the SUFFIX of --in-place must not contain a slash
  -t utf-8 -omit a | "mit" is no value of -o; the option is --omit
  -t utf-8 -output=x a | "utput=x" is no value of -o; the option is --output
  -t utf-8 -o=x a | "=x" is no value of -o; the option is --output
  -from=latin1 a | "rom=latin1" is no value of -f; the option is --from-code
  -f=latin1 a | "=latin1" is no value of -f; the option is --from-code
  -files0-from=x --check | "iles0-from=x" is no value of -f; the option is --files0-from
  --form-code=gbk x | ${unknown} '--form-code'; did you mean --from-code?
  --from x | ${unknown} '--from'; did you mean --from-code?
  --inplace x | ${unknown} '--inplace'; did you mean --in-place?
  -i x | ${unknown} '-i'; did you mean --in-place?
  --skip_utf8 x | ${unknown} '--skip_utf8'; did you mean --skip-utf8?
  --outptu=x x | ${unknown} '--outptu'; did you mean --output?
  --gzip x | ${unknown} '--gzip'
  -f -t gbk x | Option '-f' argument is ambiguous
  -0 x | ${unknown} '-0'
`);

describe('command: mistakes in the command line', () => {
  for (const [line, message] of mistakes) {
    it(`${line}: ${message}`, async () => {
      const args = line === '' ? [] : line.replaceAll('_x', ' x').split(' ');
      const { status, stdout, stderr, files } = await runWith({ a: 'x' }, args);
      equal(stderr, `whatwg-transcoder: ${message}\nTry "whatwg-transcoder --help".\n`);
      deepEqual([status, String(stdout), files], [64, '', { a: '78' }]);
    });
  }
});

describe('command: advice for names that are not known, in one line without a name of a sub-path', () => {
  const listed = '-l lists the encodings';
  for (const [name, advice] of Object.entries({
    'uft-8': `did you mean UTF-8? ${listed}`,
    shift_jiss: `did you mean Shift_JIS? ${listed}`,
    'windwos-1252': `did you mean windows-1252? ${listed}`,
    latn1: `did you mean latin1? ${listed}`,
    cesu8x: `did you mean CESU-8? ${listed}`,
    'utf-9': 'did you mean utf-8?',
    'euc-tw': listed,
    ['x'.repeat(1e5)]: listed,
    '': listed,
    '\x1b[2J': listed,
    'ucs-4': 'did you mean utf32le or utf32be?',
    ebcdic: 'did you mean ibm037, ibm500, ibm1047 or another one?',
    replacement:
      'it is a label of the replacement encoding, which exists so that content is refused',
  })) {
    it(`${JSON.stringify(name.slice(0, 20))}: ${advice}`, () => {
      // The message is about no file, so that it is text with --json too.
      for (const json of [[], ['--json']]) {
        const { status, stdout, stderr } = command(['-f', name, ...json]);
        deepEqual([status, String(stdout), stderr.split('\n').length], [1, '', 2]);
        const named = name.length < 20 ? JSON.stringify(name) : '';
        ok(
          stderr.endsWith(` encoding is not supported: ${advice}\n`) && stderr.includes(named),
          stderr,
        );
      }
    });
  }

  it('an encoding that is only written, or in a list, has status 1, too', () => {
    for (const line of ['-t auto a', 'detect --allow=bogus a']) equal(command(line).status, 1);
  });

  it('says that UTF-8 is the default where -f was forgotten, and only there', () => {
    const run = (...args) => command(args, { input: latin1('caf\xe9') }).stderr;
    const reason = '-: at byte 3: truncated';
    match(
      run('-t', 'koi8-r'),
      /^whatwg-transcoder: -: at byte 3: truncated in UTF-8 \(the default of -f\)\n$/,
    );
    equal(run('-f', 'utf-8'), `whatwg-transcoder: ${reason}\n`);
    const [{ error }] = reportsOf(run('-t', 'koi8-r', '--json'));
    deepEqual(
      [error.message, error.line, error.column],
      ['truncated in UTF-8 (the default of -f)', 1, 4],
    );
  });
});
