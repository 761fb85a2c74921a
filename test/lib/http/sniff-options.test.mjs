// Tests the options of the search for the encoding of a body, and wrong arguments.

import { deepEqual, doesNotThrow, equal, fail, ok, rejects, throws } from 'node:assert/strict';
import { decodeBody, decodeResponse, sniffEncoding } from 'whatwg-transcoder/http';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { wrongType } from '../../harness/errors.mjs';
import { filler, utf8BOM } from './marks.mjs';
import { checkBody, throughNodeStream, throughWebStream } from './rules.mjs';

/** The bytes that a detector gets, as text. */
const textOf = (bytes) => Buffer.from(bytes).latin1Slice();

describe('HTTP bodies: options of the encoding', () => {
  const html = 'text/html';
  const eAcute = 'caf\xe9';

  it('detect is asked last, for HTML, plain text and the rest', async () => {
    const detect = () => 'koi8-r';
    await checkBody(eAcute, html, 'KOI8-R', 'detected', { detect });
    await checkBody(eAcute, 'text/plain', 'KOI8-R', 'detected', { detect, default: 'gbk' });
    await checkBody(eAcute, undefined, 'KOI8-R', 'detected', { detect });
    await checkBody('', undefined, 'KOI8-R', 'detected', { detect });
    const never = () => fail('detect was called');
    for (const [body, type] of [
      [`${utf8BOM}a`, html],
      ['a', `${html};charset=gbk`],
      ['<meta charset=gbk>', html],
      ['<?xml encoding="gbk"?>', html],
      ['a', 'text/xml'],
      ['a', 'text/css'],
      ['a', 'application/json'],
      ['a', 'text/javascript'],
    ]) {
      sniffEncoding(Buffer.from(body, 'latin1'), type, { detect: never });
    }
  });

  it('detect gets the bytes, the top-level domain and the header', () => {
    const seen = [];
    const detect = (bytes, context) => {
      seen.push([textOf(bytes), context]);
      return null;
    };
    const options = { detect, topLevelDomain: 'jp' };
    equal(sniffEncoding(Buffer.from('abc'), html, options).source, 'default');
    sniffEncoding(Buffer.from('x'), undefined, { detect });
    deepEqual(seen, [
      ['abc', { topLevelDomain: 'jp', contentType: html }],
      ['x', { topLevelDomain: undefined, contentType: '' }],
    ]);
  });

  it('detect gets all bytes of a body, and the first prescanBytes of a stream, however that is cut', async () => {
    const body = `${'x'.repeat(2000)}\xe9`;
    const seen = [];
    const detect = (bytes) => {
      seen.push(bytes.length);
      return 'koi8-r';
    };
    await checkBody(body, 'text/plain', 'KOI8-R', 'detected', { detect });
    deepEqual(seen, [2001, 2001, ...Array(8).fill(1024)]);
    seen.length = 0;
    await checkBody(body, html, 'KOI8-R', 'detected', { detect, prescanBytes: 1500 });
    deepEqual(seen, [2001, 2001, ...Array(8).fill(1500)]);
  });

  it('a <meta> behind the first 1,024 bytes comes before detect and allowUtf8Guess', async () => {
    const detect = () => 'gbk';
    const page = `${filler}<meta charset=koi8-r>${Buffer.from('日本').latin1Slice()}`;
    await checkBody(page, html, 'GBK', 'detected', { detect }, 'KOI8-R');
    const allowUtf8Guess = true;
    await checkBody(`\xc3\xa9${page}`, html, 'UTF-8', 'detected', { allowUtf8Guess }, 'KOI8-R');
    const never = () => fail('detect was called');
    decodeBody(Buffer.from(page, 'latin1'), html, { detect: never });
  });

  it('decodeResponse finds a <meta> behind the first 1,024 bytes, however the body comes', async () => {
    const bytes = Buffer.from(`${filler}<meta charset=koi8-r>\xc9`, 'latin1');
    const headers = { 'content-type': html };
    for (const body of [bytes, ReadableStream.from([bytes.subarray(0, 7), bytes.subarray(7)])]) {
      const { text, encoding, source } = await decodeResponse(new Response(body, { headers }));
      deepEqual([text.at(-1), encoding, source], ['и', 'KOI8-R', 'late-meta']);
    }
    const { source } = await decodeResponse(new Response(bytes, { headers }), { maxBytes: 5000 });
    equal(source, 'late-meta');
  });

  it('detect may not answer ISO-2022-JP and UTF-16', async () => {
    for (const label of ['iso-2022-jp', 'ISO2022JP', 'utf-16', 'utf-16be', 'UTF16LE']) {
      const options = { detect: () => label, allow: undefined };
      await checkBody(eAcute, html, 'windows-1252', 'default', options);
    }
    for (const label of [null, undefined]) {
      await checkBody(eAcute, html, 'windows-1252', 'default', { detect: () => label });
    }
    const options = { detect: () => 'iso-2022-jp', allow: ['iso-2022-jp'] };
    await checkBody(eAcute, html, 'windows-1252', 'default', options);
  });

  it('detect may answer with the names of other programs, as resolveLabel() knows them', async () => {
    for (const [name, encoding] of [
      ['windows-949', 'EUC-KR'],
      ['x-windows-949', 'EUC-KR'],
      ['cp932', 'Shift_JIS'],
      ['CP932', 'Shift_JIS'],
      ['x-sjis', 'Shift_JIS'],
      ['GB2312', 'GBK'],
      ['utf8', 'UTF-8'],
      ['EUC_KR', 'EUC-KR'],
      ['MacCyrillic', 'x-mac-cyrillic'],
    ]) {
      equal(resolveLabel(name), encoding);
      await checkBody(eAcute, 'text/plain', encoding, 'detected', { detect: () => name });
    }
    const options = { detect: () => 'cp932', allow: ['euc-jp'] };
    await checkBody(eAcute, html, 'windows-1252', 'default', options);
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
      const options = { detect: () => name };
      const expected = {
        name: 'RangeError',
        code: 'ERR_ENCODING_NOT_SUPPORTED',
        status: 415,
        type: 'charset.unsupported',
        charset: name,
      };
      const check = (error) => {
        for (const [key, value] of Object.entries(expected)) equal(error[key], value, name);
        ok(error.message.includes(advice), error.message);
        return true;
      };
      const bytes = Buffer.from(eAcute, 'latin1');
      throws(() => sniffEncoding(bytes, html, options), check);
      throws(() => decodeBody(bytes, html, options), check);
      for (const run of [throughNodeStream, throughWebStream]) {
        await rejects(run([bytes], html, options), check);
      }
    }
  });

  it('a charset of the header that is unknown stands in the result, with the advice that decode() gives', async () => {
    for (const [charset, hint] of [
      ['bogus', undefined],
      ['cp932', 'did you mean windows-31j?'],
      ['x-windows-949', 'did you mean windows-949?'],
      ['cp437', 'pass the value ibm437 of whatwg-transcoder/encodings'],
    ]) {
      const contentType = `text/html; charset=${charset}`;
      const bytes = Buffer.from(eAcute, 'latin1');
      const expected = { encoding: 'windows-1252', source: 'default', unknownLabel: charset };
      if (hint !== undefined) expected.hint = hint;
      deepEqual(sniffEncoding(bytes, contentType), expected);
      const { text, replacements, firstErrorOffset, ...rest } = decodeBody(bytes, contentType);
      deepEqual([text, replacements, firstErrorOffset, rest], ['café', 0, null, expected]);
      for (const run of [throughNodeStream, throughWebStream]) {
        const { unknownLabel, hint: given } = await run([bytes], contentType);
        deepEqual([unknownLabel, given], [charset, hint]);
      }
      const response = new Response(bytes, { headers: { 'content-type': contentType } });
      equal((await decodeResponse(response)).unknownLabel, charset);
      // Where it is refused, the advice is in the message.
      throws(
        () => decodeBody(bytes, `text/plain; charset=${charset}`),
        (error) => {
          deepEqual([error.status, error.charset], [415, charset]);
          ok(error.message.endsWith(hint ?? 'is not supported'), error.message);
          return true;
        },
      );
    }
    for (const header of [html, 'text/html; charset=sjis', 'text/html; charset=hz-gb-2312']) {
      ok(!('unknownLabel' in sniffEncoding(Buffer.of(), header)));
    }
  });

  it('detect may answer only what allow contains', async () => {
    const detect = () => ' SJIS ';
    const allow = new Set(['shift_jis', 'EUC-JP']);
    await checkBody(eAcute, html, 'Shift_JIS', 'detected', { detect, allow });
    await checkBody(eAcute, html, 'windows-1252', 'default', { detect, allow: ['euc-jp'] });
    await checkBody(eAcute, html, 'windows-1252', 'default', { detect, allow: [] });
    await checkBody('<meta charset=sjis>', html, 'Shift_JIS', 'meta', { allow: ['euc-jp'] });
  });

  it('allowUtf8Guess: « bytes that are not ASCII and are well-formed UTF-8 are UTF-8 »', async () => {
    const allowUtf8Guess = true;
    const detect = () => 'koi8-r';
    const utf8 = Buffer.from('日本').latin1Slice();
    await checkBody(utf8, html, 'windows-1252', 'default');
    await checkBody(utf8, html, 'UTF-8', 'detected', { allowUtf8Guess });
    await checkBody(utf8, 'text/plain', 'UTF-8', 'detected', { allowUtf8Guess, default: 'gbk' });
    await checkBody(utf8, html, 'UTF-8', 'detected', { allowUtf8Guess, detect });
    await checkBody(`${utf8}\xff`, html, 'KOI8-R', 'detected', { allowUtf8Guess, detect });
    await checkBody('abc', html, 'windows-1252', 'default', { allowUtf8Guess });
    await checkBody('', html, 'windows-1252', 'default', { allowUtf8Guess });
    await checkBody('a', 'text/css', 'KOI8-R', 'default', { allowUtf8Guess, default: 'koi8-r' });
  });

  it('allowUtf8Guess: « a sequence cut at the end … does not count against it », nor for it', async () => {
    const allowUtf8Guess = true;
    const utf8 = Buffer.from('é日').latin1Slice();
    for (const cut of [1, 2]) {
      await checkBody(utf8.slice(0, -cut), html, 'UTF-8', 'detected', { allowUtf8Guess });
    }
    for (const body of ['caf\xe9', 'caf\xe6\x97', '\xf0\x9f\x92', '\xe3']) {
      await checkBody(body, html, 'windows-1252', 'default', { allowUtf8Guess });
    }
    await checkBody(`${utf8}\xe9a`, html, 'windows-1252', 'default', { allowUtf8Guess });
    // The end of a stream's window may cut a sequence at each place.
    for (const prescanBytes of [10, 11, 12, 13]) {
      const options = { allowUtf8Guess, prescanBytes };
      const body = Buffer.from('é日é日é日').latin1Slice();
      await checkBody(body, html, 'UTF-8', 'detected', options);
    }
  });

  it('unknownCharset: throw refuses an unknown charset for every media type, and replacement', () => {
    const bytes = Buffer.from('<meta charset=gbk>');
    for (const type of [
      'text/html',
      'text/xml',
      'text/css',
      'text/javascript',
      'application/json',
    ]) {
      doesNotThrow(() => sniffEncoding(bytes, `${type};charset=bogus`));
      for (const charset of ['bogus', 'utf-7', 'hz-gb-2312', '""']) {
        const header = `${type};charset=${charset}`;
        const throwing = () => sniffEncoding(bytes, header, { unknownCharset: 'throw' });
        throws(throwing, { status: 415, type: 'charset.unsupported' }, header);
      }
      sniffEncoding(bytes, `${type};charset=gbk`, { unknownCharset: 'throw' });
      sniffEncoding(bytes, type, { unknownCharset: 'throw' });
    }
  });

  it('unknownCharset: ignore goes on to the next rule for plain text and the rest', async () => {
    const unknownCharset = 'ignore';
    const header = 'text/plain;charset=bogus';
    throws(() => sniffEncoding(Buffer.from('a'), header), {
      name: 'RangeError',
      code: 'ERR_ENCODING_NOT_SUPPORTED',
      message: 'The "bogus" encoding is not supported',
      charset: 'bogus',
      status: 415,
      statusCode: 415,
      expose: true,
      type: 'charset.unsupported',
    });
    await checkBody('a', header, 'UTF-8', 'default', { unknownCharset });
    await checkBody('a', header, 'KOI8-R', 'default', { unknownCharset, default: 'koi8-r' });
    await checkBody('a', header, 'GBK', 'detected', { unknownCharset, detect: () => 'gbk' });
    const old = 'text/plain;charset=iso-2022-kr';
    throws(() => sniffEncoding(Buffer.from('a'), old), {
      status: 415,
      charset: 'iso-2022-kr',
    });
    await checkBody('a', old, 'replacement', 'header', { unknownCharset });
  });
});

