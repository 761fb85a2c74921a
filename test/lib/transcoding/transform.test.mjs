// Tests DecodeStream, EncodeStream and TranscodeStream in the ways in which Node's streams are
// used. model.test.mjs compares what they make of chunks with the reference.

import { deepEqual, equal, fail, match, ok, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { addAbortSignal, compose, Duplex, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DecodeStream, EncodeStream, TextDecoderStream, TranscodeStream } from 'whatwg-transcoder';
import { through } from '../../harness/adapters.mjs';
import { hex } from '../../harness/decoders.mjs';
import { invalidData, wrongType } from '../../harness/errors.mjs';
import { runNode } from '../../harness/run-node.mjs';
import { itInNode } from '../../harness/runtimes-here.mjs';

/** Writes chunks to a stream and reads everything from it. Returns { chunks, error }. */
const run = (stream, ...chunks) => through(stream, chunks);

/** The text or the UTF-8 that a stream makes of chunks. */
const textOf = async (stream, ...chunks) => (await run(stream, ...chunks)).chunks.join('');

/** Returns the text of a stream as textOf() does, and asserts that every chunk is a string. */
async function stringsOf(stream, ...chunks) {
  const { chunks: parts } = await run(stream, ...chunks);
  for (const part of parts) equal(typeof part, 'string');
  return parts.join('');
}

const bytesOf = async (...args) => Buffer.concat((await run(...args)).chunks);

function assertError(error, expected) {
  const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, error[key]]));
  deepEqual(actual, expected);
}

const truncated = { ...invalidData, encoding: 'big5', offset: 3, reason: 'truncated' };
const japanese = hex('93 FA 96 7B');
const all = {
  DecodeStream: (options) => new DecodeStream('big5', options),
  EncodeStream: (options) => new EncodeStream('big5', options),
  TranscodeStream: (options) => new TranscodeStream('big5', 'gbk', options),
};
/** A chunk for a stream of this name. */
const chunkFor = (name, text) => (name === 'EncodeStream' ? text : Buffer.from(text));

describe('streams of Node: construction', () => {
  for (const [name, make] of Object.entries(all)) {
    it(`${name} is a Transform, and refuses object mode, because its output would not be objects`, () => {
      for (const option of ['objectMode', 'readableObjectMode', 'writableObjectMode']) {
        for (const value of [true, 1, {}]) {
          throws(() => make({ [option]: value }), {
            ...wrongType,
            message: new RegExp(`^options\\.${option} must be false or left out: .*; received `),
          });
        }
        const stream = make({ [option]: false });
        ok(stream instanceof Transform);
        deepEqual([stream.readableObjectMode, stream.writableObjectMode], [false, false]);
      }
    });

    it(`${name} refuses options that would replace its methods, because it would wait forever`, () => {
      for (const option of ['destroy', 'final', 'flush', 'read', 'transform', 'write', 'writev']) {
        throws(() => make({ [option]() {} }), {
          ...wrongType,
          message: new RegExp(`^options\\.${option} must be left out: .*; received a function$`),
        });
        ok(make({ [option]: undefined }) instanceof Transform);
      }
    });

    it(`${name} ignores decodeStrings, and passes the other options of Transform on`, async () => {
      for (const decodeStrings of [true, false]) {
        equal(await textOf(make({ decodeStrings }), chunkFor(name, 'A')), 'A');
      }
      const marksOf = ({ readableHighWaterMark, writableHighWaterMark }) => [
        readableHighWaterMark,
        writableHighWaterMark,
      ];
      const stream = make({ highWaterMark: 7, emitClose: false });
      deepEqual(marksOf(stream), [7, 7]);
      const sides = make({ readableHighWaterMark: 5, writableHighWaterMark: 6 });
      deepEqual(marksOf(sides), [5, 6]);
      stream.on('close', () => fail('emitClose is false'));
      stream.destroy();
      await setImmediate();
      ok(stream.destroyed);
    });
  }

  it('uses UTF-8 when no label is given', async () => {
    equal(await textOf(new DecodeStream(), Buffer.from('日')), '日');
    equal(await textOf(new EncodeStream(), '日'), '日');
    equal(await textOf(new TranscodeStream('shift_jis'), japanese), '日本');
  });

  itInNode(
    'gives all streams of a class one hidden class of V8, because each new one slows down all code that uses the stream',
    () => {
      const lib = (name) =>
        JSON.stringify(fileURLToPath(new URL(`../../../lib/${name}`, import.meta.url)));
      const source = `
      const { DecodeStream, EncodeStream, TranscodeStream } = require(${lib('index.js')});
      const { decodeStream, encodeStream } = require(${lib('iconv-lite.js')});
      const make = [DecodeStream, EncodeStream, TranscodeStream].map((Stream) => () => new Stream('koi8-r'));
      for (const one of [...make, () => decodeStream('koi8-r'), () => encodeStream('koi8-r')]) {
        one();
        if (!%HaveSameMap(one(), one())) throw new Error(one().constructor.name);
      }`;
      runNode(['--allow-natives-syntax', '--eval', source]);
    },
  );
});

