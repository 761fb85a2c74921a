// Tests DecodeBodyStream and DecodeBodyTransform as streams: what they hold back, their promise `detected`, limits, and how
// errors, destruction, abortion and backpressure pass through them. What consumers get before an error is in
// transcoding/pausing-transform.test.mjs.

import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { Duplex, PassThrough, Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { encode } from 'whatwg-transcoder';
import { DecodeBodyStream, DecodeBodyTransform, decodeBody } from 'whatwg-transcoder/http';
import { wrongThis, wrongType } from '../../harness/errors.mjs';
import { runNode } from '../../harness/run-node.mjs';
import { chunksOf, expectedOfStreams, throughNodeStream, throughWebStream } from './rules.mjs';

const html = 'text/html';
const failureOf = (promise) =>
  promise.then(
    () => null,
    (error) => error,
  );

/** Whether a promise is still pending after some turns of the event loop. */
async function isPending(promise) {
  await setTimeout(5);
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)]).catch(() => null)) === pending;
}

const aborted = {
  name: 'Error',
  code: 'ERR_BODY_ABORTED',
  status: 400,
  statusCode: 400,
  expose: true,
  type: 'request.aborted',
};

const page = encode(`<meta charset=sjis>${'日本語'.repeat(5000)}`, 'shift_jis');

