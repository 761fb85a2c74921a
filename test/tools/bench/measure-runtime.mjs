// Measures in the runtime that runs it how long this package and the runtime's own TextDecoder take to decode a file.
// runtimes.mjs starts it. Usage: measure-runtime.mjs FOLDER ROUNDS LABEL=FILE…

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { median } from './report.mjs';

const require = createRequire(import.meta.url);
const { TextDecoder: Ours, backend } = require('../../../lib/index.js');
const Own = globalThis.TextDecoder;

// In milliseconds: a batch of calls takes about this long.
const BATCH = 30;

/** Returns the milliseconds of a call, from a batch of calls. Reading a code unit makes the engine finish the string. */
function timeOf(decoder, bytes, calls) {
  let sum = 0;
  const from = performance.now();
  for (let i = 0; i < calls; i++) sum += decoder.decode(bytes).charCodeAt(i);
  const time = (performance.now() - from) / calls;
  if (Number.isNaN(sum)) throw new Error('A text is shorter than the number of calls');
  return time;
}

async function measure(label, bytes, rounds) {
  const decoders = [new Ours(label), new Own(label)];
  const isRight = decoders[0].decode(bytes) === decoders[1].decode(bytes);
  const calls = decoders.map((decoder) =>
    Math.max(2, Math.round(BATCH / timeOf(decoder, bytes, 5))),
  );
  const times = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      times[which].push(timeOf(decoders[which], bytes, calls[which]));
      // Some runtimes release memory only when the event loop turns.
      await setImmediate();
    }
  }
  return { ours: median(times[0]), own: median(times[1]), isRight, bytes: bytes.length };
}

const [folder, rounds, ...inputs] = process.argv.slice(2);
const cells = [];
for (const input of inputs) {
  const [label, file] = input.split('=');
  cells.push(await measure(label, readFileSync(join(folder, file)), Number(rounds)));
}

const { bun, deno, node } = process.versions;
const version =
  bun !== undefined ? `Bun ${bun}` : deno !== undefined ? `Deno ${deno}` : `Node ${node}`;
console.log(JSON.stringify({ version, backend, cells }));
