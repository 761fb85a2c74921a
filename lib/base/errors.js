'use strict';

// Makes every error that this package throws. Each error has a `code`; lib/index.d.ts describes codes and properties.

/** Gives an object properties of its own, whatever Object.prototype has. Returns the object. */
function define(object, properties) {
  for (const name of Object.keys(properties)) {
    Reflect.defineProperty(object, name, {
      __proto__: null,
      value: properties[name],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}

function coded(ErrorType, code, message, properties = undefined, options = undefined) {
  return define(new ErrorType(message, options), { code, ...properties });
}

/** Returns a text on one line. Characters that a terminal or a log reads as a command or as the end of a line become escapes. */
function withoutControls(text) {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isControl = unit < 0x20 || (unit >= 0x7f && unit <= 0x9f);
    const isLineEnd = unit === 0x2028 || unit === 0x2029;
    result += isControl || isLineEnd ? `\\u${unit.toString(16).padStart(4, '0')}` : text[at];
  }
  return result;
}

/** Puts a text in quotes, on one line and without control characters; cuts it after 80 UTF-16 code units. */
function quote(text) {
  const isLong = text.length > 80;
  const quoted = withoutControls(JSON.stringify(isLong ? text.slice(0, 80) : text));
  return isLong ? `${quoted}\u2026` : quoted;
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

function invalidArgument(name, expected, value) {
  const message = `${name} must be ${expected}; received ${describe(value)}`;
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', message);
}

const invalidThis = (name) =>
  coded(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${name}`);

/** `advice` is a sentence without a full stop, or undefined. */
function unsupportedEncoding(label, advice = undefined) {
  const message = `The ${quote(label)} encoding is not supported`;
  const whole = advice === undefined ? message : `${message}: ${advice}`;
  return coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', whole);
}

/** The error of iconv-lite, whose message programs compare; `searched` is the name without punctuation. */
function unrecognizedEncoding(name, searched) {
  const [quotedName, quotedSearched] = [name, searched].map((text) => quote(text).slice(1, -1));
  const message = `Encoding not recognized: '${quotedName}' (searched as: '${quotedSearched}')`;
  return coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', message);
}

/** The error of iconv-lite for a single-byte encoding that a program has added. */
function invalidTable(name) {
  const message = `The encoding '${quote(`${name}`).slice(1, -1)}' has incorrect 'chars': must be a string of length 128 or 256`;
  return coded(RangeError, 'ERR_INVALID_ARG_VALUE', message);
}

/** The error of node-iconv for names that it does not know. `cause` is the error for the name. */
function unsupportedConversion(from, to, cause) {
  const message = `Conversion from ${quote(from)} to ${quote(to)} is not supported`;
  return coded(Error, 'EINVAL', message, undefined, { cause });
}

/** The error of node-iconv for malformed bytes and unencodable code points. `cause` is the error that says where. */
function illegalSequence(cause) {
  return coded(Error, 'EILSEQ', `Illegal character sequence: ${cause.message}`, undefined, {
    cause,
  });
}

/** `offset` and `length` are in bytes; `offset` counts from the start of the stream. */
function invalidEncodedData(encoding, { offset, length, reason }) {
  const message = `The encoded data was not valid for encoding ${encoding}: ${reason} at offset ${offset}`;
  const properties = { encoding, offset, length, reason };
  return coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', message, properties);
}

/** The name of a code point, such as U+00E9. */
const codePointName = (codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Makes the error for a code point that an encoding does not contain. `where` says its place, which `place` also has. */
function unencodable(encoding, what, where, place, codePoint) {
  const message = `${encoding} does not contain ${what}, ${where}`;
  return coded(TypeError, 'ERR_ENCODING_UNENCODABLE', message, { encoding, ...place, codePoint });
}

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
  return coded(RangeError, 'ERR_ENCODING_TOO_MANY_ERRORS', message, properties, { cause });
}

function outputTooLarge(limit) {
  const message = `The output is longer than ${limit} bytes`;
  return coded(RangeError, 'ERR_ENCODING_OUTPUT_TOO_LARGE', message, { limit });
}

function endedTranscoder() {
  const message = 'The transcoder has ended: call reset() before writing another stream';
  return coded(Error, 'ERR_TRANSCODER_ENDED', message);
}

/** `name` is that of the option. */
function busyTranscoder(name) {
  const message = `The transcoder is calling its function \`${name}\`, which must not use the transcoder`;
  return coded(Error, 'ERR_TRANSCODER_BUSY', message);
}

const stringTooLong = () =>
  coded(Error, 'ERR_STRING_TOO_LONG', 'The text is longer than a string can be');

const memoryNotAllocated = (cause) =>
  coded(Error, 'ERR_MEMORY_ALLOCATION_FAILED', 'Failed to allocate memory', undefined, { cause });

function tooManyTuples(maxTuples) {
  const message = `The form has more pairs of name and value than the limit, which is ${maxTuples}`;
  return coded(RangeError, 'ERR_URLENCODED_TOO_MANY_TUPLES', message);
}

/**
 * Gives an error what HTTP frameworks look at: the status of the answer, a `type` as in raw-body, and `expose`, which says that
 * the client may see the message.
 */
function withHttpStatus(error, status, type, properties = undefined) {
  const expose = status < 500;
  return define(error, { status, statusCode: status, expose, type, ...properties });
}

/** For a charset of a header that is not supported, or not decoded because it names the replacement encoding. */
function unsupportedCharset(charset, advice = undefined) {
  const error = unsupportedEncoding(charset, advice);
  return withHttpStatus(error, 415, 'charset.unsupported', { charset });
}

const invalidBodyData = (encoding, description) =>
  withHttpStatus(invalidEncodedData(encoding, description), 400, 'encoding.invalid');

/** Adds the HTTP status to an error of a decoder; other errors, such as those of a caller's function, stay as they are. */
function withStatusOfBody(error) {
  switch (error?.code) {
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
    case 'ERR_ENCODING_TOO_MANY_ERRORS':
      return withHttpStatus(error, 400, 'encoding.invalid');
    case 'ERR_ENCODING_OUTPUT_TOO_LARGE':
      return withHttpStatus(error, 413, 'entity.too.large');
    default:
      return error;
  }
}

function bodyTooLarge(limit) {
  const error = coded(RangeError, 'ERR_BODY_TOO_LARGE', `The body is longer than ${limit} bytes`);
  return withHttpStatus(error, 413, 'entity.too.large', { limit });
}

/** `cause` is the error of the stream, if there is one. */
function bodyAborted(cause = undefined) {
  const options = cause === undefined ? undefined : { cause };
  const message = 'The body ended before all of it was received';
  const error = coded(Error, 'ERR_BODY_ABORTED', message, undefined, options);
  return withHttpStatus(error, 400, 'request.aborted');
}

function bodyNotReadable() {
  const message = 'The body has been read already, or something else is reading it';
  const error = coded(TypeError, 'ERR_BODY_NOT_READABLE', message);
  return withHttpStatus(error, 500, 'stream.not.readable');
}

function unsupportedContentEncoding(contentEncoding) {
  const message = `The content coding ${quote(contentEncoding)} is not supported`;
  const error = coded(RangeError, 'ERR_CONTENT_ENCODING_NOT_SUPPORTED', message);
  return withHttpStatus(error, 415, 'encoding.unsupported', { contentEncoding });
}

/** For a response that does not tell whether its client has undone the content codings that the header lists. */
function ambiguousContentEncoding(contentEncoding) {
  const message =
    `The response does not tell whether its body still has the content coding ${quote(contentEncoding)}: ` +
    'set the option isDecompressed to true if the client has decompressed the body, and otherwise to false';
  const error = coded(TypeError, 'ERR_CONTENT_ENCODING_AMBIGUOUS', message);
  return withHttpStatus(error, 500, 'encoding.ambiguous', { contentEncoding });
}

/** For a message of which a property, or a header, threw `cause` when it was read. */
function unreadableMessage(cause) {
  const message = 'response must have properties and headers that can be read';
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', message, undefined, { cause });
}

/** `cause` is the error of node:zlib. */
function invalidContentEncoding(cause) {
  const message = `The compressed body cannot be decompressed: ${cause.message}`;
  const error = coded(Error, 'ERR_CONTENT_ENCODING_INVALID', message, undefined, { cause });
  return withHttpStatus(error, 400, 'encoding.invalid');
}

/** For a pair of a form. */
function pairTooLarge(limit) {
  const message = `A pair of name and value is longer than ${limit} bytes`;
  const error = coded(RangeError, 'ERR_BODY_TOO_LARGE', message);
  return withHttpStatus(error, 413, 'entity.too.large', { limit });
}

const tooManyPairs = (maxPairs) =>
  withHttpStatus(tooManyTuples(maxPairs), 413, 'parameters.too.many', { limit: maxPairs });

function noEncodingToSet() {
  const message = 'A FormStream has no setEncoding(): its chunks are pairs of strings, not bytes';
  return coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', message);
}

/** For a field `_charset_` of a form that names an encoding after text was decoded in the encoding `assumed`. */
function lateCharset(charset, assumed) {
  const message =
    `The field _charset_ says ${charset} after text that is not ASCII was decoded as ${assumed}: ` +
    'in a stream it must come before such text';
  const error = coded(RangeError, 'ERR_FORM_CHARSET_TOO_LATE', message);
  return withHttpStatus(error, 415, 'charset.unsupported', { charset });
}

/** `expected` is the media type that would have been right. */
function unsupportedMediaType(contentType, expected) {
  const message = `The media type must be ${expected}; received ${quote(contentType)}`;
  const error = coded(TypeError, 'ERR_MEDIA_TYPE_NOT_SUPPORTED', message);
  return withHttpStatus(error, 415, 'media.type.unsupported', { contentType });
}

const addonNotLoaded = (message, cause) =>
  coded(Error, 'ERR_NATIVE_ADDON_NOT_LOADED', message, undefined, { cause });

/** What a conversion returns instead of its output when an error has ended it. */
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

/** Sets `output` on an error, unless the error is a value that cannot have new properties; returns the error. */
function withOutput(error, output) {
  const takesProperties = typeof error === 'object' && error !== null && Object.isExtensible(error);
  return takesProperties ? define(error, { output }) : error;
}

module.exports = {
  Failure,
  addonNotLoaded,
  ambiguousContentEncoding,
  bodyAborted,
  bodyNotReadable,
  bodyTooLarge,
  busyTranscoder,
  codePointName,
  endedTranscoder,
  illegalSequence,
  invalidArgument,
  invalidBodyData,
  invalidContentEncoding,
  invalidEncodedData,
  invalidTable,
  invalidThis,
  lateCharset,
  memoryNotAllocated,
  noEncodingToSet,
  outputTooLarge,
  pairTooLarge,
  stringTooLong,
  tooManyErrors,
  tooManyPairs,
  tooManyTuples,
  unencodableBytes,
  unencodableText,
  unreadableMessage,
  unrecognizedEncoding,
  unsupportedCharset,
  unsupportedContentEncoding,
  unsupportedConversion,
  unsupportedEncoding,
  unsupportedMediaType,
  withHttpStatus,
  withOutput,
  withStatusOfBody,
  withoutControls,
};
