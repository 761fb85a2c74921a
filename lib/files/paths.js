'use strict';

// Names of files as bytes, because a system need not have them in UTF-8, and as text that a terminal can show.

const { isUtf8 } = require('node:buffer');
const { withoutControls } = require('../base/errors.js');

const SLASH = 0x2f;
const slash = Buffer.of(SLASH);
const BACKSLASH = 0x5c;
const isWindows = process.platform === 'win32';

const isSeparator = (byte) => byte === SLASH || (isWindows && byte === BACKSLASH);

const DOT = 0x2e;
const COLON = 0x3a;

/** Takes a path apart: what stands before its last name, and that name. */
function splitPath(path) {
  let end = path.length;
  while (end > 0 && !isSeparator(path[end - 1]) && !(isWindows && path[end - 1] === COLON))
    end -= 1;
  return { prefix: path.subarray(0, end), name: path.subarray(end) };
}

/** The part of a path before the names in a folder. */
const prefixOf = (folder) =>
  isSeparator(folder[folder.length - 1]) ? folder : Buffer.concat([folder, slash]);

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

module.exports = {
  isRooted,
  isSeparator,
  isWindows,
  jsonNameOf,
  nameOf,
  namesOf,
  prefixOf,
  splitPath,
};
