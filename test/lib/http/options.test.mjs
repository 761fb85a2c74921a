// Tests what every function and stream of whatwg-transcoder/http does alike: a body ends in the same error whole and in chunks,
// limits are integers, and options come from the program and not from Object.prototype. form.test.mjs has the errors of forms.

import { deepEqual, equal, fail, ok, rejects } from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import zlib from 'node:zlib';
import {
  DecodeBodyStream,
  DecodeBodyTransform,
  decodeBody,
  decodeResponse,
  FormStream,
  parseForm,
  sniffEncoding,
  urlencodedDecoder,
} from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { chunksOf, failure, throughNodeStream, throughWebStream } from './rules.mjs';

const form = 'application/x-www-form-urlencoded';
const bytesOf = (text) => Buffer.from(text, 'latin1');

describe('HTTP bodies: the same error whole and in chunks', () => {
  const sjis = 'text/plain;charset=shift_jis';
  const good = 'abc\x82\xa0\x82\xa2';
  const bad = 'ab\xffc\x82\xa0\xff\x82\x22';
  const bogus = 'text/plain;charset=bogus';
  const fatal = true;
  const invalid = failure('ENCODING_INVALID_ENCODED_DATA');
  const tooLarge = (limit) => failure('BODY_TOO_LARGE', { limit });
  const unsupported = failure('ENCODING_NOT_SUPPORTED', { charset: 'bogus' });
  const rows = [
    [good, sjis, {}, null],
    [good, sjis, { maxBytes: 7, fatal }, null],
    ...[6, 4, 0].map((maxBytes) => [good, sjis, { maxBytes, fatal }, tooLarge(maxBytes)]),
    [bad, sjis, { fatal }, invalid],
    [bad, sjis, { maxBytes: 2, fatal }, tooLarge(2)],
    [bad, sjis, { maxBytes: 3, fatal }, invalid],
    [bad, sjis, { maxBytes: 5, maxErrors: 0 }, failure('ENCODING_TOO_MANY_ERRORS', { limit: 0 })],
    [bad, sjis, { maxBytes: 5, maxErrors: 1 }, tooLarge(5)],
    [
      good,
      sjis,
      { maxBytes: 5, maxOutputBytes: 2 },
      failure('ENCODING_OUTPUT_TOO_LARGE', { limit: 2 }),
    ],
    [good, sjis, { maxBytes: 2, maxOutputBytes: 2 }, tooLarge(2)],
    ...[undefined, 2, 0].map((maxBytes) => [good, bogus, { maxBytes }, unsupported]),
    ['\xef\xbb\xbfabc', bogus, { maxBytes: 4 }, tooLarge(4)],
    [good, '', { maxBytes: 2, detect: () => 'bogus' }, unsupported],
    [good, '', { maxBytes: 2, detect: () => 7 }, wrongType],
  ];

  for (const [i, [body, type, options, expected]] of rows.entries()) {
    it(`row ${i + 1}: ${expected?.code}`, async () => {
      const bytes = bytesOf(body);
      const runs = [() => decodeBody(bytes, type, options)];
      for (const size of [1, 2, 3, 1000]) {
        const chunks = chunksOf(bytes, size);
        for (const run of [throughNodeStream, throughWebStream])
          runs.push(() => run(chunks, type, options));
      }
      for (const run of runs) {
        const running = (async () => run())();
        await (expected === null ? running : rejects(running, expected, `${run}`));
      }
    });
  }
});

