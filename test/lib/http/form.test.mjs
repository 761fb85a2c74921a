// Tests the forms of whatwg-transcoder/http: parseForm(), FormStream and urlencodedDecoder(), in one call, in every cut,
// with limits, and with bodies that are wrong.

import { deepEqual, equal, fail, ok, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { encodings, getEncoding, getOutputEncoding } from 'whatwg-transcoder';
import { parseUrlencoded, serializeUrlencoded } from 'whatwg-transcoder/hooks';
import { FormStream, parseForm, urlencodedDecoder } from 'whatwg-transcoder/http';
import binding from '../../../lib/backend/backend.js';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { assertLinear, workOf } from '../../harness/work.mjs';
import { referenceDecode } from '../../reference/reference.mjs';
import { chunksOf, failure } from './rules.mjs';

const http = fileURLToPath(new URL('../../../lib/http.js', import.meta.url));
const type = 'application/x-www-form-urlencoded';
const encodable = encodings.filter((name) => getOutputEncoding(name) === name);
const unlimited = { maxBytes: Infinity, maxPairBytes: Infinity, maxPairs: Infinity };

const unsupportedCharset = failure('ENCODING_NOT_SUPPORTED');
const lateCharset = failure('FORM_CHARSET_TOO_LATE');
const tooMany = failure('URLENCODED_TOO_MANY_TUPLES');
const tooLarge = failure('BODY_TOO_LARGE');
const invalid = failure('ENCODING_INVALID_ENCODED_DATA');

const bytesOf = (body) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const everyByteEscaped = Array.from(
  everyByte,
  (byte) => `%${byte.toString(16).padStart(2, '0')}`,
).join('');

/** Gives chunks to a FormStream; returns what parseForm() returns, or throws the error of the stream. */
async function parseChunks(chunks, contentType, options) {
  const stream = new FormStream(contentType, options);
  const pairs = [];
  await pipeline(Readable.from(chunks, { objectMode: true }), stream, async (source) => {
    for await (const pair of source) pairs.push(pair);
  });
  return { pairs, encoding: stream.encoding, source: stream.source };
}

/** All ways to cut bytes that the tests use: whole, byte by byte, at every place, and with empty chunks. */
function* cutsOf(bytes) {
  yield [bytes];
  if (bytes.length > 1000) return;
  yield chunksOf(bytes, 1);
  yield chunksOf(bytes, 1).flatMap((chunk) => [chunk, bytes.subarray(0, 0)]);
  for (let at = 1; at < bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)];
}

/** Asserts what a form gives, its number of pairs or its error, in one call and in every cut of a stream. */
async function checkForm(body, contentType, options, expected) {
  const bytes = bytesOf(body);
  const what = `${body.slice(0, 99)} ${contentType} ${JSON.stringify(options)}`;
  const runs = [async () => parseForm(bytes, contentType, options)];
  for (const chunks of cutsOf(bytes)) runs.push(() => parseChunks(chunks, contentType, options));
  for (const run of runs) {
    if (typeof expected === 'number') equal((await run()).pairs.length, expected, what);
    else if (expected.pairs !== undefined) deepEqual(await run(), expected, what);
    else await rejects(run, expected, what);
  }
}

