'use strict';

// Names of files as bytes, because a system need not have them in UTF-8, and as text that a terminal can show.

const { isUtf8 } = require('node:buffer');
const { withoutControls } = require('../base/errors.js');

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const isWindows = process.platform === 'win32';

const isSeparator = (byte) => byte === SLASH || (isWindows && byte === BACKSLASH);

/** The path of a name in a folder. */
function joinPath(folder, name) {
  const hasSlash = isSeparator(folder[folder.length - 1]);
  return Buffer.concat(hasSlash ? [folder, name] : [folder, Buffer.of(SLASH), name]);
}

/** The path of a name beside a file. */
function besides(path, name) {
  let end = path.length;
  while (end > 0 && !isSeparator(path[end - 1])) end -= 1;
  return Buffer.concat([path.subarray(0, end), name]);
}

const DOT = 0x2e;
const COLON = 0x3a;

/** Whether a path begins at a root, or, on Windows, may name a drive or a stream. */
const isRooted = (path) => isSeparator(path[0]) || (isWindows && path.includes(COLON));

/** The names in a path, without those that are only a dot. */
function namesOf(path) {
  const names = [];
  for (let start = 0, end = 0; end <= path.length; end++) {
    if (end < path.length && !isSeparator(path[end])) continue;
    const name = path.subarray(start, end);
    if (name.length > 1 || (name.length === 1 && name[0] !== DOT)) names.push(name);
    start = end + 1;
  }
  return names;
}

/** The name of a file for a message; null is standard input. */
const nameOf = (path) => (path === null ? '-' : withoutControls(path.toString()));

/** The name of a file for JSON. A name that is not UTF-8 has its bytes in base64 beside it. */
function jsonNameOf(path) {
  if (path === null) return { file: '-' };
  const name = { file: path.toString() };
  return isUtf8(path) ? name : { ...name, fileBytes: path.toString('base64') };
}

module.exports = { besides, isRooted, isSeparator, joinPath, jsonNameOf, nameOf, namesOf };
