'use strict';

// The room files/ reaches files, and replaces them so that nothing is lost.
// May require base/.
//
// The errors of files.

const { getSystemErrorMap } = require('node:util');

/** An error of one file, with the offset in bytes where that is known. Its message does not name the file. */
class FileError extends Error {
  /** `code` is in capital letters, as the codes of errors in Node are. */
  constructor(code, message, properties = undefined) {
    super(message);
    this.code = code;
    Object.assign(this, properties);
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

// In bytes: the text of a longer file fits into no string, and Node reads no longer file at once.
const MAX_TEXT_BYTES = 2 ** 31 - 1;

/** Throws FileError for a file whose text is edited, if it has more bytes than that. */
function checkLength(bytes) {
  if (bytes <= MAX_TEXT_BYTES) return;
  throw new FileError('ERR_FS_FILE_TOO_LARGE', 'is too large to be edited: 2 GiB or more');
}

module.exports = { FileError, attempt, checkLength, fileError, systemMessage };
