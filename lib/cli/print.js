'use strict';

// Converts files to one output: standard output, or the file that -o names.

const { closeSync, fstatSync, openSync, statSync } = require('node:fs');
const { withoutControls } = require('../base/errors.js');
const { closeInput, openInput, writeAll } = require('./input.js');
const { Conversion } = require('./conversion.js');
const { FileError, OutputError } = require('./errors.js');

const bigStats = { bigint: true };

const isSameFile = (a, b) => a.isFile() && b.isFile() && a.dev === b.dev && a.ino === b.ino;

/** Where the converted bytes go. A file is opened when it is first needed. */
class Output {
  #path;
  #name;
  #descriptor = null;

  constructor(path) {
    this.#path = path;
    this.#name = path === '-' ? 'standard output' : withoutControls(path);
    if (path === '-') this.#descriptor = 1;
  }

  get isStandardOutput() {
    return this.#path === '-';
  }

  /** Whether a file, or null for standard input, is the file that is written. */
  isFile(path) {
    try {
      const own =
        this.#descriptor === null
          ? statSync(this.#path, bigStats)
          : fstatSync(this.#descriptor, bigStats);
      return isSameFile(own, path === null ? fstatSync(0, bigStats) : statSync(path, bigStats));
    } catch {
      // One of the two does not exist, or opening it will say what is wrong.
      return false;
    }
  }

  open() {
    this.#descriptor ??= this.#attempt(() => openSync(this.#path, 'w'));
  }

  write(bytes) {
    this.#attempt(() => writeAll(this.#descriptor, bytes));
  }

  close() {
    const descriptor = this.#descriptor;
    if (descriptor === null || this.isStandardOutput) return;
    this.#descriptor = null;
    this.#attempt(() => closeSync(descriptor));
  }

  #attempt(call) {
    try {
      return call();
    } catch (error) {
      throw new OutputError(this.#name, error);
    }
  }
}

/** The error that an input is the file that is written. */
function inputIsOutput() {
  const reason = 'is the input and the output; --in-place converts a file in its place';
  return new FileError('ERR_INPUT_IS_OUTPUT', reason);
}

/** Writes the converted files to one output. */
async function print(work) {
  const output = new Output(work.settings.output);
  if (!output.isStandardOutput) {
    // Opening the output would empty the input.
    for (const path of work.files()) {
      if (output.isFile(path)) return work.fail(path, inputIsOutput());
    }
  }
  let { addBOM } = work.settings;
  for (const path of work.files()) {
    let descriptor;
    try {
      descriptor = openInput(path);
    } catch (error) {
      work.fail(path, error);
      continue;
    }
    try {
      output.open();
      if (output.isFile(path)) throw inputIsOutput();
      const conversion = new Conversion({ ...work.settings, addBOM });
      const write = (bytes) => output.write(bytes);
      const counts = await work.convert(path, descriptor, conversion, write);
      work.done(path, { status: 'converted', ...counts });
      addBOM = false;
    } catch (error) {
      work.fail(path, error);
      // What follows in the output would stand after a gap.
      break;
    } finally {
      closeInput(descriptor);
    }
  }
  output.close();
}

module.exports = { print };
