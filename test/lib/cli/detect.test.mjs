// Tests the sub-command `detect` and `-f auto`: what they print, what they leave alone, and the exit status.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'whatwg-transcoder';
import { decodeBy } from '../../detect/detectors.mjs';
import { cases, damage } from '../detect/kinds.mjs';
import { command, latin1, makeFolder, runWith, withFolder, writeFiles } from './command.mjs';

const noise = Buffer.from(Array.from({ length: 500 }, (_, i) => (i * i * 31 + i) & 0xff));
const japanese = encode('ASCII first\n  これは日本語のテストです。\n', 'iso-2022-jp');

const files = {
  a: 'plain\n',
  b: 'one\nfür zwei\nund drei: ö\n',
  j: japanese,
  n: noise,
  u: Buffer.from('\uFEFFfür\n', 'utf16le'),
};

const jsonOf = (stdout) =>
  String(stdout)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('command: detect', () => {
  it('prints the encoding of each file, how sure it is, and the first line that is not ASCII', async () => {
    const { status, stdout, stderr } = await runWith(files, ['detect', 'a', 'b', 'j', 'n', 'u']);
    deepEqual(String(stdout).split('\n'), [
      'a: UTF-8, only ASCII',
      'b: UTF-8, reliable: für zwei',
      'j: ISO-2022-JP, reliable, ja: これは日本語のテストです。',
      'n: unknown',
      'u: UTF-16LE, reliable: für',
      '',
    ]);
    equal(status, 1);
    equal(stderr, 'whatwg-transcoder: 4 files reliable, 0 not sure, 1 unknown, 0 wrong\n');
  });

  it('reads standard input, and ends with 0 where each file has an encoding', () => {
    for (const args of [['detect'], ['detect', '-']]) {
      const { status, stdout, stderr } = command(args, { input: 'für' });
      deepEqual([status, String(stdout), stderr], [0, '-: UTF-8, reliable: für\n', '']);
    }
  });

  it('prints an object for each file with --json, and one at the end', async () => {
    const { status, stdout, stderr } = await runWith(files, [
      'detect',
      '--json',
      'b',
      'j',
      'n',
      'no',
    ]);
    const [b, j, n, no, summary] = jsonOf(stdout);
    deepEqual(b, {
      type: 'file',
      file: 'b',
      status: 'detected',
      encoding: 'UTF-8',
      isReliable: true,
      isAscii: false,
      malformed: 0,
      language: b.language,
      probability: b.candidates[0].probability,
      text: 'für zwei',
      candidates: b.candidates,
    });
    deepEqual(
      [j.encoding, j.language, j.candidates[0].encoding],
      ['ISO-2022-JP', 'ja', 'ISO-2022-JP'],
    );
    deepEqual([n.status, n.encoding, n.text], ['unknown', null, null]);
    deepEqual([no.status, no.error.code], ['failed', 'ENOENT']);
    deepEqual(summary, { type: 'summary', detected: 2, unsure: 0, unknown: 1, failed: 1 });
    deepEqual([status, stderr], [1, '']);
  });

  it('reads folders with -r and the names in a list', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd/e');
      // The two bytes of é alone are a character of GBK, too.
      writeFiles(folder, { 'd/a': 'a', 'd/e/b': 'école' });
      const cwd = folder;
      const lines = 'd/a: UTF-8, only ASCII\nd/e/b: UTF-8, reliable: école\n';
      const walked = command(['detect', '-r', 'd'], { cwd });
      deepEqual([walked.status, String(walked.stdout)], [0, lines]);
      equal(walked.stderr, 'whatwg-transcoder: 2 files reliable, 0 not sure, 0 unknown, 0 wrong\n');
      equal(command(['detect', '-q', '-r', 'd'], { cwd }).stderr, '');
      const listed = command(['detect', '--files0-from=-'], { cwd, input: 'd/a\0d/e/b\0' });
      equal(String(listed.stdout), lines);
      const plain = command(['detect', 'd'], { cwd });
      deepEqual([plain.status, String(plain.stdout)], [1, '']);
      match(plain.stderr, /^whatwg-transcoder: d: is a folder; -r reads the files in it\n/);
    });
  });

  it('limits the answers with --allow, by any name of an encoding', async () => {
    const run = (allow, file) => runWith(files, ['detect', `--allow=${allow}`, file]);
    equal(String((await run('sjis,utf-8', 'b')).stdout), 'b: UTF-8, reliable: für zwei\n');
    equal(String((await run('cp932, latin1', 'a')).stdout), 'a: Shift_JIS, only ASCII\n');
    equal(String((await run('cp850', 'a')).stdout), 'a: ibm850, only ASCII\n');
    const { status, stdout } = await run('utf-8', 'u');
    deepEqual([status, String(stdout)], [1, 'u: unknown\n']);
  });

  it('shows a part of a long line, without control characters', async () => {
    const long = `${'plain text '.repeat(1e5)}\x1bé${' more text'.repeat(1e5)}`;
    const { stdout } = await runWith({ long }, ['detect', 'long']);
    const at = long.indexOf('é');
    const shown = long
      .slice(at - 20, at + 40)
      .trim()
      .replace('\x1b', '\\u001b');
    match(String(stdout), /^long: UTF-8, reliable(?:, [a-z-]+)?: /);
    ok(String(stdout).endsWith(`: ${shown}\n`), String(stdout));
    const late = `${'plain\n'.repeat(1e5)}tiny é\n`;
    equal(
      String((await runWith({ late }, ['detect', 'late'])).stdout),
      'late: UTF-8, reliable: tiny é\n',
    );
  });

  it('is the name of a file beside an option that says what to do', async () => {
    const named = { detect: latin1('caf\xe9') };
    const { status, stdout } = await runWith(named, ['-f', 'latin1', 'detect']);
    deepEqual([status, String(stdout)], [0, 'café']);
  });
});

