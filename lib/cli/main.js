'use strict';

// Runs the command: reads its arguments, does the work on each file, and returns the exit status.

const { closeSync, fstatSync, openSync, statSync } = require('node:fs');
const { settingsOf } = require('./arguments.js');
const { CHUNK_BYTES, readSome, writeAll } = require('./bytes-io.js');
const { Conversion } = require('./conversion.js');
const { CommandError, FileError, OutputError, attempt, status } = require('./errors.js');
const { filesOf } = require('./file-names.js');
const { printable } = require('./paths.js');
const { Report, writeError, writeOutput } = require('./report.js');

/** Opens a file to read it. `advice` follows the message that the file is a folder. */
function openInput(path, advice = '') {
  if (path === null) return 0;
  const descriptor = attempt('open', () => openSync(path));
  if (!fstatSync(descriptor).isDirectory()) return descriptor;
  closeSync(descriptor);
  throw new FileError('EISDIR', `is a folder${advice}`);
}

function closeInput(descriptor) {
  if (descriptor !== 0) closeSync(descriptor);
}

const isSameFile = (a, b) => a.isFile() && b.isFile() && a.dev === b.dev && a.ino === b.ino;

const bigStats = { bigint: true };

/** Calls `read` with each chunk of an open file. */
function readChunks(descriptor, buffer, read) {
  for (;;) {
    const length = attempt('read', () => readSome(descriptor, buffer));
    if (length === 0) return;
    read(buffer.subarray(0, length));
  }
}

/** Where the converted bytes go: standard output, or the file that -o names, which is opened when it is first needed. */
class Output {
  #path;
  #name;
  #descriptor = null;

