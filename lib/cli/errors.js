'use strict';

// The errors that end the command or the work on one file, and the words in which the command reports them.

const { getSystemErrorMap } = require('node:util');

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

/** An error of one file, with the offset in bytes where that is known. Its message does not name the file. */
class FileError extends Error {
  /** `code` is in capital letters, as the codes of errors in Node are. */
  constructor(code, message, properties = undefined) {
    super(message);
    this.code = code;
    Object.assign(this, properties);
  }
}

/** The output of the command cannot be written, so that the command ends. */
class OutputError extends Error {
  constructor(name, cause) {
    super(`cannot write ${name}: ${systemMessage(cause)}`);
    this.isBrokenPipe = cause.code === 'EPIPE';
  }
}

/** The message of the operating system for an error, such as `no such file or directory`. */
function systemMessage(error) {
  const entry = error.errno === undefined ? undefined : getSystemErrorMap().get(error.errno);
  return entry?.[1] ?? error.message;
}

/** Makes an error of one file of an error that a function of node:fs has thrown. */
const fileError = (action, error) =>
  new FileError(error.code ?? 'ERR_SYSTEM', `cannot ${action}: ${systemMessage(error)}`);

/** Calls a function of node:fs; what it throws becomes an error of one file. */
function attempt(action, call) {
  try {
    return call();
  } catch (error) {
    throw fileError(action, error);
  }
}

module.exports = { CommandError, FileError, OutputError, attempt, fileError, status };
