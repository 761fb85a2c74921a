'use strict';

// The room labels/ has names and labels: the standard's, those of other programs, and the advice for a wrong one.
// May require base/ and backend/.
//
// Names and labels.
// https://encoding.spec.whatwg.org/#names-and-labels

const binding = require('../backend/backend.js');
const { illegalConstructor } = require('../base/errors.js');
const { getOrMake, isAsciiWhitespace, startsWith } = require('../base/webidl.js');

const { freeze } = Object;

/** A row for each encoding of the standard, and for each historical one: its name and its labels. */
const { encodings: standardRows, historicalEncodings: historicalRows } = binding;

/** The names of all encodings, in the standard's order and casing. */
const encodings = Object.freeze(standardRows.map((row) => row[0]));

/**
 * The names by the core's numbers: those, after them the historical encodings', after these the code pages' and UTF-32's, and
 * last, once more, those of the encodings that fullEncoding() gives.
 */
const names = [
  ...encodings,
  ...historicalRows.map((row) => row[0]),
  ...binding.codePages,
  ...binding.fullEncodings,
];

/** The names by the core's numbers in ASCII lowercase, as `TextDecoder.encoding` has them. */
const namesInLowercase = names.map((name) => name.toLowerCase());

/** The number of UTF-8. */
const utf8 = encodings.indexOf('UTF-8');

/** Whether ASCII bytes stand for themselves in every state of an encoding, by its number. */
const isAsciiCompatible = (id) => binding.asciiCompatible[id];

/** Whether each byte of an encoding is a character by itself, of an encoding that contains ASCII, by its number. */
const isSingleByte = (id) => binding.asciiCompatible[id] && !binding.pairs[id] && !isUnicode(id);

/** Whether the standard has an encoder for an encoding, by its number. */
const hasEncoder = (id) => binding.encoders[id];

/** Returns the number of the output encoding of an encoding. https://encoding.spec.whatwg.org/#get-an-output-encoding */
const outputEncodingId = (id) => (hasEncoder(id) ? id : utf8);

/** Whether the bytes of a code point depend on the text before it, by the number of an encoding. */
const hasEncoderState = (id) => binding.encoderStates[id];

/**
 * Returns the number of an encoding with the decoder of `id` and an encoder that writes everything that this decoder reads. It
 * is another number than `id` for Big5, whose encoder in the standard leaves out 2,600 characters of Hong Kong, and for EUC-JP,
 * whose encoder leaves out JIS X 0212. No label stands for it, and it has the name of `id`.
 */
function fullEncoding(id) {
  const at = binding.fullEncodings.indexOf(names[id]);
  return at === -1 ? id : names.length - binding.fullEncodings.length + at;
}

/** Whether the encoder writes a letter and the mark behind it as one pair of bytes, by the number of an encoding. */
const hasLetterPairs = (id) => binding.letterPairs[id];

/** Whether an encoding is UTF-8, UTF-16 or UTF-32, which contain all code points, by its number. */
const isUnicode = (id) => binding.unicode[id];

// Only this file has it, so that nobody else makes a handle, which might have a number that the core does not know.
const key = {};

// Both are set by the class, which alone can read the fields of a handle.
let idOfHandle;
let isOnlyAscii;

/**
 * Stands for an encoding in place of a label: `whatwg-transcoder/encodings` has the handles of those that no label names. The class and its
 * prototype are frozen, because programs reach both through a handle.
 */
class EncodingHandle {
  #id;
  #isOnlyAscii;
  name;

  constructor(given, id, name, onlyAscii) {
    if (given !== key) throw illegalConstructor();
    this.#id = id;
    this.#isOnlyAscii = onlyAscii;
    this.name = name;
    freeze(this);
  }

  toString() {
    return this.name;
  }

  static {
    idOfHandle = (value) =>
      typeof value === 'object' && value !== null && #id in value ? value.#id : undefined;
    isOnlyAscii = (value) => idOfHandle(value) !== undefined && value.#isOnlyAscii;
  }
}

