// Tests --check: what the command reports of malformed bytes, and its exit status.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'whatwg-transcoder';
import {
  command,
  countWork,
  latin1,
  makeFolder,
  runWith,
  withFolder,
  writeFiles,
} from './command.mjs';

describe('command: --check', () => {
  it('prints one line for each problem, and goes on behind it', async () => {
    const files = { a: latin1('\xffA\xc3'), b: 'fine', c: latin1('\x81\x30\x81') };
    const { status, stdout, stderr } = await runWith(files, '--check a b c');
    deepEqual([status, stderr], [1, 'whatwg-transcoder: 1 file right, 2 wrong\n']);
    equal(
      String(stdout),
      'a:1:1: at byte 0: invalid byte\na:1:3: at byte 2: truncated\nc:1:1: at byte 0: invalid byte\nc:1:3: at byte 2: invalid byte\n',
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
      equal(found.length, text.split('\ufffd').length - 1, encoding);
      const offsets = found.map((line) => Number(/ at byte (\d+): /.exec(line)[1]));
      for (let i = 1; i < offsets.length; i++) ok(offsets[i] > offsets[i - 1]);
    }
  });

  it('with -t, also finds characters that the output encoding does not contain', () => {
    const { status, stdout } = command('--check -t koi8-r', {
      input: latin1('\xd1\x8f\xff\xe6\x97\xa5'),
    });
    equal(status, 1);
    equal(
      String(stdout),
      '-:1:2: at byte 2: invalid byte\n-:1:3: at byte 3: KOI8-R does not contain U+65E5\n',
    );
  });

  it('says nothing of a well-formed input, and ends with 0', () => {
    const { status, stdout, stderr } = command('--check -f gbk', { input: 'abc' });
    deepEqual([status, String(stdout), stderr], [0, '', '']);
  });

  it('reports a folder, and with -r reads the files in it in the order of their names', async () => {
    await withFolder((folder) => {
      makeFolder(folder, 'd/e');
      writeFiles(folder, { 'd/z': latin1('\xff'), 'd/e/y': latin1('1\xff'), 'd/a': 'a' });
      symlinkSync('z', join(folder, 'd/link'));
      const plain = command('--check d', { cwd: folder });
      deepEqual(
        [plain.status, plain.stderr],
        [1, 'whatwg-transcoder: d: is a folder; -r reads the files in it\n'],
      );
      const { status, stdout, stderr } = command('--check -r d', { cwd: folder });
      deepEqual([status, stderr], [1, 'whatwg-transcoder: 1 file right, 2 wrong\n']);
      equal(
        String(stdout),
        'd/e/y:1:2: at byte 1: invalid byte\nd/z:1:1: at byte 0: invalid byte\n',
      );
    });
  });

  it('reads names that are not UTF-8, and says their bytes in JSON', async () => {
    if (process.platform !== 'linux') return;
    await withFolder((folder) => {
      const name = Buffer.concat([Buffer.from(`${folder}/`), latin1('\x93\xfa')]);
      writeFileSync(name, latin1('\xff'));
      const { stdout } = command('--check -r --json .', { cwd: folder });
      const [problem] = String(stdout).split('\n');
      deepEqual(JSON.parse(problem), {
        type: 'problem',
        file: './\ufffd\ufffd',
        fileBytes: Buffer.from('./\x93\xfa', 'latin1').toString('base64'),
        offset: 0,
        length: 1,
        reason: 'invalid byte',
        line: 1,
        column: 1,
      });
    });
  });

  it('says the line and the column of each problem, in code points, as the text reads without a mark', async () => {
    const text = '\ufeffone\r\n日本\u{1F600}\xff\n\n\xff\rx\xe9\n';
    const bytes = Buffer.concat([
      Buffer.from(text.split('\xff')[0]),
      latin1('\xff\n\n\xff\rx\xe9\n'),
    ]);
    const { stdout } = await runWith({ a: bytes }, '--check a');
    equal(
      String(stdout),
      [
        'a:2:4: at byte 18: invalid byte',
        'a:4:1: at byte 21: invalid byte',
        'a:5:2: at byte 24: invalid trailing byte\n',
      ].join('\n'),
    );
    const unencodable = await runWith({ a: 'x\né\u{1F600}é' }, '--check -t koi8-r a');
    equal(
      String(unencodable.stdout),
      [
        'a:2:1: at byte 2: KOI8-R does not contain U+00E9',
        'a:2:2: at byte 4: KOI8-R does not contain U+1F600',
        'a:2:3: at byte 8: KOI8-R does not contain U+00E9\n',
      ].join('\n'),
    );
  });

  it('counts lines across chunks, with -f auto, and of what a conversion stops at with --json', async () => {
    const lines = Buffer.from('ä line of text\r\n'.repeat(30_000));
    const bytes = Buffer.concat([lines, latin1('x: \xff\n')]);
    const offset = lines.length + 3;
    const checked = command('--check -f utf-8', { input: bytes });
    equal(String(checked.stdout), `-:30001:4: at byte ${offset}: invalid byte\n`);
    for (const args of ['--json -f utf-8 a', '--json -f utf-8 --in-place a']) {
      const { stdout, stderr } = await runWith({ a: bytes }, args);
      const { error } = JSON.parse(
        (String(stdout).startsWith('{') ? String(stdout) : stderr).split('\n')[0],
      );
      deepEqual([error.offset, error.line, error.column], [offset, 30_001, 4]);
    }
    const unencodable = await runWith({ a: lines }, '--json -t koi8-r a');
    const [{ error }] = unencodable.stderr.split('\n').slice(0, 1).map(JSON.parse);
    deepEqual([error.offset, error.codePoint, error.line, error.column], [0, 0xe4, 1, 1]);
    const auto = await runWith({ a: Buffer.from('\n日本') }, '--check -f auto -t ascii a');
    equal(String(auto.stdout).split(' ')[0], 'a:2:1:');
  });

  it('counts in proportion to the input', async () => {
    await withFolder((folder) => {
      const stepsFor = (length) => {
        writeFiles(folder, { a: Buffer.alloc(length, '\r\n\xff', 'latin1') });
        return countWork('--check a', folder, { countSteps: true }).work.steps;
      };
      const one = stepsFor(30_000);
      const eight = stepsFor(240_000);
      ok(eight < 16 * one, `${one}, ${eight}`);
    });
  });
});
