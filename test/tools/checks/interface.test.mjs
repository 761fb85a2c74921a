// What users rely on does not change without a change of test/types/api.json, which is a decision.

import { deepEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { exportsOf, namesOf } from '../release/reference.mjs';
import { root } from '../run/machine.mjs';
import { file, formsOf, makeInterface } from './interface.mjs';

const require = createRequire(import.meta.url);

describe('the interface', () => {
  it('is that of test/types/api.json (if the change is meant: node test/tools/checks/interface.mjs, and a line in the CHANGELOG)', () => {
    deepEqual(formsOf(makeInterface()), JSON.parse(readFileSync(file, 'utf8')));
  });

  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [key, target] of Object.entries(exports)) {
    if (target.require === undefined) continue;
    it(`declares every value that is exported, and no other one: ${key}`, () => {
      const { declarations, names } = exportsOf(join(target.require.types));
      const isValue = (node) =>
        !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node);
      // The package root declares what these names are.
      const passedOn = names.filter((name) => Object.hasOwn(require('whatwg-transcoder'), name));
      const declared = [...declarations.filter(isValue).flatMap(namesOf), ...passedOn];
      const values = Object.keys(require(`whatwg-transcoder${key.slice(1)}`));
      deepEqual([...new Set(declared)].sort(), values.sort());
    });
  }
});
