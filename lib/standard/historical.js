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

const oneLabel = (label, options) => [historical(label), options];

const twoLabels = (from, to = 'utf-8', options = undefined) => [
  historicalOrStandard(from),
  historicalOrStandard(to),
  options,
];

/** Returns a class like one of the package root whose constructor gets what a function makes of its arguments. */
function subclass(Standard, toArguments) {
  const { name } = Standard;
  return {
    [name]: class extends Standard {
      constructor(label, ...others) {
        super(...toArguments(label, ...others));
      }
    },
  }[name];
}

/** Returns a function like one of the package root whose second argument is a historical label. */
function conversion(standard) {
  const { name } = standard;
  return {
    [name](input, label, options = undefined) {
      return standard(input, historical(label), options);
    },
  }[name];
}

function encodeInto(text, bytes, label, options = undefined) {
  return standardEncode.encodeInto(text, bytes, historical(label), options);
}

function transcode(bytes, from, to = 'utf-8', options = undefined) {
  return standardTranscoder.transcode(bytes, ...twoLabels(from, to, options));
}

module.exports = {
  DecodeStream: subclass(standardTransform.DecodeStream, oneLabel),
  EncodeStream: subclass(standardTransform.EncodeStream, oneLabel),
  TextDecoder: subclass(standardTextDecoder.TextDecoder, oneLabel),
  TextDecoderStream: subclass(standardTextDecoder.TextDecoderStream, oneLabel),
  TranscodeStream: subclass(standardTransform.TranscodeStream, twoLabels),
  Transcoder: subclass(standardTranscoder.Transcoder, twoLabels),
  canEncode: conversion(standardEncode.canEncode),
  decode: conversion(standardDecode.decode),
  decodedLength: conversion(standardDecode.decodedLength),
  encode: conversion(standardEncode.encode),
  encodeInto,
  encodedLength: conversion(standardEncode.encodedLength),
  encodings,
  findUnencodable: conversion(standardEncode.findUnencodable),
  getEncoding,
  labels,
  transcode,
  validate: conversion(standardDecode.validate),
};
