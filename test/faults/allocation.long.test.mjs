// Where there is no memory for a buffer that lib/ makes: each of them is missing once.

import { createRequire } from 'node:module';
import { checkFaults } from './faults.mjs';

const require = createRequire(import.meta.url);
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

/** Runs a function while `take()` is called, and may throw, before each buffer that is made. */
function whileTaking(take, run) {
  const originals = constructors.map((name) => [name, globalThis[name]]);
  const functions = makers.map((name) => [name, Buffer[name]]);
  for (const [name, Original] of originals) {
    const Replaced = new Proxy(Original, {
      construct(target, args, newTarget) {
        take();
        return Reflect.construct(target, args, newTarget === Replaced ? target : newTarget);
      },
    });
    globalThis[name] = Replaced;
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
    for (const [name, Original] of originals) globalThis[name] = Original;
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
});
