'use strict';

// Short text, which is encoded here, as lib/decode-short.js decodes short bytes: for each code unit a table has the
// bytes that the core encodes it to; what has none, or needs what is around it, is left to the core.

const { fillEncodeTable } = require('./backend.js');
const { LONGEST, decodeUnits, tablesOf, units, utf8 } = require('./decode-short.js');
const { encodings, isAsciiCompatible } = require('./encodings.js');
const { isForRuntime } = require('./runtime.js');
const { reserve, slab, take } = require('./slab.js');

/** How many short texts are encoded by the core before there is a table, which takes a millisecond or two to make. */
const ENOUGH = 1000;

const eucJp = encodings.indexOf('EUC-JP');
const iso2022jp = encodings.indexOf('ISO-2022-JP');

// By the number of an encoding: how many short texts are still to come before it has a table, then the table, or null
// where there is none.
const encodeTables = new Array(encodings.length).fill(ENOUGH);

/** For each code unit its one or two bytes, or 0. */
function makeEncodeTable(id) {
  if (id === utf8 || !isAsciiCompatible(id)) return null;
  const table = new Uint16Array(0x10000);
  fillEncodeTable(id, table);
  return table;
}

/**
 * The bytes of a text of at most LONGEST code units, in a Buffer of the slab's; null when that is for the
 * core to say.
 */
function encodeShort(id, text) {
  if (id === utf8) return isForRuntime(text) ? null : encodeUtf8(text);
  const of = id === iso2022jp ? eucJp : id;
  const table = encodeTables[of];
  if (typeof table === 'number') encodeTables[of] = table > 0 ? table - 1 : makeEncodeTable(of);
  if (!(table instanceof Uint16Array)) return null;
  return id === iso2022jp ? encodeIso2022Jp(table, text) : encodeBy(table, text);
}

function encodeBy(table, text) {
  const start = reserve(2 * LONGEST);
  const { bytes } = slab;
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const pair = table[text.charCodeAt(i)];
    if (pair === 0) return null;
    if (pair > 0xff) bytes[at++] = pair >> 8;
    bytes[at++] = pair;
  }
  return take(at - start);
}

// https://encoding.spec.whatwg.org/#iso-2022-jp-encoder, by EUC-JP's pairs; what is in neither ASCII nor
// JIS X 0208 is for the core.
function encodeIso2022Jp(table, text) {
  const start = reserve(8 * LONGEST);
  const { bytes } = slab;
  let at = start;
  let isAscii = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isPair = unit > 0x7f;
    const pair = isPair ? table[unit] : 0;
    // In EUC-JP a yen sign is one byte, and half-width katakana have a leading byte of 0x8E.
    if (isPair ? pair < 0xa1a1 : unit === 0x0e || unit === 0x0f || unit === 0x1b) return null;
    if (isPair === isAscii) {
      at = putEscape(bytes, at, isPair ? 0x24 : 0x28);
      isAscii = !isPair;
    }
    if (isPair) bytes[at++] = (pair >> 8) & 0x7f;
    bytes[at++] = isPair ? pair & 0x7f : unit;
  }
  return take((isAscii ? at : putEscape(bytes, at, 0x28)) - start);
}

// Writes the escape sequence to ASCII or, with 0x24, to JIS X 0208; where it ends.
function putEscape(bytes, at, second) {
  bytes[at] = 0x1b;
  bytes[at + 1] = second;
  bytes[at + 2] = 0x42;
  return at + 3;
}

function encodeUtf8(text) {
  const start = reserve(3 * LONGEST);
  const { bytes } = slab;
  let i = 0;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) break;
    bytes[start + i] = unit;
  }
  let at = start + i;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if ((unit & 0xf800) === 0xd800) return null;
    at = putUtf8(bytes, at, unit);
  }
  return take(at - start);
}

/** The UTF-8 of what bytes decode to, as decodeShort() has it; null when that is for the core to say. */
function transcodeShort(id, bytes, length) {
  const count = decodeUnits(tablesOf(id), bytes, length);
  return count < 0 ? null : utf8Of(count);
}

// The UTF-8 of the first `count` of the units, none of them a surrogate.
function utf8Of(count) {
  const start = reserve(3 * LONGEST);
  const { bytes } = slab;
  let at = start;
  for (let i = 0; i < count; i++) at = putUtf8(bytes, at, units[i]);
  return take(at - start);
}

// Writes the UTF-8 of a code unit that is no surrogate; where it ends.
function putUtf8(bytes, at, unit) {
  if (unit < 0x80) {
    bytes[at] = unit;
    return at + 1;
  }
  if (unit < 0x800) {
    bytes[at] = 0xc0 | (unit >> 6);
    bytes[at + 1] = 0x80 | (unit & 0x3f);
    return at + 2;
  }
  bytes[at] = 0xe0 | (unit >> 12);
  bytes[at + 1] = 0x80 | ((unit >> 6) & 0x3f);
  bytes[at + 2] = 0x80 | (unit & 0x3f);
  return at + 3;
}

module.exports = { encodeShort, transcodeShort };
