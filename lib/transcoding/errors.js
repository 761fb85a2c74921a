'use strict';

// Makes the errors of conversions.

const { coded, define } = require('../base/errors.js');
const { concatBytes } = require('../base/webidl.js');

/** The name of a code point, such as U+00E9. */
const codePointName = (codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Makes the error for a code point that an encoding does not contain. `where` says its place, which `place` also has. */
const unencodable = (encoding, what, where, place, codePoint) =>
  coded(TypeError, 'ERR_ENCODING_UNENCODABLE', `${encoding} does not contain ${what}, ${where}`, {
    encoding,
    ...place,
    codePoint,
  });

/**
 * The error for a code point of a text or of a stream of text. `index` is its place there, in UTF-16 code units. An encoder
 * reports U+FFFD for a lone surrogate: when `text` has a lone surrogate at `textIndex`, the message names that surrogate.
 */
function unencodableText(encoding, index, codePoint, text = '', textIndex = index) {
  const original = codePoint === 0xfffd ? text.codePointAt(textIndex) : undefined;
  const isLone = original >= 0xd800 && original <= 0xdfff;
  const what = isLone ? `the lone surrogate ${codePointName(original)}` : codePointName(codePoint);
  return unencodable(encoding, what, `at index ${index}`, { index }, codePoint);
}

/** The error for a code point of bytes that are transcoded. `offset` is the place of its bytes in the stream, in bytes. */
function unencodableBytes(encoding, offset, codePoint) {
  const where = `from the bytes at offset ${offset}`;
  return unencodable(encoding, codePointName(codePoint), where, { offset }, codePoint);
}

/** `cause` is the error for the malformed sequence or the unencodable code point that is one too many. */
function tooManyErrors(limit, cause) {
  const { encoding } = cause;
  const isText = Object.hasOwn(cause, 'index');
  const place = isText ? { index: cause.index } : { offset: cause.offset };
  const message = `There are more than ${limit} errors: ${cause.message}`;
  const properties = { encoding, ...place, limit };
  return coded(RangeError, 'ERR_ENCODING_TOO_MANY_ERRORS', message, properties, cause);
}

const outputTooLarge = (limit) =>
  coded(RangeError, 'ERR_ENCODING_OUTPUT_TOO_LARGE', `The output is longer than ${limit} bytes`, {
    limit,
  });

const endedTranscoder = () =>
  coded(
    Error,
    'ERR_TRANSCODER_ENDED',
    'The transcoder has ended: call reset() before writing another stream',
  );

const endedEncoder = () =>
  coded(
    Error,
    'ERR_ENCODER_ENDED',
    'The encoder has ended, because a call was cut off: make another one',
  );

/** `name` is that of the option. */
const busyTranscoder = (name) =>
  coded(
    Error,
    'ERR_TRANSCODER_BUSY',
    `The transcoder is calling its function \`${name}\`, which must not use the transcoder; ` +
      'if the function was cut off, call reset()',
  );

/** For a stream whose chunks are objects. */
const noEncodingToSet = () =>
  coded(
    Error,
    'ERR_METHOD_NOT_IMPLEMENTED',
    'This stream has no setEncoding(): its chunks are objects, not bytes',
  );

/** Sets `output` on an error, unless the error is a value that cannot have new properties; returns the error. */
function withOutput(error, output) {
  return typeof error === 'object' && error !== null ? define(error, { output }) : error;
}

/** The result of a conversion that an error has ended. */
class Failure {
  error;
  output;
  unread;

  /** `output` is what was converted before the error; `unread` is the input after the error, when the input is bytes. */
  constructor(error, output, unread = undefined) {
    this.error = error;
    this.output = output;
    this.unread = unread;
  }
}

/** Returns the output of a conversion; throws the error of a Failure, with the output before it. */
function outputOf(result) {
  if (result instanceof Failure) throw withOutput(result.error, result.output);
  return result;
}

/**
 * Returns what the parts of an output are together, strings with `asText` and otherwise Buffers; or a Failure with that, for { error, unread }
 * in place of null.
 */
function resultOf(parts, asText, failure) {
  const output = asText ? parts.join('') : concatBytes(parts);
  return failure === null ? output : new Failure(failure.error, output, failure.unread);
}

/** Collects what calls of TranscodingStream.run() return: strings with `asText`, otherwise Buffers. */
class Outputs {
  asText;
  #parts = [];
  #failure = null;

  constructor(asText) {
    this.asText = asText;
  }

  /** Adds what a call has returned, without its first `skipped` bytes or code units. Returns whether the stream goes on. */
  add(result, skipped = 0) {
    const isFailure = result instanceof Failure;
    const output = isFailure ? result.output : result;
    this.#parts.push(skipped === 0 ? output : output.slice(skipped));
    if (isFailure) this.#failure = { error: result.error };
    return !isFailure;
  }

  /** What one call would have returned. A last error may be given. */
  result(error = undefined) {
    return resultOf(this.#parts, this.asText, error === undefined ? this.#failure : { error });
  }
}

module.exports = {
  Failure,
  Outputs,
  busyTranscoder,
  codePointName,
  endedEncoder,
  endedTranscoder,
  noEncodingToSet,
  outputOf,
  outputTooLarge,
  resultOf,
  tooManyErrors,
  unencodableBytes,
  unencodableText,
  withOutput,
};
