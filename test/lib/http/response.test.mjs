// Tests decodeResponse() with real connections: a server on the loopback interface answers with pages whose encoding is told in
// each of the ways that there are, compressed and in chunks of one byte, to fetch, undici and http.get.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import zlib from 'node:zlib';
import * as undici from 'undici';
import { encode } from 'whatwg-transcoder';
import { decodeResponse } from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';

const text = '\u041f\u0440\u0438\u0432\u0435\u0442';
const bytesOf = (before, label, options) => encode(`${before}${text}`, label, options);
const html = 'text/html';

/** Pages: how the encoding is told, the body, the Content-Type, the encoding and the source. */
const pages = {
  'byte order mark': [bytesOf('', 'utf-16le', { addBOM: true }), html, 'UTF-16LE', 'bom'],
  header: [bytesOf('', 'koi8-r'), `${html}; charset=koi8-r`, 'KOI8-R', 'header'],
  'meta charset': [bytesOf('<meta charset=koi8-r>', 'koi8-r'), html, 'KOI8-R', 'meta'],
  'http-equiv': [
    bytesOf('<meta http-equiv=content-type content="text/html; charset=windows-1251">', 'cp1251'),
    html,
    'windows-1251',
    'meta',
  ],
  'XML declaration': [
    bytesOf('<?xml version="1.0" encoding="iso-8859-5"?>', 'iso-8859-5'),
    'application/rss+xml',
    'ISO-8859-5',
    'xml',
  ],
  'XML declaration in HTML': [
    bytesOf('<?xml version="1.0" encoding="x-mac-cyrillic"?>', 'x-mac-cyrillic'),
    html,
    'x-mac-cyrillic',
    'xml',
  ],
  'XML in UTF-16': [bytesOf('<?xml version="1.0"?>', 'utf-16be'), 'text/xml', 'UTF-16BE', 'xml'],
  '@charset': [bytesOf('@charset "ibm866";', 'ibm866'), 'text/css', 'IBM866', 'css'],
  'nothing, HTML': [Buffer.from('caf\xe9', 'latin1'), html, 'windows-1252', 'default'],
  'nothing, XML': [bytesOf('<a>', 'utf-8'), 'image/svg+xml', 'UTF-8', 'default'],
  'nothing, JSON': [bytesOf('"', 'utf-8'), 'application/json', 'UTF-8', 'default'],
  'nothing, plain text': [bytesOf('', 'utf-8'), 'text/plain', 'UTF-8', 'default'],
  'no Content-Type': [bytesOf('', 'utf-8'), undefined, 'UTF-8', 'default'],
  'byte order mark against header and meta': [
    bytesOf('<meta charset=koi8-r>', 'utf-8', { addBOM: true }),
    `${html};charset=sjis`,
    'UTF-8',
    'bom',
  ],
  'header against meta': [
    bytesOf('<meta charset=utf-8>', 'koi8-r'),
    `${html};charset="koi8-r"`,
    'KOI8-R',
    'header',
  ],
  'meta against XML declaration': [
    bytesOf('<?xml encoding="utf-8"?><meta charset=koi8-r>', 'koi8-r'),
    html,
    'KOI8-R',
    'meta',
  ],
  'header against XML declaration': [
    bytesOf('<?xml encoding="utf-8"?>', 'koi8-r'),
    'text/xml;charset=koi8-r',
    'KOI8-R',
    'header',
  ],
  'header against @charset': [
    bytesOf('@charset "utf-8";', 'koi8-r'),
    'text/css;charset=koi8-r',
    'KOI8-R',
    'header',
  ],
  'unknown charset against meta': [
    bytesOf('<meta charset=koi8-r>', 'koi8-r'),
    `${html};charset=bogus`,
    'KOI8-R',
    'meta',
  ],
  'header against JSON': [
    bytesOf('"', 'utf-8'),
    'application/json;charset=koi8-r',
    'UTF-8',
    'default',
  ],
  'an empty body': [Buffer.of(), html, 'windows-1252', 'default'],
};

const codings = {
  identity: (body) => body,
  gzip: zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  deflate: zlib.deflateSync,
  'deflate, raw': zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  'gzip, br': (body) => zlib.brotliCompressSync(zlib.gzipSync(body)),
  'Deflate, GZIP': (body) => zlib.gzipSync(zlib.deflateRawSync(body)),
};

/** For messages that a test has made, which have no marks of a client. */
const inPlace = { isDecompressed: false };

const headerOf = (coding) => coding.replace(', raw', '');

let server;
let origin;
let answer; // (request, response) => void

