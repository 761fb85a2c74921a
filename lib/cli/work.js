'use strict';

// What the ways to work on files have in common: the files, the reports, and the exit status.

const { FileError, status } = require('./errors.js');
const { filesOf } = require('./file-names.js');

/** The work of the command: its settings, its files, and what has gone wrong so far. */
class Work {
  #hasFailed = false;

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
    this.report.error(path, error);
  }

  /**
   * Reports what was done with a file. Problems that were found and text that was omitted make the command fail, as POSIX
   * says of iconv.
   */
  done(path, result) {
    const { from, to } = this.settings;
    const { omitted = 0, problems = 0, otherNames = 0 } = result;
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
    this.report.done(path, { from, to, ...result });
  }
}

module.exports = { Work };
