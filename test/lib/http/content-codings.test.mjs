// Tests how decodeResponse() undoes content codings: that the work is bounded at each stage and ends at once, which bytes are
// complete, and that the memory of chunks may be used again.

import { equal, ok, rejects } from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import zlib from 'node:zlib';
import { decodeResponse } from 'whatwg-transcoder/http';
import { itInNode } from '../../harness/runtimes-here.mjs';
import { chunksOf, failure } from './rules.mjs';
import { deno, hasZstd, inPlace } from './server.mjs';

const message = (coding, body) => ({ headers: { 'content-encoding': coding }, body });
const textOf = async (coding, body, options) =>
  (await decodeResponse(message(coding, body), { ...inPlace, ...options })).text;

const tooLarge = failure('BODY_TOO_LARGE');
const prefix = 'The compressed body cannot be decompressed: ';
const damaged = failure('CONTENT_ENCODING_INVALID', { message: new RegExp(`^${prefix}`) });
const ended = { ...damaged, message: `${prefix}unexpected end of file` };

const makers = ['createInflateRaw', 'createBrotliDecompress', 'createZstdDecompress'];

/**
 * Calls a function while the decoders of node:zlib are watched. `work` then has the bytes that they were given and have given, the number
 * of their steps, and the decoders.
 */
async function watched(run) {
  const work = { given: 0, made: 0, steps: 0, decoders: [] };
  const real = makers.map((name) => [name, zlib[name]]).filter(([, make]) => make !== undefined);
  const put = (name, value) =>
    Object.defineProperty(zlib, name, { value, configurable: true, enumerable: true });
  for (const [name, make] of real) {
    put(name, (...args) => {
      const decoder = make(...args);
      const { push, _handle: handle } = decoder;
      decoder.push = function (chunk, ...rest) {
        work.made += chunk?.length ?? 0;
        return push.call(this, chunk, ...rest);
      };
      const step = handle.write;
      handle.write = function (flush, input, at, length, ...rest) {
        work.steps++;
        work.given = Math.max(work.given, length);
        return step.call(this, flush, input, at, length, ...rest);
      };
      work.decoders.push(decoder);
      return decoder;
    });
  }
  try {
    await run(work);
  } finally {
    for (const [name, make] of real) put(name, make);
  }
  return work;
}

/** gzip of « length » bytes of empty blocks, which have no output, as RFC 1951, 3.2.4 allows. */
function emptyBlocks(length) {
  const blocks = Buffer.alloc(5 * Math.ceil(length / 5));
  for (let at = 0; at < blocks.length; at += 5) blocks.writeUInt32BE(0xffff, at + 1);
  const head = Buffer.from('1f8b0800000000000003', 'hex');
  return Buffer.concat([head, blocks, Buffer.from('010000ffff', 'hex'), Buffer.alloc(8)]);
}

describe('Content codings: the work is bounded', () => {
  const compress = {
    br: zlib.brotliCompressSync,
    deflate: zlib.deflateSync,
    gzip: zlib.gzipSync,
    zstd: zlib.zstdCompressSync,
  };
  const size = 16_000_000;
  const outer = ['gzip', 'deflate', 'br', ...(hasZstd ? ['zstd'] : [])];

  for (const coding of outer) {
    // The counts are those of Node's streams.
    itInNode(`${coding}: what comes between two codings counts`, async () => {
      const body = compress[coding](emptyBlocks(size));
      for (const maxBytes of [0, 1000, Infinity]) {
        const limit = Math.min(maxBytes, 1100 * body.length) + 65_536;
        const { made, steps } = await watched(async () => {
          const running = textOf(`gzip, ${coding}`, body, { maxBytes });
          if (limit < size) await rejects(running, { ...tooLarge, limit });
          else equal(await running, '');
        });
        // The last chunk of a stream of Node has up to 64 KB.
        ok(made < limit + 65_536, `${made} ${limit}`);
        ok(steps <= 2 * (limit / 16_384) + 50, `${steps} ${limit}`);
      }
    });
  }

  it('a body on the wire without output, too', async () => {
    const body = emptyBlocks(200_000);
    equal(await textOf('gzip', body, { maxBytes: 200_000 }), '');
    const limit = 66_536;
    await rejects(textOf('gzip', body, { maxBytes: 1000 }), {
      ...tooLarge,
      limit,
      message: `The compressed body is longer than ${limit} bytes`,
    });
  });

  it('a text as long as maxBytes may be compressed several times, although that makes it longer', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 50_000 }, (_, i) => 32 + (((i * i * 7) >> 4) % 90)),
    );
    const stored = (body) => zlib.gzipSync(body, { level: 0 });
    for (const length of [0, 1, 50_000]) {
      const part = bytes.subarray(0, length);
      const text = await textOf('gzip, gzip, gzip', stored(stored(stored(part))), {
        maxBytes: length,
      });
      ok(text === part.toString());
    }
  });

  it('members and frames: 1,000, and one for each 1,024 bytes', async () => {
    const many = (body, count) => Buffer.concat(Array(count).fill(body));
    const member = zlib.gzipSync('a');
    equal((await textOf('gzip', many(member, 1000))).length, 1000);
    await rejects(textOf('gzip', many(member, 1100)), {
      ...damaged,
      message: /too many members$/,
    });
    const long = zlib.gzipSync(Buffer.alloc(2000, 'b'), { level: 0 });
    equal((await textOf('gzip', many(long, 1500))).length, 3_000_000);
  }).timeout(60_000);

  itInNode('a decoder gets short slices of a long chunk', async () => {
    const work = await watched(async () => {
      equal(await textOf('gzip', emptyBlocks(1_000_000)), '');
    });
    equal(work.given, 16_384);
    ok(work.decoders.every((decoder) => decoder.destroyed));
  });
});

