// Compares the reference in .github/reference/ with the types that it is made from.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder, makeReference } from './reference.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = makeReference();
const headingsOf = (text) => Array.from(text.matchAll(/^### (.*)$/gm), ([, name]) => name);

describe('Reference', () => {
  it('has a page for each entry point and no other', () => {
    const files = readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
    assert.deepEqual(files.sort(), Array.from(pages.keys()).sort());
  });

  for (const [path, text] of pages) {
    it(`is up to date (if not: npm run docs:reference): ${path}`, () => {
      assert.equal(readFileSync(join(root, path), 'utf8'), text);
    });

    it(`has every export: ${path}`, () => {
      const [, specifier] = /^# (.*)$/m.exec(text);
      const [, passedOn = ''] = /^The same as in the package root: (.*)$/m.exec(text) ?? [];
      const described = [...headingsOf(text), ...passedOn.replaceAll('`', '').split(', ')];
      for (const name of Object.keys(createRequire(import.meta.url)(specifier))) {
        assert.ok(described.includes(name), name);
      }
    });

    it(`has headings that links tell apart: ${path}`, () => {
      const headings = headingsOf(text).map((name) => name.toLowerCase());
      assert.ok(headings.length > 0);
      assert.equal(new Set(headings).size, headings.length);
    });
  }
});