freeze(EncodingHandle);
freeze(EncodingHandle.prototype);

const handles = new Map(); // by the core's numbers

/** Returns the handle of the encoding with a number. There is one for each encoding. */
const handleOf = (id) =>
  getOrMake(handles, id, () => new EncodingHandle(key, id, names[id], false));

/** Returns a handle of windows-1252 of which a Transcoder writes ASCII only: the encoding then contains nothing else. */
const onlyAscii = () =>
  new EncodingHandle(key, encodings.indexOf('windows-1252'), 'US-ASCII', true);

/**
 * Makes a frozen object that has every label in ASCII lowercase, with the name of its encoding. Each row of the core's table
 * is a name and its labels.
 */
function labelsOf(rows) {
  const labels = Object.create(null);
  for (const row of rows) {
    for (let i = 1; i < row.length; i++) labels[row[i]] = row[0];
  }
  return Object.freeze(labels);
}

/** The labels of all encodings of the standard, each with the name of its encoding. */
const labels = labelsOf(standardRows);

// The number of the encoding of each label. It is made for the first label, because many programs load more than they use.
let idOfLabel = null;

/** In UTF-16 code units: no label is longer. src/core/encoding.cc has the same number. */
const LONGEST_LABEL_UNITS = 32;

/** Returns a text without the code units at both ends for which `isOutside(unit)` is true. */
function trim(text, isOutside) {
  let start = 0;
  let end = text.length;
  while (start < end && isOutside(text.charCodeAt(start))) start++;
  while (start < end && isOutside(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * `label`, a string, without ASCII whitespace around it and with ASCII letters in lowercase; or another string that is not
 * a label if `label` does not name an encoding. No regular expression keeps `label` in the engine's record of its last match.
 */
function normalize(label) {
  const trimmed = trim(label, isAsciiWhitespace);
  // U+212A KELVIN SIGN is the only character beyond ASCII that toLowerCase() makes a letter of ASCII.
  const isLabel = trimmed.length <= LONGEST_LABEL_UNITS && !trimmed.includes('\u212A');
  return isLabel ? trimmed.toLowerCase() : '';
}

/**
 * The number by which the core knows the encoding that a label names, or undefined.
 * https://encoding.spec.whatwg.org/#concept-encoding-get
 */
function encodingId(label) {
  idOfLabel ??= new Map(Object.keys(labels).map((key) => [key, encodings.indexOf(labels[key])]));
  return idOfLabel.get(label) ?? idOfLabel.get(normalize(label));
}

const replacement = encodings.indexOf('replacement');

/** Does what encodingId() does, without the labels of `replacement`, which exist so that content is refused. */
function decodableId(label) {
  const id = encodingId(label);
  return id === replacement ? undefined : id;
}

/** The byte order mark of each encoding that has one, with the name of the encoding. */
const byteOrderMarks = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16BE', [0xfe, 0xff]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-32BE', [0, 0, 0xfe, 0xff]],
  ['UTF-32LE', [0xff, 0xfe, 0, 0]],
];

/** Returns the name of the first encoding that `isPossible(name)` allows with whose byte order mark bytes begin; or undefined. */
const markedEncoding = (bytes, isPossible) =>
  byteOrderMarks.find(([name, mark]) => isPossible(name) && startsWith(bytes, mark))?.[0];

module.exports = {
  byteOrderMarks,
  decodableId,
  encodingId,
  encodings,
  fullEncoding,
  handleOf,
  hasEncoder,
  hasEncoderState,
  hasLetterPairs,
  historicalRows,
  idOfHandle,
  isAsciiCompatible,
  isOnlyAscii,
  isSingleByte,
  isUnicode,
  labels,
  labelsOf,
  markedEncoding,
  names,
  namesInLowercase,
  normalize,
  onlyAscii,
  outputEncodingId,
  standardRows,
  trim,
  utf8,
};
