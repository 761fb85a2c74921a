'use strict';

// Decodes a whole stream to a string.

const { lengthOf } = require('../base/webidl.js');
const { decode } = require('./backend.js');
const { LONGEST, decodeShort } = require('./decode-short.js');

/** A whole stream: the text, or the core's description of the error that ended it. */
function decodeWhole(head, bytes) {
  const length = lengthOf(bytes);
  if (length <= LONGEST) {
    const text = decodeShort(head & 0xff, bytes, length);
    if (text !== null) return text;
  }
  return decode(head, bytes);
}

module.exports = { decodeWhole };
