// Tests the encoders of the reference with every code point of each index: the bytes must decode to the same text.
// test/standard/encoders.test.mjs has the rules, and compares its rows with the reference, too.

import { deepEqual, ok } from 'node:assert/strict';
import { indexNames, readIndex } from '../../indexes/files.mjs';
import { indexNamesOf } from './indexes.mjs';
import { encodingNames, referenceDecode, referenceEncode } from './reference.mjs';

describe('every encoder (of the reference)', () => {
  const files = new Set(indexNames());

  for (const name of encodingNames) {
    const indexes = indexNamesOf(name);
    if (!files.has(indexes[0])) continue;
    it(`${name}: the bytes decode to the same text`, () => {
      const codePoints = new Set(
        indexes.flatMap((file) => readIndex(file)).map(([, codePoint]) => codePoint),
      );
      let encoded = 0;
      for (const codePoint of codePoints) {
        const text = String.fromCodePoint(codePoint);
        const { bytes, errors } = referenceEncode(name, text);
        if (errors.length > 0) continue;
        encoded += 1;
        deepEqual(referenceDecode(name, bytes), { text, errors: [] });
      }
      ok(encoded > codePoints.size / 3, `${encoded} of ${codePoints.size}`);
    });
  }
});
