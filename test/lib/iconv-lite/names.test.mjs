// Tests that whatwg-transcoder/iconv-lite keeps what iconv-lite keeps, under each of its names: its names
// are known, and no text makes it throw. names.long.test.mjs compares all text.

import { deepEqual, equal, ok } from 'node:assert/strict';
import iconvLite from 'iconv-lite';
import own from 'whatwg-transcoder/iconv-lite';
import { refusedUnder } from '../../oracles/iconv-lite-cuts.mjs';
import { namesByCodec } from '../../oracles/iconv-lite-differences.mjs';

const codecs = namesByCodec();

describe('iconv-lite: what is kept', () => {
  it('every name of iconv-lite is known, in any case, and names of one codec have one here', () => {
    let count = 0;
    for (const [codec, names] of codecs) {
      for (const name of names) {
        equal(own.getCodec(name), own.getCodec(codec), name);
        equal(own.getCodec(name.toUpperCase()), own.getCodec(codec), name);
        ok(iconvLite.encodingExists(name), name);
        count++;
      }
    }
    equal(count, 414);
  });

  it('no text makes encode() throw under any name', () => {
    for (const codec of codecs.keys()) deepEqual(refusedUnder(codec), [], codec);
  });
});