describe('HTTP bodies and forms: arguments', () => {
  const callers = {
    sniffEncoding: (options) => sniffEncoding(Buffer.of(), '', options),
    decodeBody: (options) => decodeBody(Buffer.of(), '', options),
    decodeResponse: (options) => decodeResponse(new Response('a'), options),
    DecodeBodyStream: (options) => new DecodeBodyStream('', options),
    DecodeBodyTransform: (options) => new DecodeBodyTransform('', options),
    parseForm: (options) => parseForm(Buffer.of(), '', options),
    FormStream: (options) => new FormStream('', options),
  };
  const ofForms = ['maxBytes', 'maxPairBytes', 'maxPairs'];
  const limits = { sniffEncoding: ['prescanBytes'], parseForm: ofForms, FormStream: ofForms };
  const ofBodies = ['prescanBytes', 'maxBytes', 'maxErrors', 'maxOutputBytes'];

  for (const [name, call] of Object.entries(callers)) {
    it(`${name}: a limit is an integer from 0 on, or Infinity`, async () => {
      for (const limit of limits[name] ?? ofBodies) {
        for (const value of [1.5, Number.NaN, -1, -Infinity, '1', true, 1n, {}, Symbol('x')]) {
          const what = `${limit}: ${String(value)}`;
          await rejects(async () => call({ [limit]: value }), wrongType, what);
        }
        for (const value of [1, 2 ** 53, Infinity, undefined]) await call({ [limit]: value });
      }
    });
  }

  it('isDecompressed is a boolean', async () => {
    for (const isDecompressed of ['x', 1, null, {}]) {
      await rejects(decodeResponse(new Response('a'), { isDecompressed }), wrongType);
    }
  });

  it('a detached buffer and a view that is out of bounds contain no bytes', async () => {
    const detached = new ArrayBuffer(4);
    const views = [Buffer.from(detached), Buffer.from(detached, 2)];
    views.push(new Uint8Array(detached), new DataView(detached), new Uint8Array(detached, 2));
    structuredClone(detached, { transfer: [detached] });
    const shrunk = new ArrayBuffer(8, { maxByteLength: 8 });
    views.push(detached, ...[Uint8Array, DataView].map((View) => new View(shrunk, 4, 4)));
    views.push(new Uint16Array(shrunk, 4));
    shrunk.resize(0);
    for (const view of views) {
      equal(sniffEncoding(view).encoding, 'UTF-8');
      equal(decodeBody(view).text, '');
      deepEqual(parseForm(view).pairs, []);
      // Node itself refuses other chunks.
      if (Buffer.isBuffer(view)) {
        const pairs = new FormStream();
        pairs.write(view);
        pairs.end(bytesOf('a=1'));
        deepEqual(await pairs.toArray(), [['a', '1']]);
        equal((await throughNodeStream([view, bytesOf('a')], '', {})).text, 'a');
      }
      const { text } = await throughWebStream([bytesOf('a'), view, bytesOf('b')], '', {});
      equal(text, 'ab');
      const body = Readable.from([bytesOf('a'), view]);
      equal((await decodeResponse({ headers: {}, body })).text, 'a');
      equal((await decodeResponse({ headers: {}, body: view })).text, '');
    }
  });
});

/** Calls a function while Object.prototype has another property. */
async function polluted(name, value, run) {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    return await run();
  } finally {
    delete Object.prototype[name];
  }
}

