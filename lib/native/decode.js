'use strict';

// Decodes bytes to strings: whole streams, and chunks of streams whose state a caller keeps.

const { lengthOf, restOf } = require('../base/webidl.js');
const { decode, decodeStateSize } = require('./backend.js');
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

// The flag of the core's decode() that gives an error the text before it as `output`.
const KEEP_TEXT = 16;

/**
 * Decodes a chunk with the state of a Transcoder, which begins with the state of its decoder: the text, or the core's
 * description of an error, whose `output` is the text before it.
 */
function decodeForTranscoder(head, bytes, transcodeState) {
  return decode(head | (KEEP_TEXT << 8), bytes, restOf(transcodeState, 0, decodeStateSize));
}

module.exports = { decodeForTranscoder, decodeWhole };
