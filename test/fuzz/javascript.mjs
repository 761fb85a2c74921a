// Runs one driver of test/fuzz/drivers for some seconds. `npm run test:fuzz` starts it, once for each driver.
// Usage: node test/fuzz/javascript.mjs NAME SECONDS [SEED]
//
// A driver is a list of properties { name, arbitrary, run, runs }. `run(product, input, world)` uses the product, and its outcome,
// a result or an error, must be the same with both backends. What must be true of each backend alone it checks with node:assert.
// A batch is `runs` inputs that one seed gives. The seeds of batches that reached code of lib/ which no earlier batch had reached are
// the corpus: it is run first, and the new one is printed with the numbers, as JSON in the last line.

import { deepEqual } from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import fc from 'fast-check';
import { outcomeOf } from './outcome.mjs';
import { products } from './products.mjs';
import { build, World } from './world.mjs';

const [name, seconds, first = String(Date.now() % 0x7fffffff)] = process.argv.slice(2);
const { default: properties } = await import(`./drivers/${name}.mjs`);

const corpusFile = new URL(`corpora/${name}.txt`, import.meta.url);
const nowFile = new URL(`../../build/fuzz/${name}.now`, import.meta.url);
/** The seeds that are kept, and the property of each: a seed, a blank and a name on each line. */
const kept = existsSync(corpusFile)
  ? Array.from(
      readFileSync(corpusFile, 'utf8').matchAll(/^(\d+) (.+)$/gm),
      ([, seed, property]) => [property, Number(seed)],
    )
  : [];

/** A failed input is made smaller for at most this time. */
const MAX_BATCH_MS = 20_000;

const session = new Session();
session.connect();

/** Calls a method of the inspector of this process, which answers before the call returns. */
function inspect(method, parameters = undefined) {
  let result;
  session.post(method, parameters, (error, answer) => {
    if (error) throw new Error(error.message);
    result = answer;
  });
  return result;
}

inspect('Profiler.enable');
inspect('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
/** For each module of lib/ which of its characters have run: 1 for each of them. */
const covered = new Map();

/**
 * Returns how many characters of lib/ have run for the first time since the last call. How the engine divides code into ranges depends
 * on the counts, so ranges cannot be compared.
 */
function newCode() {
  let added = 0;
  for (const { url, functions } of inspect('Profiler.takePreciseCoverage').result) {
    const at = url.lastIndexOf('/lib/');
    if (at === -1 || url.includes('node_modules')) continue;
    const length = Math.max(...functions.map(({ ranges }) => ranges[0].endOffset));
    const own = covered.get(url) ?? new Uint8Array(length);
    const now = new Uint8Array(own.length);
    // A range within another one comes behind it.
    for (const { ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges)
        now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    }
    for (let character = 0; character < own.length; character++) {
      if (now[character] > own[character]) {
        own[character] = 1;
        added += 1;
      }
    }
    covered.set(url, own);
  }
  edges += added;
  return added;
}

let executions = 0;
let edges = 0;

/** Runs an input of a property with every backend, and compares the outcomes. */
async function check({ run }, input) {
  executions += 1;
  const outcomes = [];
  for (const product of products) {
    const world = new World(product);
    const outcome = await outcomeOf(() => run(product, build(input, world), world));
    world.check();
    outcomes.push({ ...outcome, log: world.log });
  }
  for (const outcome of outcomes.slice(1)) deepEqual(outcome, outcomes[0]);
}

/** Runs a batch of inputs. Returns the report of a failure, or null. */
async function batch(property, seed) {
  writeFileSync(nowFile, `${property.name}, seed ${seed}`);
  const checked = fc.asyncProperty(property.arbitrary, (input) => check(property, input));
  const { runs = 100 } = property;
  const limits = { interruptAfterTimeLimit: MAX_BATCH_MS };
  const details = await fc.check(checked, { seed, numRuns: runs, ...limits });
  if (!details.failed) return null;
  return `${fc.defaultReportMessage(details)}\n${String(details.errorInstance?.stack).slice(0, 3000)}`;
}

const failures = [];
const corpus = [];
let lastNew = 0;
const failed = new Set();

/** Runs a batch, unless the property has failed already; keeps its seed if it reached something new. */
async function tryBatch(property, seed) {
  if (failed.has(property)) return;
  const report = await batch(property, seed);
  if (report !== null) {
    failed.add(property);
    failures.push(`${name}, ${property.name}, seed ${seed}:\n${report}`);
  }
  if (newCode() > 0) {
    corpus.push([property.name, seed]);
    lastNew = executions;
  }
}

const end = performance.now() + Number(seconds) * 1000;
for (const [property, seed] of kept) {
  const found = properties.find((each) => each.name === property);
  if (found !== undefined) await tryBatch(found, seed);
}
for (let seed = Number(first); performance.now() < end && failed.size < properties.length; seed++) {
  for (const property of properties) {
    if (performance.now() >= end) break;
    await tryBatch(property, seed);
  }
}
for (const failure of failures) console.log(failure);
console.log(JSON.stringify({ executions, edges, lastNew, corpus, failures: failures.length }));
process.exitCode = failures.length === 0 ? 0 : 1;
