// Tests decode() for short input, which is decoded by tables once an encoding has been used often.

import { equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { decode, encode } from 'whatwg-transcoder';
import { decodableEncodings as names } from '../../harness/part.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';

const require = createRequire(import.meta.url);
const binding = require('../../../lib/backend/backend.js');
const { MAX_TABLE_BYTES, decodeByTables } = require('../../../lib/backend/decode-by-tables.js');
const CALLS = 2100;

const idOf = (name) => binding.encodings.findIndex(([own]) => own === name);

/** Has an encoding get its tables: a pair of bytes with which its text begins is decoded often. */
function useOften(name) {
  const bytes = encode('\u3042\u4E00\uAC00\u0416', name, { unencodable: 'skip' });
  for (let i = 0; i < CALLS; i++) decode(bytes.subarray(0, 8), name);
}

describe('decoding by tables', () => {
  for (const name of names) {
    it(`makes the text of ${name} that the core makes: of each pair of bytes, and of random bytes`, () => {
      useOften(name);
      const id = idOf(name);
      const check = (bytes) => {
        const right = binding.decode(id, bytes);
        const text = decode(bytes, name);
        if (text !== right) equal(text, right, `${name} ${bytes.toString('hex')}`);
      };
      for (let pair = 0; pair < 0x10000; pair++) check(Buffer.of(pair >> 8, pair & 0xff, 0x41));
      const random = randomFrom(1);
      const sample = encode('aé\u0416\u3042\u4E00\uAC00\uFF71\uD7FF\uE000\uFEFFz\u{1F4A9}', name, {
        unencodable: 'skip',
      });
      for (let i = 0; i < 20_000; i++) {
        const at = random(sample.length);
        const bytes = Buffer.from(sample.subarray(at, at + random(20)));
        if (i % 2 === 1 && bytes.length > 0) {
          bytes[random(bytes.length)] = random(256);
        }
        check(bytes);
      }
    });
  }

  it('answers for pairs and for sequences of UTF-8, where it is not switched off', () => {
    const isOn = MAX_TABLE_BYTES > 0;
    for (const name of ['UTF-8', 'Shift_JIS', 'EUC-KR']) {
      useOften(name);
      const id = idOf(name);
      const bytes = encode('a\u3042b', name, { unencodable: 'skip' });
      ok(!isOn || decodeByTables(id, bytes, bytes.length) === decode(bytes, name), name);
      equal(decodeByTables(id, Buffer.of(0xff, 0xff), 2), null);
    }
  });
});
