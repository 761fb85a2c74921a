// Compares the files of the entry points that follow a rule with what the rule makes.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { root } from '../run/machine.mjs';
import { makeEntries } from './entries/entries.mjs';

const files = makeEntries();

/** A text without what the formatter adds or takes away. */
const unformatted = (text) =>
  text.replaceAll(/\s+/g, '').replaceAll(',}', '}').replaceAll('=|', '=');

describe('Entry points', () => {
  it('have two files for ES modules each, and types that are made', () => {
    const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const paths = Object.values(exports).flatMap((target) => Object.values(target.import ?? {}));
    const types = ['labels/names', 'labels/handles'].map((name) => `./lib/${name}.d.ts`);
    const made = Array.from(files.keys(), (path) => `./${path.replaceAll('\\', '/')}`);
    ok(paths.length > 0);
    deepEqual(made.sort(), [...paths, ...types].sort());
  });

  for (const [path, text] of files) {
    it(`are up to date (if not: npm run lint -- --fix): ${path}`, () => {
      equal(unformatted(readFileSync(`${root}${path}`, 'utf8')), unformatted(text));
    });
  }
});
