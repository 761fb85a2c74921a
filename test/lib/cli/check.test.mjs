// Tests --check: what the command reports of malformed bytes, and its exit status.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'whatwg-transcoder';
import { command, latin1, makeFolder, runWith, withFolder, writeFiles } from './command.mjs';

describe('command: --check', () => {
  it('prints one line for each problem, and goes on behind it', async () => {
    const files = { a: latin1('\xffA\xc3'), b: 'fine', c: latin1('\x81\x30\x81') };
    const { status, stdout, stderr } = await runWith(files, '--check a b c');
    deepEqual([status, stderr], [1, 'whatwg-transcoder: 1 file right, 2 wrong\n']);
    equal(
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
      '-: at byte 2: invalid byte\n-: at byte 3: KOI8-R does not contain U+65E5\n',
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
      equal(String(stdout), 'd/e/y: at byte 1: invalid byte\nd/z: at byte 0: invalid byte\n');
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
      });
    });
  });
});
