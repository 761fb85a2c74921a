'use strict';

// Writes a tree of converted files below the folder that -o names. It writes nowhere else, and over no file that is read.

const { mkdirSync } = require('node:fs');
const { withInput } = require('./input.js');
const { conversionFor } = require('./source.js');
const { FileError, attempt } = require('./errors.js');
const { TemporaryFile, identityOf, lstat, stat, statIfFound } = require('./temporary-file.js');
const { convertEach } = require('./interruption.js');
const { joinPath, nameOf } = require('./paths.js');

// What the process's mask leaves of this are the permissions of a new file.
const NEW_FILE = 0o666;

/** The folder that -o names, and what was written there. */
class Tree {
  #root;
  #folders = new Set(); // paths of folders that exist and are no links, as text
  #inputs = new Set(); // the identities of the files that are read
  #written = new Set(); // the identities of the files that were written

  constructor(root) {
    this.#root = root;
  }

  /** Remembers a file that is read, so that it is not written. */
  addInput(path) {
    const info = statIfFound(path);
    if (info !== undefined) this.#inputs.add(identityOf(info));
  }

  /** Makes the folders of a place, which is the names below the root; returns the path of its file. */
  pathOf(place) {
    let path = this.#root;
    for (const name of [null, ...place.slice(0, -1)]) {
      if (name !== null) path = joinPath(path, name);
      this.#makeFolder(path, name === null);
    }
    return joinPath(path, place.at(-1));
  }

  /** Throws FileError if a file must not be written under a name. */
  check(path) {
    const found = attempt(`look for ${nameOf(path)}`, () => lstat(path));
    if (found === undefined) return;
    const stop = (code, what) => {
      throw new FileError(code, `is not converted, because ${nameOf(path)} ${what}`);
    };
    if (found.isSymbolicLink()) stop('ERR_SYMBOLIC_LINK', 'is a symbolic link');
    if (!found.isFile()) stop('EEXIST', 'is not a regular file');
    const identity = identityOf(found);
    if (this.#inputs.has(identity)) stop('ERR_INPUT_IS_OUTPUT', 'is an input');
    if (this.#written.has(identity)) stop('EEXIST', 'was written from another input');
  }

  addWritten(info) {
    this.#written.add(identityOf(info));
  }

  #makeFolder(path, isRoot) {
    const key = path.toString('latin1');
    if (this.#folders.has(key)) return;
    attempt(`make the folder ${nameOf(path)}`, () => {
      const found = isRoot ? stat(path) : lstat(path);
      if (found === undefined) mkdirSync(path, { recursive: isRoot });
      else if (found.isSymbolicLink()) {
        throw new FileError('ERR_SYMBOLIC_LINK', 'it is a symbolic link');
      } else if (!found.isDirectory()) throw new FileError('ENOTDIR', 'it is not a folder');
    });
    this.#folders.add(key);
  }
}

/** Converts one file; `pause` is awaited after each chunk. */
async function convertTo(work, tree, { path, place }, pause) {
  if (place === null) {
    throw new FileError(
      'ERR_OUTSIDE',
      'is not converted, because its name leads out of the folder that -o names',
    );
  }
  let temporary;
  const convert = async (descriptor) => {
    const conversion = await conversionFor(work.settings, path, descriptor, pause);
    const target = tree.pathOf(place);
    tree.check(target);
    temporary = new TemporaryFile(target, NEW_FILE);
    tree.addInput(path);
    const write = (bytes) => temporary.write(bytes);
    const counts = await work.convert(path, descriptor, conversion, write, pause);
    temporary.close();
    tree.addWritten(temporary.takePlaceOf(target, () => tree.check(target)));
    return { from: conversion.from, status: 'converted', ...counts };
  };
  try {
    return await withInput(path, convert);
  } finally {
    temporary?.discard();
  }
}

/** Writes each converted file below the folder. */
async function writeTree(work) {
  const root = Buffer.from(work.settings.output);
  const tree = new Tree(root);
  // All names are known before the first file is written, so that no input is written over.
  const entries = [...work.entries(root)];
  for (const { path } of entries) tree.addInput(path);
  await convertEach(
    work,
    entries,
    (entry, pause) => convertTo(work, tree, entry, pause),
    'not converted',
  );
}

module.exports = { writeTree };