describe('Forms: pairs', () => {
  // test/standard/url.test.mjs has what the pairs are.
  it('are those of parseUrlencoded(), in every cut', async () => {
    const values = [
      '+%2B%2b+',
      '%25%s%1G',
      '%',
      '%4',
      '%%41',
      '%3D%26',
      '%4&1=',
      '%C3%A9\xc3\xa9%c3\xa9',
    ];
    const bodies = ['', '&&', 'a', '=', '=&', '=a', 'a=b=c', '&a=b&&a=c&'];
    for (const body of [...bodies, ...values.map((value) => `a=${value}`)]) {
      const pairs = parseUrlencoded(bytesOf(body));
      await checkForm(body, type, undefined, { pairs, encoding: 'UTF-8', source: 'default' });
    }
  });

  it('are what parseUrlencoded() returns, in every encoding and every cut', async () => {
    for (const name of encodable) {
      const { text } = referenceDecode(name, everyByte);
      const own = [
        ['é日Жกක', text],
        ['b c', 'あア\u2603'],
      ];
      const form = serializeUrlencoded(own, name);
      const body = bytesOf(`${form}&c=${everyByteEscaped}&d=\x81\xfe%81+\x1b$B$"`);
      const pairs = parseUrlencoded(body, name);
      equal(pairs[2][1], text);
      const expected = { pairs, encoding: name, source: 'header' };
      const header = `${type};charset=${name}`;
      deepEqual(parseForm(body, header), expected, name);
      for (const size of [1, 2, 3, 7, 64, body.length]) {
        deepEqual(await parseChunks(chunksOf(body, size), header), expected, `${name} ${size}`);
      }
    }
  });

  it('are read from chunks in shared memory, and where the length is a lie', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set(bytesOf('a=\xff'));
    const lying = Object.defineProperty(shared.slice(), 'length', { value: 1 });
    for (const chunk of [shared, lying]) {
      const options = { encoding: 'windows-1252' };
      deepEqual((await parseChunks([chunk], type, options)).pairs, [['a', 'ÿ']]);
    }
  });
});

