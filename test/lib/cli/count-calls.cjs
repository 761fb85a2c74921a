'use strict';

// Counts the calls that a process of the command makes, for tests that load this module first (`--require`). When the process
// ends, it writes the counts as JSON to descriptor 3, as countWork() in command.mjs describes them.

const fs = require('node:fs');
const { writeSync } = fs;

const work = { calls: 0, files: 0, given: 0, written: 0 };

for (const [name, original] of Object.entries(fs)) {
  if (typeof original !== 'function' || !name.endsWith('Sync')) continue;
  fs[name] = Object.assign((...args) => {
    work.files += 1;
    const result = original(...args);
    if (name === 'writeSync') work.written += result;
    return result;
  }, original);
}

const binding = require('../../../lib/backend/backend.js');
for (const [name, native] of Object.entries(binding)) {
  if (typeof native !== 'function') continue;
  binding[name] = (...args) => {
    work.calls += 1;
    for (const arg of args) {
      if (typeof arg === 'string' || arg instanceof Uint8Array) work.given += arg.length;
    }
    return native(...args);
  };
}
// What is counted up to here is the work of loading the core.
work.files = 0;

process.on('exit', () => {
  const kilobytes = process.resourceUsage().maxRSS;
  const steps = globalThis.stepsOf === undefined ? 0 : globalThis.stepsTaken();
  writeSync(3, JSON.stringify({ ...work, steps, kilobytes }));
});
