'use strict';

// Tells whether a name still stands for the file that was opened under it, because other programs rename, delete and replace
// files while the command converts them.

const { fstatSync, lstatSync, statSync, unlinkSync } = require('node:fs');
const { FileError } = require('./errors.js');

const isWindows = process.platform === 'win32';

const bigStats = { bigint: true };

/** What the system says of an open file. */
const fstat = (descriptor) => fstatSync(descriptor, bigStats);

/** What the system says of the file, folder or link of a name; undefined if there is none. */
const lstat = (path, { throwIfNoEntry = false } = {}) =>
  lstatSync(path, { bigint: true, throwIfNoEntry });

/** What the system says of the file or folder that a name leads to, through links; undefined if there is none. */
const stat = (path) => statSync(path, { bigint: true, throwIfNoEntry: false });

/**
 * Whether two answers of the system are about one file. The number of an inode is used again, so this is sure only while the
 * file is open. On Windows `ino` is the file ID, which is not used again soon, and the number of the volume depends on the
 * call that was asked.
 */
const isSameFile = (a, b) => a.ino === b.ino && (isWindows || a.dev === b.dev);

/** The same for equal files, as a key. */
const identityOf = ({ dev, ino }) => (isWindows ? `${ino}` : `${dev}:${ino}`);

/**
 * Whether size and times say that nobody has written to a file between two answers of the system. The time of the last change
 * of its properties counts where a program cannot set it: it shows what was written before the other time was set back.
 */
const isUnchanged = (a, b) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs && (isWindows || a.ctimeNs === b.ctimeNs);

/** The error that another program has done something with the file meanwhile. */
const meanwhile = (what) =>
  new FileError('ERR_FILE_CHANGED', `was ${what} by another program meanwhile`);

/** Throws FileError if a name does not stand for the file that `info` describes, or if that file was changed. */
function checkName(path, info) {
  const now = lstat(path);
  if (now === undefined) throw meanwhile('deleted or moved');
  if (!isSameFile(now, info)) {
    throw meanwhile(now.isSymbolicLink() ? 'replaced by a symbolic link' : 'replaced');
  }
  if (!isUnchanged(now, info)) throw meanwhile('changed');
}

/** Throws FileError if a name does not lead to the file that `info` describes, through links. */
function checkLink(path, info) {
  const now = stat(path);
  if (now === undefined || !isSameFile(now, info)) throw meanwhile('made to name another file');
}

/**
 * Deletes the file that `info` describes, if the name still stands for it. It is called on the way out after an error, which is the
 * error to report.
 */
function deleteIfSame(path, info) {
  try {
    const now = lstat(path);
    if (now !== undefined && isSameFile(now, info)) unlinkSync(path);
  } catch {
    // The folder may have become read-only.
  }
}

module.exports = {
  checkLink,
  checkName,
  deleteIfSame,
  fstat,
  identityOf,
  isSameFile,
  lstat,
  meanwhile,
  stat,
};
