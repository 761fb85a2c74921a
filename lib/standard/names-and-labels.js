'use strict';

// https://encoding.spec.whatwg.org/#names-and-labels

const { toDOMString } = require('../base/webidl.js');
const { encodingId, encodings, hasEncoder } = require('../native/encodings.js');

/**
 * The name of the encoding that a label names, or null when it names none. ASCII whitespace around
 * the label and the case of its ASCII letters do not matter. Labels of the replacement encoding
 * give 'replacement'. Throws TypeError for what cannot become a string.
 * https://encoding.spec.whatwg.org/#concept-encoding-get
 */
function getEncoding(label) {
  const id = encodingId(toDOMString(label));
  return id === undefined ? null : encodings[id];
}

/**
 * The name of the encoding to write in where a label names the encoding of what was read: UTF-8 for
 * the replacement encoding, UTF-16BE and UTF-16LE, else the encoding itself; null for no label.
 * Throws TypeError for what cannot become a string.
 * https://encoding.spec.whatwg.org/#get-an-output-encoding
 */
function getOutputEncoding(label) {
  const id = encodingId(toDOMString(label));
  if (id === undefined) return null;
  return hasEncoder(id) ? encodings[id] : 'UTF-8';
}

module.exports = { getEncoding, getOutputEncoding };
