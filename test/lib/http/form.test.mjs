// Tests the forms of whatwg-transcoder/http: parseForm(), FormStream and urlencodedDecoder(), in one call, in every cut,
// with limits, and with bodies that are wrong.

import { deepEqual, equal, fail, ok, rejects, throws } from 'node:assert/strict';
import { parse } from 'node:querystring';
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

const http = fileURLToPath(new URL('../../../lib/http.js', import.meta.url));
const type = 'application/x-www-form-urlencoded';
const encodable = encodings.filter((name) => getOutputEncoding(name) === name);

const unsupportedCharset = {
  ...notSupported,
  status: 415,
  statusCode: 415,
  type: 'charset.unsupported',
};
const unsupportedType = {
  name: 'TypeError',
  code: 'ERR_MEDIA_TYPE_NOT_SUPPORTED',
  status: 415,
  statusCode: 415,
  type: 'media.type.unsupported',
};
const lateCharset = {
  name: 'RangeError',
  code: 'ERR_FORM_CHARSET_TOO_LATE',
  status: 415,
  statusCode: 415,
  type: 'charset.unsupported',
};
const tooManyPairs = {
  name: 'RangeError',
  code: 'ERR_URLENCODED_TOO_MANY_TUPLES',
  status: 413,
  statusCode: 413,
  type: 'parameters.too.many',
};
const tooLarge = {
  name: 'RangeError',
  code: 'ERR_BODY_TOO_LARGE',
  status: 413,
  statusCode: 413,
  type: 'entity.too.large',
};
const invalid = {
  name: 'TypeError',
  code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
  status: 400,
  statusCode: 400,
  type: 'encoding.invalid',
};

const bytesOf = (body) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

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
  yield Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  yield Array.from(bytes, (_, at) => [bytes.subarray(at, at + 1), bytes.subarray(0, 0)]).flat();
  for (let at = 1; at < bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)];
}

/** Asserts what a form gives, in one call and in every cut of a stream. */
async function assertForm(body, contentType, options, expected) {
  const bytes = bytesOf(body);
  deepEqual(parseForm(bytes, contentType, options), expected);
  for (const chunks of cutsOf(bytes)) {
    deepEqual(await parseChunks(chunks, contentType, options), expected);
  }
}

/** Asserts the error that a form gives, in one call and in every cut of a stream. */
async function assertError(body, contentType, options, expected) {
  const bytes = bytesOf(body);
  throws(() => parseForm(bytes, contentType, options), expected);
  for (const chunks of cutsOf(bytes)) {
    await rejects(parseChunks(chunks, contentType, options), expected);
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
      await assertForm(body, type, undefined, { pairs, encoding: 'UTF-8', source: 'default' });
    }
  });

  it('are what parseUrlencoded() returns, in every encoding and every cut', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const escaped = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    for (const name of encodable) {
      const text = referenceDecode(name, bytes).text;
      const form = serializeUrlencoded(
        [
          ['é日Жกक', text],
          ['b c', 'あア\u2603'],
        ],
        name,
      );
      const body = bytesOf(`${form}&c=${escaped}&d=\x81\xfe%81+\x1b$B$"`);
      const pairs = parseUrlencoded(body, name);
      equal(pairs[2][1], text);
      const expected = { pairs, encoding: name, source: 'header' };
      const header = `${type};charset=${name}`;
      deepEqual(parseForm(body, header), expected, name);
      for (const size of [1, 2, 3, 7, 64, body.length]) {
        const chunks = [];
        for (let at = 0; at < body.length; at += size) chunks.push(body.subarray(at, at + size));
        deepEqual(await parseChunks(chunks, header), expected, `${name} ${size}`);
      }
    }
  });

  it('are decoded each by itself, so that no state of ISO-2022-JP reaches into the next', async () => {
    await assertForm('a=%1B$B$%22&b=$%22', `${type};charset=iso-2022-jp`, undefined, {
      pairs: [
        ['a', 'あ'],
        ['b', '$"'],
      ],
      encoding: 'ISO-2022-JP',
      source: 'header',
    });
  });

  it('are read from any buffer or view, also where the length is a lie or the memory is shared', async () => {
    const shared = new SharedArrayBuffer(3);
    new Uint8Array(shared).set(bytesOf('a=\xff'));
    const lying = Object.defineProperty(new Uint8Array(shared).slice(), 'length', { value: 1 });
    for (const body of [shared, new Uint8Array(shared), lying]) {
      const options = { encoding: 'windows-1252' };
      deepEqual(parseForm(body, type, options).pairs, [['a', 'ÿ']]);
      const chunk = ArrayBuffer.isView(body) ? body : new Uint8Array(body);
      deepEqual((await parseChunks([chunk], type, options)).pairs, [['a', 'ÿ']]);
    }
    const view = new DataView(new Uint8Array([0x61, 0x61, 0x3d, 0x62]).buffer, 1);
    deepEqual(parseForm(view).pairs, [['a', 'b']]);
  });
});

