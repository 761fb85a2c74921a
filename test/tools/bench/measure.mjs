// Interleaved timing: in each round every participant runs one batch, in a random order. In a fixed
// order, a participant would always run after the same other one, and would always pay for what that
// one leaves behind, such as garbage that is still being swept.
//
// Benchmark libraries such as tinybench and mitata finish one task before they begin the next. On a
// machine that is not quiet, or whose clock rate changes, their ratio of two tasks is the ratio of two
// moments. With rounds, all tasks see the same moments, and the median drops the bad ones.

import { collectGarbage } from './heap.mjs';
import { median } from './report.mjs';

// In bytes: the results of inputs of this size and more are released at the end of their batch.
const LARGE = 64 * 1024;

// In bytes: inputs of this size and more leave much garbage, so a collection comes before each batch.
const MIDDLE = 2 * 1024;

// Times are in milliseconds. `mostTime` is how long a batch of middle-sized or of large inputs may take.
const mostTime = { middle: 30, large: 100 };
export const thorough = { rounds: 15, batch: 6, warmUp: 30, mostTime };
export const quick = { ...thorough, batch: 2, warmUp: 12 };

// A participant that takes HOPELESS times as long as the fastest that `counts` is measured in
// HOPELESS_ROUNDS rounds only.
const HOPELESS = 8;
const HOPELESS_ROUNDS = 2;

// In bytes: a batch of middle-sized or large inputs converts at least this much input, unless that takes
// longer than `mostTime`. A batch is that long so that its time includes the collection of the garbage
// that its own calls leave.
const LEAST_BYTES = 128 * 1024 * 1024;
const LEAST_CALLS = 2;

let runners = 0;

/**
 * Returns a loop that calls one participant, compiled from source of its own. In a shared loop, the call
 * site would see every participant, and V8 could inline none of them.
 *
 * The loop keeps the latest results. It reads the first item of each, which makes V8 copy a string
 * together that it has only linked from pieces; without that, the copy would not be measured. The sum
 * stays a small integer, because V8 discards the compiled loop when the type of a number changes.
 */
function makeRunner(call, inputs, kind, isLarge) {
  const touch = {
    string: 'result.length + result.charCodeAt(0)',
    bytes: 'result.length + result[0]',
    count: 'result',
    promise: 'await result',
  }[kind];
  const source = `
    // ${runners++}
    const sink = new Array(${isLarge ? 4 : 64}).fill(null);
    return ${kind === 'promise' ? 'async ' : ''}function batch(times) {
      let sum = 0;
      for (let i = 0, k = 0; i < times; i++) {
        const result = call(inputs[k]);
        sink[i & ${isLarge ? 3 : 63}] = result;
        sum = (sum + ${touch}) | 0;
        if (++k === inputs.length) k = 0;
      }
      if (sum === 0) throw new Error('nothing was made');
      ${isLarge ? 'sink.fill(null);' : ''}
      return sum;
    };`;
  return new Function('call', 'inputs', source)(call, inputs);
}

// Both clocks return milliseconds since some moment. The time of other programs is part of the first,
// but not of the second.
let now = () => performance.now();

/** From now on, the processor time of all threads of this process is measured, and not the time on the clock. */
export function measureProcessorTime() {
  now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}

async function timeBatch(runner, times) {
  const start = now();
  await runner(times);
  return now() - start;
}

/** Returns the entries in a random order. */
const shuffled = (entries) =>
  entries
    .map((entry) => ({ entry, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ entry }) => entry);

/**
 * Returns how many calls make a batch, when `times` of them take `time` milliseconds and an input has
 * `bytes` bytes.
 */
function callsFor(times, time, { batch, mostTime }, bytes) {
  const calls = Math.ceil((times * batch) / time);
  if (bytes < MIDDLE) return calls;
  const most = Math.floor((times * (bytes < LARGE ? mostTime.middle : mostTime.large)) / time);
  return Math.max(LEAST_CALLS, calls, Math.min(most, Math.ceil(LEAST_BYTES / bytes)));
}

/**
 * Runs until the code is warm, and returns how many calls make a batch. It uses the fastest of three
 * batches: with an interrupted one, batches would be so short that they measure the clock and cold
 * caches.
 */
async function calibrate(runner, settings, bytes) {
  const { batch, warmUp } = settings;
  let spent = 0;
  for (let times = 1; ; times *= 2) {
    let best = Infinity;
    for (let k = 0; k < 3; k++) {
      const took = await timeBatch(runner, times);
      best = Math.min(best, took);
      spent += took;
    }
    if (best >= batch || (spent >= warmUp && best >= batch / 3)) {
      return callsFor(times, best, settings, bytes);
    }
  }
}

/**
 * Measures participants { name, counts, call }. Returns a Map from names to { median, best }, in milliseconds for each call.
 * `kind` is what a call returns: 'string', 'bytes', 'count', or a 'promise' of a count. `bytes` is the length of an input.
 * `settings.middleCollection` are options for the collections before batches of middle-sized inputs.
 */
export async function measure(participants, inputs, { kind, bytes }, settings) {
  const isLarge = bytes >= LARGE;
  collectGarbage();
  const entries = [];
  for (const { name, counts, call } of participants) {
    const runner = makeRunner(call, inputs, kind, isLarge);
    const times = await calibrate(runner, settings, bytes);
    entries.push({ name, counts, runner, times, figures: [] });
  }
  const fastest = () =>
    Math.min(...entries.filter(({ counts }) => counts).map(({ figures }) => figures[0]));
  for (let round = 0; round < settings.rounds; round++) {
    for (const { runner, times, figures } of shuffled(entries)) {
      if (round >= HOPELESS_ROUNDS && median(figures) > HOPELESS * fastest()) continue;
      if (bytes >= MIDDLE) collectGarbage(isLarge ? undefined : settings.middleCollection);
      figures.push((await timeBatch(runner, times)) / times);
    }
  }
  return new Map(
    entries.map(({ name, figures }) => [
      name,
      { median: median(figures), best: Math.min(...figures) },
    ]),
  );
}
