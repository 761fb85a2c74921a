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

/** Makes an error with an HTTP status. */
const httpError = (ErrorType, code, message, [status, type], properties, cause) =>
  withHttpStatus(coded(ErrorType, code, message, undefined, cause), status, type, properties);

const invalidEncoding = [400, 'encoding.invalid'];
const tooLarge = [413, 'entity.too.large'];
const unsupportedCharsetStatus = [415, 'charset.unsupported'];

/** For a charset of a header that is not supported, or not decoded because it names the replacement encoding. */
const unsupportedCharset = (charset, advice = undefined) =>
  withHttpStatus(unsupportedEncoding(charset, advice), ...unsupportedCharsetStatus, { charset });

const invalidBodyData = (encoding, description) =>
  withHttpStatus(invalidEncodedData(encoding, description), ...invalidEncoding);

/** Adds the HTTP status to an error of a decoder; other errors, such as those of a caller's function, stay as they are. */
function withStatusOfBody(error) {
  switch (error?.code) {
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
    case 'ERR_ENCODING_TOO_MANY_ERRORS':
      return withHttpStatus(error, ...invalidEncoding);
    case 'ERR_ENCODING_OUTPUT_TOO_LARGE':
      return withHttpStatus(error, ...tooLarge);
    default:
      return error;
  }
}

/** For a body, or for `what` of it, that is longer than `limit` bytes. */
const bodyTooLarge = (limit, what = 'The body') =>
  httpError(RangeError, 'ERR_BODY_TOO_LARGE', `${what} is longer than ${limit} bytes`, tooLarge, {
    limit,
  });

const pairTooLarge = (limit) => bodyTooLarge(limit, 'A pair of name and value');

/** `cause` is the error of the stream, if there is one. */
const bodyAborted = (cause = undefined) =>
  httpError(
    Error,
    'ERR_BODY_ABORTED',
    'The body ended before all of it was received',
    [400, 'request.aborted'],
    undefined,
    cause,
  );

const bodyNotReadable = () =>
  httpError(
    TypeError,
    'ERR_BODY_NOT_READABLE',
    'The body has been read already, or something else is reading it',
    [500, 'stream.not.readable'],
  );

const unsupportedContentEncoding = (contentEncoding) =>
  httpError(
    RangeError,
    'ERR_CONTENT_ENCODING_NOT_SUPPORTED',
    `The content coding ${quote(contentEncoding)} is not supported`,
    [415, 'encoding.unsupported'],
    { contentEncoding },
  );

/** For a response that does not tell whether its client has undone the content codings that the header lists. */
const ambiguousContentEncoding = (contentEncoding) =>
  httpError(
    TypeError,
    'ERR_CONTENT_ENCODING_AMBIGUOUS',
    `The response does not tell whether its body still has the content coding ${quote(contentEncoding)}: ` +
      'set the option isDecompressed to true if the client has decompressed the body, and otherwise to false',
    [500, 'encoding.ambiguous'],
    { contentEncoding },
  );

/** For a message of which a property, or a header, threw `cause` when it was read. */
const unreadableMessage = (cause) =>
  coded(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    'response must have properties and headers that can be read',
    undefined,
    cause,
  );

/** `cause` is the error of node:zlib. */
const invalidContentEncoding = (cause) =>
  httpError(
    Error,
    'ERR_CONTENT_ENCODING_INVALID',
    `The compressed body cannot be decompressed: ${cause.message}`,
    invalidEncoding,
    undefined,
    cause,
  );

const tooManyPairs = (maxPairs) =>
  withHttpStatus(tooManyTuples(maxPairs), 413, 'parameters.too.many', { limit: maxPairs });

/** For a field `_charset_` of a form that names an encoding after text was decoded in the encoding `assumed`. */
const lateCharset = (charset, assumed) =>
  httpError(
    RangeError,
    'ERR_FORM_CHARSET_TOO_LATE',
    `The field _charset_ says ${charset} after text that is not ASCII was decoded as ${assumed}: ` +
      'in a stream it must come before such text',
    unsupportedCharsetStatus,
    { charset },
  );

/** `expected` is the media type that would have been right. */
const unsupportedMediaType = (contentType, expected) =>
  httpError(
    TypeError,
    'ERR_MEDIA_TYPE_NOT_SUPPORTED',
    `The media type must be ${expected}; received ${quote(contentType)}`,
    [415, 'media.type.unsupported'],
    { contentType },
  );

module.exports = {
  ambiguousContentEncoding,
  bodyAborted,
  bodyNotReadable,
  bodyTooLarge,
  invalidBodyData,
  invalidContentEncoding,
  lateCharset,
  pairTooLarge,
  tooManyPairs,
  unreadableMessage,
  unsupportedCharset,
  unsupportedContentEncoding,
  unsupportedMediaType,
  withStatusOfBody,
};
