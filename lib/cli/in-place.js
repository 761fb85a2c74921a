'use strict';

// Converts files in their places one after the other, until a signal or a full disk ends that.

const { FileError } = require('./errors.js');
const { Interruption } = require('./interruption.js');
const { Replacer } = require('./replacement.js');

/** Converts a file in its place; returns whether the command can go on. */
async function replaceFile(work, replacer, path) {
  try {
    if (path === null) {
      throw new FileError('ERR_NOT_A_FILE', 'standard input has no place to be converted in');
    }
    const result = await replacer.replace(path);
    work.report.read(path, result.read ?? 0);
    work.done(path, result);
    return true;
  } catch (error) {
    work.fail(path, error);
    return error.code !== 'ENOSPC' && error.code !== 'EDQUOT';
  }
}

/** Converts each file in its place. */
async function replace(work) {
  const interruption = new Interruption();
  const replacer = new Replacer(work.settings, async (path) => {
    work.report.read(path, 0);
    await interruption.look();
  });
  try {
    for (const path of work.files()) {
      interruption.listen();
      await interruption.look();
      if (!(await replaceFile(work, replacer, path))) {
        work.report.say('the disk is full; the files that follow are left as they are');
        break;
      }
      // The next name in a list may take any time to arrive.
      if (work.settings.list !== undefined) await interruption.rest();
    }
  } finally {
    work.report.end();
    await interruption.rest();
  }
}

module.exports = { replace };
