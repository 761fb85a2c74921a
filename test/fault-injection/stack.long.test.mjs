// Where the stack is almost used up: each call is made with room for one frame of a small function, two, and so on until it succeeds.

import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { checkFaults } from './faults.mjs';

// In compiled code functions have frames of other sizes, which would change while the test runs.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-sparkplug');

const require = createRequire(import.meta.url);
const { scenariosOf } = require('./scenarios.cjs');

let depth = 0;

function fall() {
  depth += 1;
  fall();
}

/** Calls a function below this many frames. */
const below = (frames, run) => (frames === 0 ? run() : below(frames - 1, run));

const isOverflow = (error) => error instanceof RangeError && /call stack/.test(error.message);

/** Tells whether there is stack for this many frames of below(). */
function hasRoom(frames) {
  try {
    below(frames, () => {});
    return true;
  } catch {
    return false;
  }
}

/** Returns for how many frames of below() there is stack. */
function room() {
  depth = 0;
  try {
    fall();
  } catch {
    // The stack has overflowed.
  }
  let most = 2 * depth;
  for (let step = most; step >= 1; step = Math.floor(step / 2)) {
    while (most > 0 && !hasRoom(most)) most -= step;
    if (step > 1) most += step;
  }
  while (!hasRoom(most)) most -= 1;
  return most;
}

describe('where the stack is almost used up', () => {
  for (const { title, steps } of scenariosOf(require)) {
    it(`nothing changes but that the call throws: ${title}`, () => {
      const most = room();
      const withFault = (number, step) => {
        try {
          return { result: below(most - number, step), isMissing: false };
        } catch (error) {
          return { error, isMissing: isOverflow(error) };
        }
      };
      checkFaults(steps, withFault, { mayEnd: true });
    });
  }
});
