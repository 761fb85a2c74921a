'use strict';

// The names of encodings, and the labels that name them.
// https://encoding.spec.whatwg.org/#names-and-labels

const { toDOMString } = require('../base/webidl.js');
const { encodingId, encodings, hasEncoder } = require('../native/encodings.js');

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
  if (id === undefined) return null;
  return hasEncoder(id) ? encodings[id] : 'UTF-8';
}

module.exports = { getEncoding, getOutputEncoding };
