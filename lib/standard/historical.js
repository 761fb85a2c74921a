'use strict';

// The three encodings that the standard's edition of 2012 contained and later editions removed: hz-gb-2312, iso-2022-kr and
// ibm864. They have an entry point of their own because in the first two a filter that does not know the encoding sees
// ASCII where a decoder sees markup, and the other way round. No label of the standard names them in the package root,
// where labels of the first two name the replacement encoding. lib/historical.d.ts describes the exports.

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

const encodings = Object.freeze(binding.historicalEncodings.map(([name]) => name));

const labels = labelsOf(binding.historicalEncodings);

const handles = new Map();
for (const [at, [, ...own]] of binding.historicalEncodings.entries()) {
  const handle = new EncodingHandle(standard.length + at);
  for (const label of own) handles.set(label, handle);
}

function getEncoding(label) {
  return labels[normalize(toDOMString(label))] ?? null;
}

/** Returns the handle of the historical encoding that a label names; throws RangeError for any other label. */
function historical(label) {
  const string = toDOMString(label);
  const handle = handles.get(normalize(string));
  if (handle === undefined) throw unsupportedEncoding(string);
  return handle;
}

/** Returns the handle of the historical encoding that a label names, or the label itself, which may be in the standard. */
function historicalOrStandard(label) {
  const string = toDOMString(label);
  return handles.get(normalize(string)) ?? string;
}

class TextDecoder extends standardTextDecoder.TextDecoder {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

class Transcoder extends standardTranscoder.Transcoder {
  constructor(from, to = 'utf-8', options = undefined) {
    super(historicalOrStandard(from), historicalOrStandard(to), options);
  }
}

class TextDecoderStream extends standardTextDecoderStream.TextDecoderStream {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

class TranscodeStream extends standardTransform.TranscodeStream {
  constructor(from, to = 'utf-8', options = undefined) {
    super(historicalOrStandard(from), historicalOrStandard(to), options);
  }
}

class DecodeStream extends standardTransform.DecodeStream {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

class EncodeStream extends standardTransform.EncodeStream {
  constructor(label, options = undefined) {
    super(historical(label), options);
  }
}

function decode(bytes, label, options = undefined) {
  return standardDecode.decode(bytes, historical(label), options);
}

function decodedLength(bytes, label, options = undefined) {
  return standardDecode.decodedLength(bytes, historical(label), options);
}

function validate(bytes, label) {
  return standardDecode.validate(bytes, historical(label));
}

function encode(text, label, options = undefined) {
  return standardEncode.encode(text, historical(label), options);
}

function encodeInto(text, bytes, label, options = undefined) {
  return standardEncode.encodeInto(text, bytes, historical(label), options);
}

function encodedLength(text, label, options = undefined) {
  return standardEncode.encodedLength(text, historical(label), options);
}

function findUnencodable(text, label) {
  return standardEncode.findUnencodable(text, historical(label));
}

function canEncode(text, label) {
  return standardEncode.canEncode(text, historical(label));
}

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
