// Tests the option `detect: true`: the detector of this package beside the rules of a body, for what bytes make certain, and for
// text whose encoding any model of its language tells.

import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { createRequire } from 'node:module';
import { encode } from 'whatwg-transcoder';
import { detect as detectBytes } from 'whatwg-transcoder/detect';
import {
  DecodeBodyStream,
  decodeBody,
  decodeResponse,
  sniffEncoding,
} from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';
import { chunksOf, throughNodeStream, throughWebStream } from './rules.mjs';

const require = createRequire(import.meta.url);
const { hostOf } = require('../../../lib/http/clients.js');

const html = 'text/html';
const detect = true;
const utf8 = Buffer.from('Größenänderungen für Österreich');
const sniffed = (bytes, type, options) => {
  const { encoding, source } = sniffEncoding(bytes, type, options);
  return [encoding, source];
};

describe('HTTP bodies: detect: true', () => {
  it('comes after byte order mark, header and <meta>, and before the default', () => {
    for (const [body, type, expected] of [
      [Buffer.from('\uFEFFab', 'utf16le'), html, ['UTF-16LE', 'bom']],
      [utf8, 'text/html; charset=koi8-r', ['KOI8-R', 'header']],
      [Buffer.concat([Buffer.from('<meta charset=koi8-r>'), utf8]), html, ['KOI8-R', 'meta']],
      [utf8, html, ['UTF-8', 'detected']],
      [utf8, 'text/plain', ['UTF-8', 'detected']],
      [utf8, 'text/csv', ['UTF-8', 'detected']],
      [utf8, null, ['UTF-8', 'detected']],
      [utf8, 'text/xml', ['UTF-8', 'default']],
      [utf8, 'application/json', ['UTF-8', 'default']],
      [utf8, 'text/css', ['UTF-8', 'default']],
    ]) {
      deepEqual(sniffed(body, type, { detect }), expected);
    }
    const late = Buffer.concat([Buffer.from(`${' '.repeat(2000)}<meta charset=koi8-r>`), utf8]);
    deepEqual(decodeBody(late, html, { detect }).source, 'late-meta');
  });

  it('says whether its answer is reliable, as the detector does, and says it of no other answer', async () => {
    const sure = encode('<p>Все люди рождаются свободными и равными.', 'windows-1251');
    const unsure = Buffer.of(0xc0, 0xe1);
    for (const [body, isReliable] of [
      [sure, true],
      [unsure, false],
    ]) {
      const { encoding } = detectBytes(body);
      const expected = { encoding, source: 'detected', isReliable };
      equal(detectBytes(body).isReliable, isReliable);
      deepEqual(sniffEncoding(body, html, { detect }), expected);
      equal(decodeBody(body, html, { detect }).isReliable, isReliable);
      equal((await decodeResponse({ headers: {}, body }, { detect })).isReliable, isReliable);
      for (const through of [throughNodeStream, throughWebStream]) {
        equal((await through([body], html, { detect })).isReliable, isReliable);
      }
    }
    for (const [body, type, options] of [
      [sure, 'text/html; charset=koi8-r', { detect }],
      [Buffer.from('plain'), html, { detect }],
      [sure, html, { detect: () => 'koi8-r' }],
      [utf8, html, { detect, allowUtf8Guess: true }],
    ]) {
      equal('isReliable' in sniffEncoding(body, type, options), false);
      equal('isReliable' in decodeBody(body, type, options), false);
    }
  });

  it('is off by default', () => {
    for (const options of [
      undefined,
      {},
      { detect: false },
      { detect: undefined },
      { detect: null },
    ]) {
      deepEqual(sniffed(utf8, html, options), ['windows-1252', 'default']);
    }
  });

  it('leaves to the default what tells nothing: ASCII, no bytes and noise', () => {
    for (const body of [
      Buffer.alloc(0),
      Buffer.from('plain'),
      Buffer.from([0, 1, 2, 0xff, 0x80, 7]),
    ]) {
      deepEqual(sniffed(body, html, { detect }), ['windows-1252', 'default']);
      deepEqual(sniffed(body, 'text/plain', { detect, default: 'koi8-r' }), ['KOI8-R', 'default']);
    }
  });

  it('is never UTF-16 without a byte order mark, nor ISO-2022-JP', () => {
    const allow = ['utf-16le', 'iso-2022-jp', 'utf-8'];
    for (const body of [
      Buffer.from('Größenänderung', 'utf16le'),
      encode('これは日本語のテストです。', 'iso-2022-jp'),
    ]) {
      for (const options of [{ detect }, { detect, allow }]) {
        deepEqual(sniffed(body, html, options), ['windows-1252', 'default']);
      }
    }
  });

  it('answers an encoding in `allow` only, and never takes UTF-8 for another one', () => {
    deepEqual(sniffed(utf8, html, { detect, allow: ['koi8-r', 'sjis'] }), [
      'windows-1252',
      'default',
    ]);
    deepEqual(sniffed(utf8, html, { detect, allow: ['utf-8'] }), ['UTF-8', 'detected']);
  });

  it('is UTF-8 in a stream only with allowUtf8Guess', async () => {
    for (const through of [throughNodeStream, throughWebStream]) {
      for (const size of [1, 7, 1000]) {
        const chunks = chunksOf(utf8, size);
        const plain = await through(chunks, 'text/plain', { detect, default: 'koi8-r' });
        deepEqual([plain.encoding, plain.source], ['KOI8-R', 'default']);
        const guessed = await through(chunks, html, { detect, allowUtf8Guess: true });
        deepEqual([guessed.encoding, guessed.source], ['UTF-8', 'detected']);
      }
    }
  });

  it('is a boolean or a function, and the language a string', () => {
    for (const wrong of [1, 'true', {}])
      throws(() => sniffEncoding(utf8, html, { detect: wrong }), wrongType);
    throws(() => sniffEncoding(utf8, html, { detect, language: 1 }), wrongType);
    throws(() => new DecodeBodyStream(html, { detect: 1 }), wrongType);
    equal(
      sniffEncoding(utf8, html, { detect, language: 'de', topLevelDomain: 'de' }).encoding,
      'UTF-8',
    );
  });

  it('knows the host that a response came from, where its client tells it', () => {
    for (const [message, host] of [
      [{ url: 'https://www.example.jp:8080/a?b' }, 'www.example.jp'],
      [{ response: { url: 'https://example.gr/' } }, 'example.gr'],
      [
        {
          request: { res: { responseUrl: 'https://moved.ru/' } },
          config: { url: 'https://a.de/' },
        },
        'moved.ru',
      ],
      [{ config: { url: 'https://a.de/' }, request: {} }, 'a.de'],
      [{ request: { url: 'https://b.cz/' } }, 'b.cz'],
      [{ url: '', req: { host: 'c.hu' } }, 'c.hu'],
      [{ url: 'https://xn--e1afmkfd.xn--p1ai/' }, 'xn--e1afmkfd.xn--p1ai'],
      [{ method: 'POST', url: 'https://own.jp/', req: { host: 'own.jp' } }, undefined],
      [{ url: '/page', req: {} }, undefined],
      [{ url: 7 }, undefined],
      [{}, undefined],
    ]) {
      equal(hostOf(message), host);
    }
  });

  it('works in decodeResponse with the messages of clients', async () => {
    const headers = { 'content-type': 'text/html', 'content-language': 'de, en' };
    const { encoding, source } = await decodeResponse(new Response(utf8, { headers }), { detect });
    deepEqual([encoding, source], ['UTF-8', 'detected']);
    for (const message of [
      { headers, body: utf8 },
      { headers, body: utf8, url: 'not a URL' },
      { headers, body: utf8, url: 'https://example.at/' },
      { headers, data: utf8, config: { url: '/page' }, request: {} },
      { headers, body: utf8, request: { url: 'https://[::1]/' } },
    ]) {
      equal((await decodeResponse(message, { detect })).source, 'detected');
    }
    const throwing = {
      headers,
      body: utf8,
      get url() {
        throw new Error('own');
      },
    };
    await rejects(decodeResponse(throwing, { detect }), wrongType);
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end(utf8);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${server.address().port}/`;
      equal((await decodeResponse(await fetch(url), { detect })).source, 'detected');
      const [message] = await once(get(url, { agent: false }), 'response');
      equal((await decodeResponse(message, { detect })).source, 'detected');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
