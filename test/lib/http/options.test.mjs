// Tests what every function and stream of whatwg-transcoder/http does alike: a body ends in the same error whole and in chunks,
// limits are integers, and options come from the program and not from Object.prototype. form.test.mjs has the errors of forms.

import { deepEqual, equal, fail, ok, rejects } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { PassThrough, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { ibm037 } from 'whatwg-transcoder/encodings';
import * as http from 'whatwg-transcoder/http';
import {
  DecodeBodyStream,
  DecodeBodyTransform,
  decodeBody,
  decodeResponse,
  FormStream,
  parseForm,
  sniffEncoding,
} from 'whatwg-transcoder/http';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { isNode } from '../../harness/runtimes-here.mjs';
import {
  checkBody,
  checkError,
  checkResponse,
  failure,
  throughNodeStream,
  throughWebStream,
} from './rules.mjs';

const { otherEntryPoints, textOf } = createRequire(import.meta.url)(
  '../base/entry-point-calls.cjs',
);
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
  it('of two errors the one that comes first in the body', async () => {
    for (const [body, type, options, expected] of [
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
    ]) {
      await checkError(body, type, options, expected);
    }
    await checkBody(good, sjis, 'Shift_JIS', 'header', { maxBytes: 7, fatal });
  });
});

