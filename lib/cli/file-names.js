'use strict';

// Finds the files that the command line names: arguments, the names in a list, and the files in folders.

const { closeSync, openSync, readdirSync, realpathSync } = require('node:fs');
const { noBytes } = require('../base/webidl.js');
const { chunksOf } = require('./input.js');
const { FileError, attempt } = require('../files/errors.js');
const { adviceFor } = require('./arguments.js');
const { Folder, here, identityOf, lstat, stat, statIfFound } = require('../files/files.js');
const { TEMPORARY_PREFIX } = require('../files/temporary-file.js');
const { isRooted, namesOf, prefixOf, splitPath } = require('../files/paths.js');

// In bytes. No system has longer names; a list that is not separated by NUL would look like one.
const MAX_NAME_BYTES = 64 * 1024;

/** The names in an open list, each of which ends with NUL; the last need not. Calls `onError` for an empty name. */
function* readList(descriptor, onError) {
  let rest = noBytes;
  for (const chunk of chunksOf(descriptor, 'read the list')) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      if (end > start) yield bytes.subarray(start, end);
      else onError(new FileError('ERR_EMPTY_NAME', 'the list has an empty name'));
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_NAME_BYTES) {
      const reason = `the list has a name of more than ${MAX_NAME_BYTES} bytes; names must be separated by NUL`;
      throw new FileError('ERR_NAME_TOO_LONG', reason);
    }
  }
  if (rest.length > 0) yield rest;
}

/** A name on the command line as bytes; null is standard input. */
const pathOf = (name) => (name === '-' ? null : Buffer.from(name));

/** The names of the files that the command line gives, or the list that it names, as pathOf() returns them. */
function* givenNames({ files, list }, onError) {
  if (list === undefined) return yield* files.map(pathOf);
  const path = pathOf(list);
  let descriptor = 0;
  try {
    if (path !== null) descriptor = attempt('open the list', () => openSync(path));
    yield* readList(descriptor, (error) => onError(path, error));
  } catch (error) {
    onError(path, error);
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/**
 * Looks at a name that was given. Returns { path, … }: with `isFolder` a folder to read, with `target` a file to replace, which has no link
 * in that path if links are followed, and otherwise a file to read. Throws FileError.
 */
function look(path, { action, followsLinks, isRecursive, isWriting }) {
  const led = isRecursive && path !== null ? statIfFound(path) : undefined;
  if (led?.isDirectory()) {
    return { path, identity: identityOf(led), isFolder: true, mode: Number(led.mode) };
  }
  if (!isWriting) return { path };
  const isRead = action === 'tree';
  const follows = followsLinks || isRead;
  const info = attempt('open', () => (follows ? stat : lstat)(path, true));
  if (info.isDirectory()) throw new FileError('EISDIR', 'is a folder; -r converts the files in it');
  const found = { path, identity: identityOf(info) };
  if (isRead) return { ...found, isRegular: info.isFile() };
  const target = follows ? attempt('open', () => realpathSync.native(path, 'buffer')) : path;
  return { ...found, target, isRegular: true };
}

/** Looks at each name that was given. What is wrong with one is passed to `onError`. */
function* lookAtEach({ settings }, onError) {
  for (const path of givenNames(settings, onError)) {
    try {
      yield look(path, settings);
    } catch (error) {
      if (error.code === 'ENOENT') {
        error.message += adviceFor(path.toString(), settings.behindInPlace);
      }
      onError(path, error);
    }
  }
}

const prefix = Buffer.from(TEMPORARY_PREFIX);

/**
 * The files in an open folder that are to be converted, and the folders in it, in the order of their names. Symbolic links are
 * left out, and so is what the command has made: temporary files, what it has kept, and what `tree` has.
 */
function list(folder, { suffix }, tree) {
  const end = Buffer.from(suffix);
  const isLeftOut = (name) =>
    name.subarray(0, prefix.length).equals(prefix) ||
    (end.length > 0 && name.length > end.length && name.subarray(-end.length).equals(end));
  const entryOf = (name) => {
    const info = lstat(folder.at(name));
    const isFolder = info?.isDirectory();
    if (!isFolder && (!info?.isFile() || isLeftOut(name))) return [];
    const identity = identityOf(info);
    return tree?.has(identity) ? [] : { name, identity, isFolder, isRegular: true };
  };
  const entries = attempt('read the folder', () =>
    readdirSync(folder.at(here), 'buffer').sort(Buffer.compare).flatMap(entryOf),
  );
  folder.checkUnlessOpen();
  return entries;
}

/**
 * A file, or the files in a folder and in the folders below it, in the order of their names; those of `entries` in the folder alone. Each
 * folder is listed as a whole when its turn comes, so that files that are made in it meanwhile do not count. A file is open to
 * openFound() until the next one is asked for. `parent` is the open folder that has the file or the folder, or null.
 */
function* walk(work, tree, parent, entry) {
  const { name, identity, prefix, entries, path = parent.pathOf(name) } = entry;
  if (!entry.isFolder) return yield { ...entry, path, folder: parent };
  let folder;
  try {
    folder = parent?.enter(name, identity) ?? new Folder(prefix, identity);
    for (const each of entries ?? list(folder, work.settings, tree)) {
      yield* walk(work, tree, folder, each);
    }
  } catch (error) {
    work.fail(path, error);
  } finally {
    folder?.close();
  }
}

const upwards = Buffer.from('..');

/** The names of the folders and of the file in a relative path; null if the path leads upwards, or begins at a root. */
function placeOf(path) {
  if (isRooted(path)) return null;
  const names = namesOf(path);
  const isUpwards = names.some((name) => name.equals(upwards));
  return names.length === 0 || isUpwards ? null : names;
}

/**
 * The files that the settings name: { path, place, … }, where openFound() takes the rest. The path is in bytes; null is standard input.
 * With -r, folders stand for the files in them. What is wrong with a name is reported. Where the action writes to files, all names
 * that were given are looked at first, and one that is wrong leaves no files. The place is the names of the folders and of the file
 * below a folder that gets the output: those below a folder that was named, those in a list, and otherwise the last name. It is null if
 * that leads out of the folder. `tree` is the folder that gets the output, which is left out itself if it is not the one that was named.
 */
function* entriesOf(work, tree = null) {
  const isOfList = work.settings.list !== undefined;
  let isWrong = false;
  let given = lookAtEach(work, (path, error) => {
    isWrong = true;
    work.fail(path, error);
  });
  if (work.settings.isWriting) {
    given = [...given];
    if (isWrong) {
      if (given.length > 0) work.report.say('no file is touched, because a name is wrong');
      return;
    }
  }
  if (tree !== null) for (const { identity, mode } of given) tree.addInput(identity, mode);
  for (const entry of given) {
    const { path, target, isFolder } = entry;
    if (isFolder) {
      const prefix = prefixOf(path);
      for (const file of walk(work, tree, null, { ...entry, prefix })) {
        yield { ...file, place: placeOf(file.path.subarray(isOfList ? 0 : prefix.length)) };
      }
    } else if (target !== undefined) {
      const { prefix, name } = splitPath(target);
      const entries = [{ ...entry, name }];
      yield* walk(work, tree, null, { path, prefix, isFolder: true, entries });
    } else {
      const name = path && (isOfList ? path : (namesOf(path).at(-1) ?? path));
      yield { ...entry, place: name && placeOf(name) };
    }
  }
}

module.exports = { entriesOf };
