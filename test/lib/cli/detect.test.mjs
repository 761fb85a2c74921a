// Tests the sub-command `detect`, `-f auto` and `-f lines:NAME`: what they print, what they leave alone, and the exit status.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'whatwg-transcoder';
import { decodeBy } from '../../detect/detectors.mjs';
import { cases, damage } from '../detect/kinds.mjs';
import { command, expectRun, itRuns, latin1, reportsOf, runWith, withFolder } from './command.mjs';

const noise = Buffer.from(Array.from({ length: 500 }, (_, i) => (i * i * 31 + i) & 0xff));
const japaneseText = 'ASCII first\n  これは日本語のテストです。\n';
const japanese = encode(japaneseText, 'iso-2022-jp');

const files = {
  a: 'plain\n',
  b: 'one\nfür zwei\nund drei: ö\n',
  j: japanese,
  n: noise,
  u: Buffer.from('\uFEFFfür\n', 'utf16le'),
};
const short = { x: latin1('\xe9') };
const noText = 'cannot be read as text in any encoding that is detected';
const notCertain =
  /^x: its encoding is not certain, perhaps \S+ \([\d.]+ %\) or \S+ \([\d.]+ %\); give it with -f NAME$/;

describe('command: detect', () => {
  const tree = { 'd/a': 'a', 'd/e/b': 'école' };
  const lines = 'd/a: UTF-8, only ASCII\nd/e/b: UTF-8, reliable: école\n';
  const walked = '2 files reliable, 0 not sure, 0 unknown, 0 wrong';
  const longLine = `${'plain text '.repeat(1e5)}\x1bé${' more text'.repeat(1e5)}`;
  const at = longLine.indexOf('é');
  const shown = longLine
    .slice(at - 20, at + 40)
    .trim()
    .replace('\x1b', '\\u001b');
  const member = (file, status, more) => ({ type: 'file', file, status, ...more });

  itRuns({
    'prints the encoding of each file, how sure it is, and the first line that is not ASCII': [
      files,
      [
        'detect a b j n u',
        {
          status: 1,
          out: [
            'a: UTF-8, only ASCII',
            'b: UTF-8, reliable: für zwei',
            'j: ISO-2022-JP, reliable, ja: これは日本語のテストです。',
            'n: unknown',
            'u: UTF-16LE, reliable: für',
            '',
          ].join('\n'),
          says: '4 files reliable, 0 not sure, 1 unknown, 0 wrong',
        },
      ],
    ],
    'reads standard input, and ends with 0 where each file has an encoding': [
      {},
      ['detect', '-: UTF-8, reliable: für\n', 'für'],
      ['detect -', '-: UTF-8, reliable: für\n', 'für'],
    ],
    'prints an object for each file with --json, and one at the end': [
      files,
      (folder) => {
        const { stdout } = expectRun(folder, 'detect --json b j n no', {
          status: 1,
          json: [
            {},
            { encoding: 'ISO-2022-JP', language: 'ja' },
            { status: 'unknown', encoding: null, text: null },
            { status: 'failed' },
            { type: 'summary', detected: 2, unsure: 0, unknown: 1, failed: 1 },
          ],
        });
        const [b, j, , no] = reportsOf(stdout);
        deepEqual(
          b,
          member('b', 'detected', {
            ...{ encoding: 'UTF-8', isReliable: true, isAscii: false, malformed: 0 },
            language: b.language,
            probability: b.candidates[0].probability,
            text: 'für zwei',
            candidates: b.candidates,
          }),
        );
        deepEqual([j.candidates[0].encoding, no.error.code], ['ISO-2022-JP', 'ENOENT']);
      },
    ],
    // The two bytes of é alone are a character of GBK, too.
    'reads folders with -r and the names in a list': [
      tree,
      ['detect -r d', [0, lines, walked]],
      ['detect -q -r d', lines],
      ['detect --files0-from=-', [0, lines, walked], 'd/a\0d/e/b\0'],
      ['detect d', [1, '', 'd: is a folder; -r reads the files in it']],
    ],
    'limits the answers with --allow, by any name of an encoding': [
      files,
      ['detect --allow=sjis,utf-8 b', 'b: UTF-8, reliable: für zwei\n'],
      [['detect', '--allow=cp932, latin1', 'a'], 'a: Shift_JIS, only ASCII\n'],
      ['detect --allow=cp850 a', 'a: ibm850, only ASCII\n'],
      ['detect --allow=utf-8 u', [1, 'u: unknown\n']],
    ],
    'shows a part of a long line, without control characters': [
      { long: longLine, late: `${'plain\n'.repeat(1e5)}tiny é\n`, cr: 'one\rtiny é\rtwo' },
      (folder) => {
        const { stdout } = command('detect long', { cwd: folder });
        match(String(stdout), /^long: UTF-8, reliable(?:, [a-z-]+)?: /);
        ok(String(stdout).endsWith(`: ${shown}\n`), String(stdout));
      },
      ['detect late', 'late: UTF-8, reliable: tiny é\n'],
      ['detect cr', /: tiny é\n$/],
    ],
    'is the name of a file beside an option that says what to do, as doctor is': [
      { detect: latin1('caf\xe9'), doctor: latin1('caf\xe9') },
      ['-f latin1 detect', 'café'],
      ['-t utf-8 doctor', [1, /^/, /^doctor: at byte 3: truncated/]],
      ['--check doctor', [1, 'doctor:1:4: at byte 3: truncated\n']],
    ],
  });
});

