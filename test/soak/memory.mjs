// Sends a long stream through each adapter and much input through each call, each in a separate
// process, and prints the resident memory during the run. Then it makes many short-lived objects.
// Fails when memory grows in the last third of a run, and again in that of a run four times as long.
// Usage: npm run test:soak -- memory [[--megabytes 2048] [--objects 400000] [--only PART-OF-A-NAME] [--growth 8]]
// --objects 0 tests streams and calls only.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DetectDecodeStream, DetectDecodeTransform, Detector } from '../../lib/detect.mjs';
import { iso2022Kr, johab } from '../../lib/encodings.mjs';
import * as http from '../../lib/http.mjs';
import * as iconv from '../../lib/iconv-lite.mjs';
import * as root from '../../lib/index.mjs';
import { secondsSince } from '../tools/run/machine.mjs';

const {
  DecodeStream,
  decode,
  EncodeStream,
  encode,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  Transcoder,
  TranscodeStream,
  transcode,
} = root;

const MB = 1024 * 1024;
const sampleCount = 48;

// In MB. How much the resident memory may grow in the last third of a run. In the first two thirds
// the runtime enlarges its heap; short runs need a higher limit. A leak of only a twentieth of a
// stream of 1 GB makes memory grow by 17 MB in the last third.
const defaultMaxGrowthMB = '8';

// A job whose memory grew is run once more, so many times as long, under the same limit. A leak then grows as many times as
// much. A runtime that is still enlarging its heap after the two seconds of a fast job, as Deno is, has come to an end.
const LONGER = 4;

// About 64 KB. Its length makes each chunk end in another part of a character. It contains
// malformed bytes. The text contains characters that Shift_JIS does not contain, and ends in half a
// surrogate pair.
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

/** Each function gets `chunks`, which yields the given chunk until the stream is long enough. */
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
  async Detector(chunks) {
    const detector = new Detector();
    for (const chunk of chunks(bytes)) {
      detector.write(chunk);
      await setImmediate();
    }
    detector.end();
  },
  DetectDecodeStream: (chunks) =>
    through(new DetectDecodeStream({ fallback: 'shift_jis' }), chunks(bytes)),
  TextDecoderStream: (chunks) => throughWeb(new TextDecoderStream('shift_jis'), chunks(bytes)),
  TextEncoderStream: (chunks) => throughWeb(new TextEncoderStream(), chunks(text)),
};

/**
 * Each function makes one result of about 300 KB. In Bun and Deno a result is not an external
 * string, so no turn of the event loop is needed.
 */
const large = Buffer.alloc(300_000, bytes);
const largeText = decode(large, 'shift_jis');
const calls = {
  'decode()': () => decode(large, 'shift_jis'),
  'encode()': () => encode(largeText, 'shift_jis', { unencodable: 'replace' }),
  'transcode()': () => transcode(large, 'shift_jis', 'utf-8'),
  'decode(), encode() and transcode()': () => {
    const copy = decode(encode(decode(large, 'shift_jis'), 'gb18030'), 'gb18030');
    return transcode(Buffer.from(copy), 'utf-8', 'utf-16le');
  },
};

const chunk = bytes.subarray(-99);
const formBytes = Buffer.from('a=%93&b=');
const write = (stream, part = chunk) => stream.write(part);
const writeWeb = ({ readable, writable }, part = chunk) => {
  readable.getReader().read();
  writable.getWriter().write(part);
};

/** The classes that take a label, with a label or a handle. */
const withLabel = (name, label) => ({
  [`TextDecoder${name}`]: () => new root.TextDecoder(label).decode(chunk, { stream: true }),
  [`Transcoder${name}`]: () => new root.Transcoder(label, 'gb18030').write(chunk),
  [`DecodeStream${name}`]: () => write(new root.DecodeStream(label)),
  [`EncodeStream${name}`]: () =>
    write(new root.EncodeStream(label, { unencodable: 'replace' }), sentence),
  [`TranscodeStream${name}`]: () => write(new root.TranscodeStream(label, 'utf-8')),
  [`TextDecoderStream${name}`]: () => writeWeb(new root.TextDecoderStream(label)),
});

