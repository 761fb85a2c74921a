'use strict';

// Runs cases of the command in this process, in which a function sees each call to the system before it is made. A test starts a module
// that uses this one; it gives the cases as JSON on standard input, and gets the results as JSON on descriptor 3. The second
// argument is a path for the files of a case. The third is `noProc` for a system without names under /proc/self/fd.

const fs = require('node:fs');

/** The functions of node:fs themselves. */
const real = { ...fs };

/** `before` is called with the name and the arguments of each call. */
const watch = { before: null };

for (const [name, original] of Object.entries(real)) {
  if (typeof original !== 'function' || !name.endsWith('Sync')) continue;
  fs[name] = Object.assign((...args) => {
    if (name === 'statSync' && args[0] === '/proc/self/fd' && process.argv[3] === 'noProc') {
      throw Object.assign(new Error('hidden'), { code: 'ENOENT' });
    }
    watch.before?.(name, args);
    return original(...args);
  }, original);
}

const { main } = require('../../../lib/cli/main.js');

/** Does something that `before` is not told of. */
function unwatched(act) {
  const { before } = watch;
  watch.before = null;
  try {
    act();
  } finally {
    watch.before = before;
  }
}

/** Runs the command while `before` sees its calls; returns its status, and the error that it has thrown. */
async function runCommand(args, before) {
  watch.before = before;
  try {
    return { status: await main(args), thrown: null };
  } catch (error) {
    return { thrown: String(error.stack) };
  } finally {
    watch.before = null;
  }
}

/**
 * Runs each case undisturbed, and then once for each call to the system that this run has made: `at` is the number of the call. Gives all
 * results of each case.
 */
async function runCases(run) {
  const cases = JSON.parse(real.readFileSync(0, 'utf8'));
  // The first run also loads modules.
  await run({ ...cases[0], at: -1 });
  const results = [];
  for (const one of cases) {
    const all = [await run({ ...one, at: -1 })];
    for (const at of all[0].calls.keys()) all.push(await run({ ...one, at }));
    results.push(all);
  }
  real.writeFileSync(3, JSON.stringify(results));
}

module.exports = { real, runCases, runCommand, unwatched };
