'use strict';

// The names of encodings, and the labels that name them.
// https://encoding.spec.whatwg.org/#names-and-labels

const { unsupportedEncoding } = require('../base/errors.js');
const { toDOMString } = require('../base/webidl.js');
const {
  decodableId,
  encodingId,
  encodings,
  hasEncoder,
  outputEncodingId,
} = require('../labels/encodings.js');

// Returns the name of the encoding that a label names, or null.
// https://encoding.spec.whatwg.org/#concept-encoding-get
function getEncoding(label) {
  const id = encodingId(toDOMString(label));
  return id === undefined ? null : encodings[id];
}

// Returns the name of the encoding to encode with when a label names the encoding of a document, or null.
// https://encoding.spec.whatwg.org/#get-an-output-encoding
function getOutputEncoding(label) {
  const id = encodingId(toDOMString(label));
  return id === undefined ? null : encodings[outputEncodingId(id)];
}

/** Returns the core's number of the encoding that a label names; throws RangeError if there is none or it is not right. */
function toIdWhere(isRight, encoding) {
  const label = toDOMString(encoding);
  const id = encodingId(label);
  if (id !== undefined && isRight(id)) return id;
  if (decodableId(label) !== undefined) {
    const advice = 'the standard has no encoder for it; encode() of whatwg-transcoder writes it';
    throw unsupportedEncoding(label, advice);
  }
  const { unsupportedLabel } = require('../labels/label-advice.js');
  throw unsupportedLabel(label);
}

/** Returns the core's number of an encoding; throws RangeError for an unknown label. */
const toAnyId = (encoding) => toIdWhere(() => true, encoding);

/** Returns the core's number of an encoding that has an encoder; throws RangeError for any other label. */
const toEncoderId = (encoding) => toIdWhere(hasEncoder, encoding);

module.exports = { getEncoding, getOutputEncoding, toAnyId, toEncoderId };
