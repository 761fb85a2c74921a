'use strict';

// Makes a function that percent-decodes names and values of a form in an encoding, for parsers that know UTF-8 only, such
// as qs.
// https://url.spec.whatwg.org/#percent-decode

const { decodeWhole } = require('../backend/decode.js');
const { flags, headOf } = require('../backend/backend.js');
const { hasEncoder, namesInLowercase, utf8 } = require('../labels/encodings.js');
const { hexDigit } = require('../url/url.js');
const { invalidBodyData } = require('./errors.js');
const { restOf, toText } = require('../base/webidl.js');
const { toOptions } = require('./options.js');
const { toEncodingId } = require('../transcoding/options.js');

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

const isPercentEncoded = (text, at) =>
  text.charCodeAt(at) === PERCENT &&
  hexDigit(text.charCodeAt(at + 1)) < 16 &&
  hexDigit(text.charCodeAt(at + 2)) < 16;

/** Tells whether a text stands for itself in every encoding: printable ASCII without percent and plus signs. */
function isPlain(text) {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE || unit > 0x7e || unit === PERCENT || unit === PLUS) return false;
  }
  return true;
}

/** Returns the place in a text that is `count` percent-decoded bytes behind `start`. */
function placeOf(text, start, count) {
  let at = start;
  for (let rest = count; rest > 0; rest--) at += isPercentEncoded(text, at) ? 3 : 1;
  return at;
}

function urlencodedDecoder(label = 'utf-8', options = undefined) {
  const named = toEncodingId(label);
  // https://encoding.spec.whatwg.org/#get-an-output-encoding
  const id = hasEncoder(named) ? named : utf8;
  const { fatal, binary } = toOptions(options, ['fatal', 'binary']);
  const head = headOf(id, flags.ignoreBOM | (fatal ? flags.fatal : 0));
  const lastByte = binary ? 0xff : 0x7f;

  const decodeRun = (text, start, bytes) => {
    const decoded = decodeWhole(head, bytes);
    if (typeof decoded === 'string') return decoded;
    const from = placeOf(text, start, decoded.offset);
    const length = placeOf(text, from, decoded.length) - from;
    const place = { offset: from, length, reason: decoded.reason };
    throw invalidBodyData(namesInLowercase[id], place);
  };

  return function decoder(input) {
    const text = toText(input, 'text');
    if (isPlain(text)) return text;
    const bytes = Buffer.allocUnsafe(text.length);
    let decoded = '';
    for (let at = 0; at < text.length; ) {
      const runStart = at;
      let length = 0;
      for (; at < text.length && text.charCodeAt(at) <= lastByte; at++) {
        const unit = text.charCodeAt(at);
        if (isPercentEncoded(text, at)) {
          bytes[length++] =
            hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
          at += 2;
        } else {
          bytes[length++] = unit === PLUS ? SPACE : unit;
        }
      }
      if (length > 0) decoded += decodeRun(text, runStart, restOf(bytes, 0, length));
      const textStart = at;
      while (at < text.length && text.charCodeAt(at) > lastByte) at++;
      decoded += text.slice(textStart, at);
    }
    return decoded;
  };
}

module.exports = { urlencodedDecoder };
