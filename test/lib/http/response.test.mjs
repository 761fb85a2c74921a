// Tests decodeResponse() with real connections: a server on the loopback interface answers with pages whose encoding is told in
// each of the ways that there are, compressed and in chunks of one byte, to fetch, undici and http.get.

import { deepEqual, equal, fail, ok, rejects } from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import zlib from 'node:zlib';
import { encode } from 'whatwg-transcoder';
import { decodeResponse } from 'whatwg-transcoder/http';
import { checkResponse, failure } from './rules.mjs';
import { answerWith, bun, clients, deno, get, server, useServer } from './server.mjs';

useServer();

const text = '\u041f\u0440\u0438\u0432\u0435\u0442';

const bytesOf = (before, label, options) => encode(`${before}${text}`, label, options);

const html = 'text/html';

/** Pages: how the encoding is told, the body, the Content-Type, the encoding and the source. sniff.test.mjs has all the rules. */
const pages = {
  'byte order mark': [bytesOf('', 'utf-16le', { addBOM: true }), html, 'UTF-16LE', 'bom'],
  header: [bytesOf('', 'koi8-r'), `${html}; charset=koi8-r`, 'KOI8-R', 'header'],
  'meta charset': [bytesOf('<meta charset=koi8-r>', 'koi8-r'), html, 'KOI8-R', 'meta'],
  'no Content-Type': [bytesOf('', 'utf-8'), undefined, 'UTF-8', 'default'],
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

const headerOf = (coding) => coding.replace(', raw', '');

/** Tells whether the response of a runtime's fetch can be read: of Bun and Deno it tells nothing where there are several codings. */
function isForFetch(coding) {
  if ((bun ?? deno) === undefined) return true;
  return !/,.*(gzip|br)/i.test(coding);
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
            equal(decoded.encoding, encoding, what);
            equal(decoded.source, source, what);
            ok(decoded.text.endsWith(body.length === 0 ? '' : text), what);
            deepEqual([decoded.replacements, decoded.firstErrorOffset], [0, null], what);
          }
        }
      });
    }
  }

  it('takes a request, whose body is as its sender made it', async () => {
    for (const [body, headers] of [['é'], [zlib.gzipSync('é'), { 'content-encoding': 'gzip' }]]) {
      const request = new Request('http://x/', { method: 'POST', body, headers });
      await checkResponse(request, 'é');
    }
    await checkResponse(new Response(null), '');
  });

  it('takes a stream of got, and leaves no listener on the signal', async () => {
    const make = () => Object.assign(new PassThrough(), { redirectUrls: [] });
    const stream = make();
    const { signal } = new AbortController();
    const running = decodeResponse(stream, { signal });
    stream.response = { headers: {} };
    stream.emit('response');
    stream.end('a');
    equal((await running).text, 'a');
    deepEqual(getEventListeners(signal, 'abort'), []);
    const closed = make();
    await new Promise((resolve) => closed.destroy().on('close', resolve));
    await checkResponse(closed, failure('BODY_ABORTED'));
  });

  it('takes a message whose body is a stream of node:zlib, as that of node-fetch, as decompressed', async () => {
    for (const [coding, compress, decompress] of [
      ['gzip', zlib.gzipSync, zlib.createGunzip],
      ['x-gzip', zlib.gzipSync, zlib.createUnzip],
      ['deflate', zlib.deflateSync, zlib.createInflate],
      ['Deflate', zlib.deflateRawSync, zlib.createInflateRaw],
      ['br', zlib.brotliCompressSync, zlib.createBrotliDecompress],
    ]) {
      const textOf = async (own) => {
        const headers = new Headers({ 'content-type': 'text/plain', 'content-encoding': own });
        const body = Readable.from([compress('ab')]).pipe(decompress());
        return (await decodeResponse({ headers, body })).text;
      };
      equal(await textOf(coding), 'ab', coding);
      // Another coding than that of the stream, or one more, leaves the question open.
      for (const other of [`gzip, ${coding}`, coding === 'br' ? 'gzip' : 'br']) {
        await rejects(textOf(other), failure('CONTENT_ENCODING_AMBIGUOUS'));
      }
    }
  });
});

