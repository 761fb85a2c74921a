'use strict';

// The three encodings that the standard's edition of 2012 contained and later editions removed: hz-gb-2312, iso-2022-kr and
// ibm864. They have an entry point of their own because in the first two a filter that does not know the encoding sees
// ASCII where a decoder sees markup, and the other way round. No label of the standard names them in the package root,
// where labels of the first two name the replacement encoding. lib/historical.d.ts describes the exports.

const binding = require('../native/backend.js');
const { encodings: standard, labelsOf } = require('../native/encodings.js');
const { exportsFor } = require('./other-encodings.js');

const encodings = Object.freeze(binding.historicalEncodings.map(([name]) => name));

const idOf = new Map(encodings.map((name, at) => [name, standard.length + at]));

module.exports = exportsFor(encodings, labelsOf(binding.historicalEncodings), idOf);