describe('Forms: encoding', () => {
  const sjis = 'a=%93%FA';
  const found = (encoding, source, pairs = [['a', '日']]) => ({ pairs, encoding, source });

  it('is that of the header, whatever else is said', async () => {
    for (const header of [
      `${type}; charset=shift_jis`,
      `${type};charset="Shift_JIS"`,
      `APPLICATION/X-WWW-FORM-URLENCODED ; x=y; CHARSET=sjis; charset=utf-8`,
    ]) {
      await assertForm(sjis, header, { encoding: 'big5' }, found('Shift_JIS', 'header'));
    }
    await assertForm(`_charset_=big5&${sjis}`, `${type};charset=sjis`, undefined, {
      pairs: [
        ['_charset_', 'big5'],
        ['a', '日'],
      ],
      encoding: 'Shift_JIS',
      source: 'header',
    });
  });

  // « have special logic for tuples of which the name is `_charset_` » https://url.spec.whatwg.org/#urlencoded-parsing
  it('is that of the field _charset_, where the header has none', async () => {
    for (const field of ['_charset_=Shift_JIS', '_CHARSET_=sjis', '%5fcharset%5F=+sjis+']) {
      const [[name, value]] = parseUrlencoded(field);
      const pairs = [
        [name, value],
        ['a', '日'],
      ];
      const expected = found('Shift_JIS', '_charset_', pairs);
      await assertForm(`${field}&${sjis}`, type, { encoding: 'big5' }, expected);
    }
  });

  it('is that of the first field _charset_ with a value', async () => {
    await assertForm(`_charset_=&b&_charset_=sjis&_charset_=big5&${sjis}`, undefined, undefined, {
      pairs: [
        ['_charset_', ''],
        ['b', ''],
        ['_charset_', 'sjis'],
        ['_charset_', 'big5'],
        ['a', '日'],
      ],
      encoding: 'Shift_JIS',
      source: '_charset_',
    });
  });

  it('is told by a field _charset_ anywhere in one call; in a stream it must come before text that is not ASCII', async () => {
    const body = bytesOf(`${sjis}&_charset_=sjis`);
    const pairs = [
      ['a', '日'],
      ['_charset_', 'sjis'],
    ];
    deepEqual(parseForm(body, type), found('Shift_JIS', '_charset_', pairs));
    for (const chunks of cutsOf(body)) {
      await rejects(parseChunks(chunks, type), lateCharset);
      // It says nothing new.
      const options = { encoding: 'windows-31j' };
      deepEqual(await parseChunks(chunks, type, options), found('Shift_JIS', '_charset_', pairs));
    }
    // The bytes of ISO-2022-JP are ASCII, but 0x1B, 0x0E and 0x0F do not stand for themselves there.
    for (const byte of ['%1B', '%0E', '%0F']) {
      const late = bytesOf(`a=${byte}&_charset_=iso-2022-jp`);
      await rejects(parseChunks([late], type), lateCharset);
      equal(parseForm(late, type).encoding, 'ISO-2022-JP');
    }
  });

  it('may ignore the field _charset_', async () => {
    const options = { charsetField: false, encoding: 'sjis' };
    await assertForm(`_charset_=big5&${sjis}`, type, options, {
      pairs: [
        ['_charset_', 'big5'],
        ['a', '日'],
      ],
      encoding: 'Shift_JIS',
      source: 'option',
    });
  });

  it('is that of the option, where the request says nothing, and else UTF-8', async () => {
    for (const header of [type, undefined, null, '', `${type};charset=`]) {
      await assertForm(sjis, header, { encoding: 'sjis' }, found('Shift_JIS', 'option'));
      await assertForm('a=%C3%A9', header, {}, found('UTF-8', 'default', [['a', 'é']]));
    }
    await assertForm('a=é', type, { encoding: null }, found('UTF-8', 'default', [['a', '\ufffd']]));
  });

  // https://encoding.spec.whatwg.org/#get-an-output-encoding
  it('of a page in UTF-16 is UTF-8, as in browsers', async () => {
    for (const encoding of ['utf-16', 'utf-16be']) {
      await assertForm('a=%C3%A9', type, { encoding }, found('UTF-8', 'option', [['a', 'é']]));
    }
  });

  it('of a request that names UTF-16, the replacement encoding or no encoding is an error with status 415', async () => {
    for (const label of [
      'utf-16',
      'UTF-16BE',
      'replacement',
      'hz-gb-2312',
      'utf-7',
      'cp932',
      'x',
    ]) {
      const expected = { ...unsupportedCharset, charset: label };
      await assertError(sjis, `${type};charset=${label}`, undefined, expected);
      await assertError(`_charset_=${label}&${sjis}`, type, undefined, expected);
      throws(() => new FormStream(`${type};charset=${label}`), expected);
    }
  });

  it('may be restricted to a list', async () => {
    const options = { allow: ['utf-8', 'shift_jis', 'windows-1251'], encoding: 'gbk' };
    await assertForm(sjis, `${type};charset=ms_kanji`, options, found('Shift_JIS', 'header'));
    await assertForm('a=%C8%D5', type, options, found('GBK', 'option'));
    for (const label of ['iso-2022-jp', 'gbk']) {
      await assertError(sjis, `${type};charset=${label}`, options, unsupportedCharset);
      await assertError(`_charset_=${label}&${sjis}`, type, options, unsupportedCharset);
    }
  });
});