before(async () => {
  server = http.createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${server.address().port}`;
});

after(async () => {
  if (isUndici) await undici.getGlobalDispatcher().close();
  http.globalAgent.destroy();
  server.closeAllConnections();
  server.close();
});

/** Answers with a body in one chunk, or each byte in a chunk. */
function answerWith(body, headers, isWhole = true) {
  answer = (_request, response) => {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    if (isWhole) response.end(body);
    else {
      for (const byte of body) response.write(Buffer.of(byte));
      response.end();
    }
  };
}

const get = (options = {}) =>
  new Promise((resolve, reject) => {
    http.get(origin, options, resolve).on('error', reject);
  });

const { bun, deno } = process.versions;

// Bun has a module of its own in the place of undici, and in Deno undici waits for a connection that has ended.
const isUndici = (bun ?? deno) === undefined;

const clients = {
  fetch: () => fetch(origin),
  ...(isUndici && {
    'fetch of undici': () => undici.fetch(origin),
    'request of undici': () => undici.request(origin),
  }),
  'http.get': () => get(),
};

/**
 * Tells whether the fetch of a runtime undoes a content coding: none undoes « x-gzip » everywhere; that of Bun and Deno does not
 * undo several codings, and that of Deno no « deflate ».
 */
function isForFetch(coding) {
  if (coding === 'x-gzip') return false;
  if ((bun ?? deno) === undefined) return true;
  return !/,.*(gzip|br)/i.test(coding) && (deno === undefined || !coding.startsWith('deflate'));
}

describe('decodeResponse: the encoding and the text', () => {
  for (const [client, send] of Object.entries(clients)) {
    for (const [how, [body, contentType, encoding, source]] of Object.entries(pages)) {
      it(`${client}: ${how}`, async () => {
        for (const [coding, compress] of Object.entries(codings)) {
          if (client.startsWith('fetch') && !isForFetch(coding)) continue;
          for (const isWhole of [true, false]) {
            const headers = { 'content-type': contentType, 'content-encoding': headerOf(coding) };
            answerWith(compress(body), headers, isWhole);
            const what = `${coding}, ${isWhole ? 'whole' : 'in bytes'}`;
            const decoded = await decodeResponse(await send());
            assert.equal(decoded.encoding, encoding, what);
            assert.equal(decoded.source, source, what);
            const expected = body.length === 0 ? '' : how === 'nothing, HTML' ? 'café' : text;
            assert.ok(decoded.text.endsWith(expected), what);
            assert.deepEqual([decoded.replacements, decoded.firstErrorOffset], [0, null], what);
          }
        }
      });
    }
  }

  it('reads a body that the server declares compressed and does not send', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'gzip, deflate']) {
      answerWith(Buffer.of(), { 'content-type': html, 'content-encoding': coding });
      assert.equal((await decodeResponse(await get())).text, '', coding);
      const head = await get({ method: 'HEAD' });
      assert.equal((await decodeResponse(head)).text, '', coding);
    }
  });

  it('passes all options on', async () => {
    answerWith(Buffer.from('caf\xe9', 'latin1'), { 'content-type': 'text/plain;charset=bogus' });
    const detect = (_bytes, { topLevelDomain }) => (topLevelDomain === 'ru' ? 'koi8-r' : null);
    const options = { unknownCharset: 'ignore', detect, topLevelDomain: 'ru', fatal: true };
    const { text: cafe, source } = await decodeResponse(await fetch(origin), options);
    assert.deepEqual([cafe, source], ['cafИ', 'detected']);
  });

  it('takes a Response that the program has made, and one without a body', async () => {
    const made = new Response(Buffer.from('caf\xe9', 'latin1'), {
      headers: { 'content-type': html },
    });
    assert.equal((await decodeResponse(made)).text, 'café');
    assert.equal((await decodeResponse(new Response(null))).text, '');
    const request = new Request('http://x/', { method: 'POST', body: 'é' });
    assert.equal((await decodeResponse(request)).text, 'é');
  });

  it('takes a message whose body is a stream of node:zlib, as that of node-fetch, as decompressed', async () => {
    for (const [coding, compress, decompress] of [
      ['gzip', zlib.gzipSync, zlib.createGunzip],
      ['x-gzip', zlib.gzipSync, zlib.createUnzip],
      ['deflate', zlib.deflateSync, zlib.createInflate],
      ['Deflate', zlib.deflateRawSync, zlib.createInflateRaw],
      ['br', zlib.brotliCompressSync, zlib.createBrotliDecompress],
    ]) {
      const headers = new Headers({ 'content-type': 'text/plain', 'content-encoding': coding });
      const body = () => Readable.from([compress('ab')]).pipe(decompress());
      assert.equal((await decodeResponse({ headers, body: body() })).text, 'ab', coding);
      // Another coding than that of the stream, or one more, leaves the question open.
      for (const other of [`gzip, ${coding}`, coding === 'br' ? 'gzip' : 'br']) {
        const message = { headers: { 'content-encoding': other }, body: body() };
        await assert.rejects(decodeResponse(message), { code: 'ERR_CONTENT_ENCODING_AMBIGUOUS' });
      }
    }
  });
});

describe('decodeResponse: limits', () => {
  const bomb = zlib.gzipSync(Buffer.alloc(20_000_000));
  const tooLarge = { code: 'ERR_BODY_TOO_LARGE', status: 413, type: 'entity.too.large' };

  it('maxBytes counts after decompression', async () => {
    for (const send of Object.values(clients)) {
      answerWith(zlib.gzipSync('x'.repeat(1000)), { 'content-encoding': 'gzip' });
      const { text: all } = await decodeResponse(await send(), { maxBytes: 1000 });
      assert.equal(all.length, 1000);
      await assert.rejects(decodeResponse(await send(), { maxBytes: 999 }), {
        ...tooLarge,
        limit: 999,
      });
    }
  });

  it('a body that is compressed twice does not pass the limit', async () => {
    answerWith(zlib.gzipSync(bomb), { 'content-encoding': 'gzip, gzip' });
    await assert.rejects(decodeResponse(await get(), { maxBytes: 1_000_000 }), tooLarge);
  });

  it('100 MiB is the limit of a program that sets none', async () => {
    const chunk = zlib.gzipSync(Buffer.alloc(1 << 20));
    const members = (count) => Buffer.concat(Array(count).fill(chunk));
    answerWith(members(101), {
      'content-type': 'text/plain;charset=latin1',
      'content-encoding': 'gzip',
    });
    await assert.rejects(decodeResponse(await get()), { ...tooLarge, limit: 100 * 1024 * 1024 });
    answerWith(members(100), {
      'content-type': 'text/plain;charset=latin1',
      'content-encoding': 'gzip',
    });
    const { text: all } = await decodeResponse(await get());
    assert.equal(all.length, 100 * 1024 * 1024);
  });

  it('a response that never ends is cancelled when the limit is passed', async () => {
    for (const [name, send] of Object.entries(clients)) {
      let closed;
      answer = (_request, response) => {
        closed = once(response, 'close');
        const write = () => {
          while (!response.destroyed && response.write(Buffer.alloc(10_000)));
        };
        response.on('drain', write);
        write();
      };
      await assert.rejects(decodeResponse(await send(), { maxBytes: 100_000 }), tooLarge, name);
      await closed;
    }
  });

  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: a length that the header declares is refused before the body is read`, async () => {
      let closed;
      answer = (_request, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { 'content-length': 1_000_000_000 });
        response.flushHeaders();
        // The answer of this client does not tell whether it is one to HEAD, and so the first byte has to come.
        if (name === 'request of undici') response.write('x');
      };
      await assert.rejects(decodeResponse(await send(), { maxBytes: 10 }), {
        ...tooLarge,
        limit: 10,
      });
      await closed;
    });

    it(`${name}: a length that the header declares is that of the compressed body`, async () => {
      const body = zlib.gzipSync('a');
      answerWith(body, { 'content-encoding': 'gzip', 'content-length': body.length });
      assert.equal((await decodeResponse(await send(), { maxBytes: 1 })).text, 'a');
      answerWith('abc', { 'content-length': 3 });
      assert.equal((await decodeResponse(await send(), { maxBytes: 3 })).text, 'abc');
    });
  }

  it('a declared length does not count where no body comes, nor with Transfer-Encoding', async () => {
    answerWith('', { 'content-length': 1000 });
    const head = await get({ method: 'HEAD' });
    assert.equal((await decodeResponse(head, { maxBytes: 10 })).text, '');
    const fetched = await fetch(origin, { method: 'HEAD' });
    assert.equal((await decodeResponse(fetched, { maxBytes: 10 })).text, '');
    for (const length of ['1000, 1000', '-1', '1e9', '', 'x', undefined]) {
      const message = { headers: { 'content-length': length }, body: Readable.from([]) };
      assert.equal((await decodeResponse(message, { maxBytes: 10 })).text, '');
    }
    const headers = { 'content-length': '1000', 'transfer-encoding': 'chunked' };
    const body = Readable.from([Buffer.from('a')]);
    assert.equal((await decodeResponse({ headers, body }, { maxBytes: 10 })).text, 'a');
  });

  it('an unknown charset is refused as soon as there is no byte order mark, before the length', async () => {
    const unsupported = { code: 'ERR_ENCODING_NOT_SUPPORTED', status: 415, charset: 'utf-7' };
    const contentType = 'text/plain; charset=utf-7';
    for (const [name, send] of Object.entries(clients)) {
      let closed;
      answer = (_request, response) => {
        closed = once(response, 'close');
        response.setHeader('content-type', contentType);
        response.write('abc');
      };
      await assert.rejects(decodeResponse(await send()), unsupported, name);
      await closed;
    }
    const messageOf = (chunks, headers) => ({
      headers: { 'content-type': contentType, ...headers },
      body: Readable.from(chunks.map((chunk) => Buffer.from(chunk, 'latin1'))),
    });
    for (const [chunks, headers, maxBytes] of [
      [['abc'], {}, 1],
      [['a', 'b', 'c'], {}, 1],
      [['a', 'b'], {}, 1],
      [['\xef', '\xbb', 'x'], {}, 0],
      [['abc'], { 'content-length': '1000000' }, 10],
      [[], {}, 10],
    ]) {
      await assert.rejects(decodeResponse(messageOf(chunks, headers), { maxBytes }), unsupported);
    }
    for (const chunks of [
      ['\xef\xbb\xbfabc'],
      ['\xef', '\xbb', '\xbf', 'abc'],
      ['\xff\xfe', 'a\0b\0c\0'],
    ]) {
      const { text: abc, source } = await decodeResponse(messageOf(chunks, {}));
      assert.deepEqual([abc, source], ['abc', 'bom']);
      const length = { 'content-length': '1000000' };
      for (const [headers, maxBytes] of [
        [{}, 4],
        [length, 100],
      ]) {
        const running = decodeResponse(messageOf(chunks, headers), { maxBytes });
        await assert.rejects(running, { ...tooLarge, limit: maxBytes });
      }
    }
    for (const type of ['application/xml', 'application/json', 'text/html', 'text/css']) {
      const message = messageOf(['<', '\0', '?', '\0', 'y', '\0', 'z'], {});
      message.headers['content-type'] = `${type}; charset=utf-7`;
      const options = { unknownCharset: 'throw', detect: () => assert.fail(), maxBytes: 6 };
      await assert.rejects(decodeResponse(message, options), unsupported, type);
    }
  });

  it('many small chunks take no more memory than their bytes', async () => {
    const one = Buffer.from('x');
    const stream = Readable.from(
      (function* () {
        for (let i = 0; i < 300_000; i++) yield one;
      })(),
      { objectMode: false },
    );
    const { text: all } = await decodeResponse({ headers: {}, body: stream });
    assert.equal(all, 'x'.repeat(300_000));
    const sizes = [1, 70_000, 2, 65_536, 65_535, 3, 40_000, 40_000, 100_000];
    const chunks = sizes.map((size, i) => Buffer.alloc(size, 0x61 + i));
    const body = Readable.from(chunks, { objectMode: false });
    const { text: mixed } = await decodeResponse({ headers: {}, body });
    assert.equal(mixed, Buffer.concat(chunks).toString());
  });
});

