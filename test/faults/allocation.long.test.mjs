// Where there is no memory for a buffer that lib/ makes, or for the WebAssembly module: each of them is missing once.

import { equal, match } from 'node:assert/strict';
import { createRequire } from 'node:module';
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
      take();
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

/** Runs a step while the buffer of this number cannot be made. */
function withoutBuffer(number, step) {
  let count = 0;
  const take = () => {
    count += 1;
    if (count === number) throw new RangeError('Array buffer allocation failed');
  };
  try {
    return { result: whileTaking(take, step), isMissing: count >= number };
  } catch (error) {
    return { error, isMissing: count >= number };
  }
}

describe('where there is no memory for a buffer of lib/', () => {
  for (const { title, steps } of scenariosOf(require)) {
    it(`nothing changes but that the call throws: ${title}`, () => {
      checkFaults(steps, withoutBuffer);
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
        const { error, isMissing } = withoutBuffer(number, () => require(name));
        isOver = !isMissing;
        if (error !== undefined) match(`${error} ${error.cause}`, /Array buffer allocation failed/);
        equal(outcomeOf(call), expected, `after fault ${number}`);
      }
    });
  }
});
