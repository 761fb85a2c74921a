'use strict';

// Runs the command again and again in one process, so that Node starts only once. A test waits for a run without a turn of its event loop,
// so a thread of the test's process starts the process that runs the command. runAgain() in command.mjs starts the thread.

const { fork } = require('node:child_process');
const { closeSync, openSync } = require('node:fs');
const { isMainThread, parentPort, workerData: answer } = require('node:worker_threads');

/** In the thread: passes on each run. `answer` gets the exit status at 1, whether the process has ended at 2, and then 1 at 0. */
function passOn() {
  let child;
  const say = (status, hasEnded) => {
    answer.set([status, hasEnded], 1);
    Atomics.store(answer, 0, 1);
    Atomics.notify(answer, 0);
  };
  parentPort.on('message', (run) => {
    if (run !== null) return child.send(run);
    child = fork(__filename, { execArgv: [], stdio: 'ignore' });
    child.on('message', (status) => say(status, 0));
    child.on('exit', (status) => say(status ?? -1, 1));
  });
}

/** In the process: runs the command with files as its standard streams. A file that is opened gets the lowest number that is free. */
function run() {
  const { main } = require('../../../lib/cli/main.js');
  const open = (descriptor, path, flags) => {
    closeSync(descriptor);
    openSync(path, flags);
  };
  process.on('message', async ({ args, cwd, umask, streams }) => {
    for (const [descriptor, path] of streams.entries()) {
      open(descriptor, path, descriptor === 0 ? 'r' : 'w');
    }
    process.umask(umask);
    process.chdir(cwd);
    const status = await main(args);
    // Nothing keeps the input or the folder in use.
    open(0, '/dev/null', 'r');
    process.chdir('/');
    process.send(status);
  });
  process.send(0);
}

if (isMainThread) run();
else passOn();
