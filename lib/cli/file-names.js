'use strict';

// Finds the files that the command line names: arguments, the names in a list, and the files in folders.

const { closeSync, openSync, readdirSync } = require('node:fs');
const { readSome } = require('./input.js');
const { FileError, attempt, fileError } = require('./errors.js');
const { TEMPORARY_PREFIX, isFolder, isSameFile, statIfFound } = require('./temporary-file.js');
const { isRooted, joinPath, namesOf } = require('./paths.js');

// In bytes. No system has longer names; a list that is not separated by NUL would look like one.
const MAX_NAME_BYTES = 64 * 1024;

/** The names in a list, each of which ends with NUL; the last need not. Calls `onError` for an empty name. */
function* readList(descriptor, onError) {
  const buffer = Buffer.allocUnsafe(MAX_NAME_BYTES);
  let rest = Buffer.alloc(0);
  for (;;) {
    const count = attempt('read the list', () => readSome(descriptor, buffer));
    const bytes = Buffer.concat([rest, buffer.subarray(0, count)]);
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
    if (count === 0) break;
  }
  if (rest.length > 0) yield rest;
}

/** The names in the list that --files0-from names. */
function* namesInList(list, onError) {
  const path = list === '-' ? null : Buffer.from(list);
  let descriptor = 0;
  try {
    if (path !== null) descriptor = attempt('open the list', () => openSync(list));
    yield* readList(descriptor, (error) => onError(path, error));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    onError(path, error);
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/**
 * The regular files in a folder and in the folders below it, in the order of their names. Symbolic links are not followed. A folder is read
 * as a whole before its files are passed on, so that files that are made meanwhile do not count. The folder that `output`
 * describes, if it is not undefined, is left out.
 */
function* walk(root, isLeftOut, onError, output) {
  const waiting = [{ path: root, isDirectory: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, isDirectory } = next;
    if (!isDirectory) {
      yield path;
      continue;
    }
    try {
      const entries = readdirSync(path, { encoding: 'buffer', withFileTypes: true })
        .filter((entry) => entry.isDirectory() || (entry.isFile() && !isLeftOut(entry.name)))
        .sort((a, b) => Buffer.compare(b.name, a.name));
      for (const entry of entries) {
        const inside = joinPath(path, entry.name);
        const isDirectory = entry.isDirectory();
        const mayBeOutput = isDirectory && output !== undefined;
        if (mayBeOutput && isSameFile(statIfFound(inside), output)) continue;
        waiting.push({ path: inside, isDirectory });
      }
    } catch (error) {
      onError(path, fileError('read the folder', error));
    }
  }
}

const here = Buffer.from('./');

/** The names of the folders and of the file in a relative path; null if the path leads upwards, or begins at a root. */
function placeOf(path) {
  if (isRooted(path)) return null;
  const names = namesOf(path);
  const isUpwards = names.some((name) => name.equals(upwards));
  return names.length === 0 || isUpwards ? null : names;
}

const upwards = Buffer.from('..');

/**
 * The files that the settings name: { path, place }. The path is in bytes; null is standard input. With -r, folders stand for the
 * files in them. What cannot be read is passed to `onError` with its path. The place is the names of the folders and of the file
 * below a folder that gets the output: those below a folder that was named, those in a list, and otherwise the last name. It is null if
 * that leads out of the folder. Files in the folder `output` itself are left out, if that is not the one that was named.
 */
function* entriesOf({ files, list, isRecursive, suffix }, onError, output = null) {
  const prefix = Buffer.from(TEMPORARY_PREFIX);
  const end = Buffer.from(suffix);
  // A file that is the copy of another file is not itself converted.
  const isLeftOut = (name) =>
    name.subarray(0, prefix.length).equals(prefix) ||
    (end.length > 0 && name.length > end.length && name.subarray(-end.length).equals(end));
  const left = output === null ? undefined : statIfFound(output);
  const names = list === undefined ? files : namesInList(list, onError);
  for (const name of names) {
    const isInput = name === '-';
    const path = isInput ? null : Buffer.from(name);
    const isOfList = list !== undefined;
    if (isRecursive && !isInput && isFolder(path)) {
      for (const file of walk(path, isLeftOut, onError, left)) {
        const rest = isOfList ? file : Buffer.concat([here, file.subarray(path.length)]);
        yield { path: file, place: placeOf(rest) };
      }
    } else if (isInput) yield { path, place: null };
    else yield { path, place: placeOf(isOfList ? path : (namesOf(path).at(-1) ?? path)) };
  }
}

module.exports = { entriesOf };
