// Tests what the command writes beyond plain conversion: trees of files, ASCII alone, the historical encodings, the note about
// latin1, the summary, and the refusal of options that have no effect.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as standard from 'whatwg-transcoder';
import { encodingFor, iso2022Kr, labels } from 'whatwg-transcoder/encodings';
import { firstOf } from '../../harness/part.mjs';
import { command, makeFolder, readTree, withFolder } from './command.mjs';

const latin1 = (text) => Buffer.from(text, 'latin1');

/** Makes files in a new folder, runs the command there, and returns what it did with the files afterwards. */
function runIn(files, args, prepare = () => {}) {
  return withFolder((folder) => {
    for (const [name, bytes] of Object.entries(files)) {
      makeFolder(folder, ...name.split('/').slice(0, -1));
      writeFileSync(join(folder, name), bytes);
    }
    prepare(folder);
    const result = command(args, { cwd: folder });
    return { ...result, tree: readTree(folder) };
  });
}

const old = latin1('\xe9');
const OLD = 'e9';
const NEW = 'c3a9';

describe('command: -o DIR/', () => {
  const files = { 'site/a.txt': old, 'site/news/b.txt': old };
  const made = { 'site/a.txt': OLD, 'site/news/b.txt': OLD };

  it('writes the files of a folder below DIR, under their relative paths', async () => {
    for (const args of [
      ['-o', 'new/deep/', '-r', 'site'],
      ['-o', 'new/deep/', '-r', './site/'],
    ]) {
      const { status, stderr, tree } = await runIn(files, ['-f', 'latin1', ...args]);
      deepEqual(
        [status, stderr],
        [0, 'whatwg-transcoder: 2 files converted, 0 left alone, 0 wrong\n'],
      );
      deepEqual(tree, { ...made, 'new/deep/a.txt': NEW, 'new/deep/news/b.txt': NEW });
    }
  });

  it('takes a folder that exists without a slash, writes named files under their last names, and gives them usual permissions', async () => {
    await withFolder((folder) => {
      mkdirSync(join(folder, 'out'));
      mkdirSync(join(folder, 'in'));
      writeFileSync(join(folder, 'in/a'), old);
      const args = ['-f', 'latin1', '-o', 'out', 'in/../in/a'];
      const { status, stderr } = command(args, { cwd: folder });
      deepEqual([status, stderr], [0, '']);
      deepEqual(readTree(folder), { 'in/a': OLD, 'out/a': NEW });
      if (process.platform !== 'win32') {
        equal(statSync(join(folder, 'out/a')).mode & 0o777, 0o666 & ~process.umask());
      }
      // A second run writes the results again.
      writeFileSync(join(folder, 'out/a'), 'former');
      equal(command(args, { cwd: folder }).status, 0);
      deepEqual(readTree(folder), { 'in/a': OLD, 'out/a': NEW });
    });
  });

  it('keeps the paths of a list, and writes nothing outside DIR', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'work/site/news');
      writeFileSync(join(folder, 'outside'), old);
      writeFileSync(join(folder, 'work/site/news/b.txt'), old);
      const names = [
        'site/news/b.txt',
        './site/../site/news/b.txt',
        '../outside',
        join(folder, 'outside'),
      ];
      const { status, stderr } = command('-f latin1 -o new/ --files0-from=-', {
        cwd: join(folder, 'work'),
        input: names.join('\0'),
      });
      equal(status, 1);
      equal(stderr.split('leads out of the folder that -o names').length, 4);
      match(stderr, /1 file converted, 0 left alone, 3 wrong\n$/);
      deepEqual(readTree(folder), {
        outside: OLD,
        'work/site/news/b.txt': OLD,
        'work/new/site/news/b.txt': NEW,
      });
    });
  });

  it('writes over no input, and over no file that it has written', async () => {
    const inSite = await runIn(files, ['-f', 'latin1', '-o', 'site/', '-r', 'site']);
    equal(inSite.status, 1);
    deepEqual(inSite.tree, made);
    equal(inSite.stderr.split('is an input').length, 3);
    // The second input is where the first would be written.
    const later = await runIn({ 'x/a': old, 'out/a': old }, [
      '-f',
      'latin1',
      '-o',
      'out/',
      'x/a',
      'out/a',
    ]);
    equal(later.status, 1);
    deepEqual(later.tree, { 'x/a': OLD, 'out/a': OLD });
    const twice = await runIn({ 'x/a': old, 'y/a': latin1('\xe8') }, [
      '-f',
      'latin1',
      '-o',
      'out/',
      'x/a',
      'y/a',
    ]);
    equal(twice.status, 1);
    match(twice.stderr, /y\/a: is not converted, because out\/a was written from another input/);
    equal(twice.tree['out/a'], NEW);
  });

  it('does not read the folder that it writes', async () => {
    const before = { 'a.txt': old, 'out/former.txt': old };
    const { status, tree } = await runIn(before, ['-f', 'latin1', '-o', 'out/', '-r', '.']);
    equal(status, 0);
    deepEqual(tree, { 'a.txt': OLD, 'out/a.txt': NEW, 'out/former.txt': OLD });
  });

  it('follows no symbolic link below DIR', async () => {
    if (process.platform === 'win32') return;
    const { status, stderr, tree } = await runIn(
      { ...files, 'elsewhere/x': 'x', 'out/y': 'y' },
      ['-f', 'latin1', '-o', 'out/', '-r', 'site'],
      (folder) => {
        symlinkSync('../elsewhere', join(folder, 'out/news'));
        symlinkSync('../elsewhere/x', join(folder, 'out/a.txt'));
      },
    );
    equal(status, 1);
    match(stderr, /a\.txt: is not converted, because out\/a\.txt is a symbolic link/);
    match(stderr, /b\.txt: cannot make the folder out\/news: it is a symbolic link/);
    deepEqual(tree, { ...made, 'elsewhere/x': '78', 'out/y': '79' });
  });

  it('leaves nothing of a file that cannot be converted, and goes on', async () => {
    const mixed = { 'in/bad': latin1('\xff'), 'in/good': 'x' };
    const { status, stderr, tree } = await runIn(mixed, ['-t', 'utf-8', '-o', 'out/', '-r', 'in']);
    equal(status, 1);
    equal(
      stderr,
      'whatwg-transcoder: in/bad: at byte 0: invalid byte in UTF-8 (the default of -f)\n' +
        'whatwg-transcoder: 1 file converted, 0 left alone, 1 wrong\n',
    );
    deepEqual(tree, { 'in/bad': 'ff', 'in/good': '78', 'out/good': '78' });
  });

  it('reaches names that are not UTF-8', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      makeFolder(folder, 'in');
      const name = Buffer.concat([Buffer.from(join(folder, 'in/')), Buffer.of(0xe9)]);
      writeFileSync(name, old);
      equal(command('-f latin1 -o out/ -r in', { cwd: folder }).status, 0);
      const list = Buffer.concat([Buffer.from('in/'), Buffer.of(0xe9)]);
      const args = ['-f', 'latin1', '-o', 'list/', '--files0-from=-'];
      equal(command(args, { cwd: folder, input: list }).status, 0);
      for (const where of ['out', 'list/in']) {
        const [own] = readdirSync(join(folder, where), { encoding: 'buffer' });
        equal(own.toString('hex'), OLD);
        const path = Buffer.concat([Buffer.from(join(folder, where, '/')), own]);
        equal(readFileSync(path, 'hex'), NEW);
      }
    });
  });

  it('has a line of JSON for each file and for the summary on standard output', async () => {
    const { stdout } = await runIn(files, ['-f', 'latin1', '-o', 'new/', '-r', 'site', '--json']);
    const lines = String(stdout).trimEnd().split('\n').map(JSON.parse);
    deepEqual(
      lines.map(({ type, file, status }) => [type, file, status]),
      [
        ['file', 'site/a.txt', 'converted'],
        ['file', 'site/news/b.txt', 'converted'],
        ['summary', undefined, undefined],
      ],
    );
  });
});

