// Runs HTTP clients against a server on the loopback interface that compresses, and prints what decodeResponse() makes of each
// answer, as JSON. clients.mjs starts it, with the recipes as arguments NAME=PATH.

import { createServer, get } from 'node:http';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const recipes = process.argv.slice(2).map((argument) => argument.split('='));
const folder = join(dirname(recipes[0][1]), '..');
const require = createRequire(join(folder, 'package.json'));
const { decodeResponse } = require('whatwg-transcoder/http');

const text = `<p>${'日本語テキスト '.repeat(500)}</p>`;
const body = require('whatwg-transcoder').encode(text, 'shift_jis');
const bomb = Buffer.alloc(5_000_000);

const codings = {
  identity: (bytes) => bytes,
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  'deflate, raw': zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  'gzip, br': (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes)),
  ...(zlib.zstdCompressSync && { zstd: zlib.zstdCompressSync }),
};

const server = createServer((request, response) => {
  const [coding, content] = request.url.slice(1).split('/').map(decodeURIComponent);
  response.setHeader('content-type', 'text/html; charset=Shift_JIS');
  if (coding !== 'identity') response.setHeader('content-encoding', coding.replace(', raw', ''));
  if (content === '204') {
    response.writeHead(204).end();
    return;
  }
  const bytes = codings[coding](content === 'bomb' ? bomb : body);
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const urlOf = (coding, content) =>
  `http://127.0.0.1:${server.address().port}/${encodeURIComponent(coding)}/${content}`;

/** A client: functions of the URL and the options, and one that sends a HEAD request. */
const clients = {};
const heads = {};

for (const [file, path] of recipes) {
  const functions = await import(pathToFileURL(path).href);
  for (const [name, read] of Object.entries(functions)) {
    clients[`${basename(file, '.mjs')} ${name}`] = read;
  }
}

const decoding = (send, more) => async (url, options) =>
  decodeResponse(await send(url), { ...options, ...more });
const load = async (name) => {
  try {
    const loaded = await import(pathToFileURL(require.resolve(name)).href);
    return loaded.default ?? loaded;
  } catch (error) {
    if (process.versions.node.startsWith('20.')) return undefined;
    throw error;
  }
};
const httpGet = (url, options = {}) =>
  new Promise((resolve, reject) => get(url, options, resolve).on('error', reject));

clients['node:http'] = decoding(httpGet);
clients.fetch = decoding(fetch);
heads['node:http'] = decoding((url) => httpGet(url, { method: 'HEAD' }));
heads.fetch = decoding((url) => fetch(url, { method: 'HEAD' }));

const axios = await load('axios');
for (const responseType of ['stream', 'arraybuffer']) {
  for (const decompress of [true, false]) {
    const options = { responseType, decompress };
    clients[`axios ${responseType}, decompress: ${decompress}`] = decoding((url) =>
      axios.get(url, options),
    );
  }
  clients[`axios ${responseType}, adapter: 'fetch'`] = decoding((url) =>
    axios.get(url, { responseType, adapter: 'fetch' }),
  );
  heads[`axios ${responseType}`] = decoding((url) => axios.head(url, { responseType }));
}
const superagent = await load('superagent');
clients['superagent parse()'] = decoding((url) =>
  superagent.get(url).buffer(true).parse(superagent.parse.image),
);
heads.superagent = decoding((url) =>
  superagent.head(url).buffer(true).parse(superagent.parse.image),
);
const fetches = {
  'node-fetch': await load('node-fetch'),
  'node-fetch-2': await load('node-fetch-2'),
  'make-fetch-happen': await load('make-fetch-happen'),
};
for (const [name, send] of Object.entries(fetches)) {
  clients[`${name} as it is`] = decoding((url) => send(url));
  clients[`${name}, compress: false`] = decoding((url) => send(url, { compress: false }));
  clients[`${name}, compress: false, isDecompressed: false`] = decoding(
    (url) => send(url, { compress: false }),
    { isDecompressed: false },
  );
  heads[name] = decoding((url) => send(url, { method: 'HEAD' }));
}
const needle = await load('needle');
clients['needle compressed'] = decoding((url) => needle('get', url, null, { compressed: true }));
heads.needle = decoding((url) => needle('head', url));

const got = await load('got');
if (got !== undefined) {
  for (const responseType of ['text', 'buffer']) {
    for (const decompress of [true, false]) {
      clients[`got ${responseType}, decompress: ${decompress}`] = decoding((url) =>
        got(url, { responseType, decompress }),
      );
    }
  }
  clients['got stream, decompress: false'] = decoding((url) =>
    got.stream(url, { decompress: false }),
  );
  heads['got stream'] = decoding((url) => got.stream.head(url));
  heads['got whole'] = decoding((url) => got.head(url));
}
const undici = await load('undici');
if (undici?.request !== undefined) {
  const { Agent, interceptors } = undici;
  const dispatcher = new Agent().compose(interceptors.decompress());
  clients['undici request, decompress()'] = decoding((url) => undici.request(url, { dispatcher }));
  heads['undici request'] = decoding((url) => undici.request(url, { method: 'HEAD' }));
  heads['undici fetch'] = decoding((url) => undici.fetch(url, { method: 'HEAD' }));
}

const limit = { maxBytes: 1_000_000 };

async function resultOf(read, coding, content, options) {
  try {
    const decoded = await read(urlOf(coding, content), options);
    return decoded.text === (content === 'page' ? text : '') && decoded.encoding === 'Shift_JIS';
  } catch (error) {
    const isOurs = typeof error.code === 'string' && error.code.startsWith('ERR_');
    return isOurs ? error.code : `client: ${error.code ?? error.message}`;
  }
}

const rows = {};
for (const [client, read] of Object.entries(clients)) {
  rows[client] = {};
  for (const coding of Object.keys(codings)) {
    const result = await resultOf(read, coding, 'page');
    rows[client][coding] = result === true ? 'right' : result === false ? 'WRONG TEXT' : result;
  }
  const bombs = await resultOf(read, 'gzip', 'bomb', limit);
  const isRefused = ['ERR_BODY_TOO_LARGE', 'ERR_CONTENT_ENCODING_AMBIGUOUS'].includes(bombs);
  rows[client].bomb = isRefused ? 'right' : bombs;
  for (const coding of ['identity', 'gzip']) {
    const empty = await resultOf(read, coding, '204', { maxBytes: 0 });
    rows[client][`204 ${coding}`] = empty === true ? 'right' : empty;
  }
}
for (const [client, read] of Object.entries(heads)) {
  rows[`${client}, HEAD`] = {};
  for (const coding of ['identity', 'gzip']) {
    const empty = await resultOf(read, coding, 'head', { maxBytes: 10 });
    rows[`${client}, HEAD`][`HEAD ${coding}`] = empty === true ? 'right' : empty;
  }
}
server.closeAllConnections();
server.close();
process.stdout.write(`\n${JSON.stringify(rows)}`, () => process.exit(0));
