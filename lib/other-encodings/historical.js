'use strict';

// The three encodings that the standard's edition of 2012 contained and later editions removed: hz-gb-2312, iso-2022-kr and
// ibm864. They have an entry point of their own because in the first two a filter that does not know the encoding sees
// ASCII where a decoder sees markup, and the other way round. No label of the standard names them in the package root,
// where labels of the first two name the replacement encoding. lib/historical.d.ts describes the exports.

const { historicalRows } = require('../labels/encodings.js');
const { exportsFor } = require('./other-encodings.js');

module.exports = exportsFor(historicalRows);
