// A slow transcoder made of the reference's decoders and encoders. It converts one item at a time,
// and knows which bytes each code point came from. It implements a second time what Transcoder has
// beyond the standard: the error modes, and how it continues after an error.

import { IOQueue } from '../reference/io-queue.mjs';
import * as others from '../reference/other-encodings.mjs';
import { finished, HandlerError, processAnItem } from '../reference/process.mjs';
import * as standard from '../reference/reference.mjs';

const referenceOf = (name) => (others.names.includes(name) ? others : standard);

/**
 * Decodes bytes to [{ codePoint, offset }]. An offset is that of the first byte of the sequence. A
 * malformed sequence is { error: { offset, length, reason } }.
 */
export function decodeWithOffsets(name, bytes) {
  const decoder = referenceOf(name).decoderOf(name);
  const input = IOQueue.from(bytes);
  const items = [];
  for (;;) {
    const offset = input.sequenceStart;
    const output = new IOQueue();
    const result = processAnItem(input.read(), decoder, input, output, 'fatal');
    if (result === finished) return items;
    if (result instanceof HandlerError) {
      const { offset, length, reason } = result;
      items.push({ error: { offset, length, reason } });
      continue;
    }
    output.push([finished]);
    for (let item = output.read(); item !== finished; item = output.read()) {
      items.push({ codePoint: item, offset });
    }
  }
}

/** Encodes to UTF-16, which the standard has no encoder for. */
class Utf16Encoder {
  constructor(isBigEndian) {
    this.isBigEndian = isBigEndian;
  }

  encode(codePoint) {
    const bytes = Buffer.from(String.fromCodePoint(codePoint), 'utf16le');
    return [...(this.isBigEndian ? bytes.swap16() : bytes)];
  }

  end() {
    return [];
  }

  save() {
    return () => {};
  }
}

/** An encoder of the reference that gets one code point after another. */
class OneByOneEncoder {
  constructor(name) {
    this.encoder = referenceOf(name).encoderOf(name);
  }

  /**
   * The bytes of a code point. Null when it cannot be encoded; then the encoder keeps the error.
   */
  encode(codePoint) {
    const undo = this.save();
    const input = new IOQueue();
    const output = new IOQueue();
    input.push([codePoint]);
    // Restored code points are read again.
    while (input.position === 0) {
      const result = processAnItem(input.read(), this.encoder, input, output, 'fatal');
      if (!(result instanceof HandlerError)) continue;
      this.failure = { codePoint: result.codePoint, undo, bytes: drain(output) };
      return null;
    }
    return drain(output);
  }

  /** Returns a function that restores the state of the encoder. */
  save() {
    const state = { ...this.encoder };
    return () => Object.assign(this.encoder, state);
  }

  end() {
    const output = new IOQueue();
    const input = IOQueue.from();
    while (processAnItem(input.read(), this.encoder, input, output, 'fatal') !== finished);
    return drain(output);
  }
}

/** The bytes that a queue contains. */
function drain(queue) {
  queue.push([finished]);
  const bytes = [];
  for (let item = queue.read(); item !== finished; item = queue.read()) {
    if (typeof item === 'number') bytes.push(item);
  }
  return bytes;
}

const toBytes = (text) => [...Buffer.from(text, 'latin1')];

const isUnicode = (name) => /^UTF-(8|16|32)/.test(name);

class Model {
  constructor(from, to, options) {
    this.from = from;
    this.to = to;
    this.options = options;
    const isUtf16 = to.startsWith('UTF-16');
    this.encoder = isUtf16 ? new Utf16Encoder(to === 'UTF-16BE') : new OneByOneEncoder(to);
    this.bytes = [];
    this.errors = [];
    this.replacements = 0;
    this.firstErrorOffset = null;
    this.errorsLeft = options.maxErrors ?? Infinity;
  }

  /** Counts an error; when it is one too many, adds it to the errors and returns false. */
  takeError(offset) {
    if (this.errorsLeft === 0) {
      this.errors.push({ at: this.bytes.length, offset, isTooMany: true });
      return false;
    }
    this.errorsLeft -= 1;
    return true;
  }

