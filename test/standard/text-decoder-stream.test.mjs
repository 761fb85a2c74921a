// Tests the interface TextDecoderStream.
// https://encoding.spec.whatwg.org/#interface-textdecoderstream

import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { TextDecoder, TextDecoderStream } from 'whatwg-transcoder';
import { hex } from '../harness/decoders.mjs';
import { wrongType } from '../harness/errors.mjs';
import { testInterface, testStreams } from '../harness/interfaces.mjs';
import { ReferenceTextDecoder } from '../reference/text-decoder.mjs';

/** Writes chunks to a stream and reads from it. Returns { texts, error }. */
async function run(stream, chunks) {
  const written = ReadableStream.from(chunks).pipeTo(stream.writable);
  const texts = [];
  let error = null;
  try {
    for await (const text of stream.readable) texts.push(text);
  } catch (caught) {
    error = caught;
  }
  const [{ status, reason }] = await Promise.allSettled([written]);
  equal(status === 'rejected', error !== null);
  if (error !== null) equal(reason, error);
  return { texts, error };
}

testInterface('TextDecoderStream', TextDecoderStream, {
  attributes: ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable'],
  others: [new TextDecoder()],
});

describe('interface TextDecoderStream: constructor(label, options)', () => {
  it('has the encoding, error mode and ignore BOM that it was given', () => {
    const values = (...args) => {
      const { encoding, fatal, ignoreBOM } = new TextDecoderStream(...args);
      return [encoding, fatal, ignoreBOM];
    };
    deepEqual(values(), ['utf-8', false, false]);
    deepEqual(values(undefined, undefined), ['utf-8', false, false]);
    deepEqual(values('utf-8', null), ['utf-8', false, false]);
    deepEqual(values(' SJIS\t', { fatal: 1 }), ['shift_jis', true, false]);
    deepEqual(values('latin1', { ignoreBOM: 'no' }), ['windows-1252', false, true]);
  });

  it('throws TypeError for options that are not an object, and a label that cannot be converted to a string', () => {
    for (const options of [1, true, 'fatal', Symbol('fatal')]) {
      throws(() => new TextDecoderStream('utf-8', options), TypeError);
    }
    throws(() => new TextDecoderStream(Symbol('utf-8')), TypeError);
  });

  testStreams('TextDecoderStream', TextDecoderStream);

  it('accepts no chunk before it is read, like a new TransformStream', async () => {
    const { readable, writable } = new TextDecoderStream();
    const writer = writable.getWriter();
    equal(writer.desiredSize, 1);
    let written = false;
    writer.write(hex('41')).then(() => {
      written = true;
    });
    await setImmediate();
    equal(written, false);
    deepEqual(await readable.getReader().read(), { done: false, value: 'A' });
    await setImmediate();
    equal(written, true);
  });
});

describe('« decode and enqueue a chunk », « flush and enqueue »', () => {
  const chunksOf = (rows) => rows.map((digits) => hex(digits));

  it('enqueues what each chunk completes, and no empty string', async () => {
    for (const [label, ...chunks] of [
      ['utf-8', 'E2', '82', 'AC 41', ''],
      ['utf-8', '41', '', 'E2 82'],
      ['utf-8'],
      ['utf-8', ''],
      ['utf-8', 'EF', 'BB', 'BF', 'EF BB BF'],
      ['utf-8', 'F0 9F', '92 A9'],
      ['utf-16le', '3D', 'D8 A9', 'DC 41'],
      ['utf-16le', '3D D8'],
      ['shift_jis', '93', 'FA 96', '7B'],
      ['gb18030', '81', '30', '81', '41'],
      ['gb18030', '81 30'],
      ['big5', '88', '62'],
      ['iso-2022-jp', '1B', '24', '42 24', '22 1B 28 42', '41'],
      ['windows-1252', '80', '81'],
    ]) {
      const result = await run(new TextDecoderStream(label), chunksOf(chunks));
      // The reference decodes the same chunks, call by call.
      const reference = new ReferenceTextDecoder(label);
      const expected = chunksOf(chunks).map((chunk) => reference.decode(chunk, { stream: true }));
      expected.push(reference.decode());
      const texts = expected.filter((text) => text !== '');
      deepEqual(result, { texts, error: null }, `${label} ${chunks}`);
    }
  });

  it('errors both sides with TypeError for a chunk that is not a buffer source', async () => {
    for (const chunk of [undefined, null, 1, 'text', {}, [65], true, Symbol('A'), () => {}]) {
      const stream = new TextDecoderStream();
      const writer = stream.writable.getWriter();
      const reader = stream.readable.getReader();
      const read = reader.read();
      await rejects(writer.write(chunk), {
        name: 'TypeError',
        code: 'ERR_INVALID_ARG_TYPE',
      });
      await rejects(read, wrongType);
      await rejects(writer.closed, TypeError);
      await rejects(reader.closed, TypeError);
    }
  });

  it('errors both sides with TypeError for malformed bytes in error mode fatal', async () => {
    for (const [chunks, texts, offset, reason] of [
      [['41', 'FF'], ['A'], 1, 'invalid byte'],
      [['41 E2', '82', '41'], ['A'], 1, 'invalid trailing byte'],
      [['41', 'E2 82'], ['A'], 1, 'truncated'],
    ]) {
      const stream = new TextDecoderStream('utf-8', { fatal: true });
      const result = await run(stream, chunksOf(chunks));
      deepEqual(result.texts, texts);
      const { name, code, encoding } = result.error;
      deepEqual(
        [name, code, encoding, result.error.offset, result.error.reason],
        ['TypeError', 'ERR_ENCODING_INVALID_ENCODED_DATA', 'utf-8', offset, reason],
      );
    }
  });

  it('copies a chunk before its writer can change it', async () => {
    const chunk = hex('93 FA');
    const stream = new TextDecoderStream('shift_jis');
    const writer = stream.writable.getWriter();
    const reader = stream.readable.getReader();
    const first = reader.read();
    await writer.write(chunk.subarray(0, 1));
    chunk.fill(0x41, 0, 1);
    writer.write(chunk.subarray(1));
    equal((await first).value, '日');
  });

  it('works when TextDecoder.prototype is changed', async () => {
    const { decode } = TextDecoder.prototype;
    try {
      TextDecoder.prototype.decode = () => 'other';
      const { texts } = await run(new TextDecoderStream('shift_jis'), [hex('93 FA')]);
      deepEqual(texts, ['日']);
    } finally {
      Object.defineProperty(TextDecoder.prototype, 'decode', {
        value: decode,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  });
});

describe('interface TextDecoderStream: together with other streams', () => {
  it('pipes through, from the body of a response', async () => {
    const { body } = new Response(hex('93 FA 96 7B'));
    const texts = [];
    for await (const text of body.pipeThrough(new TextDecoderStream('shift_jis'))) texts.push(text);
    equal(texts.join(''), '日本');
  });

  it('refuses a chunk after close()', async () => {
    const { readable, writable } = new TextDecoderStream();
    const writer = writable.getWriter();
    const closed = writer.close();
    await rejects(writer.write(hex('41')), TypeError);
    deepEqual(await readable.getReader().read(), { done: true, value: undefined });
    await closed;
  });
});
