'use strict';

// The entry point `whatwg-transcoder/historical`.

module.exports = require('./standard/historical.js');
