'use strict';

// Names and labels.
// https://encoding.spec.whatwg.org/#names-and-labels

const binding = require('./binding.js');
const { toDOMString } = require('./webidl.js');

/** The names of all encodings, in the standard's order and casing. */
const encodings = Object.freeze(binding.encodings.map(([name]) => name));

/** The names by the core's numbers: those, and after them the historical encodings'. */
const names = [...encodings, ...binding.historicalEncodings.map(([name]) => name)];

/** The same in ASCII lowercase, as `TextDecoder.encoding` has them. */
const namesInLowercase = names.map((name) => name.toLowerCase());

const notAsciiCompatible = new Set(['UTF-16BE', 'UTF-16LE', 'ISO-2022-JP', 'replacement']);
const asciiCompatible = encodings.map((name) => !notAsciiCompatible.has(name));

/** Whether ASCII bytes stand for themselves in every state of an encoding, by its number. */
function isAsciiCompatible(id) {
  return asciiCompatible[id] === true;
}

/**
 * What lib/historical.js gives in place of a label, which is how the historical encodings are
 * reached: no string names them in the functions of the package root, and no handle leaves the
 * package.
 */
class EncodingHandle {
  #id;

  constructor(id) {
    this.#id = id;
  }

  /** The core's number of what a handle stands for; undefined for anything but a handle. */
  static id(value) {
    return typeof value === 'object' && value !== null && #id in value ? value.#id : undefined;
  }
}

/**
 * For the core's [[name, label, …], …] a frozen object with every label in ASCII lowercase, as a key whose value
 * is the name of its encoding.
 */
function labelsOf(encodingsWithLabels) {
  const labels = Object.create(null);
  for (const [name, ...own] of encodingsWithLabels) {
    for (const label of own) labels[label] = name;
  }
  return Object.freeze(labels);
}

/** The number of the encoding of each label. */
const idOfLabel = new Map();
let longestLabel = 0;
for (const [id, [, ...own]] of binding.encodings.entries()) {
  for (const label of own) {
    idOfLabel.set(label, id);
    longestLabel = Math.max(longestLabel, label.length);
  }
}

const isAsciiWhitespace = (unit) =>
  unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);

/**
 * A string with its ASCII letters in lowercase. No other letter becomes one of these, as U+212A KELVIN SIGN would with
 * toLowerCase(); and no regular expression keeps the string in the engine's record of its last match.
 * https://infra.spec.whatwg.org/#ascii-lowercase
 */
function toAsciiLowercase(string) {
  let result = '';
  let start = 0;
  for (let at = 0; at < string.length; at++) {
    const unit = string.charCodeAt(at);
    if (unit < 0x41 || unit > 0x5a) continue;
    result += string.slice(start, at) + String.fromCharCode(unit + 0x20);
    start = at + 1;
  }
  return result + string.slice(start);
}

/** `label`, a string, without ASCII whitespace around it and with ASCII letters in lowercase. */
function normalize(label) {
  let start = 0;
  let end = label.length;
  while (start < end && isAsciiWhitespace(label.charCodeAt(start))) start++;
  while (start < end && isAsciiWhitespace(label.charCodeAt(end - 1))) end--;
  if (end - start > longestLabel) return '';
  return toAsciiLowercase(label.slice(start, end));
}

/**
 * The number by which the core knows the encoding that a label names, or undefined.
 * https://encoding.spec.whatwg.org/#concept-encoding-get
 */
function encodingId(label) {
  return idOfLabel.get(label) ?? idOfLabel.get(normalize(label));
}

// What mail, databases and Windows call encodings, where the standard has one label for it; no label of the standard's.
const otherNames = new Map([
  ['cp932', 'windows-31j'],
  ['windows-932', 'windows-31j'],
  ['x-ms-cp932', 'windows-31j'],
  ['ms_932', 'windows-31j'],
  ['s-jis', 'shift_jis'],
  ['shiftjis', 'shift_jis'],
  ['x-shift-jis', 'shift_jis'],
  ['cp936', 'gbk'],
  ['ms936', 'gbk'],
  ['windows-936', 'gbk'],
  ['euc-cn', 'gbk'],
  ['gb-18030', 'gb18030'],
  ['cp54936', 'gb18030'],
  ['windows-54936', 'gb18030'],
  ['cp949', 'windows-949'],
  ['ms949', 'windows-949'],
  ['uhc', 'windows-949'],
  ['x-windows-949', 'windows-949'],
  ['euckr', 'euc-kr'],
  ['cp950', 'big5'],
  ['ms950', 'big5'],
  ['windows-950', 'big5'],
  ['big-5', 'big5'],
  ['eucjp', 'euc-jp'],
  ['ujis', 'euc-jp'],
  ['iso2022jp', 'iso-2022-jp'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['utf16', 'utf-16'],
  ['utf16le', 'utf-16le'],
  ['ucs2', 'utf-16le'],
  ['utf16be', 'utf-16be'],
  ['utf8mb4', 'utf-8'],
  ['cp65001', 'utf-8'],
  ['cp874', 'windows-874'],
  ['latin-1', 'latin1'],
]);

const historicalLabels = new Set(binding.historicalEncodings.flatMap(([, ...own]) => own));

/** What to tell someone whose label is not supported; undefined for nothing. */
function adviceFor(label) {
  const normal = normalize(label);
  if (historicalLabels.has(normal)) return 'whatwg-transcoder/historical has it';
  if (encodings[idOfLabel.get(normal)] === 'replacement') {
    return 'it is a label of the replacement encoding, which is there to refuse content';
  }
  const other = otherNames.get(normal);
  return other === undefined ? undefined : `did you mean ${other}?`;
}

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
  const name = getEncoding(label);
  return name === 'replacement' || name === 'UTF-16BE' || name === 'UTF-16LE' ? 'UTF-8' : name;
}

module.exports = {
  EncodingHandle,
  adviceFor,
  encodingId,
  encodings,
  getEncoding,
  getOutputEncoding,
  isAsciiCompatible,
  labelsOf,
  names,
  namesInLowercase,
  normalize,
};
