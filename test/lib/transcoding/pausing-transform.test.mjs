// Tests what a consumer of DecodeStream, EncodeStream, TranscodeStream or DecodeBodyStream gets from a stream that
// fails: all output before the error, then the error, then « close ». This must hold for every kind
// of consumer and every kind of failure.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { compose, Duplex, PassThrough, Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { DecodeStream, EncodeStream, TranscodeStream } from 'whatwg-transcoder';
import { DecodeBodyStream } from 'whatwg-transcoder/http';
import { invalidData, wrongType } from '../../harness/errors.mjs';
import { inTurn } from '../../harness/part.mjs';

/**
 * Rejects when a promise waits too long, so that no test hangs. No test depends on how long
 * anything takes.
 */
function watched(promise, what) {
  let timer;
  const watchdog = new Promise((_resolve, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error(`${what} hangs`)), 20_000);
  });
  return Promise.race([promise, watchdog]).finally(() => clearTimeout(timer));
}

/** A Writable that keeps its chunks, after `wait(callback)`. */
const writable = (parts, wait, options) =>
  new Writable({
    decodeStrings: false,
    ...options,
    write(chunk, _encoding, callback) {
      wait(() => {
        parts.push(chunk);
        callback();
      });
    },
  });
const fastWritable = (parts) => writable(parts, (done) => done());
/** Waits a turn of the event loop for each chunk. */
const slowWritable = (parts, options) =>
  writable(parts, (done) => globalThis.setTimeout(done, 1), { highWaterMark: 1, ...options });

const failureOf = (promise) =>
  promise.then(
    () => null,
    (error) => error,
  );

const closeOf = (stream) => new Promise((resolve) => stream.once('close', resolve));
const onError = (stream) => new Promise((resolve) => stream.once('error', resolve));

/** A consumer that begins to listen or to pipe, and needs no more calls. */
const listening = (begin) => async (stream, parts) => {
  begin(stream, parts);
  return onError(stream);
};

/** A consumer that listens to « readable » and keeps what `take(stream)` yields. */
const onReadable = (take) =>
  listening((stream, parts) =>
    stream.on('readable', () => {
      for (const part of take(stream)) parts.push(part);
    }),
  );

function* readAll(stream, ...size) {
  for (let part = stream.read(...size); part !== null; part = stream.read(...size)) yield part;
}

function* readOnce(stream, ...size) {
  const part = stream.read(...size);
  if (part !== null) yield part;
}

function* readAvailable(stream, maxLength) {
  while (stream.readableLength > 0) yield stream.read(Math.min(maxLength, stream.readableLength));
}

/** A consumer that keeps what `take(stream)` yields in each turn of the event loop. */
const polling = (take) => async (stream, parts) => {
  const failed = onError(stream);
  while (!stream.destroyed) {
    parts.push(...take(stream));
    await setImmediate();
  }
  return failed;
};

async function* slowly(source) {
  for await (const part of source) {
    await setTimeout(1);
    yield part;
  }
}

/** A consumer that iterates over what `from(stream)` returns. */
const iterating =
  (from = (stream) => stream) =>
  (stream, parts) =>
    failureOf(
      (async () => {
        for await (const part of from(stream)) parts.push(part);
      })(),
    );

/** A consumer that is the last stream of a pipeline, which `last(parts)` makes. */
const piping =
  (last, ...others) =>
  (stream, parts) =>
    failureOf(pipeline(stream, ...others.map((make) => make()), last(parts)));

// Consumers that read less than a stream holds. The first three read, per event, less than is
// available (read() of Node 26 returns one chunk). Node's streams then wait until the rest is read,
// so these consumers never end when there is more than a stream holds, with or without an error. In
// the others, read() of Node 20 throws an error of its own when it takes characters from two
// strings.
const littleReaders = {
  '« readable » and one read()': onReadable(readOnce),
  '« readable » and one read(1)': onReadable((stream) => readOnce(stream, 1)),
  '« readable » and one read(7)': onReadable((stream) => readOnce(stream, 7)),
  '« readable » and read(7) until it returns null': onReadable((stream) => readAll(stream, 7)),
  '« readable » and reads of at most what is available': onReadable((stream) =>
    readAvailable(stream, 7),
  ),
};