describe('command: -f auto', () => {
  it('converts each file by the encoding that its bytes tell', async () => {
    const { status, stdout, stderr } = await runWith(files, ['-f', 'auto', 'a', 'b', 'j', 'u']);
    deepEqual([status, stderr], [0, '']);
    equal(
      String(stdout),
      'plain\none\nfür zwei\nund drei: ö\nASCII first\n  これは日本語のテストです。\nfür\n',
    );
  });

  it('leaves out what it is not sure of, reports it, and goes on', async () => {
    const { status, stdout, stderr } = await runWith(files, ['-f', 'auto', 'a', 'n', 'u']);
    deepEqual([status, String(stdout)], [1, 'plain\nfür\n']);
    equal(
      stderr,
      'whatwg-transcoder: n: cannot be read as text in any encoding that is detected\n',
    );
  });

  it('leaves alone a file of which two encodings are probable, and names them', async () => {
    const { status, stdout, stderr } = await runWith({ x: latin1('\xe9') }, ['-f', 'auto', 'x']);
    deepEqual([status, String(stdout)], [1, '']);
    match(
      stderr,
      /^whatwg-transcoder: x: its encoding is not certain, perhaps \S+ \([\d.]+ %\) or \S+ \([\d.]+ %\); give it with -f NAME\n$/,
    );
    const inPlace = await runWith({ x: latin1('\xe9') }, [
      '-f',
      'auto',
      '--in-place',
      '--json',
      'x',
    ]);
    equal(inPlace.files.x, 'e9');
    equal(jsonOf(inPlace.stdout)[0].error.code, 'ERR_ENCODING_NOT_CERTAIN');
    const shown = await runWith({ x: latin1('\xe9') }, ['detect', 'x']);
    equal(shown.status, 0);
    match(String(shown.stdout), /^x: \S+, not sure, [\d.]+ %.*: \S+\nx: or \S+, [\d.]+ %.*\n$/);
    const { status: unsure, isReliable } = jsonOf(
      (await runWith({ x: latin1('\xe9') }, ['detect', '--json', 'x'])).stdout,
    )[0];
    deepEqual([unsure, isReliable], ['unsure', false]);
  });

  it('converts standard input, of any length', () => {
    for (const input of [
      japanese,
      Buffer.concat([japanese, encode('日本語\n'.repeat(1e5), 'iso-2022-jp')]),
    ]) {
      const { status, stdout } = command(['-f', 'auto', '-t', 'utf-8'], { input });
      equal(status, 0);
      ok(String(stdout).startsWith('ASCII first\n  これは日本語のテストです。\n'));
    }
    const { status, stdout, stderr } = command(['-f', 'auto'], { input: noise });
    deepEqual([status, String(stdout)], [1, '']);
    equal(
      stderr,
      'whatwg-transcoder: -: cannot be read as text in any encoding that is detected\n',
    );
    equal(String(command(['-f', 'auto'], { input: '' }).stdout), '');
  });

  it('never changes a file that it is not sure of with --in-place, and says which encoding each had', async () => {
    await withFolder((folder) => {
      writeFiles(folder, files);
      const args = ['-f', 'auto', '--in-place=.old', '--json', '-r', '.'];
      const { status, stdout } = command(args, { cwd: folder });
      const [a, b, j, n, u, summary] = jsonOf(stdout);
      deepEqual([a.from, a.status, b.from, b.status], ['UTF-8', 'unchanged', 'UTF-8', 'unchanged']);
      deepEqual(
        [j.from, j.status, u.from, u.status],
        ['ISO-2022-JP', 'converted', 'UTF-16LE', 'converted'],
      );
      deepEqual([n.status, n.error.code], ['uncertain', 'ERR_ENCODING_NOT_DETECTED']);
      deepEqual(
        [summary.converted, summary.unchanged, summary.uncertain, summary.failed, status],
        [2, 2, 1, 0, 1],
      );
      ok(readFileSync(join(folder, 'n')).equals(noise));
      equal(readFileSync(join(folder, 'u'), 'utf8'), 'für\n');
      ok(readFileSync(join(folder, 'j.old')).equals(japanese));
      const again = jsonOf(command(args, { cwd: folder }).stdout).at(-1);
      deepEqual([again.converted, again.skipped + again.unchanged, again.uncertain], [0, 4, 1]);
    });
  });

  it('changes no file of any kind wrongly with --in-place', async () => {
    await withFolder((folder) => {
      const all = [...cases, ...damage, { bytes: noise }];
      for (const [k, { bytes }] of all.entries()) writeFileSync(join(folder, `${k}`), bytes);
      command(['-f', 'auto', '--in-place', '-r', '.'], { cwd: folder });
      for (const [k, { bytes, encoding, text }] of all.entries()) {
        const found = readFileSync(join(folder, `${k}`));
        if (!found.equals(bytes)) equal(String(found), text ?? decodeBy(bytes, encoding), encoding);
      }
    });
  });

  it('writes a tree, and checks files', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd');
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(folder, 'd', name), content);
      const cwd = folder;
      equal(command(['-f', 'auto', '-o', 'out/', '-r', 'd'], { cwd }).status, 1);
      equal(readFileSync(join(folder, 'out/u'), 'utf8'), 'für\n');
      const { status, stdout } = command(['--check', '-f', 'auto', '-t', 'latin1', 'd/u', 'd/j'], {
        cwd,
      });
      equal(status, 1);
      match(String(stdout), /^d\/j:2:3: at byte \d+: windows-1252 does not contain U\+3053\n/);
    });
  });

  it('obeys --allow', async () => {
    const limited = await runWith(files, [
      '-f',
      'auto',
      '--allow',
      'utf-8',
      '-t',
      'latin1',
      'b',
      'u',
    ]);
    deepEqual(
      [limited.status, String(limited.stdout)],
      [1, latin1('one\nf\xfcr zwei\nund drei: \xf6\n').toString()],
    );
  });

  it('takes hints, as detect does', async () => {
    // Two letters: Cyrillic or Western.
    const short = { x: latin1('\xef\xf0\xe8') };
    const run = async (...args) => {
      const { stdout } = await runWith(short, ['detect', '--json', ...args, 'x']);
      return jsonOf(stdout)[0].encoding;
    };
    equal(await run('--language=ru'), 'windows-1251');
    equal(await run('--top-level-domain=ru'), 'windows-1251');
    equal(await run('--top-level-domain', 'example.рф'), 'windows-1251');
    const greek = latin1('\xd4\xef \xed\xdd\xef \xe2\xe9\xe2\xeb\xdf\xef');
    const auto = ['-f', 'auto', '--language=el', '--top-level-domain=gr', 'x'];
    equal(String((await runWith({ x: greek }, auto)).stdout), 'Το νέο βιβλίο');
  });

  it('counts apart what is not certain and what failed', async () => {
    const mixed = { a: 'plain', n: noise, x: latin1('\xe9'), z: '日本語' };
    const names = ['a', 'n', 'x', 'z'];
    const inPlace = ['-f', 'auto', '-t', 'koi8-r', '--in-place'];
    const { status, stderr } = await runWith(mixed, [...inPlace, ...names]);
    equal(status, 1);
    match(
      stderr,
      /\nwhatwg-transcoder: 0 files converted, 1 left alone, 2 not certain, 1 wrong\n$/,
    );
    const json = await runWith(mixed, [...inPlace, '--json', ...names]);
    const rows = jsonOf(json.stdout);
    deepEqual(
      rows.slice(0, 4).map(({ status: each }) => each),
      ['unchanged', 'uncertain', 'uncertain', 'failed'],
    );
    const { uncertain, failed } = rows.at(-1);
    deepEqual([uncertain, failed], [2, 1]);
    const checked = await runWith(mixed, ['-f', 'auto', '-t', 'koi8-r', '--check', ...names]);
    match(checked.stderr, /\nwhatwg-transcoder: 1 file right, 2 not certain, 1 wrong\n$/);
    const detected = await runWith(mixed, ['detect', 'a', 'n', 'x', 'missing']);
    match(
      detected.stderr,
      /\nwhatwg-transcoder: 1 file reliable, 1 not sure, 1 unknown, 1 wrong\n$/,
    );
  });
});

