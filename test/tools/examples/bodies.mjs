// Tests the servers in lib/http/README.md: Express 5, Koa and Fastify get text of many encodings, compressed and not, and
// bodies that are wrong.

import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { encode } from 'whatwg-transcoder';
import { heading } from '../suites.mjs';
import { load as loadFrom, test } from './project.mjs';
import { post as postTo, serversOf, withServer } from './servers.mjs';

const load = (file) => loadFrom('lib/http/README.md', file);
const post = (port, ...message) => postTo(port, '/notes', ...message);

const texts = {
  shift_jis: '日本語 ソ表',
  'windows-1251': 'Привет, мир',
  'iso-2022-jp': '日本語',
  gb18030: '中文 \u{1F600}',
  'utf-8': 'é日Ж',
};
const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

for (const [name, make] of Object.entries(serversOf(load))) {
  heading(`Text: ${name}`);
  await withServer(await make(), async (port) => {
    for (const [label, text] of Object.entries(texts)) {
      const bytes = encode(text, label);
      await test(`text in ${label}`, async () => {
        const answer = await post(port, `text/plain; charset=${label}`, bytes);
        assert.deepEqual(answer, { status: 200, body: { text } });
      });
      for (const [coding, compress] of Object.entries(codings)) {
        await test(`text in ${label}, compressed by ${coding}`, async () => {
          const headers = { 'content-encoding': coding };
          const type = `text/plain; charset=${label}`;
          const answer = await post(port, type, compress(bytes), headers);
          assert.deepEqual(answer, { status: 200, body: { text } });
        });
      }
    }
    await test('text without a charset is UTF-8', async () => {
      const answer = await post(port, 'text/plain', encode('é日Ж'));
      assert.deepEqual(answer, { status: 200, body: { text: 'é日Ж' } });
    });
    await test('a byte order mark counts more than the header', async () => {
      const body = encode('é日Ж', 'utf-8', { addBOM: true });
      const answer = await post(port, 'text/plain; charset=shift_jis', body);
      assert.deepEqual(answer, { status: 200, body: { text: 'é日Ж' } });
    });
    const large = Buffer.alloc(10_001, 'a');
    for (const [title, expected, type, body, headers] of [
      ['an unknown charset', 415, 'text/plain; charset=x-unknown', 'a'],
      ['a charset of the replacement encoding', 415, 'text/plain; charset=iso-2022-kr', 'a'],
      ['an unknown content coding', 415, 'text/plain', 'a', { 'content-encoding': 'x-unknown' }],
      ['a body that is too large', 413, 'text/plain', large],
      [
        'a body that is too large when it is decompressed',
        413,
        'text/plain',
        gzipSync(large),
        { 'content-encoding': 'gzip' },
      ],
      ['malformed bytes', 400, 'text/plain; charset=shift_jis', '\x81'],
      ['bytes that are not gzip', 400, 'text/plain', 'abcdef', { 'content-encoding': 'gzip' }],
    ]) {
      await test(`${title}: ${expected}`, async () => {
        const { status } = await post(port, type, body, headers);
        assert.equal(status, expected);
      });
    }
  });
}