/** Each consumer gets a stream and an array for the parts that it reads. It returns the error. */
const consumers = {
  ...littleReaders,
  '« data »': listening((stream, parts) => stream.on('data', (part) => parts.push(part))),
  '« data » with pause() and resume()': listening((stream, parts) =>
    stream.on('data', async (part) => {
      stream.pause();
      await setTimeout(1);
      parts.push(part);
      stream.resume();
    }),
  ),
  '« readable » and read() until it returns null': onReadable(readAll),
  '« readable » and read(1) until it returns null': onReadable((stream) => readAll(stream, 1)),
  '« readable », read(0) and read()': onReadable((stream) => {
    stream.read(0);
    return readAll(stream);
  }),
  '« readable » and one read of all that is available': onReadable((stream) =>
    readAvailable(stream, Infinity),
  ),
  '« readable » of once(), repeatedly': async (stream, parts) => {
    const failed = onError(stream);
    while (!stream.errored) {
      await Promise.race([once(stream, 'readable').catch(() => {}), failed]);
      parts.push(...readAll(stream));
    }
    return failed;
  },
  'read() from time to time': polling(readOnce),
  'read(2) from time to time while paused': polling((stream) => readAll(stream.pause(), 2)),
  '« readable » after pause()': async (stream, parts) => {
    const failed = onError(stream);
    stream.pause();
    await setImmediate();
    onReadable(readAll)(stream, parts);
    return failed;
  },
  'for await': iterating(),
  'a slow for await': iterating(slowly),
  'an iterator() that is left, then a second one': iterating(async function* (stream) {
    for await (const part of stream.iterator({ destroyOnReturn: false })) {
      yield part;
      break;
    }
    yield* stream;
  }),
  'pipe() to a slow stream': listening((stream, parts) => stream.pipe(slowWritable(parts))),
  'pipe() to a fast stream': listening((stream, parts) => stream.pipe(fastWritable(parts))),
  'pipe() to two streams': listening((stream, parts) => {
    stream.pipe(fastWritable([]));
    stream.pipe(slowWritable(parts));
  }),
  'pipeline() to a slow stream': piping(slowWritable),
  'pipeline() to a fast stream': piping(fastWritable),
  'pipeline() through a Transform to a slow stream': piping(
    slowWritable,
    () => new PassThrough({ highWaterMark: 1 }),
  ),
  'pipeline() through a generator to a slow stream': piping(slowWritable, () => slowly),
  'pipeline() to a slow function': piping((parts) => async (source) => {
    for await (const part of slowly(source)) parts.push(part);
  }),
  'compose()': async (stream, parts) =>
    consumers['« data »'](compose(stream, new PassThrough()), parts),
  'Readable.toWeb() with a queue of one chunk': iterating((stream) =>
    slowly(Readable.toWeb(stream, { strategy: new CountQueuingStrategy({ highWaterMark: 1 }) })),
  ),
};

// In Bun 1.4, forEach() of every Transform that fails at once also reports an unhandled rejection, although the caller handles
// the error. So no test can use it there.
if (process.versions.bun === undefined) {
  consumers['forEach()'] = (stream, parts) =>
    failureOf(stream.forEach((part) => void parts.push(part)));
}

const unencodable = { name: 'TypeError', code: 'ERR_ENCODING_UNENCODABLE' };
const throws = (value) => () => {
  throw value;
};
const thrower = (value) => ({ unencodable: throws(value) });
const own = new SyntaxError('no');
const fatal = { fatal: true };

const utf8 = [DecodeStream, ['utf-8']];
const malformedBytes = Buffer.of(0xff, 0x41);
const truncated = { ...invalidData, reason: 'truncated' };
const tooMany = { name: 'RangeError', code: 'ERR_ENCODING_TOO_MANY_ERRORS' };
const ofBody = { ...invalidData, status: 400, statusCode: 400 };
const thrown = (value) => ({ name: 'Error', message: `A function threw ${value}`, cause: value });
// The streams to windows-1252 give only ASCII here.
const western = ['windows-1252'];

