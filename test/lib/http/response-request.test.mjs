// Tests decodeResponse() with requests of clients, and with streams that are not of HTTP.

import { deepEqual, equal, fail, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { encode } from 'whatwg-transcoder';
import { decodeResponse } from 'whatwg-transcoder/http';
import { inPlace, server, useServer } from './server.mjs';

useServer();

describe('decodeResponse: the request of a client', () => {
  /** Answers with the text of the request, or with the status of the error. */
  function echo(options) {
    server.answer = async (request, response) => {
      try {
        response.end((await decodeResponse(request, options)).text);
      } catch (error) {
        response.writeHead(error.status ?? 599);
        response.end(error.type);
      }
    };
  }

  const post = (body, headers) =>
    fetch(server.origin, { method: 'POST', body, headers, duplex: 'half' });

  it('is decoded', async () => {
    echo();
    const body = encode('日本語', 'shift_jis');
    const plain = await post(body, { 'content-type': 'text/plain; charset=Shift_JIS' });
    equal(await plain.text(), '日本語');
    const headers = { 'content-type': 'text/plain;charset=sjis', 'content-encoding': 'gzip' };
    equal(await (await post(zlib.gzipSync(body), headers)).text(), '日本語');
  });

  it('is answered when it is too long, also when much of it is still to come', async () => {
    echo({ maxBytes: 1000 });
    for (const length of [1001, 20_000_000]) {
      const response = await post(Buffer.alloc(length), { 'content-type': 'text/plain' });
      deepEqual([response.status, await response.text()], [413, 'entity.too.large']);
    }
    // The connection can be used again.
    const response = await post('abc', { 'content-type': 'text/plain' });
    equal(await response.text(), 'abc');
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
      deepEqual([response.status, await response.text()], [status, type]);
    }
  });

  it('is answered when it declares too long a body', async () => {
    echo({ maxBytes: 1000 });
    const response = await post(Buffer.alloc(20_000_000), { 'content-type': 'text/plain' });
    deepEqual([response.status, await response.text()], [413, 'entity.too.large']);
    const socket = connect(new URL(server.origin).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
    const [start] = await once(socket, 'data');
    match(start.toString(), /^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('rejects when the client goes away', async () => {
    const { port } = new URL(server.origin);
    const socket = connect(port, '127.0.0.1');
    const result = new Promise((resolve) => {
      server.answer = (request) => {
        decodeResponse(request).then(resolve, resolve);
        socket.destroy();
      };
    });
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
    const error = await result;
    deepEqual([error.code, error.status, error.type], ['ERR_BODY_ABORTED', 400, 'request.aborted']);
  });

  it('leaves no listener on the message', async () => {
    const counts = new Promise((resolve) => {
      server.answer = async (request, response) => {
        const before = request.eventNames().length;
        await decodeResponse(request);
        resolve([before, request.eventNames().filter((name) => name !== 'end').length]);
        response.end();
      };
    });
    await post('abc', {});
    const [before, after] = await counts;
    ok(after <= before, `${before} ${after}`);
  });
});

describe('decodeResponse: streams that are not of HTTP', () => {
  it('a stream that fails', async () => {
    const own = new Error('own');
    const body = new PassThrough();
    const running = decodeResponse({ headers: {}, body });
    body.write('abc');
    body.destroy(own);
    await rejects(running, (error) => error.code === 'ERR_BODY_ABORTED' && error.cause === own);
  });

  it('a web stream that fails with its own error passes that error on', async () => {
    const own = new RangeError('own');
    const body = new ReadableStream({ pull: (controller) => controller.error(own) });
    await rejects(decodeResponse(new Response(body)), (error) => error === own);
  });

  it('headers may be lists', async () => {
    const headers = { 'content-type': ['text/plain', 'text/plain;charset=koi8-r'] };
    const body = Readable.from([Buffer.of(0xe9)], { objectMode: false });
    equal((await decodeResponse({ headers, body })).text, 'И');
  });

  it('plain headers may have their names in upper and lower case', async () => {
    for (const [type, coding, length] of [
      ['Content-Type', 'Content-Encoding', 'Content-Length'],
      ['CONTENT-TYPE', 'content-Encoding', 'CONTENT-length'],
    ]) {
      const headers = { [type]: 'text/plain;charset=koi8-r', [coding]: 'gzip' };
      const body = Readable.from([zlib.gzipSync(Buffer.of(0xe9))]);
      equal((await decodeResponse({ headers, body }, inPlace)).text, 'И');
      const long = { headers: { [length]: '11' }, body: Readable.from([Buffer.from('x')]) };
      await rejects(decodeResponse(long, { maxBytes: 10 }), { code: 'ERR_BODY_TOO_LARGE' });
    }
    const both = { 'Content-Type': 'text/plain;charset=koi8-r', 'content-type': 'text/plain' };
    const message = { headers: both, body: Readable.from([Buffer.of(0xe9)]) };
    equal((await decodeResponse(message)).text, 'И');
  });

  it('only the headers that are needed are read, and only those of the object itself', async () => {
    const headers = Object.create(
      { 'content-type': 'text/plain;charset=koi8-r' },
      {
        Accept: { enumerable: true, get: () => fail('read') },
        [Symbol('content-type')]: { enumerable: true, get: () => fail('read') },
      },
    );
    const body = Readable.from([Buffer.from('é')]);
    equal((await decodeResponse({ headers, body })).text, 'é');
    const own = new Error('own');
    const hostile = {
      get 'Content-Type'() {
        throw own;
      },
    };
    const message = { headers: hostile, body: Readable.from([]) };
    await rejects(decodeResponse(message), (error) => {
      deepEqual([error.code, error.cause], ['ERR_INVALID_ARG_TYPE', own]);
      return error instanceof TypeError;
    });
    ok(message.body.destroyed);
  });
});
