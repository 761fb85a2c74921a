'use strict';

// The table of names. Tests of programs load this file so that it is not first loaded in the middle of a test.

const { encodingExists, encodings } = require('whatwg-transcoder/iconv-lite');

// The first codec fills the table.
encodingExists('utf8');

module.exports = encodings;
