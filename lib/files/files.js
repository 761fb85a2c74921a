'use strict';

// Asks the system about files and folders, and reaches them. Another program can rename, delete and replace files at any time, or
// put a symbolic link in the place of a folder. So a file is reached by its name in an open folder, for which Linux has names under
// /proc/self/fd. Elsewhere what the names of its folders stand for is compared before and after.

const {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  statSync,
  unlinkSync,
} = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { FileError, attempt, fileError } = require('./errors.js');
const { isWindows, prefixOf } = require('./paths.js');

// The clock of a file system stands still for up to 16 ms, and for two seconds where times have no fractions.
const TICK_MS = 20;
const LONG_TICK_MS = 2000;
const NANOSECONDS_OF_MS = 1e6;
const NANOSECONDS_OF_SECOND = 1_000_000_000n;

/** The system's answer about an open file. */
const fstat = (descriptor) => fstatSync(descriptor, { bigint: true });

/** The system's answer about the file, folder or link of a name; undefined if there is none. */
const lstat = (path, throwIfNoEntry = false) => lstatSync(path, { bigint: true, throwIfNoEntry });

/** The system's answer about the file or folder that a name leads to, through links; undefined if there is none. */
const stat = (path, throwIfNoEntry = false) => statSync(path, { bigint: true, throwIfNoEntry });

/**
 * A key that tells a file from all others, made of an answer of the system. The number of an inode is used again, so two keys
 * are sure to be of one file only while the file is open. On Windows `ino` is the file ID, which is not used again soon, and the
 * number of the volume depends on the call that was asked.
 */
const identityOf = ({ dev, ino }) => (isWindows ? `${ino}` : `${dev}:${ino}`);

/** Whether two answers of the system are about one file. The first is undefined for a name without a file. */
const isSameFile = (a, b) => a !== undefined && identityOf(a) === identityOf(b);

/** The system's answer about the file or folder that a name leads to; undefined if there is none, or no answer. */
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

/** Returns whether a file has the same size and the same time of writing in two descriptions by the system. */
const isWrittenAlike = (a, b) => a.size === b.size && a.mtimeNs === b.mtimeNs;

/**
 * Whether size and times say that nobody has written to a file between two answers of the system. The time of the last change
 * of its properties counts where a program cannot set it: it shows what was written before the other time was set back.
 */
const isUnchanged = (a, b) => isWrittenAlike(a, b) && (isWindows || a.ctimeNs === b.ctimeNs);

/** The error that another program has done something with the file meanwhile. */
const meanwhile = (what) =>
  new FileError('ERR_FILE_CHANGED', `was ${what} by another program meanwhile`);

/** Throws FileError if a name, of which the system says `now`, does not stand for what has an identity; undefined allows any. */
function checkIdentity(now, identity) {
  if (now === undefined) throw meanwhile('deleted or moved');
  if (identity === undefined || identityOf(now) === identity) return;
  throw meanwhile(now.isSymbolicLink() ? 'replaced by a symbolic link' : 'replaced');
}

/** Throws FileError if a name does not stand for the file that `info` describes, or if that file was changed. */
function checkName(path, info) {
  const now = lstat(path);
  checkIdentity(now, identityOf(info));
  if (!isUnchanged(now, info)) throw meanwhile('changed');
}

/**
 * Throws FileError if a name in an open folder does not stand for the file that `info` describes, or if that file was changed; or if `link`,
 * a path unless it is null, does not lead to that file.
 */
