// What users rely on does not change without a change of test/types/api.json, which is a decision.

import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { file, formsOf, makeInterface } from './interface.mjs';

const require = createRequire(import.meta.url);
const list = makeInterface();

describe('the interface', () => {
  it('is that of test/types/api.json (if the change is meant: node test/tools/checks/interface.mjs, and a line in the CHANGELOG)', () => {
    deepEqual(formsOf(list), JSON.parse(readFileSync(file, 'utf8')));
  });

  for (const [key, { exports }] of Object.entries(list.entryPoints)) {
    it(`has every value that is exported: ${key}`, () => {
      const values = Object.keys(require(`whatwg-transcoder${key.slice(1)}`));
      ok(values.length > 0);
      deepEqual(
        values.filter((name) => exports[name] === undefined),
        [],
      );
    });
  }
});