describe('DecodeStream: Buffers and strings', () => {
  it('outputs Buffers of whole characters in UTF-8', async () => {
    const stream = new DecodeStream('shift_jis');
    const { chunks } = await run(stream, ...Array.from(japanese, (byte) => Uint8Array.of(byte)));
    for (const chunk of chunks) ok(Buffer.isBuffer(chunk));
    equal(chunks.join(''), '日本');
  });

  it('outputs strings under each name of UTF-8, as an option and after setEncoding()', async () => {
    for (const encoding of ['utf8', 'utf-8', 'UTF-8']) {
      const parts = [japanese.subarray(0, 3), japanese.subarray(3)];
      equal(await stringsOf(new DecodeStream('shift_jis', { encoding }), ...parts), '日本');
      const stream = new DecodeStream('shift_jis').setEncoding(encoding);
      equal(await stringsOf(stream, japanese), '日本');
    }
  });

  it('changes to strings when setEncoding() is called in the middle of a character', async () => {
    const stream = new DecodeStream('shift_jis');
    stream.write(japanese.subarray(0, 3));
    equal(await stringsOf(stream.setEncoding('utf8'), japanese.subarray(3)), '日本');
  });

  it('outputs strings that no other decoder has decoded', async () => {
    // The decoder of Node that belongs to the stream must never be called.
    for (const encoding of ['utf8', 'UTF-8']) {
      const stream = new DecodeStream('shift_jis', { encoding });
      stream._readableState.decoder.write = () => 'decoded twice';
      equal(await stringsOf(stream, japanese), '日本');
    }
  });

  it('writes its bytes in another encoding of setEncoding(), such as hex', async () => {
    const stream = new DecodeStream('shift_jis', { encoding: 'hex' });
    equal(await stringsOf(stream, japanese), 'e697a5e69cac');
    const utf16 = new TranscodeStream('shift_jis', 'utf-16be', { encoding: 'utf8' });
    equal(await stringsOf(utf16, Buffer.from('a')), '\0a');
  });

  it('writes a byte order mark before the text with addBOM', async () => {
    for (const encoding of [null, 'utf8']) {
      const stream = new DecodeStream('shift_jis', { addBOM: true, encoding });
      equal(await textOf(stream, japanese), '\uFEFF日本');
    }
    const utf16 = new EncodeStream('utf-16le', { addBOM: true });
    deepEqual([...(await bytesOf(utf16, 'a'))], [0xff, 0xfe, 0x61, 0]);
  });

  it('counts replacements and has the offset of the first error', async () => {
    for (const encoding of [null, 'utf8']) {
      const stream = new DecodeStream('shift_jis', { encoding });
      deepEqual([stream.replacements, stream.firstErrorOffset], [0, null]);
      const text = await textOf(stream, japanese, hex('41 81'), hex('22 FF'));
      equal(text, '日本A\uFFFD"\uFFFD');
      deepEqual([stream.replacements, stream.firstErrorOffset], [2, 5]);
    }
  });
});

describe('streams of Node that encode', () => {
  it('ignore the encoding that write() is given', async () => {
    const stream = new EncodeStream('shift_jis');
    stream.write('日', 'latin1');
    deepEqual(await bytesOf(stream, '本'), Buffer.from(japanese));
  });
});