describe('Forms: errors', () => {
  it('refuse another media type than that of such a form', async () => {
    for (const header of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'x',
      'a/b;charset=utf-8',
    ]) {
      throws(() => parseForm(bytesOf('a=b'), header), unsupportedType);
      throws(() => new FormStream(header), unsupportedType);
    }
  });

  it('refuse more pairs than maxPairs: 1,000 by default', async () => {
    await assertError('a&b&c', type, { maxPairs: 2 }, tooManyPairs);
    await assertError('a', type, { maxPairs: 0 }, tooManyPairs);
    for (const body of ['', '&&', 'a&&b&']) {
      const { pairs } = parseForm(bytesOf(body), type, { maxPairs: 2 });
      deepEqual((await parseChunks([bytesOf(body)], type, { maxPairs: 2 })).pairs, pairs);
    }
    const most = bytesOf('a&'.repeat(1000));
    equal(parseForm(most, type).pairs.length, 1000);
    equal((await parseChunks([most], type)).pairs.length, 1000);
    const more = bytesOf('a&'.repeat(1001));
    throws(() => parseForm(more, type), tooManyPairs);
    await rejects(parseChunks([more], type), tooManyPairs);
    equal(parseForm(more, type, { maxPairs: Infinity }).pairs.length, 1001);
  });

  it('refuse a body of more bytes than maxBytes: 1,048,576 by default', async () => {
    const expected = { ...tooLarge, limit: 4 };
    await assertError('a=b&c', type, { maxBytes: 4 }, expected);
    equal(parseForm(bytesOf('a=b&'), type, { maxBytes: 4 }).pairs.length, 1);
    const most = Buffer.alloc(1024 * 1024, 'a');
    equal(parseForm(most, type).pairs[0][0].length, most.length);
    equal((await parseChunks([most], type)).pairs[0][0].length, most.length);
    const more = Buffer.alloc(1024 * 1024 + 1, 'a');
    throws(() => parseForm(more, type), { ...tooLarge, limit: 1024 * 1024 });
    await rejects(parseChunks([more], type), tooLarge);
  });

  it('refuse a pair of more bytes than maxPairBytes', async () => {
    const expected = { ...tooLarge, limit: 5 };
    for (const body of ['a=b&%41=bc', 'a=b&%41=bc&', '123456']) {
      await assertError(body, type, { maxPairBytes: 5 }, expected);
    }
    const parsed = parseForm(bytesOf('a=b&%41=b'), type, { maxPairBytes: 5 });
    await assertForm('a=b&%41=b', type, { maxPairBytes: 5 }, parsed);
    const long = Buffer.alloc(1024 * 1024 + 1, 'a');
    const options = { maxBytes: Infinity };
    throws(() => parseForm(long, type, options), tooLarge);
    await rejects(parseChunks([long], type, options), tooLarge);
  });

  it('report a malformed sequence with its place in the body, if fatal', async () => {
    const options = { fatal: true, encoding: 'sjis' };
    for (const [body, offset, length, encoding] of [
      ['a=%93%FA&b=x%81', 12, 3, 'shift_jis'],
      ['a=1&%80\xff=2', 7, 1, 'shift_jis'],
      ['a=1&%80%fF=2', 7, 3, 'shift_jis'],
      ['%zz==%81%20', 5, 3, 'shift_jis'],
      // The second byte is not ASCII, so it is part of the malformed sequence.
      ['%zz==%81%ff', 5, 6, 'shift_jis'],
      ['a+%41b=+%41=%ff', 12, 3, 'shift_jis'],
    ]) {
      await assertError(body, type, options, { ...invalid, encoding, offset, length });
    }
    await assertError(
      'a=%C3%A9&b=%C3',
      type,
      { fatal: true },
      { ...invalid, encoding: 'utf-8', offset: 11, length: 3 },
    );
    await assertForm(
      'a=%81',
      type,
      { encoding: 'sjis' },
      {
        pairs: [['a', '\ufffd']],
        encoding: 'Shift_JIS',
        source: 'option',
      },
    );
  });

  it('refuse arguments of a wrong type', () => {
    const body = bytesOf('a=b');
    for (const [contentType, options] of [
      [1, undefined],
      [{}, undefined],
      [type, 1],
      [type, { maxPairs: -1 }],
      [type, { maxPairs: '2' }],
      [type, { maxBytes: NaN }],
      [type, { maxPairBytes: {} }],
      [type, { encoding: 1 }],
      [type, { allow: 'utf-8' }],
      [type, { allow: [1] }],
    ]) {
      throws(() => parseForm(body, contentType, options), wrongType);
      throws(() => new FormStream(contentType, options), wrongType);
    }
    for (const input of [undefined, null, 1, {}, ['a'], 'a=b']) {
      throws(() => parseForm(input, type), wrongType);
    }
    // Who calls the function is wrong, and not the request: there is no status.
    for (const options of [{ encoding: 'cp932' }, { encoding: 'replacement' }, { allow: ['x'] }]) {
      for (const call of [
        () => parseForm(body, type, options),
        () => new FormStream(type, options),
      ]) {
        throws(call, (error) => error.code === notSupported.code && !('status' in error));
      }
    }
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
    for (const name of ['objectMode', 'writableObjectMode']) {
      throws(() => new FormStream(type, { [name]: true }), wrongType);
    }
    throws(() => new FormStream(type, { transform() {} }), wrongType);
    const small = new FormStream(type, { readableHighWaterMark: 2, encoding: 'utf-8' });
    equal(small.readableHighWaterMark, 2);
    for (const chunk of ['a=b', 1]) {
      const failing = new FormStream();
      const failed = new Promise((resolve) => failing.once('error', resolve));
      try {
        failing.write(chunk);
      } catch (error) {
        // Node itself refuses a number.
        equal(error.code, wrongType.code);
        continue;
      }
      equal((await failed).code, wrongType.code);
    }
  });

  it('stops reading when the consumer wants no more', async () => {
    const stream = new FormStream(type, { maxPairs: Infinity, readableHighWaterMark: 4 });
    let isWritten = false;
    stream.write(bytesOf('a=b&'.repeat(5000)), () => {
      isWritten = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    equal(stream.readableLength, 4);
    equal(isWritten, false);
    stream.end(bytesOf('c=%41'));
    let count = 0;
    let last;
    for await (const pair of stream) {
      count += 1;
      last = pair;
      ok(stream.readableLength <= 5);
    }
    equal(count, 5001);
    deepEqual(last, ['c', 'A']);
    equal(isWritten, true);
  });

  it('keeps no chunk alive for the few bytes of a cut pair, and copies a growing pair a few times only', async () => {
    const stream = new FormStream(type, {
      maxBytes: Infinity,
      maxPairBytes: Infinity,
      maxPairs: Infinity,
    });
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
    const ended = new Promise((resolve) => stream.once('end', resolve));
    let length = 0;
    stream.on('data', ([name]) => {
      length += name.length;
    });
    try {
      for (let i = 0; i < 100_000; i++) {
        if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve));
      }
      stream.end();
      await ended;
    } finally {
      globalThis.Uint8Array = Original;
    }
    equal(length, 6_400_000);
    // If every chunk copied the pair again, the copies would have 320 GB.
    ok(made > length && made < 8 * length, `${made} bytes`);
  });

  it('reports an error once, destroys itself, and stops what writes to it', async () => {
    const stream = new FormStream(type, { maxPairs: 2, readableHighWaterMark: 1 });
    const pairs = [];
    const errors = [];
    stream.on('data', (pair) => pairs.push(pair));
    stream.on('error', (error) => errors.push(error));
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.write(bytesOf('a=1&b=2&c=3&d=4'));
    await closed;
    equal(stream.destroyed, true);
    deepEqual(pairs, [
      ['a', '1'],
      ['b', '2'],
    ]);
    deepEqual(
      errors.map(({ type: name }) => name),
      ['parameters.too.many'],
    );
    async function* endless() {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield bytesOf('a=b&'.repeat(1000));
      }
    }
    const parsing = pipeline(
      endless,
      new FormStream(type, { maxPairs: Infinity }),
      async (source) => {
        for await (const _ of source);
      },
    );
    await rejects(parsing, tooLarge);
  });

  it('can be destroyed by its consumer and by a signal', async () => {
    const body = bytesOf('a=b&'.repeat(500));
    for await (const pair of Readable.from([body]).pipe(new FormStream(type))) {
      deepEqual(pair, ['a', 'b']);
      break;
    }
    const stream = new FormStream(type);
    let seen = 0;
    stream.on('data', () => {
      seen += 1;
      stream.destroy();
    });
    stream.end(body);
    await new Promise((resolve) => stream.once('close', resolve));
    equal(seen, 1);
    const aborted = new FormStream(type, { signal: AbortSignal.abort() });
    const [error] = await new Promise((resolve) =>
      aborted.once('error', (...args) => resolve(args)),
    );
    equal(error.name, 'AbortError');
    equal(aborted.encoding, 'UTF-8');
  });

  it('does not take the error of a listener for one of its own', async () => {
    const stream = new FormStream(type);
    const failure = new Error('of the listener');
    stream.on('data', () => {
      throw failure;
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
    equal(caught ?? failure, failure);
    deepEqual(errors, []);
  });

  it('tells the encoding when it is known', async () => {
    const stream = new FormStream(type, { encoding: 'gbk' });
    deepEqual([stream.encoding, stream.source], ['GBK', 'option']);
    stream.write(bytesOf('a=1&_charset_=windows-1251&'));
    stream.read();
    deepEqual([stream.encoding, stream.source], ['windows-1251', '_charset_']);
    stream.destroy();
  });
});

