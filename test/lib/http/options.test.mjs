// Tests what every function and stream of whatwg-transcoder/http does alike: a body ends in the same error whole and in chunks,
// every error has a code, limits are integers, and options come from the program and not from Object.prototype.

import { deepEqual, equal, fail, ok, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
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
import { chunksOf, throughNodeStream, throughWebStream } from './rules.mjs';

const form = 'application/x-www-form-urlencoded';

const bytesOf = (text) => Buffer.from(text, 'latin1');

const summary = ({ name, code, status, statusCode, type, limit, charset }) => ({
  name,
  code,
  status,
  statusCode,
  type,
  limit,
  charset,
});

/** What a function ends in: the properties of its error, or null. */
async function outcome(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return summary(error);
  }
}

const invalidData = 'ERR_ENCODING_INVALID_ENCODED_DATA';
const tooLarge = 'ERR_BODY_TOO_LARGE';
const unsupported = 'ERR_ENCODING_NOT_SUPPORTED';

describe('HTTP bodies: the same error whole and in chunks', () => {
  const sjis = 'text/plain;charset=shift_jis';
  const good = 'abc\x82\xa0\x82\xa2';
  const bad = 'ab\xffc\x82\xa0\xff\x82\x22';
  const bogus = 'text/plain;charset=bogus';
  const fatal = true;
  const rows = [
    [good, sjis, {}, null],
    [good, sjis, { maxBytes: 7, fatal }, null],
    [good, sjis, { maxBytes: 6, fatal }, tooLarge],
    [good, sjis, { maxBytes: 4, fatal }, tooLarge],
    [good, sjis, { maxBytes: 0, fatal }, tooLarge],
    [bad, sjis, { fatal }, invalidData],
    [bad, sjis, { maxBytes: 2, fatal }, tooLarge],
    [bad, sjis, { maxBytes: 3, fatal }, invalidData],
    [bad, sjis, { maxBytes: 5, maxErrors: 0 }, 'ERR_ENCODING_TOO_MANY_ERRORS'],
    [bad, sjis, { maxBytes: 5, maxErrors: 1 }, tooLarge],
    [good, sjis, { maxBytes: 5, maxOutputBytes: 2 }, 'ERR_ENCODING_OUTPUT_TOO_LARGE'],
    [good, sjis, { maxBytes: 2, maxOutputBytes: 2 }, tooLarge],
    [good, bogus, {}, unsupported],
    [good, bogus, { maxBytes: 2 }, unsupported],
    [good, bogus, { maxBytes: 0 }, unsupported],
    ['\xef\xbb\xbfabc', bogus, { maxBytes: 4 }, tooLarge],
    [good, '', { maxBytes: 2, detect: () => 'bogus' }, unsupported],
    [good, '', { detect: () => 7, maxBytes: 2 }, 'ERR_INVALID_ARG_TYPE'],
  ];

  for (const [i, [body, type, options, code]] of rows.entries()) {
    it(`row ${i + 1}: ${code}`, async () => {
      const bytes = bytesOf(body);
      const whole = await outcome(() => decodeBody(bytes, type, options));
      equal(whole?.code ?? null, code);
      for (const size of [1, 2, 3, Infinity]) {
        const chunks = size === Infinity ? [bytes] : chunksOf(bytes, size);
        for (const run of [throughNodeStream, throughWebStream]) {
          const streamed = await outcome(() => run(chunks, type, options));
          deepEqual(streamed, whole, `${run.name}, ${size}`);
        }
      }
    });
  }
});

