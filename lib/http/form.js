'use strict';

// Parses the body of a form in one call.

const { FormReader } = require('./form-reader.js');
const { UrlencodedSequence } = require('../standard/url.js');
const { lengthOf, restOf, stableBytes } = require('../base/webidl.js');
const { toBytes } = require('../transcoding/options.js');

const AMPERSAND = 0x26;

// Parses a form to names and values.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
function parseForm(body, contentType = undefined, options = undefined) {
  const reader = new FormReader(contentType, options);
  const view = toBytes(body, 'body');
  const end = lengthOf(view);
  reader.checkBytes(end);
  // Memory that another thread can write to might change between two looks at it.
  const bytes = restOf(stableBytes(view), 0);
  const sequence = new UrlencodedSequence(bytes);
  for (let at = 0; at < end && reader.isSearching; at++) {
    if (bytes[at] === AMPERSAND) continue;
    at = sequence.read(at);
    reader.look(sequence);
  }
  const pairs = [];
  for (let at = 0; at < end; at++) {
    if (bytes[at] === AMPERSAND) continue;
    const start = at;
    at = sequence.read(start);
    reader.checkPairBytes(at - start);
    pairs.push(reader.read(sequence, 0));
  }
  return { pairs, encoding: reader.encoding, source: reader.source };
}

module.exports = { parseForm };
