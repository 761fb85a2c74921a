// Tests the mistakes of `npm run test:core -- planted`: a change of the sources must not leave one of them without its place.

import { deepEqual, notEqual, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mistakes, plant, suites } from '../run/mistakes.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('Planted mistakes', () => {
  for (const mistake of mistakes) {
    it(`can be planted: ${mistake.name}`, () => {
      notEqual(plant(mistake, root), readFileSync(join(root, mistake.file), 'utf8'));
    });
  }

  it('use each suite', () => {
    deepEqual([...new Set(mistakes.map(({ suite }) => suite))].sort(), Object.keys(suites).sort());
  });

  it('are refused where their text is not in the file, or twice', () => {
    const [mistake] = mistakes;
    throws(() => plant({ ...mistake, text: 'no such text' }, root), /is 0 times in/);
    throws(() => plant({ ...mistake, text: 'output_state_ = state_' }, root), /is 2 times in/);
  });
});
