// Runs the examples of lib/http/forms.md with the packages that they name, installed in a folder of their own: servers of
// Express 5, Koa and Fastify, qs and busboy get forms of many encodings, and forms that are wrong.
// Usage: npm run test:form-peers

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { backend, encode, encodings, getOutputEncoding } from 'whatwg-transcoder';
import { serializeUrlencoded } from 'whatwg-transcoder/hooks';
import { root } from './cmake.mjs';
import { runNpm } from './machine.mjs';
import { heading, sumUp } from './suites.mjs';

// Express then does not print the errors that it answers with.
process.env.NODE_ENV = 'test';

const packages = ['busboy@1.6.0', 'express@5.3.0', 'fastify@5.12.8', 'koa@3.3.0', 'qs@6.17.1'];

const scratch = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-forms-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
writeFileSync(join(scratch, 'package.json'), '{ "name": "project", "private": true }\n');
const { status, output } = runNpm(['install', '--no-audit', '--no-fund', ...packages], {
  cwd: scratch,
});
if (status !== 0) throw new Error(output);
mkdirSync(join(scratch, 'node_modules'), { recursive: true });
symlinkSync(root, join(scratch, 'node_modules/whatwg-transcoder'), 'dir');

/** The examples of the page that name a file in their first line, by that name. */
const examples = new Map();
const page = readFileSync(`${root}lib/http/forms.md`, 'utf8');
for (const [, code] of page.matchAll(/^```js\n(\/\/ \w+\.mjs\n.*?)^```$/gms)) {
  const name = code.slice(3, code.indexOf('\n'));
  writeFileSync(join(scratch, name), code);
  examples.set(name, pathToFileURL(join(scratch, name)).href);
}
const load = (name) => import(examples.get(name));

const counts = { passed: 0, failed: 0 };

async function test(title, run) {
  try {
    await run();
    counts.passed++;
    console.log(`ok  ${title}`);
  } catch (error) {
    counts.failed++;
    console.log(`FAILED  ${title}\n${error.stack}`);
  }
}

const type = 'application/x-www-form-urlencoded';

/** Sends a body to a server; returns { status, body }, in which the body is parsed if it is JSON. */
function post(port, contentType, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', method: 'POST', path: '/guestbook', agent: false },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json');
          resolve({ status: response.statusCode, body: isJson ? JSON.parse(text) : text });
        });
      },
    );
    request.on('error', reject);
    if (contentType !== undefined) request.setHeader('content-type', contentType);
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    const bytes = Buffer.from(body, 'latin1');
    // In two chunks, the first of which ends within a pair.
    request.write(bytes.subarray(0, bytes.length >> 1));
    request.end(bytes.subarray(bytes.length >> 1));
  });
}

