// Tests what the command makes of bytes: encodings, modes, byte order marks, reports and --check. arguments.test.mjs compares the
// options with those of iconv(1).

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { encode, transcode } from 'whatwg-transcoder';
import { iso2022Kr, utf32le } from 'whatwg-transcoder/encodings';
import { decodableEncodings, firstOf } from '../../harness/part.mjs';
import {
  command,
  expectRun,
  itRuns,
  latin1,
  noFile,
  program,
  reportsOf,
  withFolder,
} from './command.mjs';

const hex = (digits) => Buffer.from(digits, 'hex');

describe('command: conversion', () => {
  const mixed = latin1('a\xff\xe6\x97\xa5\xffb');
  const counted = (line, status, omitted, replaced) => [
    `--json ${line}`,
    { status, json: [{ omitted, replaced }], out: /^/ },
    mixed,
  ];

  itRuns({
    'takes a label of the standard before others, and their labels before names of other programs':
      [
        {},
        ...['tis-620 windows-874', 'TIS620 tis620', 'koi8-ru KOI8-U', 'koi8ru koi8ru']
          .concat('cp932 Shift_JIS', 'cp864 ibm864')
          .map((row) => row.split(' '))
          .map(([name, from]) => [`-f ${name} --json`, { json: [{ from }], out: 'a' }, 'a']),
      ],
    'counts apart what is replaced and what is omitted': [
      {},
      counted('-c -t koi8-r', 1, 3, 0),
      ['-cs -t koi8-r', [1, 'ab'], mixed],
      [
        '-c -t koi8-r',
        [1, 'ab', '-: omitted 3 malformed sequences or characters that KOI8-R does not contain'],
        mixed,
      ],
      counted('--malformed=skip --unencodable=html -t koi8-r', 1, 2, 1),
      counted('--malformed=replace -t utf-16le', 0, 0, 2),
      // U+FFFD, which stands for a malformed sequence, is itself a character that KOI8-R does not contain.
      counted('--malformed=replace --unencodable=skip -t koi8-r', 1, 3, 2),
      counted('-c -t gb18030', 1, 2, 0),
    ],
    '--malformed=replace writes U+FFFD, and &#65533; where the output encoding does not contain it':
      [
        {},
        ['-f gbk -t koi8-r --malformed=replace --unencodable=html', 'a&#65533;', latin1('a\xff')],
        [
          '-f gbk -t koi8-r --malformed=replace',
          [1, 'a', '-: at byte 1: KOI8-R does not contain U+FFFD'],
          latin1('a\xff'),
        ],
      ],
    'a mode that is given has precedence over -c and //IGNORE': [
      {},
      [
        '-c --unencodable=html -t ascii',
        [
          1,
          '&#8364;&#8734;',
          '-: omitted 1 malformed sequence or character that US-ASCII does not contain',
        ],
        latin1('\xff\xe2\x82\xac\xe2\x88\x9e'),
      ],
      ['--malformed=replace -t utf-16le//IGNORE', hex('fdff'), latin1('\xff')],
    ],
    '--bom begins the whole output, not each file, with a byte order mark': [
      { a: 'x', b: 'y' },
      ...Object.entries({
        'utf-8': 'efbbbf7879',
        'utf-16le': 'fffe78007900',
        'utf-16be': 'feff00780079',
        'utf-32le': 'fffe00007800000079000000',
        'utf-32be': '0000feff0000007800000079',
      }).map(([name, bytes]) => [
        `-t ${name} --bom missing a b`,
        { status: 1, out: hex(bytes), says: `missing: ${noFile}` },
      ]),
      ['-t utf-8 --bom', hex('efbbbf')],
    ],
    'removes a byte order mark of the input encoding from each file': [
      { a: '\ufeffx' },
      ['-t utf-8 a a', 'xx'],
      ['-f utf-32le', 'A', hex('fffe000041000000')],
    ],
    '--json reports to standard error while the text goes to standard output': [
      { a: latin1('\xe9'), b: latin1('a\xff') },
      (folder) => {
        const { stderr } = expectRun(folder, '-f latin1 --json a missing', {
          status: 1,
          out: 'é',
          json: [],
        });
        const summary = { unchanged: 0, skipped: 0, valid: 0, invalid: 0, uncertain: 0 };
        deepEqual(reportsOf(stderr), [
          {
            ...{ type: 'file', file: 'a', from: 'windows-1252', to: 'UTF-8', status: 'converted' },
            ...{ read: 1, written: 2, omitted: 0, replaced: 0 },
          },
          {
            type: 'file',
            file: 'missing',
            status: 'failed',
            error: { code: 'ENOENT', message: noFile },
          },
          { type: 'summary', converted: 1, failed: 1, ...summary },
        ]);
      },
      [
        '-f gbk -o out --json b',
        {
          status: 1,
          json: [
            {
              error: {
                code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
                message: 'invalid byte',
                ...{ offset: 1, length: 1, line: 1, column: 2 },
              },
            },
          ],
        },
      ],
    ],
    'a name of ASCII after -f is windows-1252, as the standard says': [
      {},
      ['-f us-ascii', '€é', latin1('\x80\xe9')],
    ],
    'converts historical encodings to code pages, and checks what is written in them': [
      {},
      ['-f iso-2022-kr -t ibm037', hex('818283'), encode('abc', iso2022Kr)],
      [
        '--check -t hz-gb-2312',
        [1, '-:1:1: at byte 0: hz-gb-2312 does not contain U+1F600\n'],
        '\u{1F600}',
      ],
    ],
  });

  for (const encoding of firstOf(decodableEncodings, 6)) {
    it(`gives what transcode() gives: ${encoding} to UTF-8 and back`, () =>
      withFolder((folder) => {
        const bytes = encode('aé日한Ω€я\n'.repeat(30_000), encoding, { unencodable: 'skip' });
        writeFileSync(join(folder, 'a'), bytes);
        const { stdout } = expectRun(folder, ['-f', encoding, 'a'], transcode(bytes, encoding));
        expectRun(folder, ['-t', encoding], bytes, { input: stdout });
      }));
  }

  it('converts an input of several chunks whose ends cut characters', () => {
    for (const shift of [0, 1, 2]) {
      const input = 'x'.repeat(shift) + '日'.repeat(400_000);
      expectRun('.', '-t shift_jis', encode(input, 'shift_jis'), { input });
    }
    const long = 'Grün 123 \u{1F600}\n'.repeat(60_000);
    const input = encode(long, utf32le);
    expectRun('.', '-f utf-32le -t utf-16be', encode(long, 'utf-16be'), { input });
  });

  for (const unencodable of ['html', 'replace', 'skip']) {
    it(`--unencodable=${unencodable} writes what encode() writes, also in an encoding with a state`, () => {
      const input = '日本 €1 ソไท日';
      for (const encoding of ['windows-1252', 'shift_jis', 'iso-2022-jp', 'gbk', 'big5']) {
        const isSkipping = unencodable === 'skip';
        const wanted = {
          status: isSkipping ? 1 : 0,
          out: encode(input, encoding, { unencodable }),
          says: isSkipping ? /omitted/ : '',
        };
        expectRun('.', `--unencodable=${unencodable} -t ${encoding}`, wanted, { input });
      }
    });
  }

  it('messages and --json show controls and changes of direction as escapes', () =>
    withFolder((folder) => {
      const name = 'a\x1b[2J\x7f\x9b2J\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028b\u200b';
      const escaped =
        'a\\u001b[2J\\u007f\\u009b2J\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069\\u2028b\u200b';
      const cwd = folder;
      expectRun(folder, ['-f', 'gbk', name], [1, '', `${escaped}: ${noFile}`]);
      const { stderr } = command(['-f', 'gbk', '--json', name], { cwd });
      ok(stderr.startsWith(`{"type":"file","file":"${escaped}",`), stderr);
      equal(reportsOf(stderr)[0].file, name);
      writeFileSync(join(folder, 'a'), '\u202eé\u0085');
      const { stdout } = command('detect --json a', { cwd });
      ok(!/[\x7f-\x9f\u202e]/.test(String(stdout)));
      equal(reportsOf(stdout)[0].text, '\u202eé\u0085');
      ok(String(command('detect a', { cwd }).stdout).includes(': \\u202eé\\u0085'));
    }));
});