describe('HTTP bodies and forms: arguments', () => {
  const none = Buffer.of();
  const callers = {
    sniffEncoding: (...args) => sniffEncoding(none, ...args),
    decodeBody: (...args) => decodeBody(none, ...args),
    DecodeBodyStream: (...args) => new DecodeBodyStream(...args),
    DecodeBodyTransform: (...args) => new DecodeBodyTransform(...args),
    decodeResponse: (_contentType, options) => decodeResponse(new Response('a'), options),
    parseForm: (...args) => parseForm(none, ...args),
    FormStream: (...args) => new FormStream(...args),
  };
  const limit = ['an integer from 0 on, or Infinity', 1.5, Number.NaN, -1, -Infinity];
  limit.push('1mb', true, 1n, {}, Symbol('x'));

  // For each option what it must be, and wrong values.
  const ofSniffing = {
    prescanBytes: limit,
    detect: ['a function or a boolean', 'gbk', 1, {}],
    allow: ['a list of labels', 'gbk', 7],
    allowUtf8Guess: ['a boolean', 1],
    topLevelDomain: ['a string', 7],
    language: ['a string', 1],
    unknownCharset: ["'throw' or 'ignore'", 'no'],
  };
  const fatal = ['a boolean', 'yes', 1];
  const ofBodies = {
    ...ofSniffing,
    fatal,
    maxBytes: limit,
    maxErrors: limit,
    maxOutputBytes: limit,
  };
  const { allow } = ofSniffing;
  const ofForms = { allow, maxBytes: limit, maxPairBytes: limit, maxPairs: limit };
  const ofResponses = {
    signal: ['an AbortSignal', {}],
    isDecompressed: ['a boolean', 'x', 1, null],
  };
  const options = {
    sniffEncoding: ofSniffing,
    decodeResponse: { ...ofBodies, ...ofResponses },
    parseForm: ofForms,
    FormStream: ofForms,
  };

  for (const [name, call] of Object.entries(callers)) {
    it(`${name} refuses values of a wrong type`, async () => {
      const refuses = (args, message) =>
        rejects(async () => call(...args), { ...wrongType, message });
      for (const [option, [expected, ...values]] of Object.entries(options[name] ?? ofBodies)) {
        const message = new RegExp(`^options\\.${option} must be ${expected}; received`);
        for (const value of values) await refuses(['', { [option]: value }], message);
        for (const value of expected === limit[0]
          ? [1, 2 ** 53, Infinity, undefined]
          : [undefined]) {
          await call('', { [option]: value });
        }
      }
      await refuses(['', 7], /^options must be an object/);
      const label = options[name] === ofForms ? 'encoding' : 'default';
      for (const own of [{ [label]: 7 }, { allow: [7] }])
        await refuses(['', own], /^label must be/);
      // Who calls the function is wrong, and not the request: there is no status.
      for (const own of [
        { [label]: 'bogus' },
        { [label]: 'hz-gb-2312' },
        { allow: ['x'] },
        { allow: [ibm037] },
      ]) {
        await rejects(
          async () => call('', own),
          (error) => error.code === notSupported.code && !('status' in error),
        );
      }
      if (name === 'decodeResponse') return;
      const header = /^contentType must be a string, null or undefined; received/;
      for (const contentType of [7, {}]) await refuses([contentType], header);
      call(null, null);
    });
  }

  it('a chunk that is a detached buffer or a view that is out of bounds contains no bytes', async () => {
    const detached = new ArrayBuffer(4);
    const views = [Buffer.from(detached), Buffer.from(detached, 2), new DataView(detached)];
    structuredClone(detached, { transfer: [detached] });
    const shrunk = new ArrayBuffer(8, { maxByteLength: 8 });
    views.push(detached, ...[Uint8Array, DataView].map((View) => new View(shrunk, 4, 4)));
    shrunk.resize(0);
    for (const view of views) {
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
      await checkResponse({ headers: {}, body }, 'a');
      await checkResponse({ headers: {}, body: view }, '');
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
  const ofOptions = `
    default detect malformed fatal ignoreBOM prescanBytes allow allowUtf8Guess topLevelDomain language unknownCharset maxBytes
    maxErrors maxOutputBytes maxPairs maxPairBytes charsetField isDecompressed binary start end`;
  /** Properties that a message, a stream or a decoder of Node.js may have, or an option of their constructors. */
  const ofNode = `
    bodyUsed locked flowing emittedEnd destroyed errored readableDidRead readableEncoding readableEnded readableFlowing objectMode
    readableObjectMode writableObjectMode decodeStrings encoding defaultEncoding highWaterMark readableHighWaterMark
    writableHighWaterMark transform final construct writev signal emitClose autoDestroy allowHalfOpen readable writable chunkSize
    finishFlush windowBits maxOutputLength dictionary level info params rejectGarbageAfterEnd`;
  // The streams of other runtimes read other names.
  const names = `${ofOptions}${isNode ? ofNode : ''}`.trim().split(/\s+/);
  const gzip = zlib.gzipSync(Buffer.alloc(100_000, 'abc'));
  const reads = (makeBody) => () =>
    decodeResponse(
      { headers: { 'content-encoding': 'gzip' }, body: makeBody() },
      { isDecompressed: false },
    );
  const calls = {
    'a web stream': reads(() => new Blob([gzip]).stream()),
    'a stream of a package': reads(() => {
      const own = new PassThrough();
      own.end(gzip);
      // As that of the package minipass, it has few of the properties of a stream of Node.js.
      const methods = ['pipe', 'unpipe', 'on', 'off', 'read', 'resume', 'destroy'].map((name) => {
        const method = own[name];
        return [name, (...args) => method.apply(own, args)];
      });
      return { __proto__: Object.fromEntries(methods) };
    }),
    bytes: reads(() => gzip),
    ...otherEntryPoints.find(([name]) => name.endsWith('/http'))[1](http),
  };

  for (const [title, call] of Object.entries(calls)) {
    it(`has no effect on ${title}`, async () => {
      const outcome = async () => textOf(await call());
      const expected = await outcome();
      for (const name of names) {
        for (const value of [0, 1, 'utf8', () => fail(name)]) {
          let running;
          // The decoder for bytes is made before the event loop turns.
          await polluted(name, value, async () => {
            running = outcome();
            for (let turn = 0; turn < 30; turn++) await undefined;
          });
          equal(await running, expected, `${name} ${value}`);
        }
      }
    });
  }
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
      await checkResponse({ headers, body: body() }, 'И', {}, name);
    }
    for (const [type, coding, length] of [
      ['Content-Type', 'Content-Encoding', 'Content-Length'],
      ['CONTENT-TYPE', 'content-Encoding', 'CONTENT-length'],
    ]) {
      const headers = { [type]: koi8, [coding]: 'gzip' };
      const zipped = Readable.from([zlib.gzipSync(Buffer.of(0xe9))]);
      await checkResponse({ headers, body: zipped }, 'И', { isDecompressed: false });
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
      await checkResponse(message, { ...wrongType, ...cause }, {}, name);
      ok(message.body.destroyed, name);
    }
    // What the streams of the package minipass say when they have been read.
    for (const state of [{ flowing: true }, { emittedEnd: true }]) {
      const used = { headers: {}, body: Object.assign(body(), state) };
      await checkResponse(used, failure('BODY_NOT_READABLE'));
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
      await checkResponse(message, wrongType, {}, name);
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
