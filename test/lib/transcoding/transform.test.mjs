// Tests DecodeStream, EncodeStream and TranscodeStream in the ways in which Node's streams are
// used.

import { deepEqual, equal, fail, match, ok, rejects, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { addAbortSignal, compose, Duplex, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { DecodeStream, EncodeStream, TextDecoderStream, TranscodeStream } from 'whatwg-transcoder';
import { hex } from '../../harness/decoders.mjs';
import { invalidData, wrongType } from '../../harness/errors.mjs';

/** Reads everything from a stream. Returns { chunks, error }. */
async function consume(stream) {
  const chunks = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch (error) {
    return { chunks, error };
  }
  return { chunks, error: null };
}

/** Writes chunks to a stream and reads everything from it. */
function run(stream, ...chunks) {
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  return consume(stream);
}

const bytesOf = ({ chunks }) => Buffer.concat(chunks);
const textOf = ({ chunks }) => {
  for (const chunk of chunks) equal(typeof chunk, 'string');
  return chunks.join('');
};

const malformed = (encoding, offset, reason) => ({ ...invalidData, encoding, offset, reason });

function assertError(error, expected) {
  const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, error[key]]));
  deepEqual(actual, expected);
}

const japanese = hex('93 FA 96 7B');
const all = {
  DecodeStream: (options) => new DecodeStream('big5', options),
  EncodeStream: (options) => new EncodeStream('big5', options),
  TranscodeStream: (options) => new TranscodeStream('big5', 'gbk', options),
};
const ofBytes = { DecodeStream: all.DecodeStream, TranscodeStream: all.TranscodeStream };

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
        equal(stream.readableObjectMode, false);
        equal(stream.writableObjectMode, false);
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

    it(`${name} ignores decodeStrings`, async () => {
      for (const decodeStrings of [true, false]) {
        const chunk = name === 'EncodeStream' ? 'A' : hex('41');
        equal(String(bytesOf(await run(make({ decodeStrings }), chunk))), 'A');
      }
    });

    it(`${name} passes the options of Transform on`, async () => {
      const stream = make({ highWaterMark: 7, emitClose: false });
      equal(stream.readableHighWaterMark, 7);
      equal(stream.writableHighWaterMark, 7);
      const sides = make({ readableHighWaterMark: 5, writableHighWaterMark: 6 });
      equal(sides.readableHighWaterMark, 5);
      equal(sides.writableHighWaterMark, 6);
      stream.on('close', () => fail('emitClose is false'));
      stream.destroy();
      await setImmediate();
      ok(stream.destroyed);
    });

    it(`${name} accepts null as no options, and refuses what is not an object`, () => {
      equal(make(null).readableLength, 0);
      for (const options of [1, 'fatal', true]) {
        throws(() => make(options), wrongType);
      }
    });
  }

  it('refuses an unknown value of `unencodable`', () => {
    const options = { unencodable: 'ignore' };
    const expected = wrongType;
    throws(() => new EncodeStream('big5', options), expected);
    throws(() => new TranscodeStream('big5', 'gbk', options), expected);
  });

  it('uses UTF-8 when no label is given', async () => {
    const decoded = await run(new DecodeStream(), hex('E6 97 A5'));
    equal(String(bytesOf(decoded)), '日');
    deepEqual(bytesOf(await run(new EncodeStream(), '日')), Buffer.from('日'));
    const transcoded = await run(new TranscodeStream('shift_jis'), japanese);
    equal(String(bytesOf(transcoded)), '日本');
  });
});

