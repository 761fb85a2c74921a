'use strict';

// Shared by the ways to work on files: the files, the conversion, the reports and messages, and the exit status.

const { withoutControls } = require('../base/errors.js');
const { outputError, status } = require('./errors.js');
const { FileError, fileError } = require('../files/errors.js');
const { entriesOf } = require('./file-names.js');
const { CHUNK_BYTES, chunksOf, withInput } = require('./input.js');
const { writeAll } = require('../files/transfer.js');
const { jsonNameOf, nameOf } = require('../files/paths.js');

// Tells the user: messages, reports as JSON, and progress on a terminal.

// In UTF-16 code units: the lines of a report are written when they are as long as this together.
const MAX_WAITING_UNITS = 32 * 1024;

// In milliseconds: the time between two lines of progress, and before the first.
const PROGRESS_PAUSE_MS = 200;

const DEFAULT_COLUMNS = 80;
const MEGABYTE = 1e6;

/** Writes to standard error. Nobody can be told when that fails. */
function writeError(text) {
  try {
    writeAll(2, Buffer.from(text));
  } catch {
    // Standard error is closed.
  }
}

/** A value as JSON on one line, without characters that a terminal obeys. */
const toLine = (value) => `${withoutControls(JSON.stringify(value))}\n`;

/**
 * Writes messages, the lines of reports, and on a terminal a line that shows how far the command is. That line replaces itself, and is
 * removed before anything else is printed.
 */
class Report {
  #write;
  #lines = '';
  #next = Infinity; // when the line of progress may be shown again
  #isShown = false;
  #files = 0;
  #bytes = 0;

  /** `hasOutput` says that standard output is for converted bytes, so that reports go to standard error and no progress is shown. */
  constructor({ silent, quiet }, hasOutput) {
    this.#write = hasOutput ? writeError : writeOutput;
    const mayShowProgress = !hasOutput && !silent && !quiet && process.env.TERM !== 'dumb';
    const showsProgress = mayShowProgress && require('node:tty').isatty(2);
    if (showsProgress) this.#next = Date.now() + PROGRESS_PAUSE_MS;
  }

