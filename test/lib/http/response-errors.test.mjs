// Tests the errors of decodeResponse(), and what it does with a body that may or may not be compressed still.

import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import zlib from 'node:zlib';
import { decodeResponse } from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';
import { revokedProxy } from '../../harness/revoked-proxy.mjs';
import { answerWith, clients, deno, get, inPlace, isUndici, server, useServer } from './server.mjs';

useServer();

describe('decodeResponse: errors', () => {
  it('a content coding that is not known', async () => {
    for (const coding of ['compress', 'zstd-x', 'gzip, bogus', 'constructor', 'x'.repeat(1000)]) {
      answerWith('abc', { 'content-encoding': coding });
      const response = await get();
      const name = coding.split(', ').at(-1);
      await rejects(decodeResponse(response), {
        name: 'RangeError',
        code: 'ERR_CONTENT_ENCODING_NOT_SUPPORTED',
        contentEncoding: name,
        status: 415,
        statusCode: 415,
        expose: true,
        type: 'encoding.unsupported',
      });
      ok(response.destroyed);
    }
  });

  it('more than five content codings', async () => {
    const times = (count, body) => (count === 0 ? body : times(count - 1, zlib.gzipSync(body)));
    const header = (count) => ({ 'content-encoding': Array(count).fill('gzip').join(',') });
    answerWith(times(5, 'abc'), header(5));
    equal((await decodeResponse(await get())).text, 'abc');
    answerWith(times(6, 'abc'), header(6));
    await rejects(decodeResponse(await get()), {
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
        await rejects(
          decodeResponse(await get()),
          (error) => {
            equal(error.code, 'ERR_CONTENT_ENCODING_INVALID', `${error}`);
            match(error.message, /^The compressed body cannot be decompressed: /);
            deepEqual([error.status, error.type], [400, 'encoding.invalid']);
            ok(error.cause instanceof Error);
            return true;
          },
          `${coding}, ${isWhole}`,
        );
      }
    }
  });

  for (const [name, send] of Object.entries(clients)) {
    it(`${name}: a connection that ends within the body`, async () => {
      server.answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('abc');
        setTimeout(20).then(() => response.destroy());
      };
      await rejects(decodeResponse(await send()), (error) => {
        equal(error.code, 'ERR_BODY_ABORTED');
        deepEqual([error.status, error.type], [400, 'request.aborted']);
        ok(error.cause instanceof Error);
        return true;
      });
    });
  }

  it('bytes that are compressed twice, damaged within and cut outside: it is always the damage that is told', async () => {
    const headers = { 'content-encoding': 'deflate, deflate' };
    const inner = Buffer.concat([Buffer.from('789c0001000000', 'hex'), Buffer.alloc(100)]);
    const outer = zlib.deflateSync(inner, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
    for (let i = 0; i < 50; i++) {
      await rejects(
        decodeResponse({ headers, body: Readable.from([outer]) }, { isDecompressed: false }),
        { code: 'ERR_CONTENT_ENCODING_INVALID', message: /^(?!.*unexpected end)/ },
      );
    }
  });

  it('an abort of fetch itself stays what it is', async () => {
    server.answer = (_request, response) => response.write('abc');
    const controller = new AbortController();
    const running = decodeResponse(await fetch(server.origin, { signal: controller.signal }));
    await setTimeout(5);
    controller.abort();
    await rejects(running, { name: 'AbortError' });
  });

  it('a body that has been read, or is being read', async () => {
    const notReadable = {
      name: 'TypeError',
      code: 'ERR_BODY_NOT_READABLE',
      status: 500,
      expose: false,
    };
    answerWith('abc', {});
    const response = await fetch(server.origin);
    await response.text();
    await rejects(decodeResponse(response), notReadable);
    const locked = await fetch(server.origin);
    const reader = locked.body.getReader();
    await rejects(decodeResponse(locked), notReadable);
    await reader.cancel();
    const message = await get();
    await message.toArray();
    await rejects(decodeResponse(message), notReadable);
    await rejects(decodeResponse(message), { type: 'stream.not.readable' });
    const twice = await get();
    await decodeResponse(twice);
    await rejects(decodeResponse(twice), notReadable);
    const destroyed = await get();
    destroyed.destroy();
    await rejects(decodeResponse(destroyed), { code: 'ERR_BODY_ABORTED' });
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
      server.answer = open;
      const message = await get();
      use(message);
      await rejects(decodeResponse(message), notReadable, name);
      await setTimeout(1);
      await rejects(decodeResponse(message), notReadable, name);
      message.destroy();
    }
    answerWith('abc', {});
    const twice = await get();
    const [first, second] = await Promise.allSettled([
      decodeResponse(twice),
      decodeResponse(twice),
    ]);
    equal(first.value.text, 'abc');
    equal(second.reason.code, 'ERR_BODY_NOT_READABLE');
    const paused = await get();
    paused.pause();
    await setTimeout(1);
    equal((await decodeResponse(paused)).text, 'abc');
  });

  it('a signal that is aborted already, without a body', async () => {
    const own = new Error('own');
    const options = { signal: AbortSignal.abort(own) };
    await rejects(decodeResponse(new Response(null), options), (error) => error === own);
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
      }
    }
  });

  it('a name that is no content coding is ignored, for every client', async () => {
    for (const coding of ['identity', 'utf-8', 'none', ',', 'None, iso-8859-1', '']) {
      for (const [client, send] of Object.entries(clients)) {
        answerWith('hello', { 'content-encoding': coding, 'content-type': 'text/plain' });
        equal((await decodeResponse(await send())).text, 'hello', `${client}: ${coding}`);
      }
    }
    for (const coding of ['compress', 'constructor', '__proto__']) {
      for (const [client, send] of Object.entries(clients)) {
        if (!isUndici && client.startsWith('fetch')) continue;
        answerWith('hello', { 'content-encoding': coding, 'content-type': 'text/plain' });
        await rejects(decodeResponse(await send()), unsupported, `${client}: ${coding}`);
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
        await rejects(
          decodeResponse(message),
          {
            ...ambiguous,
            contentEncoding: 'GZip',
            message: /set the option isDecompressed to true if/,
          },
          name,
        );
        if (typeof message.body?.destroy === 'function') ok(message.body.destroyed, name);
      }
      const options = { isDecompressed: true, maxBytes: 5 };
      equal((await decodeResponse(make(Buffer.from('hello')), options)).text, 'hello', name);
      const compressed = { isDecompressed: false, maxBytes: 5 };
      equal((await decodeResponse(make(gzip), compressed)).text, 'hello', name);
      // The limit holds behind the decompression of bytes, too.
      const bomb = make(zlib.gzipSync(Buffer.alloc(20_000_000)));
      await rejects(decodeResponse(bomb, compressed), { code: 'ERR_BODY_TOO_LARGE' }, name);
      // No byte, as in the answer to HEAD: nothing is compressed.
      equal((await decodeResponse(make(Buffer.of()))).text, '', name);
    }
    // Both mistakes are reported.
    const damaged = { code: 'ERR_CONTENT_ENCODING_INVALID', status: 400 };
    await rejects(decodeResponse(bytes(Buffer.from('hello')), { isDecompressed: false }), damaged);
  });

  it('zstd is decompressed where the runtime can do it', async () => {
    for (const isWhole of [true, false]) {
      answerWith(zstd, { 'content-encoding': 'zstd', 'content-type': 'text/plain' }, isWhole);
      const running = decodeResponse(await get());
      if (hasZstd) equal((await running).text, 'hello');
      else await rejects(running, { ...unsupported, contentEncoding: 'zstd' });
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
      equal((await decodeResponse(await get())).text, content);
    }
    const damaged = { code: 'ERR_CONTENT_ENCODING_INVALID', status: 400 };
    const wrong = Buffer.from(checked);
    wrong[wrong.length - 1] ^= 1;
    const whole = [zstd, long];
    for (const body of [
      Buffer.from('not zstd'),
      wrong,
      // Node.js 22 does not report these.
      ...whole.flatMap((bytes) => [1, 2, 5, 8].map((cut) => bytes.subarray(0, -cut))),
      ...[1, 3, 4, 5, 6, 9].map((length) => zstd.subarray(0, length)),
      long.subarray(0, long.length >> 1),
      ...[5, 8].map((cut) => checked.subarray(0, -cut)),
      ...[4, 9, 15].map((length) => Buffer.concat([zstd, checked.subarray(0, length)])),
      Buffer.concat([zstd, skippable.subarray(0, -1)]),
      Buffer.concat(Array(10_001).fill(skippable)),
    ]) {
      answerWith(body, { 'content-encoding': 'zstd' });
      await rejects(decodeResponse(await get()), damaged, `${body.length}`);
    }
    const bomb = zlib.zstdCompressSync(Buffer.alloc(20_000_000));
    answerWith(bomb, { 'content-encoding': 'zstd' });
    await rejects(decodeResponse(await get(), { maxBytes: 1_000_000 }), {
      code: 'ERR_BODY_TOO_LARGE',
    });
  });

  // Other implementations report such bytes in ways of their own.
  if (isUndici) {
    it('compressed bytes that fetch() finds to be damaged', async () => {
      for (const send of [() => fetch(server.origin), clients['fetch of undici']]) {
        for (const coding of ['gzip', 'deflate', 'br']) {
          answerWith('not compressed', { 'content-encoding': coding });
          await rejects(decodeResponse(await send()), (error) => {
            equal(error.code, 'ERR_CONTENT_ENCODING_INVALID', coding);
            deepEqual([error.status, error.type], [400, 'encoding.invalid']);
            match(error.cause.code, /^(Z_DATA_ERROR$|ERR__ERROR_)/);
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
    for (const name of ['content-type', 'content-encoding']) {
      await rejects(decodeResponse({ headers: { [name]: revokedProxy() }, body: bytes }), invalid);
    }
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
      await rejects(decodeResponse(response), (error) => {
        deepEqual([error.name, error.code], [invalid.name, invalid.code]);
        ok(error.message.startsWith(`response must be ${expected}`), error.message);
        return true;
      });
    }
    const listed = { headers: ['content-type', 'text/html'], body: Readable.from([bytes]) };
    await rejects(decodeResponse(listed), {
      ...invalid,
      message: /^response\.headers must/,
    });
    answerWith('abc', {});
    const message = await get();
    message.setEncoding('utf8');
    await rejects(decodeResponse(message), {
      ...invalid,
      message: /remove setEncoding\(\)/,
    });
    message.resume();
    for (const options of [{ signal: {} }, { maxBytes: '1mb' }, { fatal: 1 }, 7]) {
      const response = new Response('a');
      await rejects(decodeResponse(response, options), invalid);
      equal(await response.text(), 'a');
    }
    const strings = new ReadableStream({
      start(controller) {
        controller.enqueue('text');
        controller.close();
      },
    });
    await rejects(decodeResponse({ headers: new Headers(), body: strings }), {
      ...invalid,
      message: /^chunk must be a buffer or a view, not a string/,
    });
    const objects = Readable.from([{}]);
    await rejects(decodeResponse({ headers: {}, body: objects }), invalid);
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
        ['gzip', [gzip, ...more], 'hello'],
        ['gzip', [gzip, gzip.subarray(0, 3), ...more], null],
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
            await rejects(running, { code: 'ERR_CONTENT_ENCODING_INVALID' });
            continue;
          }
          equal((await running).text, expected, `${coding}, ${cut.length}`);
          ok(body.readableEnded);
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
    await rejects(decodeResponse({ headers, body }, { maxBytes: 10_000, ...inPlace }), tooLarge);
    await setTimeout(1);
    ok(isCancelled);
    const padded = (length) => Buffer.concat([zlib.gzipSync('hello'), Buffer.alloc(length)]);
    for (const [length, isTooMuch] of [
      [10_000, false],
      [10_001, true],
    ]) {
      const message = { headers, body: Readable.from([padded(length)]) };
      const running = decodeResponse(message, { maxBytes: 10_000, ...inPlace });
      if (isTooMuch) await rejects(running, tooLarge);
      else equal((await running).text, 'hello');
    }
  });
});