describe('command: -t ascii', () => {
  const names = [
    'ascii',
    'US-ASCII',
    'ansi_x3.4-1968',
    'iso646-us',
    'iso-ir-6',
    'cp367',
    'csASCII',
  ];
  // U+F780 is what x-user-defined reads the byte 80 as.
  const input = 'aé\uf780b\u{1F600}c\u20ac';

  for (const name of firstOf(names, 2)) {
    it(`writes only ASCII: ${name}`, () => {
      const run = (...args) => {
        const { status, stdout, stderr } = command(['-t', name, ...args], { input });
        return [status, stdout.toString('latin1'), stderr];
      };
      deepEqual(run(), [
        1,
        'a',
        'whatwg-transcoder: -: at byte 1: US-ASCII does not contain U+00E9\n',
      ]);
      deepEqual(run('--unencodable=html'), [0, 'a&#233;&#63360;b&#128512;c&#8364;', '']);
      deepEqual(run('--unencodable=replace'), [0, 'a??b?c?', '']);
      deepEqual(run('-cs'), [1, 'abc', '']);
    });
  }

  it('finds each character beyond ASCII at its byte, across chunks, from encodings of one and of more bytes', () => {
    for (const encoding of ['utf-8', 'shift_jis', 'utf-16le', 'windows-1252']) {
      const text = `${'x'.repeat(300_000)}é`.replace('é', encoding === 'shift_jis' ? '日' : 'é');
      const bytes = standard.encode(text, encoding);
      const { stdout } = command(['--check', '-f', encoding, '-t', 'ascii'], { input: bytes });
      const offset = encoding === 'utf-16le' ? 600_000 : 300_000;
      const [, codePoint] = [
        text,
        text.codePointAt(300_000).toString(16).toUpperCase().padStart(4, '0'),
      ];
      equal(
        String(stdout),
        `-:1:300001: at byte ${offset}: US-ASCII does not contain U+${codePoint}\n`,
      );
    }
  });

  it('a name of ASCII after -f is windows-1252, as the standard says', () => {
    const { stdout } = command('-f us-ascii', { input: latin1('\x80\xe9') });
    equal(String(stdout), '€é');
  });
});

