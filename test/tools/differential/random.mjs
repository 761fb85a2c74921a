// npm run test:differential -- random [--encode | --long [--exodus]] [--cases N] [--seed S] [--encoding LABEL] [--jobs J]
//
// Compares TextDecoder with the reference, call by call, on random streams. With --long these have 16 to 4,096 bytes, and half of
// them are cut; with --exodus, @exodus/bytes is compared in the place of the reference. With --encode, compares
// the encoders on random texts in random chunks, and encodeInto(). Prints each mismatch when it is
// found, and at the end the number of cases per encoding. Exits with 1 if there are mismatches.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { encodings, getEncoding, TextDecoder } from '../../../lib/index.mjs';
import { runRandomCases } from '../../harness/random-cases.mjs';
import { runRandomEncodeCases } from '../../harness/random-encode-cases.mjs';
import { inThreads, sumOf } from './threads.mjs';

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

async function main() {
  const { jobs, ...options } = readOptions();
  const started = Date.now();
  // Each thread runs every jobs-th case.
  const shares = Array.from({ length: jobs }, (_, job) => ({
    ...options,
    cases: Math.floor(options.cases / jobs) + (job < options.cases % jobs ? 1 : 0),
    first: job,
    step: jobs,
  }));
  let [shown, all] = [0, 0];
  const results = await inThreads(import.meta.url, shares, ({ mismatch, done = 0 }) => {
    if (mismatch && shown++ < maxShownMismatches) console.log(mismatch);
    all += done;
    if (done > 0) process.stderr.write(`${all} of ${options.cases} cases\n`);
  });
  const counts = sumOf(results.map((result) => result.counts));
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