describe('HTTP bodies: wrong arguments', () => {
  const bytes = Buffer.from('a');
  const wrong = wrongType;

  it('throw TypeError with a clear message', () => {
    for (const [args, message] of [
      [['text'], /^bytes must be a buffer or a view, not a string/],
      [[undefined], /^bytes must be/],
      [[bytes, 7], /^contentType must be a string, null or undefined; received number 7$/],
      [[bytes, {}], /^contentType must be/],
      [[bytes, '', 7], /^options must be an object/],
      [[bytes, '', { prescanBytes: -1 }], /^options\.prescanBytes must be an integer from 0 on/],
      [[bytes, '', { prescanBytes: Number.NaN }], /^options\.prescanBytes/],
      [[bytes, '', { prescanBytes: '1024' }], /^options\.prescanBytes/],
      [
        [bytes, '', { detect: 'gbk' }],
        /^options\.detect must be a function or a boolean; received the string/,
      ],
      [[bytes, '', { allow: 'gbk' }], /^options\.allow must be a list of labels/],
      [[bytes, '', { allow: 7 }], /^options\.allow/],
      [[bytes, '', { allow: [7] }], /^label must be a string/],
      [[bytes, '', { allowUtf8Guess: 1 }], /^options\.allowUtf8Guess must be a boolean/],
      [[bytes, '', { topLevelDomain: 7 }], /^options\.topLevelDomain must be a string/],
      [
        [bytes, '', { unknownCharset: 'no' }],
        /^options\.unknownCharset must be 'throw' or 'ignore'/,
      ],
      [[bytes, '', { default: 7 }], /^label must be a string/],
      [[bytes, '', { default: null }], /^label must be a string/],
    ]) {
      throws(() => sniffEncoding(...args), { ...wrong, message });
    }
  });

  it('throw RangeError without a status for labels that the program has chosen', () => {
    for (const options of [{ default: 'bogus' }, { default: 'hz-gb-2312' }, { allow: ['bogus'] }]) {
      throws(
        () => sniffEncoding(bytes, '', options),
        (error) => {
          equal(error.code, 'ERR_ENCODING_NOT_SUPPORTED');
          ok(error instanceof RangeError && !('status' in error));
          return true;
        },
      );
    }
  });

  it('throw TypeError when detect returns something else than a label, and what it throws', () => {
    for (const answer of [{ encoding: 'gbk' }, 7, Promise.resolve('gbk'), true]) {
      const message = /^options\.detect must be a function that returns a label or null; received/;
      throws(() => sniffEncoding(bytes, '', { detect: () => answer }), {
        ...wrong,
        message,
      });
    }
    const own = new SyntaxError('own');
    const detect = () => {
      throw own;
    };
    throws(() => sniffEncoding(bytes, '', { detect }), own);
  });

  it('null stands for no options and no header', () => {
    deepEqual(sniffEncoding(bytes, null, null), { encoding: 'UTF-8', source: 'default' });
    const { buffer } = Uint8Array.of(0xef, 0xbb, 0xbf);
    equal(sniffEncoding(buffer).source, 'bom');
    equal(sniffEncoding(new DataView(buffer)).source, 'bom');
    const { length } = buffer.transfer?.() ?? structuredClone(buffer, { transfer: [buffer] });
    equal(length, undefined);
    equal(sniffEncoding(buffer).source, 'default');
  });

  it('memory that was detached or that has become too short contains no bytes', () => {
    const page = '<meta charset=sjis>';
    const detached = new Uint8Array(Buffer.from(page));
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    const memory = new ArrayBuffer(page.length, { maxByteLength: page.length });
    const tooShort = new Uint8Array(memory, 0, page.length);
    memory.resize(1);
    for (const type of ['text/html', 'text/xml', 'text/css', 'text/plain', 'application/json']) {
      const expected = sniffEncoding(new Uint8Array(0), type);
      for (const input of [detached, tooShort]) {
        deepEqual(sniffEncoding(input, type), expected);
        equal(decodeBody(input, type).text, '');
      }
    }
    const detaching = new Uint8Array(Buffer.from(page));
    const options = {
      get topLevelDomain() {
        structuredClone(detaching.buffer, { transfer: [detaching.buffer] });
        return 'jp';
      },
    };
    equal(sniffEncoding(detaching, 'text/html', options).source, 'default');
  });
});