describe('Forms: encoding', () => {
  const sjis = 'a=%93%FA';
  const [header, option, field] = ['header', 'option', '_charset_'];
  const day = [['a', '日']];
  const eAcute = [['a', 'é']];
  const named = (label) => ['_charset_', label];
  const inSjis = { encoding: 'sjis' };
  const none = [type, undefined, null, '', `${type};charset=`];

  // Each row: a body, the header, options, the pairs, the encoding and its source.
  const rules = {
    'is that of the header, whatever else is said': [
      ...['; charset=shift_jis', ';charset="Shift_JIS"', ' ; x=y; CHARSET=sjis; charset=utf-8'].map(
        (rest) => [sjis, type.toUpperCase() + rest, { encoding: 'big5' }, day, 'Shift_JIS', header],
      ),
      [
        `_charset_=big5&${sjis}`,
        `${type};charset=sjis`,
        {},
        [named('big5'), ...day],
        'Shift_JIS',
        header,
      ],
    ],
    'decodes each pair by itself, so that no state of ISO-2022-JP reaches into the next': [
      [
        'a=%1B$B$%22&b=$%22',
        `${type};charset=iso-2022-jp`,
        {},
        [
          ['a', 'あ'],
          ['b', '$"'],
        ],
        'ISO-2022-JP',
        header,
      ],
    ],
    // « have special logic for tuples of which the name is `_charset_` » https://url.spec.whatwg.org/#urlencoded-parsing
    'is that of the field _charset_, where the header has none': [
      '_charset_=Shift_JIS',
      '_CHARSET_=sjis',
      '%5fcharset%5F=+sjis+',
    ].map((own) => [
      `${own}&${sjis}`,
      type,
      { encoding: 'big5' },
      [...parseUrlencoded(own), ...day],
      'Shift_JIS',
      field,
    ]),
    'is that of the first field _charset_ with a value': [
      [
        `_charset_=&b&_charset_=sjis&_charset_=big5&${sjis}`,
        undefined,
        {},
        [named(''), ['b', ''], named('sjis'), named('big5'), ...day],
        'Shift_JIS',
        field,
      ],
    ],
    'may ignore the field _charset_': [
      [
        `_charset_=big5&${sjis}`,
        type,
        { charsetField: false, ...inSjis },
        [named('big5'), ...day],
        'Shift_JIS',
        option,
      ],
    ],
    'is that of the option, where the request says nothing, and else UTF-8': [
      ...none.flatMap((contentType) => [
        [sjis, contentType, inSjis, day, 'Shift_JIS', option],
        ['a=%C3%A9', contentType, {}, eAcute, 'UTF-8', 'default'],
      ]),
      ['a=é', type, { encoding: null }, [['a', '\ufffd']], 'UTF-8', 'default'],
      ['a=%81', type, inSjis, [['a', '\ufffd']], 'Shift_JIS', option],
    ],
    // https://encoding.spec.whatwg.org/#get-an-output-encoding
    'of a page in UTF-16 is UTF-8, as in browsers': ['utf-16', 'utf-16be'].map((encoding) => [
      'a=%C3%A9',
      type,
      { encoding },
      eAcute,
      'UTF-8',
      option,
    ]),
    'may be restricted to a list': [
      [sjis, `${type};charset=ms_kanji`, { allow: ['utf-8', 'sjis'] }, day, 'Shift_JIS', header],
      ['a=%C8%D5', type, { allow: ['sjis'], encoding: 'gbk' }, day, 'GBK', option],
    ],
  };
  for (const [rule, rows] of Object.entries(rules)) {
    it(rule, async () => {
      for (const [body, contentType, options, pairs, encoding, source] of rows) {
        await checkForm(body, contentType, options, { pairs, encoding, source });
      }
    });
  }

  it('is told by a field _charset_ anywhere in one call; in a stream it must come before text that is not ASCII', async () => {
    const body = bytesOf(`${sjis}&_charset_=sjis`);
    const expected = { pairs: [...day, named('sjis')], encoding: 'Shift_JIS', source: field };
    deepEqual(parseForm(body, type), expected);
    for (const chunks of cutsOf(body)) {
      await rejects(parseChunks(chunks, type), lateCharset);
      // It says nothing new.
      deepEqual(await parseChunks(chunks, type, { encoding: 'windows-31j' }), expected);
    }
    // The bytes of ISO-2022-JP are ASCII, but 0x1B, 0x0E and 0x0F do not stand for themselves there.
    for (const byte of ['%1B', '%0E', '%0F']) {
      const late = bytesOf(`a=${byte}&_charset_=iso-2022-jp`);
      await rejects(parseChunks([late], type), lateCharset);
      equal(parseForm(late, type).encoding, 'ISO-2022-JP');
    }
  });

  it('of a request that names UTF-16, the replacement encoding, none, or one that is not in the list is an error with status 415', async () => {
    for (const charset of 'utf-16 UTF-16BE replacement hz-gb-2312 utf-7 cp932 x gbk'.split(' ')) {
      const options = { allow: charset === 'gbk' ? ['utf-8'] : undefined };
      const expected = { ...unsupportedCharset, charset };
      await checkForm(sjis, `${type};charset=${charset}`, options, expected);
      await checkForm(`_charset_=${charset}&${sjis}`, type, options, expected);
      throws(() => new FormStream(`${type};charset=${charset}`, options), expected);
    }
    throws(() => parseForm(bytesOf('a'), `${type};charset=cp932`), /did you mean windows-31j\?$/);
  });
});

