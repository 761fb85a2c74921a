// Tests the options of the search for the encoding of a body, and wrong arguments.

import { deepEqual, equal, fail, ok, throws } from 'node:assert/strict';
import { decodeBody, sniffEncoding } from 'whatwg-transcoder/http';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { wrongType } from '../../harness/errors.mjs';
import { checkBody, checkError, failure, filler, utf8BOM } from './rules.mjs';

const html = 'text/html';
const plain = 'text/plain';
const eAcute = 'caf\xe9';
const bytesOf = (text) => Buffer.from(text, 'latin1');
const utf8Of = (text) => Buffer.from(text).latin1Slice();
const never = () => fail('detect was called');
const koi8 = () => 'koi8-r';
const day = utf8Of('日本');
const late = `${filler}<meta charset=koi8-r>`;
const charsetError = (charset) => failure('ENCODING_NOT_SUPPORTED', { charset });

const none = ['windows-1252', 'default'];

describe('HTTP bodies: options of the encoding', () => {
  const found = (encoding) => [encoding, 'detected'];
  const guess = { allowUtf8Guess: true };
  const both = { ...guess, detect: koi8 };
  const answers = (label, more = {}) => ({ detect: () => label, ...more });
  const cuts = utf8Of('é日');

  // Each row: a body, its type, options, the encoding and its source, and the encoding of a late <meta>.
  const rules = {
    'detect is asked last, for HTML, plain text and the rest': [
      [eAcute, html, answers('koi8-r'), found('KOI8-R')],
      [eAcute, plain, answers('koi8-r', { default: 'gbk' }), found('KOI8-R')],
      [eAcute, undefined, answers('koi8-r'), found('KOI8-R')],
      ['', undefined, answers('koi8-r'), found('KOI8-R')],
      [`${late}${day}`, html, answers('gbk'), found('GBK'), 'KOI8-R'],
    ],
    'detect may not answer ISO-2022-JP and UTF-16, or may answer nothing': [
      ...['iso-2022-jp', 'ISO2022JP', 'utf-16', 'utf-16be', 'UTF16LE', null, undefined].map(
        (label) => [eAcute, html, answers(label, { allow: undefined }), none],
      ),
      [eAcute, html, answers('iso-2022-jp', { allow: ['iso-2022-jp'] }), none],
    ],
    'detect may answer with the names of other programs, as resolveLabel() knows them':
      'windows-949 x-windows-949 cp932 CP932 x-sjis GB2312 utf8 EUC_KR MacCyrillic'
        .split(' ')
        .map((name) => [eAcute, plain, answers(name), found(resolveLabel(name))]),
    'detect may answer only what allow contains': [
      [
        eAcute,
        html,
        answers(' SJIS ', { allow: new Set(['shift_jis', 'EUC-JP']) }),
        found('Shift_JIS'),
      ],
      ...[['euc-jp'], []].map((allow) => [eAcute, html, answers(' SJIS ', { allow }), none]),
      [eAcute, html, answers('cp932', { allow: ['euc-jp'] }), none],
      ['<meta charset=sjis>', html, { allow: ['euc-jp'] }, ['Shift_JIS', 'meta']],
    ],
    'allowUtf8Guess: « bytes that are not ASCII and are well-formed UTF-8 are UTF-8 »': [
      [day, html, {}, none],
      [day, html, guess, found('UTF-8')],
      [day, plain, { ...guess, default: 'gbk' }, found('UTF-8')],
      [day, html, both, found('UTF-8')],
      [`${day}\xff`, html, both, found('KOI8-R')],
      ['abc', html, guess, none],
      ['', html, guess, none],
      ['a', 'text/css', { ...guess, default: 'koi8-r' }, ['KOI8-R', 'default']],
      [`\xc3\xa9${late}${day}`, html, guess, found('UTF-8'), 'KOI8-R'],
    ],
    'allowUtf8Guess: « a sequence cut at the end … does not count against it », nor for it': [
      ...[1, 2].map((cut) => [cuts.slice(0, -cut), html, guess, found('UTF-8')]),
      ...['caf\xe9', 'caf\xe6\x97', '\xf0\x9f\x92', '\xe3', `${cuts}\xe9a`].map((body) => [
        body,
        html,
        guess,
        none,
      ]),
      // The end of a stream's window may cut a sequence at each place.
      ...[10, 11, 12, 13].map((prescanBytes) => [
        cuts.repeat(3),
        html,
        { ...guess, prescanBytes },
        found('UTF-8'),
      ]),
    ],
    'unknownCharset: ignore goes on to the next rule for plain text and the rest': [
      [{}, 'UTF-8', 'default'],
      [{ default: 'koi8-r' }, 'KOI8-R', 'default'],
      [answers('gbk'), ...found('GBK')],
      [{}, 'replacement', 'header', 'iso-2022-kr'],
    ].map(([more, encoding, source, charset = 'bogus']) => [
      'a',
      `${plain};charset=${charset}`,
      { unknownCharset: 'ignore', ...more },
      [encoding, source],
    ]),
  };
  for (const [rule, rows] of Object.entries(rules)) {
    it(rule, async () => {
      for (const [body, type, options, [encoding, source], ofMeta] of rows) {
        await checkBody(body, type, encoding, source, options, ofMeta);
      }
    });
  }

  it('detect is not asked where something else tells the encoding', () => {
    for (const [body, ...types] of [
      [`${utf8BOM}a`, html],
      ['a', `${html};charset=gbk`, 'text/xml', 'text/css', 'application/json', 'text/javascript'],
      ['<meta charset=gbk>', html],
      ['<?xml encoding="gbk"?>', html],
    ]) {
      for (const type of types) sniffEncoding(bytesOf(body), type, { detect: never });
    }
    decodeBody(bytesOf(`${late}${day}`), html, { detect: never });
  });

  it('detect gets the bytes, the top-level domain and the header', () => {
    const seen = [];
    const detect = (bytes, context) => {
      seen.push([Buffer.from(bytes).latin1Slice(), context]);
      return null;
    };
    equal(sniffEncoding(bytesOf('abc'), html, { detect, topLevelDomain: 'jp' }).source, 'default');
    sniffEncoding(bytesOf('x'), undefined, { detect });
    deepEqual(seen, [
      ['abc', { topLevelDomain: 'jp', contentType: html }],
      ['x', { topLevelDomain: undefined, contentType: '' }],
    ]);
  });

  it('detect gets all bytes of a body, and the first prescanBytes of a stream, however that is cut', async () => {
    const body = `${'x'.repeat(2000)}\xe9`;
    for (const [type, prescanBytes] of [
      [plain, undefined],
      [html, 1500],
    ]) {
      const seen = [];
      const detect = (bytes) => {
        seen.push(bytes.length);
        return 'koi8-r';
      };
      await checkBody(body, type, 'KOI8-R', 'detected', { detect, prescanBytes });
      deepEqual(seen, [...Array(5).fill(2001), ...Array(8).fill(prescanBytes ?? 1024)]);
    }
  });

  it('another name that detect answers with is an error with a status, never another encoding', async () => {
    for (const [name, advice] of [
      ['ISO-2022-CN', 'a label of the replacement encoding'],
      ['ISO-2022-KR', 'pass the value iso2022Kr of whatwg-transcoder/encodings'],
      ['replacement', 'a label of the replacement encoding'],
      ['EUC-TW', ''],
      ['bogus', ''],
      ['', ''],
    ]) {
      const expected = { ...charsetError(name), message: new RegExp(advice) };
      throws(() => sniffEncoding(bytesOf(eAcute), html, answers(name)), expected);
      await checkError(eAcute, html, answers(name), expected);
    }
  });

  // base/errors.test.mjs has the advice on each kind of name.
  it('a charset of the header that is unknown stands in the result, with advice', async () => {
    for (const [charset, hint] of [
      ['bogus', undefined],
      ['cp932', 'did you mean windows-31j?'],
    ]) {
      const contentType = `text/html; charset=${charset}`;
      const { unknownLabel, hint: told } = sniffEncoding(bytesOf(eAcute), contentType);
      deepEqual([unknownLabel, told], [charset, hint]);
      await checkBody(eAcute, contentType, ...none);
    }
    for (const header of [html, 'text/html; charset=sjis', 'text/html; charset=hz-gb-2312']) {
      ok(!('unknownLabel' in sniffEncoding(Buffer.of(), header)));
    }
  });

  it('unknownCharset: throw refuses an unknown charset for every media type, and replacement', () => {
    const bytes = Buffer.from('<meta charset=gbk>');
    const unknownCharset = 'throw';
    for (const type of [html, 'text/xml', 'text/css', 'text/javascript', 'application/json']) {
      sniffEncoding(bytes, `${type};charset=bogus`);
      for (const charset of ['bogus', 'utf-7', 'hz-gb-2312', '']) {
        const header = `${type};charset="${charset}"`;
        const throwing = () => sniffEncoding(bytes, header, { unknownCharset });
        throws(throwing, charsetError(charset), header);
      }
      for (const known of [type, `${type};charset=gbk`])
        sniffEncoding(bytes, known, { unknownCharset });
    }
    throws(() => sniffEncoding(bytes, `${plain};charset=iso-2022-kr`), charsetError('iso-2022-kr'));
  });
});

describe('HTTP bodies: a detector and options that are wrong', () => {
  const bytes = bytesOf('a');

  it('detect must return a label or null, and its own error stays what it is', () => {
    const message = /^options\.detect must be a function that returns a label or null; received/;
    for (const answer of [{ encoding: 'gbk' }, 7, Promise.resolve('gbk'), true]) {
      throws(() => sniffEncoding(bytes, '', { detect: () => answer }), { ...wrongType, message });
    }
    const own = new SyntaxError('own');
    const detect = () => {
      throw own;
    };
    throws(() => sniffEncoding(bytes, '', { detect }), own);
  });

  it('memory that a getter of the options detaches contains no bytes', () => {
    const page = new Uint8Array(bytesOf('<meta charset=sjis>'));
    const options = {
      get topLevelDomain() {
        structuredClone(page.buffer, { transfer: [page.buffer] });
        return 'jp';
      },
    };
    equal(sniffEncoding(page, html, options).source, 'default');
  });
});
