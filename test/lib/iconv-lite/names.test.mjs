// Tests that whatwg-transcoder/iconv-lite keeps what iconv-lite keeps, under each of its names: its names
// are known, and no text makes it throw. names.long.test.mjs compares all text.

import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import iconvLite from 'iconv-lite';
import * as standard from 'whatwg-transcoder';
import * as others from 'whatwg-transcoder/encodings';
import api from 'whatwg-transcoder/iconv-lite';
import { otherNames } from 'whatwg-transcoder/labels';
import { refusedUnder } from '../../tools/differential/iconv-lite-cuts.mjs';
import { namesByCodec } from '../../tools/differential/iconv-lite-differences.mjs';

const codecs = namesByCodec();

describe('iconv-lite: what is kept', () => {
  it('every name of iconv-lite is known, in any case, and names of one codec have one here', () => {
    let count = 0;
    for (const [codec, names] of codecs) {
      for (const name of names) {
        equal(api.getCodec(name), api.getCodec(codec), name);
        equal(api.getCodec(name.toUpperCase()), api.getCodec(codec), name);
        ok(iconvLite.encodingExists(name), name);
        count++;
      }
    }
    equal(count, 414);
  });

  it('no other name is known but those of ISO-2022-JP, so that no label of a stranger reaches EBCDIC, HZ or ISO-2022-KR', () => {
    const labels = [standard, others].flatMap((each) => Object.keys(each.labels));
    const own = [...labels, ...otherNames.map(({ name }) => name), 'HZ', 'ibm-1047', 'CCSID 37'];
    const added = own.filter((name) => api.encodingExists(name) !== iconvLite.encodingExists(name));
    deepEqual(added.sort(), ['csiso2022jp', 'iso-2022-jp', 'iso2022jp']);
    for (const name of [
      'ibm037',
      'cp500',
      'hz-gb-2312',
      'iso-2022-kr',
      'johab',
      'x-user-defined',
    ]) {
      equal(api.encodingExists(name), false, name);
      throws(() => api.decode(Buffer.of(0x4c), name), {
        code: 'ERR_ENCODING_NOT_SUPPORTED',
        message: /^Encoding not recognized: /,
      });
    }
  });

  it('no text makes encode() throw under any name', () => {
    for (const codec of codecs.keys()) deepEqual(refusedUnder(codec), [], codec);
  });
});
