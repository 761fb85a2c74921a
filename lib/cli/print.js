'use strict';

// Converts files to one output, which is standard output or the file that -o names, and checks files.

const { closeSync, openSync } = require('node:fs');
const { conversionFor } = require('./conversion.js');
const { outputError } = require('./errors.js');
const { FileError } = require('../files/errors.js');
const { withInput } = require('./input.js');
const { writeAll } = require('../files/transfer.js');
const { fstat, isSameFile, stat } = require('../files/files.js');

// Checks files: reports each malformed sequence, and each character that the output encoding does not contain.

async function checkFile(work, path, descriptor) {
  // Where nothing is written, no byte needs a note.
  const settings = { ...work.settings, isLatin1: false };
  const onProblem = (problem) => work.problem(path, problem);
  const conversion = await conversionFor(settings, path, descriptor, undefined, onProblem);
  const counts = await work.convert(path, descriptor, conversion, () => {});
  const { from: found, omitted: problems, note } = counts;
  const status = problems === 0 ? 'valid' : 'invalid';
  work.done(path, { from: found, status, problems, note });
}

/** Reports each problem of each file. */
const check = (work) => work.each(checkFile);

/** Where the converted bytes go. A file is opened when it is first needed. */
class Output {
  isStandardOutput;
  #path;
  #descriptor;

  constructor(path) {
    this.isStandardOutput = path === '-';
    this.#path = path;
    this.#descriptor = this.isStandardOutput ? 1 : null;
  }

  /** Whether a file, or null for standard input, is the file that is written. */
  isFile(path) {
    try {
      const own = this.#descriptor === null ? stat(this.#path) : fstat(this.#descriptor);
      return own?.isFile() === true && isSameFile(path === null ? fstat(0) : stat(path), own);
    } catch {
      // To open the file will say what is wrong.
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
    if (this.#descriptor === null || this.isStandardOutput) return;
    this.#attempt(() => closeSync(this.#descriptor));
  }

  #attempt(call) {
    try {
      return call();
    } catch (error) {
      throw outputError(this.isStandardOutput ? 'standard output' : this.#path, error);
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
    for (const { path } of work.entries()) {
      if (output.isFile(path)) return work.fail(path, inputIsOutput());
    }
  }
  let { addBOM } = work.settings;
  for (const { path } of work.entries()) {
    let hasBegun = false;
    const convert = async (descriptor) => {
      const conversion = await conversionFor({ ...work.settings, addBOM }, path, descriptor);
      hasBegun = true;
      output.open();
      if (output.isFile(path)) throw inputIsOutput();
      const write = (bytes) => output.write(bytes);
      const counts = await work.convert(path, descriptor, conversion, write);
      work.done(path, { status: 'converted', ...counts });
      addBOM = false;
    };
    try {
      await withInput({ path }, convert, '');
    } catch (error) {
      work.fail(path, error);
      // The rest of the output would stand after a gap.
      if (hasBegun) break;
    }
  }
  output.close();
}

module.exports = { check, print };
