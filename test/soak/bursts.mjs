// Makes many results in a short time, drops them, collects garbage, and waits two seconds (up to
// ten on a busy machine). Then prints how much more memory is resident than before. Does this for
// several kinds of bursts, and fails when one leaves more than 32 MB.
//
// The memory of Buffers comes from the heap of the C library, which belongs to the program. That heap
// keeps free memory: 60 to 100 MB after Buffers of the runtime's own, or none, by chance. With the
// setting below, the heap of glibc takes pieces of 32 KB or more from the system one by one and gives
// each back when it is freed, so that only what this package keeps is measured.
// Usage: MALLOC_MMAP_THRESHOLD_=32768 node --expose-gc test/soak/bursts.mjs [worker]

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import {
  DecodeStream,
  decode,
  EncodeStream,
  encode,
  TranscodeStream,
  transcode,
} from '../../lib/index.mjs';

const MB = 1024 * 1024;
const maxRemainingBytes = 32 * MB;

// In bytes. The smallest size is last, because an engine may keep the last value that a function
// used.
const inputSizes = [20_000_000, 10_000_000, 3_000_000, 1_000_000, 300_000, 140_000, 64_000];
const bytesOf = (size) => Buffer.alloc(size, Buffer.of(0xc0, 0xe1, 0x20));
const textOf = (size) => 'яб '.repeat(size / 3);

// The inputs are made once, before memory is measured: this test is not about the memory that the
// engine uses for its own strings.
const inputs = new Map(
  inputSizes.map((size) => [size, { bytes: bytesOf(size), text: textOf(size) }]),
);

function decodeMany(keep) {
  const bytes = bytesOf(140_000);
  const strings = [];
  for (let i = 0; i < 1_700; i += 1) {
    const text = decode(bytes, 'windows-1251');
    if (keep) strings.push(text);
    if (text.length !== bytes.length) throw new Error('wrong length');
  }
}

function forSizes(convert) {
  for (let round = 0; round < 4; round += 1) {
    for (const size of inputSizes) {
      if (convert(inputs.get(size)).length === 0) throw new Error('wrong length');
    }
  }
}

const bursts = {
  '1,700 strings of 140 KB, kept at once': () => decodeMany(true),
  '1,700 strings of 140 KB, one by one': () => decodeMany(false),
  'strings of 64 KB to 20 MB': () => forSizes(({ bytes }) => decode(bytes, 'windows-1251')),
  'encoded texts of 64 KB to 20 MB': () => forSizes(({ text }) => encode(text, 'windows-1251')),
  'transcoded bytes, 64 KB to 20 MB, which become up to 33 MB': () =>
    forSizes(({ bytes }) => transcode(bytes, 'windows-1251', 'utf-8')),
  '1,700 encoded texts of 60 KB, kept at once': () => {
    const text = textOf(60_000);
    const kept = Array.from({ length: 1_700 }, () => encode(text, 'windows-1251'));
    if (kept.length !== 1_700) throw new Error('wrong length');
  },
  '120 MB through streams': async () => {
    const bytes = bytesOf(300_000);
    await pipeline(
      Readable.from(Array.from({ length: 400 }, () => bytes)),
      new DecodeStream('windows-1251', { encoding: 'utf8' }),
      new EncodeStream('windows-1251'),
      new TranscodeStream('windows-1251', 'utf-8'),
      async (chunks) => {
        for await (const chunk of chunks) if (chunk.length === 0) throw new Error('wrong length');
      },
    );
  },
};

async function main() {
  const { gc } = globalThis;
  // Makes what is made only once, such as compiled code and tables, before memory is measured.
  const bytes = bytesOf(200_000);
  for (let i = 0; i < 20; i += 1) {
    encode(decode(bytes, 'windows-1251'), 'windows-1251');
    transcode(bytes, 'windows-1251', 'utf-8');
  }
  // The engine joins the parts of such a text when the text is first read.
  forSizes(({ text }) => encode(text, 'windows-1251'));
  gc();
  await sleep(3_000);
  gc();
  await check();
}

/** Runs bursts one after the other. Sets the exit code when one leaves too much memory. */
async function check() {
  const { gc } = globalThis;
  const before = process.memoryUsage.rss();
  for (const [name, burst] of Object.entries(bursts)) {
    await burst();
    const peak = process.memoryUsage.rss() - before;
    await sleep(1);
    gc();
    let seconds = 0;
    let more = 0;
    // Two seconds are enough on a machine that is not busy. On a busy machine, the engine's own
    // threads, which free the memory after a collection, run later.
    do {
      await sleep(2_000);
      seconds += 2;
      more = process.memoryUsage.rss() - before;
      if (more > maxRemainingBytes) gc();
    } while (more > maxRemainingBytes && seconds < 10);
    if (more > maxRemainingBytes) process.exitCode = 1;
    const inMegabytes = (size) => `${(size / MB).toFixed(1)} MB`;
    console.log(
      `${more > maxRemainingBytes ? 'STAYS' : 'fine '} ${name}: ${inMegabytes(more)} more than before, ${seconds} s after the burst; ${inMegabytes(peak)} more when it ended`,
    );
  }
}

if (isMainThread && process.argv[2] === 'worker') {
  const worker = new Worker(new URL(import.meta.url), { workerData: 'burst' });
  worker.once('exit', (status) => {
    process.exitCode = status;
  });
} else if (isMainThread || workerData === 'burst') {
  await main();
}
