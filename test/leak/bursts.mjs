// Makes many results at once, drops them, collects garbage, waits two seconds (on a busy machine up to ten) and says how much more memory
// is resident than before, after each of some bursts. Fails when that is more than 32 MB.
// Usage: node --expose-gc test/leak/bursts.mjs [worker]

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
const bound = 32 * MB;

// In bytes. The smallest is last, because an engine may hold on to the last value that a function has looked at.
const sizes = [20_000_000, 10_000_000, 3_000_000, 1_000_000, 300_000, 140_000, 64_000];
const bytesOf = (size) => Buffer.alloc(size, Buffer.of(0xc0, 0xe1, 0x20));
const textOf = (size) => 'яб '.repeat(size / 3);

// What is converted is made once, before memory is measured: what the engine does with the memory of its own strings is not
// what this test is about.
const inputs = new Map(sizes.map((size) => [size, { bytes: bytesOf(size), text: textOf(size) }]));

function decodeMany(keep) {
  const bytes = bytesOf(140_000);
  const strings = [];
  for (let i = 0; i < 1_700; i += 1) {
    const text = decode(bytes, 'windows-1251');
    if (keep) strings.push(text);
    if (text.length !== bytes.length) throw new Error('length');
  }
}

function forSizes(convert) {
  for (let round = 0; round < 4; round += 1) {
    for (const size of sizes) {
      if (convert(inputs.get(size)).length === 0) throw new Error('length');
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
    if (kept.length !== 1_700) throw new Error('length');
  },
  '120 MB through streams': async () => {
    const bytes = bytesOf(300_000);
    await pipeline(
      Readable.from(Array.from({ length: 400 }, () => bytes)),
      new DecodeStream('windows-1251', { encoding: 'utf8' }),
      new EncodeStream('windows-1251'),
      new TranscodeStream('windows-1251', 'utf-8'),
      async (chunks) => {
        for await (const chunk of chunks) if (chunk.length === 0) throw new Error('length');
      },
    );
  },
};

async function main() {
  const { gc } = globalThis;
  // What is made once, such as compiled code and tables, is there before.
  const bytes = bytesOf(200_000);
  for (let i = 0; i < 20; i += 1) {
    encode(decode(bytes, 'windows-1251'), 'windows-1251');
    transcode(bytes, 'windows-1251', 'utf-8');
  }
  // The engine makes one piece of a text when it is first read.
  forSizes(({ text }) => encode(text, 'windows-1251'));
  gc();
  await sleep(3_000);
  gc();
  const before = process.memoryUsage.rss();
  for (const [name, burst] of Object.entries(bursts)) {
    await burst();
    const peak = process.memoryUsage.rss() - before;
    await sleep(1);
    gc();
    let seconds = 0;
    let more = 0;
    // Two seconds are enough on a machine that is not busy. On one that is, the engine's own threads, which free what a
    // collection has found, get to their work late.
    do {
      await sleep(2_000);
      seconds += 2;
      more = process.memoryUsage.rss() - before;
      if (more > bound) gc();
    } while (more > bound && seconds < 10);
    if (more > bound) process.exitCode = 1;
    const inMegabytes = (size) => `${(size / MB).toFixed(1)} MB`;
    console.log(
      `${more > bound ? 'STAYS' : 'fine '} ${name}: ${inMegabytes(more)} more than before after ${seconds} s, ${inMegabytes(peak)} at its end`,
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
