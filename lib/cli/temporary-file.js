'use strict';

// What the system says of files, and a file beside another one, which takes the name of the other in one step when it is complete,
// or disappears. So a name always stands for a whole file, also when the process is stopped at any time.

const {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
} = require('node:fs');
const { FileError, attempt } = require('./errors.js');
const { writeAll } = require('./input.js');
const { besides } = require('./paths.js');

// Tells whether a name still stands for the file that was opened under it, because other programs rename, delete and replace
// files while the command converts them.

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
 * What tells a file from all others, as a key made of an answer of the system. The number of an inode is used again, so two keys
 * are sure to be of one file only while the file is open. On Windows `ino` is the file ID, which is not used again soon, and the
 * number of the volume depends on the call that was asked.
 */
const identityOf = ({ dev, ino }) => (isWindows ? `${ino}` : `${dev}:${ino}`);

/** Whether two answers of the system are about one file. The first is undefined for a name without a file. */
const isSameFile = (a, b) => a !== undefined && identityOf(a) === identityOf(b);

/** What the system says of the file or folder that a name leads to; undefined if there is none, or if it cannot be asked. */
function statIfFound(path) {
  try {
    return stat(path);
  } catch {
    // To open the file or to read the folder will say what is wrong.
    return undefined;
  }
}

/** Whether a name leads to a folder. */
const isFolder = (path) => statIfFound(path)?.isDirectory() === true;

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
  if (!isSameFile(now, info)) throw meanwhile('made to name another file');
}

/**
 * Deletes the file that `info` describes, if the name still stands for it. It is called on the way out after an error, which is the
 * error to report.
 */
function deleteIfSame(path, info) {
  try {
    if (isSameFile(lstat(path), info)) unlinkSync(path);
  } catch {
    // The folder may have become read-only.
  }
}

/** The names of the files that --in-place writes begin so. An ended process may have left one behind. */
const TEMPORARY_PREFIX = '.whatwg-transcoder-';

const NANOSECONDS = 1e9;
const PERMISSIONS = 0o7777;
const PERMISSIONS_OF_ANY_OWNER = 0o1777; // without the bits by which a program runs as its owner

/** A time as the functions of node:fs take it: in seconds. */
const toSeconds = (nanoseconds) => Number(nanoseconds) / NANOSECONDS;

/** Gives an open file those permissions of another file that are among `permissions`, and its times. */
function setModeAndTimes(descriptor, { mode, atimeNs, mtimeNs }, permissions) {
  fchmodSync(descriptor, Number(mode) & permissions);
  futimesSync(descriptor, toSeconds(atimeNs), toSeconds(mtimeNs));
}

class TemporaryFile {
  #path;
  #descriptor;
  #info;

  /** Makes an empty file beside the file `target`, which need not exist. `mode` is what the process's mask leaves of it. */
  constructor(target, mode = 0o600) {
    // Loaded here, because it takes milliseconds, and most commands make no such file.
    const { randomBytes } = require('node:crypto');
    const name = `${TEMPORARY_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
    this.#path = besides(target, Buffer.from(name));
    const action = 'make a file in the folder';
    this.#descriptor = attempt(action, () => openSync(this.#path, 'wx+', mode));
    this.#info = fstat(this.#descriptor);
  }

  get descriptor() {
    return this.#descriptor;
  }

  write(bytes) {
    attempt('write the converted file', () => writeAll(this.#descriptor, bytes));
  }

  /** Takes over owner, where the process may do so, permissions and times from another file. */
  resemble(info) {
    const { uid, gid } = info;
    let permissions = PERMISSIONS;
    if (this.#info.uid !== uid || this.#info.gid !== gid) {
      try {
        fchownSync(this.#descriptor, Number(uid), Number(gid));
      } catch {
        permissions = PERMISSIONS_OF_ANY_OWNER;
      }
    }
    attempt('set mode and time', () => setModeAndTimes(this.#descriptor, info, permissions));
  }

  /** Ends the writing. Some systems say only now that the disk is full. */
  close() {
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    attempt('write the converted file', () => closeSync(descriptor));
  }

  /**
   * Gives the closed file the name `target`. `look` is called immediately before that; what it throws leaves both names as they
   * are. Returns what the system says of the file.
   */
  takePlaceOf(target, look) {
    const own = lstat(this.#path);
    if (!isSameFile(own, this.#info)) {
      throw meanwhile('left as it is: the converted file beside it was deleted or replaced');
    }
    look();
    attempt('replace the file', () => renameSync(this.#path, target));
    this.#path = null;
    return own;
  }

  /** Deletes the file, unless it has taken its place. */
  discard() {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    if (this.#path !== null) deleteIfSame(this.#path, this.#info);
    this.#path = null;
  }
}

module.exports = {
  TEMPORARY_PREFIX,
  TemporaryFile,
  checkLink,
  checkName,
  deleteIfSame,
  fstat,
  identityOf,
  isFolder,
  isSameFile,
  lstat,
  meanwhile,
  setModeAndTimes,
  stat,
  statIfFound,
};