/** Kinds of failure: the class of a stream and its arguments, the options, the chunk that makes the stream fail, and the error. */
const failures = {
  malformed: [...utf8, fatal, malformedBytes, invalidData],
  truncated: [...utf8, fatal, Buffer.of(0xe3), truncated],
  'too many errors': [...utf8, { maxErrors: 0 }, malformedBytes, tooMany],
  'a function that throws': [...utf8, { malformed: throws(own) }, malformedBytes, own],
  'a string': [...utf8, {}, 'a', wrongType],
  'malformed, in a body': [
    DecodeBodyStream,
    ['text/plain; charset=utf-8'],
    fatal,
    malformedBytes,
    ofBody,
  ],
  'truncated, in a body which holds the first bytes back': [
    DecodeBodyStream,
    ['text/html'],
    { default: 'utf-8', ...fatal },
    Buffer.of(0xe3),
    { ...truncated, type: 'encoding.invalid' },
  ],
  bytes: [EncodeStream, ['utf-8'], {}, Buffer.of(0x41), wrongType],
  'a lone surrogate at the end': [EncodeStream, western, {}, '\ud83d', unencodable],
  ...Object.fromEntries(
    Object.entries({
      unencodable: [{}, unencodable],
      'a function that throws for a code point': [thrower(own), own],
      'a function that throws null': [thrower(null), thrown(null)],
      'a function that throws 0': [thrower(0), thrown(0)],
      'a function that does not return a string': [{ unencodable: () => 63 }, wrongType],
    }).flatMap(([name, [options, error]]) => [
      [`${name}, in text`, [EncodeStream, western, options, '日!', error]],
      [
        `${name}, in bytes`,
        [TranscodeStream, ['utf-8', ...western], options, Buffer.from('日!'), error],
      ],
    ]),
  ),
};

/**
 * The text before the error: none, a little, characters of several bytes, and more than a stream
 * holds.
 */
const asciiTexts = { nothing: '', 'a little': 'abcdefgh', 'a lot': 'abcdefghi\n'.repeat(15_000) };
const texts = { ...asciiTexts, 'Japanese text': 'a\u65e5\u672c\u{1f4a9}'.repeat(9) };

/** When the stream gets its chunks: before it has a consumer, or one by one after that. */
const feeds = {
  'before it has a consumer': async (stream, chunks) => {
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  },
  'chunk by chunk': async (stream, chunks) => {
    for (const chunk of chunks) {
      await setImmediate();
      // The consumer may have ended the stream.
      if (stream.destroyed) return;
      stream.write(chunk);
    }
    await setImmediate();
    if (!stream.destroyed) stream.end();
  },
};

function assertError(error, expected) {
  ok(error instanceof Error, String(error));
  const names = expected instanceof Error ? ['name', 'message'] : Object.keys(expected);
  const wanted = Object.fromEntries(names.map((key) => [key, expected[key]]));
  const actual = Object.fromEntries(names.map((key) => [key, error[key]]));
  deepEqual(actual, wanted);
}

/** Joins parts that are all strings or all bytes. */
function textOf(parts) {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return Buffer.concat(parts).toString();
}

/** Compares long texts without a difference in the message, which would take long to make. */
function assertText(actual, expected, what) {
  equal(actual.length, expected.length, what);
  ok(actual === expected, what);
}

describe('streams of Node that fail: every consumer gets the output before the error, the error and « close »', () => {
  for (const [consumerName, consume] of Object.entries(consumers)) {
    for (const [name, [Stream, args, options, bad, expected]] of Object.entries(failures)) {
      it(`${consumerName}: ${Stream.name}: ${name}`, async () => {
        let turn = 0;
        for (const encoding of [null, 'utf8']) {
          const textTable = args.at(-1) === 'windows-1252' ? asciiTexts : texts;
          for (const [textName, text] of Object.entries(textTable)) {
            if (textName === 'a lot' && consumerName in littleReaders) continue;
            turn += 1;
            for (const [feedName, feed] of inTurn(Object.entries(feeds), turn)) {
              const what = `${encoding}, ${textName}, ${feedName}`;
              const stream = new Stream(...args, { ...options, encoding });
              const closed = closeOf(stream);
              const chunk = Stream === EncodeStream ? text : Buffer.from(text);
              const parts = [];
              const fed = feed(stream, text === '' ? [bad] : [chunk, bad]);
              const error = await watched(consume(stream, parts), what);
              assertText(textOf(parts), text, what);
              assertError(error, expected);
              ok(!('output' in error), what);
              await watched(closed, `${what}: close`);
              await watched(fed, what);
              ok(stream.destroyed, what);
            }
          }
        }
      });
    }
  }
});

