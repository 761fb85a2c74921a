// Compares random streams with the reference. npm run test:differential -- random runs more of them.

import { deepEqual } from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { isShort } from '../harness/part.mjs';
import { runRandomCases } from '../harness/random-cases.mjs';
import { runRandomEncodeCases } from '../harness/random-encode-cases.mjs';

const cases = isShort ? 15_000 : 50_000;

describe('every decoder, random bytes in random chunks', () => {
  it('returns the text and errors of the reference, call by call', () => {
    const { mismatches } = runRandomCases(TextDecoder, { cases, seed: 2026 });
    deepEqual(mismatches.slice(0, 5), []);
  });
});

describe('every encoder, random text in random chunks', () => {
  it('returns the bytes and errors of the reference', () => {
    const { mismatches } = runRandomEncodeCases({ cases, seed: 2026 });
    deepEqual(mismatches.slice(0, 5), []);
  });
});
