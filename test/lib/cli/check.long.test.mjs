// Tests that --check does work in proportion to the input.

import { equal, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countWork, withFolder } from './command.mjs';

describe('command: --check', () => {
  for (const [what, args, content = '\xd7'] of [
    ['every byte is malformed', ['--check']],
    ['each line has a malformed byte', ['--check'], '\r\n\xff'],
    ['every character is unencodable', ['--check', '-f', 'gbk', '-t', 'ascii']],
    ['-c omits every byte', ['-c', '-t', 'gbk']],
  ]) {
    it(`does work in proportion to the input, and takes constant memory, where ${what}`, async () => {
      await withFolder((folder) => {
        const rows = [200_000, 1_600_000].map((length) => {
          writeFileSync(join(folder, 'a'), Buffer.alloc(length, content, 'latin1'));
          const { status, work } = countWork([...args, 'a'], folder);
          equal(status, 1);
          const { steps } = countWork([...args, 'a'], folder, { countSteps: true }).work;
          return { ...work, steps };
        });
        const [one, eight] = rows;
        // assertLinear() in work.mjs says why the limit of steps is 16 times.
        ok(eight.steps <= 16 * one.steps, JSON.stringify(rows));
        for (const unit of ['calls', 'given', 'written']) {
          ok(eight[unit] <= 8.5 * one[unit] + 1000, `${unit}: ${JSON.stringify(rows)}`);
        }
        ok(one.calls > 0 && one.given > 0 && one.steps > 0, JSON.stringify(rows));
        ok(eight.kilobytes > 0 && eight.kilobytes - one.kilobytes < 64_000, JSON.stringify(rows));
      });
    });
  }
});