/** Each function makes one object, uses it and leaves it in the middle of its stream, but where its name says something else. */
const objects = {
  ...withLabel('', 'shift_jis'),
  ...withLabel(', iso-2022-kr', iso2022Kr),
  ...withLabel(', johab', johab),
  'Transcoder, failed': () => {
    try {
      new Transcoder('shift_jis', 'utf-8', { fatal: true }).write(chunk);
    } catch (error) {
      if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    }
  },
  'DecodeStream, ended': (i) => {
    const stream = new DecodeStream('shift_jis', { encoding: i % 2 ? 'utf8' : null });
    stream.resume().end(chunk);
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
  TextEncoder: () => new TextEncoder().encode(sentence),
  TextEncoderStream: () => writeWeb(new TextEncoderStream(), text.slice(-99)),
  Detector: () => new Detector().write(chunk),
  DetectDecodeStream: () => write(new DetectDecodeStream()),
  DetectDecodeTransform: () => writeWeb(new DetectDecodeTransform()),
  DecodeBodyStream: () => write(new http.DecodeBodyStream('text/html')),
  DecodeBodyTransform: () => writeWeb(new http.DecodeBodyTransform('text/html')),
  FormStream: () => write(new http.FormStream('application/x-www-form-urlencoded'), formBytes),
  'decoder of iconv-lite': () => iconv.getDecoder('shift_jis').write(chunk),
  'encoder of iconv-lite': () => iconv.getEncoder('utf-7').write(sentence),
  IconvLiteDecoderStream: () => write(iconv.decodeStream('shift_jis')),
  IconvLiteEncoderStream: () => write(iconv.encodeStream('utf-7'), sentence),
  // An Iconv fails at malformed bytes.
  Iconv: () => write(new iconv.Iconv('shift_jis', 'utf-8'), bytes.subarray(0, 16)),
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
    this.#next = this.#done + this.#total / sampleCount;
    this.resident.push(process.memoryUsage.rss());
  }

  get isDone() {
    return this.#done >= this.#total;
  }
}

/** The event loop turns from time to time, as in a server, but not after each call. */
async function runCalls(name, megabytes) {
  const watch = new Watch(megabytes * MB);
  for (let i = 0; !watch.isDone; i += 1) {
    if (calls[name]().length === 0) throw new Error('an empty result');
    watch.step(large.length);
    if (i % 100 === 0) await setImmediate();
  }
  return watch.resident;
}

async function runStream(name, megabytes) {
  const watch = new Watch(megabytes * MB);
  // Strings have two bytes per code unit.
  const chunks = function* (chunk) {
    while (!watch.isDone) {
      watch.step(typeof chunk === 'string' ? 2 * chunk.length : chunk.length);
      yield chunk;
    }
  };
  await streams[name](chunks);
  return watch.resident;
}

/**
 * Decodes one chunk that is as large as the whole stream and resident from the start. The event
 * loop turns from time to time, because Bun frees nothing that a Transform has pushed before a
 * turn, also with plain Buffers.
 */
async function runLargeChunk(megabytes) {
  const watch = new Watch(megabytes * MB * 1.5);
  const stream = new DecodeStream('shift_jis');
  stream.end(Buffer.alloc(megabytes * MB, bytes));
  let count = 0;
  for await (const chunk of stream) {
    watch.step(chunk.length);
    count += 1;
    if (count % 100 === 0) await setImmediate();
  }
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
  if (kind === 'calls') return runCalls(name, megabytes);
  if (kind === 'chunk') return runLargeChunk(megabytes);
  return runObjects(name, count);
}

