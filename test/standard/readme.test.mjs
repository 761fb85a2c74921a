// Runs every ```js block of README.md as printed, in a separate process, and compares its output
// with its comments « // → … », in order.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/run-node.mjs';
import { examples, examplesOf } from '../tools/readme-examples.mjs';

// A folder inside the checkout, where the name of the package resolves to the checkout.
const folder = new URL(`../../build/readme-${process.pid}/`, import.meta.url);

describe('README', () => {
  before(() => mkdirSync(folder, { recursive: true }));
  after(() => rmSync(folder, { recursive: true }));

  it('has examples, each with a result', () => {
    assert.ok(examples.length > 0);
    for (const { expected } of examples) assert.ok(expected.length > 0);
  });

  it('has a row for every export of the package root and of the hooks', () => {
    const require = createRequire(import.meta.url);
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const tables = readme.match(/^\| Export \|.*\n(?:\|.*\n)+/gm);
    assert.equal(tables.length, 2);
    for (const [at, path] of ['whatwg-transcoder', 'whatwg-transcoder/hooks'].entries()) {
      const cells = Array.from(tables[at].matchAll(/^\| (.*?) \|/gm), ([, cell]) => cell).slice(1);
      const named = cells.flatMap((cell) =>
        Array.from(cell.matchAll(/`(\w+)/g), ([, name]) => name),
      );
      assert.deepEqual(named.sort(), Object.keys(require(path)).sort(), path);
    }
  });

  for (const { line, file, code, expected } of examples) {
    it(`runs the example of line ${line} as printed`, () => {
      const path = fileURLToPath(new URL(file, folder));
      writeFileSync(path, code);
      assert.deepEqual(runNode([path]).trimEnd().split('\n'), expected);
    });
  }
});

// Pages beside the code. Their examples that need other packages print nothing; `npm run test:form-peers` runs those.
describe('The pages in lib/', () => {
  before(() => mkdirSync(folder, { recursive: true }));
  after(() => rmSync(folder, { recursive: true }));

  for (const page of ['lib/labels/README.md', 'lib/http/forms.md']) {
    const printing = examplesOf(page).filter(({ expected }) => expected.length > 0);

    it(`have examples with results: ${page}`, () => assert.ok(printing.length > 0));

    for (const { line, file, code, expected } of printing) {
      it(`run the example of ${page}, line ${line}, as printed`, () => {
        const path = fileURLToPath(new URL(file, folder));
        writeFileSync(path, code);
        assert.deepEqual(runNode([path]).trimEnd().split('\n'), expected);
      });
    }
  }
});