describe('Content codings: the work ends at once', () => {
  const zeros = zlib.gzipSync(Buffer.alloc(30_000_000));

  /** What ends the work in its midst: a function of the message, which returns options; the error; and what ends it. */
  const ends = {
    'an abort': (_body, work) => {
      const controller = new AbortController();
      const own = new Error('own');
      work.end = () => controller.abort(own);
      return [{ signal: controller.signal, maxBytes: Infinity }, (error) => error === own];
    },
    'destroy()': (body, work) => {
      work.end = () => body.destroy();
      return [{ maxBytes: Infinity }, { code: 'ERR_BODY_ABORTED' }];
    },
    'a limit': (_body, work) => {
      work.end = () => {};
      return [{ maxBytes: 1_000_000 }, tooLarge];
    },
  };
  for (const [name, prepare] of Object.entries(ends)) {
    for (const [what, chunks] of [
      ['output', [zeros]],
      ['no output', [emptyBlocks(30_000_000)]],
      ['short chunks', chunksOf(emptyBlocks(3_000_000), 1000)],
    ]) {
      if (name === 'a limit' && what !== 'output') continue;
      itInNode(`${name}: ${what}`, async () => {
        await watched(async (work) => {
          // The stream does not end, so that it can be destroyed.
          const body = new PassThrough();
          for (const chunk of chunks) body.write(chunk);
          const [options, error] = prepare(body, work);
          const running = textOf('gzip', body, options);
          running.catch(() => {});
          while (work.steps < 10) await setTimeout(1);
          work.end();
          await rejects(running, error);
          const { steps } = work;
          ok(work.decoders.every((decoder) => decoder.destroyed));
          await setTimeout(20);
          equal(work.steps, steps);
          ok(work.decoders.every((decoder) => decoder._handle === null));
          ok(body.destroyed);
        });
      });
    }
  }
});

