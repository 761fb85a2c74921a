// Tests the examples of lib/http/forms.md: servers of Express 5, Koa and Fastify, qs and busboy get forms of many
// encodings, and forms that are wrong.

import { deepEqual, equal, fail, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { encode, encodings, getOutputEncoding } from 'whatwg-transcoder';
import { serializeUrlencoded } from 'whatwg-transcoder/hooks';
import { heading, test } from '../tools/run/suites.mjs';
import { load as loadFrom, requirePackage } from './project.mjs';
import { post as postTo, serversOf, withServer } from './servers.mjs';

const load = (file) => loadFrom('lib/http/forms.md', file);
const post = (port, ...message) => postTo(port, '/guestbook', ...message);

const type = 'application/x-www-form-urlencoded';

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

for (const [name, make] of Object.entries(serversOf(load))) {
  heading(`Forms: ${name}`);
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
        deepEqual(answer, { status: 200, body: { encoding, pairs } });
      });
      await test(`a form in ${encoding}, which the field _charset_ names`, async () => {
        const answer = await post(port, type, `_charset_=${encoding}&${form}`);
        const all = [['_charset_', encoding], ...pairs];
        deepEqual(answer, { status: 200, body: { encoding, pairs: all } });
      });
    }
    await test('a form in the encoding of the page', async () => {
      const answer = await post(port, type, 'a=%93%FA\x96\x7b&b');
      const pairs = [
        ['a', '日本'],
        ['b', ''],
      ];
      deepEqual(answer, { status: 200, body: { encoding: 'Shift_JIS', pairs } });
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
        equal(found, expected);
      });
    }
  });
}

heading('Forms: Koa: a client that goes away');
await test('ends the loop over the pairs', async () => {
  const { app } = await load('koa.mjs');
  app.silent = true;
  let ended = 'no';
  app.middleware.unshift(async (_context, next) => {
    await next().then(
      () => fail('the body was cut'),
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
  equal(ended, 'Error');
});

heading('Forms: qs');
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
      deepEqual(parseNested(bytes, `${type};charset=${encoding}`), expected, encoding);
      deepEqual(parseNested(bytes, type, { encoding }), expected, encoding);
    }
  }
});
await test('bytes of brackets in the second half of a character', () => {
  // In Shift_JIS « ゼ » is 83 5B, and « ゾ » is 83 5D.
  const body = Buffer.from('%83%5B%83]=%83%5B%83%5D&a%5B%83%5B%5D=1');
  deepEqual(parseNested(body, `${type};charset=sjis`), { ゼゾ: 'ゼゾ', a: { ゼ: '1' } });
});
await test('the limits and errors of parseForm()', () => {
  const parse = (body, header, options) => () => parseNested(Buffer.from(body), header, options);
  throws(parse('a&b&c', type, { maxPairs: 2 }), { status: 413 });
  throws(parse('a=bcd', type, { maxBytes: 4 }), { status: 413 });
  throws(parse('a=%81', `${type};charset=sjis`), { status: 400 });
  throws(parse('a=b', `${type};charset=x`), { status: 415 });
});

/** Puts bytes from 0x80 on in the place of their percent-encoded form. */
function decodeURIComponentBytes(text) {
  return text.replace(/%([89A-F][0-9A-F])/g, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

heading('Forms: busboy');
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
      deepEqual(answer, { status: 200, body: { encoding, parts: found } });
    });
  }
  await test('the encoding of the page', async () => {
    const body = multipart([{ name: '名', value: '表ソ' }], 'shift_jis');
    const answer = await post(port, multipartType, body);
    deepEqual(answer.body, { encoding: 'Shift_JIS', parts: [['名', '表ソ', null]] });
  });
  // What forms.md says of busboy.
  await test('a name that ends with the byte 5C is left out, and a value is not', async () => {
    const parts = [
      { name: '表', value: 'a' },
      { name: 'b', value: '表' },
    ];
    const answer = await post(port, multipartType, multipart(parts, 'shift_jis'));
    deepEqual(answer.body.parts, [['b', '表', null]]);
  });
  // Other programs than browsers write these. busboy alone reads them, so that the example must not make them worse.
  const disposition = 'Content-Disposition: form-data';
  const foreignParts = [
    [`${disposition}; name="f"; filename="x"; filename*=utf-8''%D0%BF%C3%A9.txt`, 'file', 'пé.txt'],
    [`${disposition}; name="f"; filename*=utf-8''na%C3%AFve.txt`, 'file', 'naïve.txt'],
    [`${disposition}; name="f"; filename*=iso-8859-1''na%EFve.txt`, 'file', 'naïve.txt'],
    [`${disposition}; name="f"; filename*=utf-8''YWJj`, 'file', 'YWJj'],
    [`${disposition}; name="f"\r\nContent-Type: text/plain; charset=utf-8`, 'größer', 'größer'],
    [`${disposition}; name="f"\r\nContent-Type: text/plain; charset=utf-8`, 'dGVzdA==', 'dGVzdA=='],
    [`${disposition}; name="f"\r\nContent-Type: text/plain`, 'test', 'test'],
  ];
  for (const [header, content, expected] of foreignParts) {
    const body = `--${boundary}\r\n${header}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    await test(`a part that busboy decodes itself: ${header.slice(33).replace('\r\n', ' ')}`, async () => {
      const parser = requirePackage('busboy')({ headers: { 'content-type': multipartType } });
      const alone = [];
      parser.on('field', (_name, value) => alone.push(value));
      parser.on('file', (_name, stream, { filename }) => alone.push(filename) && stream.resume());
      parser.end(Buffer.from(body));
      await once(parser, 'close');
      deepEqual(alone, [expected]);
      const { body: found } = await post(port, multipartType, Buffer.from(body).toString('latin1'));
      deepEqual(
        found.parts.map(([, value]) => value),
        [expected],
      );
    });
  }
  await test('parts of both kinds in one form', async () => {
    const own = `\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${Buffer.from('é').toString('latin1')}`;
    const form = multipart([{ name: '名', value: '表ソ' }], 'shift_jis');
    const body = `--${boundary}\r\n${disposition}; name="b"${own}\r\n${form}`;
    const { body: found } = await post(port, multipartType, body);
    deepEqual(found.parts, [
      ['b', 'é', null],
      ['名', '表ソ', null],
    ]);
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
      equal((await post(port, multipartType, body)).status, expected);
    });
  }
});
