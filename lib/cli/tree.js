'use strict';

// Writes a tree of converted files below the folder that -o names. It writes nowhere else, and over no file that is read.

const { mkdirSync } = require('node:fs');
const { withInput } = require('./input.js');
const { conversionFor } = require('./conversion.js');
const { FileError, attempt } = require('../files/errors.js');
const { Folder, identityOf, lstat, statIfFound } = require('../files/files.js');
const { TemporaryFile } = require('../files/temporary-file.js');
const { convertEach } = require('./interruption.js');
const { isSeparator, nameOf, prefixOf } = require('../files/paths.js');

// A new file has these permissions without those of the process's mask. A file that its input's owner hides stays hidden.
const NEW_FILE = 0o666;
const NEW_FOLDER = 0o777;
const OWNER = 0o700; // writes files in the folder

/** The folder that -o names, and what was written there. */
class Tree {
  #path;
  #info; // of the folder; undefined if there is none
  #root = null;
  #mode = NEW_FOLDER; // what all folders that were given allow
  #inputs = new Set(); // the identities of the files and folders that were given, and of the files that were read
  #written = new Set(); // the identities of the folder, and of the files that were written

  constructor(path) {
    let end = path.length;
    while (end > 1 && isSeparator(path[end - 1])) end -= 1;
    this.#path = path.subarray(0, end);
    this.#info = statIfFound(path);
    if (this.#info !== undefined) this.addWritten(this.#info);
  }

  /** Whether an identity is that of the folder, or of a file that was written there. */
  has(identity) {
    return this.#written.has(identity);
  }

  /** Remembers what is read, so that it is not written. `mode` is that of a folder. */
  addInput(identity, mode = NEW_FOLDER) {
    this.#inputs.add(identity);
    this.#mode &= mode;
  }

  /**
   * Opens the folder of a place, which is the names below the root, and calls `use(folder, name)` with the last of these names. Folders
   * that are not there are made, with the permissions of those above the input, of which `source`, if there is one, is the nearest. No
   * symbolic link is followed below the root.
   */
  async at(place, source, use) {
    this.#root ??= attempt(`make the folder ${nameOf(this.#path)}`, () => this.#openRoot());
    const modes = [];
    for (let above = source; above; above = above.parent) modes.unshift(Number(above.info.mode));
    let folder = this.#root;
    try {
      const names = place.slice(0, -1);
      for (const [i, name] of names.entries()) {
        folder = enter(folder, name, modes.at(i - names.length));
      }
      return await use(folder, place.at(-1));
    } finally {
      for (; folder !== this.#root; folder = folder.parent) folder.close();
    }
  }

  /** Throws FileError if a file must not be written under a name in a folder, or if the folder was moved or replaced. */
  check(folder, name) {
    folder.check();
    const path = nameOf(folder.pathOf(name));
    const found = attempt(`look for ${path}`, () => lstat(folder.at(name)));
    if (found === undefined) return;
    const stop = (code, what) => {
      throw new FileError(code, `is not converted, because ${path} ${what}`);
    };
    if (found.isSymbolicLink()) stop('ERR_SYMBOLIC_LINK', 'is a symbolic link');
    if (!found.isFile()) stop('EEXIST', 'is not a regular file');
    const identity = identityOf(found);
    if (this.#written.has(identity)) stop('EEXIST', 'was written from another input');
    // All files of a folder that was given are inputs, also those that are not listed yet.
    let isInput = this.#inputs.has(identity);
    for (let above = folder; above !== null; above = above.parent) {
      isInput ||= this.#inputs.has(identityOf(above.info));
    }
    if (isInput) stop('ERR_INPUT_IS_OUTPUT', 'is an input');
  }

  addWritten(info) {
    this.#written.add(identityOf(info));
  }

  #openRoot() {
    if (this.#info === undefined) {
      mkdirSync(this.#path, { recursive: true, mode: this.#mode | OWNER });
      // A link that has come meanwhile is not the folder that it leads to.
      this.#info = lstat(this.#path, true);
      this.addWritten(this.#info);
    }
    return new Folder(prefixOf(this.#path), identityOf(this.#info));
  }
}

/** Opens a folder in another one, and makes it if it is not there. */
const enter = (parent, name, mode = NEW_FOLDER) =>
  attempt(`make the folder ${nameOf(parent.pathOf(name))}`, () => {
    if (lstat(parent.at(name)) === undefined) {
      parent.checkUnlessOpen();
      mkdirSync(parent.at(name), (mode & NEW_FOLDER) | OWNER);
    }
    return parent.enter(name);
  });

/** Converts one file; `pause` is awaited after each chunk. */
async function convertTo(work, tree, entry, pause) {
  const { path, folder: source, place } = entry;
  if (place === null) {
    throw new FileError(
      'ERR_OUTSIDE',
      'is not converted, because its name leads out of the folder that -o names',
    );
  }
  return withInput(entry, async (descriptor, info) => {
    const conversion = await conversionFor(work.settings, path, descriptor, pause);
    tree.addInput(identityOf(info));
    return tree.at(place, source, async (folder, name) => {
      const look = () => tree.check(folder, name);
      look();
      const mode = info.isFile() ? Number(info.mode) & NEW_FILE : NEW_FILE;
      const temporary = new TemporaryFile(folder, mode);
      try {
        const write = (bytes) => temporary.write(bytes);
        const counts = await work.convert(path, descriptor, conversion, write, pause);
        temporary.close();
        tree.addWritten(temporary.takePlaceOf(folder.at(name), look));
        return { status: 'converted', ...counts };
      } finally {
        temporary.discard();
      }
    });
  });
}

/** Writes each converted file below the folder. */
async function writeTree(work) {
  const tree = new Tree(Buffer.from(work.settings.output));
  await convertEach(
    work,
    work.entries(tree),
    (entry, pause) => convertTo(work, tree, entry, pause),
    'not converted',
  );
}

module.exports = { writeTree };
