'use strict';

// Converts one file in its place. The converted bytes go to a temporary file in the same folder, which then gets the name of
// the file in one step. So the name always stands for the whole old file or for the whole new one, also when the process
// is stopped at any time. The file system writes to the disk when it wants to: README.md says so. Before each step that changes
// a name, the names are compared with the files that were opened under them: what another program has put there is left alone.

const { closeSync, linkSync, openSync, renameSync, unlinkSync } = require('node:fs');
const { CHUNK_BYTES, chunksFromStart } = require('./input.js');
const { readFull, writeAll } = require('../files/transfer.js');
const { Conversion, settingsFor } = require('./conversion.js');
const { FileError, attempt, fileError } = require('../files/errors.js');
const {
  checkName,
  checkPlace,
  deleteIfSame,
  fstat,
  identityOf,
  isSameFile,
  isWrittenAlike,
  lstat,
  openFound,
  waitForTick,
} = require('../files/files.js');
const { TemporaryFile, makeAlike } = require('../files/temporary-file.js');
const { convertEach } = require('./interruption.js');
const { isWindows, nameOf } = require('../files/paths.js');

// The times of a converted file are those of the old one up to a microsecond, in which libuv counts.
const TIMES_DIFFER_NS = 2000n;

// The buffer for the file that is compared.
const otherChunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

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

/**
 * Whether an open file, which `info` describes, is what the conversion makes of its backup, which `kept` describes. Where no encoding
 * was given, their times tell this.
 */
async function isConverted(backup, kept, descriptor, info, settings, pause) {
  if (settings.command !== undefined) return false;
  if (!settings.comparesBytes) {
    const difference = kept.mtimeNs - info.mtimeNs;
    return difference > -TIMES_DIFFER_NS && difference < TIMES_DIFFER_NS;
  }
  const name = `the backup ${nameOf(backup.path)}`;
  const found = { ...backup, identity: identityOf(kept), isRegular: true };
  const { descriptor: original } = openFound(found, undefined, `open ${name}`);
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
    const own = await settingsFor(settings, original, pause);
    await convertAll(original, new Conversion(own), compare, pause, `read ${name}`);
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
    makeAlike(copy, info, original);
    closeSync(copy);
    return info;
  } catch (error) {
    deleteIfSame(path, info);
    throw error;
  }
}

/** The old file under another name, which stands there from before the replacement on. */
class Backup {
  path; // for messages
  folder;
  name;
  #path; // for the system
  #action;
  #info; // of the file under the name of the backup
  #isOwn = false; // whether this object has made the backup

  constructor({ folder, name }, suffix) {
    this.folder = folder;
    this.name = Buffer.concat([name, Buffer.from(suffix)]);
    this.path = folder.pathOf(this.name);
    this.#path = folder.at(this.name);
    this.#action = `keep the old file as ${nameOf(this.path)}`;
  }

  /** The file that has the name already, or undefined. It is then the backup. */
  find() {
    this.#info = attempt(`look for the backup ${nameOf(this.path)}`, () => lstat(this.#path));
    return this.#info;
  }