describe('streams of Node: chunks of the wrong kind', () => {
  for (const [name, make] of Object.entries(all)) {
    it(`${name} says what to do when it is given bytes in place of a string, or a string in place of bytes`, async () => {
      const isOfText = name === 'EncodeStream';
      for (const wrong of isOfText ? [Buffer.from('b'), new Uint8Array(0)] : ['text', '']) {
        const { chunks, error } = await run(make(), chunkFor(name, 'A'), wrong);
        equal(chunks.join(''), 'A');
        assertError(error, wrongType);
        match(
          error.message,
          isOfText ? /setEncoding\(\).*TranscodeStream/ : /remove setEncoding\(\)/,
        );
      }
    });
  }
});

describe('streams of Node: backpressure', () => {
  // The streams convert pieces of 64 KiB. `growth` is the largest number of output units per input
  // unit.
  const pieceBytes = 64 * 1024;
  const highWaterMark = 16 * 1024;
  const large = 8 * 1024 * 1024;
  for (const [name, make, chunk, growth, output] of [
    ['DecodeStream', all.DecodeStream, Buffer.alloc(large, 'a'), 3, large],
    [
      'DecodeStream, strings',
      (options) => new DecodeStream('x-user-defined', { encoding: 'utf8', ...options }),
      Buffer.alloc(large, 0xff),
      1,
      large,
    ],
    ['EncodeStream', all.EncodeStream, 'a'.repeat(large), 3, large],
    [
      'TranscodeStream, html',
      (options) => new TranscodeStream('big5', 'koi8-r', { unencodable: 'html', ...options }),
      Buffer.alloc(large, hex('A4 40')),
      4,
      4 * large,
    ],
  ]) {
    it(`${name} holds at most the output of one piece of a large chunk`, async () => {
      const stream = make({ highWaterMark });
      let done = false;
      const isReady = stream.write(chunk, () => {
        done = true;
      });
      equal(isReady, false);
      stream.end();
      let length = 0;
      for (let i = 0; ; i += 1) {
        await setImmediate();
        ok(stream.readableLength <= highWaterMark + growth * pieceBytes, stream.readableLength);
        if (i === 3) equal(done, false);
        const read = stream.read();
        if (read === null && stream.readableEnded) break;
        length += read?.length ?? 0;
      }
      equal(length, output);
      ok(done);
    });
  }

  for (const highWaterMark of [0, 1, 3]) {
    it(`works with highWaterMark ${highWaterMark}`, async () => {
      const stream = new DecodeStream('shift_jis', { highWaterMark });
      const text = await textOf(stream, japanese, Buffer.alloc(pieceBytes * 2 + 1, 'a'), japanese);
      equal(text, `日本${'a'.repeat(pieceBytes * 2 + 1)}日本`);
    });
  }

  it('goes on after a chunk whose last piece has no output', async () => {
    for (const length of [pieceBytes, 2 * pieceBytes, pieceBytes - 1]) {
      const chunk = Buffer.alloc(length + 1, 'a').fill(0x81, length);
      let text = '';
      const source = Readable.from([chunk, Buffer.from('\x60xyz', 'latin1')]);
      await pipeline(source, new DecodeStream('shift_jis'), async (parts) => {
        for await (const part of parts) text += part;
      });
      equal(text, `${'a'.repeat(length)}\uFF5Exyz`);
    }
  });
});

describe('streams of Node: written to while they write', () => {
  it('by the function of EncodeStream or TranscodeStream: the new chunk comes after the current one', async () => {
    for (const name of ['EncodeStream', 'TranscodeStream']) {
      const options = {
        unencodable() {
          stream.write(chunkFor(name, 'c'));
          stream.end();
          return '!';
        },
      };
      const stream =
        name === 'EncodeStream'
          ? new EncodeStream('big5', options)
          : new TranscodeStream('utf-8', 'big5', options);
      stream.write(chunkFor(name, 'a\u00E9b'));
      equal((await stream.toArray()).join(''), 'a!bc');
    }
  });

  it('by the consumer of a piece: the new chunk comes after the current one', async () => {
    const stream = new DecodeStream('shift_jis', { encoding: 'utf8' });
    const parts = [];
    stream.on('data', (part) => {
      if (parts.push(part) === 1) stream.end(japanese);
    });
    stream.write(Buffer.alloc(200_000, 'a'));
    await once(stream, 'end');
    equal(parts.join(''), `${'a'.repeat(200_000)}日本`);
  });
});

