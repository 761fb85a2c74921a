// A slow transcoder made of the reference's decoders and encoders, one item at a time, which knows
// where each code point came from. What Transcoder has beyond the standard (error modes, what comes
// after an error) is told here a second time.

import { IOQueue } from '../reference/io-queue.mjs';
import { finished, HandlerError, processAnItem } from '../reference/process.mjs';
import { decoderOf, encoderOf } from '../reference/reference.mjs';

/**
 * What bytes decode to: [{ codePoint, offset }], offset being that of the sequence's first byte, with
 * { error: { offset, length, reason } } in the place of a malformed sequence.
 */
export function decodeWithOffsets(name, bytes) {
  const decoder = decoderOf(name);
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

/** Writes what the decoders of UTF-16 read. */
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
}

/** An encoder of the reference, asked for one code point after the other. */
class OneByOneEncoder {
  constructor(name) {
    this.encoder = encoderOf(name);
  }

  /** The bytes of a code point; null when it cannot be encoded, and then what the error says is kept. */
  encode(codePoint) {
    const { state } = this.encoder;
    const input = new IOQueue();
    const output = new IOQueue();
    input.push([codePoint]);
    // What is restored is read again.
    while (input.position === 0) {
      const result = processAnItem(input.read(), this.encoder, input, output, 'fatal');
      if (!(result instanceof HandlerError)) continue;
      this.failure = { codePoint: result.codePoint, before: state, bytes: drain(output) };
      return null;
    }
    return drain(output);
  }

  /** Forgets what the error has done to the state of ISO-2022-JP's encoder. */
  undo() {
    if ('state' in this.encoder) this.encoder.state = this.failure.before;
  }

  end() {
    const output = new IOQueue();
    const input = IOQueue.from();
    while (processAnItem(input.read(), this.encoder, input, output, 'fatal') !== finished);
    return drain(output);
  }
}

/** The bytes that a queue holds. */
function drain(queue) {
  queue.push([finished]);
  const bytes = [];
  for (let item = queue.read(); item !== finished; item = queue.read()) {
    if (typeof item === 'number') bytes.push(item);
  }
  return bytes;
}

const toBytes = (text) => [...Buffer.from(text, 'latin1')];

const isUnicode = (name) => name === 'UTF-8' || name.startsWith('UTF-16');

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
      if (error) this.replacements += 1;
      const scalarValue = error ? 0xfffd : codePoint;
      const isBom = !bomSeen && scalarValue === 0xfeff;
      bomSeen = true;
      if (!isBom) this.encode(scalarValue, error ? error.offset : offset);
    }
    this.bytes.push(...this.encoder.end());
    const { errors, replacements, firstErrorOffset } = this;
    return { bytes: Buffer.from(this.bytes), errors, replacements, firstErrorOffset };
  }

  encode(scalarValue, offset) {
    const bytes = this.encoder.encode(scalarValue);
    if (bytes !== null) {
      this.bytes.push(...bytes);
      return;
    }
    const { codePoint, bytes: sequence } = this.encoder.failure;
    const { unencodable = 'fatal' } = this.options;
    const leavesNoTrace = unencodable === 'skip' || typeof unencodable === 'function';
    if (leavesNoTrace) this.encoder.undo();
    else this.bytes.push(...sequence);
    if (unencodable === 'fatal') {
      this.errors.push({ at: this.bytes.length, offset, codePoint });
      return;
    }
    this.replacements += 1;
    if (unencodable === 'html') this.bytes.push(...toBytes(`&#${codePoint};`));
    if (unencodable === 'replace') this.bytes.push(...toBytes('?'));
    if (typeof unencodable === 'function') this.substitute(unencodable, codePoint, offset);
  }

  substitute(unencodable, codePoint, offset) {
    const { state } = this.encoder.encoder;
    const bytes = [];
    for (const character of unencodable(codePoint, offset)) {
      const encoded = this.encoder.encode(character.codePointAt(0));
      if (encoded === null) {
        if (state !== undefined) this.encoder.encoder.state = state;
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
    this.bytes.push(...bytes);
  }
}

/**
 * What a Transcoder gives for a stream of items as decodeWithOffsets() gives them, written on behind
 * every error: { bytes, errors, replacements, firstErrorOffset }. An error's `at` is how many bytes came
 * before it.
 */
export function modelTranscode(from, to, items, options) {
  return new Model(from, to, options).run(items);
}
