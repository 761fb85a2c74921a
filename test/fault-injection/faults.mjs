// What the tests of faults share: scenarios are run while one thing that they need is missing.

import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { types } from 'node:util';

/** Returns text or bytes, or their hash where they are long. */
const shortForm = (text) =>
  text.length <= 200 ? text : createHash('sha256').update(text).digest('hex');

/** Returns a value as data that JSON can hold: with all properties, and the class of errors and of bytes. */
function plain(value) {
  if (typeof value === 'string') return shortForm(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength, byteOffset } = value;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    return `${value.constructor.name} ${byteLength} ${shortForm(bytes.toString('latin1'))}`;
  }
  if (Array.isArray(value)) return value.map(plain);
  const own = Object.entries(value).map(([name, each]) => [name, plain(each)]);
  if (!types.isNativeError(value)) return Object.fromEntries(own);
  const { name, message, cause } = value;
  return { error: name, message, cause: cause && plain(cause), ...Object.fromEntries(own) };
}

/** Returns what a function returns or throws as text. */
export function outcomeOf(run) {
  const [title, result] = settle(run);
  return `${title} ${JSON.stringify(plain(result))}`;
}

function settle(run) {
  try {
    const result = run();
    // A promise is compared as such. That it is rejected is no fault.
    if (types.isPromise(result)) result.catch(() => {});
    return ['returns', result];
  } catch (error) {
    return ['throws', error];
  }
}

const ofResources =
  /^throws .*(?:ERR_MEMORY_ALLOCATION_FAILED|ERR_SCRIPT_EXECUTION_TIMEOUT|Failed to allocate memory|Array buffer allocation failed|Maximum call stack size exceeded)/;

/** Whether an outcome is an error for lack of memory, of stack or of time. */
const isOfResources = (outcome) => ofResources.test(outcome);

const hasEnded = (outcome) => isOfResources(outcome) || /(?:_ENDED|_BUSY)"/.test(outcome);

/**
 * Runs a scenario once for each fault, as long as there is one more. `withFault(number, step)` runs a step while the thing of this
 * number, counted from 1 in each step, is missing. It returns { result, error, isMissing, mayBeDone }: `isMissing` tells whether there was
 * such a thing, and `mayBeDone` whether the step may have been made in full before it was cut off.
 *
 * A step that fails for this reason must have changed nothing: it is made again, and all results must be those of a run without faults.
 * With the option `mayEnd` the step may fail again instead, because the object has ended; it must then fail at each further call. A step that
 * may have been made in full may also give what the second of two such steps gives.
 */
export function checkFaults(steps, withFault, { mayEnd = false } = {}) {
  const expected = steps().map(outcomeOf);
  /** The outcome of a step that is made twice. */
  const ofSecond = (at) => {
    const made = steps();
    for (const step of made.slice(0, at + 1)) outcomeOf(step);
    return outcomeOf(made[at]);
  };
  for (const at of expected.keys()) {
    for (let number = 1, isOver = false; !isOver; number++) {
      for (const [i, step] of steps().entries()) {
        let outcome;
        if (i !== at) outcome = outcomeOf(step);
        else {
          const { result, error, isMissing, mayBeDone } = withFault(number, step);
          isOver = !isMissing;
          outcome = outcomeOf(() => {
            if (error !== undefined) throw error;
            return result;
          });
          if (isOfResources(outcome)) {
            // Where the function of a caller has failed, `output` is what comes before that, and the stream goes on behind it.
            if (outcome.includes('"output":')) break;
            outcome = outcomeOf(step);
            // A Detector whose end() has failed has ended, and has the result as a property.
            if (outcome.includes('ERR_DETECTOR_ENDED')) break;
            // An object that cannot go back to where it was does nothing any more, and says so.
            if (mayEnd && hasEnded(outcome)) {
              const again = outcomeOf(step);
              if (!hasEnded(again))
                throw new Error(`step ${i} works after its object has ended: ${again}`);
              break;
            }
            if (mayBeDone && outcome !== expected[i] && outcome === ofSecond(i)) break;
          }
        }
        equal(outcome, expected[i], `step ${i}, after fault ${number} in step ${at}`);
      }
    }
  }
}