describe('Forms: the same error whole and in chunks', () => {
  const fatal = true;
  const charset = `${form};charset=shift_jis`;
  const tooMany = 'ERR_URLENCODED_TOO_MANY_TUPLES';
  const rows = [
    ['a=1&b=2', form, { maxBytes: 7 }, null],
    ['a=1&b=2', form, { maxBytes: 6 }, tooLarge],
    ['a=%FF&b=2', form, { maxBytes: 6, fatal }, invalidData],
    ['a=%FF&b=2', form, { maxBytes: 5, fatal }, tooLarge],
    ['b=2&a=%FF', form, { maxBytes: 8, fatal }, tooLarge],
    ['a=1&b=2&c=3', form, { maxBytes: 9, maxPairs: 1 }, tooMany],
    ['a=1&b=2&c=3', form, { maxBytes: 6, maxPairs: 1 }, tooLarge],
    ['a=1&b=22&c=3', form, { maxPairBytes: 3 }, tooLarge],
    ['a=%FF&b=22&c=3', form, { maxPairBytes: 5, fatal }, invalidData],
    ['a=1&_charset_=bogus&b', form, {}, unsupported],
    ['a=%FF&_charset_=bogus&b', form, { fatal }, invalidData],
    ['a=1&b=2&_charset_=bogus', form, { maxPairs: 1 }, tooMany],
    ['a=1&_charset_=bogus&b', form, { maxBytes: 20 }, unsupported],
    ['a=1&_charset_=bogus&b', form, { maxBytes: 19 }, tooLarge],
    ['_charset_=bogus&a=%FF', form, { fatal }, unsupported],
    ['a=%82', charset, { fatal }, invalidData],
    ['a=1', `${form};charset=cp932`, {}, unsupported],
    ['', form, { maxBytes: 0 }, null],
    ['&&&&', form, { maxBytes: 3 }, tooLarge],
    ['&&&&', form, { maxBytes: 4, maxPairs: 0 }, null],
  ];

  const stream = async (chunks, type, options) => {
    const transform = new FormStream(type, options);
    return Readable.from(chunks, { objectMode: false }).compose(transform).toArray();
  };

  for (const [i, [body, type, options, code]] of rows.entries()) {
    it(`row ${i + 1}: ${code}`, async () => {
      const bytes = bytesOf(body);
      const whole = await outcome(() => parseForm(bytes, type, options));
      equal(whole?.code ?? null, code);
      for (const size of [1, 2, 5, Infinity]) {
        const chunks = size === Infinity ? [bytes] : chunksOf(bytes, size);
        const streamed = await outcome(() => stream(chunks, type, options));
        deepEqual(streamed, whole, `${size}`);
      }
    });
  }

  it('a charset that is refused names what decode() advises', () => {
    throws(() => parseForm(bytesOf('a'), `${form};charset=cp932`), /did you mean windows-31j\?$/);
  });

  it('a pair that does not end is refused when it is longer than maxPairBytes', async () => {
    const stream = new FormStream(form, { maxPairBytes: 3 });
    const failed = once(stream, 'error');
    for (const chunk of ['a=', '1', '1']) stream.write(bytesOf(chunk));
    equal((await failed)[0].code, tooLarge);
  });

  it('setEncoding() of a FormStream fails when it is called', () => {
    const transform = new FormStream();
    throws(() => transform.setEncoding('utf8'), {
      name: 'Error',
      code: 'ERR_METHOD_NOT_IMPLEMENTED',
      message: /^A FormStream has no setEncoding\(\)/,
    });
  });
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
  const limits = {
    sniffEncoding: ['prescanBytes'],
    parseForm: ['maxBytes', 'maxPairBytes', 'maxPairs'],
    FormStream: ['maxBytes', 'maxPairBytes', 'maxPairs'],
  };
  const limitsOfBodies = ['prescanBytes', 'maxBytes', 'maxErrors', 'maxOutputBytes'];

  for (const [name, call] of Object.entries(callers)) {
    it(`${name}: a limit is an integer from 0 on, or Infinity`, async () => {
      for (const limit of limits[name] ?? limitsOfBodies) {
        for (const value of [1.5, Number.NaN, -1, -Infinity, '1', true, 1n, {}, Symbol('x')]) {
          await rejects(
            async () => call({ [limit]: value }),
            wrongType,
            `${limit}: ${String(value)}`,
          );
        }
        for (const value of [1, 2 ** 53, Infinity, undefined]) await call({ [limit]: value });
      }
    });
  }

  it('a detached buffer and a view that is out of bounds contain no bytes', async () => {
    const detached = new ArrayBuffer(4);
    const views = [Buffer.from(detached), Buffer.from(detached, 2)];
    views.push(new Uint8Array(detached), new DataView(detached), new Uint8Array(detached, 2));
    structuredClone(detached, { transfer: [detached] });
    const shrunk = new ArrayBuffer(8, { maxByteLength: 8 });
    views.push(
      detached,
      new Uint8Array(shrunk, 4, 4),
      new DataView(shrunk, 4, 4),
      new Uint16Array(shrunk, 4),
    );
    shrunk.resize(0);
    for (const view of views) {
      equal(sniffEncoding(view).encoding, 'UTF-8');
      equal(decodeBody(view).text, '');
      deepEqual(parseForm(view).pairs, []);
      const transform = new FormStream();
      transform.end(bytesOf('a=1'));
      const node = new DecodeBodyStream('', { encoding: 'utf8' });
      // Node itself refuses other chunks.
      if (Buffer.isBuffer(view)) {
        const pairs = new FormStream();
        pairs.write(view);
        pairs.end(bytesOf('a=1'));
        deepEqual(await pairs.toArray(), [['a', '1']]);
        node.write(view);
      }
      node.end(bytesOf('a'));
      deepEqual(await node.toArray(), ['a']);
      const { text } = await throughWebStream([bytesOf('a'), view, bytesOf('b')], '', {});
      equal(text, 'ab');
      const body = Readable.from([bytesOf('a'), view]);
      equal((await decodeResponse({ headers: {}, body })).text, 'a');
      equal((await decodeResponse({ headers: {}, body: view })).text, '');
      await transform.toArray();
    }
  });

  it('options on Object.prototype have no effect; those of a class or of an object of defaults have', async () => {
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
    const values = {
      prescanBytes: -1,
      detect: () => 'koi8-r',
      allow: 7,
      allowUtf8Guess: 'x',
      topLevelDomain: 7,
      unknownCharset: 'x',
      default: 'koi8-r',
      fatal: true,
      ignoreBOM: true,
      malformed: () => 'x',
      maxBytes: 0,
      maxErrors: 0,
      maxOutputBytes: 0,
      maxPairs: 0,
      maxPairBytes: 0,
      charsetField: false,
      isDecompressed: 'x',
      start: 1,
      end: 1,
    };
    for (const [name, value] of Object.entries(values)) {
      const property = { value, configurable: true, writable: true };
      Object.defineProperty(Object.prototype, name, property);
      try {
        deepEqual(await run(), expected, name);
        deepEqual(await run({}), expected, name);
      } finally {
        delete Object.prototype[name];
      }
    }
    class Defaults {
      get default() {
        return 'koi8-r';
      }
    }
    for (const options of [new Defaults(), Object.create({ default: 'koi8-r' })]) {
      equal(sniffEncoding(bytesOf('x'), 'text/plain', options).encoding, 'KOI8-R');
      equal(decodeBody(bytesOf('x'), 'text/plain', options).encoding, 'KOI8-R');
    }
  });
});

