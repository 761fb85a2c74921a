// Compares random streams with the reference. npm run test:random runs more of them.

import { deepStrictEqual } from 'node:assert';
import { TextDecoder } from '../../lib/index.mjs';
import { runRandomCases } from '../tools/random-cases.mjs';
import { runRandomEncodeCases } from '../tools/random-encode-cases.mjs';

describe('every decoder, random bytes in random chunks', () => {
  it('returns the text and errors of the reference, call by call', () => {
    const { mismatches } = runRandomCases(TextDecoder, { cases: 50_000, seed: 2026 });
    deepStrictEqual(mismatches.slice(0, 5), []);
  }).timeout(120_000);
});

describe('every encoder, random text in random chunks', () => {
  it('returns the bytes and errors of the reference', () => {
    const { mismatches } = runRandomEncodeCases({ cases: 30_000, seed: 2026 });
    deepStrictEqual(mismatches.slice(0, 5), []);
  }).timeout(120_000);
});
