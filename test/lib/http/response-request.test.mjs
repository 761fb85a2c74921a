// Tests decodeResponse() with requests of clients, and with streams that are not of HTTP.

import { deepEqual, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import zlib from 'node:zlib';
import { encode } from 'whatwg-transcoder';
import { decodeResponse } from 'whatwg-transcoder/http';
import { checkResponse, failure } from './rules.mjs';
import { server, useServer } from './server.mjs';

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

  /** Posts a body; returns the status and the text of the answer. */
  async function post(body, headers = {}) {
    const all = { 'content-type': 'text/plain', ...headers };
    const response = await fetch(server.origin, {
      method: 'POST',
      body,
      headers: all,
      duplex: 'half',
    });
    return [response.status, await response.text()];
  }

  /** Opens a connection that says how long its body is, and sends the beginning of it. */
  function send(length, start = '') {
    const socket = connect(new URL(server.origin).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${start}`);
    return socket;
  }

  it('is decoded', async () => {
    echo();
    const headers = { 'content-type': 'text/plain; charset=Shift_JIS' };
    const body = encode('日本語', 'shift_jis');
    deepEqual(await post(body, headers), [200, '日本語']);
    const zipped = { ...headers, 'content-encoding': 'gzip' };
    deepEqual(await post(zlib.gzipSync(body), zipped), [200, '日本語']);
  });

  it('is answered when it is too long, also when much of it is still to come, or is only declared', async () => {
    echo({ maxBytes: 1000 });
    for (const length of [1001, 20_000_000]) {
      deepEqual(await post(Buffer.alloc(length)), [413, 'entity.too.large']);
    }
    // The connection can be used again.
    deepEqual(await post('abc'), [200, 'abc']);
    const socket = send(1_000_000_000);
    const [start] = await once(socket, 'data');
    match(start.toString(), /^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('is answered when its charset, its coding or its bytes are wrong', async () => {
    echo({ fatal: true });
    for (const [headers, body, ...answer] of [
      [{ 'content-type': 'text/plain;charset=bogus' }, 'abc', 415, 'charset.unsupported'],
      [{ 'content-encoding': 'compress' }, Buffer.alloc(3_000_000), 415, 'encoding.unsupported'],
      [{ 'content-encoding': 'gzip' }, Buffer.alloc(3_000_000), 400, 'encoding.invalid'],
      [{ 'content-type': 'text/plain;charset=utf-8' }, Buffer.of(0xff), 400, 'encoding.invalid'],
    ]) {
      deepEqual(await post(body, headers), answer);
    }
  });

  it('rejects when the client goes away', async () => {
    let socket;
    const result = new Promise((resolve, reject) => {
      server.answer = (request) => {
        decodeResponse(request).then(resolve, reject);
        socket.destroy();
      };
    });
    socket = send(100, 'abc');
    await rejects(result, failure('BODY_ABORTED'));
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
    await post('abc');
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
    await rejects(running, failure('BODY_ABORTED', { cause: own }));
  });

  it('a web stream that fails with its own error passes that error on', async () => {
    const own = new RangeError('own');
    const body = new ReadableStream({ pull: (controller) => controller.error(own) });
    await checkResponse(new Response(body), (error) => error === own);
  });
});
