// Interleaved timing: in each round every participant runs one batch, in an order drawn by lot: who always came
// behind the same one would always have what that one leaves, garbage that is being swept above all.
//
// Benchmark libraries (tinybench 6.2.3 and mitata 1.0.34 were looked at) finish one task before
// they begin the next. On a machine that is not quiet, or whose clock changes, the ratio of two
// tasks is then the ratio of two moments. Rounds make both see the same moments, and the median
// drops the bad.

import { collectGarbage } from './heap.mjs';

// In bytes: results of inputs like this are not kept beyond their batch.
const LARGE = 64 * 1024;

// In bytes: inputs from here on leave much garbage, and begin each batch with an empty heap.
const MIDDLE = 2 * 1024;

// Times are in milliseconds. `mostTime` is how long a batch of middle-sized or of large inputs may take.
const mostTime = { middle: 30, large: 100 };
export const thorough = { rounds: 15, batch: 6, warmUp: 30, mostTime };
export const quick = { rounds: 15, batch: 2, warmUp: 12, mostTime };

// A participant this many times slower than the fastest that `counts` is no candidate: a few
// rounds tell.
const HOPELESS = 8;
const HOPELESS_ROUNDS = 2;

// In bytes: a batch of inputs that are not small has calls with this much input, unless they take
// longer than `mostTime`. So the batch contains the collections of the garbage that its calls leave.
const LEAST_BYTES = 128 * 1024 * 1024;
const LEAST_CALLS = 2;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

let runners = 0;

/**
 * A loop of a participant's own, compiled from its own source: were it shared, its call site
 * would see every participant, and none could be inlined. The result is kept, and its first item
 * read, which flattens a string that is a rope: making it later would be paid by nobody. The sum stays a small
 * integer: were it to become another number in the middle of a batch, V8 would drop the loop's code.
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

// In milliseconds since some moment. What other programs do meanwhile is in the first, not in the
// second.
const wallClock = () => performance.now();
const processorClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let now = wallClock;

/**
 * From now on, measures the time of this process on all processors, not that of the clock on the
 * wall.
 */
export function measureProcessorTime() {
  now = processorClock;
}

function timeBatch(runner, times) {
  const start = now();
  runner(times);
  return now() - start;
}

/** The fastest so far of the entries that count; 0 before the first round. */
function fastestOf(entries) {
  return Math.min(...entries.filter(({ counts }) => counts).map(({ figures }) => figures[0] ?? 0));
}

/** The same entries in any order. */
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
 * How many calls make a batch; runs until warm. Goes by the fastest of three, since an
 * interruption would make batches so short that they measure the clock and cold caches.
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
 * Measures participants { name, counts, call } on `inputs`, or on their own where they have any:
 * { name: { median, best, rounds } }, in milliseconds a call. `kind` says what a call returns:
 * 'string', 'bytes' or 'count'; `bytes` how long an input is.
 */
export function measure(participants, inputs, { kind, bytes }, settings) {
  const isLarge = bytes >= LARGE;
  collectGarbage();
  const entries = participants.map(({ name, counts, call, inputs: own }) => {
    const runner = makeRunner(call, own ?? inputs, kind, isLarge);
    const times = calibrate(runner, settings, bytes);
    return { name, counts, runner, times, figures: [] };
  });
  for (let round = 0; round < settings.rounds; round++) {
    const fastest = fastestOf(entries);
    for (const entry of shuffled(entries)) {
      const { runner, times, figures } = entry;
      if (isHopeless(entry, fastest)) continue;
      if (bytes >= MIDDLE) collectGarbage();
      figures.push(timeBatch(runner, times) / times);
    }
  }
  return resultsOf(entries);
}

/** The same for participants whose calls return promises, on one large input. */
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
    entry.times = callsFor(1, await entry.batch(1), settings, bytes);
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
