// Tests the interface TextEncoderStream.
// https://encoding.spec.whatwg.org/#interface-textencoderstream

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { TextEncoder, TextEncoderStream } from 'whatwg-transcoder';
import { toHex } from '../harness/decoders.mjs';
import { testInterface, testStreams } from '../harness/interfaces.mjs';
import { referenceEncode } from '../reference/reference.mjs';

/** Writes chunks to a stream. Returns the chunks that are read from it. */
async function run(chunks) {
  const stream = new TextEncoderStream();
  const written = ReadableStream.from(chunks).pipeTo(stream.writable);
  const output = [];
  for await (const bytes of stream.readable) output.push(bytes);
  await written;
  return output;
}

testInterface('TextEncoderStream', TextEncoderStream, {
  attributes: ['encoding', 'readable', 'writable'],
  others: [new TextEncoder()],
});

describe('interface TextEncoderStream: constructor', () => {
  it('ignores its arguments', () => {
    equal(new TextEncoderStream('big5', 1).encoding, 'utf-8');
  });

  testStreams('TextEncoderStream', TextEncoderStream);
});

describe('« encode and enqueue a chunk », « encode and flush »', () => {
  it('enqueues what each chunk completes, and no empty array', async () => {
    for (const [chunks, expected] of [
      [[], []],
      [[''], []],
      [
        ['a', '', 'é'],
        ['61', 'C3 A9'],
      ],
      [['\u{1F4A9}'], ['F0 9F 92 A9']],
      [['\uD83D', '\uDCA9'], ['F0 9F 92 A9']],
      [['\uD83D', '', '', '\uDCA9'], ['F0 9F 92 A9']],
      [
        ['a\uD83D', '\uDCA9b'],
        ['61', 'F0 9F 92 A9 62'],
      ],
      [['\uD83D'], ['EF BF BD']],
      [['\uD83D', ''], ['EF BF BD']],
      [['\uDCA9'], ['EF BF BD']],
      [['\uD83D', 'a'], ['EF BF BD 61']],
      [
        ['\uD83D', '\uD83D'],
        ['EF BF BD', 'EF BF BD'],
      ],
      [
        ['\uD83D', '\uD83D', '\uDCA9'],
        ['EF BF BD', 'F0 9F 92 A9'],
      ],
      [
        ['\uD83D\uD83D', '\uDCA9\uDCA9'],
        ['EF BF BD', 'F0 9F 92 A9 EF BF BD'],
      ],
      [
        ['\uDCA9\uD83D', 'a'],
        ['EF BF BD', 'EF BF BD 61'],
      ],
      [
        ['\uFEFFa', '\uFEFF'],
        ['EF BB BF 61', 'EF BB BF'],
      ],
    ]) {
      const output = await run(chunks);
      deepEqual(output.map(toHex), expected, JSON.stringify(chunks));
      const { bytes } = referenceEncode('UTF-8', chunks.join(''));
      equal(output.map(toHex).join(' '), toHex(bytes));
    }
  });

  it('enqueues a Uint8Array, not a Buffer, that owns its memory', async () => {
    for (const bytes of await run(['a', 'é'.repeat(10_000), '\uD83D'])) {
      equal(Object.getPrototypeOf(bytes), Uint8Array.prototype);
      equal(bytes.byteOffset, 0);
      equal(bytes.buffer.byteLength, bytes.byteLength);
    }
  });

  it('converts other values to a string', async () => {
    const chunks = [undefined, null, 1, [1, 2], { toString: () => 'é' }, true];
    const text = Buffer.concat(await run(chunks)).toString();
    equal(text, 'undefinednull11,2étrue');
  });

  it('errors both sides for a value that cannot be converted to a string', async () => {
    const thrown = new Error('mine');
    const throwing = {
      toString() {
        throw thrown;
      },
    };
    for (const [chunk, expected] of [
      [Symbol('text'), { name: 'TypeError' }],
      [Object.create(null), { name: 'TypeError' }],
      [throwing, { message: 'mine' }],
    ]) {
      const { readable, writable } = new TextEncoderStream();
      const writer = writable.getWriter();
      const reader = readable.getReader();
      const read = reader.read();
      await rejects(writer.write(chunk), expected);
      await rejects(read, expected);
      await rejects(writer.closed, expected);
      await rejects(reader.closed, expected);
    }
  });

  it('keeps a leading surrogate only in its own stream', async () => {
    const [one, two] = [new TextEncoderStream(), new TextEncoderStream()];
    const writers = [one, two].map(({ writable }) => writable.getWriter());
    const reads = [one, two].map(({ readable }) => readable.getReader().read());
    await writers[0].write('\uD83D');
    writers[1].write('\uDCA9');
    writers[0].write('\uDCA9');
    equal(toHex((await reads[1]).value), 'EF BF BD');
    equal(toHex((await reads[0]).value), 'F0 9F 92 A9');
  });
});
