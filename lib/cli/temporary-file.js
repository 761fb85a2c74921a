'use strict';

// A file beside another one, which takes the name of the other in one step when it is complete, or disappears. So a name always
// stands for a whole file, also when the process is stopped at any time.

const { randomBytes } = require('node:crypto');
const { closeSync, fchmodSync, fchownSync, futimesSync, openSync, renameSync } = require('node:fs');
const { writeAll } = require('./bytes-io.js');
const { attempt } = require('./errors.js');
const { TEMPORARY_PREFIX } = require('./file-names.js');
const { deleteIfSame, fstat, isSameFile, lstat, meanwhile } = require('./identity.js');
const { besides } = require('./paths.js');

const NANOSECONDS = 1e9;
const PERMISSIONS = 0o7777;
const PERMISSIONS_OF_ANY_OWNER = 0o1777; // without the bits by which a program runs as its owner

/** A time as the functions of node:fs take it: in seconds. */
const toSeconds = (nanoseconds) => Number(nanoseconds) / NANOSECONDS;

class TemporaryFile {
  #path;
  #descriptor;
  #info;

  /** Makes an empty file beside the file `target`, which need not exist. `mode` is what the process's mask leaves of it. */
  constructor(target, mode = 0o600) {
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
  resemble({ uid, gid, mode, atimeNs, mtimeNs }) {
    let permissions = PERMISSIONS;
    if (this.#info.uid !== uid || this.#info.gid !== gid) {
      try {
        fchownSync(this.#descriptor, Number(uid), Number(gid));
      } catch {
        permissions = PERMISSIONS_OF_ANY_OWNER;
      }
    }
    attempt('set mode and time', () => {
      fchmodSync(this.#descriptor, Number(mode) & permissions);
      futimesSync(this.#descriptor, toSeconds(atimeNs), toSeconds(mtimeNs));
    });
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
    if (own === undefined || !isSameFile(own, this.#info)) {
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

module.exports = { TemporaryFile, toSeconds };