describe('Object.prototype: what messages tell of themselves, and the options of the constructors of Node.js', () => {
  /** Properties that a message, a stream or a decoder of Node.js may have, or an option of their constructors. */
  const names = [
    ...['bodyUsed', 'locked', 'flowing', 'emittedEnd', 'destroyed', 'errored'],
    ...['readableDidRead', 'readableEncoding', 'readableEnded', 'readableFlowing'],
    ...['objectMode', 'readableObjectMode', 'writableObjectMode', 'decodeStrings', 'encoding'],
    ...['defaultEncoding', 'highWaterMark', 'readableHighWaterMark', 'writableHighWaterMark'],
    ...['transform', 'final', 'construct', 'writev', 'signal', 'emitClose', 'autoDestroy'],
    ...['allowHalfOpen', 'readable', 'writable', 'chunkSize', 'finishFlush', 'windowBits'],
    ...['maxOutputLength', 'dictionary', 'level', 'info', 'params', 'rejectGarbageAfterEnd'],
  ];
  const gzip = zlib.gzipSync(Buffer.alloc(100_000, 'abc'));
  const bodies = {
    'a web stream': () => new Blob([gzip]).stream(),
    'a stream of a package': () => {
      const own = new PassThrough();
      own.end(gzip);
      const { pipe, on, off, read } = own;
      // As that of the package minipass, it has few of the properties of a stream of Node.js.
      return {
        __proto__: {
          pipe: (...args) => pipe.apply(own, args),
          unpipe: (...args) => own.unpipe(...args),
          on: (...args) => on.apply(own, args),
          off: (...args) => off.apply(own, args),
          read: (...args) => read.apply(own, args),
          resume: () => own.resume(),
          destroy: () => own.destroy(),
        },
      };
    },
    bytes: () => gzip,
  };
  const headers = { 'content-encoding': 'gzip' };

  function polluted(name, value, run) {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    return run().finally(() => delete Object.prototype[name]);
  }

  // The streams of other runtimes read other names.
  for (const [what, make] of Object.entries(bodies)) {
    itInNode(`have no effect on ${what}`, async () => {
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

  itInNode('have no effect on FormStream', async () => {
    for (const name of names) {
      for (const value of [1, true, 'utf8', () => fail(name)]) {
        let stream;
        await polluted(name, value, async () => {
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

  it('that have what is needed', async () => {
    const bare = Object.create(null);
    bare['content-type'] = koi8;
    for (const [name, headers] of Object.entries({
      'without a prototype': bare,
      'a Map': new Map([['Content-Type', koi8]]),
      'a Map with lists': new Map([['CONTENT-TYPE', ['text/plain', koi8]]]),
      'a getter': Object.defineProperty({}, 'Content-Type', { get: () => koi8, enumerable: true }),
      'a number beside': { 'content-length': 1, 'content-type': koi8 },
      'null and undefined beside': {
        'content-encoding': null,
        etag: undefined,
        'content-type': koi8,
      },
      'a symbol beside': { [Symbol('x')]: 1, 'content-type': koi8 },
    })) {
      equal((await decodeResponse({ headers, body: body() })).text, 'И', name);
    }
  });

  it('that are wrong: each error has a code, and the body is given up', async () => {
    const fail = () => {
      throw new Error('own');
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const get = (value) => ({ get: () => value });
    const messages = {
      'a header that throws': {
        headers: Object.defineProperty({}, 'content-type', { get: fail, enumerable: true }),
      },
      'get() that throws': { headers: { get: fail } },
      'keys that throw': { headers: new Proxy({}, { ownKeys: fail }) },
      'a header that is a symbol': { headers: { 'content-type': Symbol('x') } },
      'a header that is an object': { headers: { 'content-type': {} } },
      'a header that is an object in an array': { headers: { 'content-type': [{}] } },
      'a coding that is a symbol': { headers: { 'content-encoding': Symbol('x') } },
      'a length that is an object': { headers: { 'content-length': { toString: fail } } },
      'get() with a symbol': { headers: get(Symbol('x')) },
      'get() with an object': { headers: get({ toString: fail }) },
      'get() with a boolean': { headers: get(true) },
    };
    for (const [name, message] of Object.entries(messages)) {
      message.body = body();
      await rejects(decodeResponse(message), wrongType, name);
      ok(message.body.destroyed, name);
    }
    for (const [name, message] of Object.entries({
      'headers that throw': Object.defineProperty({ body: body() }, 'headers', { get: fail }),
      'a body that throws': Object.defineProperty({ headers: {} }, 'body', { get: fail }),
      'a proxy that throws': new Proxy({}, { get: fail, has: fail }),
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
    const between = () => none().pipe(new PassThrough());
    for (const message of [
      { headers, body: none() },
      { headers, body: none(), statusCode: 200 },
      { headers, body: none(), statusCode: 204 },
      { headers, body: none(), statusCode: 304 },
      { headers, body: between(), status: 204 },
      { headers, body: none(), req: { method: 'HEAD' } },
      { headers, body: new Blob([]).stream(), status: 204 },
      { headers, body: new Blob([]).stream(), status: 304 },
      Object.assign(none(), { headers, httpVersion: '1.1', req: { method: 'HEAD' } }),
    ]) {
      equal((await decodeResponse(message, { maxBytes: 10 })).text, '');
    }
  });
});