describe('Content codings: complete data is enough', () => {
  const text = 'abc'.repeat(100);
  const gzip = zlib.gzipSync(text);
  const deflate = zlib.deflateSync(text);
  const raw = zlib.deflateRawSync(text);
  const br = zlib.brotliCompressSync(text);
  const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
  const cut = (bytes, length) => bytes.subarray(0, bytes.length - length);
  const cuts = (bytes, ...lengths) => lengths.map((length) => cut(bytes, length));
  const flipped = (bytes, at) => {
    const copy = Buffer.from(bytes);
    copy[copy.length + at] ^= 1;
    return copy;
  };
  const behind = [
    '\n',
    '\r\n',
    '\0',
    '\0'.repeat(600),
    '\x1f',
    '\x1f\x8b',
    'more text',
    '\0'.repeat(400_000),
  ];
  const followed = (bytes) => behind.map((more) => joined(bytes, Buffer.from(more, 'latin1')));
  const crc16 = (bytes) => {
    const sum = Buffer.alloc(2);
    sum.writeUInt16LE(zlib.crc32(bytes) & 0xffff);
    return joined(bytes, sum);
  };
  const rest = gzip.subarray(10);
  const header = (flags, fields) => joined([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3], fields);
  const headers = [
    header(1, ''),
    header(4, '\x03\0abc'),
    header(8, 'name\0'),
    header(16, 'comment\0'),
    header(8, `${'x'.repeat(70_000)}\0`),
    crc16(header(2, '')),
    crc16(header(30, '\x01\0ename\0comment\0')),
  ];
  const twice = text + text;
  const long = 'x'.repeat(1_000_000);

  /** Rows: a coding, the bodies that are complete, those that are not, and the text if it is another one. */
  const rows = [
    [
      'gzip',
      cuts(gzip, 1, 2, 3, 4, 5, 7, 8),
      cuts(gzip, 9, 10, 12, gzip.length - 1, gzip.length - 10),
    ],
    [
      'gzip',
      followed(gzip),
      [flipped(gzip, -1), flipped(gzip, -8), flipped(cut(gzip, 4), -1), flipped(cut(gzip, 1), -7)],
    ],
    [
      'gzip',
      headers.map((head) => joined(head, rest)),
      [
        ...headers.slice(1).map((head) => cut(head, 1)),
        ...headers.slice(5).map((head) => joined(flipped(head, -1), rest)),
        joined(header(32, ''), rest),
        Buffer.from('not gzip, but longer than a header'),
        // A member that has begun has to be complete.
        joined(gzip, gzip.subarray(0, 3)),
        joined(gzip, gzip.subarray(0, 3), 'more'),
        joined(gzip, cut(gzip, 9)),
      ],
    ],
    ['gzip', followed(joined(gzip, gzip)).slice(2), [], twice],
    [
      'deflate',
      cuts(deflate, 1, 2, 3, 4),
      cuts(deflate, 5, 6, 10, deflate.length - 1, deflate.length - 2),
    ],
    [
      'deflate',
      followed(deflate),
      [
        flipped(deflate, -1),
        flipped(deflate, -4),
        // A number of a dictionary that could be data and a checksum.
        Buffer.from([0x78, 0xbb, 3, 0, 0, 0, 0, 1]),
        Buffer.of(0xff),
      ],
    ],
    ['deflate', [raw, ...followed(raw)], cuts(raw, 1, 2, raw.length - 1)],
    // Deno takes a cut stream of Brotli for a whole one.
    ['br', [br, ...followed(br)], deno === undefined ? cuts(br, 1, 2, br.length - 1) : []],
    ['br', followed(zlib.brotliCompressSync(long)), [], long],
    ['gzip, br', followed(zlib.brotliCompressSync(gzip)), []],
  ];
  if (hasZstd) {
    const params = { [zlib.constants.ZSTD_c_checksumFlag]: 1 };
    const zstd = zlib.zstdCompressSync(text, { params });
    const plain = zlib.zstdCompressSync(text);
    const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const [checked, short] = [zlib.zstdCompressSync(long, { params }), zlib.zstdCompressSync('a')];
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => ((i * i) >> 3) & 0x7f));
    const blocks = zlib.zstdCompressSync(noise);
    rows.push(
      // Node.js 22 does not report these.
      ['zstd', cuts(zstd, 1, 2, 3, 4), cuts(zstd, 5, 6, 10, zstd.length - 3)],
      ['zstd', followed(zstd), [flipped(zstd, -1)]],
      [
        'zstd',
        [plain, ...followed(plain)],
        [
          ...cuts(plain, 1, 2, 5, 8),
          ...[1, 3, 4, 5, 6, 9].map((length) => plain.subarray(0, length)),
        ],
      ],
      // The stream of node:zlib ignores all frames but the first.
      [
        'zstd',
        [
          joined(plain, plain),
          joined(skippable, plain, skippable, zstd),
          joined(zlib.zstdCompressSync(''), zstd, plain),
        ],
        [
          ...[4, 9, 15].map((length) => joined(plain, zstd.subarray(0, length))),
          joined(plain, cut(skippable, 1)),
          Buffer.concat(Array(10_001).fill(skippable)),
        ],
        twice,
      ],
      [
        'zstd',
        [zlib.zstdCompressSync(long), checked],
        [...cuts(checked, 5, 8), flipped(checked, -1)],
        long,
      ],
      ['zstd', [blocks], [blocks.subarray(0, blocks.length >> 1)], noise.toString()],
      ['zstd', [short], [cut(short, 1)], 'a'],
    );
  }
  for (const [coding, complete, incomplete, expected = text] of rows) {
    it(`${coding}: ${complete.length} bodies are complete, ${incomplete.length} are not`, async () => {
      for (const body of [...complete, ...incomplete]) {
        const stream = Readable.from(chunksOf(body, body.length < 1000 ? 1 : 999));
        for (const own of [body, Readable.from([body]), stream, new Blob([body]).stream()]) {
          const running = textOf(coding, own);
          const what = body.toString('hex', 0, 100);
          if (complete.includes(body)) ok((await running) === expected, what);
          else {
            const error = await running.catch((own) => own);
            await rejects(Promise.reject(error), damaged, what);
            ok(error.cause instanceof Error);
          }
        }
        ok(stream.readableEnded || incomplete.includes(body));
      }
    });
  }

  it('bytes after the end of compressed data count against maxBytes', async () => {
    let isCancelled = false;
    async function* endless() {
      try {
        yield gzip;
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isCancelled = true;
      }
    }
    const options = { maxBytes: 10_000 };
    await rejects(textOf('gzip', Readable.from(endless()), options), {
      ...tooLarge,
      limit: 10_000,
    });
    await setTimeout(1);
    ok(isCancelled);
    const padded = (length) => Readable.from([joined(gzip, Buffer.alloc(length))]);
    equal(await textOf('gzip', padded(10_000), options), text);
    await rejects(textOf('gzip', padded(10_001), options), { ...tooLarge, limit: 10_000 });
  });

  it('a cut body says what is wrong', async () => {
    await rejects(textOf('gzip', cut(gzip, 9)), ended);
    await rejects(textOf('gzip', gzip.subarray(0, 5)), ended);
    await rejects(textOf('deflate', cut(deflate, 5)), ended);
  });

  it('each stage has to be complete, and may have no footer', async () => {
    const both = zlib.deflateSync(cut(gzip, 8));
    equal(await textOf('gzip, deflate', cut(both, 4)), text);
    await rejects(textOf('gzip, deflate', cut(both, 5)), ended);
    await rejects(textOf('gzip, deflate', zlib.deflateSync(cut(gzip, 9))), ended);
    await rejects(textOf('gzip, deflate', zlib.deflateSync('')), damaged);
    equal(await textOf('gzip, deflate', Buffer.of()), '');
  });

  it('checksums of long bodies', async () => {
    const long = Buffer.alloc(1_000_000, 'x\u00ff'.repeat(5000), 'latin1');
    for (const [coding, body, footer] of [
      ['gzip', zlib.gzipSync(long), -8],
      ['deflate', zlib.deflateSync(long), -4],
    ]) {
      ok((await textOf(coding, body)) === long.toString());
      await rejects(textOf(coding, flipped(body, footer)), damaged);
    }
  });
});

