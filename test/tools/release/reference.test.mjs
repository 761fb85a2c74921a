// Tests that the reference, which a release has in its folder docs/, can be made whole from the types.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../run/machine.mjs';
import { makeReference } from './reference.mjs';

const pages = makeReference();
const headingsOf = (text) => Array.from(text.matchAll(/^### (.*)$/gm), ([, name]) => name);

describe('Reference', () => {
  it('has a page for each entry point', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const names = Object.keys(exports)
      .filter((key) => key !== './package.json')
      .map((key) => (key === '.' ? 'index' : key.slice(2)));
    deepEqual(Array.from(pages.keys()).sort(), names.map((name) => `docs/${name}.md`).sort());
  });

  for (const [path, text] of pages) {
    it(`has every export: ${path}`, () => {
      const [, specifier] = /^# (.*)$/m.exec(text);
      const [, passedOn = ''] = /^The same as in the package root: (.*)$/m.exec(text) ?? [];
      // Several constants may have one section.
      const linked = Array.from(text.matchAll(/\[`(\w+)`\]\(#/g), ([, name]) => name);
      const described = [
        ...headingsOf(text),
        ...linked,
        ...passedOn.replaceAll('`', '').split(', '),
      ];
      for (const name of Object.keys(createRequire(import.meta.url)(specifier))) {
        ok(described.includes(name), name);
      }
    });

    it(`has a declaration and a description under each heading: ${path}`, () => {
      for (const section of text.split(/^### /m).slice(1)) {
        const [, declaration, rest] = /^\S+\n\n```ts\n(.+?)\n```\n\n(.+)/s.exec(section) ?? [];
        ok(declaration, section);
        match(rest, /^[\p{L}`]/u, section);
      }
    });

    it(`has headings that links tell apart, and links that lead somewhere: ${path}`, () => {
      const headings = headingsOf(text).map((name) => name.toLowerCase());
      ok(headings.length > 0);
      equal(new Set(headings).size, headings.length);
      for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const isFound = target.startsWith('#')
          ? headings.includes(target.slice(1))
          : existsSync(join(root, dirname(path), target));
        ok(isFound, target);
      }
    });
  }
});
