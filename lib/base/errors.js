'use strict';

// Makes every error that this package throws. Each error has a `code`; lib/index.d.ts describes codes and properties.

function coded(error, code, properties) {
  const attributes = { value: code, writable: true, enumerable: true, configurable: true };
  return Object.assign(Object.defineProperty(error, 'code', attributes), properties);
}

/** Puts a text in quotes, on one line and without control characters; cuts it after 80 UTF-16 code units. */
function quote(text) {
  const isLong = text.length > 80;
  const quoted = JSON.stringify(isLong ? text.slice(0, 80) : text);
  let result = '';
  for (let at = 0; at < quoted.length; at++) {
    const unit = quoted.charCodeAt(at);
    // JSON does not escape these characters, but terminals and logs read them as commands or as the end of a line.
    const isControl = (unit >= 0x7f && unit <= 0x9f) || unit === 0x2028 || unit === 0x2029;
    result += isControl ? `\\u${unit.toString(16).padStart(4, '0')}` : quoted[at];
  }
  return isLong ? `${result}\u2026` : result;
}

/** Says in a few words what a value is. */
function describe(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an Array';
  if (typeof value === 'object') return ArrayBuffer.isView(value) ? 'bytes' : 'an object';
  return `${typeof value} ${String(value).slice(0, 40)}`;
}

const invalidArgument = (name, expected, value) =>
  coded(
    new TypeError(`${name} must be ${expected}; received ${describe(value)}`),
    'ERR_INVALID_ARG_TYPE',
  );

const invalidThis = (name) =>
  coded(new TypeError(`Value of "this" must be of type ${name}`), 'ERR_INVALID_THIS');

/** `advice` is a sentence without a full stop, or undefined. */
const unsupportedEncoding = (label, advice = undefined) =>
  coded(
    new RangeError(
      `The ${quote(label)} encoding is not supported${advice === undefined ? '' : `: ${advice}`}`,
    ),
    'ERR_ENCODING_NOT_SUPPORTED',
  );

/** `offset` and `length` are in bytes; `offset` counts from the start of the stream. */
const invalidEncodedData = (encoding, { offset, length, reason }) =>
  coded(
    new TypeError(
      `The encoded data was not valid for encoding ${encoding}: ${reason} at offset ${offset}`,
    ),
    'ERR_ENCODING_INVALID_ENCODED_DATA',
    { encoding, offset, length, reason },
  );

/** The name of a code point, such as U+00E9. */
const codePointName = (codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns the lone surrogate at an index of a text, or undefined when there is none. */
function loneSurrogateAt(text, index) {
  const codePoint = text?.codePointAt(index);
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? codePoint : undefined;
}

/**
 * The error for a code point that an encoding does not contain. `index` is its place in the text or stream, in UTF-16
 * code units; when bytes are transcoded, `index` is undefined and `offset` is its place in the stream, in bytes. An encoder
 * reports U+FFFD for a lone surrogate: when `text` has a lone surrogate at `textIndex`, the message names that surrogate.
 */
function unencodableText(encoding, { index, offset, codePoint, text, textIndex = index }) {
  const lone = codePoint === 0xfffd ? loneSurrogateAt(text, textIndex) : undefined;
  const what =
    lone === undefined ? codePointName(codePoint) : `the lone surrogate ${codePointName(lone)}`;
  const where = index === undefined ? `from the bytes at offset ${offset}` : `at index ${index}`;
  return coded(
    new TypeError(`${encoding} does not contain ${what}, ${where}`),
    'ERR_ENCODING_UNENCODABLE',
    index === undefined ? { encoding, offset, codePoint } : { encoding, index, codePoint },
  );
}

const endedTranscoder = () =>
  coded(
    new Error('The transcoder has ended: call reset() before writing another stream'),
    'ERR_TRANSCODER_ENDED',
  );

const busyTranscoder = () =>
  coded(
    new Error(
      'The transcoder is calling its function `unencodable`, which must not use the transcoder',
    ),
    'ERR_TRANSCODER_BUSY',
  );

const stringTooLong = () =>
  coded(new Error('The text is longer than a string can be'), 'ERR_STRING_TOO_LONG');

const memoryNotAllocated = (cause) =>
  coded(new Error('Failed to allocate memory', { cause }), 'ERR_MEMORY_ALLOCATION_FAILED');

const tooManyTuples = (maxTuples) =>
  coded(
    new RangeError(`The form has more than ${maxTuples} pairs of name and value`),
    'ERR_URLENCODED_TOO_MANY_TUPLES',
  );

const addonNotLoaded = (message, cause) =>
  coded(new Error(message, { cause }), 'ERR_NATIVE_ADDON_NOT_LOADED');

/** What a conversion returns instead of its output when an error has ended it. */
class Failure {
  /** `output` is what was converted before the error; `unread` is the input after the error, when the input is bytes. */
  constructor(error, output, unread = undefined) {
    this.error = error;
    this.output = output;
    this.unread = unread;
  }
}

/** Sets `output` on an error, unless the error is a value that cannot have new properties; returns the error. */
function withOutput(error, output) {
  const takesProperties = typeof error === 'object' && error !== null && Object.isExtensible(error);
  return takesProperties ? Object.assign(error, { output }) : error;
}

module.exports = {
  Failure,
  addonNotLoaded,
  busyTranscoder,
  endedTranscoder,
  invalidArgument,
  invalidEncodedData,
  invalidThis,
  memoryNotAllocated,
  stringTooLong,
  tooManyTuples,
  unencodableText,
  unsupportedEncoding,
  withOutput,
};
