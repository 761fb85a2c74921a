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

/**
 * Runs a case while something is done before the call to the system with the number `at`. `program` is what runCases() takes. Returns
 * what the command has printed, its status or the error that it has thrown, its `calls`, the one before which something was `acted`,
 * and what `look` returns.
 */
async function run(program, one, at) {
  const start = program.prepare(one);
  const calls = [];
  let printed = '';
  let acted = null;
  let hasBegun = false;
  watch.before = (name, args) => {
    if (name === 'writeSync' && args[0] <= 2) {
      printed += Buffer.from(args[1]).toString('latin1');
      return;
    }
    if (hasBegun && calls.push(name) - 1 === at) {
      acted = name;
      unwatched(() => program.act(one));
    }
    hasBegun ||= program.begins(name, args, one);
    if (one.noLinks && name === 'linkSync') {
      throw Object.assign(new Error('no links'), { code: 'EPERM' });
    }
  };
  const ended = { status: null, thrown: null };
  try {
    ended.status = await main(program.argsOf(one));
  } catch (error) {
    ended.thrown = String(error.stack);
  } finally {
    watch.before = null;
  }
  return { ...ended, printed, calls, acted, ...program.look(start) };
}

/**
 * Runs each case undisturbed, and then once for each call to the system that this run has made. Gives all results of each case. A program
 * makes files with `prepare(one)`, whose result `look` gets; `argsOf(one)` are the arguments of the command; the calls behind the
 * one for which `begins(name, args, one)` is true count; and `act(one)` is what is done before a call. With `noLinks` in a case, link() fails as on a
 * file system without hard links.
 */
async function runCases(program) {
  const cases = JSON.parse(real.readFileSync(0, 'utf8'));
  // The first run also loads modules.
  await run(program, cases[0], -1);
  const results = [];
  for (const one of cases) {
    const all = [await run(program, one, -1)];
    for (const at of all[0].calls.keys()) all.push(await run(program, one, at));
    results.push(all);
  }
  real.writeFileSync(3, JSON.stringify(results));
}

module.exports = { real, runCases };