/** Listens with a handler of requests, and calls `run(port)`. */
async function withServer(handler, run) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(server.address().port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const sample = {
  Shift_JIS: '日本語 ソ表',
  'windows-1251': 'Привет, мир',
  'EUC-JP': '日本語',
  Big5: '許功蓋',
  GBK: '中文',
  gb18030: '中文 \u{1F600}',
  'EUC-KR': '한국어',
  'ISO-2022-JP': '日本語',
  'UTF-8': 'é日Ж',
};

const servers = {
  'Express 5': async () => (await load('express.mjs')).app,
  Koa: async () => (await load('koa.mjs')).app.callback(),
  Fastify: async () => {
    const { app } = await load('fastify.mjs');
    await app.ready();
    return app.routing;
  },
};

for (const [name, make] of Object.entries(servers)) {
  heading(name);
  const handler = await make();
  // Servers print errors with status 500 to standard error; others answer with the status.
  await withServer(handler, async (port) => {
    for (const encoding of Object.keys(sample)) {
      const pairs = [
        ['name', sample[encoding]],
        [sample[encoding], '1 & 2 = 3%'],
      ];
      const form = serializeUrlencoded(pairs, encoding);
      await test(`a form in ${encoding}, which the header names`, async () => {
        const answer = await post(port, `${type}; charset=${encoding}`, form);
        assert.deepEqual(answer, { status: 200, body: { encoding, pairs } });
      });
      await test(`a form in ${encoding}, which the field _charset_ names`, async () => {
        const answer = await post(port, type, `_charset_=${encoding}&${form}`);
        const all = [['_charset_', encoding], ...pairs];
        assert.deepEqual(answer, { status: 200, body: { encoding, pairs: all } });
      });
    }
    await test('a form in the encoding of the page', async () => {
      const answer = await post(port, type, 'a=%93%FA\x96\x7b&b');
      const pairs = [
        ['a', '日本'],
        ['b', ''],
      ];
      assert.deepEqual(answer, { status: 200, body: { encoding: 'Shift_JIS', pairs } });
    });
    for (const [title, expected, contentType, body] of [
      ['an unknown charset', 415, `${type}; charset=x-unknown`, 'a=b'],
      ['UTF-16', 415, `${type}; charset=utf-16`, 'a=b'],
      ['a charset of the replacement encoding', 415, `${type}; charset=iso-2022-kr`, 'a=b'],
      ['an unknown charset in the form', 415, type, '_charset_=x-unknown&a=b'],
      ['another media type', 415, 'text/plain', 'a=b'],
      ['a body that is too large', 413, type, `a=${'b'.repeat(20_000)}`],
      ['too many pairs', 413, type, 'a&'.repeat(101)],
      ['malformed bytes', 400, type, 'a=%93'],
      ['malformed bytes in a name', 400, `${type};charset=utf-8`, 'a=b&%ff=c'],
      ['no pair', 200, type, ''],
    ]) {
      await test(`${title}: ${expected}`, async () => {
        const { status: found } = await post(port, contentType, body);
        assert.equal(found, expected);
      });
    }
  });
}

heading('Koa: a client that goes away');
await test('ends the loop over the pairs', async () => {
  const { app } = await load('koa.mjs');
  app.silent = true;
  let ended = 'no';
  app.middleware.unshift(async (_context, next) => {
    await next().then(
      () => assert.fail('the body was cut'),
      (error) => {
        ended = error.name;
      },
    );
  });
  await withServer(app.callback(), async (port) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\na=b&`,
    );
    await setTimeout(200);
    socket.destroy();
    for (let i = 0; i < 100 && ended === 'no'; i++) await setTimeout(20);
  });
  assert.equal(ended, 'Error');
});

heading('qs');
const { parseNested } = await load('qs.mjs');
const encodable = encodings.filter((name) => getOutputEncoding(name) === name);
await test('nested names and arrays in every encoding', () => {
  for (const encoding of encodable) {
    const text = sample[encoding] ?? 'a b[c]';
    const form = serializeUrlencoded(
      [
        ['user[name]', text],
        ['user[tags][]', '1+1'],
        ['user[tags][]', '100%'],
        [`user[${text.replace(/[[\] ]/g, '')}]`, 'x'],
      ],
      encoding,
    );
    const expected = {
      user: { name: text, tags: ['1+1', '100%'], [text.replace(/[[\] ]/g, '')]: 'x' },
    };
    for (const body of [form, decodeURIComponentBytes(form)]) {
      const bytes = Buffer.from(body, 'latin1');
      assert.deepEqual(parseNested(bytes, `${type};charset=${encoding}`), expected, encoding);
      assert.deepEqual(parseNested(bytes, type, { encoding }), expected, encoding);
    }
  }
});
await test('bytes of brackets in the second half of a character', () => {
  // In Shift_JIS « ゼ » is 83 5B, and « ゾ » is 83 5D.
  const body = Buffer.from('%83%5B%83]=%83%5B%83%5D&a%5B%83%5B%5D=1');
  assert.deepEqual(parseNested(body, `${type};charset=sjis`), { ゼゾ: 'ゼゾ', a: { ゼ: '1' } });
});
await test('the limits and errors of parseForm()', () => {
  const parse = (body, header, options) => () => parseNested(Buffer.from(body), header, options);
  assert.throws(parse('a&b&c', type, { maxPairs: 2 }), { status: 413 });
  assert.throws(parse('a=bcd', type, { maxBytes: 4 }), { status: 413 });
  assert.throws(parse('a=%81', `${type};charset=sjis`), { status: 400 });
  assert.throws(parse('a=b', `${type};charset=x`), { status: 415 });
});

/** Puts bytes from 0x80 on in the place of their percent-encoded form. */
function decodeURIComponentBytes(text) {
  return text.replace(/%([89A-F][0-9A-F])/g, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

heading('busboy');
const { parseMultipart } = await load('multipart.mjs');
const boundary = 'x-boundary';
const multipartType = `multipart/form-data; boundary=${boundary}`;

/** The bytes of a form as a browser submits it: names, values and names of files in an encoding. */
function multipart(parts, encoding) {
  const bytesOf = (text) => encode(text, encoding, { unencodable: 'html' });
  const chunks = [];
  for (const { name, value, file, header = '' } of parts) {
    chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="`));
    chunks.push(bytesOf(name));
    if (file === undefined) {
      chunks.push(Buffer.from(`"${header}\r\n\r\n`), bytesOf(value));
    } else {
      chunks.push(Buffer.from('"; filename="'), bytesOf(value));
      chunks.push(Buffer.from('"\r\nContent-Type: application/octet-stream\r\n\r\n'), file);
    }
    chunks.push(Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]).toString('latin1');
}

