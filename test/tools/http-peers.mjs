// Servers of Express, Koa and Fastify, from npm, that decode text bodies with whatwg-transcoder/http: each must give the text, and
// answer with the right status to an unknown charset, a body that is too long and bytes that are malformed, without code for
// these errors.
// Usage: npm run test:http-peers

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { DecodeBodyStream, decodeBody, decodeResponse } from '../../lib/http.mjs';
import { encode } from '../../lib/index.mjs';
import { root } from './cmake.mjs';
import { fetchPackage } from './npm-package.mjs';
import { sumUp } from './suites.mjs';

const versions = { express: '5.3.0', koa: '3.3.0', fastify: '5.12.8' };

const require = createRequire(import.meta.url);
const load = (name) =>
  require(fetchPackage(`${root}build/http-peers/${name}`, `${name}@${versions[name]}`));

const options = { fatal: true, maxBytes: 100_000 };

/** Three ways to decode the body of a request. */
const ways = {
  decodeResponse: async (request) => (await decodeResponse(request, options)).text,
  decodeBody: (request, body) => decodeBody(body, request.headers['content-type'], options).text,
  async DecodeBodyStream(request) {
    const stream = new DecodeBodyStream(request.headers['content-type'], {
      encoding: 'utf8',
      ...options,
    });
    return (await request.pipe(stream).toArray()).join('');
  },
};

/** Each starts a server that answers with the text of the body, and returns its address and a function that closes it. */
const servers = {
  async express(way) {
    const express = load('express');
    const app = express();
    app.set('env', 'test'); // Express then prints no errors.
    if (way === ways.decodeBody) app.use(express.raw({ type: () => true, limit: Infinity }));
    app.post('/', async (request, response) => {
      response.type('text/plain').send(await way(request, request.body));
    });
    return listen(app.listen(0, '127.0.0.1'));
  },

  async koa(way) {
    const Koa = load('koa');
    const app = new Koa();
    app.silent = true;
    app.use(async (context) => {
      const body = way === ways.decodeBody ? Buffer.concat(await context.req.toArray()) : undefined;
      context.body = await way(context.req, body);
    });
    return listen(app.listen(0, '127.0.0.1'));
  },

  async fastify(way) {
    const app = load('fastify')({ bodyLimit: 1e9, forceCloseConnections: true });
    app.removeAllContentTypeParsers();
    if (way === ways.decodeBody) {
      app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request, body) =>
        way(request, body),
      );
    } else {
      app.addContentTypeParser('*', async (_request, payload) => way(payload));
    }
    app.post('/', async (request, reply) => reply.type('text/plain').send(request.body));
    return { address: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
  },
};

async function listen(server) {
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}

/** Requests: their bodies, headers, and the expected status and text; a text that is null may be anything. */
const requests = {
  'Shift_JIS, named by the header': [
    encode('日本語テキスト', 'shift_jis'),
    { 'content-type': 'text/plain; charset=Shift_JIS' },
    200,
    '日本語テキスト',
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

/** Requests that only decodeResponse() decompresses. */
const compressed = {
  'a compressed body': [
    gzipSync(encode('Привет', 'koi8-r')),
    { 'content-type': 'text/plain; charset=koi8-r', 'content-encoding': 'gzip' },
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

const counts = { passed: 0, failed: 0 };

for (const [framework, start] of Object.entries(servers)) {
  for (const [name, way] of Object.entries(ways)) {
    const { address, close } = await start(way);
    const rows = way === ways.decodeResponse ? { ...requests, ...compressed } : requests;
    for (const [what, [body, headers, status, text]] of Object.entries(rows)) {
      try {
        const response = await fetch(address, { method: 'POST', body, headers });
        const answer = await response.text();
        assert.equal(response.status, status, answer);
        if (text !== null) assert.equal(answer, text);
        counts.passed++;
      } catch (error) {
        counts.failed++;
        console.log(`✗ ${framework}, ${name}: ${what}: ${error.message}`);
      }
    }
    await close();
    console.log(
      `${framework} ${versions[framework]}, ${name}: ${Object.keys(rows).length} requests`,
    );
  }
}

const ok = counts.passed > 0 && counts.failed === 0;
process.exitCode = sumUp({ 'HTTP frameworks': { ...counts, ok } }) ? 0 : 1;
