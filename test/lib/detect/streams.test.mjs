// Tests DetectDecodeStream and DetectDecodeTransform: what they hold back, their promise `detected`, their options, and errors.

import { deepEqual, equal, fail, ok, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { DetectDecodeStream, DetectDecodeTransform } from 'whatwg-transcoder/detect';
import { invalidData, notSupported, wrongThis, wrongType } from '../../harness/errors.mjs';
import { ofNodeStream, ofWebStream } from '../http/rules.mjs';

const notDetected = { name: 'Error', code: 'ERR_ENCODING_NOT_DETECTED' };
const latin1 = (text) => Buffer.from(text, 'latin1');
const noise = Buffer.from(Array.from({ length: 500 }, (_, i) => (i * i * 31 + i) & 0xff));
const text = `Zażółć gęślą jaźń, ${'Größenänderung, 日本語 '.repeat(40)}`;

/** What each stream makes of chunks. */
const ways = {
  DetectDecodeStream: (chunks, options) =>
    ofNodeStream(new DetectDecodeStream({ encoding: 'utf8', ...options }), chunks),
  DetectDecodeTransform: (chunks, options) =>
    ofWebStream(new DetectDecodeTransform(options), chunks),
};

for (const [name, through] of Object.entries(ways)) {
  describe(name, () => {
    it('fails for what is no text, and takes a fallback', async () => {
      await rejects(through([noise]), notDetected);
      const { text: decoded, detected } = await through([noise], { fallback: 'latin1' });
      equal(decoded.length, noise.length);
      deepEqual([detected.encoding, detected.isReliable], ['windows-1252', false]);
    });

    it('has the options of detect() and of a decoder', async () => {
      const bytes = latin1('plain '.repeat(20_000));
      const { detected } = await through([bytes], { allow: ['koi8-r'] });
      deepEqual([detected.encoding, detected.isAscii], ['KOI8-R', true]);
      const late = Buffer.concat([bytes, latin1('\xff\xfe!')]);
      const utf8 = { allow: ['utf-8'], fallback: 'utf-8' };
      const replaced = await through([late], utf8);
      deepEqual(
        [replaced.text.slice(-3), replaced.replacements, replaced.firstErrorOffset],
        ['\uFFFD\uFFFD!', 2, bytes.length],
      );
      equal((await through([late], { ...utf8, malformed: 'skip' })).text.slice(-3), 'n !');
      equal((await through([late], { ...utf8, malformed: () => '?' })).text.slice(-3), '??!');
      await rejects(through([late], { ...utf8, fatal: true }), {
        ...invalidData,
        offset: bytes.length,
      });
      await rejects(through([late], { ...utf8, maxErrors: 1 }), {
        code: 'ERR_ENCODING_TOO_MANY_ERRORS',
      });
      await rejects(through([late], { maxOutputBytes: 99 }), {
        code: 'ERR_ENCODING_OUTPUT_TOO_LARGE',
      });
      const marked = await through([Buffer.from(`\uFEFF${text}`)], { ignoreBOM: true });
      equal(marked.text, `\uFEFF${text}`);
    });

    it('never counts ASCII before other bytes against maxBytes', async () => {
      const bytes = Buffer.concat([latin1('plain '.repeat(20_000)), Buffer.from(text)]);
      for (const maxBytes of [64, 65_536, undefined, Infinity]) {
        const { detected } = await through([bytes], { allow: ['koi8-r', 'utf-8'], maxBytes });
        deepEqual([detected.encoding, detected.isAscii], ['UTF-8', false]);
      }
    });

    it('decides by the first maxBytes bytes, where they are not ASCII', async () => {
      const bytes = Buffer.concat([latin1('plain \xe9'), Buffer.from(text)]);
      const decided = await through([bytes], { maxBytes: 1 });
      equal(decided.detected.encoding, 'windows-1252');
      equal((await through([Buffer.from(text)], { maxBytes: 0 })).detected.isAscii, true);
    });

    it('refuses chunks that are no bytes', async () => {
      await rejects(through(['text']), wrongType);
      await rejects(through([Buffer.from('é'), 'text']), wrongType);
    });
  });
}

describe('DetectDecodeStream as a stream', () => {
  it('is a stream.Transform, of Buffers or of strings', async () => {
    const stream = new DetectDecodeStream();
    ok(stream instanceof Transform);
    stream.end(Buffer.from(text, 'utf16le'));
    const parts = await stream.toArray();
    ok(parts.every((part) => Buffer.isBuffer(part)));
    equal(Buffer.concat(parts).toString(), text);
  });

  it('gives the text on, and the answer, as soon as that is certain', async () => {
    const stream = new DetectDecodeStream({ encoding: 'utf8' });
    stream.write(Buffer.from('\uFEFF', 'utf16le'));
    await setImmediate();
    equal(stream.readableLength, 0);
    stream.write(Buffer.from('abc', 'utf16le'));
    const { encoding, isReliable } = await stream.detected;
    deepEqual([encoding, isReliable], ['UTF-16LE', true]);
    const [first] = await once(stream, 'data');
    equal(first, 'abc');
    stream.destroy();
  });

  it('rejects `detected` when it is destroyed before, and no rejection ends the program', async () => {
    // Mocha alone, without mocha-file.mjs, is silent about these.
    process.on('unhandledRejection', fail);
    const stream = new DetectDecodeStream();
    stream.write(latin1('plain'));
    stream.destroy();
    await rejects(stream.detected, { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    const own = new Error('own');
    const other = new DetectDecodeStream();
    other.on('error', () => {});
    other.destroy(own);
    await rejects(other.detected, own);
    const aborted = new DetectDecodeStream({ signal: AbortSignal.abort() });
    aborted.on('error', () => {});
    await rejects(aborted.detected, { name: 'AbortError' });
    new DetectDecodeStream().destroy();
    const failing = new DetectDecodeStream();
    await rejects(
      pipeline(Readable.from([noise]), failing, async (parts) => {
        for await (const _ of parts);
      }),
      notDetected,
    );
    await rejects(failing.detected, notDetected);
    await setImmediate();
    process.off('unhandledRejection', fail);
  });

  it('throws for wrong options', () => {
    for (const Stream of [DetectDecodeStream, DetectDecodeTransform]) {
      throws(() => new Stream(1), wrongType);
      throws(() => new Stream({ maxBytes: -1 }), wrongType);
      throws(() => new Stream({ malformed: 1 }), wrongType);
      throws(() => new Stream({ malformed: 'skip', fatal: true }), wrongType);
      throws(() => new Stream({ allow: ['bogus'] }), notSupported);
      new Stream(null);
      new Stream(undefined);
    }
    throws(() => new DetectDecodeStream({ objectMode: true }), wrongType);
    throws(() => new DetectDecodeStream({ transform: () => {} }), wrongType);
  });
});

describe('DetectDecodeTransform as a pair of streams', () => {
  it('has accessors that check their object', () => {
    const transform = new DetectDecodeTransform();
    equal(Object.prototype.toString.call(transform), '[object DetectDecodeTransform]');
    for (const name of ['detected', 'replacements', 'firstErrorOffset', 'readable', 'writable']) {
      ok(name in transform);
      const { get } = Object.getOwnPropertyDescriptor(DetectDecodeTransform.prototype, name);
      throws(() => get.call({}), wrongThis);
    }
  });

  it('rejects `detected` when a side is cancelled or aborted before', async () => {
    const cancelled = new DetectDecodeTransform();
    cancelled.readable.cancel(new Error('own')).catch(() => {});
    const writing = new DetectDecodeTransform();
    const writer = writing.writable.getWriter();
    writer.closed.catch(() => {});
    writer.write('text').catch(() => {});
    await rejects(writing.detected, wrongType);
  });
});
