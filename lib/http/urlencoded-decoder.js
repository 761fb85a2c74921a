'use strict';

// Makes a function that percent-decodes names and values of a form in an encoding, for parsers that know UTF-8 only, such
// as qs.
// https://url.spec.whatwg.org/#percent-decode

const { FATAL, IGNORE_BOM, decodeWhole } = require('../transcoding/core.js');
const { hasEncoder, namesInLowercase, utf8 } = require('../labels/encodings.js');
const { percentDecode, placeOf } = require('../url/url.js');
const { invalidBodyData } = require('./errors.js');
const { restOf, toText } = require('../base/webidl.js');
const { toOptions } = require('./options.js');
const { toEncodingId } = require('../transcoding/options.js');

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** Tells whether a text stands for itself in every encoding: printable ASCII without percent and plus signs. */
function isPlain(text) {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE || unit > 0x7e || unit === PERCENT || unit === PLUS) return false;
  }
  return true;
}

function urlencodedDecoder(label = 'utf-8', options = undefined) {
  const named = toEncodingId(label);
  // https://encoding.spec.whatwg.org/#get-an-output-encoding
  const id = hasEncoder(named) ? named : utf8;
  const { fatal, binary } = toOptions(options, ['fatal', 'binary']);
  const settings = IGNORE_BOM | (fatal ? FATAL : 0);
  const lastByte = binary ? 0xff : 0x7f;

  // `run` is a part of a text that begins at `start`.
  const decodeRun = (run, start) => {
    const bytes = Buffer.from(run, 'latin1');
    const length = percentDecode(bytes, 0, bytes.length, bytes, 0);
    const decoded = decodeWhole(id, settings, restOf(bytes, 0, length));
    if (typeof decoded === 'string') return decoded;
    const own = Buffer.from(run, 'latin1');
    const from = placeOf(own, 0, decoded.offset);
    const to = placeOf(own, from, decoded.length);
    const { reason } = decoded;
    throw invalidBodyData(namesInLowercase[id], {
      offset: start + from,
      length: to - from,
      reason,
    });
  };

  return function decoder(input) {
    const text = toText(input, 'text');
    if (isPlain(text)) return text;
    let decoded = '';
    const isByte = (at) => text.charCodeAt(at) <= lastByte;
    for (let start = 0, at = 0; at < text.length; start = at) {
      const isRun = isByte(at);
      while (at < text.length && isByte(at) === isRun) at++;
      const part = text.slice(start, at);
      decoded += isRun ? decodeRun(part, start) : part;
    }
    return decoded;
  };
}

module.exports = { urlencodedDecoder };
