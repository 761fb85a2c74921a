// Tests servers of Express 5, Koa and Fastify that decode text bodies: those in lib/http/README.md, and others that use
// decodeBody() and DecodeBodyStream. Each must give the text, and answer with the right status to an unknown charset, a body that
// is too long and bytes that are malformed, without code for these errors.

import { deepEqual, equal } from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { encode } from 'whatwg-transcoder';
import { DecodeBodyStream, decodeBody } from 'whatwg-transcoder/http';
import { heading, test } from '../tools/run/suites.mjs';
import { load, requirePackage } from './project.mjs';
import { post, serversOf, withServer } from './servers.mjs';

const options = { fatal: true, maxBytes: 100_000 };
const decodeRaw = (body, headers) => decodeBody(body, headers['content-type'], options).text;

async function decodeStream(request) {
  const type = request.headers['content-type'];
  const stream = new DecodeBodyStream(type, { encoding: 'utf8', ...options });
  return (await request.pipe(stream).toArray()).join('');
}

/** Servers that do not use decodeResponse(): functions that return a handler of requests. */
const otherServers = {
  'Express 5, decodeBody()'() {
    const express = requirePackage('express');
    const app = express();
    app.use(express.raw({ type: () => true, limit: Infinity }));
    app.post('/notes', ({ body, headers }, response) => {
      response.json({ text: decodeRaw(body, headers) });
    });
    return app;
  },
  'Express 5, DecodeBodyStream'() {
    const app = requirePackage('express')();
    app.post('/notes', async (request, response) => {
      response.json({ text: await decodeStream(request) });
    });
    return app;
  },
  'Koa, decodeBody()'() {
    const app = new (requirePackage('koa'))();
    app.use(async (context) => {
      const body = Buffer.concat(await context.req.toArray());
      context.body = { text: decodeRaw(body, context.headers) };
    });
    return app.callback();
  },
  'Koa, DecodeBodyStream'() {
    const app = new (requirePackage('koa'))();
    app.use(async (context) => {
      context.body = { text: await decodeStream(context.req) };
    });
    return app.callback();
  },
  'Fastify, decodeBody()': () =>
    fastify({ parseAs: 'buffer' }, async ({ headers }, body) => decodeRaw(body, headers)),
  'Fastify, DecodeBodyStream': () => fastify({}, async (_request, body) => decodeStream(body)),
};

async function fastify(parserOptions, parse) {
  const app = requirePackage('fastify')({ bodyLimit: 1e9 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', parserOptions, parse);
  app.post('/notes', async ({ body }) => ({ text: body }));
  await app.ready();
  return app.routing;
}

/** Requests: their bodies, headers, and the expected status and text; a text that is null may be anything. */
const requests = {
  'Shift_JIS, named by the header': [
    encode('日本語テキスト', 'shift_jis'),
    { 'content-type': 'text/plain; charset=Shift_JIS' },
    200,
    '日本語テキスト',
  ],
  'ISO-2022-JP, named by the header': [
    encode('日本語', 'iso-2022-jp'),
    { 'content-type': 'text/plain; charset=iso-2022-jp' },
    200,
    '日本語',
  ],
  'windows-1251, named by the header': [
    encode('Привет', 'windows-1251'),
    { 'content-type': 'text/plain; charset="windows-1251"' },
    200,
    'Привет',
  ],
  'UTF-8, not named': [Buffer.from('日本語'), { 'content-type': 'text/plain' }, 200, '日本語'],
  'Big5, named by a <meta>': [
    encode('<meta charset=big5>漢字', 'big5'),
    { 'content-type': 'text/html' },
    200,
    '<meta charset=big5>漢字',
  ],
  'the longest body': [
    Buffer.alloc(100_000, 'x'),
    { 'content-type': 'text/plain' },
    200,
    'x'.repeat(100_000),
  ],
  'an unknown charset': [
    Buffer.from('a'),
    { 'content-type': 'text/plain; charset=bogus' },
    415,
    null,
  ],
  'a charset of replacement': [
    Buffer.from('a'),
    { 'content-type': 'text/plain; charset=hz-gb-2312' },
    415,
    null,
  ],
  'a body that is too long': [Buffer.alloc(100_001), { 'content-type': 'text/plain' }, 413, null],
  'a body that is much too long': [
    Buffer.alloc(8_000_000),
    { 'content-type': 'text/plain' },
    413,
    null,
  ],
  'malformed bytes': [
    Buffer.from([0x82, 0x22]),
    { 'content-type': 'text/plain; charset=Shift_JIS' },
    400,
    null,
  ],
};

/** Requests to servers that use decodeResponse(), which decompresses bodies. */
const compressed = {
  'a compressed body': [
    gzipSync(encode('Привет', 'koi8-r')),
    { 'content-type': 'text/plain; charset=koi8-r', 'content-encoding': 'gzip' },
    200,
    'Привет',
  ],
  'a body compressed by br': [
    brotliCompressSync(encode('Привет', 'koi8-r')),
    { 'content-type': 'text/plain; charset=koi8-r', 'content-encoding': 'br' },
    200,
    'Привет',
  ],
  'a body compressed by deflate': [
    deflateSync(encode('Привет', 'koi8-r')),
    { 'content-type': 'text/plain; charset=koi8-r', 'content-encoding': 'deflate' },
    200,
    'Привет',
  ],
  'a compressed body that is too long': [
    gzipSync(Buffer.alloc(5_000_000)),
    { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    413,
    null,
  ],
  'a damaged compressed body': [
    Buffer.from('not gzip'),
    { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    400,
    null,
  ],
  'an unknown content coding': [
    Buffer.from('a'),
    { 'content-type': 'text/plain', 'content-encoding': 'compress' },
    415,
    null,
  ],
};

async function testServer(name, make, rows) {
  heading(`Text: ${name}`);
  await withServer(await make(), async (port) => {
    for (const [what, [body, { 'content-type': type, ...headers }, status, text]] of rows) {
      await test(`${what}: ${status}`, async () => {
        const answer = await post(port, '/notes', type, body, headers);
        equal(answer.status, status);
        if (text !== null) deepEqual(answer.body, { text });
      });
    }
  });
}

const pageServers = serversOf((file) => load('lib/http/README.md', file));
const rows = Object.entries(requests);
for (const [name, make] of Object.entries(pageServers)) {
  await testServer(name, make, [...rows, ...Object.entries(compressed)]);
}
for (const [name, make] of Object.entries(otherServers)) await testServer(name, make, rows);
