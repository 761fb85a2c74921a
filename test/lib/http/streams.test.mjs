// Tests DecodeBodyStream and DecodeBodyTransform as streams: what they hold back, their promise `detected`, limits, and how
// errors, destruction and abortion pass through them. What consumers get, slow ones too, is in
// transcoding/pausing-transform.test.mjs, and the errors of a whole body are in options.test.mjs.

import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { Readable, Transform } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { encode } from 'whatwg-transcoder';
import { DecodeBodyStream, DecodeBodyTransform, decodeBody } from 'whatwg-transcoder/http';
import { wrongType } from '../../harness/errors.mjs';
import { randomFrom } from '../../harness/random-cases.mjs';
import {
  chunksOf,
  expectedOfStreams,
  failure,
  throughNodeStream,
  throughWebStream,
} from './rules.mjs';

const html = 'text/html';
const own = new RangeError('own');
const throwOwn = () => {
  throw own;
};
const ways = [throughNodeStream, throughWebStream];
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

const aborted = failure('BODY_ABORTED');
const page = encode(`<meta charset=sjis>${'日本語'.repeat(5000)}`, 'shift_jis');
const pageText = decodeBody(page, html).text;
const koi8 = { encoding: 'KOI8-R', source: 'meta' };

/** Makes each kind of stream; returns it, its promise, and what writes a chunk to it without waiting. */
const kinds = {
  DecodeBodyStream(...args) {
    const stream = new DecodeBodyStream(...args);
    stream.on('error', () => {});
    return { stream, detected: stream.detected, write: (chunk) => stream.write(chunk) };
  },
  DecodeBodyTransform(...args) {
    const stream = new DecodeBodyTransform(...args);
    const writer = stream.writable.getWriter();
    failureOf(writer.closed);
    const write = (chunk) => {
      failureOf(writer.write(chunk));
    };
    return { stream, detected: stream.detected, write };
  },
};

for (const [name, make] of Object.entries(kinds)) {
  describe(`${name}: the promise detected`, () => {
    it('tells the encoding before anybody reads', async () => {
      const { stream, detected, write } = make(html);
      write(Buffer.from('<meta '));
      ok(await isPending(detected));
      write(Buffer.from('charset=koi8-r>'));
      deepEqual(await detected, koi8);
      equal(stream.detected, detected);
    });

    it('rejects with the errors of the charset, of the detector and of a wrong chunk', async () => {
      const refused = (charset) => failure('ENCODING_NOT_SUPPORTED', { charset });
      for (const [contentType, options, chunk, expected] of [
        ['text/plain;charset=bogus', {}, Buffer.from('abc'), refused('bogus')],
        ['text/plain;charset=hz-gb-2312', {}, Buffer.from('abc'), refused('hz-gb-2312')],
        [html, { detect: throwOwn }, Buffer.alloc(2000), own],
        [html, {}, 'a string', wrongType],
      ]) {
        const { stream, detected, write } = make(contentType, options);
        const reading = failureOf(
          name === 'DecodeBodyStream' ? once(stream, 'end') : stream.readable.getReader().read(),
        );
        write(chunk);
        await rejects(detected, expected);
        equal(await reading, await failureOf(detected));
      }
    });
  });
}

