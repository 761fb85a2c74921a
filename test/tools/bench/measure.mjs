// Interleaved timing: in each round every participant runs one batch, in a random order. In a fixed
// order, a participant would always run after the same other one, and would always pay for what that
// one leaves behind, such as garbage that is still being swept.
//
// Benchmark libraries such as tinybench and mitata finish one task before they begin the next. On a
// machine that is not quiet, or whose clock rate changes, their ratio of two tasks is the ratio of two
// moments. With rounds, all tasks see the same moments, and the median drops the bad ones.

import { collectGarbage } from './heap.mjs';

// In bytes: the results of inputs of this size and more are released at the end of their batch.
const LARGE = 64 * 1024;

// In bytes: inputs of this size and more leave much garbage, so a collection comes before each batch.
const MIDDLE = 2 * 1024;

// Times are in milliseconds. `mostTime` is how long a batch of middle-sized or of large inputs may take.
const mostTime = { middle: 30, large: 100 };
export const thorough = { rounds: 15, batch: 6, warmUp: 30, mostTime };
export const quick = { rounds: 15, batch: 2, warmUp: 12, mostTime };

// A participant that takes HOPELESS times as long as the fastest that `counts` is measured in
// HOPELESS_ROUNDS rounds only.
const HOPELESS = 8;
const HOPELESS_ROUNDS = 2;

// In bytes: a batch of middle-sized or large inputs converts at least this much input, unless that takes
// longer than `mostTime`. A batch is that long so that its time includes the collection of the garbage
// that its own calls leave.
const LEAST_BYTES = 128 * 1024 * 1024;
const LEAST_CALLS = 2;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

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
  }[kind];
  const source = `
    // ${runners++}
    const sink = new Array(${isLarge ? 4 : 64}).fill(null);
    return function batch(times) {
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
const wallClock = () => performance.now();
const processorClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let now = wallClock;

/** From now on, the processor time of all threads of this process is measured, and not the time on the clock. */
export function measureProcessorTime() {
  now = processorClock;
}

function timeBatch(runner, times) {
  const start = now();
  runner(times);
  return now() - start;
}

/** Returns the time of the fastest entry that counts in the first round, or 0 before the first round. */
function fastestOf(entries) {
  return Math.min(...entries.filter(({ counts }) => counts).map(({ figures }) => figures[0] ?? 0));
}

/** Returns the entries in a random order. */
function shuffled(entries) {
  const drawn = [...entries];
  for (let k = drawn.length - 1; k > 0; k--) {
    const other = Math.floor(Math.random() * (k + 1));
    [drawn[k], drawn[other]] = [drawn[other], drawn[k]];
  }
  return drawn;
}

const isHopeless = ({ figures }, fastest) =>
  figures.length >= HOPELESS_ROUNDS && median(figures) > HOPELESS * fastest;

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
function calibrate(runner, settings, bytes) {
  const { batch, warmUp } = settings;
  let spent = 0;
  for (let times = 1; ; times *= 2) {
    const took = [0, 0, 0].map(() => timeBatch(runner, times));
    const best = Math.min(...took);
    spent += took[0] + took[1] + took[2];
    if (best >= batch || (spent >= warmUp && best >= batch / 3)) {
      return callsFor(times, best, settings, bytes);
    }
  }
}

/**
 * Measures participants { name, counts, call }. Returns a Map from names to { median, best, rounds }, in milliseconds for each
 * call. `kind` is what a call returns: 'string', 'bytes' or 'count'. `bytes` is the length of an input.
 * `settings.middleCollection` are options for the collections before batches of middle-sized inputs.
 */
export function measure(participants, inputs, { kind, bytes }, settings) {
  const isLarge = bytes >= LARGE;
  collectGarbage();
  const entries = participants.map(({ name, counts, call }) => {
    const runner = makeRunner(call, inputs, kind, isLarge);
    const times = calibrate(runner, settings, bytes);
    return { name, counts, runner, times, figures: [] };
  });
  for (let round = 0; round < settings.rounds; round++) {
    const fastest = fastestOf(entries);
    for (const entry of shuffled(entries)) {
      const { runner, times, figures } = entry;
      if (isHopeless(entry, fastest)) continue;
      if (bytes >= MIDDLE) collectGarbage(isLarge ? undefined : settings.middleCollection);
      figures.push(timeBatch(runner, times) / times);
    }
  }
  return resultsOf(entries);
}

/** Measures participants whose calls return promises, on one large input. Returns what measure() does. */
export async function measureAsync(participants, input, bytes, settings) {
  const entries = participants.map(({ name, counts, call }) => ({
    name,
    counts,
    async batch(times) {
      const start = now();
      for (let i = 0; i < times; i++) await call(input);
      return now() - start;
    },
    figures: [],
  }));
  for (const entry of entries) {
    await entry.batch(1);
    let took;
    for (let spent = 0; spent < settings.warmUp; spent += took) took = await entry.batch(1);
    entry.times = callsFor(1, took, settings, bytes);
  }
  for (let round = 0; round < settings.rounds; round++) {
    const fastest = fastestOf(entries);
    for (const entry of shuffled(entries)) {
      const { batch, times, figures } = entry;
      if (isHopeless(entry, fastest)) continue;
      collectGarbage();
      figures.push((await batch(times)) / times);
    }
  }
  return resultsOf(entries);
}

const resultsOf = (entries) =>
  new Map(
    entries.map(({ name, figures }) => [
      name,
      { median: median(figures), best: Math.min(...figures), rounds: figures.length },
    ]),
  );
