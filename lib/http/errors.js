'use strict';

// Makes the errors for bodies and forms. Most of them have what HTTP frameworks look at.

const {
  coded,
  define,
  invalidEncodedData,
  quote,
  unsupportedEncoding,
} = require('../base/errors.js');
const { tooManyTuples } = require('../url/url.js');

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

module.exports = {
  ambiguousContentEncoding,
  bodyAborted,
  bodyNotReadable,
  bodyTooLarge,
  invalidBodyData,
  invalidContentEncoding,
  lateCharset,
  noEncodingToSet,
  pairTooLarge,
  tooManyPairs,
  unreadableMessage,
  unsupportedCharset,
  unsupportedContentEncoding,
  unsupportedMediaType,
  withHttpStatus,
  withStatusOfBody,
};