describe('command: -f auto', () => {
  const mixed = { a: 'plain', n: noise, x: latin1('\xe9'), z: '日本語' };
  const auto = '-f auto -t koi8-r';
  const statusesAnd = (summary, ...all) => [...all.map((status) => ({ status })), summary];
  const greek = latin1('\xd4\xef \xed\xdd\xef \xe2\xe9\xe2\xeb\xdf\xef');
  // Two letters: Cyrillic or Western.
  const hinted = (hint) => [
    ['detect', '--json', ...hint.split(' '), 'x'],
    { json: [{ encoding: 'windows-1251' }] },
  ];
  const ascii = 'plain text\n'.repeat(7_000);
  const lacks = 'KOI8-R does not contain U+3053';
  const intoPlace = '-f auto --in-place=.old --json -r .';

  itRuns({
    'converts each file by the encoding that its bytes tell': [
      files,
      ['-f auto a b j u', `${files.a}${files.b}${japaneseText}für\n`],
    ],
    'leaves out what it is not sure of, reports it, and goes on': [
      files,
      ['-f auto a n u', [1, 'plain\nfür\n', `n: ${noText}`]],
    ],
    'leaves alone a file of which two encodings are probable, and names them': [
      short,
      ['-f auto x', [1, '', notCertain]],
      (folder) => {
        const line = '-f auto --in-place --json x';
        const { stdout } = expectRun(folder, line, { status: 1, json: [], files: short });
        equal(reportsOf(stdout)[0].error.code, 'ERR_ENCODING_NOT_CERTAIN');
      },
      ['detect x', /^x: \S+, not sure, [\d.]+ %.*: \S+\nx: or \S+, [\d.]+ %.*\n$/],
      ['detect --json x', { json: [{ status: 'unsure', isReliable: false }] }],
    ],
    'converts standard input, of any length': [
      {},
      ['-f auto -t utf-8', japaneseText, japanese],
      [
        '-f auto -t utf-8',
        Buffer.from(japaneseText + '日本語\n'.repeat(1e5)),
        encode(japaneseText + '日本語\n'.repeat(1e5), 'iso-2022-jp'),
      ],
      ['-f auto', [1, '', `-: ${noText}`], noise],
      ['-f auto', ''],
    ],
    'converts standard input whose other bytes follow much ASCII': [
      {},
      ['-f auto', `${ascii}${japaneseText}`, Buffer.concat([latin1(ascii), japanese])],
      ['-f auto --bom', `\uFEFF${ascii}für\n`, latin1(`${ascii}f\xfcr\n`)],
      [
        '-f auto -t koi8-r',
        [1, /^(plain text\n){7000}ASCII first\n {2}$/, `-: at byte ${ascii.length + 17}: ${lacks}`],
        Buffer.concat([latin1(ascii), japanese]),
      ],
      [
        '-f auto',
        [1, /^(plain text\n){7000}/, `-: ${noText}`],
        Buffer.concat([latin1(ascii), noise]),
      ],
    ],
    'never changes a file that it is not sure of with --in-place, and says which encoding each had':
      [
        files,
        (folder) => {
          const { stdout } = expectRun(folder, intoPlace, {
            status: 1,
            json: [
              { from: 'UTF-8', status: 'unchanged' },
              { from: 'UTF-8', status: 'unchanged' },
              { from: 'ISO-2022-JP', status: 'converted' },
              { status: 'uncertain' },
              { from: 'UTF-16LE', status: 'converted' },
              { converted: 2, unchanged: 2, uncertain: 1, failed: 0 },
            ],
            files: { ...files, j: japaneseText, 'j.old': japanese, u: 'für\n', 'u.old': files.u },
          });
          equal(reportsOf(stdout)[3].error.code, 'ERR_ENCODING_NOT_DETECTED');
          const again = reportsOf(command(intoPlace, { cwd: folder }).stdout).at(-1);
          deepEqual([again.converted, again.skipped + again.unchanged, again.uncertain], [0, 4, 1]);
        },
      ],
    'writes a tree, and checks files': [
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`d/${name}`, bytes])),
      ['-f auto -o out/ -r d', [1, '', /^d\/n: /]],
      (folder) => equal(readFileSync(join(folder, 'out/u'), 'utf8'), 'für\n'),
      [
        '--check -f auto -t latin1 d/u d/j',
        [1, /^d\/j:2:3: at byte \d+: windows-1252 does not contain U\+3053\n/, /^/],
      ],
    ],
    'obeys --allow': [
      files,
      [
        '-f auto --allow utf-8 -t latin1 b u',
        [1, latin1('one\nf\xfcr zwei\nund drei: \xf6\n'), /^u: /],
      ],
    ],
    'takes hints, as detect does': [
      { x: latin1('\xef\xf0\xe8'), g: greek },
      ...['--language=ru', '--top-level-domain=ru', '--top-level-domain example.рф'].map(hinted),
      ['-f auto --language=el --top-level-domain=gr g', 'Το νέο βιβλίο'],
    ],
    'counts apart what is not certain and what failed': [
      mixed,
      [
        `${auto} --in-place a n x z`,
        [1, '', /\n0 files converted, 1 left alone, 2 not certain, 1 wrong$/],
      ],
      [
        `${auto} --in-place --json a n x z`,
        {
          status: 1,
          json: statusesAnd(
            { uncertain: 2, failed: 1 },
            ...['unchanged', 'uncertain', 'uncertain', 'failed'],
          ),
        },
      ],
      [`${auto} --check a n x z`, [1, /^z:/, /\n1 file right, 2 not certain, 1 wrong$/]],
      ['detect a n x missing', [1, /^a:/, /\n1 file reliable, 1 not sure, 1 unknown, 1 wrong$/]],
    ],
  });

  it('changes no file of any kind wrongly with --in-place', () =>
    withFolder((folder) => {
      const all = [...cases, ...damage, { bytes: noise }];
      for (const [k, { bytes }] of all.entries()) writeFileSync(join(folder, `${k}`), bytes);
      command('-f auto --in-place -r .', { cwd: folder });
      for (const [k, { bytes, encoding, text }] of all.entries()) {
        const found = readFileSync(join(folder, `${k}`));
        if (!found.equals(bytes)) equal(String(found), text ?? decodeBy(bytes, encoding), encoding);
      }
    }));
});