/** Runs a job in a separate process of this runtime. Returns the samples. */
async function runApart(job) {
  const args = [fileURLToPath(import.meta.url), JSON.stringify(job)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  const [status, signal] = await once(child, 'close');
  if (status !== 0) throw new Error(`the process ended with ${signal ?? status}`);
  return JSON.parse(stdout);
}

/**
 * By how many bytes memory grows in the last third: the smallest of three measures. A leak makes
 * all three larger. Garbage collection makes the samples rise and fall by tens of megabytes, and
 * each single measure can rise without a leak: the line of least squares, when the last third
 * begins just after a collection; the highest sample, when one peak is higher than the others. The
 * lowest sample is what remains after a collection.
 */
function growthOf(resident) {
  const third = Math.floor(resident.length / 3);
  const start = resident.length - third;
  const last = resident.slice(start);
  const middle = (last.length - 1) / 2;
  let over = 0;
  let under = 0;
  for (const [at, size] of last.entries()) {
    over += (at - middle) * size;
    under += (at - middle) ** 2;
  }
  const ofLine = (over / under) * (last.length - 1);
  const ofHighest = Math.max(...last) - Math.max(...resident.slice(0, start));
  const ofLowest = Math.min(...last) - Math.min(...resident.slice(start - third, start));
  return Math.min(ofLine, ofHighest, ofLowest);
}

async function main() {
  const { values } = parseArgs({
    options: {
      megabytes: { type: 'string', default: '2048' },
      objects: { type: 'string', default: '400000' },
      only: { type: 'string', default: '' },
      growth: { type: 'string', default: defaultMaxGrowthMB },
    },
  });
  const maxGrowthBytes = Number(values.growth) * MB;
  const megabytes = Number(values.megabytes);
  const count = Number(values.objects);
  const jobs = [
    ...Object.keys(calls).map((name) => [
      `${name}, ${4 * megabytes} MB`,
      { kind: 'calls', name, megabytes: 4 * megabytes },
    ]),
    ...Object.keys(streams).map((name) => [
      `${name}, ${megabytes} MB`,
      { kind: 'stream', name, megabytes },
    ]),
    [`DecodeStream, one chunk of ${megabytes} MB`, { kind: 'chunk', megabytes }],
    ...(count > 0 ? Object.keys(objects) : []).map((name) => [
      `${name}, ${count} objects`,
      { kind: 'objects', name, count },
    ]),
  ].filter(([title]) => title.includes(values.only));
  /** Runs a job, prints its samples, and returns whether its memory stays flat. */
  async function isFlat(title, job) {
    const start = performance.now();
    const resident = await runApart(job);
    const growth = growthOf(resident);
    const seconds = secondsSince(start);
    if (resident.length < sampleCount / 2) throw new Error(`${title}: too few samples`);
    const verdict = growth > maxGrowthBytes ? 'GREW' : 'flat';
    console.log(`${verdict}  ${title}, ${seconds} s, growth ${(growth / MB).toFixed(1)} MB`);
    console.log(`      ${resident.map((size) => Math.round(size / MB)).join(' ')}`);
    return growth <= maxGrowthBytes;
  }

  let failed = 0;
  console.log(
    `resident memory in MB, which may grow by ${maxGrowthBytes / MB} MB in the last third\n`,
  );
  for (const [title, job] of jobs) {
    if (await isFlat(title, job)) continue;
    const longer = Object.entries(job).map(([key, value]) => [
      key,
      typeof value === 'number' ? LONGER * value : value,
    ]);
    const again = `${title}, ${LONGER} times as long`;
    if (!(await isFlat(again, Object.fromEntries(longer)))) failed += 1;
  }
  console.log(`\n${jobs.length - failed} flat, ${failed} grew`);
  process.exitCode = failed === 0 && jobs.length > 0 ? 0 : 1;
}

const [job] = process.argv.slice(2);
if (job?.startsWith('{')) {
  console.log(JSON.stringify(await run(JSON.parse(job))));
} else {
  await main();
}
