'use strict';

// Runs compare.cjs with the package loaded by require().

const library = require('whatwg-transcoder');
const hooks = require('whatwg-transcoder/hooks');
const { compare } = require('./compare.cjs');

compare(library, hooks);
