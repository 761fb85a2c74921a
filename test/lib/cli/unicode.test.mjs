// Tests what the command makes of byte order marks, of UTF-7 and of CESU-8. arguments.test.mjs compares these names with iconv(1).

import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { command, latin1, program, reportsOf, runWith } from './command.mjs';

const wrongWay = latin1('\xfe\xff\0a');

describe('command: byte order marks', () => {
  it('says in which order UTF-16 and UTF-32 were read', () => {
    for (const [name, bytes, from] of [
      ['UTF-16', '\xfe\xff\0a', 'UTF-16BE'],
      ['utf_16', '\xff\xfea\0', 'UTF-16LE'],
      ['csUnicode', 'a\0', 'UTF-16LE'],
      ['utf-32', '\0\0\xfe\xff\0\0\0a', 'UTF-32BE'],
      ['UTF-32', '\xff\xfe\0\0a\0\0\0', 'UTF-32LE'],
      ['UTF-32', '', 'UTF-32LE'],
    ]) {
      const { stdout, stderr } = command(['-f', name, '--json'], { input: latin1(bytes) });
      deepEqual([String(stdout), reportsOf(stderr)[0].from], [bytes && 'a', from], name);
    }
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

  it('hold for each file of its own, also in place and in a tree', async () => {
    const files = { a: wrongWay, b: latin1('\xff\xfea\0'), c: latin1('a\0') };
    const inPlace = await runWith(files, '-f utf-16 --in-place=.old a b c');
    deepEqual([inPlace.files.a, inPlace.files.b, inPlace.files.c], ['61', '61', '61']);
    const again = await runWith({ a: 'a', 'a.old': wrongWay }, '-f utf-16 --in-place=.old a');
    deepEqual([again.status, again.files.a], [0, '61']);
    const tree = await runWith(files, '-f utf-16 -o out/ a b');
    deepEqual([tree.files['out/a'], tree.files['out/b']], ['61', '61']);
  });

  it('of the other order are a warning, and change nothing', async () => {
    const warning = 'a: begins with the byte order mark of UTF-16BE\n';
    const { status, stdout, stderr } = await runWith({ a: wrongWay }, '-f utf-16le a');
    deepEqual([status, String(stdout)], [0, '\ufffe\u6100']);
    equal(stderr, `whatwg-transcoder: ${warning}`);
    equal((await runWith({ a: wrongWay }, '-q -f utf-16le a')).stderr, '');
    const json = await runWith({ a: wrongWay }, '--json -f ucs-2 a');
    equal(reportsOf(json.stderr)[0].note, 'begins with the byte order mark of UTF-16BE');
    const check = await runWith({ a: wrongWay }, '--check -f utf-16le a');
    deepEqual([check.status, check.stderr], [0, `whatwg-transcoder: ${warning}`]);
    const other = await runWith({ a: latin1('\xff\xfea\0') }, '-f utf-16be a');
    equal(other.stderr, 'whatwg-transcoder: a: begins with the byte order mark of UTF-16LE\n');
    for (const [name, bytes] of [
      ['utf-16be', '\xfe\xff\0a'],
      ['utf-16le', '\xff\xfea\0'],
      ['utf-16le', 'a\0'],
      ['windows-1252', '\xfe\xff'],
    ]) {
      equal(command(['-f', name], { input: latin1(bytes) }).stderr, '', name);
    }
  });

  it('begin UTF-32 without an order in its name', () => {
    const hexOf = (...args) => command(args, { input: 'a' }).stdout.toString('hex');
    equal(hexOf('-t', 'utf-32'), 'fffe000061000000');
    equal(hexOf('-t', 'utf-32', '--bom'), 'fffe000061000000');
    equal(hexOf('-t', 'utf-32le'), '61000000');
    equal(hexOf('-t', 'utf-16'), '6100');
  });
});

describe('command: UTF-7 and CESU-8', () => {
  const text = 'a+&é日本~😀\r\n\u0000.';

  for (const name of ['utf-7', 'utf-7-imap', 'CESU-8', 'unicode-1-1-utf-7']) {
    it(`are read and written: ${name}`, async () => {
      const long = text.repeat(60_000);
      const there = command(['-t', name], { input: long });
      deepEqual([there.status, there.stderr], [0, '']);
      const back = await runWith({ a: there.stdout }, ['-f', name, 'a']);
      deepEqual([back.status, back.stderr], [0, '']);
      ok(String(back.stdout) === long);
      const again = command(['-f', name, '-t', name], { input: there.stdout });
      ok(again.stdout.equals(there.stdout));
    });
  }

  it('write surrogate pairs as CESU-8 does', () => {
    const { stdout } = command('-t cesu-8', { input: 'é😀' });
    equal(stdout.toString('hex'), 'c3a9eda0bdedb880');
  });

  it('say at which byte input is malformed or cannot be encoded, across chunks', () => {
    const long = 'x'.repeat(300_000);
    const at = (offset, column, reason) => `-:1:${column}: at byte ${offset}: ${reason}\n`;
    const lacks = (codePoint) => `US-ASCII does not contain U+${codePoint}`;
    for (const [name, bytes, problems] of [
      [
        'utf-7',
        'a\xff+AOk-+2D0-+AO-',
        [
          [1, 2],
          [3, 3, lacks('00E9')],
          [8, 4],
          [15, 5],
        ],
      ],
      [
        'utf-7',
        '+ZeVnLNg93gA-',
        [
          [1, 1, lacks('65E5')],
          [3, 2, lacks('672C')],
          [6, 3, lacks('1F600')],
        ],
      ],
      [
        'utf-7-imap',
        '&AOk/',
        [
          [1, 1, lacks('00E9')],
          [4, 2],
        ],
      ],
      [
        'cesu-8',
        'a\xc3\xa9\xed\xa0\x80b\xed\xa0\xbd\xed\xb8\x80\xff\xed\xb8\x80\xf0\xed\xa0\x80\xc3',
        [
          [1, 2, lacks('00E9')],
          [3, 3],
          [7, 5, lacks('1F600')],
          ...[
            [13, 6],
            [14, 7],
            [17, 8],
            [18, 9],
            [21, 10],
          ],
        ],
      ],
    ]) {
      for (const before of ['', long]) {
        const { status, stdout } = command(['--check', '-f', name, '-t', 'ascii'], {
          input: latin1(before + bytes),
        });
        equal(
          String(stdout),
          problems
            .map(([offset, column, reason = 'malformed']) =>
              at(offset + before.length, column + before.length, reason),
            )
            .join(''),
        );
        equal(status, 1);
      }
    }
  });

  it('obey the modes, and stop at what is malformed', () => {
    const input = latin1('a\xed\xa0\x80\xffb');
    const run = (...args) => {
      const { status, stdout, stderr } = command(['-f', 'cesu-8', ...args], { input });
      return [status, String(stdout), stderr];
    };
    deepEqual(run(), [1, 'a', 'whatwg-transcoder: -: at byte 1: malformed\n']);
    deepEqual(run('--malformed=replace'), [0, 'a\ufffd\ufffdb', '']);
    deepEqual(run('-c', '-s'), [1, 'ab', '']);
    deepEqual(run('-t', 'utf-7', '--malformed=replace'), [0, 'a+//3//Q-b', '']);
    const [{ error }] = reportsOf(run('--json')[2]);
    deepEqual([error.offset, error.line, error.column, error.length], [1, 1, 2, undefined]);
  });
});
