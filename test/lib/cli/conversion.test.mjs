// Tests what the command makes of bytes and files, and how much work that is.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { decode, encode, transcode } from 'whatwg-transcoder';
import { decodableEncodings, firstOf } from '../../harness/part.mjs';
import { command, latin1, reportsOf, runWith } from './command.mjs';

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
      deepEqual([there.status, there.stdout.toString()], [0, text], name);
      deepEqual(command(['-t', name], { input: text }).stdout, bytes, name);
    }
  });

  it('counts apart what is replaced and what is omitted', () => {
    const count = (...args) => {
      const input = latin1('a\xff\xe6\x97\xa5\xffb');
      const { stderr, status } = command(['--json', ...args], { input });
      const [{ omitted, replaced }] = reportsOf(stderr);
      return [status, omitted, replaced];
    };
    deepEqual(count('-c', '-t', 'koi8-r'), [1, 3, 0]);
    deepEqual(count('--malformed=skip', '--unencodable=html', '-t', 'koi8-r'), [1, 2, 1]);
    deepEqual(count('--malformed=replace', '-t', 'utf-16le'), [0, 0, 2]);
    // U+FFFD, which stands for a malformed sequence, is itself a character that KOI8-R does not contain.
    const mixed = ['--malformed=replace', '--unencodable=skip', '-t', 'koi8-r'];
    deepEqual(count(...mixed), [1, 3, 2]);
    deepEqual(count('-c', '-t', 'gb18030'), [1, 2, 0]);
  });

  const text = '日本 €1 ソ';

  for (const encoding of firstOf(decodableEncodings, 6)) {
    it(`gives what transcode() gives: ${encoding} to UTF-8 and back`, async () => {
      const bytes = encode('aé日한Ω€я\n'.repeat(30_000), encoding, { unencodable: 'skip' });
      const there = await runWith({ a: bytes }, ['-f', encoding, 'a']);
      deepEqual([there.status, there.stderr], [0, '']);
      ok(there.stdout.equals(transcode(bytes, encoding)));
      const back = command(['-t', encoding], { input: there.stdout });
      deepEqual([back.status, back.stderr], [0, '']);
      ok(back.stdout.equals(bytes));
    });
  }

  it('converts an input of several chunks whose ends cut characters', async () => {
    for (const shift of [0, 1, 2]) {
      const whole = Buffer.from('x'.repeat(shift) + '日'.repeat(400_000));
      const { status, stdout } = await runWith({ a: whole }, '-t shift_jis a');
      equal(status, 0);
      ok(stdout.equals(encode(whole.toString(), 'shift_jis')));
    }
  });

  for (const mode of ['html', 'replace', 'skip']) {
    it(`--unencodable=${mode} writes what encode() writes, also in an encoding with a state`, () => {
      for (const encoding of ['windows-1252', 'shift_jis', 'iso-2022-jp', 'gbk', 'big5']) {
        const { status, stdout } = command([`--unencodable=${mode}`, '-t', encoding], {
          input: `${text}ไท日`,
        });
        equal(
          stdout.toString('hex'),
          encode(`${text}ไท日`, encoding, { unencodable: mode }).toString('hex'),
          encoding,
        );
        equal(status, mode === 'skip' ? 1 : 0);
      }
    });
  }

  it('--malformed=replace writes U+FFFD, and &#65533; where the output encoding does not contain it', () => {
    const input = latin1('a\x81b');
    equal(String(command('-f gbk --malformed=replace', { input }).stdout), decode(input, 'gbk'));
    const html = ['-f', 'gbk', '-t', 'koi8-r', '--malformed=replace', '--unencodable=html'];
    const { status, stdout } = command(html, { input: latin1('a\xff') });
    deepEqual([status, String(stdout)], [0, 'a&#65533;']);
    const fatal = command('-f gbk -t koi8-r --malformed=replace', {
      input: latin1('a\xff'),
    });
    deepEqual(
      [fatal.status, fatal.stderr],
      [1, 'whatwg-transcoder: -: at byte 1: KOI8-R does not contain U+FFFD\n'],
    );
  });

  it('a mode that is given has precedence over -c and //IGNORE', () => {
    const { status, stdout, stderr } = command('-c --unencodable=html -t ascii', {
      input: latin1('\xff\xe2\x82\xac\xe2\x88\x9e'),
    });
    equal(stdout.toString('latin1'), '&#8364;&#8734;');
    equal(status, 1);
    match(stderr, /: omitted 1 malformed sequence or character that US-ASCII does not contain\n$/);
    const other = command('--malformed=replace -t utf-16le//IGNORE', {
      input: latin1('\xff'),
    });
    deepEqual([other.status, other.stdout.toString('hex')], [0, 'fdff']);
  });

  it('counts what -c omits', () => {
    const { status, stdout, stderr } = command('-c -t latin1', {
      input: latin1('a\xff\xffb\xe6\x97\xa5c'),
    });
    deepEqual([status, String(stdout)], [1, 'abc']);
    equal(
      stderr,
      'whatwg-transcoder: -: omitted 3 malformed sequences or characters that windows-1252 does not contain\n',
    );
    equal(command('-cs -t latin1', { input: latin1('a\xff') }).stderr, '');
  });

  it('--bom begins the whole output, not each file, with a byte order mark', async () => {
    const files = { a: 'x', b: 'y' };
    for (const [encoding, hex] of [
      ['utf-8', 'efbbbf7879'],
      ['utf-16le', 'fffe78007900'],
      ['utf-16be', 'feff00780079'],
    ]) {
      const { stdout } = await runWith(files, ['-t', encoding, '--bom', 'missing', 'a', 'b']);
      equal(stdout.toString('hex'), hex);
    }
    equal(command('-t utf-8 --bom').stdout.toString('hex'), 'efbbbf');
  });

  it('removes a byte order mark of the input encoding from each file', async () => {
    const { stdout } = await runWith({ a: '\ufeffx' }, '-t utf-8 a a');
    equal(String(stdout), 'xx');
  });

  it('messages show control characters in names as escapes', async () => {
    const { stderr } = await runWith({}, ['-f', 'gbk', 'a\x1b[2J\u2028b']);
    equal(
      stderr,
      'whatwg-transcoder: a\\u001b[2J\\u2028b: cannot open: no such file or directory\n',
    );
  });

  it('--json reports to standard error while the text goes to standard output', async () => {
    const { status, stdout, stderr } = await runWith(
      { a: latin1('\xe9') },
      '-f latin1 --json a missing',
    );
    deepEqual([status, String(stdout)], [1, 'é']);
    deepEqual(stderr.trimEnd().split('\n').map(JSON.parse), [
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
        uncertain: 0,
        failed: 1,
      },
    ]);
    const bad = await runWith({ a: latin1('a\xff') }, '-f gbk -o out --json a');
    deepEqual(reportsOf(bad.stdout)[0].error, {
      code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
      message: 'invalid byte',
      offset: 1,
      length: 1,
      line: 1,
      column: 2,
    });
  });

  it('messages and --json show controls and changes of direction as escapes', async () => {
    const name = 'a\x7f\x9b2J\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028b\u200b';
    const escaped =
      'a\\u007f\\u009b2J\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069\\u2028b\u200b';
    const missing = await runWith({}, ['-f', 'gbk', name]);
    ok(missing.stderr.startsWith(`whatwg-transcoder: ${escaped}: cannot open`), missing.stderr);
    const json = await runWith({}, ['-f', 'gbk', '--json', name]);
    ok(json.stderr.startsWith(`{"type":"file","file":"${escaped}",`), json.stderr);
    equal(reportsOf(json.stderr)[0].file, name);
    const text = { a: '\u202eé\u0085' };
    const detected = await runWith(text, 'detect --json a');
    ok(!/[\x7f-\x9f\u202e]/.test(String(detected.stdout)));
    equal(reportsOf(detected.stdout)[0].text, '\u202eé\u0085');
    ok(String((await runWith(text, 'detect a')).stdout).includes(': \\u202eé\\u0085'));
  });
});