describe('urlencodedDecoder()', () => {
  it('percent-decodes in every encoding', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const binary = Buffer.from(bytes).toString('latin1').replace('%', '%25').replace('+', '%2B');
    for (const name of encodable) {
      const expected = referenceDecode(name, bytes).text;
      equal(urlencodedDecoder(name)(text), expected, name);
      equal(urlencodedDecoder(name, { binary: true })(binary), expected, name);
    }
  });

  it('takes + for a space, and leaves a malformed percent sign as it is', () => {
    const decoder = urlencodedDecoder('shift_jis');
    for (const [text, expected] of [
      ['', ''],
      ['plain [text]', 'plain [text]'],
      ['a+b%2Bc', 'a b+c'],
      ['%93%FA%96{', '日本'],
      ['%', '%'],
      ['%9', '%9'],
      ['%zz%1', '%zz%1'],
      ['%%41', '%A'],
      ['%\u0661\u0661', '%\u0661\u0661'],
      ['%\u0161a', '%\u0161a'],
      ['%81', '\ufffd'],
    ]) {
      equal(decoder(text), expected, text);
      equal(
        decoder(text, () => fail(), 'utf-8', 'key'),
        expected,
        text,
      );
    }
  });

  it('leaves text that is not ASCII as it is, or reads it as bytes, if binary', () => {
    const decoder = urlencodedDecoder('shift_jis');
    equal(decoder('é%93%FA日%93+%FA\u{1f600}'), 'é日日\ufffd \ufffd\u{1f600}');
    const binary = urlencodedDecoder('shift_jis', { binary: true });
    equal(binary('\x93\xfa%93\xfa\x96{'), '日日本');
    equal(binary('\x93日\xfa'), '\ufffd日\ufffd');
    equal(urlencodedDecoder('iso-2022-jp')('\x1b$B$"\x1b(B'), 'あ');
    equal(urlencodedDecoder('windows-1252')('\x80é'), '\x80é');
  });

  it('takes UTF-8 by default and for UTF-16, and keeps a byte order mark', () => {
    for (const label of [undefined, 'utf-8', 'utf-16', 'utf-16be']) {
      equal(urlencodedDecoder(label)('%EF%BB%BF%C3%A9'), '\ufeffé');
    }
  });

  it('reports a malformed sequence with its place in the string, if fatal', () => {
    const decoder = urlencodedDecoder('shift_jis', { fatal: true });
    const expected = { ...invalid, encoding: 'shift_jis', offset: 5, length: 3 };
    throws(() => decoder('é+%41%81'), expected);
    throws(() => decoder('%93%FA日%81'), { ...invalid, offset: 7 });
    throws(() => decoder('a%8120'), { ...invalid, offset: 1, length: 3 });
    equal(decoder('%93%FA'), '日');
  });

  it('works as the function decodeURIComponent of node:querystring', () => {
    const options = { decodeURIComponent: urlencodedDecoder('shift_jis') };
    deepEqual({ ...parse('a=%93%FA+b&%96{=1', '&', '=', options) }, { a: '日 b', 本: '1' });
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
  it('have the same ASCII, but for three control characters in ISO-2022-JP, so that a late _charset_ may follow it', () => {
    for (const name of encodable) {
      for (let byte = 0; byte < 0x80; byte++) {
        if ([0x0e, 0x0f, 0x1b].includes(byte)) continue;
        const { text } = referenceDecode(name, Uint8Array.of(byte));
        equal(text, String.fromCharCode(byte), name);
      }
    }
  });

  it('are those that have an encoder', () => {
    equal(encodable.length, 37);
    for (const name of encodable) equal(getEncoding(name), name);
  });
});
