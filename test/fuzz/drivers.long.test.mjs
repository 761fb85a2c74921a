// Runs each fuzz driver of JavaScript for a moment, from a fixed seed: `npm run test:fuzz` runs them for as long as one likes.

import { equal, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { itInNode } from '../harness/runtimes-here.mjs';
import { root } from '../tools/run/cmake.mjs';
import { runAndKeep } from '../tools/run/suites.mjs';

const names = readdirSync(new URL('drivers/', import.meta.url)).map((file) =>
  file.replace('.mjs', ''),
);

describe('fuzz drivers', () => {
  for (const name of names) {
    // The drivers ask Node's inspector which code has run.
    itInNode(`find nothing: ${name}`, async () => {
      mkdirSync(`${root}build/fuzz`, { recursive: true });
      const command = [process.execPath, 'test/fuzz/javascript.mjs', name, '3', '1'];
      const env = { ...process.env, WHATWG_TRANSCODER_BACKEND: '' };
      const { status, stdout, output } = await runAndKeep(command, { env, timeout: 200_000 });
      equal(status, 0, output);
      ok(JSON.parse(stdout.trimEnd().split('\n').at(-1)).executions > 0);
    });
  }
});