async function serveMultipart(request, response) {
  const answer = (code, body) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    const { encoding, parts } = await parseMultipart(request, 'shift_jis', async (stream) => {
      let bytes = 0;
      for await (const chunk of stream) bytes += chunk.length;
      return bytes;
    });
    const found = parts.map(async ({ name, value, file }) => [name, value, await file]);
    answer(200, { encoding, parts: await Promise.all(found) });
  } catch (error) {
    answer(error.status ?? 500, error.message);
  }
}

await withServer(serveMultipart, async (port) => {
  for (const encoding of encodable) {
    const text = sample[encoding] ?? 'text';
    const isIso2022Jp = encoding === 'ISO-2022-JP';
    const named = isIso2022Jp ? 'name' : `${text}.`;
    const parts = [
      { name: '_charset_', value: encoding },
      { name: named, value: `\\${text}\\` },
      { name: 'file', value: `a/${named}txt`, file: Buffer.of(0x93, 0xfa, 0x00) },
    ];
    const what = isIso2022Jp ? 'values' : 'names, values and names of files';
    await test(`${what} in ${encoding}`, async () => {
      const answer = await post(port, multipartType, multipart(parts, encoding));
      const found = parts.map(({ name, value, file }) =>
        file === undefined ? [name, value, null] : [name, value, 3],
      );
      assert.deepEqual(answer, { status: 200, body: { encoding, parts: found } });
    });
  }
  await test('the encoding of the page', async () => {
    const body = multipart([{ name: '名', value: '表ソ' }], 'shift_jis');
    const answer = await post(port, multipartType, body);
    assert.deepEqual(answer.body, { encoding: 'Shift_JIS', parts: [['名', '表ソ', null]] });
  });
  // What forms.md says of busboy.
  await test('a name that ends with the byte 5C is left out, and a value is not', async () => {
    const parts = [
      { name: '表', value: 'a' },
      { name: 'b', value: '表' },
    ];
    const answer = await post(port, multipartType, multipart(parts, 'shift_jis'));
    assert.deepEqual(answer.body.parts, [['b', '表', null]]);
  });
  for (const [title, expected, body] of [
    ['a name in ISO-2022-JP', 400, multipart([{ name: '日', value: 'a' }], 'iso-2022-jp')],
    ['an unknown charset', 415, multipart([{ name: '_charset_', value: 'x' }], 'utf-8')],
    ['UTF-16', 415, multipart([{ name: '_charset_', value: 'utf-16' }], 'utf-8')],
    ['malformed bytes', 400, multipart([{ name: 'a', value: '\u0081' }], 'windows-1252')],
    ['a long field', 413, multipart([{ name: 'a', value: 'b'.repeat(20_000) }], 'utf-8')],
    ['many fields', 413, multipart(Array(101).fill({ name: 'a', value: 'b' }), 'utf-8')],
    ['a form that is cut', 400, multipart([{ name: 'a', value: 'b' }], 'utf-8').slice(0, -8)],
    [
      'a part with a charset that busboy does not know',
      415,
      multipart(
        [{ name: 'a', value: 'b', header: '\r\nContent-Type: text/plain; charset=shift_jis' }],
        'utf-8',
      ),
    ],
  ]) {
    await test(`${title}: ${expected}`, async () => {
      assert.equal((await post(port, multipartType, body)).status, expected);
    });
  }
});

console.log(`\n${backend}; ${packages.join(', ')}`);
process.exitCode = sumUp({ forms: { ...counts, ok: counts.passed > 0 && counts.failed === 0 } })
  ? 0
  : 1;