describe('command: -t latin1', () => {
  const note = /^whatwg-transcoder: .*: bytes 80 to 9F were written: .* means windows-1252.*\n$/;

  it('says once that it has written bytes 80 to 9F', async () => {
    for (const name of ['latin1', 'ISO-8859-1', 'l1', 'iso_8859-1']) {
      const { status, stdout, stderr } = command(['-t', name], { input: 'é€€' });
      deepEqual([status, stdout.toString('hex')], [0, 'e98080']);
      match(stderr, note);
    }
    const two = await runIn({ a: '€', b: '€' }, ['-t', 'latin1', '--in-place', 'a', 'b']);
    equal(two.stderr.split('bytes 80 to 9F').length, 2);
    equal(two.status, 0);
  });

  it('says nothing without such bytes, for windows-1252, or with --quiet; JSON has the note', () => {
    equal(command('-t latin1', { input: 'é\xa0' }).stderr, '');
    equal(command('-t windows-1252', { input: '€' }).stderr, '');
    equal(command('-t latin1 --quiet', { input: '€' }).stderr, '');
    const { stderr } = command('-t latin1 --json', { input: '€' });
    const [file, summary] = stderr.trimEnd().split('\n').map(JSON.parse);
    match(file.note, /windows-1252/);
    equal(summary.type, 'summary');
  });
});

describe('command: the historical encodings', () => {
  const texts = { 'hz-gb-2312': '日本~a', 'iso-2022-kr': '한글a', ibm864: 'abc' };

  for (const [label, name] of Object.entries(labels)) {
    if (texts[name] === undefined) continue;
    it(`${label} is read and written`, () => {
      const bytes = standard.encode(texts[name], encodingFor(label));
      const written = command(['-t', label], { input: texts[name] });
      deepEqual([written.status, written.stdout], [0, bytes]);
      const read = command(['-f', label.toUpperCase(), '-t', 'utf-16le'], { input: bytes });
      equal(read.stdout.toString('utf16le'), texts[name]);
    });
  }

  it('are converted to code pages, checked, and listed once', () => {
    const bytes = standard.encode('abc', iso2022Kr);
    const { stdout } = command('-f iso-2022-kr -t ibm037', { input: bytes });
    equal(stdout.toString('hex'), '818283');
    equal(command('--check -t hz-gb-2312', { input: '\u{1F600}' }).status, 1);
    const lines = String(command('-l').stdout).split('\n');
    for (const name of Object.keys(texts)) {
      equal(lines.filter((line) => line.split(' ')[0] === name).length, 1, name);
    }
  });
});