/** Answers with a function of the response, which need not end it; returns what resolves when the connection is closed. */
function answerOpen(answer) {
  return new Promise((resolve) => {
    server.answer = (_request, response) => {
      resolve({ closed: once(response, 'close') });
      answer(response);
    };
  });
}

describe('decodeResponse: limits', () => {
  const tooLarge = (limit) => failure('BODY_TOO_LARGE', { limit });
  const headers = { 'content-type': 'text/plain;charset=latin1', 'content-encoding': 'gzip' };

  it('100 MiB is the limit of a program that sets none', async () => {
    const chunk = zlib.gzipSync(Buffer.alloc(1 << 20));
    const limit = 100 * 1024 * 1024;
    const answerMembers = (count) => answerWith(Buffer.concat(Array(count).fill(chunk)), headers);
    answerMembers(101);
    await checkResponse(await get(), tooLarge(limit));
    answerMembers(100);
    equal((await decodeResponse(await get())).text.length, limit);
  });

  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: maxBytes counts after decompression, and a declared length is that of the compressed body`, async () => {
      const body = zlib.gzipSync('x'.repeat(1000));
      answerWith(body, { 'content-encoding': 'gzip', 'content-length': body.length });
      equal((await decodeResponse(await send(), { maxBytes: 1000 })).text.length, 1000);
      await checkResponse(await send(), tooLarge(999), { maxBytes: 999 });
      answerWith(zlib.gzipSync('a'), { 'content-encoding': 'gzip', 'content-length': 21 });
      await checkResponse(await send(), 'a', { maxBytes: 1 });
      answerWith('abc', { 'content-length': 3 });
      await checkResponse(await send(), 'abc', { maxBytes: 3 });
    });

    it(`${name}: a response that never ends is cancelled when the limit is passed`, async () => {
      const opened = answerOpen((response) => {
        const write = () => {
          while (!response.destroyed && response.write(Buffer.alloc(10_000)));
        };
        response.on('drain', write);
        write();
      });
      await checkResponse(await send(), tooLarge(100_000), { maxBytes: 100_000 });
      await (await opened).closed;
    });

    it(`${name}: a length that the header declares is refused before the body is read`, async () => {
      const opened = answerOpen((response) => {
        response.writeHead(200, { 'content-length': 1_000_000_000 });
        response.flushHeaders();
        // The answer of this client does not tell whether it is one to HEAD, and so the first byte has to come.
        if (name === 'request of undici') response.write('x');
      });
      await checkResponse(await send(), tooLarge(10), { maxBytes: 10 });
      await (await opened).closed;
    });
  }

  it('a declared length does not count where no body comes, nor with Transfer-Encoding', async () => {
    answerWith('', { 'content-length': 1000 });
    const head = await get({ method: 'HEAD' });
    await checkResponse(head, '', { maxBytes: 10 });
    const fetched = await fetch(server.origin, { method: 'HEAD' });
    await checkResponse(fetched, '', { maxBytes: 10 });
    for (const length of ['1000, 1000', '-1', '1e9', '', 'x', undefined]) {
      const message = { headers: { 'content-length': length }, body: Readable.from([]) };
      await checkResponse(message, '', { maxBytes: 10 });
    }
    const headers = { 'content-length': '1000', 'transfer-encoding': 'chunked' };
    const body = Readable.from([Buffer.from('a')]);
    await checkResponse({ headers, body }, 'a', { maxBytes: 10 });
  });

  it('an unknown charset is refused as soon as there is no byte order mark, before the length', async () => {
    const unsupported = failure('ENCODING_NOT_SUPPORTED', { charset: 'utf-7' });
    const contentType = 'text/plain; charset=utf-7';
    for (const [name, send] of Object.entries(clients)) {
      const opened = answerOpen((response) => {
        response.setHeader('content-type', contentType);
        response.write('abc');
      });
      await checkResponse(await send(), unsupported, {}, name);
      await (await opened).closed;
    }
    const messageOf = (chunks, more) => ({
      headers: { 'content-type': contentType, ...more },
      body: Readable.from(chunks.map((chunk) => Buffer.from(chunk, 'latin1'))),
    });
    const length = { 'content-length': '1000000' };
    for (const [chunks, more, maxBytes] of [
      [['abc'], {}, 1],
      [['a', 'b', 'c'], {}, 1],
      [['a', 'b'], {}, 1],
      [['\xef', '\xbb', 'x'], {}, 0],
      [['abc'], length, 10],
      [[], {}, 10],
    ]) {
      await checkResponse(messageOf(chunks, more), unsupported, { maxBytes });
    }
    for (const chunks of [
      ['\xef\xbb\xbfabc'],
      ['\xef', '\xbb', '\xbf', 'abc'],
      ['\xff\xfe', 'a\0b\0c\0'],
    ]) {
      const { text: abc, source } = await decodeResponse(messageOf(chunks));
      deepEqual([abc, source], ['abc', 'bom']);
      for (const [more, maxBytes] of [
        [{}, 4],
        [length, 100],
      ]) {
        await checkResponse(messageOf(chunks, more), tooLarge(maxBytes), { maxBytes });
      }
    }
    for (const type of ['application/xml', 'application/json', 'text/html', 'text/css']) {
      const message = messageOf([...'<\0?\0y\0z'], { 'content-type': `${type}; charset=utf-7` });
      const options = { unknownCharset: 'throw', detect: () => fail(), maxBytes: 6 };
      await checkResponse(message, unsupported, options, type);
    }
  });

  it('white space of any length before `<?x` in UTF-16 is read, up to 65,536 bytes, and no further', async () => {
    const headers = { 'content-type': 'text/xml; charset=utf-7' };
    const chunks = ['\n'.repeat(9), '<?xml?>'].map((text) => Buffer.from(text, 'utf16le'));
    for (const body of [Buffer.concat(chunks), Readable.from(chunks)]) {
      await checkResponse({ headers, body }, chunks.join('').replaceAll('\0', ''), {
        unknownCharset: 'throw',
      });
    }
    let read = 0;
    const endless = Readable.from(
      (function* spaces() {
        for (; read < 1_000_000; read += 1000) yield Buffer.alloc(1000, 0x20);
      })(),
    );
    const options = { unknownCharset: 'throw', maxBytes: 10 };
    const unsupported = failure('ENCODING_NOT_SUPPORTED', { charset: 'utf-7' });
    await checkResponse({ headers, body: endless }, unsupported, options);
    ok(read < 300_000, `${read}`);
  });
});

describe('decodeResponse: chunks', () => {
  it('of every length come together in their order', async () => {
    const sizes = [1, 70_000, 2, 65_536, 65_535, 65_537, 3, 40_000, 40_000, 100_000];
    const chunks = sizes.map((size, i) => Buffer.alloc(size, 0x61 + i));
    const body = Readable.from(chunks, { objectMode: false });
    const { text: mixed } = await decodeResponse({ headers: {}, body });
    equal(mixed, Buffer.concat(chunks).toString());
  });
});

describe('decodeResponse: a signal', () => {
  const own = new Error('own');

  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: ends the reading and the connection, also when it is aborted already`, async () => {
      for (const isEarly of [false, true]) {
        const opened = answerOpen((response) => response.write('abc'));
        const controller = new AbortController();
        const response = await send();
        if (isEarly) controller.abort(own);
        const running = decodeResponse(response, { signal: controller.signal });
        if (!isEarly) setTimeout(5).then(() => controller.abort(own));
        await rejects(running, (error) => error === own);
        await (await opened).closed;
      }
    });

    it(`${name}: that is aborted later has no effect, and no listener stays`, async () => {
      answerWith('abc', {});
      const controller = new AbortController();
      const { signal } = controller;
      let listeners = 0;
      for (const [method, change] of [
        ['addEventListener', 1],
        ['removeEventListener', -1],
      ]) {
        const original = signal[method];
        signal[method] = function (...args) {
          listeners += change;
          return original.apply(this, args);
        };
      }
      await checkResponse(await send(), 'abc', { signal });
      equal(listeners, 0);
      controller.abort();
    });
  }
});