describe('decodeResponse: a signal', () => {
  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: ends the reading and the connection`, async () => {
      let closed;
      answer = (_request, response) => {
        closed = once(response, 'close');
        response.write('abc');
      };
      const controller = new AbortController();
      const own = new Error('own');
      const running = decodeResponse(await send(), { signal: controller.signal });
      await setTimeout(5);
      controller.abort(own);
      await assert.rejects(running, (error) => error === own);
      await closed;
    });

    it(`${name}: that is aborted already`, async () => {
      let closed;
      answer = (_request, response) => {
        closed = once(response, 'close');
        response.write('abc');
      };
      const running = decodeResponse(await send(), { signal: AbortSignal.abort() });
      await assert.rejects(running, { name: 'AbortError' });
      await closed;
    });

    it(`${name}: that is aborted later has no effect, and no listener stays`, async () => {
      answerWith('abc', {});
      const controller = new AbortController();
      const { signal } = controller;
      let listeners = 0;
      const { addEventListener, removeEventListener } = signal;
      signal.addEventListener = function (...args) {
        listeners += 1;
        return addEventListener.apply(this, args);
      };
      signal.removeEventListener = function (...args) {
        listeners -= 1;
        return removeEventListener.apply(this, args);
      };
      assert.equal((await decodeResponse(await send(), { signal })).text, 'abc');
      assert.equal(listeners, 0);
      controller.abort();
    });
  }
});

describe('decodeResponse: errors', () => {
  it('a content coding that is not known', async () => {
    for (const coding of ['compress', 'zstd-x', 'gzip, bogus', 'constructor', 'x'.repeat(1000)]) {
      answerWith('abc', { 'content-encoding': coding });
      const response = await get();
      const name = coding.split(', ').at(-1);
      await assert.rejects(decodeResponse(response), {
        name: 'RangeError',
        code: 'ERR_CONTENT_ENCODING_NOT_SUPPORTED',
        contentEncoding: name,
        status: 415,
        statusCode: 415,
        expose: true,
        type: 'encoding.unsupported',
      });
      assert.ok(response.destroyed);
    }
  });

  it('more than five content codings', async () => {
    const times = (count, body) => (count === 0 ? body : times(count - 1, zlib.gzipSync(body)));
    const header = (count) => ({ 'content-encoding': Array(count).fill('gzip').join(',') });
    answerWith(times(5, 'abc'), header(5));
    assert.equal((await decodeResponse(await get())).text, 'abc');
    answerWith(times(6, 'abc'), header(6));
    await assert.rejects(decodeResponse(await get()), {
      code: 'ERR_CONTENT_ENCODING_NOT_SUPPORTED',
      status: 415,
    });
  });

  it('compressed bytes that are damaged or cut', async () => {
    for (const [coding, body] of [
      ['gzip', Buffer.from('not gzip')],
      ['gzip', zlib.gzipSync('abc'.repeat(100)).subarray(0, -9)],
      ['gzip', zlib.gzipSync('abc').subarray(0, 5)],
      ['deflate', Buffer.from([0xff])],
      ['deflate', Buffer.from('x')],
      ['deflate', zlib.deflateSync('abc'.repeat(100)).subarray(0, -6)],
      ['deflate', zlib.deflateRawSync('abc'.repeat(100)).subarray(0, -2)],
      ['br', Buffer.from('not brotli')],
      // Deno takes a cut stream of Brotli for a whole one.
      ...(deno === undefined
        ? [['br', zlib.brotliCompressSync('abc'.repeat(100)).subarray(0, -2)]]
        : []),
      ['gzip, br', zlib.brotliCompressSync('not gzip')],
      ['gzip, deflate', zlib.deflateSync('not gzip')],
    ]) {
      for (const isWhole of [true, false]) {
        answerWith(body, { 'content-encoding': coding }, isWhole);
        await assert.rejects(
          decodeResponse(await get()),
          (error) => {
            assert.equal(error.code, 'ERR_CONTENT_ENCODING_INVALID', `${error}`);
            assert.match(error.message, /^The compressed body cannot be decompressed: /);
            assert.deepEqual([error.status, error.type], [400, 'encoding.invalid']);
            assert.ok(error.cause instanceof Error);
            return true;
          },
          `${coding}, ${isWhole}`,
        );
      }
    }
  });

  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: a connection that ends within the body`, async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('abc');
        setTimeout(20).then(() => response.destroy());
      };
      await assert.rejects(decodeResponse(await send()), (error) => {
        assert.equal(error.code, 'ERR_BODY_ABORTED');
        assert.deepEqual([error.status, error.type], [400, 'request.aborted']);
        assert.ok(error.cause instanceof Error);
        return true;
      });
    });
  }

  it('an abort of fetch itself stays what it is', async () => {
    answer = (_request, response) => response.write('abc');
    const controller = new AbortController();
    const running = decodeResponse(await fetch(origin, { signal: controller.signal }));
    await setTimeout(5);
    controller.abort();
    await assert.rejects(running, { name: 'AbortError' });
  });

  it('a body that has been read, or is being read', async () => {
    const notReadable = {
      name: 'TypeError',
      code: 'ERR_BODY_NOT_READABLE',
      status: 500,
      expose: false,
    };
    answerWith('abc', {});
    const response = await fetch(origin);
    await response.text();
    await assert.rejects(decodeResponse(response), notReadable);
    const locked = await fetch(origin);
    const reader = locked.body.getReader();
    await assert.rejects(decodeResponse(locked), notReadable);
    await reader.cancel();
    const message = await get();
    await message.toArray();
    await assert.rejects(decodeResponse(message), notReadable);
    await assert.rejects(decodeResponse(message), { type: 'stream.not.readable' });
    const twice = await get();
    await decodeResponse(twice);
    await assert.rejects(decodeResponse(twice), notReadable);
    const destroyed = await get();
    destroyed.destroy();
    await assert.rejects(decodeResponse(destroyed), { code: 'ERR_BODY_ABORTED' });
  });

  it('a stream of Node.js that something else is reading', async () => {
    const notReadable = { name: 'TypeError', code: 'ERR_BODY_NOT_READABLE' };
    const open = (_request, response) => response.write('abc');
    for (const [name, use] of Object.entries({
      'pipe()': (message) => message.pipe(new PassThrough({ highWaterMark: 1 })),
      'a listener': (message) => message.on('data', () => {}),
      'a paused listener': (message) => message.on('data', () => {}).pause(),
      'resume()': (message) => message.resume(),
      'a listener « readable »': (message) => message.on('readable', () => {}),
      'an iterator': (message) => message[Symbol.asyncIterator]().next(),
    })) {
      answer = open;
      const message = await get();
      use(message);
      await assert.rejects(decodeResponse(message), notReadable, name);
      await setTimeout(1);
      await assert.rejects(decodeResponse(message), notReadable, name);
      message.destroy();
    }
    answerWith('abc', {});
    const twice = await get();
    const [first, second] = await Promise.allSettled([
      decodeResponse(twice),
      decodeResponse(twice),
    ]);
    assert.equal(first.value.text, 'abc');
    assert.equal(second.reason.code, 'ERR_BODY_NOT_READABLE');
    const paused = await get();
    paused.pause();
    await setTimeout(1);
    assert.equal((await decodeResponse(paused)).text, 'abc');
  });

  it('a signal that is aborted already, without a body', async () => {
    const own = new Error('own');
    const options = { signal: AbortSignal.abort(own) };
    await assert.rejects(decodeResponse(new Response(null), options), (error) => error === own);
  });

  const hasZstd = zlib.createZstdDecompress !== undefined;
  const zstd = Buffer.from('KLUv/SAFKQAAaGVsbG8=', 'base64'); // « hello »
  const unsupported = { code: 'ERR_CONTENT_ENCODING_NOT_SUPPORTED', status: 415 };
  const ambiguous = {
    name: 'TypeError',
    code: 'ERR_CONTENT_ENCODING_AMBIGUOUS',
    status: 500,
    statusCode: 500,
    expose: false,
    type: 'encoding.ambiguous',
  };

  it('what fetch() leaves compressed is decompressed, or refused', async () => {
    const [gzip, br, deflate, raw] = [
      zlib.gzipSync('hello'),
      zlib.brotliCompressSync('hello'),
      zlib.deflateSync('hello'),
      zlib.deflateRawSync('hello'),
    ];
    // The runtime's fetch() undoes these codings, or it does not know one of them and undoes none.
    for (const [coding, body] of [
      ['zstd', zstd],
      ['identity, gzip', gzip],
      ['gzip, identity', gzip],
      ['gzip,', gzip],
      ['utf-8, gzip', gzip],
      ['identity, br', br],
      ['identity, deflate', deflate],
      ['identity, deflate', raw],
      ['zstd, gzip', zlib.gzipSync(zstd)],
      ['zstd, br', zlib.brotliCompressSync(zstd)],
    ]) {
      for (const isWhole of [true, false]) {
        answerWith(body, { 'content-encoding': coding, 'content-type': 'text/plain' }, isWhole);
        for (const send of [() => fetch(origin), clients['fetch of undici']]) {
          if (send === undefined) continue;
          const result = await decodeResponse(await send()).catch((error) => error);
          if (result instanceof Error) {
            assert.ok(!isUndici || coding.includes('zstd'), coding);
            // undici does not tell whether it is a version that knows zstd.
            const expected = isUndici && !hasZstd ? unsupported : ambiguous;
            assert.deepEqual([result.code, result.status], [expected.code, expected.status]);
          } else assert.equal(result.text, 'hello', coding);
          const isDecompressed = (await (await send()).text()) === 'hello';
          const running = decodeResponse(await send(), { isDecompressed });
          if (!isDecompressed && coding.includes('zstd') && !hasZstd) {
            await assert.rejects(running, { ...unsupported, contentEncoding: 'zstd' });
          } else assert.equal((await running).text, 'hello', coding);
        }
      }
    }
  });

  it('a name that is no content coding is ignored, for every client', async () => {
    for (const coding of ['identity', 'utf-8', 'none', ',', 'None, iso-8859-1', '']) {
      for (const [client, send] of Object.entries(clients)) {
        answerWith('hello', { 'content-encoding': coding, 'content-type': 'text/plain' });
        assert.equal((await decodeResponse(await send())).text, 'hello', `${client}: ${coding}`);
      }
    }
    for (const coding of ['compress', 'constructor', '__proto__']) {
      for (const [client, send] of Object.entries(clients)) {
        if (!isUndici && client.startsWith('fetch')) continue;
        answerWith('hello', { 'content-encoding': coding, 'content-type': 'text/plain' });
        await assert.rejects(decodeResponse(await send()), unsupported, `${client}: ${coding}`);
      }
    }
  });

  it('a message that does not tell whether it is still compressed', async () => {
    const gzip = zlib.gzipSync('hello');
    const headers = { 'content-encoding': 'GZip', 'content-type': 'text/plain' };
    const bytes = (body) => ({ headers, body });
    const messages = {
      'a Response that a program has made': (body) => new Response(body, { headers }),
      bytes,
      'an ArrayBuffer': (body) => bytes(new Uint8Array(body).buffer),
      'a stream of Node.js': (body) => ({ headers, body: Readable.from([body]) }),
      'a stream between': (body) => ({
        headers,
        body: Readable.from([body]).pipe(new PassThrough()),
      }),
      'a web stream': (body) => ({ headers, body: new Blob([body]).stream() }),
      'a rawBody that is not of got': (body) => ({ headers, rawBody: body }),
      'axios with an adapter of the program': (data) => ({ headers, data, config: {} }),
    };
    for (const [name, make] of Object.entries(messages)) {
      for (const body of [gzip, Buffer.from('hello')]) {
        const message = make(body);
        await assert.rejects(
          decodeResponse(message),
          {
            ...ambiguous,
            contentEncoding: 'GZip',
            message: /set the option isDecompressed to true if/,
          },
          name,
        );
        if (typeof message.body?.destroy === 'function') assert.ok(message.body.destroyed, name);
      }
      const options = { isDecompressed: true, maxBytes: 5 };
      assert.equal((await decodeResponse(make(Buffer.from('hello')), options)).text, 'hello', name);
      const compressed = { isDecompressed: false, maxBytes: 5 };
      assert.equal((await decodeResponse(make(gzip), compressed)).text, 'hello', name);
      // The limit holds behind the decompression of bytes, too.
      const bomb = make(zlib.gzipSync(Buffer.alloc(20_000_000)));
      await assert.rejects(decodeResponse(bomb, compressed), { code: 'ERR_BODY_TOO_LARGE' }, name);
      // No byte, as in the answer to HEAD: nothing is compressed.
      assert.equal((await decodeResponse(make(Buffer.of()))).text, '', name);
    }
    // Both mistakes are reported.
    const damaged = { code: 'ERR_CONTENT_ENCODING_INVALID', status: 400 };
    await assert.rejects(
      decodeResponse(bytes(Buffer.from('hello')), { isDecompressed: false }),
      damaged,
    );
  });

  it('zstd is decompressed where the runtime can do it', async () => {
    for (const isWhole of [true, false]) {
      answerWith(zstd, { 'content-encoding': 'zstd', 'content-type': 'text/plain' }, isWhole);
      const running = decodeResponse(await get());
      if (hasZstd) assert.equal((await running).text, 'hello');
      else await assert.rejects(running, { ...unsupported, contentEncoding: 'zstd' });
    }
    if (!hasZstd) return;
    const long = zlib.zstdCompressSync(
      Buffer.from(Array.from({ length: 300_000 }, (_, i) => ((i * i) >> 3) & 0x7f)),
    );
    const expected = zlib.zstdDecompressSync(long).toString();
    const checked = zlib.zstdCompressSync(Buffer.alloc(1000, 'ab'), {
      params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 },
    });
    const rle = zlib.zstdCompressSync(Buffer.alloc(500_000, 'x'));
    const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    for (const [body, isWhole, content] of [
      [long, true, expected],
      [checked, false, 'ab'.repeat(500)],
      [rle, true, 'x'.repeat(500_000)],
      // The stream of node:zlib ignores all frames but the first.
      [Buffer.concat([zstd, zstd]), false, 'hellohello'],
      [Buffer.concat([skippable, zstd, skippable, long]), true, `hello${expected}`],
      [Buffer.concat([zlib.zstdCompressSync(''), checked]), true, 'ab'.repeat(500)],
    ]) {
      answerWith(body, { 'content-encoding': 'zstd', 'content-type': 'text/plain' }, isWhole);
      assert.equal((await decodeResponse(await get())).text, content);
    }
    const damaged = { code: 'ERR_CONTENT_ENCODING_INVALID', status: 400 };
    const wrong = Buffer.from(checked);
    wrong[wrong.length - 1] ^= 1;
    const whole = [zstd, checked, long];
    for (const body of [
      Buffer.from('not zstd'),
      wrong,
      // Node.js 22 does not report these.
      ...whole.flatMap((bytes) => [1, 2, 5, 8].map((cut) => bytes.subarray(0, -cut))),
      ...[1, 3, 4, 5, 6, 9].map((length) => zstd.subarray(0, length)),
      long.subarray(0, long.length >> 1),
      ...[1, 3, 4, 9, 15].map((length) => Buffer.concat([zstd, checked.subarray(0, length)])),
      Buffer.concat([zstd, skippable.subarray(0, -1)]),
      Buffer.concat([zstd, Buffer.from('more')]),
      Buffer.concat(Array(10_001).fill(skippable)),
    ]) {
      answerWith(body, { 'content-encoding': 'zstd' });
      await assert.rejects(decodeResponse(await get()), damaged, `${body.length}`);
    }
    const bomb = zlib.zstdCompressSync(Buffer.alloc(20_000_000));
    answerWith(bomb, { 'content-encoding': 'zstd' });
    await assert.rejects(decodeResponse(await get(), { maxBytes: 1_000_000 }), {
      code: 'ERR_BODY_TOO_LARGE',
    });
  });

  // Other implementations report such bytes in ways of their own.
  if (isUndici) {
    it('compressed bytes that fetch() finds to be damaged', async () => {
      for (const send of [() => fetch(origin), clients['fetch of undici']]) {
        for (const coding of ['gzip', 'deflate', 'br']) {
          answerWith('not compressed', { 'content-encoding': coding });
          await assert.rejects(decodeResponse(await send()), (error) => {
            assert.equal(error.code, 'ERR_CONTENT_ENCODING_INVALID', coding);
            assert.deepEqual([error.status, error.type], [400, 'encoding.invalid']);
            assert.match(error.cause.code, /^(Z_DATA_ERROR$|ERR__ERROR_)/);
            return true;
          });
        }
      }
    });
  }

  it('wrong arguments', async () => {
    const invalid = wrongType;
    const bytes = Buffer.from('a');
    const blob = new Blob([bytes]);
    for (const [response, expected] of [
      ...[undefined, null, 7, {}, { headers: {} }, { body: null }, Symbol('x'), () => {}].map(
        (value) => [value, 'a Response of fetch(), an IncomingMessage of node:http, or another'],
      ),
      [Promise.resolve(new Response('a')), 'a response, not a Promise: await it;'],
      [
        Object.assign(Promise.resolve(), { headers: {}, body: null }),
        'a response, not a Promise: await it;',
      ],
      [blob, 'a response, not a Blob: pass `new Response(blob)`;'],
      [new File([bytes], 'name'), 'a response, not a Blob: pass `new Response(blob)`;'],
      ['text', 'a response, with headers: for a body alone there is decodeBody();'],
      [bytes, 'a response, with headers: for a body alone there is decodeBody();'],
      [{ headers: {}, body: 'text' }, 'a response whose body is bytes or a stream, not text: let'],
      [{ headers: {}, body: blob }, 'a response whose body is bytes or a stream, not a Blob: pass'],
      [{ headers: {}, data: blob, config: {} }, 'a response whose body is bytes or a stream, not'],
      [
        { headers: {}, data: 'x', config: {} },
        'a response whose body is bytes or a stream, not text',
      ],
    ]) {
      await assert.rejects(decodeResponse(response), (error) => {
        assert.deepEqual([error.name, error.code], [invalid.name, invalid.code]);
        assert.ok(error.message.startsWith(`response must be ${expected}`), error.message);
        return true;
      });
    }
    const listed = { headers: ['content-type', 'text/html'], body: Readable.from([bytes]) };
    await assert.rejects(decodeResponse(listed), {
      ...invalid,
      message: /^response\.headers must/,
    });
    answerWith('abc', {});
    const message = await get();
    message.setEncoding('utf8');
    await assert.rejects(decodeResponse(message), {
      ...invalid,
      message: /remove setEncoding\(\)/,
    });
    message.resume();
    for (const options of [{ signal: {} }, { maxBytes: '1mb' }, { fatal: 1 }, 7]) {
      const response = new Response('a');
      await assert.rejects(decodeResponse(response, options), invalid);
      assert.equal(await response.text(), 'a');
    }
    const strings = new ReadableStream({
      start(controller) {
        controller.enqueue('text');
        controller.close();
      },
    });
    await assert.rejects(decodeResponse({ headers: new Headers(), body: strings }), {
      ...invalid,
      message: /^chunk must be a buffer or a view, not a string/,
    });
    const objects = Readable.from([{}]);
    await assert.rejects(decodeResponse({ headers: {}, body: objects }), invalid);
  });

  // The node:zlib of Deno fails for a chunk behind the end: « stream.push() after EOF ».
  if (deno === undefined) {
    it('bytes after the end of compressed data count as in one chunk', async () => {
      const gzip = zlib.gzipSync('hello');
      const zeros = [Buffer.alloc(1), Buffer.alloc(1)];
      const more = [Buffer.from('mo'), Buffer.from('re')];
      const many = Array(40).fill(Buffer.alloc(10_000));
      for (const [coding, chunks, expected] of [
        ['gzip', [gzip, ...zeros], 'hello'],
        ['gzip', [gzip, gzip, ...zeros], 'hellohello'],
        ['gzip', [gzip, ...zeros, gzip, ...more], 'hello'],
        ['gzip', [gzip, ...more], null],
        ['gzip', [gzip, ...many], 'hello'],
        ['deflate', [zlib.deflateSync('hello'), ...more, ...zeros], 'hello'],
        ['deflate', [zlib.deflateRawSync('hello'), ...zeros, ...more], 'hello'],
        ['br', [zlib.brotliCompressSync('hello'), ...zeros, ...more], 'hello'],
        ['br', [zlib.brotliCompressSync('hello'), ...many], 'hello'],
        ['gzip, br', [zlib.brotliCompressSync(gzip), ...more, ...zeros], 'hello'],
        ['br', [zlib.brotliCompressSync('x'.repeat(1_000_000)), ...many], 'x'.repeat(1_000_000)],
      ]) {
        const whole = Buffer.concat(chunks);
        const bytes = whole.length < 1000 ? Array.from(whole, (byte) => Buffer.of(byte)) : chunks;
        for (const cut of [chunks, [whole], bytes]) {
          const body = Readable.from(cut);
          const running = decodeResponse(
            { headers: { 'content-encoding': coding }, body },
            inPlace,
          );
          if (expected === null) {
            await assert.rejects(running, { code: 'ERR_CONTENT_ENCODING_INVALID' });
            continue;
          }
          assert.equal((await running).text, expected, `${coding}, ${cut.length}`);
          assert.ok(body.readableEnded);
        }
      }
    });
  }

  it('bytes after the end of compressed data count against maxBytes', async () => {
    let isCancelled = false;
    async function* endless() {
      try {
        yield zlib.gzipSync('hello');
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isCancelled = true;
      }
    }
    const headers = { 'content-encoding': 'gzip' };
    const tooLarge = { code: 'ERR_BODY_TOO_LARGE', limit: 10_000 };
    const body = Readable.from(endless());
    await assert.rejects(
      decodeResponse({ headers, body }, { maxBytes: 10_000, ...inPlace }),
      tooLarge,
    );
    await setTimeout(1);
    assert.ok(isCancelled);
    const padded = (length) => Buffer.concat([zlib.gzipSync('hello'), Buffer.alloc(length)]);
    for (const [length, isTooMuch] of [
      [10_000, false],
      [10_001, true],
    ]) {
      const message = { headers, body: Readable.from([padded(length)]) };
      const running = decodeResponse(message, { maxBytes: 10_000, ...inPlace });
      if (isTooMuch) await assert.rejects(running, tooLarge);
      else assert.equal((await running).text, 'hello');
    }
  });

  it('bytes after the end of a gzip body are an error, except zeros', async () => {
    const send = (padding) => {
      answer = (_request, response) => {
        response.setHeader('content-encoding', 'gzip');
        response.write(zlib.gzipSync('abc'));
        response.end(padding);
      };
      return get();
    };
    const padded = await send(Buffer.alloc(9));
    assert.equal((await decodeResponse(padded)).text, 'abc');
    const followed = await send(Buffer.from('more'));
    await assert.rejects(decodeResponse(followed), { code: 'ERR_CONTENT_ENCODING_INVALID' });
    assert.ok(followed.destroyed);
  });
});

