'use strict';

// Lets the command clean up when a signal asks it to end.

const { constants } = require('node:os');
const { setImmediate: nextTurn } = require('node:timers/promises');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends the process by a signal, as if the process had not waited. */
async function endBy(signal) {
  process.kill(process.pid, signal);
  // The signal arrives in a moment. Where it does not end the process, the exit status says what it would have said.
  await new Promise(() => setTimeout(() => process.exit(128 + constants.signals[signal]), 1000));
}

/**
 * Converts files one after the other, until a signal or a full disk ends that. `convert(entry, pause)` returns what is reported of a
 * file; `pause` is to be awaited between the chunks of a long file. `leftAlone` says what becomes of the files behind a full disk.
 */
async function convertEach(work, entries, convert, leftAlone) {
  let signal; // the first that asks the process to end
  const remember = (name) => {
    signal ??= name;
  };
  // Gives the runtime a turn, in which it notices signals; throws if there was one.
  const pause = async () => {
    await nextTurn();
    if (signal !== undefined) throw new Error(signal);
  };
  let isListening = false;
  try {
    for (const entry of entries) {
      // While names are awaited, a signal ends the process at once.
      if (!isListening) for (const name of signals) process.on(name, remember);
      isListening = true;
      await pause();
      try {
        work.done(entry.path, await convert(entry, pause));
      } catch (error) {
        work.fail(entry.path, error);
        if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
          work.report.say(`the disk is full; the files that follow are ${leftAlone}`);
          break;
        }
      }
    }
  } finally {
    work.report.end();
    // A signal may have come behind the last pause, as while the last file was edited.
    await nextTurn();
    for (const name of signals) process.off(name, remember);
    if (signal !== undefined) await endBy(signal);
  }
}

module.exports = { convertEach };
