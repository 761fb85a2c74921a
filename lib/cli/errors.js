'use strict';

// The errors that end the command or the work on one file, and the words in which the command reports them.

const { systemMessage } = require('../files/errors.js');

/** The exit status of the command. */
const status = {
  done: 0,
  /** A file could not be read or written, was malformed, or lost text. */
  failed: 1,
  /** The command line is wrong: EX_USAGE, as iconv of glibc has it. */
  usage: 64,
  /** Nobody reads the output any more: 128 and the number of SIGPIPE, as a shell shows it. */
  brokenPipe: 141,
};

/** An error that ends the command with a message. Its status is `usage` unless the caller gives another one. */
class CommandError extends Error {
  constructor(message, exitStatus = status.usage) {
    super(message);
    this.exitStatus = exitStatus;
  }
}

/** The output of the command cannot be written, so that the command ends. */
const outputError = (name, cause) =>
  new CommandError(
    `cannot write ${name}: ${systemMessage(cause)}`,
    cause.code === 'EPIPE' ? status.brokenPipe : status.failed,
  );

module.exports = { CommandError, outputError, status };
