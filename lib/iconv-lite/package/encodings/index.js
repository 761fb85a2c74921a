'use strict';

// The table of names. Tests of programs load this file so that it is not first loaded in the middle of a test.

module.exports = require('whatwg-transcoder/iconv-lite').encodings;
