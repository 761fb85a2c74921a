// Tests the option `detect: true`: the detector of this package beside the rules of a body, for what bytes make certain, and for
// text whose encoding any model of its language tells.

import { deepEqual, equal } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { encode } from 'whatwg-transcoder';
import { detect as detectBytes } from 'whatwg-transcoder/detect';
import { decodeBody, decodeResponse, sniffEncoding } from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';
import {
  checkBody,
  checkResponse,
  chunksOf,
  throughNodeStream,
  throughWebStream,
} from './rules.mjs';
import { answerWith, clients, useServer } from './server.mjs';

const require = createRequire(import.meta.url);
const { hostOf } = require('../../../lib/http/clients.js');

useServer();

const html = 'text/html';
const detect = true;
const utf8 = Buffer.from('Größenänderungen für Österreich');
describe('HTTP bodies: detect: true', () => {
  const none = ['windows-1252', 'default'];
  const found = ['UTF-8', 'detected'];
  const utf8Default = ['UTF-8', 'default'];
  const joined = (text) => Buffer.concat([Buffer.from(text), utf8]);
  const noises = [Buffer.alloc(0), Buffer.from('plain'), Buffer.from([0, 1, 2, 0xff, 0x80, 7])];
  const unmarked = [
    Buffer.from('Größenänderung', 'utf16le'),
    encode('これは日本語のテストです。', 'iso-2022-jp'),
  ];
  const risky = ['utf-16le', 'iso-2022-jp', 'utf-8'];

  // Each row: a body, its type, options, the encoding and its source.
  for (const [title, rows] of Object.entries({
    'comes after byte order mark, header and <meta>, and before the default': [
      [Buffer.from('\uFEFFab', 'utf16le'), html, { detect }, ['UTF-16LE', 'bom']],
      [utf8, 'text/html; charset=koi8-r', { detect }, ['KOI8-R', 'header']],
      [joined('<meta charset=koi8-r>'), html, { detect }, ['KOI8-R', 'meta']],
      ...[html, 'text/plain', 'text/csv', null].map((type) => [utf8, type, { detect }, found]),
      ...['text/xml', 'application/json', 'text/css'].map((type) => [
        utf8,
        type,
        { detect },
        utf8Default,
      ]),
    ],
    'is off by default': [
      undefined,
      {},
      ...[false, undefined, null].map((off) => ({ detect: off })),
    ].map((options) => [utf8, html, options, none]),
    'leaves to the default what tells nothing: ASCII, no bytes and noise': noises.flatMap(
      (body) => [
        [body, html, { detect }, none],
        [body, 'text/plain', { detect, default: 'koi8-r' }, ['KOI8-R', 'default']],
      ],
    ),
    'is never UTF-16 without a byte order mark, nor ISO-2022-JP': unmarked.flatMap((body) => [
      [body, html, { detect }, none],
      [body, html, { detect, allow: risky }, none],
    ]),
    'answers an encoding in `allow` only, and never takes UTF-8 for another one': [
      [utf8, html, { detect, allow: ['koi8-r', 'sjis'] }, none],
      [utf8, html, { detect, allow: ['utf-8'] }, found],
      [encode('Все люди рождаются', 'windows-1251'), html, { detect, allow: ['utf-8'] }, none],
    ],
    'takes hints': [[utf8, html, { detect, language: 'de', topLevelDomain: 'de' }, found]],
  })) {
    it(title, () => {
      for (const [body, type, options, expected] of rows) {
        const { encoding, source } = sniffEncoding(body, type, options);
        deepEqual([encoding, source], expected);
      }
    });
  }

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
      await checkBody(body, html, encoding, 'detected', { detect });
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

  it('works in decodeResponse with the messages of clients, and takes the language of their headers', async () => {
    const headers = { 'content-type': html, 'content-language': 'de, en' };
    const { encoding, source } = await decodeResponse(new Response(utf8, { headers }), { detect });
    deepEqual([encoding, source], ['UTF-8', 'detected']);
    for (const message of [
      { body: utf8 },
      { body: utf8, url: 'not a URL' },
      { body: utf8, url: 'https://example.at/' },
      { data: utf8, config: { url: '/page' }, request: {} },
      { body: utf8, request: { url: 'https://[::1]/' } },
    ]) {
      equal((await decodeResponse({ headers, ...message }, { detect })).source, 'detected');
    }
    // Two letters: Cyrillic or Greek.
    const inGreek = { 'content-type': html, 'content-language': 'el' };
    const short = { headers: inGreek, body: Buffer.from('\xef\xed', 'latin1') };
    equal((await decodeResponse(short, { detect })).encoding, 'windows-1253');
    const throwing = {
      headers,
      body: utf8,
      get url() {
        throw new Error('own');
      },
    };
    await checkResponse(throwing, wrongType, { detect });
    answerWith(utf8, { 'content-type': 'text/plain' });
    for (const send of Object.values(clients)) {
      equal((await decodeResponse(await send(), { detect })).source, 'detected');
    }
  });
});