describe('DecodeBodyStream', () => {
  it('is a stream.Transform, of Buffers with whole characters or of strings', async () => {
    const stream = new DecodeBodyStream(html);
    ok(stream instanceof Transform && stream instanceof DecodeBodyStream);
    const expected = decodeBody(page, html).text;
    const parts = [];
    Readable.from(chunksOf(page, 999)).pipe(stream);
    for await (const part of stream) {
      ok(Buffer.isBuffer(part));
      ok(!part.toString().includes('\ufffd'));
      parts.push(part);
    }
    equal(Buffer.concat(parts).toString(), expected);
    const later = new DecodeBodyStream(html);
    later.setEncoding('utf8');
    later.end(page);
    equal((await later.toArray()).join(''), expected);
  });

  it('gives the text on as soon as the bytes tell the encoding', async () => {
    for (const [contentType, first] of [
      ['text/html;charset=koi8-r', 'a'],
      [html, '<meta charset=koi8-r>'],
      ['text/xml', '<?xml version="1.0" encoding="koi8-r"?>'],
      ['text/xml', '<a'],
      ['text/css', '@charset "koi8-r";'],
      ['text/css', '@charsex'],
      ['text/css', 'a'],
      ['application/json', '{'],
      ['text/javascript', '/'],
      ['text/plain', 'a'],
      ['text/plain', '\xef\xbb\xbfa'],
    ]) {
      const stream = new DecodeBodyStream(contentType, { encoding: 'latin1' });
      stream.write(Buffer.from(first, 'latin1'));
      const [text] = await once(stream, 'data');
      equal(Buffer.from(text, 'latin1').toString(), first.replace('\xef\xbb\xbf', ''));
      stream.destroy();
    }
  });

  it('holds back no more than the prescan needs', async () => {
    for (const [contentType, options, first, size] of [
      [html, {}, '', 1024],
      [html, { prescanBytes: 3000 }, '', 3000],
      [html, { prescanBytes: 0 }, '', 1],
      [html, {}, '<!--', 1024],
      ['text/css', {}, '@charset "', 1024],
      ['text/plain', { allowUtf8Guess: true }, '', 1024],
      ['text/plain', { detect: () => null }, '', 1024],
      ['text/xml', {}, '<?xml', 65_536],
    ]) {
      for (const chunk of [1, 7, 100]) {
        const stream = new DecodeBodyStream(contentType, {
          ...options,
          readableHighWaterMark: 1e6,
        });
        let written = 0;
        const write = (text) => {
          stream.write(text);
          written += text.length;
        };
        write(Buffer.from(first));
        while (stream.readableLength === 0) write(Buffer.from('x'.repeat(chunk)));
        const what = `${contentType} ${JSON.stringify(options)} ${chunk}: ${written}`;
        ok(written >= size && written < size + chunk + first.length, what);
        equal(stream.readableLength, written, what);
        stream.destroy();
      }
    }
  });

  it('detected tells the encoding before anybody reads', async () => {
    const stream = new DecodeBodyStream(html);
    stream.write(Buffer.from('<meta '));
    ok(await isPending(stream.detected));
    stream.write(Buffer.from('charset=koi8-r>'));
    deepEqual(await stream.detected, { encoding: 'KOI8-R', source: 'meta' });
    equal(stream.detected, stream.detected);
    stream.destroy();
    deepEqual(await stream.detected, { encoding: 'KOI8-R', source: 'meta' });
    const long = new DecodeBodyStream(html, { prescanBytes: 200_000 });
    Readable.from(chunksOf(Buffer.alloc(300_000, 'x'), 10_000)).pipe(long);
    deepEqual(await long.detected, { encoding: 'windows-1252', source: 'default' });
    long.destroy();
  });

  it('detected tells the encoding of a body without bytes', async () => {
    const stream = new DecodeBodyStream(html);
    const closed = once(stream, 'close');
    stream.end();
    stream.resume();
    deepEqual(await stream.detected, { encoding: 'windows-1252', source: 'default' });
    await closed;
  });

  it('detected rejects when the stream is destroyed before, with its error or one of its own', async () => {
    const own = new RangeError('own');
    for (const error of [undefined, own]) {
      const stream = new DecodeBodyStream(html);
      stream.on('error', () => {});
      stream.write(Buffer.from('<meta '));
      stream.destroy(error);
      if (error === undefined) await rejects(stream.detected, aborted);
      else equal(await failureOf(stream.detected), own);
    }
  });

  it('detected rejects with the errors of the charset, of the detector and of a wrong chunk', async () => {
    const own = new SyntaxError('own');
    const detect = () => {
      throw own;
    };
    for (const [contentType, options, chunk, expected] of [
      [
        'text/plain;charset=bogus',
        {},
        Buffer.from('abc'),
        { status: 415, type: 'charset.unsupported' },
      ],
      ['text/plain;charset=hz-gb-2312', {}, Buffer.from('abc'), { status: 415 }],
      [html, { detect }, Buffer.alloc(2000), { name: 'SyntaxError', message: 'own' }],
      [html, {}, 'a string', wrongType],
    ]) {
      const stream = new DecodeBodyStream(contentType, options);
      const error = once(stream, 'error');
      stream.write(chunk);
      await rejects(stream.detected, expected);
      equal((await error)[0], await failureOf(stream.detected));
    }
  });

  it('a signal destroys it, also one that is already aborted', async () => {
    const controller = new AbortController();
    const stream = new DecodeBodyStream(html, { signal: controller.signal });
    const error = once(stream, 'error');
    stream.write(Buffer.from('<'));
    controller.abort();
    equal((await error)[0].name, 'AbortError');
    await rejects(stream.detected, { name: 'AbortError' });
    const late = new DecodeBodyStream(html, { signal: controller.signal });
    const [lateError] = await once(late, 'error');
    equal(lateError.name, 'AbortError');
    await rejects(late.detected);
  });

  it('an error of the source destroys it in a pipeline, and its own error destroys the source', async () => {
    const own = new Error('own');
    const source = new PassThrough();
    const stream = new DecodeBodyStream(html);
    const running = pipeline(source, stream, new PassThrough());
    source.write('<');
    source.destroy(own);
    equal(await failureOf(running), own);
    equal(await failureOf(stream.detected), own);

    const second = new PassThrough();
    const failing = new DecodeBodyStream('text/plain;charset=bogus');
    const result = failureOf(pipeline(second, failing, async (parts) => parts.toArray()));
    second.write('abc');
    equal((await result).status, 415);
    ok(second.destroyed);
  });

  it('stops reading the source while its consumer is slow', async () => {
    let made = 0;
    const source = Readable.from(
      (function* () {
        for (; made < 3000; made++) yield Buffer.alloc(10_000, 'x');
      })(),
    );
    let read = 0;
    const slow = new Writable({
      highWaterMark: 1,
      async write(chunk, _encoding, callback) {
        read += chunk.length;
        await setImmediate();
        ok(made * 10_000 - read < 2_000_000, `${made} ${read}`);
        callback();
      },
    });
    await pipeline(source, new DecodeBodyStream(html), slow);
    equal(read, 30_000_000);
  });

  it('gives out the text of the first maxBytes bytes, however the body is cut, and then an error', async () => {
    const body = encode(`<meta charset=sjis>${'日本語'.repeat(10)}`, 'shift_jis');
    for (const contentType of [html, 'text/html;charset=sjis', 'text/plain']) {
      for (let maxBytes = 0; maxBytes <= body.length; maxBytes++) {
        const texts = new Set();
        for (const size of [1, 2, 3, 7, 1000]) {
          const stream = new DecodeBodyStream(contentType, { encoding: 'utf8', maxBytes });
          const parts = [];
          stream.on('data', (part) => parts.push(part));
          const ended = failureOf(once(stream, 'end'));
          for (const chunk of chunksOf(body, size)) stream.write(chunk);
          stream.end();
          const error = await ended;
          if (maxBytes === body.length) equal(error, null);
          else deepEqual([error.status, error.limit], [413, maxBytes]);
          const detected = await failureOf(stream.detected);
          texts.add(
            JSON.stringify([parts.join(''), await stream.detected, detected, stream.replacements]),
          );
        }
        equal(texts.size, 1, [...texts].join('\n'));
      }
    }
  });

  it('fails with the error of a body that is too long', async () => {
    const stream = new DecodeBodyStream('text/plain', { maxBytes: 2 });
    stream.end(Buffer.from('abc'));
    await rejects(stream.toArray(), {
      name: 'RangeError',
      code: 'ERR_BODY_TOO_LARGE',
      message: 'The body is longer than 2 bytes',
      limit: 2,
      status: 413,
      statusCode: 413,
      expose: true,
      type: 'entity.too.large',
    });
  });

  it('throws for wrong arguments', () => {
    for (const Stream of [DecodeBodyStream, DecodeBodyTransform]) {
      for (const args of [
        [7],
        ['', 7],
        ['', { fatal: 1 }],
        ['', { maxBytes: -1 }],
        ['', { maxBytes: '1mb' }],
      ]) {
        throws(() => new Stream(...args), {
          name: 'TypeError',
          code: 'ERR_INVALID_ARG_TYPE',
        });
      }
      throws(() => new Stream('', { default: 'bogus' }), { name: 'RangeError' });
    }
    for (const options of [{ objectMode: true }, { transform() {} }, { flush() {} }]) {
      throws(() => new DecodeBodyStream('', options), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });

  it('a rejection of detected that nobody handles does not end the program', () => {
    const script = `
      const { DecodeBodyStream, DecodeBodyTransform } = require('whatwg-transcoder/http');
      new DecodeBodyStream('text/html').destroy();
      new DecodeBodyStream('text/html').on('error', () => {}).destroy(new Error('own'));
      new DecodeBodyTransform('text/html').readable.cancel();
      new DecodeBodyTransform('text/html').writable.abort();
      setTimeout(() => console.log('lives'), 50);`;
    const cwd = new URL('.', import.meta.url);
    match(runNode(['-e', script], { timeout: 20_000, cwd }), /lives/);
  });
});

describe('DecodeBodyTransform', () => {
  it('decodes what is piped through it', async () => {
    const expected = decodeBody(page, html);
    deepEqual(await throughWebStream([page], html), expected);
    deepEqual(await throughWebStream([], html), decodeBody(Buffer.of(), html));
    equal(
      Object.prototype.toString.call(new DecodeBodyTransform()),
      '[object DecodeBodyTransform]',
    );
  });

  it('takes every kind of view, and refuses anything else', async () => {
    const { buffer } = Uint8Array.of(0x61);
    for (const chunk of [buffer, new DataView(buffer), new Uint16Array(1)]) {
      equal((await throughWebStream([chunk], html)).text.length, chunk.byteLength);
    }
    for (const chunk of ['a', null, undefined, 7, {}]) {
      const { detected, readable, writable } = new DecodeBodyTransform(html);
      const writer = writable.getWriter();
      const wrong = wrongType;
      await rejects(writer.write(chunk), wrong);
      await rejects(detected, wrong);
      await rejects(readable.getReader().read(), wrong);
      await failureOf(writer.closed);
    }
  });

  it('detected tells the encoding before anybody reads', async () => {
    const { detected, writable } = new DecodeBodyTransform(html);
    const writer = writable.getWriter();
    writer.write(Buffer.from('<meta '));
    ok(await isPending(detected));
    writer.write(Buffer.from('charset=koi8-r>'));
    deepEqual(await detected, { encoding: 'KOI8-R', source: 'meta' });
  });

  it('detected rejects when a side is cancelled or aborted before', async () => {
    const own = new Error('own');
    const cancelled = new DecodeBodyTransform(html);
    await cancelled.readable.cancel(own);
    equal(await failureOf(cancelled.detected), own);
    const abortedOne = new DecodeBodyTransform(html);
    await abortedOne.writable.abort(own);
    equal(await failureOf(abortedOne.detected), own);
    const silent = new DecodeBodyTransform(html);
    await silent.readable.cancel();
    await rejects(silent.detected, aborted);
    const source = new ReadableStream({
      start: (controller) => controller.error(own),
    });
    const piped = new DecodeBodyTransform(html);
    equal(await failureOf(source.pipeThrough(piped).getReader().read()), own);
    equal(await failureOf(piped.detected), own);
  });

  it('passes an abort of pipeThrough on', async () => {
    const controller = new AbortController();
    let cancelled = null;
    const source = new ReadableStream({
      pull: (each) => each.enqueue(Buffer.from('<')),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const transform = new DecodeBodyTransform(html, { prescanBytes: Infinity });
    const readable = source.pipeThrough(transform, { signal: controller.signal });
    const own = new Error('own');
    controller.abort(own);
    equal(await failureOf(readable.getReader().read()), own);
    equal(await failureOf(transform.detected), own);
    equal(cancelled, own);
  });

  it('errors both sides for malformed bytes, an unknown charset and too many bytes', async () => {
    for (const [contentType, options, body, expected] of [
      [
        'text/plain',
        { fatal: true },
        [0x61, 0xff],
        { status: 400, type: 'encoding.invalid', offset: 1 },
      ],
      ['text/plain', { fatal: true }, [0x61, 0xe3], { status: 400, reason: 'truncated' }],
      ['text/plain;charset=bogus', {}, [0x61], { status: 415, type: 'charset.unsupported' }],
      ['text/plain', { maxBytes: 1 }, [0x61, 0x62], { status: 413, type: 'entity.too.large' }],
    ]) {
      const transform = new DecodeBodyTransform(contentType, options);
      const writer = transform.writable.getWriter();
      const reader = transform.readable.getReader();
      const closed = failureOf(writer.closed);
      failureOf(writer.write(Uint8Array.from(body)));
      failureOf(writer.close());
      const parts = [];
      const read = async () => {
        for (;;) parts.push((await reader.read()).value);
      };
      const error = await failureOf(read());
      for (const [key, value] of Object.entries(expected)) equal(error[key], value, key);
      equal(await closed, error);
      if (expected.status !== 415) await transform.detected;
    }
  });

  it('waits for its consumer', async () => {
    const { readable, writable } = new DecodeBodyTransform('text/plain');
    const writer = writable.getWriter();
    let written = 0;
    const running = (async () => {
      for (let i = 0; i < 20; i++) {
        await writer.ready;
        writer.write(Buffer.from('x'));
        written += 1;
      }
      await writer.close();
    })();
    await setTimeout(10);
    ok(written <= 3, String(written));
    const parts = await Array.fromAsync?.(readable);
    if (parts === undefined) for await (const part of readable) equal(part, 'x');
    else equal(parts.join(''), 'x'.repeat(20));
    await running;
  });

  it('has accessors that check their object', () => {
    for (const name of ['detected', 'replacements', 'firstErrorOffset', 'readable', 'writable']) {
      const { get, enumerable } = Object.getOwnPropertyDescriptor(
        DecodeBodyTransform.prototype,
        name,
      );
      throws(() => get.call({}), wrongThis);
      ok(enumerable);
    }
  });
});

describe('Both streams', () => {
  it('count malformed sequences as decodeBody does', async () => {
    const body = Buffer.from([0xff, 0x61, 0xe3, 0x81, 0x61, 0xe3]);
    const expected = { replacements: 3, firstErrorOffset: 0 };
    for (const contentType of ['text/plain', 'text/html;charset=utf-8']) {
      const whole = decodeBody(body, contentType);
      deepEqual({ ...whole, ...expected }, whole);
      for (const run of [throughNodeStream, throughWebStream]) {
        for (const size of [1, 2, 3, 9]) {
          deepEqual(await run(chunksOf(body, size), contentType), whole);
        }
      }
    }
  });

  it('give what decodeBody gives for random bodies in random chunks, but for a late <meta>', async () => {
    let state = 12_345;
    const random = (limit) => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % limit;
    };
    const pick = (list) => list[random(list.length)];
    const types = ['text/html', 'text/xml', 'text/css', 'application/json', 'text/plain', 'x/y'];
    const starts = [
      '',
      '',
      '\xef\xbb\xbf',
      '\xff\xfe',
      '<\0?\0x\0',
      '<?xml encoding="koi8-r"',
      '@charset "gbk"',
    ];
    const parts = [
      '<meta charset=gbk>',
      '>',
      '?>',
      ';',
      '<!--',
      '-->',
      '\x93\xfa',
      'a',
      '\xe3\x81',
      ' '.repeat(400),
      '\x1b$B',
    ];
    for (let i = 0; i < 400; i++) {
      const body = Array.from({ length: 1 + random(8) }, () => pick(parts)).join('');
      const bytes = Buffer.from(pick(starts) + body, 'latin1');
      const type = pick(types) + pick(['', '', ';charset=sjis', ';charset=iso-2022-jp']);
      const options = { prescanBytes: pick([0, 5, 30, 1024]), default: 'euc-jp' };
      const chunks = [];
      for (let at = 0; at < bytes.length; ) {
        const size = pick([0, 1, 2, 3, 50, 700, 5000]);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const expected = expectedOfStreams(bytes, type, options);
      for (const run of [throughNodeStream, throughWebStream]) {
        deepEqual(await run(chunks, type, options), expected, `${i}: ${type}`);
      }
    }
  });

  it('have a function for malformed bytes, and limits', async () => {
    const sjis = 'text/plain; charset=shift_jis';
    const chunks = [0x41, 0xff, 0x82, 0xa0, 0xff].map((byte) => Buffer.of(byte));
    const malformed = (bytes, offset) => `<${bytes.toString('hex')} ${offset}>`;
    for (const run of [throughNodeStream, throughWebStream]) {
      equal((await run(chunks, sjis, { malformed })).text, 'A<ff 1>\u3042<ff 4>');
      equal((await run(chunks, sjis, { maxErrors: 2 })).replacements, 2);
      await rejects(run(chunks, sjis, { maxErrors: 1 }), {
        code: 'ERR_ENCODING_TOO_MANY_ERRORS',
        status: 400,
        type: 'encoding.invalid',
        offset: 4,
      });
      equal((await run(chunks, sjis, { maxOutputBytes: 10 })).text.length, 4);
      await rejects(run(chunks, sjis, { maxOutputBytes: 9 }), {
        code: 'ERR_ENCODING_OUTPUT_TOO_LARGE',
        status: 413,
        type: 'entity.too.large',
      });
    }
  });

  it('work in Duplex.toWeb() and Duplex.fromWeb()', async () => {
    const expected = decodeBody(page, html).text;
    const { readable, writable } = Duplex.toWeb(new DecodeBodyStream(html));
    const source = new Response(page).body;
    const bytes = Buffer.from(
      await new Response(source.pipeThrough({ readable, writable })).arrayBuffer(),
    );
    equal(bytes.toString(), expected);
    const duplex = Duplex.fromWeb(new DecodeBodyTransform(html), {
      encoding: 'utf8',
      objectMode: true,
    });
    duplex.end(page);
    equal((await duplex.toArray()).join(''), expected);
  });
});