function checkPlace(folder, name, info, link) {
  folder.checkUnlessOpen();
  if (link !== null && !isSameFile(stat(link), info)) throw meanwhile('made to name another file');
  // The path, and not the name in the open folder, tells whether the folder was moved.
  checkName(folder.pathOf(name), info);
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

// Windows has none of these.
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

// Of Linux's <asm-generic/fcntl.h>; node:fs has no name for it. It opens folders that must not be read, too.
const O_PATH = 0o10000000;

// PATH_MAX of Linux, in bytes. Open folders would reach any depth, and their paths would fill the memory.
const MAX_PATH_BYTES = 4096;

const descriptors = '/proc/self/fd';
const hasDescriptorNames = process.platform === 'linux' && isFolder(descriptors);

const here = Buffer.from('.');

/** A folder, which is open until close(). */
class Folder {
  parent;
  info;
  #prefix;
  #path;
  #descriptor = null;

  /**
   * Opens a folder. `prefix` is what stands before the names in it. With an identity it must be the folder that has it. With a
   * `parent` it has a name there, and must be no symbolic link. Throws FileError.
   */
  constructor(prefix, identity = undefined, parent = null, name = here) {
    this.parent = parent;
    this.#prefix = prefix;
    this.#path = parent?.at(name) ?? this.pathOf(here);
    if (prefix.length > MAX_PATH_BYTES) throw new FileError('ENAMETOOLONG', 'its path is too long');
    const action = 'open the folder';
    this.info = attempt(action, () => this.#look());
    checkIdentity(this.info, identity);
    if (this.info.isSymbolicLink()) {
      throw new FileError('ERR_SYMBOLIC_LINK', 'it is a symbolic link');
    }
    if (!hasDescriptorNames) return;
    const flags = O_PATH | O_DIRECTORY | (parent && O_NOFOLLOW);
    this.#descriptor = attempt(action, () => openSync(this.#path, flags));
    if (isSameFile(fstat(this.#descriptor), this.info)) return;
    this.close();
    throw meanwhile('replaced');
  }

  /** The path of a name in the folder, for messages. */
  pathOf(name) {
    return Buffer.concat([this.#prefix, name]);
  }

  /** The path by which the system reaches a name in the folder while it is open. */
  at(name) {
    if (this.#descriptor === null) return this.pathOf(name);
    return Buffer.concat([Buffer.from(`${descriptors}/${this.#descriptor}/`), name]);
  }

  /** Opens a folder in this one, as the constructor does. */
  enter(name, identity = undefined) {
    return new Folder(prefixOf(this.pathOf(name)), identity, this, name);
  }

  /** Throws FileError if the name of this folder, or of one through which it was opened, stands for another folder. */
  check() {
    for (let folder = this; folder !== null; folder = folder.parent) {
      if (isSameFile(folder.#look(), folder.info)) continue;
      throw meanwhile('left as it is: its folder was moved or replaced');
    }
  }

  /** Does so where the names that at() returns may lead into another folder. */
  checkUnlessOpen() {
    if (this.#descriptor === null) this.check();
  }

  close() {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }

  #look() {
    return (this.parent === null ? stat : lstat)(this.#path);
  }
}

/**
 * Opens a file that entriesOf() has found: { path, folder, name, identity, isRegular }. With a folder no symbolic link is followed. With
 * an identity it must be the file that has it, or one for which `isOwn(identity)` is true; with `isRegular` a regular file. Returns its
 * descriptor and what the system says of it; throws FileError, whose message says the action.
 */
function openFound(
  { path, folder, name, identity, isRegular },
  isOwn = () => false,
  action = 'open',
) {
  const at = folder?.at(name) ?? path;
  // A pipe in the place of a file would make the process wait.
  const flags = (isRegular && O_NONBLOCK) | (folder && O_NOFOLLOW);
  let descriptor;
  try {
    descriptor = openSync(at, flags);
    const info = fstat(descriptor);
    if (!isOwn(identityOf(info))) checkIdentity(info, identity);
    if (isRegular && !info.isFile()) throw new FileError('ERR_NOT_A_FILE', 'is not a regular file');
    folder?.checkUnlessOpen();
    return { descriptor, info };
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    if (identity !== undefined) {
      const now = attempt(action, () => (folder ? lstat : stat)(at));
      checkIdentity(now, identity);
      if (now.isSymbolicLink()) {
        const reason = 'is a symbolic link; --follow-symlinks converts the file that it names';
        throw new FileError('ERR_SYMBOLIC_LINK', reason);
      }
    }
    throw error instanceof FileError ? error : fileError(action, error);
  }
}

/**
 * Waits until a write would change the time of the last write, if the file was written just now. Then no write stays unnoticed that
 * comes after the reading has begun.
 */
async function waitForTick({ mtimeNs }) {
  const tick = mtimeNs % NANOSECONDS_OF_SECOND === 0n ? LONG_TICK_MS : TICK_MS;
  const age = Date.now() - Number(mtimeNs) / NANOSECONDS_OF_MS;
  if (age > -tick && age < tick) await sleep(tick - age);
}

module.exports = {
  Folder,
  checkName,
  checkPlace,
  deleteIfSame,
  fstat,
  here,
  identityOf,
  isFolder,
  isSameFile,
  isWrittenAlike,
  lstat,
  meanwhile,
  openFound,
  stat,
  statIfFound,
  waitForTick,
};
