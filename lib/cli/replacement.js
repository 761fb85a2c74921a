'use strict';

// Converts one file in its place. The converted bytes go to a temporary file in the same folder, which then gets the name of
// the file in one step. So the name always stands for the whole old file or for the whole new one, also when the process
// is stopped at any time. The file system writes to the disk when it wants to: README.md says so.

const { randomBytes } = require('node:crypto');
const {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
} = require('node:fs');
const { CHUNK_BYTES, readFull, writeAll } = require('./bytes-io.js');
const { Conversion } = require('./conversion.js');
const { FileError, attempt } = require('./errors.js');
const { TEMPORARY_PREFIX } = require('./file-names.js');
const { besides, nameOf } = require('./paths.js');

const NANOSECONDS = 1e9;
const PERMISSIONS = 0o7777;
const PERMISSIONS_OF_ANY_OWNER = 0o1777; // without the bits by which a program runs as its owner

const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
const otherChunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

const identityOf = ({ dev, ino }) => `${dev}:${ino}`;
const lstat = (path) => lstatSync(path, { bigint: true });
const fstat = (descriptor) => fstatSync(descriptor, { bigint: true });
const toSeconds = (nanoseconds) => Number(nanoseconds) / NANOSECONDS;

/** What lstat() says about a file, or undefined if there is none. */
function lookUp(path) {
  try {
    return lstat(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the path of the regular file to replace; throws FileError for anything else. */
function targetOf(path, followsLinks) {
  const info = attempt('open', () => lstat(path));
  if (info.isSymbolicLink()) {
    if (followsLinks)
      return targetOf(
        attempt('open', () => realpathSync(path, 'buffer')),
        false,
      );
    const reason = 'is a symbolic link; --follow-symlinks converts the file that it names';
    throw new FileError('ERR_SYMBOLIC_LINK', reason);
  }
  if (info.isDirectory()) throw new FileError('EISDIR', 'is a folder; -r converts the files in it');
  if (!info.isFile()) throw new FileError('ERR_NOT_A_FILE', 'is not a regular file');
  return path;
}

/** Whether all bytes of an open file are the bytes of another one. */
function haveSameBytes(descriptor, other) {
  for (let at = 0; ; at += CHUNK_BYTES) {
    const length = readFull(descriptor, chunk, at);
    const otherLength = readFull(other, otherChunk, at);
    if (!chunk.subarray(0, length).equals(otherChunk.subarray(0, otherLength))) return false;
    if (length < CHUNK_BYTES) return true;
  }
}

/**
 * Passes an open file through a conversion. `pause` is awaited after each chunk of a long file. `action` is what the message of
 * an error says.
 */
async function convertAll(descriptor, conversion, write, pause, action = 'read') {
  for (let at = 0; ; ) {
    const length = attempt(action, () => readFull(descriptor, chunk, at));
    conversion.convert(chunk.subarray(0, length), length < CHUNK_BYTES, write);
    at += length;
    if (length < CHUNK_BYTES) return at;
    await pause();
  }
}

/** Whether an open file is well-formed UTF-8. */
async function isUtf8(descriptor, pause) {
  const modes = { malformed: 'fatal', unencodable: 'fatal' };
  const conversion = new Conversion({ from: 'UTF-8', to: 'UTF-8', ...modes });
  try {
    await convertAll(descriptor, conversion, () => {}, pause);
    return true;
  } catch (error) {
    if (error instanceof FileError && error.offset !== undefined) return false;
    throw error;
  }
}

/** Throws FileError if what has the name of the backup is no regular file, and no symbolic link to one. */
function checkBackup(path, info) {
  const stop = (what) => {
    const reason = `is left as it is, because its backup cannot be made: ${nameOf(path)} ${what}`;
    throw new FileError('EEXIST', reason);
  };
  let found = info;
  if (info.isSymbolicLink()) {
    const follow = () => statSync(path, { bigint: true, throwIfNoEntry: false });
    found = attempt(`look for the backup ${nameOf(path)}`, follow);
    if (found === undefined) stop('is a symbolic link to a file that does not exist');
  }
  if (found.isDirectory()) stop('is a folder');
  if (!found.isFile()) stop('is not a regular file');
}

/** Whether an open file is what the conversion makes of the file at `path`. */
async function isConverted(path, descriptor, settings, pause) {
  const original = attempt(`open the backup ${nameOf(path)}`, () => openSync(path));
  let at = 0;
  let isSame = true;
  const compare = (bytes) => {
    for (let start = 0; isSame && start < bytes.length; start += CHUNK_BYTES) {
      const part = bytes.subarray(start, start + CHUNK_BYTES);
      const length = readFull(descriptor, otherChunk.subarray(0, part.length), at);
      isSame = part.equals(otherChunk.subarray(0, length));
      at += length;
    }
  };
  try {
    const action = `read the backup ${nameOf(path)}`;
    await convertAll(original, new Conversion(settings), compare, pause, action);
    return isSame && readFull(descriptor, otherChunk.subarray(0, 1), at) === 0;
  } catch (error) {
    if (error instanceof FileError && error.offset !== undefined) return false;
    throw error;
  } finally {
    closeSync(original);
  }
}

/** Deletes a file on the way out after an error, which is the error to report. */
function deleteIfPossible(path) {
  try {
    unlinkSync(path);
  } catch {
    // The folder may have become read-only.
  }
}

/** A file beside another one, which takes its place when it is complete, or disappears. */
class TemporaryFile {
  #path;
  #descriptor;

  constructor(target) {
    const name = `${TEMPORARY_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
    this.#path = besides(target, Buffer.from(name));
    const action = 'make a file in the folder';
    this.#descriptor = attempt(action, () => openSync(this.#path, 'wx+', 0o600));
  }

  get descriptor() {
    return this.#descriptor;
  }

  write(bytes) {
    attempt('write the converted file', () => writeAll(this.#descriptor, bytes));
  }

  /** Takes over owner, where the process may do so, permissions and times; returns the identity of the file. */
  complete({ uid, gid, mode, atimeNs, mtimeNs }) {
    const own = fstat(this.#descriptor);
    let permissions = PERMISSIONS;
    if (own.uid !== uid || own.gid !== gid) {
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
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    attempt('write the converted file', () => closeSync(descriptor));
    return identityOf(own);
  }

  /** Gives the file the name of the other one. */
  takePlaceOf(target) {
    attempt('replace the file', () => renameSync(this.#path, target));
    this.#path = null;
  }

  /** Deletes the file, unless it has taken its place. */
  discard() {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    if (this.#path !== null) deleteIfPossible(this.#path);
    this.#path = null;
  }
}

/** Keeps the old file under another name: as a second name where the file system has these, and otherwise as a copy. */
function keep(target, backup, { atimeNs, mtimeNs }) {
  try {
    linkSync(target, backup);
    return;
  } catch (error) {
    if (error.code === 'EEXIST') throw error;
  }
  try {
    copyFileSync(target, backup, constants.COPYFILE_EXCL);
    utimesSync(backup, toSeconds(atimeNs), toSeconds(mtimeNs));
  } catch (error) {
    if (error.code !== 'EEXIST') deleteIfPossible(backup);
    throw error;
  }
}

/** Converts files in their places, each once. */
class Replacer {
  #settings;
  #pause;
  #done = new Set(); // the identities of the files that were written, which may be named again

  /** `pause(path)` is awaited between two chunks of a long file; what it throws leaves the file as it was. */
  constructor(settings, pause) {
    this.#settings = settings;
    this.#pause = pause;
  }

  /**
   * Converts a file. Returns { status, … }, where the status is `converted`; `unchanged`, if the bytes would be the same;
   * or `skipped`, with a reason. Throws FileError, and leaves the file as it was.
   */
  async replace(path) {
    const target = targetOf(path, this.#settings.followsLinks);
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
    const source = attempt('open', () => openSync(target, flags));
    const opened = { source };
    try {
      return await this.#replaceOpened(target, opened, () => this.#pause(path));
    } finally {
      if (opened.source !== null) closeSync(opened.source);
      opened.temporary?.discard();
    }
  }

  async #replaceOpened(target, opened, pause) {
    const { suffix, skipsUtf8 } = this.#settings;
    const { source } = opened;
    const info = attempt('read', () => fstat(source));
    if (this.#done.has(identityOf(info))) return { status: 'skipped', reason: 'converted before' };
    const backup = suffix === '' ? null : Buffer.concat([target, Buffer.from(suffix)]);
    const look = () => attempt(`look for the backup ${nameOf(backup)}`, () => lookUp(backup));
    const kept = backup === null ? undefined : look();
    // A process that was killed before it could replace the file has left the file with two names.
    const isKept = kept !== undefined && identityOf(kept) === identityOf(info);
    if (kept !== undefined && !isKept) {
      checkBackup(backup, kept);
      if (await isConverted(backup, source, this.#settings, pause)) {
        return { status: 'skipped', reason: 'converted from its backup before' };
      }
      const reason = `is left as it is, because ${nameOf(backup)} exists and is another file`;
      throw new FileError('EEXIST', reason);
    }
    if (skipsUtf8 && (await isUtf8(source, pause))) {
      return { status: 'skipped', reason: 'UTF-8 before' };
    }

    const conversion = new Conversion(this.#settings);
    const result = await this.#write(source, target, opened, conversion, pause);
    if (opened.temporary === undefined) return result;
    const after = attempt('read', () => fstat(source));
    if (after.size !== info.size || after.mtimeNs !== info.mtimeNs) {
      throw new FileError('ERR_FILE_CHANGED', 'was changed by another program meanwhile');
    }
    // Windows does not replace a file that is open.
    opened.source = null;
    closeSync(source);
    const identity = opened.temporary.complete(info);
    const makesBackup = backup !== null && !isKept;
    if (makesBackup)
      attempt(`keep the old file as ${nameOf(backup)}`, () => keep(target, backup, info));
    try {
      opened.temporary.takePlaceOf(target);
    } catch (error) {
      if (makesBackup) deleteIfPossible(backup);
      throw error;
    }
    this.#done.add(identity);
    const names = Number(info.nlink) - (isKept ? 1 : 0);
    return names > 1 ? { ...result, otherNames: names - 1 } : result;
  }

  /** Converts the file to a temporary file, if its bytes change. */
  async #write(source, target, opened, conversion, pause) {
    const waiting = [];
    let written = 0;
    const write = (bytes) => {
      written += bytes.length;
      if (opened.temporary === undefined) waiting.push(bytes);
      else opened.temporary.write(bytes);
    };
    const begin = () => {
      opened.temporary ??= new TemporaryFile(target);
      for (const bytes of waiting.splice(0)) opened.temporary.write(bytes);
    };
    const read = await convertAll(source, conversion, write, () => {
      begin();
      return pause();
    });
    const counts = { read, written, ...conversion.counts };
    const { temporary } = opened;
    const isSame =
      read === written &&
      (temporary === undefined
        ? Buffer.concat(waiting).equals(chunk.subarray(0, read))
        : haveSameBytes(source, temporary.descriptor));
    if (isSame) {
      temporary?.discard();
      opened.temporary = undefined;
      return { status: 'unchanged', ...counts };
    }
    begin();
    return { status: 'converted', ...counts };
  }
}

module.exports = { Replacer };
