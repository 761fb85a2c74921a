'use strict';

// Prints the results of exercise.cjs with the package loaded by require().

const library = require('whatwg-transcoder');
const hooks = require('whatwg-transcoder/hooks');
const { resultsOf } = require('./exercise.cjs');

console.log(JSON.stringify(resultsOf(library, hooks)));