describe('command: -t ascii and -t latin1', () => {
  // U+F780 is what x-user-defined reads the byte 80 as.
  const input = 'aé\uf780b\u{1F600}c\u20ac';
  const names = 'ascii US-ASCII ansi_x3.4-1968 iso646-us iso-ir-6 cp367 csASCII'.split(' ');
  const note = 'bytes 80 to 9F were written: [^\\n]* means windows-1252[^\\n]*';
  const noted = { out: hex('e98080'), says: new RegExp(`^-: ${note}$`) };

  itRuns({
    ...Object.fromEntries(
      firstOf(names, 2).map((name) => [
        `writes only ASCII: ${name}`,
        [
          {},
          [`-t ${name}`, [1, 'a', '-: at byte 1: US-ASCII does not contain U+00E9'], input],
          [`-t ${name} --unencodable=html`, 'a&#233;&#63360;b&#128512;c&#8364;', input],
          [`-t ${name} --unencodable=replace`, 'a??b?c?', input],
          [`-t ${name} -cs`, [1, 'abc'], input],
        ],
      ]),
    ),
    'finds each character beyond ASCII at its byte, across chunks, from encodings of one and of more bytes':
      [
        {},
        ...Object.entries({
          'utf-8': 'é',
          shift_jis: '日',
          'utf-16le': 'é',
          'windows-1252': 'é',
        }).map(([encoding, last]) => {
          const bytes = encode('x'.repeat(300_000), encoding);
          const point = last === 'é' ? '00E9' : '65E5';
          const out = `-:1:300001: at byte ${bytes.length}: US-ASCII does not contain U+${point}\n`;
          const whole = Buffer.concat([bytes, encode(last, encoding)]);
          return [`--check -f ${encoding} -t ascii`, { status: 1, out }, whole];
        }),
      ],
    'latin1: says once that it has written bytes 80 to 9F': [
      { a: '€', b: '€' },
      ...['latin1', 'ISO-8859-1', 'l1', 'iso_8859-1'].map((name) => [`-t ${name}`, noted, 'é€€']),
      [
        '-t latin1 --in-place a b',
        { says: new RegExp(`^a: ${note}\n2 files converted, 0 left alone, 0 wrong$`) },
      ],
    ],
    'latin1: says nothing without such bytes, for windows-1252, or with --quiet; JSON has the note':
      [
        {},
        ['-t latin1', hex('e9a0'), 'é\xa0'],
        ['-t windows-1252', hex('80'), '€'],
        ['-t latin1 --quiet', hex('80'), '€'],
        (folder) => {
          const { stderr } = command('-t latin1 --json', { cwd: folder, input: '€' });
          const [file, summary] = reportsOf(stderr);
          ok(/windows-1252/.test(file.note));
          equal(summary.type, 'summary');
        },
      ],
  });
});

