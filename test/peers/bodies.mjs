// Bodies in old encodings, sent to servers and read by clients on loopback.

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { Readable } from 'node:stream';
import { iconv, requirePackage, test } from './project.mjs';

const text = '日本語、半角ｶﾅ';
const sjis = iconv.encode(text, 'shift_jis');

/** Calls `use(url)` while a server listens. */
async function withServer(listener, use) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Sends a body byte by byte; returns the status and the text of the answer. */
async function post(url, body, contentType) {
  const sent = request(url, { method: 'POST', headers: { 'content-type': contentType } });
  for (const byte of body) sent.write(Buffer.of(byte));
  sent.end();
  const [answer] = await once(sent, 'response');
  const chunks = await answer.toArray();
  return [answer.statusCode, Buffer.concat(chunks).toString()];
}

const answerPage = (_request, response) => {
  response.setHeader('content-type', 'text/html; charset=shift_jis');
  response.write(sjis.subarray(0, 3));
  setTimeout(() => response.end(sjis.subarray(3)), 20);
};

await test('raw-body 3: text by its option, 415 for an unknown name', async () => {
  const rawBody = requirePackage('raw-body');
  const chunks = () => Readable.from(Array.from(sjis, (byte) => Buffer.of(byte)));
  equal(await rawBody(chunks(), { encoding: 'shift_jis' }), text);
  await rejects(rawBody(chunks(), { encoding: 'x-none' }), { status: 415 });
}, ['getDecoder']);

await test('raw-body 4: the option `decoder`', async () => {
  const module = requirePackage('raw-body-4');
  const rawBody = module.default ?? module;
  const chunks = Readable.from(Array.from(sjis, (byte) => Buffer.of(byte)));
  const options = { encoding: 'shift_jis', decoder: (name) => iconv.getDecoder(name) };
  equal(await rawBody(chunks, options), text);
});

await test('body-parser 2 in Express 5', async () => {
  const express = requirePackage('express');
  const app = express();
  app.use(express.text({ type: 'text/*' }), (received, response) => response.send(received.body));
  await withServer(app, async (url) => {
    deepEqual(await post(url, sjis, 'text/plain; charset=Shift_JIS'), [200, text]);
    const [status, body] = await post(url, sjis, 'text/plain; charset=x-none');
    equal(status, 415, body);
  });
}, ['getDecoder']);

await test('co-body in Koa', async () => {
  const Koa = requirePackage('koa');
  const parse = requirePackage('co-body');
  const app = new (Koa.default ?? Koa)();
  app.silent = true;
  app.use(async (context) => {
    context.body = await parse.text(context, { encoding: context.query.name ?? 'shift_jis' });
  });
  await withServer(app.callback(), async (url) => {
    deepEqual(await post(url, sjis, 'text/plain'), [200, text]);
    equal((await post(`${url}?name=x-none`, sjis, 'text/plain'))[0], 415);
  });
}, ['getDecoder']);

await test(
  'needle decodes a page',
  () =>
    withServer(answerPage, async (url) => {
      const needle = requirePackage('needle');
      equal((await needle('get', url, { parse: false })).body.toString(), text);
    }),
  ['decodeStream', 'encodingExists'],
);

await test(
  'node-fetch 2 with encoding: textConverted()',
  () =>
    withServer(answerPage, async (url) => {
      const fetch = requirePackage('node-fetch');
      equal(await (await fetch(url)).textConverted(), text);
    }),
  ['decode'],
);

await test('cheerio decodes a page by its <meta>, whole and as a stream', async () => {
  const { loadBuffer, decodeStream } = requirePackage('cheerio');
  const page = iconv.encode(`<meta charset="shift_jis"><p>${text}`, 'shift_jis');
  equal(loadBuffer(page)('p').text(), text);
  const streamed = new Promise((resolve, reject) => {
    const stream = decodeStream({}, (error, $) => (error ? reject(error) : resolve($)));
    for (const byte of page) stream.write(Buffer.of(byte));
    stream.end();
  });
  equal((await streamed)('p').text(), text);
}, ['decode', 'decodeStream']);
