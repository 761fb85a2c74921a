'use strict';

// What the ways to work on files have in common: the files, the reports, and the exit status.

const { FileError, status } = require('./errors.js');
const { filesOf } = require('./file-names.js');

/** The work of the command: its settings, its files, and what has gone wrong so far. */
class Work {
  #hasFailed = false;
  #hasNoted = false;
  #counts = { converted: 0, unchanged: 0, skipped: 0, valid: 0, invalid: 0, failed: 0 };

  constructor(settings, report) {
    this.settings = settings;
    this.report = report;
  }

  get exitStatus() {
    return this.#hasFailed ? status.failed : status.done;
  }

  /** The files that the settings name. Errors are reported. */
  files() {
    return filesOf(this.settings, (path, error) => this.fail(path, error));
  }

  /** Reports an error of one file; throws any other. */
  fail(path, error) {
    if (!(error instanceof FileError)) throw error;
    this.#hasFailed = true;
    this.#counts.failed += 1;
    this.report.error(path, error);
  }

  /** Reports the end of the work. */
  end() {
    const { converted, unchanged, skipped, valid, invalid, failed } = this.#counts;
    const { action, files, isRecursive, list } = this.settings;
    const isOne = files.length === 1 && !isRecursive && list === undefined;
    const noun = converted === 1 ? 'file' : 'files';
    const message =
      action === 'check'
        ? `${valid} ${valid === 1 ? 'file' : 'files'} right, ${invalid + failed} wrong`
        : `${converted} ${noun} converted, ${unchanged + skipped} left alone, ${failed} wrong`;
    this.report.summary(this.#counts, isOne || action === 'print' ? null : message);
  }

  /**
   * Reports what was done with a file. Problems that were found and text that was omitted make the command fail, as POSIX
   * says of iconv.
   */
  done(path, result) {
    const { from, to } = this.settings;
    const { hasC1 = false, ...shown } = result;
    const { omitted = 0, problems = 0, otherNames = 0 } = result;
    this.#counts[result.status] += 1;
    if (hasC1 && result.status === 'converted' && !this.#hasNoted) {
      this.#hasNoted = true;
      shown.note =
        'bytes 80 to 9F were written: to the Encoding Standard this name means windows-1252, which has letters and signs there, ' +
        'where ISO-8859-1 has control characters';
      this.report.note(path, shown.note, false);
    }
    if (omitted > 0 || problems > 0) this.#hasFailed = true;
    if (omitted > 0) {
      const what = omitted === 1 ? 'sequence or character' : 'sequences or characters';
      const message = `omitted ${omitted} malformed ${what} that ${to} does not contain`;
      this.report.note(path, message, true);
    }
    if (otherNames === 1) {
      this.report.note(path, 'its other name (a hard link) keeps the old file', false);
    } else if (otherNames > 1) {
      const message = `its ${otherNames} other names (hard links) keep the old file`;
      this.report.note(path, message, false);
    }
    this.report.done(path, { from, to, ...shown });
  }
}

module.exports = { Work };
