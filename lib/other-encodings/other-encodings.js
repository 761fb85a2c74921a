'use strict';

// The room other-encodings/ has the encodings that the standard does not have: the historical ones and the code pages.
// May require base/, labels/, transcoding/ and standard/.
//
// Makes the exports of whatwg-transcoder/historical and whatwg-transcoder/codepages: they do for the labels of these encodings what
// those of the package root do for the labels of the standard. lib/historical.d.ts and lib/codepages.d.ts describe them.

const standardDecode = require('../transcoding/decode.js');
const standardEncode = require('../transcoding/encode.js');
const {
  EncodingHandle,
  historicalRows,
  labelsOf,
  names,
  normalize,
} = require('../labels/encodings.js');
const standardTextDecoder = require('../standard/text-decoder.js');
const { Transcoder } = require('../transcoding/transcoder.js');
const standardTranscoding = require('../transcoding/transcoding-stream.js');
const standardTransform = require('../transcoding/transform.js');
const { toDOMString } = require('../base/webidl.js');

/**
 * Returns a subclass of a class of the package root. `toArguments` changes the arguments of the subclass's constructor to those
 * that the constructor of the package root takes.
 */
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

/** Returns the exports for encodings. Each row is the name of an encoding, as the core has it, and its labels. */
function exportsFor(rows) {
  const encodings = Object.freeze(rows.map(([name]) => name));
  const labels = labelsOf(rows);
  const handles = new Map();
  for (const [name, ...own] of rows) {
    const handle = new EncodingHandle(names.indexOf(name));
    for (const label of own) handles.set(label, handle);
  }

  function getEncoding(label) {
    return labels[normalize(toDOMString(label))] ?? null;
  }

  /** Returns the handle of the encoding that a label names, or the label itself, which may be in the standard. */
  function ownOrStandard(label) {
    const string = toDOMString(label);
    return handles.get(normalize(string)) ?? string;
  }

  /** Returns the handle of the encoding that a label names; throws RangeError for a label of no encoding here. */
  function own(label) {
    const handle = ownOrStandard(label);
    if (typeof handle !== 'string') return handle;
    const { unsupportedLabel } = require('../labels/label-advice.js');
    throw unsupportedLabel(handle);
  }

  const oneLabel = (label, options) => [own(label), options];

  const twoLabels = (from, to = 'utf-8', options = undefined) => [
    ownOrStandard(from),
    ownOrStandard(to),
    options,
  ];

  /** Returns a function like one of the package root whose second argument is a label of an encoding here. */
  function conversion(standard) {
    const { name } = standard;
    return {
      [name](input, label, options = undefined) {
        return standard(input, own(label), options);
      },
    }[name];
  }

  function encodeInto(text, bytes, label, options = undefined) {
    return standardEncode.encodeInto(text, bytes, own(label), options);
  }

  function transcode(bytes, from, to = 'utf-8', options = undefined) {
    return standardTranscoding.transcode(bytes, ...twoLabels(from, to, options));
  }

  return {
    DecodeStream: subclass(standardTransform.DecodeStream, oneLabel),
    EncodeStream: subclass(standardTransform.EncodeStream, oneLabel),
    TextDecoder: subclass(standardTextDecoder.TextDecoder, oneLabel),
    TextDecoderStream: subclass(standardTextDecoder.TextDecoderStream, oneLabel),
    TranscodeStream: subclass(standardTransform.TranscodeStream, twoLabels),
    Transcoder: subclass(Transcoder, twoLabels),
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
}

/** Returns a function that calls another one once, and from then on returns what that has returned. */
function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Returns the exports for the three encodings that the standard's edition of 2012 contained and later editions removed: hz-gb-2312,
 * iso-2022-kr and ibm864. They have an entry point of their own because in the first two a filter that does not know the encoding
 * sees ASCII where a decoder sees markup, and the other way round. No label of the standard names them in the package root, where
 * labels of the first two name the replacement encoding.
 */
const historical = once(() => exportsFor(historicalRows));

/**
 * Returns the exports for the code pages of DOS, of Macintosh, of IBM's mainframes and of some countries that the standard does not
 * have, and for UTF-32BE and UTF-32LE. They have an entry point of their own because no label of the standard names them. One of
 * them, ibm864, is a historical encoding of the standard.
 */
const codePages = once(() => {
  const { codePageRows } = require('../labels/code-page-labels.js');
  const ibm864 = historicalRows.find(([name]) => name === 'ibm864');
  return exportsFor([...codePageRows, [...ibm864, '864']]);
});

module.exports = { codePages, historical };