describe('command: similar text', () => {
  const omitted = (text) => [1, text, /omitted 1 /];
  itRuns({
    '//TRANSLIT writes it, and « ? » without any, as --unencodable=transliterate does': [
      {},
      ...[
        ['-t iso-8859-2//TRANSLIT', '“ł” € ñ e\u0301 日', '"\xb3" EUR n \xe9 ?'],
        ['-t ibm037//translit', '“ł” ñ 日', hex('7f937f4049406f')],
        ['-t utf-16le//TRANSLIT', '“日', encode('“日', 'utf-16le')],
        ['-t iso-8859-2 --unencodable=transliterate', '“e\u0301” 日', '"\xe9" ?'],
        ['-t iso-8859-2//TRANSLIT --unencodable=transliterate', '“e\u0301” 日', '"\xe9" ?'],
        ['-t koi8-r -c --unencodable=transliterate', 'ñ日ß', 'n?ss'],
        ['-t koi8-r//TRANSLIT --unencodable=html', 'ñ日ß', 'n&#26085;ss'],
      ].map(([line, input, out]) => [line, Buffer.from(out, 'latin1'), input]),
    ],
    'what has none is omitted or an error where the line says so': [
      {},
      ...['TRANSLIT//IGNORE', 'IGNORE,TRANSLIT', 'TRANSLIT -c'].map((suffix) => [
        `-t koi8-r//${suffix}`,
        omitted('nss'),
        'ñ日ß',
      ]),
      [
        '-t koi8-r//TRANSLIT --unencodable=fatal',
        [1, 'n', '-: at byte 2: KOI8-R does not contain U+65E5'],
        'ñ日ß',
      ],
    ],
  });
});

