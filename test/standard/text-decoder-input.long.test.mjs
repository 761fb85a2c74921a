// Tests text that is longer than the longest string of the engine: 512 MB of memory.

import { equal, ok, throws } from 'node:assert/strict';
import { constants } from 'node:buffer';
import { TextDecoder } from '../../lib/index.mjs';
import { hex as bytes } from '../harness/decoders.mjs';

const stream = { stream: true };

describe('interface TextDecoder: limits of the engine', () => {
  it('throws ERR_STRING_TOO_LONG for text that no string can hold, and goes on', () => {
    const limit = constants.MAX_STRING_LENGTH;
    const input = Buffer.alloc(limit + 24, 0x61);
    const tooLong = (error) => {
      ok(error instanceof Error);
      equal(error.code, 'ERR_STRING_TOO_LONG');
      return true;
    };
    for (const [label, fill] of [
      ['utf-8', 0x61],
      ['windows-1251', 0xe0],
    ]) {
      const decoder = new TextDecoder(label);
      if (input[0] !== fill) input.fill(fill);
      throws(() => decoder.decode(input), tooLong, label);
      equal(decoder.decode(bytes('41')), 'A');
      equal(decoder.decode(bytes('42 E2 82'), stream).length, label === 'utf-8' ? 1 : 3);
      throws(() => decoder.decode(input.subarray(0, limit + 1), stream), tooLong, label);
      equal(decoder.decode(bytes('AC')), label === 'utf-8' ? '€' : '¬');
      equal(decoder.decode(), '');
    }
  });
});
