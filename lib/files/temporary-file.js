'use strict';

// A file beside another one, which takes the name of the other in one step when it is complete, or disappears. So a name always stands for
// a whole file, also when the process is stopped at any time.

const { closeSync, fchmodSync, fchownSync, futimesSync, openSync, renameSync } = require('node:fs');
const { attempt } = require('./errors.js');
const { deleteIfSame, fstat, isSameFile, lstat, meanwhile } = require('./files.js');
const { writeAll } = require('./transfer.js');

/** The names of the files that --in-place writes begin so. An ended process may have left one behind. */
const TEMPORARY_PREFIX = '.whatwg-transcoder-';

const NANOSECONDS = 1e9;
const PERMISSIONS = 0o7777;
const PERMISSIONS_OF_ANY_OWNER = 0o1777; // without the bits by which a program runs as its owner
const PERMISSIONS_OF_ANY_GROUP = 0o1707;

/** A time in seconds, as text: node:fs takes a negative number, which is a time before 1970, for the present. */
const toSeconds = (nanoseconds) => `${Number(nanoseconds) / NANOSECONDS}`;

/**
 * Gives an open file, of which the system says `own`, the owner and group of another file where the process may do so, its permissions
 * and, unless told otherwise, its times.
 */
function makeAlike(descriptor, own, { uid, gid, mode, atimeNs, mtimeNs }, keepsTimes = true) {
  const give = (user) => fchownSync(descriptor, Number(user), Number(gid));
  let permissions = PERMISSIONS;
  if (own.uid !== uid || own.gid !== gid) {
    try {
      give(uid);
    } catch {
      permissions = PERMISSIONS_OF_ANY_OWNER;
      try {
        give(own.uid);
      } catch {
        // Another group may do what everyone may.
        permissions = PERMISSIONS_OF_ANY_GROUP | ((Number(mode) & 7) << 3);
      }
    }
  }
  fchmodSync(descriptor, Number(mode) & permissions);
  if (keepsTimes) futimesSync(descriptor, toSeconds(atimeNs), toSeconds(mtimeNs));
}

class TemporaryFile {
  #path;
  #descriptor;
  #info;

  /** Makes an empty file in a folder. `mode` is what the process's mask leaves of it. */
  constructor(folder, mode = 0o600) {
    // Loaded here, because it takes milliseconds, and most commands make no such file.
    const { randomBytes } = require('node:crypto');
    const name = `${TEMPORARY_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
    this.#path = folder.at(Buffer.from(name));
    folder.checkUnlessOpen();
    const open = () => openSync(this.#path, 'wx+', mode);
    this.#descriptor = attempt('make a file in the folder', open);
    this.#info = fstat(this.#descriptor);
  }

  get descriptor() {
    return this.#descriptor;
  }

  write(bytes) {
    attempt('write the converted file', () => writeAll(this.#descriptor, bytes));
  }

  /** Does what makeAlike() does. */
  resemble(info, keepsTimes = true) {
    attempt('set mode and time', () => makeAlike(this.#descriptor, this.#info, info, keepsTimes));
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

  /** Deletes the file, unless it has taken its place. It is the last call. */
  discard() {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    if (this.#path !== null) deleteIfSame(this.#path, this.#info);
  }
}

module.exports = { TEMPORARY_PREFIX, TemporaryFile, makeAlike };
