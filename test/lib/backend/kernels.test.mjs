// Tests the environment variable that chooses the kernels. `npm run test:core -- kernels` depends on it.

import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import binding from '../../../lib/backend/backend.js';

// The names of all sets, from the header that declares each of them as kName.
const targets = readFileSync(new URL('../../../src/simd/targets.h', import.meta.url), 'utf8');
const declarations = targets.matchAll(/^extern const Kernels k(\w+);$/gm);
const sets = Array.from(declarations, ([, name]) => name.toLowerCase());

describe('kernels', () => {
  it('are the ones named in the environment variable', () => {
    const named = process.env.WHATWG_TRANSCODER_KERNELS;
    if (named !== undefined) equal(binding.kernels, named);
    else ok(sets.includes(binding.kernels), binding.kernels);
  });
});
