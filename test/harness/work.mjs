// Counts the work that the core is given, and the steps of the code in lib/.

import { equal, ok } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { evaluate } from './run-node.mjs';

const counter = fileURLToPath(new URL('count-steps.cjs', import.meta.url));

/**
 * Asserts that the work of a function grows in proportion to its input. `script` is run in a
 * separate process, and defines `run(part, length)`, which calls lib/ with `part` repeated up to
 * about `length` characters. The steps of lib/ are counted for a length and for eight times as
 * much: a function that looks at all of its input for each part takes about 64 times as many. The
 * limit is 16 times, because Node 26 has counted 9.8 times for a function that looks at each
 * character a fixed number of times.
 */
export function assertLinear(script, parts, length = 250_000) {
  const counts = evaluate(
    `${script}
    const rows = [];
    for (const part of ${JSON.stringify(parts)}) {
      run(part, 100);
      rows.push([${length}, ${8 * length}].map((length) => stepsOf(() => run(part, length))));
    }
    console.log(JSON.stringify(rows));`,
    '--require',
    counter,
  );
  equal(counts.length, parts.length);
  for (const [i, [one, eight]] of counts.entries()) {
    ok(one > 0 && eight <= 16 * one, `${parts[i]}: ${one} and ${eight} steps`);
  }
}

/**
 * Returns how many functions of `binding` are called while `run` runs, and how many code units and
 * bytes these calls get.
 */
export function workOf(binding, run) {
  const natives = Object.entries(binding).filter(([, value]) => typeof value === 'function');
  let calls = 0;
  let given = 0;
  for (const [name, native] of natives) {
    binding[name] = (...args) => {
      calls += 1;
      for (const arg of args) {
        if (typeof arg === 'string' || arg instanceof Uint8Array) given += arg.length;
      }
      return native(...args);
    };
  }
  try {
    run();
  } finally {
    Object.assign(binding, Object.fromEntries(natives));
  }
  return { calls, given };
}