describe('command: -f lines:NAME', () => {
  const text = '昨天我买了新鲜的苹果';
  const gbk = encode(text, 'gbk');
  const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
  const log = joined('plain\né ✓\r\n', gbk, '\r', 'é', gbk);
  const other = joined('日本語\n', encode('plain 日本語\n', 'iso-2022-jp'));
  const long = [joined('é'.repeat(3e5), '\n', gbk, 'a'.repeat(3e5)), 'é'.repeat(3e5)];

  itRuns({
    'reads each line as UTF-8, or else by NAME': [
      { log, other },
      ['-f lines:cp936 log', `plain\né ✓\r\n${text}\r${decode(log.subarray(-22), 'gbk')}`],
      [
        '-f lines:iso-2022-jp -t utf-16le --bom other',
        encode('日本語\nplain 日本語\n', 'utf-16le', { addBOM: true }),
      ],
    ],
    'converts files in place, and long lines in parts': [
      { long: long[0] },
      [
        '-f lines:gbk --in-place long',
        { files: { long: `${long[1]}\n${text}${'a'.repeat(3e5)}` } },
      ],
    ],
    'says where an error is in the file': [
      { bad: joined('a\né\n', latin1('\xff\n')), log },
      ['--check -f lines:gbk bad', [1, 'bad:3:1: at byte 5: invalid byte\n']],
      ['-f lines:gbk -t latin1 log', [1, /^/, /at byte 9: .*U\+2713/]],
    ],
  });

  it('counts what is replaced in lines of both kinds', async () => {
    const bytes = joined('a\n', latin1('\xff\n'), 'é\n', latin1('\xff\n'));
    const { stdout, stderr } = await runWith(
      { bytes },
      '--json --malformed=replace -f lines:gbk bytes',
    );
    equal(String(stdout), 'a\n\ufffd\né\n\ufffd\n');
    equal(reportsOf(stderr)[0].replaced, 2);
  });

  it('refuses names whose text cannot be cut into lines', () => {
    for (const name of ['utf-16le', 'UTF-16', 'UTF-32', 'cp037', 'iso-2022-kr']) {
      const { status, stderr } = command(['-f', `lines:${name}`, 'a']);
      ok(status > 0, name);
      match(stderr, /cannot be read line by line/, name);
    }
    match(command(['-f', 'lines:bogus', 'a']).stderr, /bogus/);
  });
});
