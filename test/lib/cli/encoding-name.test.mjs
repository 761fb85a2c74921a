// Tests code pages and UTF-32 in the command.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'whatwg-transcoder';
import {
  encodingFor,
  ibm037,
  ibm850,
  ibm1140,
  labels,
  utf32be,
  utf32le,
} from 'whatwg-transcoder/encodings';
import { command, reportsOf, runInOneProcess, runWith, withFolder } from './command.mjs';

describe('command: code pages and UTF-32', () => {
  const text = 'Grün & gut 123\n';

  it('reads and writes each of them, by each label', async () => {
    await withFolder((folder) => {
      const rows = [...new Set(Object.values(labels))].map((name) => [
        ['-f', name, '-t', 'utf-8'],
        encode('a1', encodingFor(name)),
        Buffer.from('a1'),
      ]);
      for (const handle of [ibm037, ibm850, utf32le]) {
        for (const [label, encoding] of Object.entries(labels)) {
          if (encoding !== handle.name) continue;
          const to = ['-f', 'utf-8', '-t', label.toUpperCase()];
          rows.push([to, Buffer.from(text), encode(text, handle)]);
        }
      }
      for (const [at, [, input]] of rows.entries()) writeFileSync(join(folder, `${at}`), input);
      const statuses = runInOneProcess(
        rows.map(([args], at) => [...args, `${at}`, '-o', `${at}.out`]),
        folder,
      );
      for (const [at, [args, , output]] of rows.entries()) {
        deepEqual(readFileSync(join(folder, `${at}.out`)), output, args.join(' '));
        equal(statuses[at], 0);
      }
    });
  });

  it('takes a label of the standard before theirs, and their labels before names of other programs', () => {
    const encodingOf = (name) => {
      const { stderr } = command(['-f', name, '--json'], { input: 'a' });
      return reportsOf(stderr)[0].from;
    };
    equal(encodingOf('tis-620'), 'windows-874');
    equal(encodingOf('TIS620'), 'tis620');
    equal(encodingOf('koi8-ru'), 'KOI8-U');
    equal(encodingOf('koi8ru'), 'koi8ru');
    equal(encodingOf('cp932'), 'Shift_JIS');
    equal(encodingOf('cp864'), 'ibm864');
  });

  it('-c and //IGNORE omit, and --unencodable and --malformed replace', () => {
    const input = 'a日b';
    const ebcdic = (own) => encode(own, ibm037).toString('hex');
    const run = (...args) => {
      const { stdout, status, stderr } = command(args, { input });
      return [stdout.toString('hex'), status, stderr !== ''];
    };
    deepEqual(run('-t', 'ibm037', '-c'), [ebcdic('ab'), 1, true]);
    deepEqual(run('-t', 'ibm037//IGNORE', '-s'), [ebcdic('ab'), 1, false]);
    deepEqual(run('-t', 'ibm037', '--unencodable=html'), [ebcdic('a&#26085;b'), 0, false]);
    deepEqual(run('-t', 'ibm037', '--unencodable=replace'), [ebcdic('a?b'), 0, false]);
    const wide = encode('A', utf32be);
    const bytes = Buffer.concat([wide, Buffer.from('0000d800', 'hex'), wide, Buffer.of(0)]);
    const from = (...args) => command(['-f', 'utf-32be', ...args], { input: bytes });
    equal(String(from('--malformed=replace').stdout), 'A\uFFFDA\uFFFD');
    equal(String(from('-c').stdout), 'AA');
    const { stdout, stderr, status } = from();
    deepEqual(
      [String(stdout), stderr, status],
      ['A', 'whatwg-transcoder: -: at byte 4: lone surrogate\n', 1],
    );
  });

  it('--bom begins UTF-32 with a byte order mark, and code pages have none', () => {
    const withBom = (name) => command(['-t', name, '--bom'], { input: 'A' });
    const hexOf = (name) => withBom(name).stdout.toString('hex');
    equal(hexOf('utf-32le'), 'fffe000041000000');
    equal(hexOf('utf-32be'), '0000feff00000041');
    const { status, stderr } = withBom('cp500');
    equal(status, 64);
    match(stderr, /: --bom has no meaning with -t ibm500, which has no byte order mark\n/);
    const input = Buffer.from('fffe000041000000', 'hex');
    equal(String(command('-f utf-32le', { input }).stdout), 'A');
  });

  it('--check prints offsets in bytes of the input', () => {
    const input = Buffer.concat([encode('A\u{1F600}', utf32le), Buffer.from('00001100', 'hex')]);
    const check = (...args) => String(command(['--check', ...args], { input }).stdout);
    equal(check('-f', 'utf-32le'), '-:1:3: at byte 8: unmapped\n');
    equal(
      check('-f', 'utf-32le', '-t', 'ibm437'),
      '-:1:2: at byte 4: ibm437 does not contain U+1F600\n-:1:3: at byte 8: unmapped\n',
    );
    const unassigned = { input: Buffer.of(0xc1, 0xdc) };
    const { stdout, status } = command('--check -f ibm875', unassigned);
    deepEqual([String(stdout), status], ['-:1:2: at byte 1: unmapped\n', 1]);
  });

  it('--in-place converts files, and --skip-utf8 tells ASCII-compatible code pages from UTF-8', async () => {
    const files = {
      'old.txt': encode(text, ibm850),
      'new.txt': text,
    };
    const args = ['-f', 'cp850', '--in-place=.bak', '--skip-utf8', 'old.txt', 'new.txt'];
    const there = await runWith(files, args);
    deepEqual(
      [there.status, there.stderr],
      [0, 'whatwg-transcoder: 1 file converted, 1 left alone, 0 wrong\n'],
    );
    deepEqual(there.files, {
      'old.txt': Buffer.from(text).toString('hex'),
      'old.txt.bak': files['old.txt'].toString('hex'),
      'new.txt': Buffer.from(text).toString('hex'),
    });
    const back = await runWith({ a: text }, '-t ibm1140 --in-place a');
    deepEqual(back.files, { a: encode(text, ibm1140).toString('hex') });
  });

  it('converts long input in chunks', () => {
    const long = 'Grün 123 \u{1F600}\n'.repeat(60_000);
    const input = encode(long, utf32le);
    const { stdout, status } = command('-f utf-32le -t utf-16be', { input });
    equal(status, 0);
    ok(stdout.equals(encode(long, 'utf-16be')));
  });
});