describe('streams of Node: destroy and abort', () => {
  for (const [name, make] of Object.entries(all)) {
    const large = chunkFor(name, 'a'.repeat(1 << 20));

    it(`${name} stops in the middle of a chunk when it is destroyed, or left`, async () => {
      const write = (stream) => {
        stream.end(large);
        ok(stream.readableLength > 0);
      };
      for (const leave of [
        (stream) => {
          write(stream);
          stream.destroy();
        },
        (stream) => {
          stream.on('data', () => {
            ok(!stream.destroyed);
            stream.destroy();
          });
          stream.end(large);
        },
        async (stream) => {
          write(stream);
          for await (const chunk of stream) if (chunk.length > 0) break;
        },
      ]) {
        const stream = make();
        const closed = new Promise((resolve) => stream.once('close', resolve));
        await leave(stream);
        await closed;
        stream.on('data', () => fail('data after destroy()'));
        stream.resume();
        await setImmediate();
      }
    });

    it(`${name} is destroyed by its signal, also by one that is already aborted`, async () => {
      const aborted = { name: 'AbortError', code: 'ABORT_ERR' };
      const controller = new AbortController();
      const stream = make({ signal: controller.signal });
      const result = run(stream, large);
      controller.abort();
      for (const { error } of [
        await result,
        await run(make({ signal: AbortSignal.abort() })),
        await run(addAbortSignal(AbortSignal.abort(), make())),
      ]) {
        assertError(error, aborted);
      }
    });
  }

  it('reports no error after destroy()', async () => {
    const stream = new DecodeStream('big5', { fatal: true });
    stream.on('error', () => fail('the stream was destroyed before'));
    stream.end(hex('41 81'));
    await setImmediate();
    const closed = once(stream, 'close');
    stream.read();
    stream.destroy();
    await closed;
  });

  it('waits again with an error when the consumer calls unshift()', async () => {
    const stream = new DecodeStream('big5', { fatal: true });
    stream.end(hex('41 42 43 81'));
    const failed = new Promise((resolve) => stream.once('error', resolve));
    await once(stream, 'readable');
    equal(String(stream.read()), 'ABC');
    stream.unshift(Buffer.from('C'));
    await setImmediate();
    ok(!stream.destroyed);
    equal(String(stream.read()), 'C');
    assertError(await failed, truncated);
  });
});

describe('streams of Node: together with other streams and functions', () => {
  it('compose, also with a first stream that gets written strings as UTF-8', async () => {
    const composed = compose(
      new TranscodeStream('utf-8', 'shift_jis'),
      new DecodeStream('shift_jis', { encoding: 'utf8' }),
      new EncodeStream('big5', { unencodable: 'html' }),
    );
    const expected = Buffer.concat([hex('A4 E9 A5 BB'), Buffer.from('&#65393;')]);
    deepEqual(await bytesOf(composed, '日本ｱ'), expected);
    const encode = compose(new EncodeStream('shift_jis'), new DecodeStream('shift_jis'));
    const { error } = await run(encode, '日本');
    match(error.message, /TranscodeStream\('utf-8', label\)/);
  });

  it('Duplex.toWeb with an error', async () => {
    const { readable, writable } = Duplex.toWeb(new DecodeStream('big5', { fatal: true }));
    const writer = writable.getWriter();
    const written = [writer.write(hex('41')), writer.write(hex('81')), writer.close()];
    const reader = readable.getReader();
    equal(String(Buffer.from((await reader.read()).value)), 'A');
    const expected = { code: 'ERR_ENCODING_INVALID_ENCODED_DATA', offset: 1 };
    await rejects(reader.read(), expected);
    await Promise.allSettled(written);
    await rejects(writer.closed, expected);
  });

  it('Duplex.fromWeb of a TextDecoderStream', async () => {
    const stream = Duplex.fromWeb(new TextDecoderStream('shift_jis'), { encoding: 'utf8' });
    equal(await stringsOf(stream, japanese), '日本');
  });
});
