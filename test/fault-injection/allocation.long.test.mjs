// Where there is no memory for a buffer that lib/ makes, or for the WebAssembly module: each of them is missing once.

import { deepEqual, equal, match } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkFaults, outcomeOf } from './faults.mjs';

const require = createRequire(import.meta.url);
const { entryPoints } = require('../lib/base/entry-point-calls.cjs');
const { scenariosOf } = require('./scenarios.cjs');

const constructors = [
  'ArrayBuffer',
  'DataView',
  'Float64Array',
  'Int32Array',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
];
const makers = ['alloc', 'allocUnsafe', 'allocUnsafeSlow', 'concat', 'from'];
const ofWebAssembly = ['Module', 'Instance'];

/** Runs a function while `take()` is called, and may throw, before each buffer that is made. */
function whileTaking(take, run) {
  const originals = [
    ...constructors.map((name) => [globalThis, name]),
    ...ofWebAssembly.map((name) => [WebAssembly, name]),
  ].map(([owner, name]) => [owner, name, owner[name]]);
  const functions = makers.map((name) => [name, Buffer[name]]);
  for (const [owner, name, Original] of originals) {
    const Replaced = new Proxy(Original, {
      construct(target, args, newTarget) {
        take();
        return Reflect.construct(target, args, newTarget === Replaced ? target : newTarget);
      },
    });
    owner[name] = Replaced;
  }
  for (const [name, make] of functions) {
    Buffer[name] = (...args) => {
      // A Buffer on memory that is there already takes none.
      take(typeof args[0] === 'object' ? undefined : `Buffer.${name}()`);
      return make.apply(Buffer, args);
    };
  }
  try {
    return run();
  } finally {
    for (const [owner, name, Original] of originals) owner[name] = Original;
    for (const [name, make] of functions) Buffer[name] = make;
  }
}

/** Runs a function while the buffer of this number cannot be made. `maker` is the function of Buffer that should have made it. */
function missing(number, run) {
  let count = 0;
  let maker;
  const take = (own) => {
    count += 1;
    if (count !== number) return;
    maker = own;
    throw new RangeError('Array buffer allocation failed');
  };
  try {
    return { result: whileTaking(take, run), isMissing: count >= number, maker };
  } catch (error) {
    return { error, isMissing: count >= number, maker };
  }
}

const libFolder = fileURLToPath(new URL('../../lib/', import.meta.url));

/** Errors without a code where a module of lib/ could not make a Buffer, as results are. */
const uncoded = [];

/** Runs a step while the buffer of this number cannot be made. */
function withoutBuffer(number, step) {
  const { maker, ...outcome } = missing(number, step);
  const { error } = outcome;
  if (maker !== undefined && error !== undefined && error.code === undefined) {
    // Behind the message are take() and the function of Buffer, and then the function that has called it.
    const [, , , caller] = error.stack.split('\n');
    if (caller.includes(libFolder)) uncoded.push(`${maker}: ${caller}`);
  }
  return outcome;
}

describe('where there is no memory for a buffer of lib/', () => {
  for (const { title, steps } of scenariosOf(require)) {
    it(`nothing changes but that the call throws: ${title}`, () => {
      checkFaults(steps, withoutBuffer);
      deepEqual(uncoded.splice(0), []);
    });
  }

  for (const [name, callsOf] of entryPoints) {
    it(`a later load succeeds: ${name}`, () => {
      const [title] = Object.keys(callsOf(require(name)));
      const call = () => callsOf(require(name))[title]();
      const expected = outcomeOf(call);
      for (let number = 1, isOver = false; !isOver; number++) {
        for (const path of Object.keys(require.cache)) {
          if (/[/\\]lib[/\\]|whatwg_transcoder/.test(path)) delete require.cache[path];
        }
        const { error, isMissing } = missing(number, () => require(name));
        isOver = !isMissing;
        if (error !== undefined) match(`${error} ${error.cause}`, /Array buffer allocation failed/);
        equal(outcomeOf(call), expected, `after fault ${number}`);
      }
    });
  }
});
