// Where a timeout of node:vm ends a call, which runs no `finally` and no `catch`: in a function or a getter of the caller, and anywhere.

import { equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { checkFaults, outcomeOf } from './faults.mjs';

const require = createRequire(import.meta.url);
const { caller, entryPoints } = require('../lib/base/entry-point-calls.cjs');
const { scenariosOf } = require('./scenarios.cjs');

const script = new Script('globalThis.callWithin()');

/** Calls a function for at most this many milliseconds. */
function within(timeout, run) {
  globalThis.callWithin = run;
  return script.runInThisContext({ timeout });
}

/** Which call of a function of the caller does not return. Beyond the first eight they stand further and further apart. */
const callOf = (number) => (number <= 8 ? number : Math.floor(8 * 1.7 ** (number - 8)));

/** In milliseconds: more than a step takes on this machine. */
let enough = 100;

/** How many calls of functions and getters have not returned. */
let endlessCalls = 0;

/** How often the time was too short in a step. */
let tooShort = 0;

/** Runs a step in which one call of a function or of a getter of the caller does not return. */
function withEndlessCall(number, step) {
  if (number === 1) tooShort = 0;
  const endless = callOf(number - tooShort);
  let calls = 0;
  caller.onCall = () => {
    calls += 1;
    if (calls === endless) for (;;);
  };
  try {
    return { result: within(enough, step), isMissing: false };
  } catch (error) {
    if (calls === endless) {
      endlessCalls += 1;
      return { error, isMissing: true };
    }
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { error, isMissing: false };
    // The machine is slow, so that the time was over before that call, or in a step that has no such call. The next fault is that call.
    enough *= 2;
    tooShort += 1;
    return { error, isMissing: true, mayBeDone: true };
  } finally {
    caller.onCall = () => {};
  }
}

/** How often a step is cut off somewhere, or just before or after it. */
const ROUNDS = 12;

/** Runs a step about when the time is over: it may be cut off anywhere, or end before that. */
function withLittleTime(number, step) {
  const begin = performance.now() + Math.random();
  const done = {};
  try {
    within(1, () => {
      while (performance.now() < begin);
      try {
        done.result = step();
      } catch (error) {
        done.error = error;
      }
      done.isOver = true;
      for (;;);
    });
  } catch (error) {
    if (!done.isOver) done.error = error;
  }
  return { ...done, isMissing: number < ROUNDS, mayBeDone: true };
}

/** The calls of all entry points that return no promise, with their outcomes. */
const calls = entryPoints.flatMap(([name, callsOf]) =>
  Object.entries(callsOf(require(name)))
    .filter(([title]) => !/Stream|Transform|File/.test(title))
    .map(([title, call]) => ({ title: `${name} ${title}`, call })),
);
for (const { title, steps } of scenariosOf(require)) {
  if (title.endsWith('many short results')) for (const call of steps()) calls.push({ title, call });
}
for (const each of calls) each.expected = outcomeOf(each.call);

/** Makes each call, and checks that its result is right. */
function checkAll() {
  for (const { title, call, expected } of calls) equal(outcomeOf(call), expected, title);
}

describe('a timeout of node:vm', () => {
  for (const { title, steps } of scenariosOf(require)) {
    if (!/function|getter|malformed|long/.test(title)) continue;
    it(`in a function of the caller changes nothing, or the object says that it has ended: ${title}`, () => {
      checkFaults(steps, withEndlessCall, { mayEnd: true });
      checkAll();
    });
  }

  it('has been in many functions and getters', () => {
    ok(endlessCalls > 220, `${endlessCalls}`);
  });

  for (const { title, steps } of scenariosOf(require)) {
    if (steps().length === 1) continue;
    it(`anywhere changes nothing or all, or the object says that it has ended: ${title}`, () => {
      checkFaults(steps, withLittleTime, { mayEnd: true });
    });
  }

  it('in the middle of any call changes no later call', () => {
    for (const { title, call, expected } of calls) {
      for (const milliseconds of [1, 1, 2, 2, 3, 4]) {
        const outcome = outcomeOf(() => {
          within(milliseconds, () => {
            for (;;) outcomeOf(call);
          });
        });
        equal(outcome.includes('ERR_SCRIPT_EXECUTION_TIMEOUT'), true);
        for (let i = 0; i < 3; i++) equal(outcomeOf(call), expected, title);
      }
    }
    checkAll();
  });
});
