'use strict';

// Converts one file in its place. The converted bytes go to a temporary file in the same folder, which then gets the name of
// the file in one step. So the name always stands for the whole old file or for the whole new one, also when the process
// is stopped at any time. The file system writes to the disk when it wants to: README.md says so. Before each step that changes
// a name, the names are compared with the files that were opened under them: what another program has put there is left alone.

const { closeSync, constants, linkSync, openSync, realpathSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { CHUNK_BYTES, chunksFromStart, readFull, writeAll } = require('./input.js');
const { Conversion } = require('./conversion.js');
const { settingsFor } = require('./source.js');
const { FileError, attempt, fileError } = require('./errors.js');
const {
  TemporaryFile,
  checkLink,
  checkName,
  deleteIfSame,
  fstat,
  identityOf,
  isSameFile,
  lstat,
  meanwhile,
  setModeAndTimes,
  stat,
} = require('./temporary-file.js');
const { convertEach } = require('./interruption.js');
const { nameOf } = require('./paths.js');

const isWindows = process.platform === 'win32';

// The clock of a file system stands still for up to 16 ms, and for two seconds where times have no fractions.
const TICK_MS = 20;
const LONG_TICK_MS = 2000;
const NANOSECONDS_OF_MS = 1e6;
const NANOSECONDS_OF_SECOND = 1_000_000_000n;

const PERMISSIONS_OF_COPY = 0o777;

// For the bytes of a second file.
const otherChunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/**
 * Returns the path of the regular file to replace, and what the system says of it; throws FileError for anything else.
 */
function targetOf(path, followsLinks) {
  const info = attempt('open', () => lstat(path, { throwIfNoEntry: true }));
  if (info.isSymbolicLink()) {
    if (followsLinks) {
      const target = attempt('open', () => realpathSync(path, 'buffer'));
      return targetOf(target, false);
    }
    const reason = 'is a symbolic link; --follow-symlinks converts the file that it names';
    throw new FileError('ERR_SYMBOLIC_LINK', reason);
  }
  if (info.isDirectory()) throw new FileError('EISDIR', 'is a folder; -r converts the files in it');
  if (!info.isFile()) throw new FileError('ERR_NOT_A_FILE', 'is not a regular file');
  return { target: path, found: info };
}

/** Opens the file that targetOf() has found. Throws FileError if its name stands for another one by now. */
function openTarget(target, found) {
  let source;
  try {
    source = openSync(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const info = fstat(source);
    if (!isSameFile(info, found)) throw meanwhile('replaced');
    return { source, info };
  } catch (error) {
    if (source !== undefined) closeSync(source);
    if (error instanceof FileError) throw error;
    checkName(target, found);
    throw fileError('open', error);
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

/** Whether all bytes of an open file are the bytes of another one. */
function haveSameBytes(descriptor, other) {
  let at = 0;
  for (const bytes of chunksFromStart(descriptor)) {
    const length = readFull(other, otherChunk, at);
    if (!bytes.equals(otherChunk.subarray(0, length))) return false;
    at += length;
  }
  return true;
}

/**
 * Passes an open file through a conversion. `pause` is awaited after each chunk of a long file. `action` is what the message of
 * an error says. Returns how many bytes were read, and the last chunk.
 */
async function convertAll(descriptor, conversion, write, pause, action = undefined) {
  let read = 0;
  for (const last of chunksFromStart(descriptor, action)) {
    const isLast = last.length < CHUNK_BYTES;
    conversion.convert(last, isLast, write);
    read += last.length;
    if (isLast) return { read, last };
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
    found = attempt(`look for the backup ${nameOf(path)}`, () => stat(path));
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
    const own = await settingsFor(settings, original, pause);
    await convertAll(original, new Conversion(own), compare, pause, action);
    return isSame && readFull(descriptor, otherChunk.subarray(0, 1), at) === 0;
  } catch (error) {
    if (error instanceof FileError && (error.offset ?? error.detection) !== undefined) return false;
    throw error;
  } finally {
    closeSync(original);
  }
}

/** Copies an open file, which `original` describes, to a new one. Returns what the system says of the copy. */
function copyTo(path, source, original) {
  const copy = openSync(path, 'wx', 0o600);
  const info = fstat(copy);
  try {
    for (let at = 0; ; at += CHUNK_BYTES) {
      const length = readFull(source, otherChunk, at);
      writeAll(copy, otherChunk.subarray(0, length));
      if (length < CHUNK_BYTES) break;
    }
    setModeAndTimes(copy, original, PERMISSIONS_OF_COPY);
    closeSync(copy);
    return info;
  } catch (error) {
    deleteIfSame(path, info);
    throw error;
  }
}

/** The old file under another name, which stands there from before the replacement on. */
class Backup {
  #path;
  #action;
  #info = null; // of the file under the name of the backup
  #isOwn = false; // whether this object has made the backup

  constructor(path) {
    this.#path = path;
    this.#action = `keep the old file as ${nameOf(path)}`;
  }

  /** What has the name already, or undefined. */
  find() {
    return attempt(`look for the backup ${nameOf(this.#path)}`, () => lstat(this.#path));
  }

  /** Takes what has the name for the backup. `info` describes it. */
  take(info) {
    this.#info = info;
  }

  /**
   * Keeps the file, unless it was kept before: as a second name where the file system has these, and otherwise as a copy. Returns
   * what the system says of the file then; throws FileError if its name stood for another one.
   */
  make(target, source, info) {
    if (this.#info !== null) return info;
    try {
      linkSync(target, this.#path);
    } catch (error) {
      if (error.code === 'EEXIST') throw fileError(this.#action, error);
      this.#info = attempt(this.#action, () => copyTo(this.#path, source, info));
      this.#isOwn = true;
      return info;
    }
    const made = attempt(this.#action, () => lstat(this.#path));
    if (!isSameFile(made, info)) {
      // A link to the file that another program has put there since the last look is taken back: that file has its own name.
      const now = lstat(target);
      if (now !== undefined && isSameFile(made, now)) deleteIfSame(this.#path, made);
      checkName(target, info);
      throw this.#error();
    }
    this.#info = made;
    this.#isOwn = true;
    // The second name has changed the time of the last change of the file's properties.
    return { ...info, ctimeNs: made.ctimeNs };
  }

  /** Throws FileError if the backup is no longer there. */
  check() {
    if (!isSameFile(lstat(this.#path), this.#info)) throw this.#error();
  }

  /** Deletes the backup if this object has made it. */
  takeBack() {
    if (this.#isOwn) deleteIfSame(this.#path, this.#info);
    this.#isOwn = false;
  }

  #error() {
    const path = nameOf(this.#path);
    const reason = `is left as it is, because its backup ${path} was deleted or replaced by another program meanwhile`;
    return new FileError('ERR_FILE_CHANGED', reason);
  }
}

/** Converts files in their places, each once. */
class Replacer {
  #settings;
  #pause;
  #done = new Map(); // what the system said of the files that were written, by their identities: they may be named again

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
    const { target, found } = targetOf(path, this.#settings.followsLinks);
    const { source, info } = openTarget(target, found);
    const opened = { source };
    const file = { path, target, info };
    try {
      return await this.#replaceOpened(file, opened, () => this.#pause(path));
    } finally {
      if (opened.source !== null) closeSync(opened.source);
      opened.temporary?.discard();
      opened.backup?.takeBack();
    }
  }

  async #replaceOpened(file, opened, pause) {
    const { suffix, skipsUtf8 } = this.#settings;
    const { path, target, info } = file;
    const { source } = opened;
    if (this.#isDone(info)) return { status: 'skipped', reason: 'converted before' };
    await waitForTick(info);
    const look = (now = info) => {
      if (path !== target) checkLink(path, now);
      checkName(target, now);
    };
    const backup = suffix === '' ? null : Buffer.concat([target, Buffer.from(suffix)]);
    opened.backup = backup === null ? null : new Backup(backup);
    const kept = opened.backup?.find();
    // A process that was killed before it could replace the file has left the file with two names.
    const isKept = isSameFile(kept, info);
    if (kept !== undefined && !isKept) {
      checkBackup(backup, kept);
      if (await isConverted(backup, source, this.#settings, pause)) {
        look();
        return { status: 'skipped', reason: 'converted from its backup before' };
      }
      const reason = `is left as it is, because ${nameOf(backup)} exists and is another file`;
      throw new FileError('EEXIST', reason);
    }
    if (isKept) opened.backup.take(kept);
    if (skipsUtf8 && (await isUtf8(source, pause))) {
      look();
      return { status: 'skipped', reason: 'UTF-8 before' };
    }

    const conversion = new Conversion(await settingsFor(this.#settings, source, pause));
    const result = await this.#write(source, target, opened, conversion, pause);
    const { temporary } = opened;
    if (temporary === undefined) {
      look();
      return result;
    }
    temporary.resemble(info);
    temporary.close();
    let expected = info;
    if (opened.backup !== null) {
      look();
      expected = opened.backup.make(target, source, info);
    }
    const own = temporary.takePlaceOf(target, () => {
      opened.backup?.check();
      look(expected);
      if (!isWindows) return;
      // Windows does not replace a file that is open.
      opened.source = null;
      closeSync(source);
    });
    opened.backup = null;
    this.#done.set(identityOf(own), own);
    const names = Number(info.nlink) - (isKept ? 1 : 0);
    return names > 1 ? { ...result, otherNames: names - 1 } : result;
  }

  /**
   * Whether a file was written before. Throws FileError if it was, and was changed since: nothing says in which encoding it is now.
   */
  #isDone(info) {
    const own = this.#done.get(identityOf(info));
    if (own === undefined) return false;
    if (own.size === info.size && own.mtimeNs === info.mtimeNs) return true;
    const reason =
      'is left as it is, because it was converted before and changed since, or has the place of a file that was';
    throw new FileError('ERR_FILE_CHANGED', reason);
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
    const { read, last } = await convertAll(source, conversion, write, () => {
      begin();
      return pause();
    });
    const counts = { from: conversion.from, read, written, ...conversion.counts };
    const { temporary } = opened;
    const isSame =
      read === written &&
      (temporary === undefined
        ? Buffer.concat(waiting).equals(last)
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

/** Converts each file in its place. */
async function replace(work) {
  let pause;
  const replacer = new Replacer(work.settings, async (path) => {
    work.report.read(path, 0);
    await pause();
  });
  const replaceFile = async ({ path }, pauseOfFile) => {
    if (path === null) {
      throw new FileError('ERR_NOT_A_FILE', 'standard input has no place to be converted in');
    }
    pause = pauseOfFile;
    const result = await replacer.replace(path);
    work.report.read(path, result.read ?? 0);
    return result;
  };
  await convertEach(work, work.entries(), replaceFile, 'left as they are');
}

module.exports = { replace };