describe('Content codings: chunks may use their memory again', () => {
  const text = Array.from({ length: 40_000 }, (_, i) => i.toString(36)).join('-');
  for (const [coding, body] of [
    ['identity', Buffer.from(text)],
    ['gzip', zlib.gzipSync(text, { level: 0 })],
    ['deflate', zlib.deflateSync(text, { level: 1 })],
  ]) {
    for (const size of [1000, 65_535, 65_536, 100_000]) {
      it(`${coding}, ${size} bytes`, async () => {
        const parts = chunksOf(body, size);
        const memory = new Uint8Array(size);
        const next = () => {
          const part = parts.shift();
          memory.set(part);
          return memory.subarray(0, part.length);
        };
        const web = new ReadableStream(
          {
            pull(controller) {
              if (parts.length === 0) controller.close();
              else controller.enqueue(next());
            },
          },
          { highWaterMark: 0 },
        );
        ok((await textOf(coding, web)) === text);
        // A stream of Node.js that is paused keeps chunks itself.
        if (size < 60_000) return;
        parts.push(...chunksOf(body, size));
        // A chunk that is pushed later goes straight to the listener.
        const node = new Readable({
          read() {
            setImmediate(() => this.push(parts.length === 0 ? null : next()));
          },
        });
        ok((await textOf(coding, node)) === text);
      });
    }
  }
});