describe('DecodeBodyStream', () => {
  it('is a stream.Transform, of Buffers with whole characters or of strings', async () => {
    const stream = new DecodeBodyStream(html);
    ok(stream instanceof Transform && stream instanceof DecodeBodyStream);
    const parts = await Readable.from(chunksOf(page, 999)).pipe(stream).toArray();
    ok(parts.every((part) => Buffer.isBuffer(part) && !part.toString().includes('\ufffd')));
    equal(Buffer.concat(parts).toString(), pageText);
  });

  it('gives the text on as soon as the bytes tell the encoding', async () => {
    for (const [contentType, ...firsts] of [
      ['text/html;charset=koi8-r', 'a'],
      [html, '<meta charset=koi8-r>'],
      ['text/xml', '<?xml version="1.0" encoding="koi8-r"?>', '<a'],
      ['text/css', '@charset "koi8-r";', '@charsex', 'a'],
      ['application/json', '{'],
      ['text/javascript', '/'],
      ['text/plain', 'a', '\xef\xbb\xbfa'],
    ]) {
      for (const first of firsts) {
        const stream = new DecodeBodyStream(contentType, { encoding: 'latin1' });
        stream.write(Buffer.from(first, 'latin1'));
        const [text] = await once(stream, 'data');
        equal(Buffer.from(text, 'latin1').toString(), first.replace('\xef\xbb\xbf', ''));
        stream.destroy();
      }
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
        const more = { ...options, readableHighWaterMark: 1e6 };
        const stream = new DecodeBodyStream(contentType, more);
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

  it('detected rejects when the stream is destroyed before, with its error or one of its own', async () => {
    for (const error of [undefined, own]) {
      const { stream, detected, write } = kinds.DecodeBodyStream(html);
      write(Buffer.from('<meta '));
      stream.destroy(error);
      await rejects(detected, error ?? aborted);
    }
  });

  it('gives out the text of the first maxBytes bytes, however the body is cut, and then an error', async () => {
    const body = encode(`<meta charset=sjis>${'日本語'.repeat(10)}`, 'shift_jis');
    for (const contentType of [html, 'text/html;charset=sjis', 'text/plain']) {
      for (let maxBytes = 0; maxBytes <= body.length; maxBytes++) {
        const message = `The body is longer than ${maxBytes} bytes`;
        const tooLarge = failure('BODY_TOO_LARGE', { limit: maxBytes, message });
        const texts = new Set();
        for (const size of [1, 2, 3, 7, 1000]) {
          const stream = new DecodeBodyStream(contentType, { encoding: 'utf8', maxBytes });
          const parts = [];
          stream.on('data', (part) => parts.push(part));
          const ended = once(stream, 'end');
          for (const chunk of chunksOf(body, size)) stream.write(chunk);
          stream.end();
          await (maxBytes === body.length ? ended : rejects(ended, tooLarge));
          texts.add(JSON.stringify([parts.join(''), await stream.detected, stream.replacements]));
        }
        equal(texts.size, 1, [...texts].join('\n'));
      }
    }
  });
});

describe('DecodeBodyTransform', () => {
  it('refuses chunks that are no bytes, null and undefined included, and has its name', async () => {
    for (const chunk of ['a', null, undefined, 7, {}]) {
      await rejects(throughWebStream([chunk], html), wrongType);
    }
    equal(String(new DecodeBodyTransform()), '[object DecodeBodyTransform]');
  });

  it('detected rejects when a side is cancelled or aborted before, or its source fails', async () => {
    const failing = new ReadableStream({ start: (controller) => controller.error(own) });
    for (const [end, expected] of [
      [({ readable }) => readable.cancel(own), own],
      [({ writable }) => writable.abort(own), own],
      [({ readable }) => readable.cancel(), aborted],
      [(transform) => failureOf(failing.pipeThrough(transform).getReader().read()), own],
    ]) {
      const transform = new DecodeBodyTransform(html);
      await end(transform);
      await rejects(transform.detected, expected);
    }
  });

  it('waits for its consumer', async () => {
    const { readable, writable } = new DecodeBodyTransform('text/plain');
    const writer = writable.getWriter();
    let written = 0;
    const running = (async () => {
      for (; written < 20; written++) {
        await writer.ready;
        writer.write(Buffer.from('x'));
      }
      await writer.close();
    })();
    await setTimeout(10);
    ok(written <= 3, String(written));
    for await (const part of readable) equal(part, 'x');
    equal(written, 20);
    await running;
  });
});

describe('Both streams', () => {
  it('give what decodeBody gives for random bodies in random chunks, but for a late <meta>', async () => {
    const random = randomFrom(12_345);
    const pick = (list) => list[random(list.length)];
    const types = ['text/html', 'text/xml', 'text/css', 'application/json', 'text/plain', 'x/y'];
    const xml = '<?xml encoding="koi8-r"';
    const starts = ['', '', '\xef\xbb\xbf', '\xff\xfe', '<\0?\0x\0', xml, '@charset "gbk"'];
    const parts = ['<meta charset=gbk>', '\x93\xfa', '\xe3\x81', '\x1b$B', ' '.repeat(400)];
    parts.push(...'> ?> ; <!-- --> a'.split(' '));
    for (let i = 0; i < 400; i++) {
      const body = Array.from({ length: 1 + random(8) }, () => pick(parts)).join('');
      const bytes = Buffer.from(pick(starts) + body, 'latin1');
      const type = pick(types) + pick(['', '', ';charset=sjis', ';charset=iso-2022-jp']);
      const stand = pick([undefined, (malformed, offset) => `<${malformed.length} ${offset}>`]);
      const options = { prescanBytes: pick([0, 5, 30, 1024]), default: 'euc-jp', malformed: stand };
      const chunks = [];
      for (let at = 0; at < bytes.length; ) {
        const size = pick([0, 1, 2, 3, 50, 700, 5000]);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const expected = expectedOfStreams(bytes, type, options);
      for (const run of ways)
        deepEqual(await run(chunks, type, options), expected, `${i}: ${type}`);
    }
  });
});
