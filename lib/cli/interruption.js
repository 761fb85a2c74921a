'use strict';

// Lets the command clean up when a signal asks it to end.

const { constants } = require('node:os');
const { setImmediate: nextTurn } = require('node:timers/promises');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Thrown where the work can stop. */
class Interrupted extends Error {}

/** Remembers the first signal that asks the process to end, while it listens. */
class Interruption {
  #signal = null;
  #isListening = false;
  #listener = (signal) => {
    this.#signal ??= signal;
  };

  /** From now on a signal does not end the process. */
  listen() {
    if (this.#isListening) return;
    this.#isListening = true;
    for (const signal of signals) process.on(signal, this.#listener);
  }

  /** Gives the runtime a turn, in which it notices signals; throws if there was one. */
  async look() {
    await nextTurn();
    if (this.#signal !== null) throw new Interrupted();
  }

  /** From now on a signal ends the process. If there was one, it ends the process now, as if the process had not waited. */
  async rest() {
    if (!this.#isListening) return;
    this.#isListening = false;
    for (const signal of signals) process.off(signal, this.#listener);
    if (this.#signal === null) return;
    process.kill(process.pid, this.#signal);
    // The signal arrives in a moment. Where it does not end the process, the exit status says what it would have said.
    const number = constants.signals[this.#signal];
    await new Promise(() => setTimeout(() => process.exit(128 + number), 1000));
  }
}

/**
 * Converts files one after the other, until a signal or a full disk ends that. `convert(entry, pause)` returns what is reported of a
 * file; `pause` is to be awaited between the chunks of a long file. `leftAlone` says what becomes of the files behind a full disk.
 */
async function convertEach(work, entries, convert, leftAlone) {
  const interruption = new Interruption();
  try {
    for (const entry of entries) {
      interruption.listen();
      await interruption.look();
      try {
        work.done(entry.path, await convert(entry, () => interruption.look()));
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
    await interruption.rest();
  }
}

module.exports = { convertEach };
