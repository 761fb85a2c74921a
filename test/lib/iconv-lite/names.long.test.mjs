// Tests that whatwg-transcoder/iconv-lite keeps what iconv-lite keeps, under each of its names: iconv-lite runs beside it, and what
// differs is exactly the table in the manual. These tests take long: npm run test:all runs them.

import { deepEqual, ok } from 'node:assert/strict';
import { problemsOfParts } from '../../tools/differential/iconv-lite-cuts.mjs';
import { compareAll, namesByCodec } from '../../tools/differential/iconv-lite-differences.mjs';
import { isOnPage } from '../../tools/differential/page-table.mjs';

const codecs = namesByCodec();

describe('iconv-lite: what is kept, in all text', () => {
  it('each scalar value that iconv-lite writes and reads, and all bytes that it reads, but for the table in the manual', () => {
    const { table, counts, problems } = compareAll();
    deepEqual(problems, []);
    const name = 'npm run test:differential -- iconv-lite';
    ok(isOnPage('lib/iconv-lite/README.md', name, table, false), table);
    deepEqual(counts, { names: 414, lost: 126, readOtherwise: 90 });
  });

  describe('the same through decoders, encoders and streams that get single units and bytes, with and without a byte order mark', () => {
    let tried = 0;
    for (const codec of codecs.keys()) {
      it(codec, async () => {
        const { problems, characters } = await problemsOfParts(codec);
        deepEqual(problems, []);
        tried += characters;
      });
    }

    it('there were many characters', () => {
      ok(tried > 100_000, `${tried} characters`);
    });
  });
});