describe('Object.prototype', () => {
  it('has no effect as options; a class or an object of defaults has', async () => {
    const bytes = bytesOf('\xef\xbb\xbf\xff');
    const run = async (options) => ({
      sniffed: sniffEncoding(bytesOf('x'), 'text/plain', options),
      body: decodeBody(bytes, 'text/plain', options),
      response: await decodeResponse(new Response(bytes), options),
      node: await throughNodeStream([bytes], 'text/plain', options),
      web: await throughWebStream([bytes], 'text/plain', options),
      form: parseForm(bytesOf('a=%FF'), form, options),
      decoder: urlencodedDecoder('utf-8')('%FF'),
    });
    const expected = await run();
    const koi8 = { default: 'koi8-r' };
    const values = {
      ...{ ...koi8, detect: () => 'koi8-r', malformed: () => 'x', fatal: true, ignoreBOM: true },
      ...{
        prescanBytes: -1,
        allow: 7,
        allowUtf8Guess: 'x',
        topLevelDomain: 7,
        unknownCharset: 'x',
      },
      ...{ maxBytes: 0, maxErrors: 0, maxOutputBytes: 0, maxPairs: 0, maxPairBytes: 0 },
      ...{ charsetField: false, isDecompressed: 'x', start: 1, end: 1 },
    };
    for (const [name, value] of Object.entries(values)) {
      for (const options of [undefined, {}]) {
        deepEqual(await polluted(name, value, () => run(options)), expected, name);
      }
    }
    class Defaults {
      get default() {
        return 'koi8-r';
      }
    }
    for (const options of [new Defaults(), Object.create(koi8)]) {
      for (const call of [sniffEncoding, decodeBody]) {
        equal(call(bytesOf('x'), 'text/plain', options).encoding, 'KOI8-R');
      }
    }
  });

  /** Properties that a message, a stream or a decoder of Node.js may have, or an option of their constructors. */
  const names = `
    bodyUsed locked flowing emittedEnd destroyed errored readableDidRead readableEncoding readableEnded readableFlowing objectMode
    readableObjectMode writableObjectMode decodeStrings encoding defaultEncoding highWaterMark readableHighWaterMark
    writableHighWaterMark transform final construct writev signal emitClose autoDestroy allowHalfOpen readable writable chunkSize
    finishFlush windowBits maxOutputLength dictionary level info params rejectGarbageAfterEnd`
    .trim()
    .split(/\s+/);
  const gzip = zlib.gzipSync(Buffer.alloc(100_000, 'abc'));
  const headers = { 'content-encoding': 'gzip' };
  const bodies = {
    'a web stream': () => new Blob([gzip]).stream(),
    'a stream of a package': () => {
      const own = new PassThrough();
      own.end(gzip);
      // As that of the package minipass, it has few of the properties of a stream of Node.js.
      const methods = ['pipe', 'unpipe', 'on', 'off', 'read', 'resume', 'destroy'].map((name) => {
        const method = own[name];
        return [name, (...args) => method.apply(own, args)];
      });
      return { __proto__: Object.fromEntries(methods) };
    },
    bytes: () => gzip,
  };

  // The streams of other runtimes read other names.
  for (const [what, make] of Object.entries(bodies)) {
    itInNode(`has no effect on ${what}`, async () => {
      for (const name of names) {
        for (const value of [1, true, 'utf8', () => fail(name)]) {
          const body = make();
          let running;
          // The decoder for bytes is made before the event loop turns.
          await polluted(name, value, async () => {
            running = decodeResponse({ headers, body }, { isDecompressed: false });
            for (let turn = 0; turn < 30; turn++) await undefined;
          });
          equal((await running).text.length, 100_000, `${name} ${value}`);
        }
      }
    });
  }

  itInNode('has no effect on FormStream', async () => {
    for (const name of names) {
      for (const value of [1, true, 'utf8', () => fail(name)]) {
        let stream;
        await polluted(name, value, () => {
          stream = new FormStream(form);
        });
        stream.end(bytesOf('a=b'));
        deepEqual(await stream.toArray(), [['a', 'b']], name);
      }
    }
  });
});