  constructor(path) {
    this.#path = path;
    this.#name = path === '-' ? 'standard output' : printable(path);
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

/** The command with its settings, and what has gone wrong so far. */
class Command {
  #settings;
  #report;
  #hasFailed = false;

  constructor(settings, report) {
    this.#settings = settings;
    this.#report = report;
  }

  get exitStatus() {
    return this.#hasFailed ? status.failed : status.done;
  }

  /** The files that the settings name. Errors are reported. */
  #files() {
    return filesOf(this.#settings, (path, error) => this.#fail(path, error));
  }

  #fail(path, error) {
    if (!(error instanceof FileError)) throw error;
    this.#hasFailed = true;
    this.#report.error(path, error);
  }

  /** Reports what the conversion of a file has done. Omitted text makes the command fail, as POSIX says of iconv. */
  #done(path, result) {
    const { from, to } = this.#settings;
    const { omitted = 0, otherNames = 0 } = result;
    if (omitted > 0) {
      this.#hasFailed = true;
      const what = omitted === 1 ? 'sequence or character' : 'sequences or characters';
      const message = `omitted ${omitted} malformed ${what} that ${to} does not contain`;
      this.#report.note(path, message, true);
    }
    if (otherNames > 0) {
      this.#report.note(
        path,
        `its ${otherNames} other names (hard links) keep the old file`,
        false,
      );
    }
    this.#report.done(path, { from, to, ...result });
  }

  /** Writes the converted files to one output. */
  print() {
    const output = new Output(this.#settings.output);
    if (!output.isStandardOutput) {
      for (const path of this.#files()) {
        if (!output.isFile(path)) continue;
        this.#fail(
          path,
          new FileError(
            'ERR_INPUT_IS_OUTPUT',
            'is the input and the output; --in-place converts a file in its place',
          ),
        );
        return;
      }
    }
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let { addBOM } = this.#settings;
    for (const path of this.#files()) {
      let descriptor;
      try {
        descriptor = openInput(path);
      } catch (error) {
        this.#fail(path, error);
        continue;
      }
      try {
        output.open();
        if (output.isFile(path))
          throw new FileError('ERR_INPUT_IS_OUTPUT', 'is the input and the output');
        this.#done(path, this.#convert(descriptor, buffer, output, addBOM));
        addBOM = false;
      } catch (error) {
        // What follows in the output would stand after a gap.
        this.#fail(path, error);
        break;
      } finally {
        closeInput(descriptor);
      }
    }
    output.close();
  }

  #convert(descriptor, buffer, output, addBOM) {
    const conversion = new Conversion({ ...this.#settings, addBOM });
    let read = 0;
    let written = 0;
    const write = (bytes) => {
      written += bytes.length;
      output.write(bytes);
    };
    readChunks(descriptor, buffer, (bytes) => {
      read += bytes.length;
      conversion.convert(bytes, false, write);
    });
    conversion.end(write);
    return { status: 'converted', read, written, ...conversion.counts };
  }

  /** Reports each problem of each file. */
  check() {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (const path of this.#files()) {
      try {
        this.#check(path, buffer);
      } catch (error) {
        this.#fail(path, error);
      }
    }
  }

  #check(path, buffer) {
    const { from, to } = this.#settings;
    const descriptor = openInput(path, '; -r reads the files in it');
    try {
      const onProblem = (problem) => this.#report.problem(path, problem);
      const modes = { malformed: 'fatal', unencodable: 'fatal' };
      const conversion = new Conversion({ from, to, ...modes }, onProblem);
      const forget = () => {};
      readChunks(descriptor, buffer, (bytes) => {
        conversion.convert(bytes, false, forget);
        this.#report.read(path, bytes.length);
      });
      conversion.end(forget);
      const problems = conversion.counts.omitted;
      if (problems > 0) this.#hasFailed = true;
      const result = problems === 0 ? 'valid' : 'invalid';
      this.#report.done(path, { from, to, status: result, problems });
    } finally {
      closeInput(descriptor);
    }
  }

  /** Converts each file in its place. */
  async replace() {
    const { Interruption } = require('./interruption.js');
    const { Replacer } = require('./replacement.js');
    const interruption = new Interruption();
    const replacer = new Replacer(this.#settings, async (path) => {
      this.#report.read(path, 0);
      await interruption.look();
    });
    try {
      for (const path of this.#files()) {
        await interruption.look();
        if (!(await this.#replace(replacer, path))) break;
      }
    } finally {
      this.#report.end();
      await interruption.end();
    }
  }

  /** Converts a file in its place; returns whether the command can go on. */
  async #replace(replacer, path) {
    try {
      if (path === null)
        throw new FileError('ERR_NOT_A_FILE', 'standard input has no place to be converted in');
      const result = await replacer.replace(path);
      this.#report.read(path, result.read ?? 0);
      this.#done(path, result);
      return true;
    } catch (error) {
      this.#fail(path, error);
      return error.code !== 'ENOSPC' && error.code !== 'EDQUOT';
    }
  }
}

/** Does what the settings say; returns the exit status. */
async function run(settings) {
  const { action, json, silent } = settings;
  if (action === 'help' || action === 'version' || action === 'list') {
    const { help, listEncodings, versionLine } = require('./usage.js');
    const line = json ? JSON.stringify : ({ encoding, labels }) => [encoding, ...labels].join(' ');
    const list = () =>
      listEncodings()
        .map((entry) => `${line(entry)}\n`)
        .join('');
    writeOutput({ help: () => help, version: versionLine, list }[action]());
    return status.done;
  }
  const hasOutput = action === 'print' && settings.output === '-';
  const report = new Report({ json, silent, hasOutput });
  const command = new Command(settings, report);
  try {
    await command[action]();
    report.flush();
  } finally {
    report.end();
  }
  return command.exitStatus;
}

/** Runs the command with its arguments; returns the exit status. */
async function main(args) {
  // An input in which every byte is malformed makes an error for each of them, whose stack nobody sees.
  Error.stackTraceLimit = 0;
  try {
    return await run(settingsOf(args));
  } catch (error) {
    if (error instanceof CommandError) {
      const advice = error.exitStatus === status.usage ? '\nTry "whatwg-transcoder --help".' : '';
      writeError(`whatwg-transcoder: ${printable(error.message)}${advice}\n`);
      return error.exitStatus;
    }
    if (!(error instanceof OutputError)) throw error;
    if (error.isBrokenPipe) return status.brokenPipe;
    writeError(`whatwg-transcoder: ${error.message}\n`);
    return status.failed;
  }
}

module.exports = { main };
