// Runs rows of « bytes, text, first error » through a TextDecoder in every way that must not change
// the result. Compares each call with the reference, and the whole result with the row.

import { AssertionError } from 'node:assert/strict';
import { TextDecoder } from '../../lib/index.mjs';
import { getEncoding } from '../reference/indexes.mjs';
import { referenceDecode } from '../reference/reference.mjs';
import { ReferenceTextDecoder } from '../reference/text-decoder.mjs';

/** Bytes from hex digits: `hex('81 30')`. */
export function hex(digits) {
  return Uint8Array.from(digits.match(/[0-9A-F]{2}/gi) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** The default reference for rows and calls. */
const standardReference = { getEncoding, referenceDecode, ReferenceTextDecoder };

const digitsOf = Array.from({ length: 256 }, (_, byte) =>
  Buffer.of(byte).toString('hex').toUpperCase(),
);

/** Hex digits from bytes. */
export function toHex(bytes) {
  let digits = '';
  for (const byte of bytes) digits += ` ${digitsOf[byte]}`;
  return digits.slice(1);
}

/** A visible form of a text: every code point that is not printable ASCII is written as U+XXXX. */
export function toVisible(text) {
  return text.replace(
    /[^ -~]/gu,
    (one) => `{U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}

/** Describes a call as a string: its text, or all properties of its error. */
function transcribe(call) {
  try {
    return `=${call()}`;
  } catch (error) {
    const { name, code, encoding, offset, length, reason } = error;
    return `!${name} ${code}: ${encoding} ${reason}, offset ${offset}, length ${length}`;
  }
}

/** Runs a function without stack traces, which would take most of the time of its errors. */
export function withoutStackTraces(run) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Describes each call as a string. A call is { bytes, stream }, or { } for decode() without
 * arguments.
 */
export function transcribeCalls(decoder, calls) {
  return withoutStackTraces(() =>
    calls.map(({ bytes, stream }) =>
      transcribe(() => (bytes ? decoder.decode(bytes, { stream }) : decoder.decode())),
    ),
  );
}

/**
 * Fails unless two lists of descriptions of the same calls are equal. The message lists the calls.
 */
function assertSameTranscript(actual, expected, calls, circumstances) {
  if (actual.every((line, i) => line === expected[i])) return;
  const lines = calls.map(({ bytes, stream }) =>
    bytes ? `decode(${toHex(bytes)}${stream ? ', { stream: true }' : ''})` : 'decode()',
  );
  const list = (transcript) => transcript.map((line, i) => `${lines[i]} → ${toVisible(line)}`);
  throw new AssertionError({
    message: circumstances,
    actual: list(actual),
    expected: list(expected),
    operator: 'deepStrictEqual',
  });
}

const streaming = (bytes) => ({ bytes, stream: true });
const final = (bytes) => ({ bytes, stream: false });
const empty = new Uint8Array(0);

/**
 * The ways to cut an input into calls: not at all, in two at every position, byte by byte, each
 * with and without empty chunks. Padding is cut only just before its end. A long input after
 * padding is cut at every seventh position only, because without padding it is cut at every
 * position.
 */
function waysToCut(bytes, padding) {
  const ways = [[final(bytes)], [streaming(bytes), {}], [streaming(empty), final(bytes)]];
  const step = padding > 0 && bytes.length - padding > 40 ? 7 : 1;
  for (let i = Math.max(0, padding - 1); i <= bytes.length; i += step) {
    const [left, right] = [bytes.subarray(0, i), bytes.subarray(i)];
    ways.push([streaming(left), final(right)]);
    ways.push([streaming(left), streaming(empty), streaming(right), streaming(empty), {}]);
  }
  const start = padding === 0 ? [] : [streaming(bytes.subarray(0, padding))];
  const single = Array.from(bytes.subarray(padding), (byte) => streaming(Uint8Array.of(byte)));
  ways.push([...start, ...single, {}]);
  ways.push([...start, ...single.flatMap((call) => [call, streaming(empty)]), final(empty)]);
  return ways;
}

const paddingLengths = [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64];
const suffixLengths = [1, 17, 64];

/** ASCII letters in an encoding: { text, bytes }. */
function asciiPadding(encoding, length) {
  const letters = Array.from({ length }, (_, i) => 0x61 + (i % 26));
  const toUnit = {
    'UTF-16BE': (letter) => [0x00, letter],
    'UTF-16LE': (letter) => [letter, 0x00],
    'UTF-32BE': (letter) => [0x00, 0x00, 0x00, letter],
    'UTF-32LE': (letter) => [letter, 0x00, 0x00, 0x00],
  };
  const bytes = letters.flatMap(toUnit[encoding] ?? ((letter) => [letter]));
  return { text: String.fromCharCode(...letters), bytes };
}

const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Whether the bytes begin with the byte order mark that TextDecoder removes in this encoding. */
function beginsWithBom(encoding, bytes) {
  const boms = {
    'UTF-8': 'EF BB BF',
    'UTF-16BE': 'FE FF',
    'UTF-16LE': 'FF FE',
    'UTF-32BE': '00 00 FE FF',
    'UTF-32LE': 'FF FE 00 00',
  };
  return encoding in boms && toHex(bytes).startsWith(boms[encoding]);
}

const reused = new Map();

/** A decoder that earlier rows or cases have used, and whose last stream has ended. */
export function reusedDecoder(Implementation, label, options) {
  const key = `${label} ${options.fatal} ${options.ignoreBOM}`;
  if (!reused.has(Implementation)) reused.set(Implementation, new Map());
  const decoders = reused.get(Implementation);
  if (!decoders.has(key)) decoders.set(key, new Implementation(label, options));
  return decoders.get(key);
}

class Row {
  constructor(
    label,
    [digits, text, error = null],
    { ignoreBOM = false, Implementation, reference },
  ) {
    this.label = label;
    this.reference = reference;
    this.encoding = reference.getEncoding(label);
    this.bytes = hex(digits);
    this.text = text;
    this.error = error;
    this.ignoreBOM = ignoreBOM;
    this.Implementation = Implementation;
  }

  /**
   * The row after `length` ASCII code points. There a byte order mark is an ordinary character, and
   * offsets are larger.
   */
  after(length) {
    const padding = asciiPadding(this.encoding, length);
    const isBomDropped = !this.ignoreBOM && beginsWithBom(this.encoding, this.bytes);
    const bom = isBomDropped && length > 0 ? '\uFEFF' : '';
    return {
      padding: padding.bytes.length,
      bytes: join(padding.bytes, this.bytes),
      text: padding.text + bom + this.text,
      error: this.error && [this.error[0] + padding.bytes.length, ...this.error.slice(1)],
    };
  }

  check() {
    for (let length = 0; length <= 64; length += 1) {
      const padded = this.after(length);
      const isCut = paddingLengths.includes(length);
      const ways = isCut ? waysToCut(padded.bytes, padded.padding) : [[final(padded.bytes)]];
      for (const calls of ways) this.#checkCalls(calls, padded);
      for (const suffix of isCut ? suffixLengths : []) {
        const { bytes } = asciiPadding(this.encoding, suffix);
        this.#checkCalls([final(join(padded.bytes, bytes))]);
      }
    }
    this.#checkReferenceDecode();
  }

  /** Runs the calls in both modes. `padded` is the row that says what they return together. */
  #checkCalls(calls, padded) {
    for (const fatal of [false, true]) {
      const options = { fatal, ignoreBOM: this.ignoreBOM };
      const reference = new this.reference.ReferenceTextDecoder(this.label, options);
      const expected = transcribeCalls(reference, calls);
      if (padded) this.#checkLiterally(expected, calls, padded, fatal);
      const { Implementation, label } = this;
      for (const decoder of [
        new Implementation(label, options),
        reusedDecoder(Implementation, label, options),
      ]) {
        const actual = transcribeCalls(decoder, calls);
        assertSameTranscript(actual, expected, calls, `${label}${fatal ? ', fatal' : ''}`);
      }
    }
  }

  /** Compares the result of the reference with the row. */
  #checkLiterally(transcript, calls, { text, error }, fatal) {
    const name = this.encoding.toLowerCase();
    const failed = transcript.find((line) => line.startsWith('!')) ?? null;
    const whole = failed ?? `=${transcript.map((line) => line.slice(1)).join('')}`;
    const expected =
      fatal && error
        ? `!TypeError ERR_ENCODING_INVALID_ENCODED_DATA: ${name} ${error[2]}, ` +
          `offset ${error[0]}, length ${error[1]}`
        : `=${text}`;
    if (whole === expected) return;
    assertSameTranscript([whole], [expected], calls, `the reference differs from the row`);
  }

  /** Checks that the decoder of the reference, without TextDecoder, has the same first error. */
  #checkReferenceDecode() {
    const [first] = this.reference.referenceDecode(this.encoding, this.bytes).errors;
    const actual = first ? [first.offset, first.length, first.reason] : null;
    if (String(actual) === String(this.error)) return;
    throw new AssertionError({ message: 'first error', actual, expected: this.error });
  }
}

/**
 * Checks rows [hex bytes, text in replacement mode, [offset, length, reason] of the first error]
 * for each label. Options: `ignoreBOM`; `Implementation`, a class with the interface of
 * TextDecoder; `reference`, which has the same members as the modules of test/reference.
 */
export function check(
  labels,
  rows,
  { ignoreBOM, Implementation = TextDecoder, reference = standardReference } = {},
) {
  for (const label of labels) {
    for (const row of rows) new Row(label, row, { ignoreBOM, Implementation, reference }).check();
  }
}

/**
 * Checks a long run of two pairs of bytes, which are `text`, and one with other bytes in its middle: rows of these bytes, their text, and
 * the offset from there, the length and the reason of the first error.
 */
export function checkLongRun(labels, pairs, text, rows) {
  const around = rows.map(([digits, middle, error]) => [
    `${pairs.repeat(9)} ${digits} ${pairs.repeat(9)}`,
    text.repeat(9) + middle + text.repeat(9),
    error && [36 + error[0], ...error.slice(1)],
  ]);
  check(labels, [[pairs.repeat(20), text.repeat(20)], ...around]);
}

/**
 * Checks calls [hex bytes or null for no input, options, text or error of this call] on one
 * decoder. Compares each call with its row and with the reference.
 */
export function checkCalls(
  label,
  options,
  rows,
  { Implementation = TextDecoder, reference = standardReference } = {},
) {
  const calls = rows.map(([digits, { stream = false } = {}]) =>
    digits === null ? {} : { bytes: hex(digits), stream },
  );
  const name = reference.getEncoding(label).toLowerCase();
  const expected = rows.map(([, , result]) =>
    typeof result === 'string'
      ? `=${result}`
      : `!TypeError ERR_ENCODING_INVALID_ENCODED_DATA: ${name} ${result[2]}, ` +
        `offset ${result[0]}, length ${result[1]}`,
  );
  for (const Class of [reference.ReferenceTextDecoder, Implementation]) {
    const actual = transcribeCalls(new Class(label, options), calls);
    assertSameTranscript(actual, expected, calls, `${label} ${Class.name}`);
  }
}

/**
 * Makes a test of each rule. `rules` has the rows of each by its title; `check` is check() or another function with the same
 * arguments.
 */
export function testRules(check, labels, rules, ...options) {
  for (const [title, rows] of Object.entries(rules)) {
    it(title, () => check(labels, rows, ...options));
  }
}