describe('DecodeStream: Buffers and strings', () => {
  it('outputs Buffers of whole characters in UTF-8', async () => {
    const stream = new DecodeStream('shift_jis');
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    for (const byte of japanese) stream.write(Uint8Array.of(byte));
    await once(stream.end(), 'end');
    deepEqual(chunks, [Buffer.from('日'), Buffer.from('本')]);
    for (const chunk of chunks) ok(Buffer.isBuffer(chunk));
  });

  for (const encoding of ['utf8', 'utf-8', 'UTF-8']) {
    it(`outputs strings with the option encoding: '${encoding}'`, async () => {
      const stream = new DecodeStream('shift_jis', { encoding });
      equal(textOf(await run(stream, japanese.subarray(0, 3), japanese.subarray(3))), '日本');
    });

    it(`outputs strings after setEncoding('${encoding}')`, async () => {
      const stream = new DecodeStream('shift_jis').setEncoding(encoding);
      equal(textOf(await run(stream, japanese)), '日本');
    });
  }

  it('changes to strings when setEncoding() is called in the middle of a character', async () => {
    const stream = new DecodeStream('shift_jis');
    stream.write(japanese.subarray(0, 3));
    stream.setEncoding('utf8');
    equal(textOf(await run(stream, japanese.subarray(3))), '日本');
  });

  it('outputs strings that no other decoder has decoded', async () => {
    // The decoder of Node that belongs to the stream must never be called.
    const stream = new DecodeStream('shift_jis', { encoding: 'utf8' });
    const { decoder } = stream._readableState;
    decoder.write = () => 'decoded twice';
    equal(textOf(await run(stream, japanese)), '日本');
  });

  it('writes its UTF-8 in another encoding of setEncoding(), such as hex', async () => {
    const stream = new DecodeStream('shift_jis', { encoding: 'hex' });
    equal(textOf(await run(stream, japanese)), 'e697a5e69cac');
  });

  it('drops a byte order mark that is cut by chunks, unless ignoreBOM', async () => {
    const chunks = () => [hex('EF'), hex('BB'), hex('BF 41')];
    for (const encoding of [null, 'utf8']) {
      const text = async (options) => {
        const { chunks: parts } = await run(
          new DecodeStream('utf-8', { encoding, ...options }),
          ...chunks(),
        );
        return parts.join('');
      };
      equal(await text({}), 'A');
      equal(await text({ ignoreBOM: true }), '\uFEFFA');
    }
  });

  it('writes a byte order mark before the text with addBOM', async () => {
    for (const encoding of [null, 'utf8']) {
      const stream = new DecodeStream('shift_jis', { addBOM: true, encoding });
      equal((await run(stream, japanese)).chunks.join(''), '\uFEFF日本');
    }
  });

  it('counts replacements and has the offset of the first error', async () => {
    for (const encoding of [null, 'utf8']) {
      const stream = new DecodeStream('shift_jis', { encoding });
      equal(stream.replacements, 0);
      equal(stream.firstErrorOffset, null);
      const result = await run(stream, japanese, hex('41 81'), hex('22 FF'));
      equal(result.chunks.join(''), '日本A\uFFFD"\uFFFD');
      equal(stream.replacements, 2);
      equal(stream.firstErrorOffset, 5);
    }
  });
});

describe('TranscodeStream', () => {
  it('accepts the options of Transcoder about byte order marks', async () => {
    const transcode = async (options, from, to, digits) =>
      bytesOf(await run(new TranscodeStream(from, to, options), hex(digits)));
    const bom = 'FF FE 41 00';
    deepEqual(await transcode({}, 'utf-16le', 'utf-8', bom), Buffer.from('A'));
    deepEqual(
      await transcode({ ignoreBOM: true }, 'utf-16le', 'utf-8', bom),
      Buffer.from('\uFEFFA'),
    );
    deepEqual(
      await transcode({ addBOM: true }, 'utf-8', 'utf-16be', '41'),
      Buffer.from(hex('FE FF 00 41')),
    );
  });

  it('outputs strings with encoding: utf8 when it writes UTF-8', async () => {
    const stream = new TranscodeStream('shift_jis', 'utf-8', { encoding: 'utf8' });
    equal(textOf(await run(stream, japanese)), '日本');
  });
});

