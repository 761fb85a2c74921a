// Tests decodeBody(): the text, what it says about malformed bytes, limits and errors. Which encoding it chooses is tested in
// sniff.test.mjs.

import { deepEqual, equal, throws } from 'node:assert/strict';
import { constants } from 'node:buffer';
import { decode, encode, encodings, validate } from 'whatwg-transcoder';
import { decodeBody } from 'whatwg-transcoder/http';
import { thrownBy, wrongType } from '../../harness/errors.mjs';
import { failure } from './rules.mjs';

const invalid = (more) => failure('ENCODING_INVALID_ENCODED_DATA', more);

describe('decodeBody', () => {
  const text = 'Aé\u0416\u3042\uD55C\u4E2D\u{1F4A9}';

  for (const encoding of encodings.filter((name) => name !== 'replacement')) {
    it(`decodes ${encoding}, and counts as validate() does`, () => {
      const bytes = encode(text, encoding, { unencodable: 'html' });
      const contentType = `text/plain;charset=${encoding}`;
      for (const body of [bytes, Buffer.from([...bytes, 0x41, 0xff, 0x80, 0x41]), Buffer.of()]) {
        const { replacements, firstError } = validate(body, encoding);
        deepEqual(decodeBody(body, contentType), {
          text: decode(body, encoding),
          encoding,
          source: 'header',
          replacements,
          firstErrorOffset: firstError?.offset ?? null,
        });
      }
    });
  }

  it('depends on its own arguments alone, whichever body came before, and whatever was done to that result', () => {
    const body = Buffer.from('<meta charset=koi8-r>\x82\xa0\xff', 'latin1');
    const long = `text/html; charset=shift_jis; a=${'b'.repeat(200)}`;
    const sjis = 'text/html; charset=shift_jis';
    // Each row: a type, the encoding, and the one with another default.
    const rows = [
      ...[sjis, long].map((type) => [type, 'Shift_JIS', 'Shift_JIS']),
      ['text/html', 'KOI8-R', 'KOI8-R'],
      ['application/json', 'UTF-8', 'UTF-8'],
      ...['text/css', '', null, undefined].map((type) => [type, 'UTF-8', 'windows-1251']),
    ];
    const fallback = { default: 'windows-1251' };
    const calls = rows.flatMap(([type, own, other]) => [
      ...[[], [null], [{}]].map((rest) => [() => decodeBody(body, type, ...rest), own]),
      [() => decodeBody(body, type, fallback), other],
    ]);
    for (const [before] of calls) {
      for (const [i, [call, expected]] of calls.entries()) {
        const earlier = before();
        earlier.encoding = 'x';
        earlier.source = 'y';
        equal(call().encoding, expected, `${i}`);
      }
    }
  });

  it('removes the byte order mark that told the encoding, once', () => {
    for (const encoding of ['UTF-8', 'UTF-16LE', 'UTF-16BE']) {
      const bytes = encode('\ufeffa', encoding, { addBOM: true });
      const decoded = decodeBody(bytes, 'text/html;charset=koi8-r');
      deepEqual([decoded.text, decoded.source], ['\ufeffa', 'bom']);
    }
    const gb18030 = encode('\ufeffa', 'gb18030');
    equal(decodeBody(gb18030, 'text/plain;charset=gb18030').text, '\ufeffa');
  });

  it('counts malformed sequences from the start of the body, a byte order mark included, and no U+FFFD', () => {
    for (const [bytes, counts] of [
      [Buffer.from('\ufffda'), [0, null]],
      [Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xff]), [2, 4]],
    ]) {
      const { replacements, firstErrorOffset } = decodeBody(bytes, 'text/plain');
      deepEqual([replacements, firstErrorOffset], counts);
    }
  });

  it('decodes replacement to one U+FFFD, as a browser does', () => {
    const decoded = decodeBody(Buffer.from('<script>'), 'text/html;charset=iso-2022-cn');
    deepEqual(decoded, {
      text: '\ufffd',
      encoding: 'replacement',
      source: 'header',
      replacements: 1,
      firstErrorOffset: 0,
    });
  });

  it('fatal: throws for malformed bytes, with a status', () => {
    const body = Buffer.from([0x61, 0x82, 0x22]);
    const reason = 'invalid trailing byte';
    const message = `The encoded data was not valid for encoding shift_jis: ${reason} at offset 1`;
    const place = { encoding: 'shift_jis', offset: 1, length: 1, reason };
    const decoding = (charset) => () =>
      decodeBody(body, `text/html;charset=${charset}`, { fatal: true });
    throws(decoding('sjis'), invalid({ message, ...place }));
    throws(decoding('hz-gb-2312'), invalid({ reason: 'replacement encoding' }));
    equal(decodeBody(Buffer.from('a'), 'text/plain', { fatal: true }).text, 'a');
  });

  const sjis = 'text/plain; charset=shift_jis';

  it('malformed: a function gives the text for malformed bytes, which count as replacements', () => {
    const bytes = Buffer.of(0x41, 0xff, 0x82, 0xa0, 0x81);
    const malformed = (part, offset, reason) => `<${part.toString('hex')} ${offset} ${reason}>`;
    deepEqual(decodeBody(bytes, sjis, { malformed }), {
      text: 'A<ff 1 invalid byte>\u3042<81 4 truncated>',
      encoding: 'Shift_JIS',
      source: 'header',
      replacements: 2,
      firstErrorOffset: 1,
    });
    const failure = new Error('no');
    const thrower = () => {
      throw failure;
    };
    const error = thrownBy(() => decodeBody(bytes, sjis, { malformed: thrower }));
    equal(error, failure);
    equal(error.status, undefined);
    throws(() => decodeBody(bytes, sjis, { malformed, fatal: true }), wrongType);
    throws(() => decodeBody(bytes, sjis, { malformed: 'x' }), wrongType);
  });

  it('throws for a text that no string can hold', () => {
    const bytes = new Uint8Array(constants.MAX_STRING_LENGTH + 1);
    throws(() => decodeBody(bytes, 'text/plain;charset=latin1'), {
      code: 'ERR_STRING_TOO_LONG',
    });
  });

  it('reads shared memory once, so that another thread cannot make the encoding and the text differ', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    shared.set(Buffer.from('<a>\xe9', 'latin1'));
    const detect = () => {
      shared.fill(0x78);
      return 'koi8-r';
    };
    const { text, encoding } = decodeBody(shared.subarray(0, 4), 'text/html', { detect });
    deepEqual([text, encoding], ['<a>И', 'KOI8-R']);
  });
});
