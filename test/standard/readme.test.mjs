// Runs every ```js block of README.md as printed, in a process of its own, and compares what it
// prints with its comments « // → … », in order.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
// Inside the checkout, where the package finds itself by its own name.
const folder = new URL('build/readme/', root);

const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

describe('README', () => {
  it('has examples, each with a result', () => {
    assert.ok(blocks.length > 0);
    for (const code of blocks) assert.match(code, /\/\/ → /);
  });

  for (const [i, code] of blocks.entries()) {
    const line = readme.slice(0, readme.indexOf(code)).split('\n').length;
    it(`runs the example of line ${line} as printed`, () => {
      mkdirSync(folder, { recursive: true });
      const kind = /\brequire\(/.test(code) ? 'cjs' : 'mjs';
      const file = fileURLToPath(new URL(`example-${i + 1}.${kind}`, folder));
      writeFileSync(file, code);
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      const expected = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text);
      assert.deepEqual(stdout.trimEnd().split('\n'), expected);
    });
  }
});
