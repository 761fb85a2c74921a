// Tests the errors of decodeResponse(), and what it does with a body that may or may not be compressed still. content-codings.test.mjs has
// what is complete compressed data.

import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import zlib from 'node:zlib';
import { decodeResponse } from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';
import { checkResponse, failure } from './rules.mjs';
import {
  answerWith,
  clients,
  get,
  hasZstd,
  inPlace,
  isUndici,
  server,
  useServer,
} from './server.mjs';

useServer();

const unsupported = failure('CONTENT_ENCODING_NOT_SUPPORTED');
const ambiguous = failure('CONTENT_ENCODING_AMBIGUOUS');
const damaged = failure('CONTENT_ENCODING_INVALID');
const tooLarge = failure('BODY_TOO_LARGE');
const notReadable = failure('BODY_NOT_READABLE');
const bytes = Buffer.from('hello');
const gzip = zlib.gzipSync(bytes);
const zstd = Buffer.from('KLUv/SAFKQAAaGVsbG8=', 'base64'); // « hello »

/** Answers with a body and a content coding. */
const answerCoded = (body, coding, isWhole = true) =>
  answerWith(body, { 'content-encoding': coding, 'content-type': 'text/plain' }, isWhole);

describe('decodeResponse: errors', () => {
  it('more than five content codings', async () => {
    const times = (count, body) => (count === 0 ? body : times(count - 1, zlib.gzipSync(body)));
    const answerTimes = (count) =>
      answerCoded(times(count, 'abc'), Array(count).fill('gzip').join());
    answerTimes(5);
    await checkResponse(await get(), 'abc');
    answerTimes(6);
    await checkResponse(await get(), unsupported);
  });

  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: a connection that ends within the body`, async () => {
      server.answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('abc');
        setTimeout(20).then(() => response.destroy());
      };
      const error = await decodeResponse(await send()).catch((own) => own);
      await rejects(Promise.reject(error), failure('BODY_ABORTED'));
      ok(error.cause instanceof Error);
    });
  }

  it('a TypeError of any realm is the network error of fetch()', async () => {
    const cause = runInNewContext("new TypeError('terminated')");
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
    await checkResponse({ headers: {}, body }, failure('BODY_ABORTED', { cause }));
  });

  it('bytes that are compressed twice, damaged within and cut outside: it is always the damage that is told', async () => {
    const headers = { 'content-encoding': 'deflate, deflate' };
    const inner = Buffer.concat([Buffer.from('789c0001000000', 'hex'), Buffer.alloc(100)]);
    const outer = zlib.deflateSync(inner, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
    for (let i = 0; i < 50; i++) {
      const body = Readable.from([outer]);
      const expected = { ...damaged, message: /^(?!.*unexpected end)/ };
      await checkResponse({ headers, body }, expected, inPlace);
    }
  });

  it('an abort of fetch itself, and of a signal before there is a body, stay what they are', async () => {
    server.answer = (_request, response) => response.write('abc');
    const controller = new AbortController();
    const running = decodeResponse(await fetch(server.origin, { signal: controller.signal }));
    await setTimeout(5);
    controller.abort();
    await rejects(running, { name: 'AbortError' });
    const own = new Error('own');
    const options = { signal: AbortSignal.abort(own) };
    await checkResponse(new Response(null), (error) => error === own, options);
  });

  it('a body that has been read, or is being read', async () => {
    answerWith('abc', {});
    const response = await fetch(server.origin);
    await response.text();
    await checkResponse(response, notReadable);
    const locked = await fetch(server.origin);
    const reader = locked.body.getReader();
    await checkResponse(locked, notReadable);
    await reader.cancel();
    const message = await get();
    await message.toArray();
    for (let again = 0; again < 2; again++) await checkResponse(message, notReadable);
    const twice = await get();
    const [first, second] = await Promise.allSettled([
      decodeResponse(twice),
      decodeResponse(twice),
    ]);
    equal(first.value.text, 'abc');
    equal(second.reason.code, notReadable.code);
    await checkResponse(twice, notReadable);
    const paused = await get();
    paused.pause();
    await setTimeout(1);
    await checkResponse(paused, 'abc');
    const destroyed = await get();
    destroyed.destroy();
    await checkResponse(destroyed, failure('BODY_ABORTED'));
  });

  for (const [name, use] of Object.entries({
    'pipe()': (message) => message.pipe(new PassThrough({ highWaterMark: 1 })),
    'a listener': (message) => message.on('data', () => {}),
    'a paused listener': (message) => message.on('data', () => {}).pause(),
    'resume()': (message) => message.resume(),
    'a listener « readable »': (message) => message.on('readable', () => {}),
    'an iterator': (message) => message[Symbol.asyncIterator]().next(),
  })) {
    it(`a stream of Node.js that something else is reading: ${name}`, async () => {
      server.answer = (_request, response) => response.write('abc');
      const message = await get();
      use(message);
      await checkResponse(message, notReadable);
      await setTimeout(1);
      await checkResponse(message, notReadable);
      message.destroy();
    });
  }

  it('what fetch() leaves compressed is decompressed, or refused', async () => {
    const [br, deflate, raw] = [zlib.brotliCompressSync, zlib.deflateSync, zlib.deflateRawSync];
    // The runtime's fetch() undoes these codings, or it does not know one of them and undoes none.
    for (const [coding, body] of [
      ['zstd', zstd],
      ...['identity, gzip', 'gzip, identity', 'gzip,', 'utf-8, gzip'].map((name) => [name, gzip]),
      ['identity, br', br(bytes)],
      ['identity, deflate', deflate(bytes)],
      ['identity, deflate', raw(bytes)],
      ['zstd, gzip', zlib.gzipSync(zstd)],
      ['zstd, br', br(zstd)],
    ]) {
      for (const isWhole of [true, false]) {
        answerCoded(body, coding, isWhole);
        for (const send of [() => fetch(server.origin), clients['fetch of undici']]) {
          if (send === undefined) continue;
          const result = await decodeResponse(await send()).catch((error) => error);
          if (result instanceof Error) {
            ok(!isUndici || coding.includes('zstd'), coding);
            // undici does not tell whether it is a version that knows zstd.
            const expected = isUndici && !hasZstd ? unsupported : ambiguous;
            deepEqual([result.code, result.status], [expected.code, expected.status]);
          } else equal(result.text, 'hello', coding);
          const isDecompressed = (await (await send()).text()) === 'hello';
          const running = decodeResponse(await send(), { isDecompressed });
          if (!isDecompressed && coding.includes('zstd') && !hasZstd) {
            await rejects(running, { ...unsupported, contentEncoding: 'zstd' });
          } else equal((await running).text, 'hello', coding);
        }
        if (coding !== 'zstd') continue;
        const running = decodeResponse(await get());
        if (hasZstd) equal((await running).text, 'hello');
        else await rejects(running, { ...unsupported, contentEncoding: 'zstd' });
      }
    }
  });

  it('a name that is no content coding is ignored, and another one that is not known refused, for every client', async () => {
    for (const [client, send] of Object.entries(clients)) {
      for (const coding of ['identity', 'utf-8', 'none', ',', 'None, iso-8859-1', '']) {
        answerCoded('hello', coding);
        await checkResponse(await send(), 'hello', {}, `${client}: ${coding}`);
      }
      if (!isUndici && client.startsWith('fetch')) continue;
      for (const coding of ['compress', 'gzip, bogus', 'constructor', 'x'.repeat(1000)]) {
        answerCoded('hello', coding);
        const response = await send();
        const expected = { ...unsupported, contentEncoding: coding.split(', ').at(-1) };
        await checkResponse(response, expected, {}, `${client}: ${coding}`);
        if (client === 'http.get') ok(response.destroyed);
      }
    }
  });

  const headers = { 'content-encoding': 'GZip', 'content-type': 'text/plain' };
  for (const [name, make] of Object.entries({
    'a Response that a program has made': (body) => new Response(body, { headers }),
    bytes: (body) => ({ headers, body }),
    'an ArrayBuffer': (body) => ({ headers, body: new Uint8Array(body).buffer }),
    'a stream of Node.js': (body) => ({ headers, body: Readable.from([body]) }),
    'a stream between': (body) => ({
      headers,
      body: Readable.from([body]).pipe(new PassThrough()),
    }),
    'a web stream': (body) => ({ headers, body: new Blob([body]).stream() }),
    'a rawBody that is not of got': (body) => ({ headers, rawBody: body }),
    'axios with an adapter of the program': (data) => ({ headers, data, config: {} }),
  })) {
    it(`a message that does not tell whether it is still compressed: ${name}`, async () => {
      const message = /set the option isDecompressed to true if/;
      const textOf = async (body, isDecompressed) =>
        (await decodeResponse(make(body), { isDecompressed, maxBytes: 5 })).text;
      for (const body of [gzip, bytes]) {
        const made = make(body);
        await checkResponse(made, { ...ambiguous, contentEncoding: 'GZip', message });
        if (typeof made.body?.destroy === 'function') ok(made.body.destroyed);
      }
      equal(await textOf(bytes, true), 'hello');
      equal(await textOf(gzip, false), 'hello');
      await rejects(textOf(bytes, false), damaged);
      // The limit holds behind the decompression of bytes, too.
      await rejects(textOf(zlib.gzipSync(Buffer.alloc(20_000_000)), false), tooLarge);
      // No byte, as in the answer to HEAD: nothing is compressed.
      await checkResponse(make(Buffer.of()), '');
    });
  }

  // Other implementations report such bytes in ways of their own.
  if (isUndici) {
    it('compressed bytes that fetch() finds to be damaged', async () => {
      for (const send of [() => fetch(server.origin), clients['fetch of undici']]) {
        for (const coding of ['gzip', 'deflate', 'br']) {
          answerCoded('not compressed', coding);
          const error = await decodeResponse(await send()).catch((own) => own);
          await rejects(Promise.reject(error), damaged, coding);
          match(error.cause.code, /^(Z_DATA_ERROR$|ERR__ERROR_)/);
        }
      }
    });
  }

  it('wrong arguments: the message says what to do', async () => {
    const blob = new Blob([bytes]);
    const noBytes = 'a response whose body is bytes or a stream, not';
    const promise = 'a response, not a Promise: await it;';
    const notBlob = 'a response, not a Blob: pass `new Response(blob)`;';
    const noHeaders = 'a response, with headers: for a body alone there is decodeBody();';
    const others = [undefined, null, 7, {}, { headers: {} }, { body: null }, Symbol('x'), () => {}];
    for (const [response, expected] of [
      ...others.map((value) => [
        value,
        'a Response of fetch(), an IncomingMessage of node:http, or another',
      ]),
      [Promise.resolve(new Response('a')), promise],
      [Object.assign(Promise.resolve(), { headers: {}, body: null }), promise],
      [blob, notBlob],
      [new File([bytes], 'name'), notBlob],
      ['text', noHeaders],
      [bytes, noHeaders],
      [{ headers: {}, body: 'text' }, `${noBytes} text: let`],
      [{ headers: {}, body: blob }, `${noBytes} a Blob: pass`],
      [{ headers: {}, data: blob, config: {} }, noBytes],
      [{ headers: {}, data: 'x', config: {} }, `${noBytes} text`],
    ]) {
      await checkResponse(response, (error) => {
        deepEqual([error.name, error.code], [wrongType.name, wrongType.code]);
        ok(error.message.startsWith(`response must be ${expected}`), error.message);
        return true;
      });
    }
    const listed = { headers: ['content-type', 'text/html'], body: Readable.from([bytes]) };
    await checkResponse(listed, { ...wrongType, message: /^response\.headers must/ });
    answerWith('abc', {});
    const message = await get();
    message.setEncoding('utf8');
    await checkResponse(message, { ...wrongType, message: /remove setEncoding\(\)/ });
    message.resume();
    const unread = new Response('a');
    await checkResponse(unread, wrongType, { fatal: 1 });
    equal(await unread.text(), 'a');
    const strings = { headers: new Headers(), body: ReadableStream.from(['text']) };
    const noText = /^chunk must be a buffer or a view, not a string/;
    await checkResponse(strings, { ...wrongType, message: noText });
    await checkResponse({ headers: {}, body: Readable.from([{}]) }, wrongType);
  });
});