const failed = { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' };

/** A stream that gives a text and then fails. */
function failingStream(text, options) {
  const stream = new DecodeStream('utf-8', { fatal: true, ...options });
  stream.end(Buffer.concat([Buffer.from(text), Buffer.of(0xff)]));
  return stream;
}

describe('streams of Node that fail: what their destination gets', () => {
  for (const highWaterMark of [1, 1 << 20]) {
    it(`a slow stream with highWaterMark ${highWaterMark} gets all output when pipeline() fails`, async () => {
      const parts = [];
      const source = Readable.from([Buffer.from('ab'), Buffer.from('cd'), Buffer.of(0x65, 0xff)]);
      const decode = new DecodeStream('utf-8', { fatal: true });
      const running = pipeline(source, decode, slowWritable(parts, { highWaterMark }));
      assertError(await watched(failureOf(running), 'pipeline'), failed);
      equal(textOf(parts), 'abcde');
    });
  }

  it('a Transform without backpressure has passed everything on when pipeline() fails', async () => {
    const parts = [];
    const running = pipeline(failingStream('abc'), new PassThrough(), fastWritable(parts));
    assertError(await watched(failureOf(running), 'pipeline'), failed);
    equal(textOf(parts), 'abc');
  });

  it('a Transform of another class, as in readable-stream, has passed everything on when pipeline() fails', async () => {
    const parts = [];
    const other = new PassThrough();
    const members = Object.getOwnPropertyDescriptors(Transform.prototype);
    const { _transform } = Object.getOwnPropertyDescriptors(PassThrough.prototype);
    Object.setPrototypeOf(other, Object.create(Duplex.prototype, { ...members, _transform }));
    equal(other instanceof Transform, false);
    const running = pipeline(failingStream('a'.repeat(200_000)), other, slowWritable(parts));
    assertError(await watched(failureOf(running), 'pipeline'), failed);
    equal(textOf(parts).length, 200_000);
  });

  it('data that a later stream still holds is lost, as README says', async () => {
    const parts = [];
    const further = slowWritable(parts, { highWaterMark: 1 << 20 });
    const running = pipeline(failingStream('abc'), new PassThrough(), further);
    assertError(await watched(failureOf(running), 'pipeline'), failed);
    equal(further.destroyed, true);
    deepEqual(parts, []);
  });

  it('data in the queue of Readable.toWeb() is lost, as README says, unless the queue holds one chunk', async () => {
    const read = async (strategy) => {
      const stream = new DecodeStream('utf-8', { fatal: true });
      const reader = Readable.toWeb(stream, { strategy }).getReader();
      for (const chunk of ['a', 'b', 'c']) stream.write(Buffer.from(chunk));
      stream.end(Buffer.of(0xff));
      await setTimeout(10);
      const parts = [];
      const error = await failureOf(
        (async () => {
          for (;;) parts.push((await reader.read()).value);
        })(),
      );
      assertError(error, failed);
      return textOf(parts);
    };
    equal(await read(new CountQueuingStrategy({ highWaterMark: 100 })), '');
    equal(await read(new CountQueuingStrategy({ highWaterMark: 1 })), 'abc');
    equal(await read(new CountQueuingStrategy({ highWaterMark: 0 })), 'abc');
  });

  it('a destination that is destroyed while it writes is not waited for', async () => {
    const stream = failingStream('abc');
    const stuck = new Writable({ write() {} });
    stream.pipe(stuck);
    const error = onError(stream);
    await setImmediate();
    equal(stuck.writableLength, 3);
    equal(stream.destroyed, false);
    stuck.destroy();
    assertError(await watched(error, 'pipe()'), failed);
  });

  it('a destination that is corked, or was removed by unpipe(), is not waited for', async () => {
    for (const leave of [(stream, stuck) => stream.unpipe(stuck), (stream) => stream.unpipe()]) {
      const stream = failingStream('abc');
      const stuck = new Writable({ highWaterMark: 1, write() {} });
      stream.pipe(stuck);
      const error = onError(stream);
      await setImmediate();
      leave(stream, stuck);
      assertError(await watched(error, 'unpipe()'), failed);
    }
    const stream = failingStream('abc');
    const corked = new Writable({ write() {} });
    corked.cork();
    stream.pipe(corked);
    assertError(await watched(onError(stream), 'cork()'), failed);
  });

  it('a destination without writableLength is not waited for', async () => {
    const stream = failingStream('abc');
    const parts = [];
    const old = Object.assign(new EventEmitter(), { write: (part) => parts.push(part) > 0 });
    stream.pipe(old);
    assertError(await watched(onError(stream), 'pipe()'), failed);
    equal(textOf(parts), 'abc');
  });
});

describe('streams of Node that fail: while the error waits', () => {
  /** Makes a stream whose error waits. Returns the stream and the events that it has reported. */
  async function waiting(text = 'abc', options = undefined) {
    const stream = failingStream(text, options);
    const seen = { errors: [] };
    stream.on('error', (error) => seen.errors.push(error));
    await setImmediate();
    return [stream, seen];
  }

  it('nothing is reported before the consumer begins to read', async () => {
    const [stream, seen] = await waiting();
    await setTimeout(5);
    deepEqual(seen.errors, []);
    equal(stream.readableLength, 3);
    equal(String(stream.read()), 'abc');
    await closeOf(stream);
    assertError(seen.errors[0], failed);
  });

  it('nothing is reported to a consumer that has paused, until it resumes', async () => {
    const stream = new DecodeStream('utf-8', { fatal: true });
    const errors = [];
    stream.on('error', (error) => errors.push(error));
    stream.on('data', () => stream.pause());
    stream.write(Buffer.from('abc'));
    await setImmediate();
    ok(stream.isPaused());
    stream.end(Buffer.of(0xff));
    await setTimeout(5);
    deepEqual(errors, []);
    stream.resume();
    await watched(closeOf(stream), 'resume()');
    assertError(errors[0], failed);
  });

  it('a consumer that has paused and has read nothing gets the error', async () => {
    const stream = failingStream('').on('data', () => {});
    const error = onError(stream.pause());
    assertError(await watched(error, 'pause()'), failed);
  });

  it('a consumer that has paused and goes on with « readable » gets the error', async () => {
    const stream = new DecodeStream('utf-8', { fatal: true });
    const error = onError(stream);
    stream.on('data', () => stream.pause());
    stream.end(Buffer.from([0x61, 0xff]));
    await setTimeout(5);
    ok(!stream.destroyed);
    stream.on('readable', () => equal(stream.read(), null));
    assertError(await watched(error, '« readable »'), failed);
  });

  it('read(n) returns the rest when n is too large, and counts characters', async () => {
    const [stream] = await waiting('日本\u{1f4a9}', { encoding: 'utf8' });
    equal(stream.read(1), '日');
    equal(stream.read(0), null);
    equal(stream.read(100), '本\u{1f4a9}');
    equal(stream.read(100), null);
    await closeOf(stream);
  });

  it('« readable » is emitted once after each read that returns data, and not for read(0)', async () => {
    const [stream] = await waiting();
    let count = 0;
    stream.on('readable', () => {
      count += 1;
      stream.read(0);
    });
    await setTimeout(5);
    const before = count;
    ok(before <= 2, String(before));
    stream.read(1);
    stream.read(1);
    await setTimeout(5);
    equal(count, before + 1);
  });

  it('destroy() ends the wait, with an error of its own or without one', async () => {
    for (const own of [undefined, new RangeError('own')]) {
      const [stream, seen] = await waiting();
      stream.read(1);
      stream.destroy(own);
      await closeOf(stream);
      stream.read();
      await setTimeout(5);
      deepEqual(seen.errors, own === undefined ? [] : [own]);
    }
  });

  it('destroy() by a listener of « readable » ends the wait', async () => {
    const [stream, seen] = await waiting();
    stream.on('readable', () => stream.destroy());
    await closeOf(stream);
    await setTimeout(5);
    deepEqual(seen.errors, []);
  });

  it('a signal ends the wait', async () => {
    const controller = new AbortController();
    const [stream, seen] = await waiting('abc', { signal: controller.signal });
    controller.abort();
    await closeOf(stream);
    deepEqual(
      seen.errors.map(({ name }) => name),
      ['AbortError'],
    );
  });

  it('fake timers do not delay the error', async () => {
    const { setTimeout: real } = globalThis;
    const parts = [];
    const slow = new Writable({
      async write(chunk, _encoding, callback) {
        await setTimeout(5);
        parts.push(chunk);
        callback();
      },
    });
    try {
      globalThis.setTimeout = () => {};
      assertError(await failureOf(pipeline(failingStream('abc'), slow)), failed);
    } finally {
      globalThis.setTimeout = real;
    }
    equal(textOf(parts), 'abc');
  });
});
