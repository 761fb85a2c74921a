'use strict';

// The entry point `whatwg-transcoder/hooks`.

module.exports = require('./standard/hooks.js');
