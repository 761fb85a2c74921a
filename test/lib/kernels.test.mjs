// The environment variable that chooses the kernels, which `npm run test:kernels` depends on.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const binding = createRequire(import.meta.url)('../../lib/native/backend.js');

describe('kernels', () => {
  it('are those that the environment variable names', () => {
    const named = process.env.WHATWG_TRANSCODER_KERNELS;
    if (named !== undefined) assert.equal(binding.kernels, named);
    else assert.match(binding.kernels, /^(scalar|sse2|avx2|avx512|neon)$/);
  });
});
