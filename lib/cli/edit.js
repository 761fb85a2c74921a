'use strict';

// Runs another program for each file, as a filter that knows only UTF-8, and splices what it has changed into the bytes of the file.

const { constants, isUtf8 } = require('node:buffer');
const { spawnSync } = require('node:child_process');
const {
  handleOf,
  isAsciiCompatible,
  markedEncoding,
  names,
  utf8,
} = require('../labels/encodings.js');
const { toDetectSettings } = require('../detect/options.js');
const { encodingOf } = require('../edit/detected.js');
const { EditableText } = require('../edit/editable-text.js');
const { FileError, checkLength, systemMessage } = require('../files/errors.js');
const { quote } = require('../base/errors.js');
const { AUTO, LINES, markedIn } = require('./conversion.js');
const { certainOf } = require('./detection.js');
const { writeOutput } = require('./work.js');

/** In bytes: UTF-8 that is longer is longer than any string. */
const MAX_OUTPUT_BYTES = 3 * constants.MAX_STRING_LENGTH;

/** Throws FileError for bytes that begin with the byte order mark of another encoding: new text would be in the wrong one. */
function checkMark(from, bytes) {
  const own = markedEncoding(bytes, (name) => name === from);
  const marked = own ?? markedEncoding(bytes, () => true);
  if (marked === own) return;
  const reason = `begins with the byte order mark of ${marked}, and not with text in ${from}`;
  throw new FileError('ERR_BYTE_ORDER_MARK', reason);
}

/** Returns the error of the file for one that an EditableText throws. The index of an unencodable character counts in the new text. */
function fileErrorOf(error, text) {
  if (error instanceof FileError) return error;
  const { code, message, index } = error;
  const lines = index === undefined ? [] : text.slice(0, index).split('\n');
  const place = lines.length === 0 ? '' : `, in line ${lines.length} of the new text`;
  return new FileError(code, `${message}${place}`);
}

/** Edits one file, in place of a Conversion. */
class Filter {
  /** The encoding, as soon as the file is edited. */
  from;
  #settings;
  #path;
  #chunks = [];
  #length = 0;

  constructor(settings, path) {
    this.#settings = settings;
    this.#path = path;
  }

  get counts() {
    return { from: this.from };
  }

  /** Takes a chunk; behind the last one it writes the bytes of the whole file. */
  convert(bytes, isLast, write) {
    this.#length += bytes.length;
    checkLength(this.#length);
    this.#chunks.push(Buffer.from(bytes));
    if (isLast) this.end(write);
  }

  /** Writes the bytes of the whole file. Throws FileError. */
  end(write) {
    const bytes = Buffer.concat(this.#chunks);
    let file;
    let text = '';
    try {
      file = new EditableText(bytes, this.#labelFor(bytes));
      text = this.#run(file.text).toString();
      file.update(text);
    } catch (error) {
      throw fileErrorOf(error, text);
    }
    write(file.toBytes());
  }

  // Returns what EditableText takes as the encoding, and keeps its name.
  #labelFor(bytes) {
    const { from, detection } = this.#settings;
    const byLine = from.startsWith(LINES);
    if (from.endsWith(AUTO)) {
      const found = encodingOf(bytes, { ...detection, byLine });
      this.from = certainOf(found.detection, byLine ? LINES : '');
      return found.encoding;
    }
    if (byLine) return this.#linesOf(bytes, from);
    if (names.includes(from)) this.from = from;
    // A byte order mark says which UTF-16 or UTF-32 it is.
    else this.from = markedIn(from, bytes) ?? `${from}LE`;
    checkMark(this.from, bytes);
    return handleOf(names.indexOf(this.from));
  }

  #linesOf(bytes, from) {
    const { Lines } = require('../edit/lines.js');
    this.from = from;
    const other = names.indexOf(from.slice(LINES.length));
    const settings = toDetectSettings({ codePages: true, fallback: handleOf(other) }, true);
    const asciiId = isAsciiCompatible(other) ? utf8 : other;
    return new Lines(bytes, { ...settings, ids: [utf8, other], asciiId });
  }

  // Returns what the program makes of a text.
  #run(text) {
    const [program, ...args] = this.#settings.command.map((arg) =>
      arg.replaceAll('{}', () => this.#path?.toString() ?? '-'),
    );
    const { error, status, signal, stdout } = spawnSync(program, args, {
      input: text,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const fail = (reason) => new FileError('ERR_COMMAND_FAILED', `${quote(program)} ${reason}`);
    if (error?.code === 'ENOBUFS') throw fail('wrote more than a text can have');
    // A program need not read all of its input.
    if (error !== undefined && error.code !== 'EPIPE') {
      throw fail(`cannot be run: ${systemMessage(error)}`);
    }
    if (signal !== null) throw fail(`was ended by ${signal}`);
    if (status !== 0) throw fail(`ended with status ${status}`);
    if (!isUtf8(stdout)) throw fail('wrote what is not UTF-8');
    if (stdout.length === 0 && text !== '') throw fail('wrote nothing: no text is made empty');
    return stdout;
  }
}

/** Writes the edited bytes of the only file to standard output. */
const edit = (work) =>
  work.each(async (_, path, descriptor) => {
    const filter = new Filter(work.settings, path);
    const { read: _read, ...counts } = await work.convert(path, descriptor, filter, writeOutput);
    work.done(path, { status: 'converted', ...counts });
  });

module.exports = { Filter, edit };