describe('EncodeStream', () => {
  it('encodes strings and ignores the encoding that write() is given', async () => {
    const stream = new EncodeStream('shift_jis');
    stream.write('日', 'latin1');
    deepEqual(bytesOf(await run(stream, '本')), Buffer.from(japanese));
  });

  it('writes a byte order mark before UTF-16 with addBOM, and does not count it', async () => {
    const stream = new EncodeStream('utf-16le', { addBOM: true });
    deepEqual(bytesOf(await run(stream, 'a')), Buffer.from(hex('FF FE 61 00')));
  });
});

describe('streams of Node that encode', () => {
  for (const [name, make, chunks] of [
    ['EncodeStream', (options) => new EncodeStream('windows-1252', options), ['a', '日b']],
    [
      'TranscodeStream',
      (options) => new TranscodeStream('shift_jis', 'windows-1252', options),
      [hex('61 93'), hex('FA 62')],
    ],
  ]) {
    it(`${name} accepts every value of \`unencodable\`, and counts`, async () => {
      for (const [unencodable, expected] of [
        ['html', 'a&#26085;b'],
        ['replace', 'a?b'],
        ['skip', 'ab'],
        [(codePoint, place) => `[${codePoint.toString(16)} ${place}]`, 'a[65e5 1]b'],
      ]) {
        const stream = make({ unencodable });
        equal(String(bytesOf(await run(stream, ...chunks))), expected);
        equal(stream.replacements, 1);
        equal(stream.firstErrorOffset ?? null, null);
      }
    });
  }
});

describe('streams of Node: chunks of the wrong kind', () => {
  for (const [name, make] of Object.entries(ofBytes)) {
    it(`${name} suggests to remove setEncoding() when it is given a string`, async () => {
      for (const string of ['text', '']) {
        const { chunks, error } = await run(make(), hex('41'), string, hex('42'));
        deepEqual(Buffer.concat(chunks), Buffer.from('A'));
        assertError(error, wrongType);
        match(error.message, /remove setEncoding\(\)/);
      }
    });
  }

  it('EncodeStream suggests what to do when it is given bytes', async () => {
    for (const bytes of [Buffer.from('b'), new Uint8Array(0)]) {
      const { chunks, error } = await run(new EncodeStream('big5'), 'a', bytes, 'c');
      deepEqual(Buffer.concat(chunks), Buffer.from('a'));
      assertError(error, wrongType);
      match(error.message, /setEncoding\(\).*TranscodeStream/);
    }
  });

  for (const [name, make] of Object.entries(all)) {
    it(`${name} refuses other values as Node's streams do`, () => {
      for (const value of [1, {}, [65], true, undefined]) {
        const stream = make();
        throws(() => stream.write(value), { code: 'ERR_INVALID_ARG_TYPE' });
      }
      throws(() => make().write(null), { code: 'ERR_STREAM_NULL_VALUES' });
    });

    it(`${name} fails when it gets a chunk after the end, and loses no output`, async () => {
      const stream = make();
      stream.end(name === 'EncodeStream' ? 'A' : hex('41'));
      const result = consume(stream);
      const [error] = await Promise.all([
        new Promise((resolve) => stream.write(name === 'EncodeStream' ? 'B' : hex('42'), resolve)),
        result,
      ]);
      equal(error.code, 'ERR_STREAM_WRITE_AFTER_END');
    });
  }
});

