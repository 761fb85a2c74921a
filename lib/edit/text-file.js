'use strict';

// Opens files as EditableText, and replaces them with the care that --in-place of the command takes: the new bytes go to a file beside the
// old one, which then gets its name in one step. What another program has changed meanwhile is left alone.

const { promisify } = require('node:util');
const { coded, invalidArgument } = require('../base/errors.js');
const { isUint8Array, optionOf, optionsOf, toDictionary } = require('../base/webidl.js');
const { encodingOf } = require('./detected.js');
const { EditableText } = require('./editable-text.js');

// Options for node:fs, which would find `signal` and others in Object.prototype.
const asBuffer = { __proto__: null, encoding: 'buffer' };
const toRead = { __proto__: null, flag: 'r' };
const toWrite = { __proto__: null, flag: 'w', encoding: 'utf8', flush: false };

/** Awaits what `run(folder, name)` returns for the folder of a file, which is open meanwhile. Errors name the file. */
async function inFolder(path, real, run) {
  const { Folder } = require('../files/files.js');
  const { prefixOf, splitPath } = require('../files/paths.js');
  let folder;
  try {
    const { prefix, name } = splitPath(real);
    folder = new Folder(prefixOf(prefix));
    return await run(folder, name);
  } catch (error) {
    const { FileError } = require('../files/errors.js');
    if (!(error instanceof FileError)) throw error;
    throw coded(Error, error.code, `${path}: ${error.message}`, { path });
  } finally {
    folder?.close();
  }
}

/** Returns a path in bytes that leads to the same file when the folder of the process has changed. */
function absoluteOf(path) {
  const { isRooted, prefixOf } = require('../files/paths.js');
  const isText = typeof path === 'string' || isUint8Array(path);
  const bytes = Buffer.from(isText ? path : require('node:url').fileURLToPath(path));
  return isRooted(bytes) ? bytes : Buffer.concat([prefixOf(Buffer.from(process.cwd())), bytes]);
}

/** Opens a file by the path that it really has; returns its bytes and what the system says of it. */
function readFile(path, real) {
  return inFolder(path, real, async (folder, name) => {
    const { closeSync, readFile: read } = require('node:fs');
    const { checkLength } = require('../files/errors.js');
    const { openFound, waitForTick } = require('../files/files.js');
    const { descriptor, info } = openFound({ path: real, folder, name, isRegular: true });
    try {
      checkLength(info.size);
      await waitForTick(info);
      return { info, bytes: await promisify(read)(descriptor, toRead) };
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Puts bytes in the place of a file, which `info` describes; returns what the system says of the new one. */
function replaceFile({ path, link, real, info }, bytes) {
  return inFolder(path, real, async (folder, name) => {
    const { fsync, writeFile } = require('node:fs');
    const { checkPlace, isSameFile, isWrittenAlike, lstat } = require('../files/files.js');
    const { TemporaryFile } = require('../files/temporary-file.js');
    const target = folder.at(name);
    const look = () => checkPlace(folder, name, info, link);
    look();
    const temporary = new TemporaryFile(folder);
    try {
      await promisify(writeFile)(temporary.descriptor, bytes, toWrite);
      temporary.resemble(info, false);
      // Otherwise the name could stand for a file without its bytes after a loss of power.
      await promisify(fsync)(temporary.descriptor);
      temporary.close();
      const own = temporary.takePlaceOf(target, look);
      // The new name has changed the time of the last change of the file's properties. Another program may have replaced the file by
      // now: the next call of save() then finds that the file is not `own`.
      const now = lstat(target);
      return isSameFile(now, own) && isWrittenAlike(now, own) ? now : own;
    } finally {
      temporary.discard();
    }
  });
}

/** Throws unless the encoding of a file that open() has found is certain. */
function checkCertain({ isReliable, error }) {
  if (!isReliable) throw error();
}

// The text of a file that can be saved.
class TextFile extends EditableText {
  #file; // what open() has returned, where `bytes` are those that the file has
  #saving = Promise.resolve(); // the last call of save()

  constructor(file) {
    super(file.bytes, file.encoding);
    this.#file = file;
  }

  get path() {
    return this.#file.path;
  }

  get isReliable() {
    return this.#file.isReliable;
  }

  async save() {
    const bytes = this.toBytes();
    const result = this.#saving.then(() => this.#save(bytes));
    this.#saving = result.catch(() => {});
    return result;
  }

  async #save(bytes) {
    if (bytes.equals(this.#file.bytes)) return false;
    checkCertain(this.#file);
    this.#file = { ...this.#file, bytes, info: await replaceFile(this.#file, bytes) };
    return true;
  }
}

/** Opens a file: returns { path, link, real, info, bytes, encoding, isReliable, error }. */
async function open(path, options) {
  const given = toDictionary(options, 'options');
  const label = optionOf(given, 'encoding') ?? undefined;
  if (label !== undefined && optionOf(given, 'byLine')) {
    throw invalidArgument('options.byLine', 'left out beside encoding: fallback names one', true);
  }
  const { realpath } = require('node:fs');
  const link = absoluteOf(path);
  const real = await promisify(realpath.native)(path, asBuffer);
  const { bytes, info } = await readFile(path, real);
  const found =
    label === undefined ? encodingOf(bytes, options, path) : { encoding: label, isReliable: true };
  if (found.encoding === null) throw found.error();
  return { ...found, path, link, real, info, bytes };
}

// Opens a file.
const openTextFile = async (path, options = undefined) => new TextFile(await open(path, options));

// Changes a file.
async function editFile(path, change, options = undefined) {
  if (typeof change !== 'function') throw invalidArgument('change', 'a function', change);
  const own = optionsOf(toDictionary(options, 'options') ?? null, ['lineEnds', 'unencodable']);
  const found = await open(path, options);
  checkCertain(found);
  const file = new TextFile(found);
  const text = await change(file.text, file);
  if (text !== undefined) file.update(text, own);
  return file.save();
}

module.exports = { editFile, openTextFile };
