// Tests validate(), decodedLength(), canEncode(), findUnencodable() and encodedLength(). model.test.mjs compares their answers with the
// reference.

import { deepEqual, equal, throws } from 'node:assert/strict';
import {
  canEncode,
  decode,
  decodedLength,
  encode,
  encodedLength,
  findUnencodable,
  validate,
} from 'whatwg-transcoder';
import { hex } from '../../harness/decoders.mjs';

describe('questions about bytes', () => {
  it('tells a byte order mark from bytes that only begin like one', () => {
    equal(decodedLength(hex('EF BB BF')), 0);
    equal(decodedLength(hex('EF BB BF EF BB BF')), 1);
    equal(decodedLength(hex('EF BB')), 1);
    equal(decodedLength(hex('FF EF BB BF')), 2);
    equal(decodedLength(hex('FF FE 41 00'), 'utf-16le'), 1);
    equal(decodedLength(hex('84 31 95 33'), 'gb18030'), 1);
    deepEqual(validate(hex('EF BB BF')), { valid: true, replacements: 0, firstError: null });
  });

  it('count a long text', () => {
    const bytes = new Uint8Array(5_000_001).fill(0xe3);
    const { replacements, firstError } = validate(bytes);
    equal(replacements, 5_000_001);
    deepEqual(firstError, { offset: 0, length: 1, reason: 'invalid trailing byte' });
    equal(decodedLength(bytes), 5_000_001);
  });
});

describe('questions about text', () => {
  it('find a lone surrogate also where encode() writes U+FFFD for it, and what comes first', () => {
    for (const [text, name, index, codePoint] of [
      ['a\uD800\uD83D\uDE00', 'utf-8', 1, 0xfffd],
      ['a\uDFFF', 'utf-16le', 1, 0xfffd],
      // gb18030 has no bytes for U+E5E5.
      ['\uE5E5\uD800', 'gb18030', 0, 0xe5e5],
      ['\uD800\uE5E5', 'gb18030', 0, 0xfffd],
      // A text of many pieces.
      [`${'\uD83D\uDE00'.repeat(100_000)}\uD83D`, 'utf-8', 200_000, 0xfffd],
    ]) {
      deepEqual(findUnencodable(text, name), { index, codePoint });
    }
    equal(encode('a\uD800', 'utf-16be').toString('hex'), '0061fffd');
    equal(findUnencodable('\uD83D\uDE00', 'utf-8'), null);
  });

  it('does not count a byte order mark in the index', () => {
    throws(() => encodedLength('a\u00E9', 'big5', { addBOM: true }), {
      code: 'ERR_ENCODING_UNENCODABLE',
      index: 1,
      codePoint: 0xe9,
    });
    equal(encodedLength('a', 'utf-16le', { addBOM: true }), 4);
    // Only encoders have these options.
    equal(decode(Buffer.of(0x61), 'utf-8', { addBOM: true, unencodable: 1, maxErrors: 1 }), 'a');
  });

  it('work for a long text', () => {
    const text = '\u3042a'.repeat(1_000_000);
    equal(encodedLength(text, 'iso-2022-jp'), 9_000_000);
    equal(encodedLength(text), 4_000_000);
    deepEqual(findUnencodable(`${text}\u00E9`, 'iso-2022-jp'), {
      index: 2_000_000,
      codePoint: 0xe9,
    });
    equal(canEncode(text, 'latin1'), false);
  });
});
