// Sends a long stream through each adapter, each in a process of its own, and prints the memory
// that is resident as it goes; then makes many short-lived objects. Fails when memory has grown.
// Usage: npm run test:memory [-- [--megabytes 1024] [--objects 200000] [--only PART-OF-A-NAME]]
// With --objects 0 there are streams alone.

import { fork } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  DecodeStream,
  EncodeStream,
  encode,
  TextDecoder,
  TextDecoderStream,
  TextEncoderStream,
  Transcoder,
  TranscodeStream,
} from '../../lib/index.mjs';

const MB = 1024 * 1024;
const samples = 16;

// The most that may be resident above what was after the first quarter. Between two runs the
// garbage collector leaves some 20 to 50 MB about; a leak of a tenth of a stream of 1 GB is more.
const bound = 80 * MB;

// Some 64 KB, of a length with which each chunk ends in another part of a character. There are
// malformed bytes in it; the text has what Shift_JIS has not, and ends in half a surrogate pair.
const sentence = '<p class="a">日本語のテキスト、カタカナ。</p>\n';
const bytes = Buffer.concat([
  encode(sentence.repeat(1_300), 'shift_jis'),
  Buffer.of(0x93, 0xfa, 0xff, 0x93),
]);
const text = `${sentence.repeat(1_900)}\u{1F4A9}\uD83D`;

const read = async (stream) => {
  for await (const chunk of stream) if (chunk.length === 0) throw new Error('an empty chunk');
};
const through = async (stream, chunks) => {
  const done = read(stream);
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();
  await done;
};
const throughWeb = async ({ readable, writable }, chunks) => {
  const done = read(readable);
  const writer = writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  await writer.close();
  await done;
};

/** Each gets what gives its chunks until the stream is long enough. */
const streams = {
  async TextDecoder(chunks) {
    const decoder = new TextDecoder('shift_jis');
    for (const chunk of chunks(bytes)) {
      decoder.decode(chunk, { stream: true });
      await setImmediate();
    }
  },
  async Transcoder(chunks) {
    const transcoder = new Transcoder('shift_jis', 'gb18030');
    for (const chunk of chunks(bytes)) {
      transcoder.write(chunk);
      await setImmediate();
    }
  },
  'DecodeStream, Buffers': (chunks) => through(new DecodeStream('shift_jis'), chunks(bytes)),
  'DecodeStream, strings': (chunks) =>
    through(new DecodeStream('shift_jis', { encoding: 'utf8' }), chunks(bytes)),
  EncodeStream: (chunks) =>
    through(new EncodeStream('shift_jis', { unencodable: 'html' }), chunks(text)),
  TranscodeStream: (chunks) => through(new TranscodeStream('shift_jis', 'gb18030'), chunks(bytes)),
  TextDecoderStream: (chunks) => throughWeb(new TextDecoderStream('shift_jis'), chunks(bytes)),
  TextEncoderStream: (chunks) => throughWeb(new TextEncoderStream(), chunks(text)),
};

/** Each makes one object, uses it and leaves it in the middle of its stream. */
const objects = {
  TextDecoder: () => new TextDecoder('shift_jis').decode(bytes.subarray(-99), { stream: true }),
  Transcoder: () => new Transcoder('shift_jis', 'gb18030').write(bytes.subarray(-99)),
  'Transcoder, failed': () => {
    try {
      new Transcoder('shift_jis', 'utf-8', { fatal: true }).write(bytes.subarray(-99));
    } catch (error) {
      if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    }
  },
  'DecodeStream, ended': (i) => {
    const stream = new DecodeStream('shift_jis', { encoding: i % 2 ? 'utf8' : null });
    stream.resume().end(bytes.subarray(-99));
  },
  'DecodeStream, destroyed': () => {
    const stream = new DecodeStream('shift_jis');
    stream.write(bytes);
    stream.destroy();
  },
  'EncodeStream, failed': () => {
    const stream = new EncodeStream('koi8-r');
    stream.on('error', () => {});
    stream.resume().end(sentence);
  },
  'TextDecoderStream, left open': () => {
    const { readable, writable } = new TextDecoderStream('shift_jis');
    readable.getReader().read();
    writable.getWriter().write(bytes.subarray(-99));
  },
};