describe('decodeResponse: odd headers and messages', () => {
  const body = () => Readable.from([Buffer.of(0xe9)]);
  const koi8 = 'text/plain;charset=koi8-r';
  const own = new Error('own');
  const throwing = () => {
    throw own;
  };
  const throwingAt = (name, object = {}) =>
    Object.defineProperty(object, name, { get: throwing, enumerable: true });

  it('that have what is needed', async () => {
    for (const [name, headers] of Object.entries({
      'without a prototype': { __proto__: null, 'content-type': koi8 },
      'a list': { 'content-type': ['text/plain', koi8] },
      'a Map': new Map([['Content-Type', koi8]]),
      'a Map with lists': new Map([['CONTENT-TYPE', ['text/plain', koi8]]]),
      'a getter': Object.defineProperty({}, 'Content-Type', { get: () => koi8, enumerable: true }),
      'a number beside': { 'content-length': 1, 'content-type': koi8 },
      'null and undefined beside': {
        'content-encoding': null,
        etag: undefined,
        'content-type': koi8,
      },
      'a symbol beside': { [Symbol('content-type')]: 1, 'content-type': koi8 },
      'in upper and lower case': { 'Content-Type': koi8, 'content-type': 'text/plain' },
      'one that throws and is not needed': throwingAt('Accept', { 'content-type': koi8 }),
    })) {
      equal((await decodeResponse({ headers, body: body() })).text, 'И', name);
    }
    for (const [type, coding, length] of [
      ['Content-Type', 'Content-Encoding', 'Content-Length'],
      ['CONTENT-TYPE', 'content-Encoding', 'CONTENT-length'],
    ]) {
      const headers = { [type]: koi8, [coding]: 'gzip' };
      const zipped = Readable.from([zlib.gzipSync(Buffer.of(0xe9))]);
      equal((await decodeResponse({ headers, body: zipped }, { isDecompressed: false })).text, 'И');
      const long = decodeResponse({ headers: { [length]: '11' }, body: body() }, { maxBytes: 10 });
      await rejects(long, failure('BODY_TOO_LARGE', { limit: 10 }));
    }
    // Behind a stream between, the length may be that of the compressed body.
    const between = { headers: { 'content-length': '11' }, body: body().pipe(new PassThrough()) };
    equal((await decodeResponse(between, { maxBytes: 10 })).text.length, 1);
    // Headers of a prototype do not count.
    const inherited = {
      headers: Object.create({ 'content-type': koi8 }),
      body: Readable.from([bytesOf('a')]),
    };
    equal((await decodeResponse(inherited)).encoding, 'UTF-8');
  });

  it('that are wrong: each error has a code, and the body is given up', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const get = (value) => ({ get: () => value });
    for (const [name, headers] of Object.entries({
      'a header that throws': throwingAt('Content-Type'),
      'get() that throws': { get: throwing },
      'keys that throw': new Proxy({}, { ownKeys: throwing }),
      'a header that is a symbol': { 'content-type': Symbol('x') },
      'a header that is an object': { 'content-type': {} },
      'a header that is an object in an array': { 'content-type': [{}] },
      'a type that is a revoked proxy': { 'content-type': proxy },
      'a coding that is a revoked proxy': { 'content-encoding': proxy },
      'a coding that is a symbol': { 'content-encoding': Symbol('x') },
      'a length that is an object': { 'content-length': { toString: throwing } },
      'get() with a symbol': get(Symbol('x')),
      'get() with an object': get({ toString: throwing }),
      'get() with a boolean': get(true),
    })) {
      const message = { headers, body: body() };
      const cause = name.includes('that throw') ? { cause: own } : {};
      await rejects(decodeResponse(message), { ...wrongType, ...cause }, name);
      ok(message.body.destroyed, name);
    }
    // What the streams of the package minipass say when they have been read.
    for (const state of [{ flowing: true }, { emittedEnd: true }]) {
      const used = { headers: {}, body: Object.assign(body(), state) };
      await rejects(decodeResponse(used), failure('BODY_NOT_READABLE'));
    }
    for (const [name, message] of Object.entries({
      'headers that throw': throwingAt('headers', { body: body() }),
      'a body that throws': throwingAt('body', { headers: {} }),
      'a proxy that throws': new Proxy({}, { get: throwing, has: throwing }),
      'a revoked proxy': proxy,
      'headers that are a revoked proxy': { headers: proxy, body: body() },
      'headers that are an array': { headers: [['content-type', koi8]], body: body() },
      'headers that are text': { headers: koi8, body: body() },
    })) {
      await rejects(decodeResponse(message), wrongType, name);
    }
  });

  it('the declared length of an answer to HEAD, of 204 and of 304 is not that of its body', async () => {
    const headers = { 'content-length': '1000' };
    const none = () => Readable.from([]);
    const web = () => new Blob([]).stream();
    const head = { req: { method: 'HEAD' } };
    for (const message of [
      ...[{}, { statusCode: 200 }, { statusCode: 204 }, { statusCode: 304 }, head].map((more) => ({
        body: none(),
        ...more,
      })),
      { body: none().pipe(new PassThrough()), status: 204 },
      ...[204, 304].map((status) => ({ body: web(), status })),
      Object.assign(none(), { httpVersion: '1.1', ...head }),
    ]) {
      const running = decodeResponse(Object.assign(message, { headers }), { maxBytes: 10 });
      equal((await running).text, '');
    }
  });
});