  run(items) {
    const { fatal = false, ignoreBOM = false, addBOM = false } = this.options;
    let bomSeen = ignoreBOM || !isUnicode(this.from);
    if (addBOM && isUnicode(this.to)) this.bytes.push(...this.encoder.encode(0xfeff));
    for (const { error, codePoint, offset } of items) {
      if (error) this.firstErrorOffset ??= error.offset;
      if (error && fatal) {
        this.errors.push({ at: this.bytes.length, ...error });
        continue;
      }
      const scalarValue = error ? 0xfffd : codePoint;
      const isBom = !bomSeen && scalarValue === 0xfeff;
      bomSeen = true;
      if (error) this.replaceMalformed(error);
      else if (!isBom) this.encode(scalarValue, offset);
    }
    this.bytes.push(...this.encoder.end());
    const { errors, replacements, firstErrorOffset } = this;
    return { bytes: Buffer.from(this.bytes), errors, replacements, firstErrorOffset };
  }

  /** Writes U+FFFD, or what the function `malformed` returns, for a malformed sequence. */
  replaceMalformed({ offset, length, reason }) {
    if (!this.takeError(offset)) return;
    this.replacements += 1;
    const { malformed, input } = this.options;
    if (malformed === undefined) {
      this.encode(0xfffd, offset, false);
      return;
    }
    const sequence = Buffer.from(input.subarray(offset, offset + length));
    const text = Array.from(malformed(sequence, offset, reason).toWellFormed(), (character) =>
      character.codePointAt(0),
    );
    const before = this.bytes.length;
    const restore = this.encoder.save();
    const { replacements } = this;
    const { length: errorsBefore } = this.errors;
    for (const codePoint of text) {
      this.encode(codePoint, offset, false);
      if (this.errors.length === errorsBefore) continue;
      // A text that cannot be encoded is not written at all.
      this.bytes.length = before;
      restore();
      this.errors[errorsBefore].at = before;
      this.replacements = replacements;
      return;
    }
  }

  /** `counts` tells whether a code point that cannot be encoded counts as an error. */
  encode(scalarValue, offset, counts = true) {
    const bytes = this.encoder.encode(scalarValue);
    if (bytes !== null) {
      this.bytes.push(...bytes);
      return;
    }
    const { codePoint, undo, bytes: sequence } = this.encoder.failure;
    const { unencodable = 'fatal', malformed, maxErrors } = this.options;
    const isByPieces = malformed !== undefined || maxErrors !== undefined;
    const isOneTooMany = counts && this.errorsLeft === 0;
    const leavesNoTrace =
      unencodable === 'skip' ||
      typeof unencodable === 'function' ||
      (isByPieces && (unencodable === 'fatal' || isOneTooMany));
    if (leavesNoTrace) undo();
    else this.bytes.push(...sequence);
    if (unencodable === 'fatal') {
      this.errors.push({ at: this.bytes.length, offset, codePoint });
      return;
    }
    if (counts && !this.takeError(offset)) return;
    this.replacements += 1;
    if (unencodable === 'html') this.write(`&#${codePoint};`);
    if (unencodable === 'replace') this.write('?');
    if (typeof unencodable === 'function') this.substitute(unencodable, codePoint, offset);
  }

  /** Writes text of ASCII, behind which the state is as it was. EBCDIC has other bytes for it. */
  write(text) {
    const isAscii = new OneByOneEncoder(this.to).encode(0x41).at(-1) === 0x41;
    for (const byte of toBytes(text)) {
      this.bytes.push(...(isAscii ? [byte] : this.encoder.encode(byte)));
    }
  }

  substitute(unencodable, codePoint, offset) {
    const restore = this.encoder.save();
    const bytes = [];
    for (const character of unencodable(codePoint, offset)) {
      const encoded = this.encoder.encode(character.codePointAt(0));
      if (encoded === null) {
        restore();
        this.errors.push({
          at: this.bytes.length,
          offset,
          codePoint: this.encoder.failure.codePoint,
        });
        this.replacements -= 1;
        return;
      }
      bytes.push(...encoded);
    }
    // The bytes may be more than a call can have as arguments.
    for (const byte of bytes) this.bytes.push(byte);
  }
}

/**
 * The result of a Transcoder that goes on after every error, for items from decodeWithOffsets(): {
 * bytes, errors, replacements, firstErrorOffset }. The `at` of an error is the number of bytes
 * before it.
 */
export function modelTranscode(from, to, items, options) {
  return new Model(from, to, options).run(items);
}
