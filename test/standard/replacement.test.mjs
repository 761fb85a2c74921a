// Tests the replacement encoding: its labels, and the functions that refuse or decode it.
// https://encoding.spec.whatwg.org/#replacement

import { deepEqual, equal, throws } from 'node:assert/strict';
import { readEncodings } from '../../indexes/files.mjs';
import { getEncoding, TextDecoder } from '../../lib/index.mjs';
import { notSupported } from '../harness/errors.mjs';
import { referenceDecode } from '../reference/reference.mjs';

const { labels } = readEncodings().find(({ name }) => name === 'replacement');

describe('replacement', () => {
  it('has six labels', () => {
    deepEqual([...labels].sort(), [
      'csiso2022kr',
      'hz-gb-2312',
      'iso-2022-cn',
      'iso-2022-cn-ext',
      'iso-2022-kr',
      'replacement',
    ]);
  });

  it('is refused by the constructor of TextDecoder, under each label, with a RangeError', () => {
    for (const label of labels.flatMap((own) => [own, own.toUpperCase(), ` ${own}\n`])) {
      equal(getEncoding(label), 'replacement');
      throws(() => new TextDecoder(label), notSupported);
    }
  });
});

describe('replacement decoder (of the reference)', () => {
  it('returns error once for an input that is not empty', () => {
    const error = { offset: 0, length: 1, reason: 'replacement encoding' };
    deepEqual(referenceDecode('replacement', []), { text: '', errors: [] });
    deepEqual(referenceDecode('replacement', [0x41]), { text: '\uFFFD', errors: [error] });
    deepEqual(referenceDecode('replacement', [0x41, 0x42, 0x43]), {
      text: '\uFFFD',
      errors: [error],
    });
  });
});
