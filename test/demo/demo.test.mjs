// Tests that the demo finds all of its documents exact.

import { equal, ok } from 'node:assert/strict';
import { demo, documents } from './demo.mjs';

describe('demo', () => {
  it('finds that all of it is exact', async () => {
    const lines = [];
    ok(await demo((line) => lines.push(line)));
    equal(lines.filter((line) => line.startsWith('✓ ')).length, documents.length + 2);
  });
});
