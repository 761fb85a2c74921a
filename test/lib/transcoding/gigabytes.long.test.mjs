// Tests input of 2 and of 4 GB: results are right, offsets are whole, and what is too long for a string or a Buffer is an error with a
// code. The system gives memory that is only read, and never written, without using any.

import { deepEqual, equal, throws } from 'node:assert/strict';
import { constants } from 'node:buffer';
import { createRequire } from 'node:module';
import {
  decode,
  decodedLength,
  encode,
  encodeInto,
  TextDecoder,
  transcode,
  validate,
} from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import { UTF8Decode } from 'whatwg-transcoder/hooks';
import { decodeBody } from 'whatwg-transcoder/http';
import iconv from 'whatwg-transcoder/iconv-lite';

const require = createRequire(import.meta.url);
const { concatBytes, newBytes } = require('../../../lib/base/webidl.js');

const tooLong = { code: 'ERR_STRING_TOO_LONG' };
const noMemory = { name: 'Error', code: 'ERR_MEMORY_ALLOCATION_FAILED' };

// Around the numbers that 31 and 32 bits can hold, as far as the engine has arrays of this length.
const lengths = [2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 16].filter(
  (length) => length <= constants.MAX_LENGTH,
);

describe('input of gigabytes', () => {
  for (const length of lengths) {
    it(`${length} bytes`, () => {
      const bytes = new Uint8Array(length);
      const offset = length - 3;
      bytes[offset] = 0xff;
      for (const label of ['utf-8', 'gb18030']) {
        throws(() => decode(bytes, label), tooLong);
        throws(() => new TextDecoder(label).decode(bytes, { stream: true }), tooLong);
        equal(decodedLength(bytes, label), length);
        equal(decode(bytes, label, { start: length - 4 }), '\0\uFFFD\0\0');
        const error = { offset, length: 1, reason: 'invalid byte' };
        deepEqual(validate(bytes, label, { maxErrors: 2 }), {
          valid: false,
          replacements: 1,
          firstError: error,
          errors: [error],
        });
      }
      const limit = { code: 'ERR_ENCODING_OUTPUT_TOO_LARGE' };
      throws(() => transcode(bytes, 'euc-kr', 'utf-8', { maxOutputBytes: 1000 }), limit);
      throws(() => UTF8Decode(bytes), tooLong);
      throws(() => decodeBody(bytes, 'text/plain'), tooLong);
      throws(() => iconv.decode(bytes, 'cp437'), tooLong);
      equal(detect(bytes.subarray(offset - 100)).encoding, null);
      deepEqual(encodeInto('a\u3042', bytes.subarray(length - 9), 'shift_jis'), {
        read: 2,
        written: 3,
      });
      deepEqual(encodeInto('a\u3042', bytes, 'shift_jis'), { read: 2, written: 3 });
    });
  }

  it('memory that no engine has is an error with a code, and the next call works', () => {
    throws(() => newBytes(2 ** 53 - 1), noMemory);
    throws(() => concatBytes(new Array(2 ** 21).fill(new Uint8Array(2 ** 31))), noMemory);
    equal(encode('\u3042', 'shift_jis').toString('hex'), '82a0');
  });
});