  /** Counts bytes that were read from a file. */
  read(path, bytes) {
    this.#bytes += bytes;
    if (Date.now() < this.#next) return;
    const megabytes = (this.#bytes / MEGABYTE).toFixed(1);
    const line = `${this.#files} files, ${megabytes} MB: ${nameOf(path)}`;
    const columns = process.stderr.columns || DEFAULT_COLUMNS;
    writeError(`\r${line.slice(0, columns - 1)}\x1b[K`);
    this.#isShown = true;
    this.#next = Date.now() + PROGRESS_PAUSE_MS;
  }

  /** Counts a file, and writes what waits. */
  done() {
    this.#files += 1;
    this.flush();
  }

  /** Adds lines to the report. They may wait until others follow. */
  add(lines) {
    this.#lines += lines;
    if (this.#lines.length >= MAX_WAITING_UNITS) this.flush();
  }

  /** Writes what waits. Throws CommandError. */
  flush() {
    const text = this.#lines;
    if (text === '') return;
    this.#lines = '';
    this.end();
    this.#write(text);
  }

  /** Removes the line of progress. */
  end() {
    if (this.#isShown) writeError('\r\x1b[K');
    this.#isShown = false;
  }

  /** Prints a message. */
  say(message) {
    this.flush();
    this.end();
    writeError(`whatwg-transcoder: ${message}\n`);
  }
}

/** Writes a text or bytes to standard output; throws CommandError. */
function writeOutput(output) {
  try {
    writeAll(1, typeof output === 'string' ? Buffer.from(output) : output);
  } catch (error) {
    throw outputError('standard output', error);
  }
}

/** Says for people what has become of the files. */
function summaryOf({ action, command }, counts) {
  const files = (count) => `${count} ${count === 1 ? 'file' : 'files'}`;
  const { restored, skipped, unchanged = 0, invalid = 0, uncertain = 0, failed } = counts;
  if (action === 'detect') {
    const { detected, unsure, unknown } = counts;
    return `${files(detected)} reliable, ${unsure} not sure, ${unknown} unknown, ${failed} wrong`;
  }
  // Only with -f auto there are files that are not certain.
  const rest = `${uncertain > 0 ? `, ${uncertain} not certain` : ''}, ${invalid + failed} wrong`;
  if (action === 'check') return `${files(counts.valid)} right${rest}`;
  let done = `${files(counts.converted)} ${command ? 'changed' : 'converted'}`;
  if (restored !== undefined) done = `${files(restored)} put back`;
  return `${done}, ${unchanged + skipped} left alone${rest}`;
}

/** What is counted of the files, by their `status`. */
function newCounts({ action, isRestoring }) {
  if (isRestoring) return { restored: 0, skipped: 0, failed: 0 };
  if (action === 'detect') return { detected: 0, unsure: 0, unknown: 0, failed: 0 };
  const checked = { valid: 0, invalid: 0, uncertain: 0, failed: 0 };
  return { converted: 0, unchanged: 0, skipped: 0, ...checked };
}

/** The work of the command: its settings, its files, and what has gone wrong so far. */
class Work {
  #isPrinted;
  #hasFailed = false;
  #hasNoted = false;
  #counts;

  constructor(settings) {
    const { action, output } = settings;
    this.settings = settings;
    this.#isPrinted = action === 'print' || action === 'edit';
    this.#counts = newCounts(settings);
    this.report = new Report(settings, this.#isPrinted && output === '-');
  }

  get exitStatus() {
    return this.#hasFailed ? status.failed : status.done;
  }

  /** The files that the settings name, as entriesOf() has them. Errors are reported. */
  entries(tree = null) {
    return entriesOf(this, tree);
  }

  /** Calls `use(work, path, descriptor)` for each of these files while it is open. Errors are reported. */
  async each(use) {
    for (const entry of this.entries()) {
      try {
        await withInput(entry, (descriptor) => use(this, entry.path, descriptor));
      } catch (error) {
        this.fail(entry.path, error);
      }
    }
  }

  /**
   * Passes an open file, or standard input, through a conversion. `pause` is awaited between the chunks of a long
   * file. Returns how many bytes were read and written, and what the conversion has counted.
   */
  async convert(path, descriptor, conversion, write, pause = () => {}) {
    let read = 0;
    let written = 0;
    const count = (bytes) => {
      written += bytes.length;
      write(bytes);
    };
    for (const bytes of chunksOf(descriptor)) {
      read += bytes.length;
      conversion.convert(bytes, false, count);
      this.report.read(path, bytes.length);
      if (bytes.length === CHUNK_BYTES) await pause();
    }
    conversion.end(count);
    return { read, written, ...conversion.counts };
  }

  /** Reports a problem that --check has found. */
  problem(path, problem) {
    const { line, column, offset, reason } = problem;
    const place = `${nameOf(path)}:${line}:${column}: at byte ${offset}`;
    this.report.add(
      this.settings.json
        ? toLine({ type: 'problem', ...jsonNameOf(path), ...problem })
        : `${place}: ${reason}\n`,
    );
  }

  /** Reports an error of one file or of the system; throws any other. */
  fail(path, given) {
    const error = given.syscall === undefined ? given : fileError('reach the file', given);
    if (!(error instanceof FileError)) throw error;
    const { json, silent } = this.settings;
    const { code, message, detection, ...place } = error;
    const { offset } = place;
    const status = detection === undefined ? 'failed' : 'uncertain';
    this.#hasFailed = true;
    this.#counts[status] += 1;
    if (json) this.#addFile(path, { status, error: { code, message, ...place } });
    else if (offset === undefined) this.report.say(`${nameOf(path)}: ${message}`);
    else if (!silent) this.report.say(`${nameOf(path)}: at byte ${offset}: ${message}`);
  }

  /** Says at the end what has become of the files. */
  end() {
    const { json, silent, quiet, files, isRecursive, list } = this.settings;
    const isOne = files.length === 1 && !isRecursive && list === undefined;
    const isSilent = quiet || silent || isOne || this.#isPrinted;
    if (json && !quiet) this.report.add(toLine({ type: 'summary', ...this.#counts }));
    else if (!json && !isSilent) this.report.say(summaryOf(this.settings, this.#counts));
    this.report.flush();
  }

  /**
   * Reports what was done with a file. Problems that were found and text that was omitted make the command fail, as POSIX
   * says of iconv.
   */
  done(path, result) {
    const { from, to, json, silent, quiet } = this.settings;
    const { hasC1 = false, ...shown } = result;
    const { omitted = 0, problems = 0, otherNames = 0 } = result;
    const notes = result.note === undefined ? [] : [result.note];
    this.#counts[result.status] += 1;
    if (omitted > 0 || problems > 0 || result.status === 'unknown') this.#hasFailed = true;
    if (hasC1 && result.status === 'converted' && !this.#hasNoted) {
      this.#hasNoted = true;
      notes.push(
        'bytes 80 to 9F were written: to the Encoding Standard this name means windows-1252, which has letters and signs there, ' +
          'where ISO-8859-1 has control characters',
      );
    }
    if (notes.length > 0) shown.note = notes.join('; ');
    if (omitted > 0 && !silent) {
      const what = omitted === 1 ? 'sequence or character' : 'sequences or characters';
      notes.push(`omitted ${omitted} malformed ${what} that ${to} does not contain`);
    }
    if (otherNames > 0) {
      const many = `${otherNames} other names (hard links) keep`;
      const keeping = otherNames === 1 ? 'other name (a hard link) keeps' : many;
      notes.push(`its ${keeping} the old file`);
    }
    if (json) this.#addFile(path, { from, to, ...shown });
    else if (!quiet) for (const note of notes) this.report.say(`${nameOf(path)}: ${note}`);
    this.report.done();
  }

  // Adds the object of a file to a report as JSON.
  #addFile(path, result) {
    this.report.add(toLine({ type: 'file', ...jsonNameOf(path), ...result }));
    this.report.flush();
  }
}

module.exports = { Work, toLine, writeError, writeOutput };