describe('decodeResponse: the request of a client', () => {
  /** Answers with the text of the request, or with the status of the error. */
  function echo(options) {
    answer = async (request, response) => {
      try {
        response.end((await decodeResponse(request, options)).text);
      } catch (error) {
        response.writeHead(error.status ?? 599);
        response.end(error.type);
      }
    };
  }

  const post = (body, headers) => fetch(origin, { method: 'POST', body, headers, duplex: 'half' });

  it('is decoded', async () => {
    echo();
    const body = encode('日本語', 'shift_jis');
    const plain = await post(body, { 'content-type': 'text/plain; charset=Shift_JIS' });
    assert.equal(await plain.text(), '日本語');
    const headers = { 'content-type': 'text/plain;charset=sjis', 'content-encoding': 'gzip' };
    assert.equal(await (await post(zlib.gzipSync(body), headers)).text(), '日本語');
  });

  it('is answered when it is too long, also when much of it is still to come', async () => {
    echo({ maxBytes: 1000 });
    for (const length of [1001, 20_000_000]) {
      const response = await post(Buffer.alloc(length), { 'content-type': 'text/plain' });
      assert.deepEqual([response.status, await response.text()], [413, 'entity.too.large']);
    }
    // The connection can be used again.
    const response = await post('abc', { 'content-type': 'text/plain' });
    assert.equal(await response.text(), 'abc');
  });

  it('is answered when its charset, its coding or its bytes are wrong', async () => {
    echo({ fatal: true });
    for (const [headers, body, status, type] of [
      [{ 'content-type': 'text/plain;charset=bogus' }, 'abc', 415, 'charset.unsupported'],
      [{ 'content-encoding': 'compress' }, Buffer.alloc(3_000_000), 415, 'encoding.unsupported'],
      [{ 'content-encoding': 'gzip' }, Buffer.alloc(3_000_000), 400, 'encoding.invalid'],
      [{ 'content-type': 'text/plain;charset=utf-8' }, Buffer.of(0xff), 400, 'encoding.invalid'],
    ]) {
      const response = await post(body, headers);
      assert.deepEqual([response.status, await response.text()], [status, type]);
    }
  });

  it('is answered when it declares too long a body', async () => {
    echo({ maxBytes: 1000 });
    const response = await post(Buffer.alloc(20_000_000), { 'content-type': 'text/plain' });
    assert.deepEqual([response.status, await response.text()], [413, 'entity.too.large']);
    const socket = connect(server.address().port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
    const [start] = await once(socket, 'data');
    assert.match(start.toString(), /^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('rejects when the client goes away', async () => {
    const result = new Promise((resolve) => {
      answer = (request) => decodeResponse(request).then(resolve, resolve);
    });
    const { port } = server.address();
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
    await setTimeout(20);
    socket.destroy();
    const error = await result;
    assert.deepEqual(
      [error.code, error.status, error.type],
      ['ERR_BODY_ABORTED', 400, 'request.aborted'],
    );
  });

  it('leaves no listener on the message', async () => {
    const counts = new Promise((resolve) => {
      answer = async (request, response) => {
        const before = request.eventNames().length;
        await decodeResponse(request);
        resolve([before, request.eventNames().filter((name) => name !== 'end').length]);
        response.end();
      };
    });
    await post('abc', {});
    const [before, after] = await counts;
    assert.ok(after <= before, `${before} ${after}`);
  });
});

describe('decodeResponse: streams that are not of HTTP', () => {
  it('a stream that fails', async () => {
    const own = new Error('own');
    const body = new PassThrough();
    const running = decodeResponse({ headers: {}, body });
    body.write('abc');
    body.destroy(own);
    await assert.rejects(
      running,
      (error) => error.code === 'ERR_BODY_ABORTED' && error.cause === own,
    );
  });

  it('a web stream that fails with its own error passes that error on', async () => {
    const own = new RangeError('own');
    const body = new ReadableStream({ pull: (controller) => controller.error(own) });
    await assert.rejects(decodeResponse(new Response(body)), (error) => error === own);
  });

  it('headers may be lists', async () => {
    const headers = { 'content-type': ['text/plain', 'text/plain;charset=koi8-r'] };
    const body = Readable.from([Buffer.of(0xe9)], { objectMode: false });
    assert.equal((await decodeResponse({ headers, body })).text, 'И');
  });

  it('plain headers may have their names in upper and lower case', async () => {
    for (const [type, coding, length] of [
      ['Content-Type', 'Content-Encoding', 'Content-Length'],
      ['CONTENT-TYPE', 'content-Encoding', 'CONTENT-length'],
    ]) {
      const headers = { [type]: 'text/plain;charset=koi8-r', [coding]: 'gzip' };
      const body = Readable.from([zlib.gzipSync(Buffer.of(0xe9))]);
      assert.equal((await decodeResponse({ headers, body }, inPlace)).text, 'И');
      const long = { headers: { [length]: '11' }, body: Readable.from([Buffer.from('x')]) };
      await assert.rejects(decodeResponse(long, { maxBytes: 10 }), { code: 'ERR_BODY_TOO_LARGE' });
    }
    const both = { 'Content-Type': 'text/plain;charset=koi8-r', 'content-type': 'text/plain' };
    const message = { headers: both, body: Readable.from([Buffer.of(0xe9)]) };
    assert.equal((await decodeResponse(message)).text, 'И');
  });

  it('only the headers that are needed are read, and only those of the object itself', async () => {
    const headers = Object.create(
      { 'content-type': 'text/plain;charset=koi8-r' },
      {
        Accept: { enumerable: true, get: () => assert.fail('read') },
        [Symbol('content-type')]: { enumerable: true, get: () => assert.fail('read') },
      },
    );
    const body = Readable.from([Buffer.from('é')]);
    assert.equal((await decodeResponse({ headers, body })).text, 'é');
    const own = new Error('own');
    const hostile = {
      get 'Content-Type'() {
        throw own;
      },
    };
    const message = { headers: hostile, body: Readable.from([]) };
    await assert.rejects(decodeResponse(message), (error) => {
      assert.deepEqual([error.code, error.cause], ['ERR_INVALID_ARG_TYPE', own]);
      return error instanceof TypeError;
    });
    assert.ok(message.body.destroyed);
  });
});