/** Takes samples of the resident memory, evenly over `total` steps. */
class Watch {
  #total;
  #done = 0;
  #next = 0;
  resident = [];

  constructor(total) {
    this.#total = total;
  }

  step(count) {
    this.#done += count;
    if (this.#done < this.#next) return;
    this.#next = this.#done + this.#total / samples;
    this.resident.push(process.memoryUsage.rss());
  }

  get isDone() {
    return this.#done >= this.#total;
  }
}

async function runStream(name, megabytes) {
  const watch = new Watch(megabytes * MB);
  // Strings have two bytes a code unit.
  const chunks = function* (chunk) {
    while (!watch.isDone) {
      watch.step(typeof chunk === 'string' ? 2 * chunk.length : chunk.length);
      yield chunk;
    }
  };
  await streams[name](chunks);
  return watch.resident;
}

/** One chunk as large as the whole stream, resident from the start. */
async function runLargeChunk(megabytes) {
  const watch = new Watch(megabytes * MB * 1.5);
  const stream = new DecodeStream('shift_jis');
  const large = Buffer.alloc(megabytes * MB, bytes);
  stream.end(large);
  for await (const chunk of stream) watch.step(chunk.length);
  return watch.resident;
}

async function runObjects(name, count) {
  const watch = new Watch(count);
  for (let i = 0; !watch.isDone; i += 1) {
    objects[name](i);
    watch.step(1);
    if (i % 100 === 0) await setImmediate();
  }
  return watch.resident;
}

function run({ kind, name, megabytes, count }) {
  if (kind === 'stream') return runStream(name, megabytes);
  if (kind === 'chunk') return runLargeChunk(megabytes);
  return runObjects(name, count);
}

/** The same in a process of its own. */
function runApart(job) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), {
      env: { ...process.env, LEAK_JOB: 'yes' },
    });
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`the process ended with ${status}`)));
    child.send(job);
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      megabytes: { type: 'string', default: '1024' },
      objects: { type: 'string', default: '200000' },
      only: { type: 'string', default: '' },
    },
  });
  const megabytes = Number(values.megabytes);
  const count = Number(values.objects);
  const jobs = [
    ...Object.keys(streams).map((name) => [
      `${name}, ${megabytes} MB`,
      { kind: 'stream', name, megabytes },
    ]),
    [`DecodeStream, one chunk of ${megabytes} MB`, { kind: 'chunk', megabytes }],
    ...(count > 0 ? Object.keys(objects) : []).map((name) => [
      `${name}, ${count} of them`,
      { kind: 'objects', name, count },
    ]),
  ].filter(([title]) => title.includes(values.only));
  let failed = 0;
  console.log(`resident memory in MB; it may grow by ${bound / MB} after the first quarter\n`);
  for (const [title, job] of jobs) {
    const start = performance.now();
    const resident = await runApart(job);
    const later = resident.slice(samples / 4);
    const growth = Math.max(...later) - later[0];
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (later.length < samples / 2) throw new Error(`${title}: too few samples`);
    if (growth > bound) failed += 1;
    console.log(`${growth > bound ? 'GREW' : 'flat'}  ${title}, ${seconds} s`);
    console.log(`      ${resident.map((size) => Math.round(size / MB)).join(' ')}`);
  }
  console.log(`\n${jobs.length - failed} flat, ${failed} grew`);
  process.exitCode = failed === 0 && jobs.length > 0 ? 0 : 1;
}

if (process.send === undefined) {
  await main();
} else {
  process.once('message', async (job) => {
    process.send(await run(job));
    process.disconnect();
  });
}
