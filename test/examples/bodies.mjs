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

/**
 * Requests: their bodies, types, the expected status and text, and the content coding; a text that is left out may be anything.
 */
const requests = {
  'Shift_JIS, named by the header': [
    encode('日本語テキスト', 'shift_jis'),
    'text/plain; charset=Shift_JIS',
    200,
    '日本語テキスト',
  ],
  'ISO-2022-JP, named by the header': [
    encode('日本語', 'iso-2022-jp'),
    'text/plain; charset=iso-2022-jp',
    200,
    '日本語',
  ],
  'windows-1251, named by the header': [
    encode('Привет', 'windows-1251'),
    'text/plain; charset="windows-1251"',
    200,
    'Привет',
  ],
  'UTF-8, not named': [Buffer.from('日本語'), 'text/plain', 200, '日本語'],
  'Big5, named by a <meta>': [
    encode('<meta charset=big5>漢字', 'big5'),
    'text/html',
    200,
    '<meta charset=big5>漢字',
  ],
  'the longest body': [Buffer.alloc(100_000, 'x'), 'text/plain', 200, 'x'.repeat(100_000)],
  'an unknown charset': [Buffer.from('a'), 'text/plain; charset=bogus', 415],
  'a charset of replacement': [Buffer.from('a'), 'text/plain; charset=hz-gb-2312', 415],
  'a body that is too long': [Buffer.alloc(100_001), 'text/plain', 413],
  'a body that is much too long': [Buffer.alloc(8_000_000), 'text/plain', 413],
  'malformed bytes': [Buffer.from([0x82, 0x22]), 'text/plain; charset=Shift_JIS', 400],
};

/** Requests to servers that use decodeResponse(), which decompresses bodies. */
const compressed = {
  'a compressed body': [
    gzipSync(encode('Привет', 'koi8-r')),
    'text/plain; charset=koi8-r',
    200,
    'Привет',
    'gzip',
  ],
  'a body compressed by br': [
    brotliCompressSync(encode('Привет', 'koi8-r')),
    'text/plain; charset=koi8-r',
    200,
    'Привет',
    'br',
  ],
  'a body compressed by deflate': [
    deflateSync(encode('Привет', 'koi8-r')),
    'text/plain; charset=koi8-r',
    200,
    'Привет',
    'deflate',
  ],
  'a compressed body that is too long': [
    gzipSync(Buffer.alloc(5_000_000)),
    'text/plain',
    413,
    undefined,
    'gzip',
  ],
  'a damaged compressed body': [Buffer.from('not gzip'), 'text/plain', 400, undefined, 'gzip'],
  'an unknown content coding': [Buffer.from('a'), 'text/plain', 415, undefined, 'compress'],
};

async function testServer(name, make, rows) {
  heading(`Text: ${name}`);
  await withServer(await make(), async (port) => {
    for (const [what, [body, type, status, text, coding]] of rows) {
      await test(`${what}: ${status}`, async () => {
        const headers = coding === undefined ? {} : { 'content-encoding': coding };
        const answer = await post(port, '/notes', type, body, headers);
        equal(answer.status, status);
        if (text !== undefined) deepEqual(answer.body, { text });
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
