'use strict';

// Parses the body of a form in one call.

const { FormReader } = require('./form-reader.js');
const { UrlencodedSequence } = require('../url/url.js');
const { lengthOf, restOf, stableBytes, toBytes } = require('../base/webidl.js');

const AMPERSAND = 0x26;

/** Returns the place of the last ampersand, or -1. */
const lastAmpersand = (bytes) => Uint8Array.prototype.lastIndexOf.call(bytes, AMPERSAND);

// Parses a form to names and values.
// https://url.spec.whatwg.org/#concept-urlencoded-parser
function parseForm(body, contentType = undefined, options = undefined) {
  const reader = new FormReader(contentType, options);
  const view = toBytes(body, 'body');
  const length = lengthOf(view);
  const within = reader.bytesWithin(0, length);
  // Memory that another thread can write to might change between two looks at it.
  const stable = restOf(stableBytes(restOf(view, 0, within)), 0);
  // A pair that the limit cuts is not read.
  const end = within < length ? lastAmpersand(stable) + 1 : within;
  const bytes = restOf(stable, 0, end);
  const sequence = new UrlencodedSequence(bytes);
  for (let at = 0; at < end && reader.isSearching; at++) {
    if (bytes[at] === AMPERSAND) continue;
    at = sequence.read(at);
    try {
      reader.look(sequence);
    } catch {
      break; // The error comes again when the pair is read. Those before it may have errors of their own.
    }
  }
  const pairs = [];
  for (let at = 0; at < end; at++) {
    if (bytes[at] === AMPERSAND) continue;
    const start = at;
    at = sequence.read(start);
    reader.checkPairBytes(at - start);
    pairs.push(reader.read(sequence, 0));
  }
  reader.checkPairBytes(within - end);
  reader.checkBytes(length);
  return { pairs, encoding: reader.encoding, source: reader.source };
}

module.exports = { parseForm };
