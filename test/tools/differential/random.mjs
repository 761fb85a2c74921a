// npm run test:differential -- random [--encode | --long [--exodus]] [--cases N] [--seed S] [--encoding LABEL] [--jobs J]
//
// Compares TextDecoder with the reference, call by call, on random streams. With --long these have 16 to 4,096 bytes, and half of
// them are cut; with --exodus, @exodus/bytes is compared in the place of the reference. With --encode, compares
// the encoders on random texts in random chunks, and encodeInto(). Prints each mismatch when it is
// found, and at the end the number of cases per encoding. Exits with 1 if there are mismatches.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { encodings, getEncoding, TextDecoder } from '../../../lib/index.mjs';
import { runRandomCases } from '../../harness/random-cases.mjs';
import { runRandomEncodeCases } from '../../harness/random-encode-cases.mjs';

const maxShownMismatches = 20;

function readOptions() {
  const { values } = parseArgs({
    options: {
      encode: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      exodus: { type: 'boolean', default: false },
      cases: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      encoding: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const toCount = (name) => {
    const count = Number(values[name]);
    if (!Number.isSafeInteger(count) || count < 0)
      throw new RangeError(`--${name} ${values[name]}`);
    return count;
  };
  const encoding = values.encoding === undefined ? undefined : getEncoding(values.encoding);
  if (encoding === null || encoding === 'replacement') {
    throw new RangeError(`--encoding ${values.encoding}`);
  }
  if (values.encode && encoding?.startsWith('UTF-16')) {
    throw new RangeError(`--encoding ${values.encoding}: the standard has no encoder for it`);
  }
  return {
    cases: toCount('cases'),
    seed: toCount('seed'),
    jobs: Math.max(1, toCount('jobs')),
    encoding,
    encode: values.encode,
    lengths: values.long ? [16, 4096] : undefined,
    exodus: values.exodus,
  };
}

/** Runs every jobs-th case in a worker thread. */
function runJob({ cases, jobs, ...options }, job, onMessage) {
  const share = Math.floor(cases / jobs) + (job < cases % jobs ? 1 : 0);
  const data = { ...options, cases: share, first: job, step: jobs };
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    worker.on('error', reject);
    worker.on('message', (message) => {
      if (message.result) resolve(message.result);
      else onMessage(message);
    });
  });
}

/**
 * Shows the messages of the workers: each mismatch at once, and every five seconds the progress.
 */
function showMessages(total, started) {
  let done = 0;
  let shown = started;
  let mismatches = 0;
  return (message) => {
    if (message.mismatch) mismatches += 1;
    if (message.mismatch && mismatches <= maxShownMismatches) console.log(message.mismatch);
    done += message.done ?? 0;
    if (Date.now() - shown < 5_000) return;
    shown = Date.now();
    const rate = Math.round((done * 1_000) / (shown - started));
    process.stderr.write(`${done} of ${total} cases, ${rate} a second\n`);
  };
}

async function main() {
  const options = readOptions();
  const started = Date.now();
  const onMessage = showMessages(options.cases, started);
  const jobs = Array.from({ length: options.jobs }, (_, job) => runJob(options, job, onMessage));
  const results = await Promise.all(jobs);
  const counts = {};
  for (const result of results) {
    for (const [name, count] of Object.entries(result.counts)) {
      counts[name] = (counts[name] ?? 0) + count;
    }
  }
  const mismatches = results.flatMap((result) => result.mismatches);
  for (const name of encodings.filter((each) => each in counts)) {
    console.log(`${name.padEnd(16)}${counts[name]}`);
  }
  const seconds = (Date.now() - started) / 1_000;
  console.log(
    `${options.cases} cases, seed ${options.seed}: ${mismatches.length} mismatches ` +
      `in ${seconds.toFixed(1)} s, ${Math.round(options.cases / seconds)} cases per second`,
  );
  if (mismatches.length > 0) process.exitCode = 1;
}

if (isMainThread) {
  await main();
} else {
  const options = { ...workerData, report: (message) => parentPort.postMessage(message) };
  if (options.exodus) options.Other = (await import('@exodus/bytes/encoding.js')).TextDecoder;
  const result = options.encode
    ? runRandomEncodeCases(options)
    : runRandomCases(TextDecoder, options);
  parentPort.postMessage({ result });
}