describe('streams of Node: the output before an error', () => {
  it('does not let a consumer wait that reads more than is left', async () => {
    const stream = new DecodeStream('big5', { fatal: true });
    stream.on('readable', () => {
      while (stream.read(100) !== null);
    });
    const failed = once(stream, 'error');
    stream.end(hex('41 42 43 81'));
    const [error] = await failed;
    assertError(error, malformed('big5', 3, 'truncated'));
  });

  it('waits again when the consumer calls unshift()', async () => {
    const stream = new DecodeStream('big5', { fatal: true });
    stream.end(hex('41 42 43 81'));
    const read = [];
    const failed = new Promise((resolve) => stream.once('error', resolve));
    await once(stream, 'readable');
    read.push(String(stream.read()));
    stream.unshift(Buffer.from('C'));
    await setImmediate();
    ok(!stream.destroyed);
    read.push(String(stream.read()));
    assertError(await failed, malformed('big5', 3, 'truncated'));
    deepEqual(read, ['ABC', 'C']);
  });

  it('reports the offset of an error in a sequence that chunks cut', async () => {
    const stream = new DecodeStream('gb18030', { fatal: true });
    const { chunks, error } = await run(stream, hex('41 81'), hex('30'), hex('81'), hex('41'));
    equal(String(Buffer.concat(chunks)), 'A');
    assertError(error, malformed('gb18030', 1, 'invalid trailing byte'));
    equal(stream.firstErrorOffset, 1);
    equal(stream.replacements, 0);
  });
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
      const result = await run(stream, japanese, Buffer.alloc(pieceBytes * 2 + 1, 'a'), japanese);
      equal(String(bytesOf(result)), `日本${'a'.repeat(pieceBytes * 2 + 1)}日本`);
    });
  }

  it('goes on after a chunk whose last piece has no output', async () => {
    for (const length of [pieceBytes, 2 * pieceBytes, pieceBytes - 1]) {
      const chunks = [Buffer.alloc(length + 1, 'a'), Buffer.from('\x60xyz', 'latin1')];
      chunks[0][length] = 0x81;
      let text = '';
      await pipeline(Readable.from(chunks), new DecodeStream('shift_jis'), async (source) => {
        for await (const chunk of source) text += chunk;
      });
      equal(text, `${'a'.repeat(length)}\uFF5Exyz`);
    }
  });

  it('does not cut a character where a piece ends', async () => {
    const text = `a${'日'.repeat(pieceBytes)}`;
    const bytes = bytesOf(await run(new EncodeStream('shift_jis'), text));
    equal(bytes.length, 1 + 2 * pieceBytes);
    for (const encoding of [null, 'utf8']) {
      const { chunks } = await run(new DecodeStream('shift_jis', { encoding }), bytes);
      equal(chunks.join(''), text);
    }
    const astral = `a${'\u{1F4A9}'.repeat(pieceBytes)}`;
    equal(String(bytesOf(await run(new EncodeStream(), astral))), astral);
  });
});

