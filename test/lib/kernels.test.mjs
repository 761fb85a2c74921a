// Tests the environment variable that chooses the kernels. `npm run test:kernels` depends on it.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const binding = createRequire(import.meta.url)('../../lib/native/backend.js');

describe('kernels', () => {
  it('are the ones named in the environment variable', () => {
    const named = process.env.WHATWG_TRANSCODER_KERNELS;
    if (named !== undefined) assert.equal(binding.kernels, named);
    else assert.match(binding.kernels, /^(scalar|sse2|avx2|avx512|neon)$/);
  });
});
