'use strict';

// Counts the steps of the code in lib/, for tests of a separate process that loads this module first (`--require`). So a
// test can say that work grows in proportion to the input without measuring time. Afterwards stepsOf() and stepsTaken() are
// global functions.

const { Session } = require('node:inspector');
const { pathToFileURL } = require('node:url');
const { join } = require('node:path');

const lib = pathToFileURL(join(__dirname, '../../lib/')).href;
const session = new Session();
session.connect();

/** The result of a method of the inspector. The inspector of the own thread answers before post() returns. */
function post(method, parameters) {
  let answer;
  session.post(method, parameters, (error, result) => {
    if (error) throw new Error(`${method}: ${error.message}`);
    answer = result;
  });
  return answer;
}

// A function that is compiled later counts how often each of its blocks runs, and the bodies of its loops are such blocks.
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How often each block of the code in lib/ has run since the last call of this function, in one sum. */
const takeBlocks = () =>
  post('Profiler.takePreciseCoverage')
    .result.filter(({ url }) => url.startsWith(lib))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);

// How many elements the functions of the engine below have looked at or copied: for the inspector, a call is one step.
let elements = 0;

/** Puts a function in the place of a method, which calls it and adds what `cost` returns. */
function count(prototype, name, cost) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    const result = original.apply(this, args);
    elements += cost(this, args, result);
    return result;
  };
}

const search = ({ length }, [, from], found) =>
  Math.max(0, (found === -1 ? length : found) - (typeof from === 'number' ? from : 0));
const lengthOf = (_self, _args, { length }) => length;

for (const prototype of [Buffer.prototype, Uint8Array.prototype, String.prototype]) {
  for (const name of ['indexOf', 'includes']) {
    // includes() does not say where it has found something, so the whole length counts.
    count(prototype, name, name === 'indexOf' ? search : ({ length }) => length);
  }
}
for (const name of ['slice', 'toLowerCase']) count(String.prototype, name, lengthOf);
for (const name of ['latin1Slice', 'utf8Slice', 'ucs2Slice', 'toString']) {
  count(Buffer.prototype, name, lengthOf);
}
count(Uint8Array.prototype, 'slice', lengthOf);
count(Uint8Array.prototype, 'set', (_self, [source]) => source.length);

/** Returns how many steps the code in lib/ takes while `run` runs. */
globalThis.stepsOf = (run) => {
  takeBlocks();
  elements = 0;
  run();
  return takeBlocks() + elements;
};

/** Returns how many steps the code in lib/ has taken since the process began, or since the last call of stepsOf(). */
globalThis.stepsTaken = () => takeBlocks() + elements;
