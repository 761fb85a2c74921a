// Tests the examples of the command's manual, and that other programs can share out the lines of a file to it.

import { equal, notEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encodings } from 'whatwg-transcoder';
import { encodingsOf } from '../../harness/part.mjs';
import { isStateless } from '../../reference/reference.mjs';
import { root, shell, withFolder } from './command.mjs';

describe('command: the lines of a file can be shared out', () => {
  // « Over the lines of one large file »: the manual says for which encodings a line end is never part of a character.
  const excepted = ['replacement', 'UTF-16BE', 'UTF-16LE', 'ISO-2022-JP'];

  for (const encoding of encodingsOf(encodings).filter((name) => !excepted.includes(name))) {
    it(`0x0A ends a character in ${encoding}, whatever the three bytes before it are`, () => {
      const starts = [[]];
      for (let a = 0x80; a <= 0xff; a++) {
        starts.push([a]);
        if (isStateless(encoding)) continue;
        for (let b = 0x21; b <= 0xff; b++) starts.push([a, b]);
        for (const b of [0x30, 0x39, 0x80, 0xa1, 0xfe]) {
          for (let c = 0x80; c <= 0xff; c++) starts.push([a, b, c]);
        }
      }
      const next = [0x31, 0xa1, 0xa1, 0x40];
      const nextText = decode(Uint8Array.from(next), encoding);
      let text = '';
      for (const bytes of starts) {
        const line = decode(Uint8Array.of(...bytes, 0x0a), encoding);
        ok(line.endsWith('\n'), bytes.join());
        text += line + nextText;
      }
      const whole = starts.flatMap((bytes) => [...bytes, 0x0a, ...next]);
      ok(decode(Uint8Array.from(whole), encoding) === text);
    });
  }

  for (const encoding of excepted.slice(1)) {
    it(`0x0A can be part of a character, or the next line depend on the last, in ${encoding}`, () => {
      const bytes = {
        'UTF-16BE': [0x0a, 0x41],
        'UTF-16LE': [0x0a, 0x00],
        'ISO-2022-JP': [0x1b, 0x28, 0x4a, 0x0a, 0x5c],
      }[encoding];
      const whole = decode(Uint8Array.of(...bytes), encoding);
      const end = bytes.indexOf(0x0a) + 1;
      const parts = [bytes.slice(0, end), bytes.slice(end)].map((part) =>
        decode(Uint8Array.of(...part), encoding),
      );
      notEqual(whole, parts.join(''));
    });
  }
});

describe('command: the manual', () => {
  const manual = readFileSync(join(root, 'lib/cli/README.md'), 'utf8');
  const examples = manual
    .split('```console\n')
    .slice(1)
    .map((part) => part.split('```')[0]);

  it('has examples', () => {
    ok(examples.length >= 6);
  });

  for (const example of examples) {
    const [first] = example.split('\n');
    it(`is right: ${first}`, async () => {
      await withFolder((folder) => {
        // The lines that begin with a dollar sign are commands, and the others are what they print.
        const lines = example.split('\n');
        const isCommand = (line) => line.startsWith('$ ');
        const script = lines
          .filter(isCommand)
          .map((line) => line.slice(2))
          .join('\n');
        const expected = lines.filter((line) => !isCommand(line)).join('\n');
        const { output } = shell(script, folder);
        equal(output, expected);
      });
    });
  }
});