describe('Forms: the same end whole and in every cut', () => {
  const fatal = true;
  const inSjis = { fatal, encoding: 'sjis' };
  const charset = `${type};charset=shift_jis`;
  const at = (offset, length, encoding = 'shift_jis') => ({ ...invalid, encoding, offset, length });
  const limited = (limit) => ({ ...tooLarge, limit });
  const mega = 1024 * 1024;

  // Each row: a body, options, the error or the number of pairs, and a header.
  const ends = {
    'more pairs than maxPairs: 1,000 by default': [
      ['a&b&c', { maxPairs: 2 }, tooMany],
      ['a', { maxPairs: 0 }, tooMany],
      ['', { maxPairs: 0 }, 0],
      ['&&&&', { maxPairs: 0, maxBytes: 4 }, 0],
      ['a&&b&', { maxPairs: 2 }, 2],
      ['a&'.repeat(1000), {}, 1000],
      ['a&'.repeat(1001), {}, tooMany],
      ['a&'.repeat(1001), { maxPairs: Infinity }, 1001],
    ],
    'a body of more bytes than maxBytes: 1,048,576 by default': [
      ['a=1&b=2', { maxBytes: 7 }, 2],
      ['a=1&b=2', { maxBytes: 6 }, limited(6)],
      ['a=b&c', { maxBytes: 4 }, limited(4)],
      ['a=b&', { maxBytes: 4 }, 1],
      ['', { maxBytes: 0 }, 0],
      ['&&&&', { maxBytes: 3 }, limited(3)],
      [Buffer.alloc(mega, 'a'), {}, 1],
      [Buffer.alloc(mega + 1, 'a'), {}, limited(mega)],
    ],
    'a pair of more bytes than maxPairBytes': [
      ...['a=b&%41=bc', 'a=b&%41=bc&', '123456'].map((body) => [
        body,
        { maxPairBytes: 5 },
        limited(5),
      ]),
      ['a=b&%41=b', { maxPairBytes: 5 }, 2],
      ['a=1&b=22&c=3', { maxPairBytes: 3 }, limited(3)],
      [Buffer.alloc(mega + 1, 'a'), { maxBytes: Infinity }, limited(mega)],
    ],
    'of two errors the one that comes first in the body': [
      ['a=%FF&b=2', { maxBytes: 6, fatal }, invalid],
      ['a=%FF&b=2', { maxBytes: 5, fatal }, limited(5)],
      ['b=2&a=%FF', { maxBytes: 8, fatal }, limited(8)],
      ['a=1&b=2&c=3', { maxBytes: 9, maxPairs: 1 }, tooMany],
      ['a=1&b=2&c=3', { maxBytes: 6, maxPairs: 1 }, limited(6)],
      ['a=%FF&b=22&c=3', { maxPairBytes: 5, fatal }, invalid],
      ['a=bbbbbb&c', { maxBytes: 5, maxPairBytes: 3 }, limited(3)],
      ['a=1&_charset_=bogus&b', {}, unsupportedCharset],
      ['a=%FF&_charset_=bogus&b', { fatal }, invalid],
      ['a=1&b=2&_charset_=bogus', { maxPairs: 1 }, tooMany],
      ['a=1&_charset_=bogus&b', { maxBytes: 20 }, unsupportedCharset],
      ['a=1&_charset_=bogus&b', { maxBytes: 19 }, limited(19)],
      ['_charset_=bogus&a=%FF', { fatal }, unsupportedCharset],
    ],
    'a malformed sequence with its place in the body, if fatal': [
      ['a=%93%FA&b=x%81', inSjis, at(12, 3)],
      ['a=1&%80\xff=2', inSjis, at(7, 1)],
      ['a=1&%80%fF=2', inSjis, at(7, 3)],
      ['%zz==%81%20', inSjis, at(5, 3)],
      // The second byte is not ASCII, so it is part of the malformed sequence.
      ['%zz==%81%ff', inSjis, at(5, 6)],
      ['a+%41b=+%41=%ff', inSjis, at(12, 3)],
      ['a=%C3%A9&b=%C3', { fatal }, at(11, 3, 'utf-8')],
      ['a=%82', { fatal }, at(2, 3), charset],
    ],
    'another media type than that of such a form': [
      'text/plain',
      'multipart/form-data; boundary=x',
      'x',
      'a/b;charset=utf-8',
    ].map((header) => ['a=b', {}, failure('MEDIA_TYPE_NOT_SUPPORTED'), header]),
  };
  for (const [title, rows] of Object.entries(ends)) {
    it(title, async () => {
      for (const [body, options, expected, header = type] of rows) {
        await checkForm(body, header, options, expected);
      }
    });
  }

  it('a pair that does not end is refused when it is longer than maxPairBytes', async () => {
    const stream = new FormStream(type, { maxPairBytes: 3 });
    const failed = once(stream, 'error');
    for (const chunk of ['a=', '1', '1']) stream.write(bytesOf(chunk));
    equal((await failed)[0].code, tooLarge.code);
  });
});