describe('command: -f lines:NAME', () => {
  const gbk = encode('昨天我买了新鲜的苹果', 'gbk');
  const log = Buffer.concat([
    Buffer.from('plain\né ✓\r\n'),
    gbk,
    latin1('\r'),
    Buffer.from('é'),
    gbk,
  ]);

  it('reads each line as UTF-8, or else by NAME', async () => {
    const { status, stdout } = await runWith({ log }, '-f lines:cp936 log');
    equal(status, 0);
    equal(
      String(stdout),
      `plain\né ✓\r\n昨天我买了新鲜的苹果\r${decode(log.subarray(-22), 'gbk')}`,
    );
    const mail = encode('plain 日本語\n', 'iso-2022-jp');
    const other = Buffer.concat([Buffer.from('日本語\n'), mail]);
    const read = await runWith({ other }, '-f lines:iso-2022-jp -t utf-16le --bom other');
    equal(read.stdout.toString('utf16le'), '\uFEFF日本語\nplain 日本語\n');
  });

  it('converts files in place, and long lines in parts', async () => {
    const long = Buffer.concat([
      Buffer.from('é'.repeat(3e5)),
      latin1('\n'),
      gbk,
      latin1('a'.repeat(3e5)),
    ]);
    const { files: result } = await runWith({ long }, '-f lines:gbk --in-place long');
    equal(
      Buffer.from(result.long, 'hex').toString(),
      `${'é'.repeat(3e5)}\n昨天我买了新鲜的苹果${'a'.repeat(3e5)}`,
    );
  });

  it('says where an error is in the file', async () => {
    const bad = Buffer.concat([latin1('a\n'), Buffer.from('é\n'), latin1('\xff\n')]);
    const { status, stdout } = await runWith({ bad }, '--check -f lines:gbk bad');
    deepEqual([status, String(stdout)], [1, 'bad:3:1: at byte 5: invalid byte\n']);
    const lacking = await runWith({ log }, '-f lines:gbk -t latin1 log');
    match(lacking.stderr, /at byte 9: .*U\+2713/);
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
