// Tests the x-user-defined decoder.
// https://encoding.spec.whatwg.org/#x-user-defined

import { check, testRules } from '../harness/decoders.mjs';

describe('x-user-defined decoder', () => {
  testRules(check, ['x-user-defined'], {
    'returns a code point whose value is byte for an ASCII byte': [
      ['', ''],
      ['00 1A 1C 5C 7E 7F', '\0\x1A\x1C\\~\x7F'],
    ],
    'returns a code point whose value is 0xF780 + byte − 0x80 for any other byte': [
      ['80', '\uF780'],
      ['FF', '\uF7FF'],
      ['41 80 C3 A9 FF 42', 'A\uF780\uF7C3\uF7A9\uF7FFB'],
      ['EF BB BF', '\uF7EF\uF7BB\uF7BF'],
      ['80 FF '.repeat(40), '\uF780\uF7FF'.repeat(40)],
    ],
  });
});