describe('FormStream', () => {
  it('is a Transform with bytes on one side and objects on the other', async () => {
    const stream = new FormStream();
    ok(stream instanceof Transform);
    deepEqual(
      [stream.readableObjectMode, stream.writableObjectMode, stream.readableHighWaterMark],
      [true, false, 16],
    );
    for (const own of [{ objectMode: true }, { writableObjectMode: true }, { transform() {} }]) {
      throws(() => new FormStream(type, own), wrongType);
    }
    const small = new FormStream(type, { readableHighWaterMark: 2, encoding: 'utf-8' });
    equal(small.readableHighWaterMark, 2);
    throws(() => stream.setEncoding('utf8'), {
      name: 'Error',
      code: 'ERR_METHOD_NOT_IMPLEMENTED',
      message: /^This stream has no setEncoding\(\)/,
    });
    const failed = once(stream, 'error');
    stream.write('a=b');
    equal((await failed)[0].code, wrongType.code);
  });

  it('stops reading when the consumer wants no more', async () => {
    const stream = new FormStream(type, { maxPairs: Infinity, readableHighWaterMark: 4 });
    let isWritten = false;
    stream.write(bytesOf('a=b&'.repeat(5000)), () => {
      isWritten = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    deepEqual([stream.readableLength, isWritten], [4, false]);
    stream.end(bytesOf('c=%41'));
    let count = 0;
    let last;
    for await (last of stream) {
      count += 1;
      ok(stream.readableLength <= 5);
    }
    deepEqual([count, last, isWritten], [5001, ['c', 'A'], true]);
  });

  it('keeps no chunk alive for the few bytes of a cut pair, and copies a growing pair a few times only', async () => {
    const stream = new FormStream(type, unlimited);
    const chunk = Buffer.alloc(64, 'a');
    // Bytes that are kept are copied to a new Uint8Array. The length of each new one is added up.
    const { Uint8Array: Original } = globalThis;
    let made = 0;
    globalThis.Uint8Array = new Proxy(Original, {
      construct(target, args, newTarget) {
        if (typeof args[0] === 'number') made += args[0];
        return Reflect.construct(target, args, newTarget);
      },
    });
    const ended = once(stream, 'end');
    let length = 0;
    stream.on('data', ([name]) => {
      length += name.length;
    });
    try {
      for (let i = 0; i < 100_000; i++) if (!stream.write(chunk)) await once(stream, 'drain');
      stream.end();
      await ended;
    } finally {
      globalThis.Uint8Array = Original;
    }
    equal(length, 6_400_000);
    // If every chunk copied the pair again, the copies would have 320 GB.
    ok(made > length && made < 8 * length, `${made} bytes`);
  });

  it('does not take the error of a listener for one of its own', async () => {
    const stream = new FormStream(type);
    const own = new Error('of the listener');
    stream.on('data', () => {
      throw own;
    });
    const errors = [];
    stream.on('error', (error) => errors.push(error));
    let caught;
    try {
      stream._transform(bytesOf('a=b&c'), 'buffer', () => {});
      stream.read();
    } catch (error) {
      caught = error;
    }
    equal(caught ?? own, own);
    deepEqual(errors, []);
  });
});

describe('urlencodedDecoder()', () => {
  it('percent-decodes in every encoding', () => {
    const binary = bytesOf(Buffer.from(everyByte))
      .toString('latin1')
      .replace('%', '%25')
      .replace('+', '%2B');
    for (const name of encodable) {
      const expected = referenceDecode(name, everyByte).text;
      equal(urlencodedDecoder(name)(everyByteEscaped), expected, name);
      equal(urlencodedDecoder(name, { binary: true })(binary), expected, name);
    }
  });

  it('takes + for a space, and leaves malformed percent signs and text that is not ASCII as they are', () => {
    const decoder = urlencodedDecoder('shift_jis');
    for (const [text, expected = text] of [
      ['a+b', 'a b'],
      ...['', 'plain [text]', '%', '%9', '%zz%1', '%\u0661\u0661', '%\u0161a'].map((one) => [one]),
      ['a+b%2Bc', 'a b+c'],
      ['%93%FA%96{', '日本'],
      ['%%41', '%A'],
      ['%81', '\ufffd'],
      ['é%93%FA日%93+%FA\u{1f600}', 'é日日\ufffd \ufffd\u{1f600}'],
    ]) {
      equal(decoder(text), expected, text);
      equal(
        decoder(text, () => fail(), 'utf-8', 'key'),
        expected,
        text,
      );
    }
    const binary = urlencodedDecoder('shift_jis', { binary: true });
    equal(binary('\x93\xfa%93\xfa\x96{'), '日日本');
    equal(binary('\x93日\xfa'), '\ufffd日\ufffd');
    equal(urlencodedDecoder('iso-2022-jp')('\x1b$B$"\x1b(B'), 'あ');
    equal(urlencodedDecoder('windows-1252')('\x80é'), '\x80é');
    for (const label of [undefined, 'utf-8', 'utf-16', 'utf-16be']) {
      equal(urlencodedDecoder(label)('%EF%BB%BF%C3%A9'), '\ufeffé');
    }
  });

  it('reports a malformed sequence with its place in the string, if fatal', () => {
    const decoder = urlencodedDecoder('shift_jis', { fatal: true });
    for (const [text, offset] of [
      ['é+%41%81', 5],
      ['%93%FA日%81', 7],
      ['a%8120', 1],
    ]) {
      throws(() => decoder(text), { ...invalid, encoding: 'shift_jis', offset, length: 3 });
    }
    equal(decoder('%93%FA'), '日');
  });

  it('refuses labels that are unknown, and values that are not strings', () => {
    for (const label of ['cp932', 'replacement', 'utf-7']) {
      throws(() => urlencodedDecoder(label), notSupported);
    }
    throws(() => urlencodedDecoder(1), wrongType);
    throws(() => urlencodedDecoder('utf-8', 1), wrongType);
    for (const value of [undefined, null, 1, {}]) {
      throws(() => urlencodedDecoder()(value), wrongType);
    }
  });

  // Node's inspector counts the steps.
  itInNode(
    'takes steps in proportion to the length of the text, and gives the core each byte once',
    () => {
      const parts = ['%', '%4', '%81', '%93%FA日', '\ud800', '+é', '%41%'];
      assertLinear(
        `const { urlencodedDecoder } = require(${JSON.stringify(http)});
      const decoder = urlencodedDecoder('shift_jis');
      const run = (part, length) => decoder(part.repeat(length / part.length));`,
        parts,
      );
      const decoder = urlencodedDecoder('shift_jis');
      for (const part of parts) {
        const text = part.repeat(1_000_000 / part.length);
        const { given } = workOf(binding, () => ok(decoder(text).length > 0));
        // The core also gets a few numbers with each run of bytes.
        ok(given <= 4 * text.length, `${part}: ${given}`);
      }
    },
  );
});

describe('The encodings of forms', () => {
  it('have an encoder, and the same ASCII, but for three control characters in ISO-2022-JP, so that a late _charset_ may follow it', () => {
    equal(encodable.length, 37);
    for (const name of encodable) {
      equal(getEncoding(name), name);
      for (let byte = 0; byte < 0x80; byte++) {
        if ([0x0e, 0x0f, 0x1b].includes(byte)) continue;
        const { text } = referenceDecode(name, Uint8Array.of(byte));
        equal(text, String.fromCharCode(byte), name);
      }
    }
  });
});
