'use strict';

// The three encodings of the standard's 2012 edition that later editions removed: hz-gb-2312,
// iso-2022-kr and ibm864. They stand apart because of what they are: bytes that look like harmless
// ASCII to whoever does not know the encoding can be markup to whoever does, and the other way
// round. Nothing here is reached through a label of the standard's, in which the first two name the
// replacement encoding.

const binding = require('../native/backend.js');
const standardDecode = require('../transcoding/decode.js');
const standardEncode = require('../transcoding/encode.js');
const {
  EncodingHandle,
  encodings: standard,
  labelsOf,
  normalize,
} = require('../native/encodings.js');
const { unsupportedEncoding } = require('../base/errors.js');
const standardTextDecoder = require('./text-decoder.js');
const standardTextDecoderStream = require('./text-decoder-stream.js');
const standardTranscoder = require('../transcoding/transcoder.js');
const standardTransform = require('../transcoding/transform.js');
const { toDOMString } = require('../base/webidl.js');

/** The names of the three encodings. */
const encodings = Object.freeze(binding.historicalEncodings.map(([name]) => name));

/** Every label in ASCII lowercase, as a key whose value is the name of its encoding. */
const labels = labelsOf(binding.historicalEncodings);

const handles = new Map();
for (const [at, [, ...own]] of binding.historicalEncodings.entries()) {
  const handle = new EncodingHandle(standard.length + at);
  for (const label of own) handles.set(label, handle);
}

/**
 * The name of the historical encoding that a label names, or null when it names none. ASCII
 * whitespace around the label and the case of its ASCII letters do not matter. Throws TypeError for
 * what cannot become a string.
 */
function getEncoding(label) {
  return labels[normalize(toDOMString(label))] ?? null;
}

/** The handle of the historical encoding that a label names. Throws RangeError for no such label. */
function historical(label) {
  const string = toDOMString(label);
  const handle = handles.get(normalize(string));
  if (handle === undefined) throw unsupportedEncoding(string);
  return handle;
}

/** The same, or the label itself, for the standard's look-up, where it names none of them. */
function historicalOrStandard(label) {
  const string = toDOMString(label);
  return handles.get(normalize(string)) ?? string;
}

/**
 * The standard's TextDecoder for the historical encodings: the same members, options, errors and
 * streams. Throws RangeError for any other label.
 */
class TextDecoder extends standardTextDecoder.TextDecoder {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

/**
 * The Transcoder of the package root, between the historical encodings and with the standard's:
 * each of the two labels may be a historical one, which comes first, or one of the standard's.
 */
class Transcoder extends standardTranscoder.Transcoder {
  constructor(from, to = 'utf-8', options = undefined) {
    super(historicalOrStandard(from), historicalOrStandard(to), options);
  }
}

/** The standard's TextDecoderStream for the historical encodings, as the TextDecoder here. */
class TextDecoderStream extends standardTextDecoderStream.TextDecoderStream {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

/** The TranscodeStream of the package root, with labels as the Transcoder here takes them. */
class TranscodeStream extends standardTransform.TranscodeStream {
  constructor(from, to = 'utf-8', options = undefined) {
    super(historicalOrStandard(from), historicalOrStandard(to), options);
  }
}

/** The DecodeStream of the package root, for the historical labels. */
class DecodeStream extends standardTransform.DecodeStream {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

/** The EncodeStream of the package root, for the historical labels. */
class EncodeStream extends standardTransform.EncodeStream {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

/** The decode() of the package root, for the historical labels. */
function decode(bytes, label, options = undefined) {
  return standardDecode.decode(bytes, historical(label), options);
}

/** The decodedLength() of the package root, for the historical labels. */
function decodedLength(bytes, label, options = undefined) {
  return standardDecode.decodedLength(bytes, historical(label), options);
}

/** The validate() of the package root, for the historical labels. */
function validate(bytes, label) {
  return standardDecode.validate(bytes, historical(label));
}

/**
 * The encode() of the package root, for the historical labels. What hz-gb-2312 and iso-2022-kr
 * write ends in ASCII, so that outputs can be joined. iso-2022-kr refuses U+000E, U+000F and
 * U+001B, reported as U+FFFD: text must not be able to change the decoder's state.
 */
function encode(text, label, options = undefined) {
  return standardEncode.encode(text, historical(label), options);
}

/** The encodeInto() of the package root, for the historical labels. */
function encodeInto(text, bytes, label, options = undefined) {
  return standardEncode.encodeInto(text, bytes, historical(label), options);
}

/** The encodedLength() of the package root, for the historical labels. */
function encodedLength(text, label, options = undefined) {
  return standardEncode.encodedLength(text, historical(label), options);
}

/** The findUnencodable() of the package root, for the historical labels. */
function findUnencodable(text, label) {
  return standardEncode.findUnencodable(text, historical(label));
}

/** The canEncode() of the package root, for the historical labels. */
function canEncode(text, label) {
  return standardEncode.canEncode(text, historical(label));
}

/** The transcode() of the package root, with labels as the Transcoder here takes them. */
function transcode(bytes, from, to = 'utf-8', options = undefined) {
  return standardTranscoder.transcode(
    bytes,
    historicalOrStandard(from),
    historicalOrStandard(to),
    options,
  );
}

module.exports = {
  DecodeStream,
  EncodeStream,
  TextDecoder,
  TextDecoderStream,
  TranscodeStream,
  Transcoder,
  canEncode,
  decode,
  decodedLength,
  encode,
  encodeInto,
  encodedLength,
  encodings,
  findUnencodable,
  getEncoding,
  labels,
  transcode,
  validate,
};