  /**
   * Keeps the file, unless it was kept before: as a second name where the file system has these, and otherwise as a copy. Returns
   * what the system says of the file then; throws FileError if its name stood for another one.
   */
  make(target, source, info) {
    if (this.#info !== undefined) return info;
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
  }

  /** Gives the backup the name of its file, or deletes its name if the file has both. */
  putBack(target, isKept) {
    this.check();
    const call = () => (isKept ? unlinkSync(this.#path) : renameSync(this.#path, target));
    attempt('put the old file back', call);
  }

  #error() {
    const path = nameOf(this.path);
    const reason = `is left as it is, because its backup ${path} was deleted or replaced by another program meanwhile`;
    return new FileError('ERR_FILE_CHANGED', reason);
  }
}

/** Converts files in their places, each once. */
class Replacer {
  #settings;
  #done = new Map(); // size and time of the files that were written, by their identities: they may be named again

  constructor(settings) {
    this.#settings = settings;
  }

  /**
   * Converts a file that entriesOf() has found, or puts it back. Returns { status, … }, where the status is `converted`; `unchanged`, if
   * the bytes would be the same; `restored`; or `skipped`, with a reason. Throws FileError, and leaves the file as it was.
   * `pause` is awaited between two chunks of a long file; what it throws leaves the file as it was.
   */
  async replace(entry, pause) {
    const { folder, name } = entry;
    const { descriptor, info } = openFound(entry, (identity) => this.#done.has(identity));
    const opened = { source: descriptor };
    const file = { ...entry, target: folder.at(name), info };
    try {
      return await this.#replaceOpened(file, opened, pause);
    } finally {
      if (opened.source !== null) closeSync(opened.source);
      opened.temporary?.discard();
      opened.backup?.takeBack();
    }
  }

  async #replaceOpened(file, opened, pause) {
    const { isRestoring, suffix, skipsUtf8, followsLinks, command } = this.#settings;
    const { path, folder, name, target, info } = file;
    const { source } = opened;
    if (this.#isDone(info)) return { status: 'skipped', reason: 'converted before' };
    await waitForTick(info);
    const look = (now = info) => checkPlace(folder, name, now, followsLinks ? path : null);
    const backup = suffix === '' ? null : new Backup(file, suffix);
    opened.backup = backup;
    const kept = backup?.find();
    // A process that was killed before it could replace the file has left the file with two names.
    const isKept = isSameFile(kept, info);
    if (kept !== undefined && !isKept) {
      const stop = (what) => {
        const reason = `is left as it is, because ${nameOf(backup.path)} ${what}`;
        throw new FileError('EEXIST', reason);
      };
      if (!kept.isFile()) stop('is not a regular file');
      if (!(await isConverted(backup, kept, source, info, this.#settings, pause))) {
        stop(isRestoring ? 'is not what it was made of' : 'exists and is another file');
      }
    }
    if (kept !== undefined && (isRestoring || !isKept)) {
      look();
      if (!isRestoring) return { status: 'skipped', reason: 'converted from its backup before' };
      backup.putBack(target, isKept);
      this.#remember(kept);
      return { status: 'restored', from: undefined, to: undefined };
    }
    if (isRestoring) return { status: 'skipped', reason: 'no old file was kept' };
    if (skipsUtf8 && (await isUtf8(source, pause))) {
      look();
      return { status: 'skipped', reason: 'already UTF-8' };
    }

    const conversion = command
      ? new (require('./edit.js').Filter)(this.#settings, path)
      : new Conversion(await settingsFor(this.#settings, source, pause));
    const result = await this.#write(source, folder, opened, conversion, pause);
    // The signal of Ctrl-C goes to the program that edits, too, which may then end early and without an error.
    if (command !== undefined) await pause();
    const { temporary } = opened;
    if (temporary === undefined) {
      look();
      return result;
    }
    temporary.resemble(info, command === undefined);
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
    this.#remember(own);
    const names = Number(info.nlink) - (isKept ? 1 : 0);
    return names > 1 ? { ...result, otherNames: names - 1 } : result;
  }

  // All that the system says of a file would take a kilobyte.
  #remember(info) {
    const { size, mtimeNs } = info;
    this.#done.set(identityOf(info), { size, mtimeNs });
  }

  /**
   * Whether a file was written before. Throws FileError if it was, and was changed since: nothing says in which encoding it is now.
   */
  #isDone(info) {
    const own = this.#done.get(identityOf(info));
    if (own === undefined) return false;
    if (isWrittenAlike(own, info)) return true;
    const reason =
      'is left as it is, because it was converted before and changed since, or has the place of a file that was';
    throw new FileError('ERR_FILE_CHANGED', reason);
  }

  /** Converts the file to a temporary file, if its bytes change. */
  async #write(source, folder, opened, conversion, pause) {
    const waiting = [];
    let written = 0;
    const write = (bytes) => {
      written += bytes.length;
      if (opened.temporary === undefined) waiting.push(bytes);
      else opened.temporary.write(bytes);
    };
    const begin = () => {
      opened.temporary ??= new TemporaryFile(folder);
      for (const bytes of waiting.splice(0)) opened.temporary.write(bytes);
    };
    const { read, last } = await convertAll(source, conversion, write, () => {
      begin();
      return pause();
    });
    const counts = { read, written, ...conversion.counts };
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

/** Converts each file in its place, or puts it back. */
async function replace(work) {
  const replacer = new Replacer(work.settings);
  const replaceFile = async (entry, pause) => {
    const result = await replacer.replace(entry, async () => {
      work.report.read(entry.path, 0);
      await pause();
    });
    work.report.read(entry.path, result.read ?? 0);
    return result;
  };
  await convertEach(work, work.entries(), replaceFile, 'left as they are');
}

module.exports = { replace };