describe('command: byte order marks', () => {
  const big = latin1('\xfe\xff\0a');
  const little = latin1('\xff\xfea\0');
  const begins = (mark) => `begins with the byte order mark of UTF-16${mark}`;

  itRuns({
    // arguments.test.mjs has each order beside iconv(1).
    'say in which order UTF-16 and UTF-32 were read': [
      {},
      ['-f UTF-16 --json', { json: [{ from: 'UTF-16BE' }], out: /^a$/ }, big],
      ['-f csUnicode --json', { json: [{ from: 'UTF-16LE' }], out: /^a$/ }, 'a\0'],
      ['-f UTF-32 --json', { json: [{ from: 'UTF-32LE' }], out: '' }, ''],
    ],
    'hold for each file of its own, also in place and in a tree': [
      { a: big, b: little, c: 'a\0', d: 'a', 'd.old': big },
      ['-f utf-16 -o out/ a b', [0, '', '2 files converted, 0 left alone, 0 wrong']],
      ['-f utf-16 --in-place=.old a b c', [0, '', '3 files converted, 0 left alone, 0 wrong']],
      [
        '-f utf-16 --in-place=.old d',
        {
          files: {
            ...{ a: 'a', b: 'a', c: 'a', d: 'a', 'out/a': 'a', 'out/b': 'a' },
            ...{ 'a.old': big, 'b.old': little, 'c.old': 'a\0', 'd.old': big },
          },
        },
      ],
    ],
    'of the other order are a warning, and change nothing': [
      { a: big, b: little },
      ['-f utf-16le a', [0, '\ufffe\u6100', `a: ${begins('BE')}`]],
      ['-f utf-16be b', [0, '\ufffe\u6100', `b: ${begins('LE')}`]],
      ['-q -f utf-16le a', '\ufffe\u6100'],
      ['--json -f ucs-2 a', { out: '\ufffe\u6100', json: [{ note: begins('BE') }] }],
      ['--check -f utf-16le a', [0, '', `a: ${begins('BE')}`]],
      ['-f utf-16be a', 'a'],
      ['-f utf-16le b', 'a'],
      ['-f utf-16le', 'a', 'a\0'],
      ['-f windows-1252', 'þÿ', latin1('\xfe\xff')],
    ],
    'begin UTF-32 without an order in its name': [
      {},
      ...Object.entries({
        'utf-32': 'fffe000061000000',
        'utf-32 --bom': 'fffe000061000000',
        'utf-32le': '61000000',
        'utf-16': '6100',
      }).map(([name, bytes]) => [`-t ${name}`, hex(bytes), 'a']),
    ],
  });

  it('are read from a pipe that gives one byte at a time', async () => {
    for (const [name, bytes] of [
      ['UTF-16', '\xfe\xff\0a\0b'],
      ['UTF-32', '\0\0\xfe\xff\0\0\0a\0\0\0b'],
    ]) {
      const child = spawn(process.execPath, [program, '-f', name]);
      const output = buffer(child.stdout);
      for (const byte of latin1(bytes)) {
        child.stdin.write(Uint8Array.of(byte));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      child.stdin.end();
      equal(String(await output), 'ab', name);
      if (child.exitCode === null) await once(child, 'exit');
    }
  });
});

describe('command: UTF-7 and CESU-8', () => {
  for (const name of ['utf-7', 'utf-7-imap', 'CESU-8', 'unicode-1-1-utf-7']) {
    it(`are read and written: ${name}`, () => {
      const long = 'a+&é日本~😀\r\n\u0000.'.repeat(60_000);
      const { stdout: input, stderr } = command(['-t', name], { input: long });
      equal(stderr, '');
      expectRun('.', ['-f', name], Buffer.from(long), { input });
      expectRun('.', ['-f', name, '-t', name], input, { input });
    });
  }

  it('say at which byte input is malformed or cannot be encoded, across chunks', () => {
    // Places are offset, column and the code point that ASCII does not contain, if the input is not malformed.
    for (const [name, bytes, places] of [
      ['utf-7', 'a\xff+AOk-+2D0-+AO-', '1 2, 3 3 00E9, 8 4, 15 5'],
      ['utf-7', '+ZeVnLNg93gA-', '1 1 65E5, 3 2 672C, 6 3 1F600'],
      ['utf-7-imap', '&AOk/', '1 1 00E9, 4 2'],
      [
        'cesu-8',
        'a\xc3\xa9\xed\xa0\x80b\xed\xa0\xbd\xed\xb8\x80\xff\xed\xb8\x80\xf0\xed\xa0\x80\xc3',
        '1 2 00E9, 3 3, 7 5 1F600, 13 6, 14 7, 17 8, 18 9, 21 10',
      ],
    ]) {
      for (const before of ['', 'x'.repeat(300_000)]) {
        const lines = places.split(', ').map((place) => {
          const [offset, column, point] = place.split(' ');
          const where = `-:1:${+column + before.length}: at byte ${+offset + before.length}`;
          return `${where}: ${point ? `US-ASCII does not contain U+${point}` : 'malformed'}\n`;
        });
        const wanted = { status: 1, out: lines.join('') };
        expectRun('.', `--check -f ${name} -t ascii`, wanted, { input: latin1(before + bytes) });
      }
    }
  });

  const input = latin1('a\xed\xa0\x80\xffb');
  itRuns({
    'obey the modes, write surrogate pairs as CESU-8 does, and stop at what is malformed': [
      {},
      ['-t cesu-8', hex('c3a9eda0bdedb880'), 'é😀'],
      ['-f cesu-8', [1, 'a', '-: at byte 1: malformed'], input],
      ['-f cesu-8 --malformed=replace', 'a\ufffd\ufffdb', input],
      ['-f cesu-8 -c -s', [1, 'ab'], input],
      ['-f cesu-8 -t utf-7 --malformed=replace', 'a+//3//Q-b', input],
      // The last character waits for marks until the input ends.
      [
        '-f cesu-8 -t ascii//TRANSLIT --unencodable=fatal',
        [1, 'a', '-: at byte 1: US-ASCII does not contain U+65E5'],
        'a日',
      ],
      (folder) => {
        const { stderr } = command('-f cesu-8 --json', { cwd: folder, input });
        const [{ error }] = reportsOf(stderr);
        deepEqual([error.offset, error.line, error.column, error.length], [1, 1, 2, undefined]);
      },
    ],
  });
});

describe('command: --check', () => {
  const lines = (...all) => all.map((line) => `${line}\n`).join('');
  const rightAnd = '1 file right, 2 wrong';

  itRuns({
    // main.test.mjs runs the manual's examples, which have the other lines.
    'with -t, also finds characters that the output encoding does not contain': [
      {},
      [
        '--check -t koi8-r',
        {
          status: 1,
          out: lines(
            '-:1:2: at byte 2: invalid byte',
            '-:1:3: at byte 3: KOI8-R does not contain U+65E5',
          ),
        },
        latin1('\xd1\x8f\xff\xe6\x97\xa5'),
      ],
      [
        '--check -f utf-32le -t ibm437',
        {
          status: 1,
          out: lines(
            '-:1:2: at byte 4: ibm437 does not contain U+1F600',
            '-:1:3: at byte 8: unmapped',
          ),
        },
        hex('4100000000f6010000001100'),
      ],
      ['--check -f ibm875', [1, '-:1:2: at byte 1: unmapped\n'], hex('c1dc')],
    ],
    'reports a folder, and with -r reads the files in it in the order of their names': [
      { 'd/z': latin1('\xff'), 'd/e/y': latin1('1\xff'), 'd/a': 'a' },
      (folder) => symlinkSync('z', join(folder, 'd/link')),
      ['--check d', [1, '', 'd: is a folder; -r reads the files in it']],
      [
        '--check -r d',
        {
          status: 1,
          out: lines('d/e/y:1:2: at byte 1: invalid byte', 'd/z:1:1: at byte 0: invalid byte'),
          says: rightAnd,
        },
      ],
    ],
    'says the line and the column of each problem, in code points, as the text reads without a mark':
      [
        {
          a: Buffer.concat([
            Buffer.from('\ufeffone\r\n日本\u{1F600}'),
            latin1('\xff\n\n\xff\rx\xe9\n'),
          ]),
          b: 'x\né\u{1F600}é',
          c: '\n日本',
        },
        [
          '--check a',
          {
            status: 1,
            out: lines(
              'a:2:4: at byte 18: invalid byte',
              'a:4:1: at byte 21: invalid byte',
              'a:5:2: at byte 24: invalid trailing byte',
            ),
          },
        ],
        [
          '--check -t koi8-r b',
          {
            status: 1,
            out: lines(
              'b:2:1: at byte 2: KOI8-R does not contain U+00E9',
              'b:2:2: at byte 4: KOI8-R does not contain U+1F600',
              'b:2:3: at byte 8: KOI8-R does not contain U+00E9',
            ),
          },
        ],
        ['--check -f auto -t ascii c', [1, /^c:2:1: /]],
      ],
  });

  it('reads names that are not UTF-8, and says their bytes in JSON', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      const name = Buffer.concat([Buffer.from(`${folder}/`), latin1('\x93\xfa')]);
      writeFileSync(name, latin1('\xff'));
      const { stdout } = command('--check -r --json .', { cwd: folder });
      deepEqual(reportsOf(stdout)[0], {
        ...{ type: 'problem', file: './\ufffd\ufffd', offset: 0, length: 1 },
        ...{ reason: 'invalid byte', line: 1, column: 1 },
        fileBytes: latin1('./\x93\xfa').toString('base64'),
      });
    });
  });

  it('counts lines across chunks, and those of what a conversion stops at with --json', () =>
    withFolder((folder) => {
      const text = Buffer.from('ä line of text\r\n'.repeat(30_000));
      const input = Buffer.concat([text, latin1('x: \xff\n')]);
      const offset = text.length + 3;
      const out = `-:30001:4: at byte ${offset}: invalid byte\n`;
      expectRun(folder, '--check -f utf-8', { status: 1, out }, { input });
      writeFileSync(join(folder, 'a'), input);
      for (const [line, place] of [
        ['--json -f utf-8 a', [offset, 30_001, 4]],
        ['--json -f utf-8 --in-place a', [offset, 30_001, 4]],
        ['--json -t koi8-r a', [0, 1, 1, 0xe4]],
      ]) {
        const { stdout, stderr } = command(line, { cwd: folder });
        const reports = reportsOf(stderr === '' ? stdout : stderr);
        const { error } = reports[0];
        const { offset: at, line: row, column, codePoint } = error;
        deepEqual([at, row, column, codePoint].slice(0, place.length), place, line);
      }
    }));
});