describe('command: the summary', () => {
  const files = { a: old, b: 'x', c: old };
  const inPlace = ['-f', 'utf-8', '-t', 'latin1', '--in-place'];

  it('counts what was converted, left alone and wrong, where there may be several files', async () => {
    const mixed = { a: 'é', b: 'x', c: old };
    const { stderr } = await runIn(mixed, [...inPlace, 'a', 'b', 'c']);
    equal(
      stderr,
      'whatwg-transcoder: c: at byte 0: truncated\n' +
        'whatwg-transcoder: 1 file converted, 1 left alone, 1 wrong\n',
    );
    const list = await runIn({ 'd/a': 'é' }, [...inPlace, '-r', 'd']);
    equal(list.stderr, 'whatwg-transcoder: 1 file converted, 0 left alone, 0 wrong\n');
    const checked = await runIn(files, ['--check', 'a', 'b', 'c', 'missing']);
    match(checked.stderr, /\nwhatwg-transcoder: 1 file right, 3 wrong\n$/);
  });

  it('is silent for one file, for a filter, and with --quiet', async () => {
    equal((await runIn({ a: 'é' }, [...inPlace, 'a'])).stderr, '');
    equal((await runIn({ a: 'é', b: 'x' }, ['-t', 'latin1', 'a', 'b'])).stderr, '');
    equal((await runIn({ a: 'é', b: 'x' }, [...inPlace, '-q', 'a', 'b'])).stderr, '');
  });

  it('is the last object of --json', async () => {
    const { stdout } = await runIn({ a: 'é', b: 'x' }, [...inPlace, '--json', 'a', 'b']);
    const last = JSON.parse(String(stdout).trimEnd().split('\n').at(-1));
    deepEqual(last, {
      type: 'summary',
      converted: 1,
      unchanged: 1,
      skipped: 0,
      uncertain: 0,
      valid: 0,
      invalid: 0,
      failed: 0,
    });
    const quiet = await runIn({ a: 'é' }, [...inPlace, '--json', '-q', 'a']);
    equal(String(quiet.stdout).includes('summary'), false);
  });
});

describe('command: advice for names that are not known', () => {
  const listed = '-l lists the encodings';
  for (const [name, advice] of [
    ['uft-8', `did you mean UTF-8? ${listed}`],
    ['shift_jiss', `did you mean Shift_JIS? ${listed}`],
    ['windwos-1252', `did you mean windows-1252? ${listed}`],
    ['latn1', `did you mean latin1? ${listed}`],
    ['cesu8x', `did you mean CESU-8? ${listed}`],
    ['utf-9', 'did you mean utf-8?'],
    ['euc-tw', listed],
    ['x'.repeat(1e5), listed],
    ['', listed],
    ['ucs-4', 'did you mean utf32le or utf32be?'],
    ['ebcdic', 'did you mean ibm037, ibm500, ibm1047 or another one?'],
    [
      'replacement',
      'it is a label of the replacement encoding, which exists so that content is refused',
    ],
  ]) {
    it(`is one line without a name of a sub-path: ${name.slice(0, 20)}`, () => {
      const { status, stderr } = command(['-f', name]);
      equal(status, 1);
      ok(stderr.endsWith(` encoding is not supported: ${advice}\n`), stderr.slice(0, 300));
      equal(stderr.split('\n').length, 2);
    });
  }

  it('names no sub-path for --allow', () => {
    for (const name of ['x-user-defined', 'utf-7', 'utf-32']) {
      const { stderr } = command(['detect', `--allow=${name}`]);
      match(stderr, /--allow: The "[a-zA-Z0-9-]+" encoding is never detected\n/);
    }
  });

  for (const [option, near] of [
    ['--form-code=gbk', '--from-code'],
    ['--from', '--from-code'],
    ['--inplace', '--in-place'],
    ['-i', '--in-place'],
    ['--skip_utf8', '--skip-utf8'],
    ['--outptu=x', '--output'],
    ['--gzip', undefined],
    ['-0', undefined],
  ]) {
    it(`names the option that is nearest to ${option}`, () => {
      const { status, stderr } = command([option, 'x']);
      equal(status, 64);
      const [word] = option.split('=');
      const question = near === undefined ? '' : `; did you mean ${near}?`;
      const first = `whatwg-transcoder: Unknown option '${word}'${question}`;
      equal(stderr, `${first}\nTry "whatwg-transcoder --help".\n`);
    });
  }

  it('says that UTF-8 is the default where -f was forgotten, and only there', () => {
    const run = (...args) => command(args, { input: latin1('caf\xe9') }).stderr;
    const reason = 'at byte 3: truncated';
    equal(run('-t', 'koi8-r'), `whatwg-transcoder: -: ${reason} in UTF-8 (the default of -f)\n`);
    equal(run('-f', 'utf-8'), `whatwg-transcoder: -: ${reason}\n`);
    const { error } = JSON.parse(run('-t', 'koi8-r', '--json').split('\n')[0]);
    deepEqual(
      [error.message, error.line, error.column],
      ['truncated in UTF-8 (the default of -f)', 1, 4],
    );
  });
});
