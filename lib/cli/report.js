'use strict';

// What the command tells its user: messages, reports as JSON, and progress on a terminal.

const { isatty } = require('node:tty');
const { writeAll } = require('./bytes-io.js');
const { OutputError } = require('./errors.js');
const { jsonNameOf, nameOf } = require('./paths.js');

// In UTF-16 code units: the lines of a report are written when they are as long as this together.
const MAX_WAITING_UNITS = 32 * 1024;

// In milliseconds: the time between two lines of progress, and before the first.
const PROGRESS_PAUSE = 200;

const DEFAULT_COLUMNS = 80;
const MEGABYTE = 1e6;

/** A line that shows how far the command is. It replaces itself, and is removed before anything else is printed. */
class Progress {
  #isShown = false;
  #next = Date.now() + PROGRESS_PAUSE;
  #files = 0;
  #bytes = 0;

  /** Counts bytes that were read from a file. */
  read(path, bytes) {
    this.#bytes += bytes;
    if (Date.now() >= this.#next) this.#show(path);
  }

  /** Counts a file. */
  done() {
    this.#files += 1;
  }

  clear() {
    if (!this.#isShown) return;
    this.#isShown = false;
    writeError('\r\x1b[K');
  }

  #show(path) {
    const megabytes = (this.#bytes / MEGABYTE).toFixed(1);
    const line = `${this.#files} files, ${megabytes} MB: ${nameOf(path)}`;
    const columns = process.stderr.columns || DEFAULT_COLUMNS;
    writeError(`\r${line.slice(0, columns - 1)}\x1b[K`);
    this.#isShown = true;
    this.#next = Date.now() + PROGRESS_PAUSE;
  }
}

/** Writes to standard error. Nobody can be told when that fails. */
function writeError(text) {
  try {
    writeAll(2, Buffer.from(text));
  } catch {
    // Standard error is closed.
  }
}

/** Writes messages and reports. */
class Report {
  #json;
  #silent;
  #quiet;
  #descriptor;
  #progress;
  #lines = '';

  /**
   * `json`, `silent` and `quiet` are the options. `hasOutput` says that standard output is for converted bytes, so that reports go
   * to standard error and no progress is shown.
   */
  constructor({ json, silent, quiet, hasOutput }) {
    this.#json = json;
    this.#silent = silent;
    this.#quiet = quiet;
    this.#descriptor = hasOutput ? 2 : 1;
    const showsProgress =
      !hasOutput && !silent && !quiet && isatty(2) && process.env.TERM !== 'dumb';
    this.#progress = showsProgress ? new Progress() : undefined;
  }

  /** Counts bytes of a file for the line of progress. */
  read(path, bytes) {
    this.#progress?.read(path, bytes);
  }

  /** Reports a problem that --check has found. */
  problem(path, problem) {
    this.#lines += this.#json
      ? `${JSON.stringify({ type: 'problem', ...jsonNameOf(path), ...problem })}\n`
      : `${nameOf(path)}: at byte ${problem.offset}: ${problem.reason}\n`;
    if (this.#lines.length >= MAX_WAITING_UNITS) this.flush();
  }

  /** Reports an error of one file. */
  error(path, { code, message, offset, length, codePoint }) {
    if (this.#json) {
      const error = { code, message, offset, length, codePoint };
      this.#object({ type: 'file', ...jsonNameOf(path), status: 'failed', error });
      return;
    }
    const isOfText = offset !== undefined;
    if (isOfText && this.#silent) return;
    this.#message(`${nameOf(path)}: ${isOfText ? `at byte ${offset}: ` : ''}${message}`);
  }

  /** Says something about a file that was converted. `isOfText` says that it is about malformed or unencodable input. */
  note(path, message, isOfText) {
    if (this.#json || this.#quiet || (isOfText && this.#silent)) return;
    this.#message(`${nameOf(path)}: ${message}`);
  }

  /** Says at the end what has become of the files: `counts` for JSON, and `message`, if there is one, for people. */
  summary(counts, message) {
    if (this.#quiet) return;
    if (this.#json) this.#object({ type: 'summary', ...counts });
    else if (message !== null && !this.#silent) this.#message(message);
  }

  /** Reports what was done with a file, for which only JSON has a line. */
  done(path, result) {
    this.#progress?.done();
    if (this.#json) this.#object({ type: 'file', ...jsonNameOf(path), ...result });
    else this.flush();
  }

  /** Prints a message that is about no file. */
  say(message) {
    this.#message(message);
  }

  /** Writes what waits. Throws OutputError. */
  flush() {
    const text = this.#lines;
    if (text === '') return;
    this.#lines = '';
    this.#progress?.clear();
    if (this.#descriptor === 2) writeError(text);
    else writeOutput(text);
  }

  /** Removes the line of progress. */
  end() {
    this.#progress?.clear();
  }

  #object(value) {
    this.#lines += `${JSON.stringify(value)}\n`;
    this.flush();
  }

  #message(message) {
    this.flush();
    this.#progress?.clear();
    writeError(`whatwg-transcoder: ${message}\n`);
  }
}

/** Writes a text to standard output; throws OutputError. */
function writeOutput(text) {
  try {
    writeAll(1, Buffer.from(text));
  } catch (error) {
    throw new OutputError('standard output', error);
  }
}

module.exports = { Report, writeError, writeOutput };