describe('streams of Node: written to while they write', () => {
  it('by the function of EncodeStream or TranscodeStream: the new chunk comes after the current one', async () => {
    for (const [make, chunk, more] of [
      [(options) => new EncodeStream('big5', options), 'a\u00E9b', 'c'],
      [
        (options) => new TranscodeStream('utf-8', 'big5', options),
        Buffer.from('a\u00E9b'),
        hex('63'),
      ],
    ]) {
      const stream = make({
        unencodable() {
          stream.write(more);
          stream.end();
          return '!';
        },
      });
      stream.write(chunk);
      equal(String(bytesOf(await consume(stream))), 'a!bc');
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
    const large = name === 'EncodeStream' ? 'a'.repeat(1 << 20) : Buffer.alloc(1 << 20, 'a');

    it(`${name} stops in the middle of a chunk when it is destroyed`, async () => {
      const stream = make();
      stream.write(large);
      ok(stream.readableLength > 0);
      const closed = once(stream, 'close');
      stream.destroy();
      await closed;
      stream.on('data', () => fail('data after destroy()'));
      stream.resume();
      await setImmediate();
    });

    it(`${name} stops when the consumer destroys it after one piece`, async () => {
      const stream = make();
      let chunks = 0;
      stream.on('data', () => {
        chunks += 1;
        stream.destroy();
      });
      const closed = once(stream, 'close');
      stream.end(large);
      await closed;
      equal(chunks, 1);
    });

    it(`${name} stops when the consumer leaves « for await »`, async () => {
      const stream = make();
      stream.end(large);
      for await (const chunk of stream) {
        ok(chunk.length > 0);
        break;
      }
      ok(stream.destroyed);
    });

    it(`${name} is destroyed by its signal`, async () => {
      const controller = new AbortController();
      const stream = make({ signal: controller.signal });
      stream.write(large);
      const result = consume(stream);
      controller.abort();
      assertError((await result).error, { name: 'AbortError', code: 'ABORT_ERR' });
    });

    it(`${name} is destroyed by a signal that is already aborted`, async () => {
      const { error } = await consume(make({ signal: AbortSignal.abort() }));
      assertError(error, { name: 'AbortError', code: 'ABORT_ERR' });
      const added = addAbortSignal(AbortSignal.abort(), make());
      assertError((await consume(added)).error, { name: 'AbortError' });
    });

    it(`${name} has its counts after the end`, async () => {
      const stream = make();
      await run(stream, large);
      equal(stream.replacements, 0);
      stream.destroy();
      equal(stream.replacements, 0);
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
});

describe('streams of Node: together with other streams and functions', () => {
  const text = 'こんにちは、世界。\u2014'.repeat(10_000);
  const source = () => Readable.from([text.slice(0, 70_001), text.slice(70_001)]);

  it('pipeline', async () => {
    const parts = [];
    await pipeline(
      source(),
      new EncodeStream('euc-jp', { unencodable: 'html' }),
      new TranscodeStream('euc-jp', 'shift_jis'),
      new DecodeStream('shift_jis', { encoding: 'utf8' }),
      async (stream) => {
        for await (const chunk of stream) parts.push(chunk);
      },
    );
    equal(parts.join(''), text.replaceAll('\u2014', '&#8212;'));
  });

  it('pipe', async () => {
    const encoded = source().pipe(new EncodeStream('gb18030'));
    const decoded = encoded.pipe(new DecodeStream('gb18030', { encoding: 'utf8' }));
    equal(textOf(await consume(decoded)), text);
  });

  it('compose', async () => {
    const composed = compose(
      new DecodeStream('gb18030', { encoding: 'utf8' }),
      new EncodeStream('big5', { unencodable: 'html' }),
    );
    const bytes = bytesOf(await run(new EncodeStream('gb18030'), '日本𠀀'));
    const expected = Buffer.concat([hex('A4 E9 A5 BB'), Buffer.from('&#131072;')]);
    deepEqual(bytesOf(await consume(composed.end(bytes))), expected);
  });

  it('compose, whose first stream gets written strings as UTF-8', async () => {
    const transcode = compose(new TranscodeStream('utf-8', 'shift_jis'), new DecodeStream('sjis'));
    equal(String(bytesOf(await consume(transcode.end('日本')))), '日本');
    const encode = compose(new EncodeStream('shift_jis'), new DecodeStream('shift_jis'));
    const { error } = await consume(encode.end('日本'));
    match(error.message, /TranscodeStream\('utf-8', label\)/);
  });

  it('Duplex.toWeb', async () => {
    const { readable, writable } = Duplex.toWeb(new DecodeStream('shift_jis'));
    const writer = writable.getWriter();
    const written = (async () => {
      for (const byte of japanese) await writer.write(Uint8Array.of(byte));
      await writer.close();
    })();
    const parts = [];
    for await (const chunk of readable) parts.push(chunk);
    await written;
    equal(String(Buffer.concat(parts)), '日本');
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
    equal(textOf(await run(stream, japanese)), '日本');
  });

  it('Readable.prototype.toArray and other helpers', async () => {
    const stream = new DecodeStream('shift_jis', { encoding: 'utf8' }).end(japanese);
    deepEqual(await stream.map((part) => `${part}!`).toArray(), ['日本!']);
  });
});
