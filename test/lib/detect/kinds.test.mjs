// Tests detect() on what people have beside prose: each kind of kinds.mjs, damaged text, and one encoding that is allowed.

import { equal, ok } from 'node:assert/strict';
import { detect } from 'whatwg-transcoder/detect';
import { decodeBy } from '../../detect/detectors.mjs';
import { cases, damage } from './kinds.mjs';

/** Asserts that the answer decodes bytes as `encoding` does. */
function finds(bytes, encoding, options) {
  const { encoding: answer, candidates } = detect(bytes, options);
  const list = candidates.slice(0, 3).map((candidate) => Object.values(candidate).join(' '));
  ok(answer !== null, `null (${list.join(', ')})`);
  equal(decodeBy(bytes, answer), decodeBy(bytes, encoding), `${answer} (${list.join(', ')})`);
}

describe('detect(): what people have beside prose', () => {
  for (const { kind, encoding, text, bytes, codePages } of cases) {
    it(`${kind}: ${JSON.stringify(text.slice(0, 40))} in ${encoding}`, () => {
      finds(bytes, encoding, { codePages });
      if (encoding !== 'UTF-8') finds(bytes, encoding, { codePages, allow: [encoding] });
    });
  }

  it('does not take text in UTF-32 for anything by default', () => {
    for (const { encoding, bytes } of cases) {
      if (encoding === 'UTF-32LE') equal(detect(bytes).encoding, null);
    }
  });

  for (const { encoding, bytes } of damage) {
    const middle = bytes.length >> 1;
    it(`damage of ${encoding} at ${bytes.subarray(middle, middle + 2).toString('hex')}`, () =>
      finds(bytes, encoding));
  }
});
